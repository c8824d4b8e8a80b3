package simdchacha_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/simdchacha/simdchacha"
)

// TestInstructionSet derives what each kernel requires from its encoded bytes
// and compares it with its gate (golang/go#63871).
func TestInstructionSet(t *testing.T) {
	eachDisassembly(t, func(t *testing.T, k simdchacha.Kernel, _ *asmFunc, code []machineCode) {
		allowed, used := gate(t, k), map[string]bool{}
		for _, c := range code {
			flags, ok := required(c.mnemonic, encodingOf(c.code))
			if !ok {
				t.Errorf("% x: %s is not among the instructions that may be used", c.code, c.mnemonic)
			}
			for _, flag := range flags {
				used[flag] = true
				if !slices.Contains(allowed, flag) {
					t.Errorf("% x: %s %s needs %s, which Available does not ask for", c.code, c.mnemonic, c.operands, flag)
				}
			}
		}
		t.Logf("%d instructions, which need %v of %v", len(code), used, allowed)
	})
}

// TestAssembler compares the machine code, as LLVM reads it, with the assembly
// text: Go's assembler has mis-encoded instructions (golang/go#57952), and
// takes some names for others than Intel does.
func TestAssembler(t *testing.T) {
	eachDisassembly(t, func(t *testing.T, _ simdchacha.Kernel, f *asmFunc, code []machineCode) {
		want := f.intel()
		got, err := f.withoutFrame(code)
		if err != nil {
			t.Fatal(err)
		}
		for i := range min(len(got), len(want)) {
			if got[i] != want[i] {
				t.Fatalf("instruction %d is %q, want %q", i, got[i], want[i])
			}
		}
		if len(got) != len(want) {
			t.Errorf("%d instructions, want %d", len(got), len(want))
		}
	})
}

// intel returns the instructions of f as LLVM would print them, except that
// operands are normal: see normal.
func (f *asmFunc) intel() (out []string) {
	labels, n := map[string]int{}, 0
	for _, l := range f.body {
		if l.label != "" {
			labels[l.label] = n
		} else {
			n++
		}
	}
	for _, l := range f.body {
		if l.label != "" {
			continue
		}
		var ops []string
		for _, arg := range l.args {
			if target, ok := labels[arg]; ok {
				ops = append(ops, fmt.Sprint("to ", target))
				continue
			}
			op := f.intelOperand(arg)
			if strings.HasSuffix(l.op, "L") { // 32 bits
				if generalRegister.MatchString(arg) {
					op = "e" + op[1:]
				} else if numberedRegister.MatchString(arg) {
					op += "d"
				}
			}
			if strings.HasSuffix(l.op, ".BCST") && strings.HasPrefix(op, "[") {
				op += "{1to}"
			}
			ops = append(ops, op)
		}
		if !strings.HasPrefix(l.op, "CMP") { // it alone has Intel's order
			slices.Reverse(ops)
		}
		out = append(out, strings.TrimSpace(intelMnemonic(l)+" "+strings.Join(ops, ", ")))
	}
	return out
}

// intelNames are the names that Go's assembler spells otherwise (its manual is
// cmd/internal/obj/x86 and the table of golang.org/x/arch/x86). MOVD is what
// Intel means by it, as generators take it from there.
var intelNames = map[string]string{
	"ADDQ": "add", "SUBQ": "sub", "CMPQ": "cmp", "LEAQ": "lea", "DECQ": "dec", "INCQ": "inc", "ANDQ": "and", "NEGQ": "neg",
	"SHLQ": "shl", "SHRQ": "shr", "TESTQ": "test", "MOVL": "mov", "ADDL": "add", "CMPL": "cmp",
	"JLT": "jl", "JG": "jg", "JGT": "jg", "JGE": "jge", "JLE": "jle", "JEQ": "je", "JCS": "jb", "JCC": "jae", "JHI": "ja", "JLS": "jbe",
	"MOVO": "movdqa", "MOVOA": "movdqa", "MOVOU": "movdqu", "PADDL": "paddd", "PSUBL": "psubd", "PSLLL": "pslld", "PSRLL": "psrld",
	"PSHUFL": "pshufd", "PUNPCKLLQ": "punpckldq", "PUNPCKHLQ": "punpckhdq",
}

func intelMnemonic(l asmLine) string {
	if l.op == "MOVQ" && !slices.ContainsFunc(l.args, vectorRegister.MatchString) {
		return "mov"
	}
	if name, ok := intelNames[l.op]; ok {
		return name
	}
	return strings.ToLower(strings.TrimSuffix(l.op, ".BCST"))
}

var (
	generalRegister  = regexp.MustCompile(`^(AX|BX|CX|DX|SI|DI|SP|BP)$`)
	numberedRegister = regexp.MustCompile(`^R\d+$`)
	argument         = regexp.MustCompile(`^\w+\+(\d+)\(FP\)$`)
	global           = regexp.MustCompile(`^\w+<>\+\d+\(SB\)$`)
	address          = regexp.MustCompile(`^(-?\d*)\((\w+)\)(?:\((\w+)\*(\d)\))?$`)
)

func (f *asmFunc) intelOperand(arg string) string {
	if m := vectorRegister.FindStringSubmatch(arg); m != nil {
		return strings.ToLower(m[1]) + "mm" + m[2]
	}
	if generalRegister.MatchString(arg) {
		return "r" + strings.ToLower(arg)
	}
	if imm, ok := strings.CutPrefix(arg, "$"); ok {
		n, err := strconv.ParseInt(imm, 0, 64)
		if err != nil {
			return err.Error()
		}
		return fmt.Sprint(n)
	}
	if m := argument.FindStringSubmatch(arg); m != nil {
		offset, _ := strconv.Atoi(m[1])
		offset += f.frame + 8 // over the locals and the return address
		if f.frame > 0 {
			offset += 8 // and the frame pointer
		}
		return fmt.Sprintf("[rsp + %d]", offset)
	}
	if global.MatchString(arg) {
		return "[rip]"
	}
	if m := address.FindStringSubmatch(arg); m != nil {
		s := f.intelOperand(m[2])
		if m[3] != "" {
			s += " + " + m[4] + "*" + f.intelOperand(m[3])
		}
		if n, _ := strconv.Atoi(m[1]); n > 0 {
			s += fmt.Sprint(" + ", n)
		} else if n < 0 {
			s += fmt.Sprint(" - ", -n)
		}
		return "[" + s + "]"
	}
	return strings.ToLower(arg)
}

// withoutFrame returns the instructions without those that the assembler adds,
// and with normal operands.
func (f *asmFunc) withoutFrame(code []machineCode) (out []string, err error) {
	lines := make([]string, len(code))
	for i, c := range code {
		lines[i] = strings.TrimSpace(c.mnemonic + " " + normal(c.operands))
	}
	added := make([]bool, len(code))
	drop := func(begin int, patterns ...string) {
		for i, pattern := range patterns {
			if line := lines[begin+i]; !regexp.MustCompile("^"+pattern+"$").MatchString(line) && err == nil {
				err = fmt.Errorf("instruction %d is %q, want %q", begin+i, line, pattern)
			}
			added[begin+i] = true
		}
	}
	begin := 0
	if !f.nosplit { // room on the stack is checked, and made at the end
		check := []string{`mov r14, fs:\[-8\]`, `lea r12, \[rsp - \d+\]`, `cmp r12, \[r14 \+ 16\]`, `jbe \d+`}
		drop(0, check...)
		drop(len(code)-2, `call \d+`, fmt.Sprint("jmp ", code[0].addr))
		begin = len(check)
	}
	if f.frame > 0 {
		enter, leave := fmt.Sprint("sub rsp, ", f.frame), fmt.Sprint("add rsp, ", f.frame)
		if f.frame == 128 { // -128 is a byte, 128 is not
			enter, leave = "add rsp, -128", "sub rsp, -128"
		}
		drop(begin, "push rbp", "mov rbp, rsp", enter)
		for i, line := range lines {
			if line == "ret" {
				drop(i-2, leave, "pop rbp")
			}
		}
	}
	if err != nil {
		return nil, err
	}

	number := map[uint64]int{} // in out, of the instruction at or behind an address
	n := 0
	for i, c := range code {
		number[c.addr] = n
		if !added[i] {
			n++
		}
	}
	for i, line := range lines {
		if added[i] {
			continue
		}
		if op, target, ok := strings.Cut(line, " "); ok && op[0] == 'j' {
			addr, err := strconv.ParseUint(target, 10, 64)
			to, ok := number[addr]
			if err != nil || !ok {
				return nil, fmt.Errorf("%q leaves the function", line)
			}
			line = fmt.Sprint(op, " to ", to)
		}
		out = append(out, line)
	}
	return out, nil
}

var (
	operandSize = regexp.MustCompile(`\w+ ptr `)
	hexadecimal = regexp.MustCompile(`-?\b0x[0-9a-f]+`)
	ripRelative = regexp.MustCompile(`\[rip [^\]]*\]`)
	broadcast   = regexp.MustCompile(`\{1to\d+\}`)
	symbol      = regexp.MustCompile(`\s*<[^>]*>`)
)

// normal spells operands without sizes, which the registers or the mnemonic
// tell, with decimal numbers, without the distance of a table and without the
// names of symbols.
func normal(operands string) string {
	s := operandSize.ReplaceAllString(operands, "")
	s = symbol.ReplaceAllString(s, "")
	s = ripRelative.ReplaceAllString(s, "[rip]")
	s = broadcast.ReplaceAllString(s, "{1to}")
	return hexadecimal.ReplaceAllStringFunc(s, func(x string) string {
		n, err := strconv.ParseInt(x, 0, 64)
		if err != nil {
			return x
		}
		return fmt.Sprint(n)
	})
}
