package simdchacha_test

import (
	"debug/elf"
	"debug/gosym"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/internal/testkit"
)

// machineCode is an instruction as LLVM reads it.
type machineCode struct {
	addr     uint64
	code     []byte // as it stands in memory on amd64
	mnemonic string
	operands string
}

// eachDisassembly runs f as a subtest for every assembly function of every
// kernel, whether it is available or not.
func eachDisassembly(t *testing.T, f func(t *testing.T, k simdchacha.Kernel, fn *asmFunc, code []machineCode)) {
	for _, k := range simdchacha.Kernels() {
		if k == simdchacha.Portable {
			continue
		}
		for _, fn := range kernelFuncs(t, runtime.GOARCH) {
			if fn.isa() == k.String() {
				t.Run(fn.name, func(t *testing.T) { f(t, k, fn, disassemble(t, fn.name)) })
			}
		}
	}
}

// disassemble has LLVM read an assembly function of this package from the
// binary that is running, flags being those for this architecture.
func disassemble(t *testing.T, name string) []machineCode {
	t.Helper()
	tool, err := exec.LookPath("llvm-objdump-19")
	if err != nil {
		tool, err = exec.LookPath("llvm-objdump")
	}
	if err != nil {
		testkit.SkipOrFail(t, "llvm", "no llvm-objdump: %v", err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	begin, end := locate(t, exe, "github.com/simdchacha/simdchacha."+name)

	args := []string{"-d", "--x86-asm-syntax=intel", fmt.Sprintf("--start-address=%#x", begin), fmt.Sprintf("--stop-address=%#x", end), exe}
	if runtime.GOARCH == "arm64" {
		args[1] = "--mcpu=generic" // Armv8.0-A: LLVM does not know other instructions then
	}
	out, err := exec.Command(tool, args...).Output()
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	code, err := parseDisassembly(string(out))
	if err != nil {
		t.Fatal(err)
	}
	for len(code) > 0 && code[len(code)-1].mnemonic == "int3" {
		code = code[:len(code)-1] // padding
	}
	if len(code) < 50 {
		t.Fatalf("%s is disassembled to only %d instructions:\n%s", name, len(code), out)
	}
	return code
}

// locate returns the addresses of an assembly function in the ELF file exe of
// this process. As go test strips symbols, it asks the table that the runtime
// uses, which has offsets from the begin of Go's text; a known function tells
// where that is.
func locate(t *testing.T, exe, name string) (begin, end uint64) {
	t.Helper()
	f, err := elf.Open(exe)
	if notELF := new(elf.FormatError); errors.As(err, &notELF) || err == nil && f.Type != elf.ET_EXEC {
		testkit.SkipOrFail(t, "llvm", "%s is not an ELF file with fixed addresses", exe)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	section := f.Section(".gopclntab")
	if section == nil {
		t.Fatalf("%s has no section .gopclntab", exe)
	}
	data, err := section.Data()
	if err != nil {
		t.Fatal(err)
	}
	table, err := gosym.NewTable(nil, gosym.NewLineTable(data, 0))
	if err != nil {
		t.Fatal(err)
	}
	known := uint64(reflect.ValueOf(parseDisassembly).Pointer())
	text := known - table.LookupFunc(runtime.FuncForPC(uintptr(known)).Name()).Entry
	for _, fn := range table.Funcs { // the one in Go that calls the assembly has the same name, if there is one
		if fn.Name == name && fn.End-fn.Entry > end-begin {
			begin, end = text+fn.Entry, text+fn.End
		}
	}
	if begin == 0 {
		t.Fatalf("%s has no function %s", exe, name)
	}
	return begin, end
}

var disassemblyLine = regexp.MustCompile(`^\s*([0-9a-f]+): ((?:[0-9a-f]+ ?)+)\s*\t([^\t]+)\t?(.*)$`)

func parseDisassembly(out string) (code []machineCode, err error) {
	for line := range strings.Lines(out) {
		m := disassemblyLine.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if m == nil {
			continue // a heading
		}
		c := machineCode{mnemonic: strings.TrimSpace(m[3])}
		if c.addr, err = strconv.ParseUint(m[1], 16, 64); err != nil {
			return nil, err
		}
		if c.code, err = hex.DecodeString(strings.ReplaceAll(m[2], " ", "")); err != nil {
			return nil, err
		}
		c.operands, _, _ = strings.Cut(m[4], "#")
		c.operands = strings.TrimSpace(c.operands)
		if n := len(code); n > 0 && code[n-1].addr+uint64(len(code[n-1].code)) != c.addr {
			return nil, fmt.Errorf("no disassembly of what is before %q", line)
		}
		code = append(code, c)
	}
	return code, nil
}
