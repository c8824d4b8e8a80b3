package assembler

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// amd64 is AT&T's syntax, whose order of operands Go's assembler has.
type amd64 struct{}

// attNames are the mnemonics that are not Go's in lower case.
var attNames = map[string]string{
	"MOVO": "movdqa", "MOVOA": "movdqa", "MOVOU": "movdqu", "MOVD": "movq",
	"PADDL": "paddd", "PSUBL": "psubd", "PSLLL": "pslld", "PSRLL": "psrld", "PSHUFL": "pshufd",
	"PUNPCKLLQ": "punpckldq", "PUNPCKHLQ": "punpckhdq", "RET": "retq",
	"JEQ": "je", "JLT": "jl", "JGT": "jg", "JCS": "jb", "JCC": "jae", "JC": "jb", "JNC": "jae", "JHI": "ja", "JLS": "jbe",
}

func (amd64) instruction(fn *ir.Function, i *ir.Instruction) string {
	name, ok := attNames[i.Opcode]
	if !ok {
		name = strings.ToLower(i.Opcode)
	}
	var ops []string
	for _, op := range i.Operands {
		if _, ok := op.(operand.LabelRef); ok {
			continue // a jump has no other
		}
		ops = append(ops, attOperand(fn, op))
	}
	if len(i.Suffixes) == 1 && i.Suffixes[0] == "BCST" {
		r := i.Operands[len(i.Operands)-1].(reg.Register)
		ops[0] += fmt.Sprintf("{1to%d}", r.Size()/4)
	}
	if strings.HasPrefix(i.Opcode, "CMP") { // Go has the order of the subtraction
		ops[0], ops[1] = ops[1], ops[0]
	}
	return strings.TrimSpace(name + " " + strings.Join(ops, ", "))
}

func attOperand(fn *ir.Function, op operand.Op) string {
	switch op := op.(type) {
	case reg.Physical:
		return "%" + attRegister(op)
	case operand.Mem:
		return attMem(fn, op)
	}
	return "$" + constant(op)
}

func attRegister(r reg.Physical) string {
	name := strings.ToLower(r.Asm())
	switch {
	case r.Kind() == reg.KindVector:
		return name[:1] + "mm" + name[1:]
	case r.Size() == 4 && name[0] == 'r': // R8 to R15
		return name + "d"
	case r.Size() == 4:
		return "e" + name
	case name[0] == 'r':
		return name
	}
	return "r" + name
}

func attMem(fn *ir.Function, m operand.Mem) string {
	at, base := m.Disp, "%rsp"
	switch m.Base {
	case reg.StaticBase:
		return fmt.Sprintf("%s+%d(%%rip)", m.Symbol.Name, m.Disp)
	case reg.FramePointer:
		at += 8 + fn.LocalSize // above the return address and the frame
		if fn.LocalSize > 0 {
			at += 8 // and the caller's frame pointer
		}
	case reg.StackPointer:
	default:
		base = "%" + attRegister(m.Base.(reg.Physical))
	}
	if m.Index != nil {
		base += fmt.Sprintf(",%%%s,%d", attRegister(m.Index.(reg.Physical)), m.Scale)
	}
	if at == 0 {
		return "(" + base + ")"
	}
	return fmt.Sprintf("%d(%s)", at, base)
}

// constant is the value of a constant in decimal.
func constant(op operand.Op) string {
	switch k := op.(type) {
	case operand.U8:
		return fmt.Sprint(uint8(k))
	case operand.U16:
		return fmt.Sprint(uint16(k))
	case operand.U32:
		return fmt.Sprint(uint32(k))
	case operand.U64:
		return fmt.Sprint(uint64(k))
	case operand.I8:
		return fmt.Sprint(int8(k))
	case operand.I16:
		return fmt.Sprint(int16(k))
	case operand.I32:
		return fmt.Sprint(int32(k))
	case operand.I64:
		return fmt.Sprint(int64(k))
	}
	return fmt.Sprintf("(%T)", op)
}

func (amd64) frame(fn *ir.Function) (begin, before, end []string) {
	if fn.Attributes&attr.NOSPLIT == 0 { // room on the stack is checked, and made at the end
		begin = []string{`movq %fs:-8, %r14`, `leaq -\d+\(%rsp\), %r12`, `cmpq 16\(%r14\), %r12`, `jbe \d+ <.*>`}
		end = []string{`callq \d+ <runtime\.morestack.*>`, `jmp \d+ <.*>`}
	}
	if fn.LocalSize == 0 {
		return begin, nil, end
	}
	enter, leave := fmt.Sprintf(`subq \$%d, %%rsp`, fn.LocalSize), fmt.Sprintf(`addq \$%d, %%rsp`, fn.LocalSize)
	if fn.LocalSize == 128 { // -128 is a byte, 128 is not
		enter, leave = `addq \$-128, %rsp`, `subq \$-128, %rsp`
	}
	return append(begin, `pushq %rbp`, `movq %rsp, %rbp`, enter), []string{leave, `popq %rbp`}, end
}

var ripRelative = regexp.MustCompile(`-?\d+\(%rip\)`)

// symbols needs the address of the next instruction.
func (amd64) symbols(lines []line, i int, name func(addr uint64) string) (string, bool) {
	text := lines[i].text
	if i+1 == len(lines) {
		return text, false
	}
	return ripRelative.ReplaceAllStringFunc(text, func(s string) string {
		var offset int64
		fmt.Sscanf(s, "%d", &offset)
		return name(uint64(int64(lines[i+1].addr)+offset)) + "(%rip)"
	}), false
}
