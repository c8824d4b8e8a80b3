package arm64

import (
	"fmt"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/reg"
)

// opcodes is every opcode that a builder emits. All are part of the base
// architecture, Armv8.0-A with Advanced SIMD, which every arm64 port of Go
// takes for granted.
var opcodes = setOf(
	"MOVD", "MOVW", "MOVWU", "LDP", "LDPW", "STP", "STPW", "FMOVQ", "FLDPQ", "FSTPQ", "VLD1", "VLD1R",
	"ADD", "ADDW", "SUB", "SUBS", "CMP", "ORR", "EORW", "LSL", "LSR", "RORW",
	"VADD", "VEOR", "VMOV", "VDUP", "VREV32", "VTBL", "VSHL", "VSRI", "VEXT", "VZIP1", "VZIP2", "VUZP1", "VUZP2",
	"B", "CBZ", "CBNZ", "BEQ", "BNE", "BLT", "BLE", "BGT", "BGE", "BLO", "BLS", "BHI", "BHS", "RET",
)

func setOf(names ...string) map[string]bool {
	set := map[string]bool{}
	for _, n := range names {
		set[n] = true
	}
	return set
}

// Check is a pass over compiled functions. It fails if an instruction has an
// opcode or a form of operand that this package does not model, names a register
// that kernels may not use or that is still virtual, or has RSP anywhere but in
// an operand that addresses the locals. It looks at nothing but the
// instructions that are going to be printed.
var Check pass.Interface = pass.FunctionPass(check)

func check(fn *ir.Function) error {
	for n, i := range fn.Instructions() {
		if !opcodes[i.Opcode] || len(i.Suffixes) > 0 {
			return fmt.Errorf("%s: instruction %d: %s is not modelled", fn.Name, n, i.OpcodeWithSuffixes())
		}
		for _, op := range i.Operands {
			if err := checkOperand(fn, op); err != nil {
				return fmt.Errorf("%s: instruction %d, %s: %w", fn.Name, n, i.Opcode, err)
			}
		}
	}
	return nil
}

func checkOperand(fn *ir.Function, op operand.Op) error {
	if a, ok := op.(Address); ok {
		op = a.Mem
	}
	if m, ok := op.(operand.Mem); ok {
		return checkMem(fn, m)
	}
	rs, err := Registers(op)
	if err != nil {
		return err
	}
	for _, r := range rs {
		if !allocatable(r.ID()) {
			return fmt.Errorf("%s is not a register for kernels", r.Asm())
		}
	}
	return nil
}

// checkMem allows memory at a general register, parameters, tables, and locals.
func checkMem(fn *ir.Function, m operand.Mem) error {
	switch {
	case m.Base == nil, m.Index != nil:
		return fmt.Errorf("%s has no base, or an index", m.Asm())
	case m.Base == reg.FramePointer, m.Base == reg.StaticBase:
		return nil
	case m.Base == rsp:
		if m.Disp < linkSize || m.Disp >= linkSize+fn.LocalSize {
			return fmt.Errorf("%s is outside of the locals", m.Asm())
		}
		return nil
	case m.Base.Kind() == KindR && allocatable(m.Base.ID()):
		return nil
	}
	return fmt.Errorf("%s is not a base register for kernels", m.Base.Asm())
}
