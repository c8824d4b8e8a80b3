package prove

import (
	"math"

	"github.com/simdchacha/simdchacha/chacha"
)

// assumption is about the counter of a run's first block. It holds one side of
// each branch on the counter.
type assumption struct {
	least, most uint32 // of the low word
	// With k added, the counter still has the high word that it had at the call
	// for k up to same, and no longer for k from changed on. See highSame.
	same, changed int64
}

var anything = assumption{0, math.MaxUint32, -1, math.MaxInt64}

// splitNeeded is the panic of an operation whose result depends on more than is
// assumed. Its two assumptions are the sides.
type splitNeeded struct{ sides [2]assumption }

// splitLow assumes that the low word is below at, or not.
func (a assumption) splitLow(at uint32) splitNeeded {
	below, above := a, a
	below.most, above.least = at-1, at
	return splitNeeded{[2]assumption{below, above}}
}

// splitHigh assumes that the counter plus k has the high word of the call, or
// not.
//
// The counter is that of the call plus a number of blocks below 2^57. So, with
// k < 2^32 added, it is that of the call plus d < 2^58, and the two high words
// are equal modulo 2^32 only if they are equal without wrapping around. Then
// they are equal for every smaller k too, and no k up to this one carries out
// of the low word.
func (a assumption) splitHigh(k uint32) splitNeeded {
	same, changed := a, a
	same.same, same.most = int64(k), min(a.most, math.MaxUint32-k)
	changed.changed = int64(k)
	return splitNeeded{[2]assumption{same, changed}}
}

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

// highSame reports whether x is the high word of the counter plus k less that at
// the call, or the negative of that.
func (t *Terms) highSame(x Term) (k uint32, ok bool) {
	for _, x := range []Term{x, t.sub(zero, x)} {
		d := t.sub(x, t.sub(counterHigh, t.atEntry(chacha.Counter+1)))
		if d == zero {
			return 0, true
		}
		if n := t.nodes[d]; n.op == opCarry && t.arg(d) == counterLow {
			return n.k, true
		}
	}
	return 0, false
}
