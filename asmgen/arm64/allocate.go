package arm64

import (
	"fmt"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/reg"
)

// allocate is avo's pass.AllocateRegisters for the kinds of this package.
func allocate(fn *ir.Function) error {
	fn.Allocation = reg.NewEmptyAllocation()
	for _, k := range []reg.Kind{KindR, KindV} {
		a, err := allocateKind(fn, k, registerFile(k))
		if err != nil {
			return err
		}
		if err := fn.Allocation.Merge(a); err != nil {
			return err
		}
	}
	return nil
}

func allocateKind(fn *ir.Function, k reg.Kind, file []reg.Physical) (reg.Allocation, error) {
	allocator, err := pass.NewAllocator(file)
	if err != nil {
		return nil, err
	}
	for _, i := range fn.Instructions() {
		for _, r := range append(i.InputRegisters(), i.OutputRegisters()...) {
			if r.Kind() == k {
				allocator.Add(r.ID())
			}
		}
		interfere(allocator, i, k)
	}
	a, err := allocator.Allocate()
	if err != nil {
		name := map[reg.Kind]string{KindR: "general", KindV: "vector"}[k]
		return nil, fmt.Errorf("%s: %w: up to %d %s registers are live at once, and there are %d",
			fn.Name, err, MaxLive(fn, k), name, len(file))
	}
	return a, nil
}

// interfere keeps what i writes apart from everything live after it, and
// unlike avo's pass, which meets no such instruction on x86, from what else i
// writes: both halves of a pair get registers of their own even if nothing
// reads them.
func interfere(a *pass.Allocator, i *ir.Instruction, k reg.Kind) {
	apart := i.LiveOut.OfKind(k)
	for _, d := range i.OutputRegisters() {
		if d.Kind() == k {
			apart.AddRegister(d)
		}
	}
	for _, d := range i.OutputRegisters() {
		if d.Kind() != k {
			continue
		}
		for id := range apart {
			if id != d.ID() {
				a.AddInterference(d.ID(), id)
			}
		}
	}
}

// MaxLive returns the largest number of registers of a kind that are live at
// once in fn. It is for a function whose liveness is known: that Compile has
// compiled, or could not.
func MaxLive(fn *ir.Function, k reg.Kind) int {
	most := 0
	for _, i := range fn.Instructions() {
		most = max(most, len(i.LiveIn.OfKind(k)), len(i.LiveOut.OfKind(k)))
	}
	return most
}
