package arm64

import (
	"strings"
	"testing"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
)

const signature = "func(dst *byte, n int)"

func newFunction() (*ir.File, *Function) {
	f := ir.NewFile()
	return f, NewFunction(f, "f", signature, "f is a test.")
}

// sum emits the sum of n vectors, all of which are live at once.
func sum(fn *Function, n int) {
	p := fn.Param("dst")
	x := make([]V, n)
	for i := range x {
		x[i] = fn.V()
		fn.LdrQ(x[i], Mem(p, 16*i))
	}
	for i := range x[1:] {
		fn.AddS(x[0], x[0], x[i+1])
	}
	fn.StrQ(x[0], Mem(p, 0))
	fn.Ret()
}

func mustFail(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatal("no error")
	}
	for _, p := range parts {
		if !strings.Contains(err.Error(), p) {
			t.Errorf("error %q does not mention %q", err, p)
		}
	}
}

func TestCompile(t *testing.T) {
	f, fn := newFunction()
	sum(fn, 32)
	if err := Compile.Execute(f); err != nil {
		t.Fatal(err)
	}
	if n := MaxLive(fn.Function, KindV); n != 32 {
		t.Errorf("%d vector registers live at once, want 32", n)
	}
	used := map[string]bool{}
	for _, i := range fn.Instructions() {
		for _, r := range i.OutputRegisters() {
			used[r.Asm()] = true
		}
	}
	for i := range 32 {
		if name := FixedV(i).Asm(); !used[name] {
			t.Errorf("%s is not used", name)
		}
	}
}

func TestOutOfRegisters(t *testing.T) {
	f, fn := newFunction()
	sum(fn, 33)
	mustFail(t, Compile.Execute(f), "f:", "up to 33 vector registers are live at once, and there are 32")

	f, fn = newFunction()
	var x []R
	for range 25 {
		x = append(x, fn.Param("n"))
	}
	for _, y := range x {
		fn.Str(y, Mem(x[0], 0))
	}
	fn.Ret()
	mustFail(t, Compile.Execute(f), "f:", "up to 25 general registers are live at once, and there are 24")
}

func TestCompileChecks(t *testing.T) {
	f, fn := newFunction()
	fn.general3("MADD", fn.Param("n"), fn.Param("n"), fn.Param("n"))
	fn.Ret()
	mustFail(t, Compile.Execute(f), "MADD is not modelled")
}

func TestNeverReservedRegisters(t *testing.T) {
	want := "R0 R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14 R15 R19 R20 R21 R22 R23 R24 R25 R26"
	var names []string
	for _, p := range registerFile(KindR) {
		names = append(names, R{p}.Asm())
	}
	expect(t, "registerFile", "has", strings.Join(names, " "), want)
	if n := len(registerFile(KindV)); n != 32 {
		t.Errorf("%d vector registers, want 32", n)
	}
}

func TestControlFlow(t *testing.T) {
	f, fn := newFunction()
	fn.Param("n")
	mustFail(t, Compile.Execute(f), "f: control runs past the last instruction, MOVD")

	f, fn = newFunction()
	n := fn.Param("n")
	fn.AddLabel("loop")
	fn.SubI(n, n, 1)
	fn.Cbnz(n, "loop")
	fn.Ret()
	if err := Compile.Execute(f); err != nil {
		t.Fatal(err)
	}
	branch := fn.Instructions()[2]
	if last := branch.Operands[1]; last != operand.LabelRef("loop") {
		t.Errorf("CBNZ ends with %s, not the label", last.Asm())
	}
	if l, ok := Target(branch); l != "loop" || !ok {
		t.Errorf("target %q, %v", l, ok)
	}
	if l, ok := Target(fn.Instructions()[1]); ok {
		t.Errorf("SUB has the target %q", l)
	}

	f, _ = newFunction()
	mustFail(t, Compile.Execute(f), "f: no instructions")
}

// TestInspection follows the registers of compound operands through Compile.
func TestInspection(t *testing.T) {
	f, fn := newFunction()
	p, k, x, y := fn.Param("dst"), fn.Param("n"), fn.V(), fn.V()
	fn.LdpQ(x, y, Mem(p, 0))
	fn.InsD(x, 1, k)
	fn.Tbl(y, x, y)
	fn.AddLsl(p, p, k, 6)
	fn.StpQ(x, y, Mem(p, 0))
	fn.Ret()
	if err := Compile.Execute(f); err != nil {
		t.Fatal(err)
	}
	is := fn.Instructions()
	x, k = is[2].Outputs[0].(V), is[1].Outputs[0].(R)
	pair, lane := is[2].Operands[1].(Pair).First.(V), is[3].Operands[1].(V)
	list, shifted := is[4].Operands[1].(List).V, is[5].Operands[0].(Shifted)
	for op, want := range map[V]V{pair: {x.Register, Q, 0}, lane: {x.Register, D, 1}, list: {x.Register, B16, 0}} {
		if op.ID() != want.ID() || op.Arrangement() != want.arrangement || op.Lane() != want.lane || op.ID().IsVirtual() {
			t.Errorf("%s, want %s", op.Asm(), want.Asm())
		}
	}
	if shifted.R.ID() != k.ID() || shifted.Amount != 6 {
		t.Errorf("%s, want %s<<6", shifted.Asm(), k.Asm())
	}
}

func TestLocals(t *testing.T) {
	f, fn := newFunction()
	a, b, c := fn.AllocLocal(24), fn.AllocLocal(16), operand.Mem{}
	expect(t, "first", "is", a.Asm(), "16(RSP)")
	expect(t, "second", "is", b.Asm(), "48(RSP)")
	if fn.LocalSize != 56 { // of which 8 align the first
		t.Errorf("%d bytes of locals, want 56", fn.LocalSize)
	}
	c = b.Offset(16) // behind the last
	x := fn.V()
	fn.LdrQ(x, a)
	fn.StrQ(x, b)
	fn.Ret()
	if err := Compile.Execute(f); err != nil {
		t.Fatal(err)
	}
	fn.StrQ(FixedV(0), c)
	mustFail(t, Check.Execute(f), "64(RSP) is outside of the locals")
}
