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

// TestRefusals makes kernels do what they must not, and looks for the reason in
// the refusal.
func TestRefusals(t *testing.T) {
	s := operand.Mem{Base: reg.RDX} // where kernels for amd64 keep the state
	dst := operand.Mem{Base: reg.RAX}
	key := s.Offset(4 * chacha.Key)
	for _, tt := range []struct {
		name, kernel string
		after        string // the first instruction with this opcode
		insert       []*ir.Instruction
		drop         bool // that instruction
		want         string
	}{
		{name: "read behind the state", kernel: "blocks1SSE2", after: "MOVOU", insert: code("MOVOU", s.Offset(64), reg.X7), want: "lie outside of the 64 bytes of s"},
		{name: "read of the output", kernel: "blocks1SSE2", after: "MOVOU", insert: code("MOVOU", dst, reg.X7), want: "a load from dst"},
		{name: "write to the key", kernel: "blocks1SSE2", after: "MOVOU", insert: code("MOVOU", reg.X0, key), want: "a store to a word of s that is not the counter"},
		{name: "write before the output", kernel: "blocks1SSE2", after: "MOVOU", insert: code("MOVOU", reg.X0, dst.Offset(-16)), want: "lie outside of"},
		{name: "write of something else", kernel: "blocks1SSE2", after: "MOVOU", insert: code("MOVOU", reg.X0, dst), want: "block 0, word 0: does not have round 1, quarter-round [0 4 8 12], x0 += x4"},
		{name: "branch on the key", kernel: "blocks1SSE2", after: "MOVOU", want: "a branch depends on s[4]",
			insert: []*ir.Instruction{code("MOVQ", key, reg.R15)[0], code("CMPQ", reg.R15, operand.I32(0))[0], branch("JEQ", "group")}},
		{name: "address from the key", kernel: "blocks1SSE2", after: "MOVOU", want: "an address depends on s[4]",
			insert: append(code("MOVQ", key, reg.R15), code("MOVOU", operand.Mem{Base: reg.R15}, reg.X7)...)},
		{name: "frame pointer", kernel: "blocks1SSE2", after: "MOVOU", insert: code("MOVQ", reg.RDX, reg.RBP), want: "BP is Go's"},
		{name: "unknown instruction", kernel: "blocks1SSE2", after: "MOVOU", insert: code("AESENC", reg.X0, reg.X1), want: "no model of AESENC"},
		{name: "unknown operands", kernel: "blocks1SSE2", after: "MOVOU", insert: code("MOVOU", reg.R8, reg.X1), want: "no form with these operands"},
		{name: "upper halves", kernel: "blocks8AVX2", after: "VZEROUPPER", drop: true, want: "RET without VZEROUPPER"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := find(t, tt.kernel)
			fn := *k.Func
			at := slices.IndexFunc(fn.Nodes, func(n ir.Node) bool { i, ok := n.(*ir.Instruction); return ok && i.Opcode == tt.after })
			if at < 0 {
				t.Fatalf("%s has no %s", tt.kernel, tt.after)
			}
			var nodes []ir.Node
			for _, i := range tt.insert {
				nodes = append(nodes, i)
			}
			fn.Nodes = slices.Insert(slices.Clone(fn.Nodes), at+1, nodes...)
			if tt.drop {
				fn.Nodes = slices.Delete(fn.Nodes, at, at+1)
			}
			k.Func = &fn
			_, err := k.Prove(chacha.R8)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("the refusal is %v, want %q in it", err, tt.want)
			}
			t.Log(err)
		})
	}
}

// TestRefusalNamesOperation changes a rotation deep in the rounds.
func TestRefusalNamesOperation(t *testing.T) {
	k := find(t, "blocks16AVX512")
	fn := *k.Func
	fn.Nodes = slices.Clone(fn.Nodes)
	for n := len(fn.Nodes) - 1; ; n-- { // the last one is of a diagonal round
		i, ok := fn.Nodes[n].(*ir.Instruction)
		if !ok || i.Opcode != "VPROLD" {
			continue
		}
		changed := *i
		changed.Operands = slices.Clone(i.Operands)
		changed.Operands[0] = operand.U8(9)
		fn.Nodes[n] = &changed
		break
	}
	k.Func = &fn
	_, err := k.Prove(chacha.R8)
	for _, want := range []string{k.Func.Name, "block ", "word ", "quarter-round", "<<< 7, which is"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the refusal is %v, want %q in it", err, want)
		}
	}
}

func find(t *testing.T, name string) prove.Kernel {
	t.Helper()
	for _, k := range kernels(t, "amd64") {
		if k.Func.Name == name {
			return k
		}
	}
	t.Fatalf("no kernel %s", name)
	return prove.Kernel{}
}

func code(opcode string, operands ...operand.Op) []*ir.Instruction {
	return []*ir.Instruction{{Opcode: opcode, Operands: operands}}
}

func branch(opcode, label string) *ir.Instruction {
	return &ir.Instruction{Opcode: opcode, Operands: []operand.Op{operand.LabelRef(label)}, IsBranch: true, IsConditional: true}
}
