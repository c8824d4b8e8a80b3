package prove

import (
	"errors"
	"maps"
	"slices"

	"github.com/mmcloughlin/avo/ir"
)

// candidate is a mutant on trial.
type candidate struct {
	kernel  Kernel
	code    *code
	refused error
	whole   bool // it has to be proven from the beginning
}

// judge tries to prove mutants of the kernel that p has proven. It returns why
// each is refused, or nil.
//
// Until a mutant comes to the first instruction that it has changed, it does
// what the original does. So p runs the original once more from the entry and
// from every head, and where a path comes to that instruction for the first
// time, the mutant takes over and runs to the end of the path. Paths that do not
// come there are the mutant's as well. If the mutant keeps the invariants of the
// original, then it is proven: they hold at its heads by the same induction.
//
// If it does not, that says nothing yet, nor does a fault on a path from a head:
// with invariants of its own, the mutant may be right, or never come there.
// Then it is proven, or refused, as any kernel is.
func (p *prover) judge(mutants []Kernel) ([]error, error) {
	all := make([]candidate, len(mutants))
	changed := map[int][]*candidate{} // by the first instruction that is not the original's
	for i, k := range mutants {
		x := &all[i]
		x.kernel = k
		if x.code, x.refused = load(k, p.Terms); x.refused != nil {
			continue
		}
		first, ok := p.firstChange(x)
		if x.whole = !ok; ok {
			changed[first] = append(changed[first], x)
		}
	}
	if err := p.again(); err != nil {
		return nil, err
	}
	p.visit = func(m *Machine) {
		if m.visited == nil {
			m.visited = map[int]bool{}
		}
		if x, ok := changed[m.pc]; ok && !m.visited[m.pc] {
			m.visited[m.pc] = true
			for _, x := range x {
				p.takeOver(m, x)
			}
		}
	}
	for _, l := range slices.Clone(p.leaves) {
		if split, err := p.runFrom(l); err != nil || split != nil {
			return nil, errors.Join(err, errors.New("a run that is repeated goes another way"))
		}
	}
	p.visit = nil
	errs := make([]error, len(all))
	for i := range all {
		x := &all[i]
		if x.whole && x.refused == nil {
			x.refused = p.proveWhole(x)
		}
		errs[i] = x.refused
	}
	return errs, nil
}

// firstChange returns the first instruction that the mutant has changed. It
// returns false if more may be different than a run of instructions without a
// label in it, which control enters at the first one only: if a label was moved
// or stands among them, or if there is another difference, as of a table, that
// the mutant's other instructions could see.
func (p *prover) firstChange(x *candidate) (first int, ok bool) {
	a, b := p.code, x.code
	if !slices.Equal(p.kernel.Tables, x.kernel.Tables) || a.fn.LocalSize != b.fn.LocalSize ||
		a.alignment != b.alignment || a.wide != b.wide || a.x15 != b.x15 {
		return 0, false
	}
	was, is := a.fn.Nodes, b.fn.Nodes
	from := 0 // the nodes before are the same
	for from < min(len(was), len(is)) && was[from] == is[from] {
		from++
	}
	same := 0 // so many nodes at the end are the same
	for same < min(len(was), len(is))-from && was[len(was)-1-same] == is[len(is)-1-same] {
		same++
	}
	if from == len(was)-same && from > 0 {
		from-- // control may jump to what stands behind an insertion, but not to its middle
	}
	was, is = was[from:len(was)-same], is[from:len(is)-same]
	if len(was) == 0 || slices.ContainsFunc(was, isLabel) || slices.ContainsFunc(is, isLabel) {
		return 0, false
	}
	for _, n := range a.fn.Nodes[:from] {
		if !isLabel(n) {
			first++
		}
	}
	return first, true
}

func isLabel(n ir.Node) bool { _, ok := n.(ir.Label); return ok }

// again runs all paths once more under the invariants, which hold and stay as
// they are, and remembers where the paths begin.
func (p *prover) again() error {
	p.fixed, p.leaves, p.queue = true, nil, nil
	for _, label := range slices.Concat([]int{entry}, slices.Sorted(maps.Keys(p.heads))) {
		if err := p.explore(label, anything); err != nil {
			return err
		}
	}
	return nil
}

// takeOver runs a mutant from where the original is to the end of its path.
func (p *prover) takeOver(m *Machine, x *candidate) {
	if x.refused != nil || x.whole {
		return
	}
	defer p.rollback(p.mark())
	q := p.successor(x)
	q.cut, q.heads, q.fixed, q.from = p.cut, p.heads, true, p.from
	q.def = newDefinition(p.Terms, p.def.rounds, p.kernel.Layout, p.def.made)
	q.def.use(p.assumed)
	c := m.clone(m.left)
	c.code, c.expect, c.visited = x.code, q.want, nil
	split, err := q.run(c)
	if refused := err != nil && p.from == entry && !inconclusive(err); refused {
		x.refused = err
	} else if err != nil || split != nil {
		x.whole = true
	}
}

// inconclusive reports whether a kernel that ends a path like this may yet be
// proven, in another way.
func inconclusive(err error) bool {
	_, cut := err.(errCut)
	return cut || err == errInvariant
}

func (p *prover) proveWhole(x *candidate) error {
	defer p.rollback(p.mark())
	q := p.successor(x)
	q.recorded = nil
	err := q.prove(p.def.rounds)
	if err == nil && p.recorded != nil {
		q.recorded = p.recorded
		err = q.again()
	}
	return err
}

// successor is a prover of a mutant, with the terms of the original at hand.
func (p *prover) successor(x *candidate) *prover {
	return &prover{
		Terms: p.Terms, kernel: x.kernel, code: x.code, n: p.n, limit: 2 * p.longest,
		defined: p.def.made, brief: true, recorded: p.recorded,
	}
}
