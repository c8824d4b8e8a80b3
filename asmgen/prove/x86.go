package prove

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// AMD64 is the model of amd64, as Intel's Software Developer's Manual defines
// it, with the names and the order of operands of Go's assembler.
var AMD64 = &Arch{
	Name:      "amd64",
	instr:     x86Forms(),
	jumps:     x86Jumps,
	match:     matchX86,
	zeroing:   func(opcode string) bool { return opcode[0] == 'V' }, // VEX and EVEX do, legacy SSE does not
	keep:      keepX86,
	atReturn:  returnX86,
	alignment: alignmentX86,
	target: func(i *ir.Instruction) (ir.Label, bool) {
		if l := i.TargetLabel(); l != nil && len(i.Operands) == 1 {
			return *l, true
		}
		return "", false
	},
	test: func(*ir.Instruction, *code) (func(*Machine), error) { return nil, nil },
}

var x86Jumps = map[string]condition{
	"JMP": always,
	"JE":  equal, "JEQ": equal, "JZ": equal, "JNE": notEqual, "JNZ": notEqual,
	"JL": less, "JLT": less, "JLE": lessOrEqual, "JG": greater, "JGT": greater, "JGE": greaterOrEqual,
	"JB": lower, "JLO": lower, "JBE": lowerOrSame, "JLS": lowerOrSame,
	"JA": higher, "JHI": higher, "JAE": higherOrSame, "JHS": higherOrSame,
	"JC": carrySet, "JCS": carrySet, "JNC": carryClear, "JCC": carryClear,
}

func x86Forms() forms {
	fs := forms{}
	x86Vector(fs)
	x86Shuffles(fs)
	x86General(fs)
	return fs
}

// x86Vector has the arithmetic on vectors.
func x86Vector(fs forms) {
	lane := func(sse, vex, vexWidths string, evex string, f operator) {
		if sse != "" {
			fs.add(sse, "x", "V|A V", lanewise(f))
		}
		fs.add(vex, vexWidths, "V|M V V", lanewise(f))
		if evex != "" {
			fs.add(evex, "xyz", "V|M V V", lanewise(f))
			fs.add(evex+".BCST", "xyz", "b4 V V", lanewise(f))
		}
	}
	lane("PADDL", "VPADDD", "xyz", "", adds)
	fs.add("VPADDD.BCST", "xyz", "b4 V V", lanewise(adds))
	lane("PSUBL", "VPSUBD", "xyz", "", subs)
	lane("PXOR", "VPXOR", "xy", "VPXORD", xors)
	lane("POR", "VPOR", "xy", "VPORD", ors)
	lane("PAND", "VPAND", "xy", "VPANDD", ands)
	fs.add("PADDQ", "x", "V|A V", pairwise((*Terms).add64))
	fs.add("VPADDQ", "xyz", "V|M V V", pairwise((*Terms).add64))

	fs.add("PSLLL", "x", "s V", shifting(shls))
	fs.add("PSRLL", "x", "s V", shifting(shrs))
	fs.add("VPSLLD", "xyz", "i V V", shifting(shls))
	fs.add("VPSRLD", "xyz", "i V V", shifting(shrs))
	fs.add("VPROLD", "xyz", "i V V", shifting(rols))
	fs.add("VPRORD", "xyz", "i V V", shifting(rors))
	fs.add("VPTERNLOGD", "xyz", "i V|M V V", ternary)
	fs.add("VZEROUPPER", "", "", func([]arg) func(*Machine) { return zeroUpper })
}

// zeroUpper is VZEROUPPER. It spares registers 16 to 31.
func zeroUpper(m *Machine) {
	for r := range 16 {
		for i := 4; i < lanes; i++ {
			m.vector(r)[i] = zero
		}
	}
	m.wide = false
}

// ternary is VPTERNLOGD: any function of three bits, from a table with its
// value at c + 2*b + 4*a, where a is the destination. The table's algebraic
// normal form turns it into exclusive ors of conjunctions.
func ternary(o []arg) func(*Machine) {
	table := int(o[0].imm)
	for bit := 1; bit < 8; bit <<= 1 { // Möbius transformation
		for i := range 8 {
			if i&bit != 0 {
				table ^= table >> (i - bit) & 1 << i
			}
		}
	}
	c, b, a := &o[1], &o[2], &o[3]
	return func(m *Machine) {
		var in [3]vec
		c.get(m, &in[0], a.words)
		b.get(m, &in[1], a.words)
		a.get(m, &in[2], a.words)
		var r vec
		for i := range a.words {
			r[i] = m.polynomial(table, [3]Term{in[0][i], in[1][i], in[2][i]})
		}
		a.set(m, &r)
	}
}

// polynomial is the exclusive or of the products of those x whose bits are set
// in i, over all i whose bit is set in table.
func (t *Terms) polynomial(table int, x [3]Term) Term {
	r := zero
	for i := range 8 {
		if table>>i&1 == 0 {
			continue
		}
		product := t.constant(1<<32 - 1)
		for j := range x {
			if i>>j&1 != 0 {
				product = t.and(product, x[j])
			}
		}
		r = t.xor(r, product)
	}
	return r
}

// matchX86 decodes an operand as what a token says.
func matchX86(token string, op operand.Op, c *code) (arg, bool) {
	if r, ok := op.(reg.Physical); ok {
		words := map[string]int{"x": 4, "y": 8, "z": 16, "r": 2, "w": 1}[token]
		a, kind := arg{kind: argGeneral, reg: int(r.PhysicalIndex()), words: words}, reg.KindGP
		if words >= 4 {
			a.kind, kind = argVector, reg.KindVector
		}
		return a, words > 0 && int(r.Size()) == 4*words && r.Kind() == kind
	}
	if mem, ok := op.(operand.Mem); ok {
		var size int
		if n, err := fmt.Sscanf(token[1:], "%d", &size); n != 1 || err != nil && token != "m" || !strings.Contains("mab", token[:1]) {
			return arg{}, false
		}
		a, ok := addressX86(mem, c)
		a.aligned = token[0] == 'a'
		return arg{kind: argMem, words: size / 4, broadcast: token[0] == 'b', mem: a}, ok
	}
	k, ok := immediate(op)
	fits := map[string]bool{"s": k >= 0 && k < 128, "i": k >= 0 && k < 256, "I": k >= math.MinInt32 && k <= math.MaxInt32, "L": true}
	return arg{kind: argImm, imm: k}, ok && fits[token]
}

func addressX86(mem operand.Mem, c *code) (address, bool) {
	a := address{base: linear{offset: int64(mem.Disp)}, reg: -1, index: -1}
	switch b := mem.Base; {
	case b == reg.StaticBase:
		s, ok := c.symbol[mem.Symbol.String()]
		a.base.from = s
		return a, ok && mem.Index == nil
	case b == reg.FramePointer:
		a.base.from = params
	case b == reg.StackPointer && mem.Symbol.Name == "":
		a.base.from = frame
	default:
		p, ok := b.(reg.Physical)
		if !ok || p.Kind() != reg.KindGP || p.Size() != 8 {
			return a, false
		}
		a.reg = int(p.PhysicalIndex())
	}
	if mem.Index != nil {
		p, ok := mem.Index.(reg.Physical)
		if !ok || p.Kind() != reg.KindGP || p.Size() != 8 {
			return a, false
		}
		a.index, a.scale = int(p.PhysicalIndex()), int64(mem.Scale)
	}
	return a, true
}

// keepX86 refuses an instruction that may write a register that is Go's.
func keepX86(i *ir.Instruction) error {
	for _, op := range i.Operands {
		r, ok := op.(reg.Register)
		if !ok {
			continue
		}
		switch r.ID() {
		case reg.RSP.ID(), reg.RBP.ID(), reg.R14.ID():
			return fmt.Errorf("%s is Go's", r.Asm())
		}
	}
	return nil
}

// evexOnly are opcodes of AVX-512 whatever their operands. Those with 512 bits,
// or a suffix, or a general register to broadcast, are as well.
var evexOnly = strings.Fields("VPXORD VPORD VPANDD VMOVDQU32 VMOVDQU64 VMOVDQA32 VMOVDQA64 VPROLD VPRORD VPTERNLOGD VEXTRACTI32X4 " +
	"VINSERTI32X4 VBROADCASTI32X4 VSHUFI32X4")

// evex reports whether a form is one of AVX-512.
func (f *form) evex() bool {
	broadcast := strings.HasPrefix(f.opcode, "VPBROADCAST") && slices.ContainsFunc(f.tokens, func(s string) bool { return s == "w" || s == "r" })
	return slices.Contains(evexOnly, f.opcode) || slices.Contains(f.tokens, "z") || strings.Contains(f.opcode, ".") || broadcast
}

// checkFrame refuses a frame that is too large for a function that does not
// check whether the stack has room, or for the numbers that the proof gives to
// locations, or not whole words.
func checkFrame(fn *ir.Function) error {
	most := anythingAt
	if fn.Attributes&attr.NOSPLIT != 0 {
		most = 792
	}
	if fn.LocalSize%8 != 0 || fn.LocalSize > most {
		return fmt.Errorf("a frame of %d bytes", fn.LocalSize)
	}
	return nil
}

// alignmentX86 returns the alignment in an ANDQ, which is how a kernel computes
// an aligned address in its frame: it adds alignment - 1 before.
func alignmentX86(fn *ir.Function) int {
	for _, i := range fn.Instructions() {
		if i.Opcode != "ANDQ" {
			continue
		}
		if k, ok := immediate(i.Operands[0]); ok && k < 0 {
			return int(-k)
		}
	}
	return 0
}

// returnX86 checks what Go wants at a return: clean upper halves, as SSE code
// would be slow after others, and zero in X15, which its internal ABI keeps so.
func returnX86(m *Machine) error {
	if m.wide {
		return fmt.Errorf("RET without VZEROUPPER after vectors of more than 128 bits")
	}
	if !m.code.x15 {
		return nil
	}
	for _, x := range m.vector(15)[:4] {
		if x != zero {
			return fmt.Errorf("RET with %s in X15, which must be zero", m.show(x))
		}
	}
	return nil
}
