package main

import "github.com/simdchacha/simdchacha/chacha"

// hybrid is a Machine with general registers that can work while its vector
// registers do.
type hybrid interface {
	Machine
	General() Machine          // on the same blocks, with vectors of one lane in general registers
	Rounds(n int, body func()) // body, once for every n rounds; n must divide their number
}

// mixed is the layout that gives all units of a machine something to do: the
// first blocks of a group are laid out by words, the next by rows, and the last
// ones, one after the other, by words in general registers. While the vectors go
// through the rounds once, every one of those goes through all of its rounds.
//
// The registers are full. So nothing is computed once for all groups, and what
// the registers of words have no room for, counters, is computed twice.
type mixed struct {
	hybrid
	vectors *words
	rows    *rows
	scalars []*words
}

func newMixed(m hybrid) *mixed {
	s, general := m.Shape(), m.General()
	next := s.Lanes * s.Sets
	p := &mixed{hybrid: m, vectors: newWords(m, 0), rows: newRows(m, s.Rows.Sets, next)}
	next += s.Lanes / 4 * s.Rows.Sets
	for i := range s.Scalars.Sets {
		p.scalars = append(p.scalars, newWords(general, next+i))
	}
	return p
}

func (p *mixed) prepare() { p.rows.prepare() }

func (p *mixed) rounds() {
	p.vectors.begin()
	p.rows.begin()
	for i, block := range p.scalars {
		if i > 0 {
			before := p.scalars[i-1]
			p.IfLeft(before.sets[0].first+1, func() {
				before.finish(func(pieces []piece) { writeAll(p, pieces) })
			}, nil)
		}
		block.begin()
		p.Rounds(2*len(p.scalars), func() { p.doubleRound(block) })
	}
}

// doubleRound is a double round of the blocks in vectors, and several of a block
// in general registers.
func (p *mixed) doubleRound(scalar *words) {
	shape := p.Shape()
	streams := p.vectors.doubleRound(none)
	for i, s := range p.rows.doubleRound() {
		s.Start, s.Step = shape.Rows.Start+float64(i)*shape.Rows.Later, shape.Rows.Step
		streams = append(streams, s)
	}
	streams = append(streams, Stream{Start: shape.Scalars.Start, Step: shape.Scalars.Step, Emit: func() {
		for range p.scalars {
			scalar.Interleave(scalar.doubleRound(none)...)
		}
	}})
	p.Interleave(streams...)
}

func (p *mixed) finish(write func(pieces []piece)) {
	p.rows.finish(write)
	p.vectors.finish(write)
	p.scalars[len(p.scalars)-1].finish(write)
}

// wipe has nothing to do: no word of a state leaves the registers.
func (p *mixed) wipe() {}

// begin makes the states of a group, with nothing from prepare.
func (p *words) begin() {
	for _, s := range p.sets {
		for w := range s.x {
			s.x[w] = p.Vec()
		}
		p.Counters(s.x[chacha.Counter], s.x[chacha.Counter+1], s.first)
		for w, x := range s.x {
			if w != chacha.Counter && w != chacha.Counter+1 {
				p.Broadcast(x, p.Row(w/4), w%4)
			}
		}
	}
}
