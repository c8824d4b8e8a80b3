package arm64

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestEncoding assembles what the builders emit with Go's assembler, and
// compares what LLVM makes of the bytes with what was meant. LLVM is limited
// to the base architecture with Advanced SIMD.
func TestEncoding(t *testing.T) {
	llvm := requireLLVM(t)
	f, _ := emitAll(t)
	text, _ := sourceOf(t, f)
	got := disassemble(t, llvm, assemble(t, text, "builders"))
	for _, b := range builders {
		want := strings.Split(b.llvm, "; ")
		if len(got) < len(want) {
			t.Fatalf("%s: no bytes left", b.line)
		}
		if !slices.Equal(got[:len(want)], want) {
			t.Fatalf("%s: assembled to %q, want %q", b.line, got[:len(want)], want)
		}
		got = got[len(want):]
	}
	for _, padding := range got {
		if padding != "udf #0" {
			t.Errorf("%s, which no builder emitted", padding)
		}
	}
}

// requireLLVM returns the path of llvm-mc. Without it the test is skipped,
// unless SIMDCHACHA_REQUIRE, a list separated by commas, contains llvm.
func requireLLVM(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"llvm-mc-19", "llvm-mc"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	const missing = "NOT TESTED: encodings against LLVM; install llvm-mc (Debian package llvm-19 or llvm)"
	if slices.Contains(strings.Split(os.Getenv("SIMDCHACHA_REQUIRE"), ","), "llvm") {
		t.Fatal(missing)
	}
	t.Skip(missing)
	return ""
}

// assemble returns the bytes of a function.
func assemble(t *testing.T, source []byte, function string) []byte {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "p_arm64.s")
	if err := os.WriteFile(file, source, 0o666); err != nil {
		t.Fatal(err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	include := filepath.Join(strings.TrimSpace(string(root)), "pkg", "include")
	cmd := exec.Command("go", "tool", "asm", "-S", "-p", "p", "-I", include, "-o", filepath.Join(dir, "p.o"), file)
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64")
	listing, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go tool asm: %v\n%s", err, listing)
	}
	return hexDump(t, listing, "p."+function+" ")
}

// hexDump finds the bytes of a function in a listing of the assembler:
//
//	p.builders STEXT …
//		0x0000 23 86 be 4e 23 86 fe 4e 20 1c 3f 6e 82 38 88 4e  #..N#..N .?n.8.N
func hexDump(t *testing.T, listing []byte, header string) []byte {
	t.Helper()
	line := regexp.MustCompile(`^\t0x[0-9a-f]{4} ((?:[0-9a-f]{2} ){1,16}) `)
	var code []byte
	inside := false
	for l := range bytes.Lines(listing) {
		if l[0] != '\t' {
			inside = bytes.HasPrefix(l, []byte(header))
		}
		m := line.FindSubmatch(l)
		if !inside || m == nil {
			continue
		}
		for _, b := range bytes.Fields(m[1]) {
			x, err := strconv.ParseUint(string(b), 16, 8)
			if err != nil {
				t.Fatal(err)
			}
			code = append(code, byte(x))
		}
	}
	if len(code) == 0 {
		t.Fatalf("no bytes of %s in the listing:\n%s", header, listing)
	}
	return code
}

// disassemble returns what LLVM calls the instructions in code. The start of
// code, as the target of a branch, is called top.
func disassemble(t *testing.T, llvm string, code []byte) []string {
	t.Helper()
	var hex strings.Builder
	for _, b := range code {
		fmt.Fprintf(&hex, "%#02x ", b)
	}
	cmd := exec.Command(llvm, "--disassemble", "--triple=aarch64", "--mattr=-all,+v8a,+neon")
	cmd.Stdin = strings.NewReader(hex.String())
	out, err := cmd.CombinedOutput()
	if err != nil || bytes.Contains(out, []byte("warning")) {
		t.Fatalf("llvm-mc: %v\n%s", err, out)
	}
	var instructions []string
	for l := range strings.Lines(string(out)) {
		l, _, _ = strings.Cut(l, "//")
		if words := strings.Fields(l); len(words) > 0 && words[0] != ".text" {
			nameTarget(words, 4*len(instructions))
			instructions = append(instructions, strings.Join(words, " "))
		}
	}
	return instructions
}

var branches = regexp.MustCompile(`^(b|b\.[a-z]{2}|cbn?z)$`)

// nameTarget replaces the target of a branch at that offset if it is the start.
func nameTarget(words []string, at int) {
	if last := len(words) - 1; branches.MatchString(words[0]) && words[last] == fmt.Sprintf("#%d", -at) {
		words[last] = "top"
	}
}
