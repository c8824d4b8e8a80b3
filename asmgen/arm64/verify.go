package arm64

import (
	"fmt"
	"maps"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/reg"
)

// contents says which register of the program each physical register holds.
// One that is missing holds nothing that is known.
type contents map[reg.ID]reg.ID

// verifyAllocation proves fn.Allocation right without liveness or interference:
// it follows what every physical register holds along all paths, and fails if
// an instruction reads one that need not hold what the program says. So it also
// catches reads of what was never written. The method is that of the checker of
// regalloc2 (https://docs.rs/regalloc2/latest/regalloc2/checker).
func verifyAllocation(fn *ir.Function) error {
	before := entryContents(fn)
	for n, i := range fn.Instructions() {
		held, reached := before[i]
		if !reached {
			continue
		}
		for _, r := range i.InputRegisters() {
			if p := fn.Allocation.LookupDefault(r.ID()); r.Mask() != 0 && held[p] != r.ID() {
				return fmt.Errorf("%s: instruction %d, %s, reads %s, which need not be there", fn.Name, n, i.Opcode, r.Asm())
			}
		}
		written := map[reg.ID]bool{}
		for _, r := range i.OutputRegisters() {
			p := fn.Allocation.LookupDefault(r.ID())
			if p.IsVirtual() {
				return fmt.Errorf("%s: instruction %d, %s, writes %s, which has no register", fn.Name, n, i.Opcode, r.Asm())
			}
			if written[p] {
				return fmt.Errorf("%s: instruction %d, %s, writes one register twice", fn.Name, n, i.Opcode)
			}
			written[p] = true
		}
	}
	return nil
}

// entryContents returns the contents before every instruction that control
// can reach: what all paths to it agree on.
func entryContents(fn *ir.Function) map[*ir.Instruction]contents {
	first := fn.Instructions()[0]
	before := map[*ir.Instruction]contents{first: {}}
	for work := []*ir.Instruction{first}; len(work) > 0; {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		after := maps.Clone(before[i])
		for _, r := range i.OutputRegisters() {
			after[fn.Allocation.LookupDefault(r.ID())] = r.ID()
		}
		for _, s := range i.Succ {
			if s != nil && meet(before, s, after) {
				work = append(work, s)
			}
		}
	}
	return before
}

// meet removes from the contents before s what a path that comes with c does
// not agree with, and reports whether that changed them.
func meet(before map[*ir.Instruction]contents, s *ir.Instruction, c contents) bool {
	old, reached := before[s]
	if !reached {
		before[s] = maps.Clone(c)
		return true
	}
	size := len(old)
	maps.DeleteFunc(old, func(p, id reg.ID) bool { return c[p] != id })
	return len(old) < size
}
