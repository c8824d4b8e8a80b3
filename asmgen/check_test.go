package main

import (
	"strings"
	"testing"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/reg"
)

// compiled returns a function with that body, as amd64 has it before the check.
func compiled(t *testing.T, body func(c *build.Context)) *ir.Function {
	t.Helper()
	c := build.NewContext()
	c.Function("f")
	body(c)
	f, err := c.Result()
	if err != nil {
		t.Fatal(err)
	}
	if err := pass.Compile.Execute(f); err != nil {
		t.Fatal(err)
	}
	return f.Functions()[0]
}

// TestCheckRefuses shows that each check can fail.
func TestCheckRefuses(t *testing.T) {
	narrow := avx2Machine(newAMD64File(), Shape{}).Shape()
	for _, test := range []struct {
		name, want string
		body       func(c *build.Context)
	}{
		{"upper registers", "no register Y16", func(c *build.Context) { c.VPXORD(reg.Y16, reg.Y1, reg.Y2); c.VZEROUPPER(); c.RET() }},
		{"instruction set", "AVX512F", func(c *build.Context) { c.VPROLD(operand.Imm(7), reg.Y1, reg.Y2); c.VZEROUPPER(); c.RET() }},
		{"frame pointer", "writes BP", func(c *build.Context) { c.MOVQ(reg.RAX, reg.RBP); c.RET() }},
		{"goroutine", "writes R14", func(c *build.Context) { c.MOVQ(reg.RAX, reg.R14); c.RET() }},
		{"VZEROUPPER", "VZEROUPPER", func(c *build.Context) { c.VPXOR(reg.Y0, reg.Y0, reg.Y1); c.RET() }},
		{"one path's VZEROUPPER", "VZEROUPPER", func(c *build.Context) {
			c.VPXOR(reg.Y0, reg.Y0, reg.Y1)
			c.CMPQ(reg.RAX, operand.Imm(1))
			c.JLT(operand.LabelRef("other"))
			c.VZEROUPPER()
			c.RET()
			c.Label("other")
			c.VPXOR(reg.Y0, reg.Y0, reg.Y1)
			c.RET()
		}},
		{"X15", "X15", func(c *build.Context) { c.PADDL(reg.X1, reg.X15); c.RET() }},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := checkX86(compiled(t, test.body), narrow)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error with %s", err, test.want)
			}
		})
	}
}

// TestEpilogue shows that what epilogue adds is what the check wants.
func TestEpilogue(t *testing.T) {
	fn := compiled(t, func(c *build.Context) { c.VPADDD(reg.Y1, reg.Y2, reg.Y15); c.RET() })
	shape := avx2Machine(newAMD64File(), Shape{}).Shape()
	if err := checkX86(fn, shape); err == nil {
		t.Error("the check wants nothing from a function that used Y15")
	}
	if err := epilogue(fn); err != nil {
		t.Fatal(err)
	}
	if err := checkX86(fn, shape); err != nil {
		t.Error(err)
	}
}

// TestInterleaveRefuses shows that an order that changes an input, or the value
// that stays, is refused.
func TestInterleaveRefuses(t *testing.T) {
	for _, test := range []struct {
		name   string
		second float64 // start of the second stream
		ok     bool
	}{{"in turn", 2, true}, {"before its input is there", 0, false}} {
		t.Run(test.name, func(t *testing.T) {
			defer func() {
				if refused := recover() != nil; refused == test.ok {
					t.Errorf("refused: %v", refused)
				}
			}()
			m := avx2Machine(newAMD64File(), Shape{})
			m.Func("f", "", func() {
				x, y := m.Vec(), m.Vec()
				m.Broadcast(x, m.Row(0), 0)
				m.Broadcast(y, m.Row(0), 1)
				m.Interleave(
					Stream{Start: 0, Step: 1, Emit: func() { m.XorRotate(x, x, y, 16) }},
					Stream{Start: test.second, Step: 1, Emit: func() { m.Add(y, y, x) }},
				)
			})
		})
	}
}
