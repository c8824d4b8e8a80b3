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
	one := find(t, "blocks1SSE2").Func
	table := one.Nodes[first(t, one, "PADDQ")].(*ir.Instruction).Operands[0]
	frame, size := alignedFrame(t, "blocks4SSE2")
	for _, tt := range []struct {
		name, kernel string
		after        string // the first instruction with this opcode
		before       string // or the first with that one
		insert       []ir.Node
		drop         bool // that instruction
		frame        int  // if not 0, the size of the frame
		want         string
	}{
		{name: "read behind the state", kernel: "blocks1SSE2", after: "MOVOU", insert: code("MOVOU", s.Offset(64), reg.X7), want: "lie outside of the 64 bytes of s"},
		{name: "read of the output", kernel: "blocks1SSE2", after: "MOVOU", insert: code("MOVOU", dst, reg.X7), want: "a load from dst"},
		{name: "write to the key", kernel: "blocks1SSE2", after: "MOVOU", insert: code("MOVOU", reg.X0, key), want: "a store to a word of s that is not the counter"},
		{name: "write before the output", kernel: "blocks1SSE2", after: "MOVOU", insert: code("MOVOU", reg.X0, dst.Offset(-16)), want: "lie outside of"},
		{name: "write of something else", kernel: "blocks1SSE2", after: "MOVOU", insert: code("MOVOU", reg.X0, dst), want: "block 0, word 0: does not have round 1, quarter-round [0 4 8 12], x0 += x4"},
		{name: "branch on the key", kernel: "blocks1SSE2", after: "MOVOU", want: "a branch depends on s[4]",
			insert: slices.Concat(code("MOVQ", key, reg.R15), code("CMPQ", reg.R15, operand.I32(0)), branch("JEQ", "group"))},
		{name: "address from the key", kernel: "blocks1SSE2", after: "MOVOU", want: "an address depends on s[4]",
			insert: append(code("MOVQ", key, reg.R15), code("MOVOU", operand.Mem{Base: reg.R15}, reg.X7)...)},
		{name: "fetch by the key", kernel: "blocks1SSE2", after: "MOVOU", want: "an address depends on s[4]",
			insert: append(code("MOVQ", key, reg.R15), code("PREFETCHT0", operand.Mem{Base: reg.RAX, Index: reg.R15, Scale: 1})...)},
		{name: "fetch behind the output", kernel: "blocks1SSE2", after: "MOVOU", insert: code("PREFETCHT0", dst.Offset(64)), want: "lie outside of the 64 bytes of dst"},
		{name: "fetch from nowhere", kernel: "blocks1SSE2", after: "MOVOU", insert: code("PREFETCHT0", operand.Mem{Base: reg.RBX}), want: "an address is no address"},
		{name: "frame pointer", kernel: "blocks1SSE2", after: "MOVOU", insert: code("MOVQ", reg.RDX, reg.RBP), want: "BP is Go's"},
		{name: "unknown instruction", kernel: "blocks1SSE2", after: "MOVOU", insert: code("AESENC", reg.X0, reg.X1), want: "no model of AESENC"},
		{name: "unknown operands", kernel: "blocks1SSE2", after: "MOVOU", insert: code("MOVOU", reg.R8, reg.X1), want: "no form with these operands"},
		{name: "upper halves", kernel: "blocks8AVX2", after: "VZEROUPPER", drop: true, want: "RET without VZEROUPPER"},
		{name: "X15", kernel: "blocks1SSE2", before: "RET", insert: code("MOVOU", s, reg.X15), want: "in X15, which must be zero"},
		{name: "write to the parameters", kernel: "blocks1SSE2", after: "PADDQ", insert: code("MOVQ", reg.RAX, operand.NewParamAddr("dst", 0)), want: "a store to parameters"},
		{name: "write to a table", kernel: "blocks1SSE2", after: "PADDQ", insert: code("MOVOU", reg.X1, table), want: "a store to table"},
		{name: "write behind the output", kernel: "blocks1SSE2", after: "JG", drop: true, insert: branch("JGE", "group"), want: "lie outside of the 64 bytes of dst"},
		{name: "return without output", kernel: "blocks1SSE2", after: "PADDQ", want: "for n = 7: 0 blocks are written",
			insert: slices.Concat(code("CMPQ", reg.RCX, operand.I32(7)), branch("JNE", "go"), code("RET"), []ir.Node{ir.Label("go")})},
		{name: "loop without end", kernel: "blocks1SSE2", after: "PADDQ", want: "a loop writes no block",
			insert: slices.Concat([]ir.Node{ir.Label("again")}, code("CMPQ", reg.RCX, operand.I32(7)), branch("JG", "again"))},
		{name: "branch on a carry that is left alone", kernel: "blocks1SSE2", after: "PADDQ", want: "a branch compares unsigned",
			insert: slices.Concat(code("MOVQ", reg.RCX, reg.R13), code("DECQ", reg.R13), branch("JCS", "group"))},
		{name: "branch on the carry of a negative number", kernel: "blocks1SSE2", after: "PADDQ", want: "a branch compares unsigned what may be negative",
			insert: slices.Concat(code("MOVQ", reg.RCX, reg.R13), code("SUBQ", operand.I32(2), reg.R13), code("CMPQ", reg.R13, operand.I32(1)), branch("JCS", "group"))},
		{name: "branch on the carry of a negative constant", kernel: "blocks1SSE2", after: "PADDQ", want: "a branch compares unsigned what may be negative",
			insert: slices.Concat(code("CMPQ", reg.RCX, operand.I32(-1)), branch("JCS", "group"))},
		{name: "operand that is not aligned", kernel: "blocks1SSE2", after: "PADDQ", insert: code("PADDL", s, reg.X7), want: "an operand that must be aligned is not known to be"},
		{name: "operand half aligned", kernel: "blocks4SSE2", after: "PADDQ", insert: code("PADDL", frame.Offset(8), reg.X2), want: "an operand that must be aligned is not known to be"},
		{name: "read behind the aligned frame", kernel: "blocks4SSE2", before: "RET", insert: code("MOVOU", frame.Offset(size-16), reg.X2), want: "bytes of the aligned frame"},
		{name: "key left in the frame", kernel: "blocks4SSE2", before: "RET", insert: append(code("MOVOU", key, reg.X2), code("MOVOU", reg.X2, frame)...), want: "word 0 of the frame is left with s[4]"},
		{name: "frame without room", kernel: "blocks1SSE2", after: "RET", frame: 800, want: "a frame of 800 bytes"},
		{name: "frame of too many words", kernel: "blocks1SSE2", after: "RET", frame: 1 << 17, want: "a frame of 131072 bytes"},
		{name: "mask register", kernel: "blocks1SSE2", after: "MOVOU", insert: code("MOVQ", reg.K1, reg.R10), want: "no form with these operands"},
		{name: "frame of half a register", kernel: "blocks1SSE2", after: "RET", frame: 12, want: "a frame of 12 bytes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := find(t, tt.kernel)
			fn := *k.Func
			at := first(t, &fn, tt.after+tt.before)
			to := at
			if tt.before == "" {
				to++
			}
			fn.Nodes = slices.Insert(slices.Clone(fn.Nodes), to, tt.insert...)
			if tt.drop {
				fn.Nodes = slices.Delete(fn.Nodes, at, at+1)
			}
			if tt.frame != 0 {
				fn.LocalSize = tt.frame
				if tt.frame > 1<<16 {
					fn.Attributes = 0 // not NOSPLIT, which allows less
				}
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

// first is where the first instruction with an opcode stands.
func first(t *testing.T, fn *ir.Function, opcode string) int {
	t.Helper()
	at := slices.IndexFunc(fn.Nodes, func(n ir.Node) bool { i, ok := n.(*ir.Instruction); return ok && i.Opcode == opcode })
	if at < 0 {
		t.Fatalf("%s has no %s", fn.Name, opcode)
	}
	return at
}

// alignedFrame is where the frame of a kernel begins that aligns it, and the size
// with what that takes.
func alignedFrame(t *testing.T, name string) (at operand.Mem, size int) {
	t.Helper()
	fn := find(t, name).Func
	align := fn.Nodes[first(t, fn, "ANDQ")].(*ir.Instruction)
	return operand.Mem{Base: align.Operands[1].(reg.Register)}, fn.LocalSize
}

func code(opcode string, operands ...operand.Op) []ir.Node {
	return []ir.Node{&ir.Instruction{Opcode: opcode, Operands: operands}}
}

func branch(opcode, label string) []ir.Node {
	return []ir.Node{&ir.Instruction{Opcode: opcode, Operands: []operand.Op{operand.LabelRef(label)}, IsBranch: true, IsConditional: true}}
}
