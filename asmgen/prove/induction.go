package prove

import (
	"slices"

	"github.com/simdchacha/simdchacha/chacha"
)

// head is the head of a loop over blocks with its invariant: what the machine
// holds there, in terms of the counter of the next block, of the place in dst
// where it goes, of the number of blocks left, and of what the counter was at
// the call.
//
// An invariant is guessed from the first arrival and changed by those that
// contradict it, until every arrival satisfies it.
type head struct {
	w       []Term
	other   []Term // a second guess, or noGuess
	left    blocks
	widens  int
	sources map[int]bool // labels of paths that arrived
}

const (
	noGuess    Term = -1
	mostWidens      = 8

	// Variables that are not what a location held at the start.
	anythingAt = 1 << 16 // what a location holds at a head about which nothing is known
	entryAt    = 1 << 17 // what a word of the state was at the call
)

// anything is the variable that stands for anything in a location. Unlike all
// other variables, which keep their value throughout a call, it has another one
// each time that a path begins at a head.
func (t *Terms) anything(location int) Term { return t.variable(anythingAt + location) }

func (t *Terms) isAnything(x Term, location int) bool {
	n := &t.nodes[x]
	return n.op == opVar && n.k == uint32(anythingAt+location)
}

// unknown reports whether such a variable is in a new term.
func (t *Terms) unknown(x Term) bool {
	n := &t.nodes[x]
	return n.op == opVar && n.k >= anythingAt && n.k < entryAt ||
		slices.ContainsFunc(t.argsOf(x), func(p part) bool { return t.nodes[p.term].unknown })
}

// atEntry is a word of the counter at the call, as a head knows it.
func (t *Terms) atEntry(word int) Term { return t.variable(entryAt + word) }

// arrive checks and changes the invariant of a head.
func (p *prover) arrive(m *Machine, label int) error {
	n := m.progress()
	if n == 0 && m.from != entry && p.code.at[label] <= p.code.at[m.from] {
		return p.refused(m, "a loop writes no block")
	}
	h, known := p.heads[label]
	if p.fixed {
		if !known || !p.satisfies(m, h, n) {
			return p.refused(m, "the invariant of a loop does not hold")
		}
		return nil
	}
	if slices.Contains(p.queue, m.from) {
		return nil // the invariant that m began with has changed since; it is going to be run again
	}
	if !known {
		h = p.guess(m, n)
		p.heads[label] = h
		p.enqueue(label)
	}
	h.sources[m.from] = true
	if err := p.widen(m, h, label, m.left.minus(n)); err != nil {
		return err
	}
	on := p.shift(n, m.from == entry)
	for i, x := range h.w {
		if p.holds(m, i, x, &on) {
			continue
		}
		p.enqueue(label)
		if h.other[i] == noGuess {
			h.w[i] = p.anything(i)
			continue
		}
		h.w[i], h.other[i] = h.other[i], noGuess
		for from := range h.sources { // those who arrived know nothing of it yet
			p.enqueue(from)
		}
	}
	return nil
}

// satisfies reports whether m satisfies the invariant of a head.
func (p *prover) satisfies(m *Machine, h *head, n int64) bool {
	on := p.shift(n, m.from == entry)
	for i, x := range h.w {
		if !p.holds(m, i, x, &on) {
			return false
		}
	}
	left := m.left.minus(n)
	return left.least >= h.left.least && left.most <= h.left.most
}

// holds reports whether a location holds what an invariant says. One that
// relates a location to another of which nothing is known never holds: the same
// variable has one value in m and another one at the head.
func (p *prover) holds(m *Machine, location int, x Term, on *shift) bool {
	if p.nodes[x].unknown {
		return p.isAnything(x, location)
	}
	return m.resolved(on.of(x)) == m.resolved(m.w[location])
}

func (p *prover) enqueue(label int) {
	if !slices.Contains(p.queue, label) {
		p.queue = append(p.queue, label)
	}
}

// widen makes the numbers of blocks at a head include left.
func (p *prover) widen(m *Machine, h *head, label int, left blocks) error {
	if left.least >= h.left.least && left.most <= h.left.most {
		return nil
	}
	h.left.least, h.left.most = min(h.left.least, left.least), max(h.left.most, left.most)
	if h.widens++; h.widens > mostWidens {
		return p.refused(m, "a loop's number of blocks has no bounds")
	}
	p.enqueue(label)
	return nil
}

// guess is what m holds after n blocks, seen from there. What has the counter in
// it either follows it or remembers what it was at the call.
func (p *prover) guess(m *Machine, n int64) *head {
	assumed := p.assumed
	p.assumed = anything // which is about the counter n blocks before
	defer func() { p.assumed = assumed }()
	h := &head{left: m.left.minus(n), sources: map[int]bool{}}
	follow, remember := p.shift(-n, false), p.shift(0, false)
	remember.done[counterLow], remember.done[counterHigh] = p.atEntry(chacha.Counter), p.atEntry(chacha.Counter+1)
	for _, x := range m.w {
		other := noGuess
		if m.from == entry {
			other = remember.of(x)
		}
		h.w = append(h.w, follow.of(x))
		h.other = append(h.other, other)
	}
	return h
}

// resolved is x where n is known.
func (m *Machine) resolved(x Term) Term {
	if n := m.nodes[x]; n.op == opHalf && m.left.least == m.left.most {
		l := m.lins[n.k>>1]
		v := m.words(linear{l.from, 0, l.offset + l.perBlock*m.left.least})
		return [2]Term{v.lo, v.hi}[n.k&1]
	}
	return x
}

// shift turns a term that is about what comes after by blocks into the same
// about what comes before them.
type shift struct {
	*Terms
	by   int64
	done map[Term]Term
}

// shift returns one. If fromEntry, what comes before is the call, whose counter
// needs no remembering.
func (t *Terms) shift(by int64, fromEntry bool) shift {
	s := shift{t, by, map[Term]Term{}}
	if fromEntry {
		s.done[t.atEntry(chacha.Counter)] = counterLow
	}
	if fromEntry || t.assumed.same >= 0 {
		s.done[t.atEntry(chacha.Counter+1)] = counterHigh
	}
	return s
}

func (s *shift) of(x Term) Term {
	if n := &s.nodes[x]; n.op == opConst || n.op == opVar && n.k < entryAt && x != counterLow && x != counterHigh {
		return x
	}
	if r, ok := s.done[x]; ok {
		return r
	}
	r := s.make(x)
	s.done[x] = r
	return r
}

func (s *shift) make(x Term) Term {
	n := s.nodes[x]
	switch n.op {
	case opVar:
		switch x {
		case counterLow:
			return s.words(linear{counter, 0, s.by}).lo
		case counterHigh:
			return s.words(linear{counter, 0, s.by}).hi
		}
		return x
	case opHalf:
		l := s.lins[n.k>>1]
		l.offset -= s.by * l.perBlock
		switch l.from {
		case dst:
			l.offset += s.by * chacha.BlockSize
		case counter:
			l.offset += s.by
		}
		v := s.words(l)
		return [2]Term{v.lo, v.hi}[n.k&1]
	}
	return s.rebuild(n, append([]part(nil), s.argsOf(x)...))
}

// rebuild makes a node anew from shifted operands.
func (s *shift) rebuild(n node, args []part) Term {
	for i := range args {
		args[i].term = s.of(args[i].term)
	}
	k := int(n.k)
	switch n.op {
	case opSum:
		r := s.constant(n.k)
		for _, p := range args {
			r = s.combine(r, p.coef, p.term)
		}
		return r
	case opXor:
		r := s.constant(n.k)
		for _, p := range args {
			r = s.xor(r, p.term)
		}
		return r
	case opAnd:
		return s.and(args[0].term, args[1].term)
	case opOr:
		return s.or(args[0].term, args[1].term)
	case opShl:
		return s.shl(args[0].term, k)
	case opShr:
		return s.shr(args[0].term, k)
	case opRot:
		return s.rotate(args[0].term, k)
	case opCarry:
		return s.carry(args[0].term, s.constant(n.k))
	case opCarry2:
		return s.carry(args[0].term, args[1].term)
	case opFree:
		return s.intern(opFree, n.k, args)
	}
	var b [4]part
	for i, p := range args {
		b[i] = s.byteOf(p.term, int(p.coef))
	}
	return s.bytes(b)
}
