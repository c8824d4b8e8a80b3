package simdchacha_test

import (
	"embed"
	"fmt"
	"maps"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/simdchacha/simdchacha"
)

//go:embed chacha_*.s
var asmFiles embed.FS

// asmFunc is a function of an assembly file.
type asmFunc struct {
	name    string // as in blocks8AVX2
	nosplit bool   // the assembler adds no check of the stack
	frame   int    // bytes of its locals
	body    []asmLine
}

// asmLine is an instruction or a label.
type asmLine struct {
	label string
	op    string
	args  []string
}

func (l asmLine) String() string { return l.label + l.op + " " + strings.Join(l.args, ", ") }

// isa is the instruction set in the name of the function.
func (f *asmFunc) isa() string { return funcName.ReplaceAllString(f.name, "$3") }

// blocks is the number of blocks in the name of the function.
func (f *asmFunc) blocks() int {
	n, _ := strconv.Atoi(funcName.ReplaceAllString(f.name, "$2"))
	return n
}

var (
	funcName  = regexp.MustCompile(`^([a-z]+)(\d+)(\w+)$`)
	textLine  = regexp.MustCompile(`^TEXT ·(\w+)\(SB\)(, NOSPLIT)?, \$(\d+)-\d+$`)
	labelLine = regexp.MustCompile(`^(\w+):$`)
)

// parseAsm splits a generated file into its functions.
func parseAsm(text string) (fns []*asmFunc, err error) {
	for n, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "//")
		line = strings.TrimSpace(line)
		if m := textLine.FindStringSubmatch(line); m != nil {
			frame, _ := strconv.Atoi(m[3])
			fns = append(fns, &asmFunc{name: m[1], nosplit: m[2] != "", frame: frame})
			continue
		}
		op, args, _ := strings.Cut(line, " ")
		switch op {
		case "", "#include", "DATA", "GLOBL":
			continue
		case "TEXT":
			return nil, fmt.Errorf("line %d: unexpected form of %q", n+1, line)
		}
		if len(fns) == 0 {
			return nil, fmt.Errorf("line %d: %q is outside of a function", n+1, line)
		}
		f := fns[len(fns)-1]
		if m := labelLine.FindStringSubmatch(line); m != nil {
			f.body = append(f.body, asmLine{label: m[1]})
			continue
		}
		l := asmLine{op: op}
		for arg := range strings.SplitSeq(args, ",") {
			if arg = strings.TrimSpace(arg); arg != "" {
				l.args = append(l.args, arg)
			}
		}
		f.body = append(f.body, l)
	}
	return fns, nil
}

// kernelFuncs returns the functions of the generated file of an architecture.
// It reads each file once.
func kernelFuncs(t *testing.T, arch string) []*asmFunc {
	t.Helper()
	if fns, ok := kernelFuncsOf[arch]; ok {
		return fns
	}
	text, err := asmFiles.ReadFile("chacha_" + arch + ".s")
	if err != nil {
		t.Fatal(err)
	}
	fns, err := parseAsm(string(text))
	if err != nil {
		t.Fatalf("chacha_%s.s: %v", arch, err)
	}
	kernelFuncsOf[arch] = fns
	return fns
}

var kernelFuncsOf = map[string][]*asmFunc{}

// TestKernelFuncs finds functions for every kernel, of which the widest has the
// blocks that the kernel claims, and a kernel for every function.
func TestKernelFuncs(t *testing.T) {
	want, got := map[string]int{}, map[string]int{}
	for _, k := range simdchacha.Kernels() {
		if k != simdchacha.Portable {
			want[k.String()] = k.Lanes()
		}
	}
	if len(want) == 0 {
		t.Skip("this build has no assembly")
	}
	for _, f := range kernelFuncs(t, runtime.GOARCH) {
		got[f.isa()] = max(got[f.isa()], f.blocks())
	}
	if !maps.Equal(got, want) {
		t.Errorf("kernels and their widest functions: %v, want %v", got, want)
	}
}

// TestAsm reads the assembly of every architecture on every architecture.
func TestAsm(t *testing.T) {
	for arch, scan := range map[string]func(*asmFunc) []string{"amd64": scanAMD64, "arm64": scanARM64} {
		fns := kernelFuncs(t, arch)
		if len(fns) == 0 {
			t.Errorf("%s: no functions", arch)
		}
		for _, f := range fns {
			if len(f.body) < 50 {
				t.Errorf("%s: only %d lines", f.name, len(f.body))
			}
			for _, problem := range scan(f) {
				t.Errorf("%s: %s", f.name, problem)
			}
		}
	}
}

var (
	vectorRegister = regexp.MustCompile(`\b([XYZ])(\d+)\b`)
	goRegister     = regexp.MustCompile(`\b(BP|BPB|BPL|R14|R14[BWL])\b`)
)

// vectorRules tells the vector registers that an instruction set has, and
// whether it may only use VEX and EVEX.
var vectorRules = map[string]struct {
	names string
	count int
	vex   bool
}{
	"SSE2":     {"X", 16, false},
	"SSSE3":    {"X", 16, false},
	"AVX2":     {"XY", 16, true},
	"AVX512VL": {"XY", 32, true},
	"AVX512":   {"XYZ", 32, true},
}

// scanAMD64 returns what is wrong with a function: registers and instructions
// that its instruction set does not have (golang/go#63871), registers of Go
// that it writes (FiloSottile/edwards25519#16), and returns without VZEROUPPER
// (facebook/hhvm#8171) or zero in X15.
func scanAMD64(f *asmFunc) (problems []string) {
	complain := func(l asmLine, why string) { problems = append(problems, l.String()+": "+why) }
	rule, ok := vectorRules[f.isa()]
	if !ok {
		return []string{"no rule for the instruction set " + f.isa()}
	}
	wide, x15 := false, false
	for _, l := range f.body {
		args := strings.Join(l.args, ", ")
		registers := vectorRegister.FindAllStringSubmatch(args, -1)
		for _, r := range registers {
			n, _ := strconv.Atoi(r[2])
			if !strings.Contains(rule.names, r[1]) || n >= rule.count {
				complain(l, "the instruction set has no such register")
			}
			wide = wide || r[1] != "X"
			x15 = x15 || n == 15
		}
		if vex := strings.HasPrefix(l.op, "V"); vex && !rule.vex {
			complain(l, "needs AVX")
		} else if !vex && rule.vex && registers != nil && !zeroX15(l) {
			complain(l, "mixes SSE into AVX")
		}
		if goRegister.MatchString(args) {
			complain(l, "belongs to Go")
		}
		if n := len(l.args); n > 0 && l.args[n-1] == "SP" {
			complain(l, "moves the stack")
		}
		if l.op == "CALL" || strings.HasPrefix(l.op, "J") && strings.Contains(args, "(") {
			complain(l, "leaves the function")
		}
	}
	returns := 0
	for i, l := range f.body {
		if l.op != "RET" {
			continue
		}
		returns++
		before := f.body[:i]
		if x15 {
			if !endsWith(before, zeroX15) {
				complain(l, "no PXOR X15, X15 directly before")
				continue
			}
			before = before[:len(before)-1]
		}
		if wide && !endsWith(before, func(l asmLine) bool { return l.op == "VZEROUPPER" }) {
			complain(l, "no VZEROUPPER directly before")
		}
	}
	if n := len(f.body); returns == 0 || f.body[n-1].op != "RET" {
		problems = append(problems, "does not end in RET")
	}
	return problems
}

func zeroX15(l asmLine) bool { return l.op == "PXOR" && slices.Equal(l.args, []string{"X15", "X15"}) }

func endsWith(body []asmLine, is func(asmLine) bool) bool {
	return len(body) > 0 && is(body[len(body)-1])
}

// arm64Reserved are the registers of the platform and the linker, the
// assembler's own, the goroutine, the frame pointer and the link register.
var arm64Reserved = regexp.MustCompile(`\b(R16|R17|R18|R18_PLATFORM|R27|REGTMP|R28|g|R29|R30|LR)\b`)

func scanARM64(f *asmFunc) (problems []string) {
	complain := func(l asmLine, why string) { problems = append(problems, l.String()+": "+why) }
	returns := 0
	for _, l := range f.body {
		args := strings.Join(l.args, ", ")
		if arm64Reserved.MatchString(args) {
			complain(l, "belongs to Go or the platform")
		}
		if n := len(l.args); n > 0 && l.args[n-1] == "RSP" {
			complain(l, "moves the stack")
		}
		if l.op == "BL" || l.op == "CALL" || l.op == "B" && strings.Contains(args, "(") {
			complain(l, "leaves the function")
		}
		if l.op == "RET" {
			returns++
		}
	}
	if n := len(f.body); returns == 0 || f.body[n-1].op != "RET" {
		problems = append(problems, "does not end in RET")
	}
	return problems
}

// TestScan shows that each fault is seen.
func TestScan(t *testing.T) {
	for _, tt := range []struct {
		scan func(*asmFunc) []string
		isa  string
		body string // instructions, separated by semicolons
		want string // part of the problem, or nothing
	}{
		{scanAMD64, "SSE2", "PXOR X0, X1; RET", ""},
		{scanAMD64, "SSE2", "VPXOR X0, X1, X1; RET", "needs AVX"},
		{scanAMD64, "SSE2", "PXOR X0, X16; RET", "no such register"},
		{scanAMD64, "SSE2", "PXOR X15, X1; RET", "no PXOR X15"},
		{scanAMD64, "SSE2", "PXOR X0, X1", "does not end in RET"},
		{scanAMD64, "SSE9", "RET", "no rule"},
		{scanAMD64, "AVX2", "VPXOR Y0, Y1, Y1; VZEROUPPER; RET", ""},
		{scanAMD64, "AVX2", "VPXOR X0, X1, X1; RET", ""},
		{scanAMD64, "AVX2", "VPXOR Y0, Y1, Y1; RET", "no VZEROUPPER"},
		{scanAMD64, "AVX2", "VPXOR Y0, Y1, Y1; VZEROUPPER; out:; RET", "no VZEROUPPER"},
		{scanAMD64, "AVX2", "VPXOR Y0, Y1, Y1; JLT out; VZEROUPPER; RET; out:; RET", "no VZEROUPPER"},
		{scanAMD64, "AVX2", "VPXOR Y0, Y15, Y15; VZEROUPPER; PXOR X15, X15; RET", ""},
		{scanAMD64, "AVX2", "VPXOR Y0, Y15, Y15; VZEROUPPER; RET", "no PXOR X15"},
		{scanAMD64, "AVX2", "VPXOR Y0, Y15, Y15; PXOR X15, X15; RET", "no VZEROUPPER"},
		{scanAMD64, "AVX2", "VPXOR Y0, Y15, Y15; PXOR X15, X15; VZEROUPPER; RET", "no PXOR X15"},
		{scanAMD64, "AVX2", "VPXOR Y0, Y16, Y1; VZEROUPPER; RET", "no such register"},
		{scanAMD64, "AVX2", "VPXORD Z0, Z1, Z1; VZEROUPPER; RET", "no such register"},
		{scanAMD64, "AVX2", "PXOR X0, X1; RET", "mixes SSE"},
		{scanAMD64, "AVX512VL", "VPXORD Y0, Y31, Y1; VZEROUPPER; RET", ""},
		{scanAMD64, "AVX512VL", "VPXORD Z0, Z31, Z1; VZEROUPPER; RET", "no such register"},
		{scanAMD64, "AVX512", "VPXORD Z0, Z31, Z1; VZEROUPPER; RET", ""},
		{scanAMD64, "AVX512", "VPXORD Z0, Z31, Z1; RET", "no VZEROUPPER"},
		{scanAMD64, "SSE2", "MOVQ AX, BP; RET", "belongs to Go"},
		{scanAMD64, "SSE2", "MOVOU 8(R14), X0; RET", "belongs to Go"},
		{scanAMD64, "SSE2", "SUBQ $8, SP; RET", "moves the stack"},
		{scanAMD64, "SSE2", "CALL ·f(SB); RET", "leaves"},
		{scanAMD64, "SSE2", "JMP ·f(SB)", "leaves"},
		{scanARM64, "NEON", "VADD V0.S4, V1.S4, V1.S4; RET", ""},
		{scanARM64, "NEON", "VADD V16.S4, V18.S4, V28.S4; RET", ""},
		{scanARM64, "NEON", "ADD $1, R18, R18; RET", "belongs to"},
		{scanARM64, "NEON", "MOVD R28, R0; RET", "belongs to"},
		{scanARM64, "NEON", "SUB $16, RSP, RSP; RET", "moves the stack"},
		{scanARM64, "NEON", "B group", "does not end in RET"},
	} {
		fns, err := parseAsm("TEXT ·blocks8" + tt.isa + "(SB), NOSPLIT, $0-32\n" + strings.ReplaceAll(tt.body, ";", "\n"))
		if err != nil {
			t.Fatal(err)
		}
		got := tt.scan(fns[0])
		if tt.want == "" && got != nil || tt.want != "" && (len(got) == 0 || !strings.Contains(strings.Join(got, "\n"), tt.want)) {
			t.Errorf("%s: %s: problems %q, want %q", tt.isa, tt.body, got, tt.want)
		}
	}
}
