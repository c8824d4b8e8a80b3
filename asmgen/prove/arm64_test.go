package prove

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"

	"github.com/simdchacha/simdchacha/asmgen/arm64"
	"github.com/simdchacha/simdchacha/asmgen/prove/workshop"
)

// armBench has the vectors in V1 to V3, the general registers in R1 to R3, and
// the block at R0.
var armBench = bench{arch: ARM64, vectors: [3]int{1, 2, 3}, generals: [3]int{1, 2, 3}, base: 0, words: 4}

func TestModelARM64(t *testing.T) {
	trials := armTrials(t)
	enter, leave := armFrame()
	p := workshop.Build(t, "arm64", nil, trialProgram(trials, "arm64", enter, leave))
	report(t, armBench.compare(t, p, trials))
}

func armFrame() (enter, leave string) {
	enter = "\tMOVD p+0(FP), R0\n"
	for i := range 3 {
		enter += fmt.Sprintf("\tFMOVQ %d(R0), F%d\n\tMOVD %d(R0), R%d\n", 64*i, i+1, 4*blockGeneral+8*i, i+1)
		leave += fmt.Sprintf("\tFMOVQ F%d, %d(R0)\n\tMOVD R%d, %d(R0)\n", i+1, 64*i, i+1, 4*blockGeneral+8*i)
	}
	return enter, leave + "\tRET\n"
}

// armTrials returns trials of what the builders of package arm64 emit. Every
// form must be among them.
func armTrials(t *testing.T) (trials []trial) {
	used := map[string]bool{"MOVD $, r": true} // an address is known to the linker alone
	for _, i := range armInstructions() {
		c := &code{arch: ARM64}
		s, err := c.decode(i)
		if err != nil {
			t.Fatalf("%s: %v", text(i), err)
		}
		for _, f := range ARM64.instr[i.Opcode] {
			if _, ok := c.match(f, i.Operands); ok {
				used[f.String()] = true
				break
			}
		}
		// The memory of a trial begins at blockMem; VLD1 and VLD1R know no offset.
		line := []string{text(i)}
		if strings.HasPrefix(i.Opcode, "VLD1") {
			line = []string{fmt.Sprintf("ADD $%d, R0", 4*blockMem), line[0], fmt.Sprintf("SUB $%d, R0", 4*blockMem)}
			run := s.run
			s.run = func(m *Machine) { moveBase(m, 4*blockMem); run(m) }
		}
		trials = append(trials, trial{name: text(i), lines: line, model: s.run})
	}
	for _, opcode := range sortedKeys(ARM64.instr) {
		for _, f := range ARM64.instr[opcode] {
			if !used[f.String()] {
				t.Errorf("nothing executes %s", f)
			}
		}
	}
	return append(trials, armJumps()...)
}

func moveBase(m *Machine, by uint32) {
	m.setGeneral(0, m.add64(m.general(0), value{m.constant(by), zero}))
}

// armInstructions emits every instruction, with its operands in different
// registers and in the same, and with several constants.
func armInstructions() []*ir.Instruction {
	f := arm64.NewFunction(ir.NewFile(), "f", "func()")
	mem := func(offset int) operand.Mem { return arm64.Mem(arm64.FixedR(0), 4*blockMem+offset) }
	for _, n := range [][3]int{{1, 2, 3}, {1, 1, 2}, {2, 1, 2}, {3, 3, 3}} {
		d, a, b := arm64.FixedR(n[0]), arm64.FixedR(n[1]), arm64.FixedR(n[2])
		v, x, y := arm64.FixedV(n[0]), arm64.FixedV(n[1]), arm64.FixedV(n[2])
		for _, emit := range []func(d, a, b arm64.R){f.Add, f.Sub, f.Subs, f.AddW, f.EorW} {
			emit(d, a, b)
		}
		f.Cmp(a, b)
		f.Mov(d, a)
		f.MovW(d, a)
		for _, k := range []int{1, 6, 16, 31, 32, 33, 63} {
			f.AddLsl(d, a, b, k)
			f.OrrLsl(d, a, b, k)
			f.LslI(d, a, k)
			f.LsrI(d, a, k)
		}
		for _, k := range []int{0, 1, 16, 4095} {
			f.AddI(d, a, k)
			f.SubI(d, a, k)
			f.SubsI(d, a, k)
			f.CmpI(a, k)
			f.MovI(d, k)
		}
		for k := 1; k < 32; k++ {
			f.RorW(d, a, k)
			f.ShlS(v, x, k)
			f.SriS(v, x, k)
		}
		for k := 1; k < 16; k++ {
			f.Ext(v, x, y, k)
		}
		for _, emit := range []func(v, x, y arm64.V){f.AddS, f.AddD, f.Eor, f.Zip1S, f.Zip2S, f.Zip1D, f.Zip2D, f.Uzp1S, f.Uzp2S, f.Tbl} {
			emit(v, x, y)
		}
		f.Mov16B(v, x)
		f.Rev32H(v, x)
		f.DupS(v, a)
		f.DupD(v, a)
		for lane := range 4 {
			f.DupLaneS(v, x, lane)
			f.InsS(v, lane, a)
		}
		for lane := range 2 {
			f.DupLaneD(v, x, lane)
			f.InsD(v, lane, a)
		}
		f.Ldr(d, mem(8))
		f.LdrW(d, mem(4))
		f.Str(a, mem(16))
		f.StrW(a, mem(12))
		f.LdrQ(v, mem(16))
		f.StrQ(x, mem(32))
		f.Stp(a, b, mem(16))
		f.StpW(a, b, mem(8))
		f.StpQ(x, y, mem(0))
		f.Ld1S(v, arm64.Mem(arm64.FixedR(0), 0))
		f.Ld1RS(v, arm64.Mem(arm64.FixedR(0), 0))
		f.Ld1RD(v, arm64.Mem(arm64.FixedR(0), 0))
	}
	f.Ldp(arm64.FixedR(1), arm64.FixedR(3), mem(8))
	f.LdpW(arm64.FixedR(3), arm64.FixedR(2), mem(4))
	f.LdpQ(arm64.FixedV(2), arm64.FixedV(1), mem(32))
	return f.Instructions()
}

// armJumps returns trials of every jump: they leave 1 in R3 if it is taken, and
// 2 if not.
func armJumps() (trials []trial) {
	one, two := arm64.FixedR(1), arm64.FixedR(2)
	f := arm64.NewFunction(ir.NewFile(), "f", "func()")
	f.Cmp(one, two)
	f.CmpI(one, 1)
	f.Subs(one, one, two)
	for _, i := range f.Instructions() {
		for _, jump := range sortedKeys(ARM64.jumps) {
			if strings.HasPrefix(jump, "CB") {
				continue
			}
			s, _ := (&code{arch: ARM64}).decode(i)
			trials = append(trials, armJump(len(trials), []string{text(i)}, jump, s.run, ARM64.jumps[jump]))
		}
	}
	for _, jump := range []string{"CBZ", "CBNZ"} {
		test, _ := testARM(&ir.Instruction{Opcode: jump, Operands: []operand.Op{one, operand.LabelRef("l")}}, nil)
		trials = append(trials, armJump(len(trials), nil, jump+" R1,", test, ARM64.jumps[jump]))
	}
	return trials
}

func armJump(number int, before []string, jump string, set func(*Machine), on condition) trial {
	label := fmt.Sprintf("taken%d", number)
	return trial{
		name:  strings.Join(before, "") + " " + jump,
		lines: append(before, "MOVD $1, R3", jump+" "+label, "MOVD $2, R3", label+":"),
		model: func(m *Machine) { set(m); branchModel(m, on, 3) },
	}
}
