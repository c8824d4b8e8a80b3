package assembler

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	neon "github.com/simdchacha/simdchacha/asmgen/arm64"
)

// arm64 is Arm's syntax, whose order of operands is the reverse of Go's.
type arm64 struct{}

// armNames are the mnemonics that are not Go's in lower case without V or W. An
// x, w or q says how general registers, or F registers, are written.
var armNames = map[string]string{
	"ADD": "add x", "SUB": "sub x", "SUBS": "subs x", "CMP": "cmp x", "ORR": "orr x", "LSL": "lsl x", "LSR": "lsr x",
	"ADDW": "add w", "EORW": "eor w", "RORW": "ror w", "CBZ": "cbz x", "CBNZ": "cbnz x",
	"LDP": "ldp x", "LDPW": "ldp w", "STP": "stp x", "STPW": "stp w", "FLDPQ": "ldp q", "FSTPQ": "stp q", "RET": "ret ",
	"VADD": "add ", "VEOR": "eor ", "VREV32": "rev32 ", "VTBL": "tbl ", "VSHL": "shl ", "VSRI": "sri ", "VEXT": "ext ",
	"VZIP1": "zip1 ", "VZIP2": "zip2 ", "VUZP1": "uzp1 ", "VUZP2": "uzp2 ", "VLD1": "ld1 ", "VLD1R": "ld1r ",
	"B": "b ",
}

func (arm64) instruction(fn *ir.Function, i *ir.Instruction) string {
	name := armName(i)
	mnemonic, size, _ := strings.Cut(name, " ")
	var ops []string
	for _, op := range i.Operands {
		if _, ok := op.(operand.LabelRef); !ok {
			ops = append(ops, armOperand(fn, op, size))
		}
	}
	slices.Reverse(ops)
	if store := strings.HasPrefix(mnemonic, "st"); store { // what is stored comes first for Arm too
		slices.Reverse(ops)
	}
	if len(ops) == 2 {
		if a, ok := i.Operands[0].(neon.Address); ok && a.Mem.Base != reg.StaticBase { // of a local
			return fmt.Sprintf("add %s, sp, #%d", ops[0], a.Mem.Disp)
		}
	}
	return strings.TrimSpace(mnemonic + " " + strings.Join(ops, ", "))
}

// armName chooses the mnemonic where Go has one name for several instructions.
func armName(i *ir.Instruction) string {
	mem := func(n int) (operand.Mem, bool) { m, ok := i.Operands[n].(operand.Mem); return m, ok }
	switch size := map[string]string{"MOVD": "x8", "MOVWU": "w4", "MOVW": "w4", "FMOVQ": "q16"}[i.Opcode]; {
	case size != "":
		if _, ok := i.Operands[0].(neon.Address); ok {
			return "adr x"
		}
		if m, ok := mem(0); ok {
			return unscaled("ldr", m, size)
		}
		if m, ok := mem(1); ok {
			return unscaled("str", m, size)
		}
		return "mov " + size[:1]
	case i.Opcode == "VMOV" || i.Opcode == "VDUP":
		general := "x"
		for _, op := range i.Operands {
			if v, ok := op.(neon.V); ok && (v.Arrangement() == neon.S || v.Arrangement() == neon.S4) {
				general = "w"
			}
		}
		return map[string]string{"VMOV": "mov ", "VDUP": "dup "}[i.Opcode] + general
	case i.IsBranch && armNames[i.Opcode] == "":
		return "b." + strings.ToLower(i.Opcode[1:]) + " "
	}
	return armNames[i.Opcode]
}

// unscaled is the name of a load or store, which depends on the offset.
func unscaled(name string, m operand.Mem, size string) string {
	var bytes int
	fmt.Sscanf(size[1:], "%d", &bytes)
	if m.Base.Kind() == neon.KindR && (m.Disp < 0 || m.Disp%bytes != 0) {
		name = name[:2] + "u" + name[2:] // ldur, stur
	}
	return name + " " + size[:1]
}

func armOperand(fn *ir.Function, op operand.Op, size string) string {
	switch op := op.(type) {
	case neon.R:
		return fmt.Sprintf("%s%d", size, op.ID().Index())
	case neon.V:
		return armVector(op)
	case neon.List:
		return "{ " + armVector(op.V) + " }"
	case neon.Pair:
		return armOperand(fn, op.First, size) + ", " + armOperand(fn, op.Second, size)
	case neon.Shifted:
		return fmt.Sprintf("%s, lsl #%d", armOperand(fn, op.R, size), op.Amount)
	case neon.Address:
		return fmt.Sprintf("%s+%d", op.Mem.Symbol.Name, op.Mem.Disp)
	case operand.Mem:
		return armMem(fn, op)
	}
	return "#" + constant(op)
}

func armVector(v neon.V) string {
	n := v.ID().Index()
	switch a := v.Arrangement(); a {
	case neon.Q:
		return fmt.Sprintf("q%d", n)
	case neon.S, neon.D:
		return fmt.Sprintf("v%d.%s[%d]", n, strings.ToLower(string(a)), v.Lane())
	default: // B16 is .16b
		return fmt.Sprintf("v%d.%s%s", n, a[1:], strings.ToLower(string(a[:1])))
	}
}

// armFrame is the size of a frame, with the return address and padding.
func armFrame(fn *ir.Function) int {
	if fn.LocalSize == 0 {
		return 0
	}
	size := fn.LocalSize + 8
	return size + 16 - size%16
}

func armMem(fn *ir.Function, m operand.Mem) string {
	at, base := m.Disp, "sp"
	if m.Base == reg.FramePointer {
		at += armFrame(fn) + 8
	} else if r, ok := m.Base.(neon.R); ok {
		base = fmt.Sprintf("x%d", r.ID().Index())
	}
	if at == 0 {
		return "[" + base + "]"
	}
	return fmt.Sprintf("[%s, #%d]", base, at)
}

func (arm64) frame(fn *ir.Function) (begin, before, end []string) {
	size := armFrame(fn)
	if size == 0 {
		return nil, nil, nil
	}
	begin = []string{fmt.Sprintf(`str x30, \[sp, #-%d\]!`, size), `stur x29, \[sp, #-8\]`, `sub x29, sp, #8`}
	if size > 240 { // out of reach of one instruction
		begin = []string{fmt.Sprintf(`sub x20, sp, #%d`, size), `stp x29, x30, \[x20, #-8\]`, `mov sp, x20`, `sub x29, sp, #8`}
	}
	return begin, []string{fmt.Sprintf(`add x29, sp, #%d`, size-8), fmt.Sprintf(`add sp, sp, #%d`, size)}, nil
}

var (
	page   = regexp.MustCompile(`^adrp (x\d+), (\d+)`)
	inPage = regexp.MustCompile(`^add (x\d+), (x\d+), #(\d+)$`)
)

// symbols makes one line of ADRP and ADD, the address of a table.
func (arm64) symbols(lines []line, i int, name func(addr uint64) string) (string, bool) {
	text := lines[i].text
	if i == 0 {
		return text, false
	}
	p, a := page.FindStringSubmatch(lines[i-1].text), inPage.FindStringSubmatch(text)
	if p == nil || a == nil || p[1] != a[1] || a[1] != a[2] {
		return text, false
	}
	var base, offset uint64
	fmt.Sscan(p[2], &base)
	fmt.Sscan(a[3], &offset)
	return fmt.Sprintf("adr %s, %s", a[1], name(base+offset)), true
}
