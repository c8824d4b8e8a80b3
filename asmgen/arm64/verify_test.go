package arm64

import (
	"testing"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/pass"
)

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
