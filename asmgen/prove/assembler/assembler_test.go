package assembler

import (
	"fmt"
	"testing"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"

	neon "github.com/simdchacha/simdchacha/asmgen/arm64"
)

// TestFramesAMD64 checks what the assembler makes of frames of several sizes.
func TestFramesAMD64(t *testing.T) {
	c := build.NewContext()
	for _, size := range []int{0, 8, 128, 640, 4000} {
		c.Function(fmt.Sprintf("frame%d", size))
		c.SignatureExpr("func(p *byte)")
		if size < 792 {
			c.Attributes(attr.NOSPLIT)
		}
		p := c.Load(c.Param("p"), c.GP64())
		if size > 0 {
			c.MOVQ(p, c.AllocLocal(size))
		}
		c.Label("loop")
		c.DECQ(p)
		c.JNE(operand.LabelRef("loop"))
		c.RET()
	}
	f, err := c.Result()
	if err == nil {
		err = pass.Compile.Execute(f)
	}
	if err != nil {
		t.Fatal(err)
	}
	Check(t, "amd64", f)
}

func TestFramesARM64(t *testing.T) {
	f := ir.NewFile()
	for _, size := range []int{0, 16, 32, 208, 224, 240, 480, 640} {
		fn := neon.NewFunction(f, fmt.Sprintf("frame%d", size), "func(p *byte)")
		p := fn.Param("p")
		if size > 0 {
			fn.Str(p, fn.AllocLocal(size))
		}
		fn.AddLabel("loop")
		fn.SubI(p, p, 1)
		fn.Cbnz(p, "loop")
		fn.Ret()
	}
	if err := neon.Compile.Execute(f); err != nil {
		t.Fatal(err)
	}
	Check(t, "arm64", f)
}

// TestCompareFails compares machine code and a table with ir that they were not
// made of.
func TestCompareFails(t *testing.T) {
	c := build.NewContext()
	c.Function("add")
	c.Attributes(attr.NOSPLIT)
	c.SignatureExpr("func(p *byte)")
	even := c.StaticGlobal("even")
	c.DataAttributes(attr.RODATA | attr.NOPTR)
	for k := range 6 {
		c.AppendDatum(operand.U64(k))
	}
	p, x, y := c.Load(c.Param("p"), c.GP64()), c.XMM(), c.XMM()
	c.MOVOU(operand.Mem{Base: p, Disp: 16}, x)
	c.MOVOU(operand.Mem{Base: p, Disp: 32}, y)
	c.PADDQ(even, y)
	c.PSLLL(operand.Imm(7), x)
	c.PADDL(x, y)
	c.MOVOU(y, operand.Mem{Base: p})
	c.RET()
	f, err := c.Result()
	if err == nil {
		err = pass.Compile.Execute(f)
	}
	if err != nil {
		t.Fatal(err)
	}
	s, code, tables := read(t, "amd64", f)
	fn := f.Functions()[0]
	if err := compare(s, fn, code["add"]); err != nil {
		t.Fatal(err)
	}
	is := fn.Instructions()
	for _, change := range []struct {
		at      int
		opcode  string
		operand operand.Op // the first
	}{
		{1, "MOVOU", is[2].Operands[0]},
		{3, "PADDQ", even.Offset(16)},
		{4, "PSLLL", operand.Imm(8)},
		{5, "PSUBL", is[5].Operands[0]},
		{5, "PADDL", is[5].Operands[1]},
	} {
		i := is[change.at]
		saved := *i
		i.Opcode = change.opcode
		i.Operands = append([]operand.Op{change.operand}, saved.Operands[1:]...)
		if err := compare(s, fn, code["add"]); err == nil {
			t.Errorf("%v for %v goes unnoticed", *i, saved)
		}
		*i = saved
	}
	table := globals(f)["even"]
	if err := compareTable(table, tables["even"]); err != nil {
		t.Fatal(err)
	}
	table.Data[3].Value = operand.U64(4)
	if compareTable(table, tables["even"]) == nil {
		t.Error("another word in a table goes unnoticed")
	}
}
