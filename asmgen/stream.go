package main

import (
	"fmt"
	"slices"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
)

// Stream is a straight run of instructions, laid out on a time axis: the i-th
// one that Emit emits is placed at Start + i*Step. Instructions that a Machine
// emits together count as one.
type Stream struct {
	Start, Step float64
	Emit        func()
}

// merge puts the elements of the runs into the order of time. Elements of the
// same time stay in the order of their streams.
func merge[T any](streams []Stream, runs [][]T) []T {
	type timed struct {
		at float64
		x  T
	}
	var all []timed
	for i, s := range streams {
		for j, x := range runs[i] {
			all = append(all, timed{s.Start + float64(j)*s.Step, x})
		}
	}
	slices.SortStableFunc(all, func(a, b timed) int {
		switch {
		case a.at < b.at:
			return -1
		case a.at > b.at:
			return 1
		}
		return 0
	})
	merged := make([]T, len(all))
	for i, t := range all {
		merged[i] = t.x
	}
	return merged
}

// recorder takes the streams of a function apart and puts them together again.
type recorder struct {
	fn       *ir.Function
	together map[ir.Node]int // number of nodes, by the first of them
}

// Together makes one step of what emit emits.
func (r *recorder) Together(emit func()) {
	mark := len(r.fn.Nodes)
	emit()
	if r.together == nil {
		r.together = map[ir.Node]int{}
	}
	r.together[r.fn.Nodes[mark]] = len(r.fn.Nodes) - mark
}

// steps cuts nodes into steps.
func (r *recorder) steps(nodes []ir.Node) [][]ir.Node {
	var steps [][]ir.Node
	for len(nodes) > 0 {
		n := max(1, r.together[nodes[0]])
		steps = append(steps, slices.Clone(nodes[:n]))
		nodes = nodes[n:]
	}
	return steps
}

// Interleave emits the streams, merged. It panics if that order would change
// what any instruction reads, compared to one stream after the other.
func (r *recorder) Interleave(streams ...Stream) {
	mark := len(r.fn.Nodes)
	var runs [][][]ir.Node
	for _, s := range streams {
		start := len(r.fn.Nodes)
		s.Emit()
		runs = append(runs, r.steps(r.fn.Nodes[start:]))
	}
	inTurn := slices.Clone(r.fn.Nodes[mark:])
	merged := slices.Concat(merge(streams, runs)...)
	if err := sameDataflow(inTurn, merged); err != nil {
		panic("asmgen: " + r.fn.Name + ": " + err.Error())
	}
	r.fn.Nodes = append(r.fn.Nodes[:mark], merged...)
}

// sameDataflow checks that two orders of the same instructions compute the
// same: every register and memory operand that is read has the same definition
// in both, and so has everything at the end.
func sameDataflow(a, b []ir.Node) error {
	usesA, endA, err := definitions(a)
	if err != nil {
		return err
	}
	usesB, endB, err := definitions(b)
	if err != nil {
		return err
	}
	for u, def := range usesA {
		if usesB[u] != def {
			return fmt.Errorf("the order changes the input %s of %s", u.place, u.by.Opcode)
		}
	}
	for place, def := range endA {
		if endB[place] != def {
			return fmt.Errorf("the order changes the final value of %s", place)
		}
	}
	return nil
}

// use is a read of a place, a register or memory operand, by an instruction.
type use struct {
	by    *ir.Instruction
	place string
}

// definitions returns which instruction each use reads from, nil for one
// outside of nodes, and which instruction wrote each place last.
func definitions(nodes []ir.Node) (map[use]*ir.Instruction, map[string]*ir.Instruction, error) {
	uses, last := map[use]*ir.Instruction{}, map[string]*ir.Instruction{}
	for _, n := range nodes {
		i, ok := n.(*ir.Instruction)
		if !ok || i.IsBranch || i.IsTerminal {
			return nil, nil, fmt.Errorf("%v does not belong into a stream", n)
		}
		for _, r := range i.InputRegisters() {
			place := fmt.Sprintf("register %#x", r.ID())
			uses[use{i, place}] = last[place]
		}
		for _, op := range i.Inputs {
			if operand.IsMem(op) {
				uses[use{i, op.Asm()}] = last[op.Asm()]
			}
		}
		for _, op := range i.Outputs {
			if operand.IsMem(op) {
				last[op.Asm()] = i
			}
		}
		for _, r := range i.OutputRegisters() {
			last[fmt.Sprintf("register %#x", r.ID())] = i
		}
	}
	return uses, last, nil
}
