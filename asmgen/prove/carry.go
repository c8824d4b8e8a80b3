package prove

import "math"

// interval is the words from least to most.
type interval struct{ least, most uint32 }

var anyWord = interval{0, math.MaxUint32}

// splitNeeded is the panic of an operation whose result depends on whether the
// low word of the counter is below at.
type splitNeeded struct{ at uint32 }

// carry is the carry out of x + y. Of x + a constant, it is written as carries
// out of the variable part of x: let x = v + k; then the carry out of x + l is
// that of v + k + l, which may be as much as 2, less that of v + k. This makes
// one normal form of all ways to add to a number of 64 bits in steps.
func (t *Terms) carry(x, y Term) Term {
	l, ok := t.isConst(y)
	if !ok {
		if _, ok := t.isConst(x); ok {
			return t.carry(y, x)
		}
		if x > y {
			x, y = y, x
		}
		return t.intern(opCarry2, 0, []part{{x, 1}, {y, 1}})
	}
	if k, ok := t.isConst(x); ok {
		return t.constant(uint32((uint64(k) + uint64(l)) >> 32))
	}
	v, k := x, uint32(0)
	if n := t.nodes[x]; n.op == opSum {
		k = n.k
		v = t.sum(0, append([]part(nil), t.argsOf(x)...))
	}
	all := uint64(k) + uint64(l)
	c := t.sub(t.carryOf(v, uint32(all)), t.carryOf(v, k))
	return t.add(c, t.constant(uint32(all>>32)))
}

// carryOf is the carry out of v + k. Of the low word of the counter it is
// decided where the assumption about that word decides it.
func (t *Terms) carryOf(v Term, k uint32) Term {
	if k == 0 {
		return zero
	}
	if v == counterLow {
		switch {
		case uint64(t.assumed.most)+uint64(k) <= math.MaxUint32:
			return zero
		case uint64(t.assumed.least)+uint64(k) > math.MaxUint32:
			return t.constant(1)
		}
	}
	return t.unary(opCarry, k, v)
}

// undecided returns a place to split the values of the counter's low word at,
// so that x, a sum of such carries, comes closer to being a constant. It returns
// false if x has other parts.
func (t *Terms) undecided(x Term) (at uint32, ok bool) {
	var one [1]part
	parts, _ := t.split(opSum, x, &one)
	for _, p := range parts {
		if n := t.nodes[p.term]; n.op != opCarry || t.arg(p.term) != counterLow {
			return 0, false
		}
		at = -t.nodes[p.term].k
	}
	return at, len(parts) > 0
}
