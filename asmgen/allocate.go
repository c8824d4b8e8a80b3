package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/reg"
)

// compileX86 is avo's pass.Compile with an allocator that keeps to the
// registers of the machine. avo's own knows all 32 vector registers, and its
// reaching for the upper half would silently turn AVX2 into AVX-512:
// https://github.com/mmcloughlin/avo/issues/146.
func compileX86(shapes map[string]Shape) pass.Interface {
	return pass.Concat(
		pass.Verify,
		pass.FunctionPass(pass.PruneJumpToFollowingLabel),
		pass.FunctionPass(pass.PruneDanglingLabels),
		pass.FunctionPass(pass.LabelTarget),
		pass.FunctionPass(pass.CFG),
		pass.InstructionPass(pass.ZeroExtend32BitOutputs),
		pass.FunctionPass(pass.Liveness),
		pass.FunctionPass(func(fn *ir.Function) error { return allocate(fn, shapes[fn.Name].Registers) }),
		pass.FunctionPass(pass.BindRegisters),
		pass.FunctionPass(pass.VerifyAllocation),
		pass.Func(pass.IncludeTextFlagHeader),
		pass.FunctionPass(epilogue),
		pass.FunctionPass(pass.RequiredISAExtensions),
	)
}

// allocate gives every virtual register of fn a physical one.
func allocate(fn *ir.Function, vectors int) error {
	fn.Allocation = reg.NewEmptyAllocation()
	for _, kind := range []reg.Kind{reg.KindGP, reg.KindVector} {
		var file []reg.Physical
		for _, r := range reg.FamilyOfKind(kind).Registers() {
			if kind == reg.KindGP && !gos(r) || kind == reg.KindVector && int(r.PhysicalIndex()) < vectors {
				file = append(file, r)
			}
		}
		a, err := pass.NewAllocator(file)
		if err != nil {
			return err
		}
		for _, i := range fn.Instructions() {
			interfere(a, i, kind)
		}
		allocation, err := a.Allocate()
		if err != nil {
			return fmt.Errorf("%s: %w: %s", fn.Name, err, pressure(fn, kind))
		}
		if err := fn.Allocation.Merge(allocation); err != nil {
			return err
		}
	}
	return nil
}

// interfere keeps what i writes apart from everything that is live after it.
func interfere(a *pass.Allocator, i *ir.Instruction, kind reg.Kind) {
	for _, d := range i.OutputRegisters() {
		if d.Kind() == kind {
			a.Add(d.ID())
			out := i.LiveOut.OfKind(kind)
			out.DiscardRegister(d)
			a.AddInterferenceSet(d, out)
		}
	}
}

// pressure tells where most registers of a kind are live.
func pressure(fn *ir.Function, kind reg.Kind) string {
	most, at := 0, ""
	for n, i := range fn.Instructions() {
		if live := len(i.LiveOut.OfKind(kind)); live > most {
			most, at = live, fmt.Sprintf("instruction %d, %s", n, i.Opcode)
		}
	}
	return fmt.Sprintf("%d live after %s", most, at)
}

// gos reports whether a general register belongs to Go: the stack pointer, the
// frame pointer, and the current goroutine.
func gos(r reg.Physical) bool {
	switch r.PhysicalIndex() {
	case reg.RSP.PhysicalIndex(), reg.RBP.PhysicalIndex(), reg.R14.PhysicalIndex():
		return true
	}
	return false
}
