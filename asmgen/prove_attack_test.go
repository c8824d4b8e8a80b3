package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/simdchacha/simdchacha/asmgen/prove"
	"github.com/simdchacha/simdchacha/chacha"
)

// TestAttacks has wrong kernels, each of which a fault of the prover once let
// pass for every number of rounds. Where they are blocks1SSE2 with a change, dst
// is in AX, n in CX, the state in DX and the counter of the block in SI.
func TestAttacks(t *testing.T) {
	for _, tt := range []struct {
		name, kernel string
		change       func(t *testing.T, fn *ir.Function)
		want         string
	}{
		{"change of the high word as a number", "blocks1SSE2", compareChange, "a branch depends on (-1*s[13] + s[13] at the call)"},
		{"unknown word at two heads", "blocks1SSE2", relateUnknown, "a branch depends on (what was in half 0 of general register 12"},
		{"aligned table", "blocks16AVX512", alignTable, "an operand that must be aligned is not known to be"},
		{"order of addresses", "blocks1SSE2", orderAddresses, "a branch asks which of two addresses is lower"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := find(t, tt.kernel)
			fn := *k.Func
			fn.Nodes = slices.Clone(fn.Nodes)
			tt.change(t, &fn)
			k.Func = &fn
			expectRefusal(t, k, tt.want)
		})
	}
}

func expectRefusal(t *testing.T, k prove.Kernel, want string) {
	t.Helper()
	for _, r := range []chacha.Rounds{chacha.R8, chacha.R12, chacha.R20} {
		if _, err := k.Prove(r); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d rounds: the refusal is %v, want %q in it", r, err, want)
		}
	}
}

// compareChange returns early where the high word of the counter at the call is
// above the present one by more than 5. It is, modulo 2^32, as soon as the high
// word has changed. The prover had 1 stand for any change, which is right where
// it is compared with zero, and compared that with 5.
func compareChange(t *testing.T, fn *ir.Function) {
	high := operand.Mem{Base: reg.RDX, Disp: 4 * (chacha.Counter + 1)}
	afterLabel(fn, "group", slices.Concat(
		code("MOVQ", reg.RSI, reg.R10), code("SHRQ", operand.U8(32), reg.R10), code("MOVQ", reg.R10, reg.X6),
		code("MOVSS", high, reg.X7), code("PSUBL", reg.X6, reg.X7), code("MOVQ", reg.X7, reg.R11),
		code("MOVL", operand.U32(5), reg.R12L), code("CMPL", reg.R12L, reg.R11L), branch("JCS", "early")))
	returnEarly(fn)
}

// relateUnknown has two loops over blocks. Nothing is known of R12 at the first.
// Between them R13 becomes a copy of it, and the second changes R12 and returns
// early where they differ. The prover had one variable for an unknown word of
// R12 at both heads: R13 was that variable at all times, and so was R12, anew
// each time, for the comparison.
func relateUnknown(t *testing.T, fn *ir.Function) {
	at, end := slices.Index(fn.Nodes, ir.Node(ir.Label("group"))), first(t, fn, "JG")
	loop := fn.Nodes[at:end]
	fn.Nodes = slices.Concat(fn.Nodes[:at],
		code("MOVL", operand.U32(0), reg.R12L), code("CMPQ", reg.RCX, operand.I32(100)), branch("JLT", "group"),
		code("MOVL", operand.U32(1), reg.R12L), code("CMPQ", reg.RCX, operand.I32(200)), branch("JLT", "group"),
		code("MOVL", operand.U32(2), reg.R12L), // one more than there are guesses
		loop, branch("JLE", "done"), code("CMPQ", reg.RCX, operand.I32(50)), branch("JG", "group"),
		code("MOVL", reg.R12L, reg.R13L),
		again(loop), branch("JG", "group2"),
		[]ir.Node{ir.Label("done")}, fn.Nodes[end+1:])
	afterLabel(fn, "group2", slices.Concat(
		code("CMPL", reg.R12L, reg.R13L), branch("JNE", "early"), code("ADDL", operand.U32(1), reg.R12L)))
	returnEarly(fn)
}

// alignTable loads 64 bytes of a table as if Go aligned it to more than 32. What
// is loaded is not used.
func alignTable(t *testing.T, fn *ir.Function) {
	at := first(t, fn, "VPADDQ")
	add := fn.Nodes[at].(*ir.Instruction)
	fn.Nodes = slices.Insert(fn.Nodes, at, code("VMOVDQA64", add.Operands[0], add.Operands[2])...)
}

// orderAddresses returns early where dst - 2^60 is above dst, which it is, as
// dst is smaller than 2^60. The prover compared the two as if it were not.
func orderAddresses(t *testing.T, fn *ir.Function) {
	afterLabel(fn, "group", slices.Concat(
		code("MOVQ", operand.U64(1<<60), reg.R10), code("MOVQ", reg.RAX, reg.R11), code("SUBQ", reg.R10, reg.R11),
		code("CMPQ", reg.R11, reg.RAX), branch("JHI", "early")))
	returnEarly(fn)
}

// returnEarly makes the last instruction the target of jumps to early.
func returnEarly(fn *ir.Function) {
	fn.Nodes = slices.Insert(fn.Nodes, len(fn.Nodes)-1, ir.Node(ir.Label("early")))
}

func afterLabel(fn *ir.Function, label ir.Label, nodes []ir.Node) {
	fn.Nodes = slices.Insert(fn.Nodes, slices.Index(fn.Nodes, ir.Node(label))+1, nodes...)
}

// again returns nodes with other labels: a 2 is added.
func again(nodes []ir.Node) (out []ir.Node) {
	for _, n := range nodes {
		switch n := n.(type) {
		case ir.Label:
			out = append(out, n+"2")
		case *ir.Instruction:
			if n.IsBranch {
				out = append(out, branch(n.Opcode, string(*n.TargetLabel())+"2")...)
				continue
			}
			out = append(out, n)
		}
	}
	return out
}
