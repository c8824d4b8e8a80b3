package arm64

import (
	"strings"
	"testing"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/reg"
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

// allocated returns a function after allocation, before binding.
func allocated(t *testing.T, emit func(fn *Function)) *ir.Function {
	t.Helper()
	f, fn := newFunction()
	emit(fn)
	err := pass.Concat(pass.FunctionPass(pass.LabelTarget), pass.FunctionPass(pass.CFG),
		pass.FunctionPass(pass.Liveness), pass.FunctionPass(allocate)).Execute(f)
	if err != nil {
		t.Fatal(err)
	}
	return fn.Function
}

func TestBrokenColouring(t *testing.T) {
	fn := allocated(t, func(fn *Function) { sum(fn, 4) })
	if err := verifyAllocation(fn); err != nil {
		t.Fatal(err)
	}
	fn.Allocation[v(1).ID()] = fn.Allocation[v(2).ID()]
	mustFail(t, verifyAllocation(fn), "f:", "VADD", "reads <V1>")
}

// TestBrokenAroundLoop breaks an allocation that is wrong only on the way back.
func TestBrokenAroundLoop(t *testing.T) {
	var kept, scratch R
	fn := allocated(t, func(fn *Function) {
		kept = fn.Param("dst")
		n := fn.Param("n")
		scratch = fn.R()
		fn.AddLabel("loop")
		fn.Str(n, Mem(kept, 0))
		fn.MovI(scratch, 1)
		fn.Sub(n, n, scratch)
		fn.Cbnz(n, "loop")
		fn.Ret()
	})
	if err := verifyAllocation(fn); err != nil {
		t.Fatal(err)
	}
	fn.Allocation[scratch.ID()] = fn.Allocation[kept.ID()]
	mustFail(t, verifyAllocation(fn), "MOVD", "reads <R0>")
}

func TestNoAllocation(t *testing.T) {
	fn := allocated(t, func(fn *Function) { sum(fn, 2) })
	delete(fn.Allocation, v(1).ID())
	mustFail(t, verifyAllocation(fn), "writes <V1>, which has no register")
}

// TestUnusedHalfOfPair loads a pair of which only one half is used.
func TestUnusedHalfOfPair(t *testing.T) {
	fn := allocated(t, func(fn *Function) {
		p, a, b := fn.Param("dst"), fn.V(), fn.V()
		fn.LdpQ(a, b, Mem(p, 0))
		fn.StrQ(b, Mem(p, 0))
		fn.Ret()
	})
	if err := verifyAllocation(fn); err != nil {
		t.Error(err)
	}
	fn.Allocation[v(0).ID()] = fn.Allocation[v(1).ID()]
	mustFail(t, verifyAllocation(fn), "FLDPQ", "writes one register twice")
}

func TestReadBeforeWrite(t *testing.T) {
	for what, emit := range map[string]func(fn *Function){
		"<V0>": func(fn *Function) { fn.StrQ(fn.V(), Mem(fn.Param("dst"), 0)) },
		"<V1>": func(fn *Function) { // the destination of VSRI
			n := fn.V()
			fn.DupD(n, fn.Param("n"))
			fn.SriS(fn.V(), n, 7)
		},
		"NZCV": func(fn *Function) {
			fn.AddLabel("l")
			fn.Bne("l")
		},
	} {
		f, fn := newFunction()
		emit(fn)
		fn.Ret()
		mustFail(t, Compile.Execute(f), "reads "+what)
	}
}

// partialWrites are the builders that keep part of their destination d.
var partialWrites = map[string]func(fn *Function, d, n V, k R){
	"SriS": func(fn *Function, d, n V, k R) { fn.SriS(d, n, 20) },
	"InsS": func(fn *Function, d, n V, k R) { fn.InsS(d, 1, k) },
	"InsD": func(fn *Function, d, n V, k R) { fn.InsD(d, 1, k) },
}

// TestPartialWriteKeepsAlive checks that between a definition of d and a
// partial write of it, d shares its register with nothing.
func TestPartialWriteKeepsAlive(t *testing.T) {
	for name, write := range partialWrites {
		var d, n V
		fn := allocated(t, func(fn *Function) {
			p := fn.Param("dst")
			k := fn.Param("n")
			d, n = fn.V(), fn.V()
			fn.DupD(d, k)
			fn.DupS(n, k)
			write(fn, d, n, k)
			fn.StpQ(d, n, Mem(p, 0))
			fn.Ret()
		})
		is := fn.Instructions()
		if dup := is[3]; dup.LiveOut[d.ID()] == 0 {
			t.Errorf("%s: its destination is dead before it", name)
		}
		if fn.Allocation[d.ID()] == fn.Allocation[n.ID()] {
			t.Errorf("%s: its destination shares a register", name)
		}
	}
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
	pair := is[2].Operands[1].(Pair)
	lane := is[3].Operands[1].(V)
	list := is[4].Operands[1].(List)
	shifted := is[5].Operands[0].(Shifted)
	for _, r := range []reg.Register{pair.First, lane, list.V} {
		if r.ID() != is[2].Outputs[0].(V).ID() || r.ID().IsVirtual() {
			t.Errorf("%s is not the register of x", r.Asm())
		}
	}
	if a := pair.First.(V).Arrangement(); a != Q {
		t.Errorf("arrangement %q in a pair, want Q", a)
	}
	if lane.Arrangement() != D || lane.Lane() != 1 {
		t.Errorf("%s is not lane 1 of D", lane.Asm())
	}
	if shifted.R.ID() != is[1].Outputs[0].(R).ID() || shifted.Amount != 6 {
		t.Errorf("%s is not k<<6", shifted.Asm())
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
