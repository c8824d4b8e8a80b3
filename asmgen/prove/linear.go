package prove

// space is what an address or a count is counted from.
type space int

const (
	none    space = iota // zero
	counter              // words 12 and 13 of the state, as one number of 64 bits
	dst                  // the output
	state                // the input
	frame                // the local variables, from the stack pointer on
	aligned              // the same, from the first address that is aligned to code.alignment
	params               // the parameters
	tables               // the first table; more follow
)

var spaceNames = []string{"0", "counter", "dst", "s", "frame", "the aligned frame", "parameters", "table"}

func (s space) String() string { return spaceNames[min(s, tables)] }

// linear is a number of 64 bits: from + perBlock*n + offset, where n is the
// number of blocks left to write.
type linear struct {
	from             space
	perBlock, offset int64
}

// value is a number of 64 bits as two terms.
type value struct{ lo, hi Term }

// number returns v as a linear number, if it is one.
func (t *Terms) number(v value) (x linear, ok bool) {
	lo, hi := &t.nodes[v.lo], &t.nodes[v.hi]
	switch {
	case lo.op == opConst && hi.op == opConst:
		return linear{offset: int64(hi.k)<<32 | int64(lo.k)}, true
	case lo.op == opHalf && hi.op == opHalf && lo.k&1 == 0 && hi.k == lo.k+1:
		return t.lins[lo.k>>1], true
	}
	// The counter plus an offset?
	low := lo.k
	switch {
	case v.lo == counterLow:
		low = 0
	case lo.op != opSum || lo.size != 1 || t.argsOf(v.lo)[0] != part{counterLow, 1}:
		return x, false
	}
	high, ok := t.isConst(t.sub(v.hi, t.add(counterHigh, t.carry(counterLow, t.constant(low)))))
	return linear{from: counter, offset: int64(high)<<32 | int64(low)}, ok
}

// words returns a linear number as two terms.
func (t *Terms) words(x linear) value {
	lo, hi := uint32(x.offset), uint32(x.offset>>32)
	if x.perBlock == 0 && x.from == none {
		return value{t.constant(lo), t.constant(hi)}
	}
	if x.perBlock == 0 && x.from == counter {
		c := value{counterLow, counterHigh}
		return t.addWords(c, value{t.constant(lo), t.constant(hi)})
	}
	i, ok := t.lin[x]
	if !ok {
		i = len(t.lins)
		t.lins = append(t.lins, x)
		t.lin[x] = i
	}
	return value{t.intern(opHalf, uint32(2*i), nil), t.intern(opHalf, uint32(2*i+1), nil)}
}

// add64 is x + y.
func (t *Terms) add64(x, y value) value {
	if a, ok := t.number(x); ok {
		if b, ok := t.number(y); ok && (a.from == none || b.from == none) {
			return t.words(linear{a.from + b.from, a.perBlock + b.perBlock, a.offset + b.offset})
		}
	}
	return t.addWords(x, y)
}

func (t *Terms) addWords(x, y value) value {
	return value{t.add(x.lo, y.lo), t.add(t.add(x.hi, y.hi), t.carry(x.lo, y.lo))}
}

// sub64 is x - y.
func (t *Terms) sub64(x, y value) value {
	if a, ok := t.number(x); ok {
		if b, ok := t.number(y); ok && (b.from == none || a.from == b.from) {
			d := linear{a.from, a.perBlock - b.perBlock, a.offset - b.offset}
			if b.from != none {
				d.from = none
			}
			return t.words(d)
		}
	}
	one := value{t.constant(1), zero}
	return t.addWords(t.addWords(x, value{t.not(y.lo), t.not(y.hi)}), one)
}

// shl64 is x << n.
func (t *Terms) shl64(x value, n int) value {
	if a, ok := t.number(x); ok && a.from == none {
		return t.words(linear{none, a.perBlock << n, a.offset << n})
	}
	if n >= 32 {
		return value{zero, t.shl(x.lo, n-32)}
	}
	return value{t.shl(x.lo, n), t.or(t.shl(x.hi, n), t.shr(x.lo, 32-n))}
}

// shr64 is x >> n.
func (t *Terms) shr64(x value, n int) value {
	if n >= 32 {
		return value{t.shr(x.hi, n-32), zero}
	}
	return value{t.or(t.shr(x.lo, n), t.shl(x.hi, 32-n)), t.shr(x.hi, n)}
}
