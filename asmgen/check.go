package main

import (
	"fmt"
	"slices"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// epilogue puts before every RET what the function owes its caller: VZEROUPPER
// if it used wide vectors, because SSE code would be slow after them
// (Intel's Optimization Reference Manual, Section 15.3), and zero in X15 if it
// used that register, because Go's internal ABI keeps it so.
func epilogue(fn *ir.Function) error {
	var exit []ir.Node
	if usesVectors(fn, func(r reg.Physical) bool { return r.Size() > 16 }) {
		exit = append(exit, &ir.Instruction{Opcode: "VZEROUPPER", ISA: []string{"AVX"}})
	}
	if usesVectors(fn, isX15) {
		x15 := []operand.Op{reg.X15, reg.X15}
		exit = append(exit, &ir.Instruction{Opcode: "PXOR", Operands: x15, Inputs: x15, Outputs: x15[:1], CancellingInputs: true, ISA: []string{"SSE2"}})
	}
	var nodes []ir.Node
	for _, n := range fn.Nodes {
		if i, ok := n.(*ir.Instruction); ok && i.IsTerminal {
			nodes = append(nodes, exit...)
		}
		nodes = append(nodes, n)
	}
	fn.Nodes = nodes
	return nil
}

func isX15(r reg.Physical) bool { return r.PhysicalIndex() == reg.X15.PhysicalIndex() }

// usesVectors reports whether fn names a vector register that is one of those.
func usesVectors(fn *ir.Function, those func(reg.Physical) bool) bool {
	return slices.ContainsFunc(fn.Instructions(), func(i *ir.Instruction) bool {
		return slices.ContainsFunc(i.Registers(), func(r reg.Register) bool {
			return r.Kind() == reg.KindVector && those(reg.ToPhysical(r))
		})
	})
}

// checkX86 fails if a compiled function could not run on the machine of that
// shape, or would not return to Go what it wants back. It looks at nothing but
// the instructions that are going to be printed.
func checkX86(fn *ir.Function, s Shape) error {
	for _, check := range []func(*ir.Function, Shape) error{checkRegisters, checkInstructions, checkReturns} {
		if err := check(fn, s); err != nil {
			return fmt.Errorf("%s: %w", fn.Name, err)
		}
	}
	return nil
}

// checkRegisters refuses vector registers that the instruction set cannot name,
// and writes to general registers that belong to Go.
func checkRegisters(fn *ir.Function, s Shape) error {
	for _, i := range fn.Instructions() {
		for _, r := range i.Registers() {
			if r.Kind() == reg.KindVector && int(reg.ToPhysical(r).PhysicalIndex()) >= s.Registers {
				return fmt.Errorf("%s has no register %s", s.Name, r.Asm())
			}
		}
		for _, r := range i.OutputRegisters() {
			if r.Kind() == reg.KindGP && gos(reg.ToPhysical(r)) {
				return fmt.Errorf("%s writes %s, which is Go's", i.Opcode, r.Asm())
			}
		}
	}
	return nil
}

// checkInstructions refuses instructions outside of the instruction set.
func checkInstructions(fn *ir.Function, s Shape) error {
	for _, i := range fn.Instructions() {
		for _, isa := range i.ISA {
			if !slices.Contains(s.Requires, isa) {
				return fmt.Errorf("%s needs %s, which %s does not promise", i.Opcode, isa, s.Name)
			}
		}
	}
	return nil
}

// checkReturns refuses a RET that is not preceded by what epilogue puts there.
func checkReturns(fn *ir.Function, s Shape) error {
	wide := usesVectors(fn, func(r reg.Physical) bool { return r.Size() > 16 })
	x15 := usesVectors(fn, isX15)
	is := fn.Instructions()
	for n, i := range is {
		if !i.IsTerminal {
			continue
		}
		before := is[max(0, n-2):n]
		has := func(opcode string) bool {
			return slices.ContainsFunc(before, func(i *ir.Instruction) bool { return i.Opcode == opcode })
		}
		if wide && !has("VZEROUPPER") {
			return fmt.Errorf("RET without VZEROUPPER")
		}
		if last := before[len(before)-1]; x15 && !(last.Opcode == "PXOR" && last.Operands[0] == reg.X15 && last.Operands[1] == reg.X15) {
			return fmt.Errorf("RET without zero in X15")
		}
	}
	return nil
}
