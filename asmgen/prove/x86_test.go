package prove

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/simdchacha/simdchacha/asmgen/prove/workshop"
)

// x86Bench has the vectors in registers 1 to 3, the general registers in CX, DX
// and BX, and the block at AX.
var x86Bench = bench{arch: AMD64, vectors: [3]int{1, 2, 3}, generals: [3]int{1, 2, 3}, base: 0, words: 8}

func TestModelAMD64(t *testing.T) {
	trials := x86Trials(t, func(evex bool) bool { return !evex })
	enter, leave := x86Frame("VMOVDQU", "Y")
	p := workshop.Build(t, "amd64", []string{"avx2"}, trialProgram(trials, "amd64", enter, leave))
	report(t, x86Bench.compare(t, p, trials))
}

func TestModelAVX512(t *testing.T) {
	trials := x86Trials(t, func(evex bool) bool { return evex })
	enter, leave := x86Frame("VMOVDQU32", "Z")
	p := workshop.Build(t, "amd64", []string{"avx512f", "avx512vl", "avx512bw"}, trialProgram(trials, "amd64", enter, leave))
	b := x86Bench
	b.words = 16
	report(t, b.compare(t, p, trials))
}

// TestModelCheckFails plants a model that is wrong in one bit of one lane.
func TestModelCheckFails(t *testing.T) {
	paddl := x86Trial(t, AMD64.instr["PADDL"][0], []int{1, 2}, 0)
	right := paddl.model
	paddl.model = func(m *Machine) {
		right(m)
		m.vector(2)[3] = m.xor(m.vector(2)[3], m.constant(1<<31))
	}
	enter, leave := x86Frame("VMOVDQU", "Y")
	trials := []trial{paddl}
	p := workshop.Build(t, "amd64", []string{"avx2"}, trialProgram(trials, "amd64", enter, leave))
	if wrong := x86Bench.compare(t, p, trials); len(wrong) != 1 || !strings.Contains(wrong[0], "word 19") {
		t.Errorf("a wrong model is reported as %q", wrong)
	}
}

// x86Frame loads a block, and stores it.
func x86Frame(move, vector string) (enter, leave string) {
	enter, leave = "\tMOVQ p+0(FP), AX\n", ""
	for i := range 3 {
		enter += fmt.Sprintf("\t%s %d(AX), %s%d\n", move, 64*i, vector, i+1)
		leave += fmt.Sprintf("\t%s %s%d, %d(AX)\n", move, vector, i+1, 64*i)
	}
	for i, r := range []string{"CX", "DX", "BX"} {
		enter += fmt.Sprintf("\tMOVQ %d(AX), %s\n", 4*blockGeneral+8*i, r)
		leave += fmt.Sprintf("\tMOVQ %s, %d(AX)\n", r, 4*blockGeneral+8*i)
	}
	return enter, leave + "\tVZEROUPPER\n\tRET\n"
}

// x86Trials returns trials of all forms, with their operands in different
// registers and in the same, and with several constants.
func x86Trials(t *testing.T, want func(evex bool) bool) (trials []trial) {
	for _, opcode := range sortedKeys(AMD64.instr) {
		for _, f := range AMD64.instr[opcode] {
			if !want(f.evex()) {
				continue
			}
			for _, k := range x86Constants(f) {
				trials = append(trials, x86Trial(t, f, []int{1, 2, 3, 1}, k))
			}
			for _, registers := range [][]int{{1, 1, 1, 1}, {3, 1, 1, 3}} {
				trials = append(trials, x86Trial(t, f, registers, x86Constants(f)[1%len(x86Constants(f))]))
			}
		}
	}
	if !want(false) {
		return trials
	}
	return append(trials, x86Jump(t)...)
}

func x86Constants(f *form) []int64 {
	switch {
	case slices.Contains(f.tokens, "i"):
		return []int64{0, 1, 2, 3, 4, 7, 8, 12, 15, 16, 17, 20, 24, 25, 31, 32, 33, 0x1b, 0x4e, 0x6c, 0x93, 0x96, 0xb1, 0xca, 0xdd, 0xe4, 0xff}
	case slices.Contains(f.tokens, "s"):
		return []int64{0, 1, 7, 8, 12, 16, 20, 24, 25, 31, 32, 33, 127}
	case slices.Contains(f.tokens, "I"):
		return []int64{0, 1, -1, 127, 128, -128, -129, 0x12345678, -1 << 31}
	case slices.Contains(f.tokens, "L") && strings.HasSuffix(f.opcode, "L"):
		return []int64{0, 1, 127, 128, 0x12345678, 0xfedcba98}
	case slices.Contains(f.tokens, "L"):
		return []int64{0, 1, -1, 127, 128, -128, 0x12345678, 0xfedcba98, 0x123456789abcdef0, -1 << 63}
	}
	return []int64{0}
}

// x86Trial makes a trial of a form, with registers in the order of operands.
func x86Trial(t *testing.T, f *form, registers []int, k int64) trial {
	opcode, suffix, _ := strings.Cut(f.opcode, ".")
	in := &ir.Instruction{Opcode: opcode}
	if suffix != "" {
		in.Suffixes = []string{suffix}
	}
	for i, token := range f.tokens {
		in.Operands = append(in.Operands, x86Operand(token, registers[i], k))
	}
	align := slices.ContainsFunc(f.tokens, func(s string) bool { return s[0] == 'a' })
	s, err := (&code{arch: AMD64}).decode(in)
	if err != nil {
		t.Fatalf("%s: %v", text(in), err)
	}
	return trial{name: text(in), lines: []string{text(in)}, evex: f.evex(), align: align, model: s.run}
}

func x86Operand(token string, register int, k int64) operand.Op {
	general := []reg.Physical{reg.RAX, reg.RCX, reg.RDX, reg.RBX}
	switch token {
	case "x":
		return reg.Vector.Lookup(reg.Index(register), reg.S128)
	case "y":
		return reg.Vector.Lookup(reg.Index(register), reg.S256)
	case "z":
		return reg.Vector.Lookup(reg.Index(register), reg.S512)
	case "r":
		return general[register]
	case "w":
		return reg.GeneralPurpose.Lookup(reg.Index(register), reg.S32)
	case "i", "s":
		return operand.U8(k)
	case "I":
		return operand.I32(k)
	case "L":
		return operand.I64(k)
	case "m0":
		return operand.Mem{Base: general[register], Disp: 12, Index: reg.RDX, Scale: 4}
	}
	return operand.Mem{Base: reg.RAX, Disp: 4 * blockMem}
}

// x86Jump returns trials of every jump after every instruction that sets flags
// for it: they leave 1 in BX if it is taken, and 2 if not.
func x86Jump(t *testing.T) (trials []trial) {
	for _, opcode := range strings.Fields("ADDQ SUBQ CMPQ ADDL SUBL CMPL TESTQ INCQ DECQ") {
		for _, f := range AMD64.instr[opcode] {
			if slices.ContainsFunc(f.tokens, func(s string) bool { return s[0] == 'm' }) {
				continue
			}
			for _, jump := range sortedKeys(x86Jumps) {
				registers := []int{1, 2, 1}
				if opcode == "TESTQ" {
					registers = []int{1, 1}
				}
				tr := x86Trial(t, f, registers, 1)
				on, set := x86Jumps[jump], tr.model
				label := fmt.Sprintf("taken%d", len(trials))
				tr.name += "; " + jump
				tr.lines = append(tr.lines, "MOVQ $1, BX", jump+" "+label, "MOVQ $2, BX", label+":")
				tr.model = func(m *Machine) { set(m); branchModel(m, on, 3) }
				if decidable(tr, on) {
					trials = append(trials, tr)
				}
			}
		}
	}
	return trials
}

// decidable reports whether the model has a result for a jump at all. It never
// has one where it says so for zeros.
func decidable(tr trial, on condition) bool {
	_, refused := x86Bench.concrete(newTerms(), &tr, block{})
	return refused == ""
}

// branchModel leaves 1 or 2 in a general register.
func branchModel(m *Machine, on condition, register int) {
	k := uint32(2)
	if m.decide(on)[0].taken {
		k = 1
	}
	m.setGeneral(register, value{m.constant(k), zero})
}
