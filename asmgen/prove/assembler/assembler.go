// Package assembler checks Go's assembler: it has LLVM read the machine code of
// functions and compares it, instruction by instruction, with the ir that they
// were printed from. Only test files import it.
package assembler

import (
	"bytes"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"

	"github.com/simdchacha/simdchacha/asmgen/prove/workshop"
)

// line is an instruction as LLVM prints it.
type line struct {
	addr uint64
	text string // with numbers in decimal
}

// syntax is what Go's assembler is expected to make of an architecture's ir.
type syntax interface {
	// instruction is i as LLVM prints it, without the target of a jump.
	instruction(fn *ir.Function, i *ir.Instruction) string
	// frame returns what the assembler adds at the begin, before each return
	// and at the end, as regular expressions.
	frame(fn *ir.Function) (begin, before, end []string)
	// symbols returns a line with the table whose address is in it by its name,
	// and true if that is one with the line before.
	symbols(lines []line, i int, name func(addr uint64) string) (text string, joined bool)
}

// Check compares the machine code of the functions of f, and its tables, for
// amd64 or arm64, and fails the test where they are not what was meant. It
// returns how many instructions it has compared.
func Check(t testing.TB, goarch string, f *ir.File) (compared int) {
	t.Helper()
	s, code, tables := read(t, goarch, f)
	for name, g := range globals(f) {
		if err := compareTable(g, tables[name]); err != nil {
			t.Errorf("table %s: %v", name, err)
		}
	}
	for _, fn := range f.Functions() {
		if err := compare(s, fn, code[fn.Name]); err != nil {
			t.Errorf("%s: %v", fn.Name, err)
		}
		compared += len(fn.Instructions())
	}
	return compared
}

// read assembles f and disassembles its functions.
func read(t testing.TB, goarch string, f *ir.File) (s syntax, code map[string][]line, tables map[string][]byte) {
	t.Helper()
	s, code, tables = amd64{}, map[string][]line{}, map[string][]byte{}
	if goarch == "arm64" {
		s = arm64{}
	}
	tool := objdump(t)
	files := workshop.Print(t, goarch, f)
	files["main.go"] = mainOf(f)
	exe := workshop.Compile(t, goarch, files)
	symbols := symbolTable(t, tool, exe)
	for name := range globals(f) {
		tables[name] = readOnly(t, exe, symbols, name)
	}
	for _, fn := range f.Functions() {
		code[fn.Name] = resolve(s, disassemble(t, tool, exe, "main."+fn.Name+".abi0"), symbols.name)
	}
	return s, code, tables
}

// mainOf is a program that has all functions of f in it.
func mainOf(f *ir.File) string {
	var b strings.Builder
	b.WriteString("package main\n\nvar functions = []any{")
	for _, fn := range f.Functions() {
		b.WriteString(fn.Name + ", ")
	}
	b.WriteString("}\n\nfunc main() { println(len(functions)) }\n")
	return b.String()
}

func objdump(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"llvm-objdump-19", "llvm-objdump"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	workshop.Missing(t, "llvm", "no llvm-objdump (Debian: llvm-19)")
	return ""
}

func run(t testing.TB, tool string, args ...string) []byte {
	t.Helper()
	var errors bytes.Buffer
	cmd := exec.Command(tool, args...)
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil || errors.Len() > 0 {
		t.Fatalf("%s %s: %v\n%s", tool, strings.Join(args, " "), err, errors.Bytes())
	}
	return out
}

// symbolAt is the place of data symbols.
type symbolAt []struct {
	addr, size uint64
	name       string
}

// name is a symbol plus an offset.
func (s symbolAt) name(addr uint64) string {
	for _, x := range s {
		if addr >= x.addr && addr < x.addr+x.size {
			return fmt.Sprintf("%s+%d", x.name, addr-x.addr)
		}
	}
	return fmt.Sprintf("%#x", addr)
}

var symbolLine = regexp.MustCompile(`^([0-9a-f]+) .* O \.rodata\t([0-9a-f]+) (\w+)$`)

func symbolTable(t testing.TB, tool, exe string) (all symbolAt) {
	for l := range strings.Lines(string(run(t, tool, "-t", exe))) {
		m := symbolLine.FindStringSubmatch(strings.TrimSpace(l))
		if m == nil {
			continue
		}
		all = append(all, struct {
			addr, size uint64
			name       string
		}{hex(m[1]), hex(m[2]), m[3]})
	}
	return all
}

func hex(s string) uint64 {
	n, err := strconv.ParseUint(strings.TrimPrefix(s, "0x"), 16, 64)
	if err != nil {
		panic(err)
	}
	return n
}

var (
	codeLine = regexp.MustCompile(`^\s*([0-9a-f]+):\s*\t(.*)$`)
	number   = regexp.MustCompile(`-?0x[0-9a-f]+`)
	comment  = regexp.MustCompile(`\s+(# |//).*`)
	spaces   = regexp.MustCompile(`\s+`)
)

func disassemble(t testing.TB, tool, exe, symbol string) (lines []line) {
	t.Helper()
	out := run(t, tool, "-d", "--no-show-raw-insn", "--disassemble-symbols="+symbol, exe)
	for l := range strings.Lines(string(out)) {
		m := codeLine.FindStringSubmatch(strings.TrimRight(l, "\n"))
		if m == nil {
			continue
		}
		code := comment.ReplaceAllString(m[2], "")
		code = number.ReplaceAllStringFunc(code, func(s string) string {
			n, err := strconv.ParseInt(s, 0, 64)
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(n)
		})
		lines = append(lines, line{hex(m[1]), strings.TrimSpace(spaces.ReplaceAllString(code, " "))})
	}
	return lines
}

// resolve puts names of tables into lines.
func resolve(s syntax, lines []line, name func(uint64) string) (out []line) {
	for i, l := range lines {
		text, joined := s.symbols(lines, i, name)
		if joined {
			out[len(out)-1].text = text
			continue
		}
		out = append(out, line{l.addr, text})
	}
	return out
}

// compare fails at the first instruction that is not what it should be.
func compare(s syntax, fn *ir.Function, lines []line) error {
	lines, at, err := withoutFrame(s, fn, lines)
	if err != nil {
		return err
	}
	labels, is := map[string]int{}, fn.Instructions()
	n := 0
	for _, node := range fn.Nodes {
		switch node := node.(type) {
		case ir.Label:
			labels[string(node)] = n
		case *ir.Instruction:
			n++
		}
	}
	for n, i := range is {
		want := s.instruction(fn, i)
		for _, op := range i.Operands {
			if l, ok := op.(operand.LabelRef); ok {
				want += fmt.Sprint(" to ", labels[string(l)])
			}
		}
		if n >= len(lines) {
			return fmt.Errorf("instruction %d, %q, is missing", n, want)
		}
		if got := jumpTo(lines[n].text, at); got != want {
			return fmt.Errorf("instruction %d is %q, want %q", n, got, want)
		}
	}
	if len(lines) > len(is) {
		return fmt.Errorf("%d instructions, want %d", len(lines), len(is))
	}
	return nil
}

var target = regexp.MustCompile(`^(.*?),? ?(\d+) <[^>]*>$`)

// jumpTo replaces the address that a jump goes to by the number of the
// instruction there.
func jumpTo(text string, at map[uint64]int) string {
	m := target.FindStringSubmatch(text)
	if m == nil {
		return text
	}
	addr, _ := strconv.ParseUint(m[2], 10, 64)
	if n, ok := at[addr]; ok {
		return fmt.Sprintf("%s to %d", m[1], n)
	}
	return text
}

// withoutFrame takes away what the assembler adds, and the padding behind. It
// returns the number of the instruction at, or next to, each address.
func withoutFrame(s syntax, fn *ir.Function, lines []line) (out []line, at map[uint64]int, err error) {
	for len(lines) > 0 && (strings.HasPrefix(lines[len(lines)-1].text, "int3") || strings.HasPrefix(lines[len(lines)-1].text, "udf")) {
		lines = lines[:len(lines)-1]
	}
	begin, before, end := s.frame(fn)
	drop := make([]bool, len(lines))
	expect := func(from int, patterns []string) {
		for i, p := range patterns {
			n := from + i
			if err != nil {
				return
			}
			if n < 0 || n >= len(lines) || !regexp.MustCompile("^"+p+"$").MatchString(lines[n].text) {
				err = fmt.Errorf("at %d, the assembler was expected to add %s", n, p)
				return
			}
			drop[n] = true
		}
	}
	expect(0, begin)
	expect(len(lines)-len(end), end)
	for i, l := range lines {
		if l.text == "ret" || l.text == "retq" {
			expect(i-len(before), before)
		}
	}
	at = map[uint64]int{}
	for i, l := range lines {
		at[l.addr] = len(out)
		if !drop[i] {
			out = append(out, l)
		}
	}
	return out, at, err
}
