package prove

import (
	"fmt"
	"strings"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/simdchacha/simdchacha/asmgen/arm64"
)

// ARM64 is the model of arm64, as the Arm Architecture Reference Manual defines
// it, with the names and the order of operands of Go's assembler. Tokens of
// forms are those of amd64, except for vector registers, which have an
// arrangement:
//
//	B16 H8 S4 D2  the register, in lanes; in brackets, as a list
//	S D           one lane of it
//	Q             the register as Fn
//	rr ww QQ      a pair of registers
//	<<            a general register, shifted left
//	$             the address of memory
var ARM64 = &Arch{
	Name:       "arm64",
	frameStart: 8, // below is the return address
	instr:      armForms(),
	jumps: map[string]condition{
		"B": always, "BEQ": equal, "BNE": notEqual, "CBZ": equal, "CBNZ": notEqual,
		"BLT": less, "BLE": lessOrEqual, "BGT": greater, "BGE": greaterOrEqual,
		"BLO": lower, "BLS": lowerOrSame, "BHI": higher, "BHS": higherOrSame,
	},
	match:     matchARM,
	zeroing:   func(string) bool { return false },
	keep:      keepARM,
	atReturn:  func(*Machine) error { return nil },
	alignment: func(*ir.Function) int { return 0 },
	target:    arm64.Target,
	test:      testARM,
}

func armForms() forms {
	fs := forms{}
	armMoves(fs)
	armGeneral(fs)
	armVector(fs)
	return fs
}

// armMoves has loads and stores, and moves between general registers.
func armMoves(fs forms) {
	copies := moving(same)
	fs.add("MOVD", "", "r|m8|L r", copies)
	fs.add("MOVD", "", "r m8", copies)
	fs.add("MOVD", "", "$ r", copies)
	fs.add("MOVWU", "", "w|m4 w", copies)
	fs.add("MOVW", "", "w m4", copies)
	fs.add("LDP", "", "m16 rr", copies)
	fs.add("STP", "", "rr m16", copies)
	fs.add("LDPW", "", "m8 ww", copies)
	fs.add("STPW", "", "ww m8", copies)
	fs.add("FMOVQ", "", "m16 Q", copies)
	fs.add("FMOVQ", "", "Q m16", copies)
	fs.add("FLDPQ", "", "m32 QQ", copies)
	fs.add("FSTPQ", "", "QQ m32", copies)
	fs.add("VLD1", "", "m16 [S4]", copies)
	fs.add("VLD1R", "", "m4 [S4]", moving(func(_, _ int) int { return 0 }))
	fs.add("VLD1R", "", "m8 [D2]", moving(func(_, i int) int { return i % 2 }))
}

// armGeneral has the arithmetic on general registers.
func armGeneral(fs forms) {
	fs.add("ADD", "", "r|i|<< r r", pairwise((*Terms).add64))
	fs.add("SUB", "", "r|i r r", pairwise((*Terms).sub64))
	fs.add("SUBS", "", "r|i r r", func(o []arg) func(*Machine) {
		subtract, compare := pairwise((*Terms).sub64)(o), compareARM(o)
		return func(m *Machine) { compare(m); subtract(m) }
	})
	fs.add("CMP", "", "r|i r", compareARM)
	fs.add("ORR", "", "<< r r", pairwise(func(t *Terms, a, b value) value { return value{t.or(a.lo, b.lo), t.or(a.hi, b.hi)} }))
	fs.add("LSL", "", "6 r r", shiftPair((*Terms).shl64))
	fs.add("LSR", "", "6 r r", shiftPair((*Terms).shr64))
	fs.add("ADDW", "", "w w w", lanewise(adds))
	fs.add("EORW", "", "w w w", lanewise(xors))
	fs.add("RORW", "", "5 w w", shifting(rors))
}

// armVector has the instructions on vectors.
func armVector(fs forms) {
	fs.add("VADD", "", "S4 S4 S4", lanewise(adds))
	fs.add("VADD", "", "D2 D2 D2", pairwise((*Terms).add64))
	fs.add("VEOR", "", "B16 B16 B16", lanewise(xors))
	fs.add("VSHL", "", "5 S4 S4", shifting(shls))
	fs.add("VSRI", "", "5 S4 S4", insertShifted)
	fs.add("VREV32", "", "H8 H8", each(func(t *Terms, x Term) Term { return t.rotate(x, 16) }))
	fs.add("VTBL", "", "B16 [B16] B16", shuffleBytes(16))
	fs.add("VEXT", "", "4 B16 B16 B16", func(o []arg) func(*Machine) {
		return alignBytes([]arg{o[0], o[2], o[1], o[3]}) // lower bytes first
	})
	for opcode, from := range map[string]func(k, i int) int{
		"VZIP1": fixed(0, 4, 1, 5), "VZIP2": fixed(2, 6, 3, 7), "VUZP1": fixed(0, 2, 4, 6), "VUZP2": fixed(1, 3, 5, 7),
	} {
		fs.add(opcode, "", "S4 S4 S4", merging(inPieces(from)))
	}
	fs.add("VZIP1", "", "D2 D2 D2", merging(inPieces(fixed(0, 1, 4, 5))))
	fs.add("VZIP2", "", "D2 D2 D2", merging(inPieces(fixed(2, 3, 6, 7))))
	fs.add("VMOV", "", "B16 B16", moving(same))
	fs.add("VMOV", "", "w S", moving(same))
	fs.add("VMOV", "", "r D", moving(same))
	fs.add("VDUP", "", "w|S S4", moving(func(_, _ int) int { return 0 }))
	fs.add("VDUP", "", "r|D D2", moving(func(_, i int) int { return i % 2 }))
}

// insertShifted is SRI: a >> k, below the upper k bits of the destination.
func insertShifted(o []arg) func(*Machine) {
	k, a, to := int(o[0].imm), &o[1], &o[2]
	return func(m *Machine) {
		var x, r vec
		a.get(m, &x, 4)
		to.get(m, &r, 4)
		kept := m.constant(^(^uint32(0) >> k))
		for i := range 4 {
			r[i] = m.or(m.and(r[i], kept), m.shr(x[i], k))
		}
		to.set(m, &r)
	}
}

// compareARM sets the flags for the second operand against the first.
func compareARM(o []arg) func(*Machine) {
	b, a := &o[0], &o[1]
	return func(m *Machine) {
		m.flags = flags{of: difference, x: a.pair(m, 2), y: b.pair(m, 2), words: 2}
	}
}

func shiftPair(f func(t *Terms, x value, k int) value) func(o []arg) func(*Machine) {
	return func(o []arg) func(*Machine) {
		k, a, to := int(o[0].imm), &o[1], &o[2]
		return func(m *Machine) {
			r := f(m.Terms, a.pair(m, 2), k)
			to.set(m, &vec{r.lo, r.hi})
		}
	}
}

// testARM returns what CBZ and CBNZ compare with zero.
func testARM(i *ir.Instruction, c *code) (func(*Machine), error) {
	if i.Opcode != "CBZ" && i.Opcode != "CBNZ" {
		if len(i.Operands) != 1 {
			return nil, fmt.Errorf("a jump with operands that are not modelled")
		}
		return nil, nil
	}
	a, ok := matchARM("r", i.Operands[0], c)
	if !ok || len(i.Operands) != 2 {
		return nil, fmt.Errorf("a jump with operands that are not modelled")
	}
	return func(m *Machine) {
		m.flags = flags{of: difference, x: a.pair(m, 2), y: value{zero, zero}, words: 2, noCarry: true}
	}, nil
}

// matchARM decodes an operand as what a token says.
func matchARM(token string, op operand.Op, c *code) (arg, bool) {
	switch op := op.(type) {
	case arm64.R:
		words := map[string]int{"r": 2, "w": 1}[token]
		return arg{kind: argGeneral, reg: int(op.ID().Index()), words: words}, words > 0 && !op.ID().IsVirtual()
	case arm64.V:
		words := map[string]int{"S": 1, "D": 2}[token]
		if words == 0 {
			words = 4
		}
		a := arg{kind: argVector, reg: int(op.ID().Index()), words: words, lane: words * op.Lane()}
		return a, token == string(op.Arrangement()) && !op.ID().IsVirtual()
	case arm64.List:
		inner, ok := strings.CutPrefix(strings.TrimSuffix(token, "]"), "[")
		a, okV := matchARM(inner, op.V, c)
		return a, ok && okV
	}
	return matchCompound(token, op, c)
}

func matchCompound(token string, op operand.Op, c *code) (arg, bool) {
	switch op := op.(type) {
	case arm64.Pair:
		if len(token) != 2 {
			return arg{}, false
		}
		a, okA := matchARM(token[:1], op.First, c)
		b, okB := matchARM(token[1:], op.Second, c)
		a.second = &b
		return a, okA && okB
	case arm64.Shifted:
		a, ok := matchARM("r", op.R, c)
		a.shift = op.Amount
		return a, ok && token == "<<"
	case arm64.Address:
		mem, ok := addressARM(op.Mem, c)
		return arg{kind: argAddress, mem: mem}, ok && token == "$"
	case operand.Mem:
		var size int
		n, _ := fmt.Sscanf(token, "m%d", &size)
		mem, ok := addressARM(op, c)
		return arg{kind: argMem, words: size / 4, mem: mem}, ok && n == 1 && op.Base != reg.StaticBase
	}
	k, ok := immediate(op)
	least, most := int64(0), int64(-1)
	switch token {
	case "4", "5", "6": // by which something is moved
		least, most = 1, 1<<(token[0]-'0')-1
	case "i":
		most = 1<<12 - 1
	case "L":
		most = 1<<16 - 1
	}
	return arg{kind: argImm, imm: k}, ok && k >= least && k <= most
}

func addressARM(mem operand.Mem, c *code) (address, bool) {
	a := address{base: linear{offset: int64(mem.Disp)}, reg: -1, index: -1}
	switch b := mem.Base.(type) {
	case arm64.R:
		a.reg = int(b.ID().Index())
		return a, mem.Index == nil && mem.Symbol.Name == ""
	case reg.Register:
		switch b.Asm() {
		case "RSP":
			a.base.from = frame
		case "FP":
			a.base.from = params
		case "SB":
			s, ok := c.symbol[mem.Symbol.String()]
			a.base.from = s
			return a, ok && mem.Index == nil
		default:
			return a, false
		}
		return a, mem.Index == nil
	}
	return a, false
}

// keepARM refuses an instruction that names a register that is not a kernel's
// (Go's internal ABI, arm64: R16 and R17 are the linker's, R18 the platform's,
// R27 the assembler's, R28 the goroutine, R29 the frame, R30 the return
// address).
func keepARM(i *ir.Instruction) error {
	for _, op := range i.Operands {
		rs, err := arm64.Registers(op)
		if err != nil {
			return err
		}
		for _, r := range rs {
			if n := r.ID().Index(); r.Kind() == arm64.KindR && (n >= 16 && n <= 18 || n >= 27) {
				return fmt.Errorf("%s is not a kernel's", r.Asm())
			}
		}
	}
	return nil
}
