package prove

import "github.com/simdchacha/simdchacha/chacha"

// head is the head of a loop over blocks with its invariant: what the machine
// holds there, in terms of the counter of the next block, of the place in dst
// where it goes, and of the number of blocks left. A location that holds the
// variable that is its own may hold anything.
//
// An invariant is guessed from the first arrival and weakened by those that
// contradict it, until every arrival satisfies it.
type head struct {
	w      []Term
	left   blocks
	widens int
}

// own is the variable that stands for anything in a location.
func (p *prover) own(location int) Term {
	if location < generalAt {
		location += staleState // the first variables are the state itself
	}
	return p.variable(location)
}

const (
	staleState = 1 << 16
	mostWidens = 8
)

// arrive checks and weakens the invariant of a head.
func (p *prover) arrive(m *Machine, label int) error {
	n := m.progress()
	if n == 0 && m.from != entry && p.code.at[label] <= p.code.at[m.from] {
		return p.refused(m, "a loop writes no block")
	}
	h, known := p.heads[label]
	if !known {
		h = p.guess(m, n)
		p.heads[label] = h
	}
	weaker := !known
	on := shift{p.Terms, n, map[Term]Term{}}
	for i, x := range h.w {
		if x != p.own(i) && m.resolved(on.of(x)) != m.resolved(m.w[i]) {
			h.w[i] = p.own(i)
			weaker = true
		}
	}
	if left := m.left.minus(n); left.least < h.left.least || left.most > h.left.most {
		h.left.least, h.left.most = min(h.left.least, left.least), max(h.left.most, left.most)
		if h.widens++; h.widens > mostWidens {
			return p.refused(m, "a loop's number of blocks has no bounds")
		}
		weaker = true
	}
	if weaker {
		p.queue = append(p.queue, label)
	}
	return nil
}

// guess is what m holds after n blocks, seen from there.
func (p *prover) guess(m *Machine, n int64) *head {
	assumed := p.assumed
	p.assumed = anyWord // which is about the counter n blocks before
	defer func() { p.assumed = assumed }()
	h := &head{left: m.left.minus(n)}
	back := shift{p.Terms, -n, map[Term]Term{}}
	for _, x := range m.w {
		h.w = append(h.w, back.of(x))
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

func (s *shift) of(x Term) Term {
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
	case opConst:
		return x
	case opVar:
		c := s.words(linear{counter, 0, s.by})
		switch n.k {
		case chacha.Counter:
			return c.lo
		case chacha.Counter + 1:
			return c.hi
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
