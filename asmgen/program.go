package main

import (
	"fmt"

	"github.com/simdchacha/simdchacha/chacha"
)

// Keystream emits the kernel of a machine and returns its name. It is the only
// place that knows ChaCha; a Machine knows none of it.
func Keystream(m Machine) string {
	name := fmt.Sprintf("blocks%d%s", m.Shape().Blocks(), m.Shape().Name)
	doc := name + " writes n > 0 blocks of keystream to dst and advances the counter of s, as chacha.Blocks does."
	m.Func(name, doc, func() {
		p := newProgram(m)
		m.Groups(p.shape.Blocks(), func() {
			p.load()
			m.DoubleRounds(p.doubleRound)
			p.makeRoom()
			m.IfLeft(p.shape.Blocks(), func() { p.store(p.writeAll) }, func() { p.store(p.writeLeft) })
		})
	})
	return name
}

// program is ChaCha on a Machine: one word of the state to a vector, one block
// to a lane.
type program struct {
	Machine
	shape Shape
	sets  []*set
}

// set is as many blocks as a vector has lanes.
type set struct {
	lane     int                // of the group, for the first lane of the set
	x        [chacha.Words]Vec  // nil for a word that is parked
	parked   [chacha.Words]Slot // where the words of the third row park
	counters [2]Slot            // words 12 and 13 of the input
}

func newProgram(m Machine) *program {
	p := &program{Machine: m, shape: m.Shape()}
	for i := range p.shape.Sets {
		s := &set{lane: i * p.shape.Lanes, counters: [2]Slot{m.Slot(), m.Slot()}}
		for w := range s.x {
			if p.trades(w) || w == chacha.Words-1 {
				s.parked[w] = m.Slot()
			}
		}
		p.sets = append(p.sets, s)
	}
	return p
}

// trades reports whether word w takes turns with its partner in one register.
// Each quarter-round needs one word of the third row, so a machine that is
// short of registers keeps some of that row in slots, at first the words of
// its second half.
func (p *program) trades(w int) bool {
	switch p.shape.Parked {
	case 1:
		return w == 8 || w == 11
	case 2:
		return w >= 8 && w < 12
	}
	return false
}

// partner is the word that w trades its register with.
func (p *program) partner(w int) int {
	if p.shape.Parked == 1 {
		return w ^ 3
	}
	return w ^ 2
}

// hold brings word w of the third row into a register.
func (p *program) hold(s *set, w int) {
	if s.x[w] != nil {
		return
	}
	other := p.partner(w)
	s.x[w], s.x[other] = s.x[other], nil
	p.Spill(s.parked[other], s.x[w])
	p.Fill(s.x[w], s.parked[w])
}

// load makes the states of the group. The counters come first: they take
// registers to make that the other words need afterwards.
func (p *program) load() {
	for _, s := range p.sets {
		lo, hi := p.Vec(), p.Vec()
		p.Counters(lo, hi, s.lane)
		p.Spill(s.counters[0], lo)
		p.Spill(s.counters[1], hi)
		s.x = [chacha.Words]Vec{chacha.Counter: lo, chacha.Counter + 1: hi}
	}
	for _, s := range p.sets {
		for w := range s.x {
			if s.x[w] == nil {
				s.x[w] = p.loadWord(s, w)
			}
		}
	}
}

func (p *program) loadWord(s *set, w int) Vec {
	x := p.Vec()
	p.Broadcast(x, w)
	if p.trades(w) && w >= 10 {
		p.Spill(s.parked[w], x)
		return nil
	}
	return x
}

// makeRoom parks a word where the state fills all registers, since the
// transposition takes one more.
func (p *program) makeRoom() {
	if p.shape.Registers > chacha.Words*p.shape.Sets {
		return
	}
	s := p.sets[p.shape.Sets-1]
	p.Spill(s.parked[chacha.Words-1], s.x[chacha.Words-1])
	s.x[chacha.Words-1] = nil
}

// doubleRound is a column round and a diagonal round of every set, in the order
// that suits the machine.
func (p *program) doubleRound() {
	var streams []Stream
	for _, start := range p.shape.Order.starts() {
		s, q := p.sets[start.set], chacha.DoubleRound[start.quarter]
		streams = append(streams, Stream{Start: start.at, Step: 1, Emit: func() { p.quarterRound(s, q) }})
	}
	entry := make([][chacha.Words]Vec, len(p.sets))
	for i, s := range p.sets {
		entry[i] = s.x
	}
	p.Interleave(streams...)
	for i, s := range p.sets {
		if s.x != entry[i] {
			panic("asmgen: a double round must leave every word where it found it")
		}
	}
}

// quarterRound is RFC 8439, Section 2.1, on the words q of a set.
func (p *program) quarterRound(s *set, q [4]int) {
	x, n := &s.x, chacha.Rotations
	a, b, c, d := q[0], q[1], q[2], q[3]
	p.Add(x[a], x[b])
	p.XorRotate(x[d], x[a], n[0])
	p.hold(s, c)
	p.Add(x[c], x[d])
	p.XorRotate(x[b], x[c], n[1])
	p.Add(x[a], x[b])
	p.XorRotate(x[d], x[a], n[2])
	p.Add(x[c], x[d])
	p.XorRotate(x[b], x[c], n[3])
}
