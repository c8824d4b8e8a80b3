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
		p.wipe()
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
	x        [chacha.Words]Vec  // nil for a word that is in its slot
	slots    [chacha.Words]Slot // of words that do not have a register all the time
	counters [2]Slot            // words 12 and 13 of the input
}

// spare is the word that lives in a slot on a machine that is short of
// registers. The first row suits, because its words are used for two steps in a
// row and then rest, and because no round moves them to another column.
const spare = 3

func newProgram(m Machine) *program {
	p := &program{Machine: m, shape: m.Shape()}
	for i := range p.shape.Sets {
		s := &set{lane: i * p.shape.Lanes, counters: [2]Slot{m.Slot(), m.Slot()}}
		if p.shape.Tight {
			s.slots[spare] = m.Slot()
		}
		p.sets = append(p.sets, s)
	}
	if p.full() {
		p.sets[len(p.sets)-1].slots[spare] = m.Slot()
	}
	return p
}

// full reports whether the states fill all registers during the rounds, so that
// nothing is left for the transposition.
func (p *program) full() bool {
	return p.shape.Registers == chacha.Words*p.shape.Sets && !p.shape.Tight
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
			if s.x[w] != nil {
				continue
			}
			s.x[w] = p.Vec()
			p.Broadcast(s.x[w], w)
			if p.shape.Tight && w == spare {
				p.park(s, w)
			}
		}
	}
}

// park moves word w from its register to its slot.
func (p *program) park(s *set, w int) {
	p.Spill(s.slots[w], s.x[w])
	s.x[w] = nil
}

// makeRoom frees a register for the transposition.
func (p *program) makeRoom() {
	if p.full() {
		p.park(p.sets[len(p.sets)-1], spare)
	}
}

// wipe overwrites, with a word that is no secret, what the slots still have of
// the states.
func (p *program) wipe() {
	for _, s := range p.sets {
		if slot := s.slots[spare]; slot != nil {
			t := p.Vec()
			p.Broadcast(t, chacha.Counter)
			p.Spill(slot, t)
		}
	}
}

// doubleRound is a column round and a diagonal round of every set, in the order
// that suits the machine.
func (p *program) doubleRound() {
	var streams []Stream
	for _, start := range p.shape.Order.starts() {
		s, q := p.sets[start.set], chacha.DoubleRound[start.quarter]
		streams = append(streams, Stream{Start: start.at, Step: 1, Emit: func() { p.quarterRound(s, q) }})
	}
	p.Interleave(streams...)
}

// quarterRound is RFC 8439, Section 2.1, on the words q of a set.
func (p *program) quarterRound(s *set, q [4]int) {
	a, b, c, d, n := q[0], q[1], q[2], q[3], chacha.Rotations
	p.step(s, a, b, d, n[0])
	p.step(s, c, d, b, n[1])
	p.step(s, a, b, d, n[2])
	p.step(s, c, d, b, n[3])
}

// step is x += y; z = (z ^ x) <<< n.
func (p *program) step(s *set, x, y, z, n int) {
	if s.x[x] != nil {
		p.Add(s.x[x], s.x[y])
		p.XorRotate(s.x[z], s.x[x], n)
		return
	}
	t := p.Vec()
	p.Together(func() {
		p.Fill(t, s.slots[x])
		p.Add(t, s.x[y])
		p.Spill(s.slots[x], t)
		p.XorRotate(s.x[z], t, n)
	})
}
