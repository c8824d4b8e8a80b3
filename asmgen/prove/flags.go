package prove

import "math"

// condition is what a branch looks at.
type condition int

const (
	always condition = iota
	equal
	notEqual
	less // signed
	lessOrEqual
	greater
	greaterOrEqual
	lower // unsigned
	lowerOrSame
	higher
	higherOrSame
	carrySet
	carryClear
)

// flags are those of the last instruction that set them: of x - y, or x + y.
type flags struct {
	of      flagsOf
	x, y    value
	words   int  // 1 or 2
	noCarry bool // the carry is another's
}

type flagsOf int

const (
	noFlags flagsOf = iota // unknown
	difference
	sum
)

// outcome says whether a branch is taken for those n.
type outcome struct {
	left  blocks
	taken bool
}

// decide says for which n a condition holds. It refuses a branch on anything
// but n, addresses, and whether the low word of the counter is about to wrap;
// over the last of these it splits the proof.
func (m *Machine) decide(c condition) []outcome {
	if c == always {
		return []outcome{{m.left, true}}
	}
	f := m.flags
	signed := c >= equal && c <= greaterOrEqual
	if f.of == sum && signed { // x + y is x - (-y)
		if y, ok := m.numberOf(f.y); ok && f.words == 2 && y.from == none && y.offset != math.MinInt64 {
			f.of, f.y = difference, m.sub64(value{zero, zero}, f.y)
		}
	}
	if f.of == difference && f.words == 2 {
		x, okX := m.numberOf(f.x)
		y, okY := m.numberOf(f.y)
		if okX && okY && x.from == y.from && (x.from != counter || x.perBlock != y.perBlock) {
			return m.decideNumbers(c, x, y, f.noCarry)
		}
	}
	return []outcome{{m.left, m.decideCounter(c, f)}}
}

// decideNumbers decides a comparison of linear numbers from the same space.
func (m *Machine) decideNumbers(c condition, x, y linear, noCarry bool) []outcome {
	const small = 1 << 61
	for _, v := range []linear{x, y} {
		if v.perBlock < -1<<20 || v.perBlock > 1<<20 || m.magnitude(v) > small {
			refuse("a branch compares numbers that may overflow")
		}
	}
	switch {
	case x.from == counter:
		refuse("a branch compares the counter with the number of blocks")
	case x.from != none && c >= less: // where a space begins, and whether offsets wrap around, is not known
		refuse("a branch asks which of two addresses is lower")
	case c > greaterOrEqual && (noCarry || m.least(x) < 0 || m.least(y) < 0):
		refuse("a branch compares unsigned what may be negative")
	}
	d := linear{none, x.perBlock - y.perBlock, x.offset - y.offset}
	var all []outcome
	for _, left := range m.signs(d) {
		if left.empty() {
			continue
		}
		at := d.perBlock*left.least + d.offset
		taken := holds(c, at)
		if len(all) > 0 && all[len(all)-1].taken == taken {
			all[len(all)-1].left.most = left.most
			continue
		}
		all = append(all, outcome{left, taken})
	}
	return all
}

// holds reports whether c holds between two numbers whose difference is d.
func holds(c condition, d int64) bool {
	switch c {
	case equal:
		return d == 0
	case notEqual:
		return d != 0
	case less, lower, carrySet:
		return d < 0
	case lessOrEqual, lowerOrSame:
		return d <= 0
	case greater, higher:
		return d > 0
	}
	return d >= 0 // greaterOrEqual, higherOrSame, carryClear
}

// magnitude is the largest absolute value of v over all n.
func (m *Machine) magnitude(v linear) float64 {
	at := func(n int64) float64 { return math.Abs(float64(v.perBlock)*float64(n) + float64(v.offset)) }
	return max(at(m.left.least), at(m.left.most))
}

// least is the least value of v over all n.
func (m *Machine) least(v linear) int64 {
	return min(v.perBlock*m.left.least, v.perBlock*m.left.most) + v.offset
}

// signs cuts the possible n where d may change its sign: in each part it has
// one sign.
func (m *Machine) signs(d linear) []blocks {
	if d.perBlock == 0 {
		return []blocks{m.left}
	}
	root := -d.offset / d.perBlock
	if -d.offset%d.perBlock != 0 && (d.offset < 0) != (d.perBlock > 0) {
		root-- // towards minus infinity
	}
	return []blocks{
		m.left.within(0, root-1),
		m.left.within(root, root),
		m.left.within(root+1, mostBlocks),
	}
}

// decideCounter decides a condition on carries out of the low word of the
// counter.
func (m *Machine) decideCounter(c condition, f flags) bool {
	switch {
	case f.of == noFlags:
		refuse("a branch on flags that no instruction set, or whose value is not modelled")
	case c == equal || c == notEqual:
		return m.same(f) == (c == equal)
	case f.words == 1 && !f.noCarry && (f.of == sum && (c == carrySet || c == carryClear)):
		return (m.known(m.carry(f.x.lo, f.y.lo)) == 1) == (c == carrySet)
	case f.words == 1 && !f.noCarry && f.of == difference && c > greaterOrEqual:
		return m.unsigned(c, f.x.lo, f.y.lo)
	}
	refuse("a branch depends on %s", m.show(f.x.lo))
	return false
}

// same reports whether the numbers that set the flags are equal, or their sum
// is zero.
func (m *Machine) same(f flags) bool {
	d := [2]Term{}
	if f.of == sum {
		v := m.addWords(f.x, f.y)
		d = [2]Term{v.lo, v.hi}
	} else {
		d = [2]Term{m.sub(f.x.lo, f.y.lo), m.sub(f.x.hi, f.y.hi)}
	}
	for _, x := range d[:f.words] {
		if !m.isZero(x) {
			return false
		}
	}
	return true
}

// unsigned compares words.
func (m *Machine) unsigned(c condition, x, y Term) bool {
	atLeast := func(x, y Term) bool { // x ≥ y, which is the carry out of x - y = x + ^y + 1
		if k := m.known(y); k != 0 {
			return m.known(m.carry(x, m.constant(-k))) == 1
		}
		return true
	}
	switch c {
	case lower, carrySet:
		return !atLeast(x, y)
	case higherOrSame, carryClear:
		return atLeast(x, y)
	case higher:
		return m.known(y) != math.MaxUint32 && atLeast(x, m.constant(m.known(y)+1))
	}
	return m.known(y) == math.MaxUint32 || !atLeast(x, m.constant(m.known(y)+1)) // lowerOrSame
}

// isZero reports whether a term that a branch depends on is zero. Of the change
// of the counter's high word nothing else is known.
func (m *Machine) isZero(x Term) bool {
	k, ok := m.highSame(x)
	switch {
	case !ok:
		return m.known(x) == 0
	case int64(k) <= m.assumed.same:
		return true
	case int64(k) >= m.assumed.changed:
		return false
	}
	panic(m.assumed.splitHigh(k))
}

// known returns the value of a term that a branch depends on. Where carries out
// of the counter's low word decide it, the assumption decides them, or the proof
// is split.
func (m *Machine) known(x Term) uint32 {
	if k, ok := m.isConst(x); ok {
		return k
	}
	if at, ok := m.undecided(x); ok {
		panic(m.assumed.splitLow(at))
	}
	refuse("a branch depends on %s", m.show(x))
	return 0
}
