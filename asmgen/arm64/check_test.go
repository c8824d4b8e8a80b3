package arm64

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// checkOf returns what Check says about a function of that only instruction.
func checkOf(emit func(fn *Function)) error {
	f, fn := newFunction()
	emit(fn)
	return Check.Execute(f)
}

func TestCheckRefusesReservedRegisters(t *testing.T) {
	free := FixedR(0)
	for _, i := range []int{16, 17, 18, 27, 28, 29, 30} {
		name := fmt.Sprintf("R%d is not", i)
		x := FixedR(i)
		for _, emit := range []func(fn *Function){
			func(fn *Function) { fn.Add(x, free, free) },
			func(fn *Function) { fn.Add(free, free, x) },
			func(fn *Function) { fn.AddLsl(free, free, x, 1) },
			func(fn *Function) { fn.Ldp(free, x, Mem(free, 0)) },
			func(fn *Function) { fn.Ldr(free, Mem(x, 8)) },
			func(fn *Function) { fn.Cbz(x, "l") },
		} {
			mustFail(t, checkOf(emit), "f: instruction 0", name)
		}
	}
}

func TestCheckRefusesOperands(t *testing.T) {
	free := FixedR(0)
	move := func(from operand.Op) func(*Function) {
		return func(fn *Function) { fn.op("MOVD", ops{free}, nil, from, free) }
	}
	for part, emit := range map[string]func(*Function){
		"not a register":     move(R{rsp}),
		"modelled: arm64.":   move(rsp),
		"16(RSP) is outside": move(operand.Mem{Base: rsp, Disp: 16}),
		"8(RSP) is outside":  move(Address{Mem: operand.Mem{Base: rsp, Disp: 8}}),
		"SP is not":          move(operand.NewStackAddr(8)),
		"not modelled: reg":  move(reg.RAX),
		"not modelled: oper": move(operand.Rel(4)),
		"<R3> is not":        move(r(3)),
		"V32.B16 is not":     func(fn *Function) { fn.Eor(FixedV(0), FixedV(1), FixedV(32)) },
		"no base":            move(operand.Mem{Disp: 8}),
		"or an index":        move(operand.Mem{Base: free, Index: free, Scale: 1}),
	} {
		mustFail(t, checkOf(emit), part)
	}
}

func TestCheckRefusesOpcodes(t *testing.T) {
	x := FixedV(0)
	for _, opcode := range []string{"VEOR3", "VXAR", "VBCAX", "WORD", "BL", "PADDD"} {
		err := checkOf(func(fn *Function) { fn.vector3(opcode, B16, x, x, x) })
		mustFail(t, err, "f: instruction 0", opcode+" is not modelled")
	}
	suffix := &ir.Instruction{Opcode: "MOVD", Suffixes: []string{"P"}}
	mustFail(t, checkOf(func(fn *Function) { fn.AddInstruction(suffix) }), "MOVD.P is not modelled")
}

func TestMisuse(t *testing.T) {
	x, y, q := r(0), r(1), v(0)
	for part, misuse := range map[string]func(fn *Function){
		"immediate 4096 is not in [0, 4095]": func(fn *Function) { fn.AddI(x, y, 4096) },
		"immediate -1 is not in":             func(fn *Function) { fn.SubI(x, y, -1) },
		"immediate 65536 is not in":          func(fn *Function) { fn.MovI(x, 65536) },
		"immediate 64 is not in":             func(fn *Function) { fn.LsrI(x, y, 64) },
		"immediate 32 is not in":             func(fn *Function) { fn.SriS(q, q, 32) },
		"immediate 16 is not in":             func(fn *Function) { fn.Ext(q, q, q, 16) },
		"immediate 0 is not in":              func(fn *Function) { fn.RorW(x, y, 0) },
		"shift 0 is not in":                  func(fn *Function) { fn.OrrLsl(x, x, y, 0) },
		"lane 4 is not in [0, 3]":            func(fn *Function) { fn.DupLaneS(q, q, 4) },
		"lane 2 is not in [0, 1]":            func(fn *Function) { fn.InsD(q, 2, x) },
		"offset of 65536(<R1>)":              func(fn *Function) { fn.LdrQ(q, Mem(y, 65536)) },
		"offset of -257(<R1>)":               func(fn *Function) { fn.Str(x, Mem(y, -257)) },
		"offset of 1024(<R1>)":               func(fn *Function) { fn.StpQ(q, q, Mem(y, 1024)) },
		"offset of 12(<R1>)":                 func(fn *Function) { fn.Ldp(x, y, Mem(y, 12)) },
		"offset of 16(<R1>)":                 func(fn *Function) { fn.Ld1RS(q, Mem(y, 16)) },
		"table<>+16(SB) is not the memory":   func(fn *Function) { fn.LdrQ(q, table) },
		"8(<R1>) is neither":                 func(fn *Function) { fn.Adr(x, Mem(y, 8)) },
		"LDP of one register twice":          func(fn *Function) { fn.Ldp(x, x, Mem(y, 0)) },
		"parameter m":                        func(fn *Function) { fn.Param("m") },
		"has no 8 bytes":                     func(*Function) { NewFunction(ir.NewFile(), "g", "func(b bool)").Param("b") },
		"arm64: g: ":                         func(*Function) { NewFunction(ir.NewFile(), "g", "(dst") },
	} {
		if got := panicOf(misuse); !strings.Contains(got, part) {
			t.Errorf("panic %q, want %q", got, part)
		}
	}
}

func panicOf(misuse func(fn *Function)) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	_, fn := newFunction()
	misuse(fn)
	return
}
