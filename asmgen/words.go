package main

import (
	"slices"

	"github.com/mmcloughlin/avo/operand"

	"github.com/simdchacha/simdchacha/chacha"
)

// words is the layout with a vector for each word of the state, and a block to
// a lane.
type words struct {
	Machine
	shape   Shape
	sets    []*wordSet
	first   [chacha.Words]wordAt // the words of the first double round, see prepare
	secrets []Slot               // have words of states, or of what a key makes of them
}

// wordSet is as many blocks as a vector has lanes.
type wordSet struct {
	first    int                // block, in the group
	x        [chacha.Words]Vec  // nil where finish has a word in its slot
	slots    [chacha.Words]Slot // of words that make room for a while
	counters [2]operand.Op      // words 12 and 13 of the input, in slots unless the layout is Mixed
}

// wordAt is a word of a row in memory.
type wordAt struct {
	row  Slot
	word int
}

// newWords lays out the sets of a machine, the first block in them being that
// of the group.
func newWords(m Machine, first int) *words {
	p := &words{Machine: m, shape: m.Shape()}
	for i := range p.shape.Sets {
		s := &wordSet{first: first + i*p.shape.Lanes}
		if p.shape.Layout != Mixed {
			s.counters = [2]operand.Op{m.Slot(), m.Slot()}
		}
		p.sets = append(p.sets, s)
	}
	return p
}

// slot returns the slot of word w.
func (p *words) slot(s *wordSet, w int) Slot {
	if s.slots[w] == nil {
		s.slots[w] = p.secret()
	}
	return s.slots[w]
}

// secret returns a slot that wipe wipes.
func (p *words) secret() Slot {
	s := p.Slot()
	p.secrets = append(p.secrets, s)
	return s
}

// full reports whether a set takes the last registers, so that nothing is left
// for the transposition.
func (p *words) full(set int) bool {
	return p.shape.Layout == Words && (set+1)*chacha.Words == p.shape.Registers
}

// prepare computes what the first double rounds of all groups have in common.
//
// Three quarter-rounds of the first column round do not see the counter.
// Neither do the first addition of the fourth and, in the diagonal round after
// it, the additions to words 1 and 2 and the rotation of word 13. All of it is
// computed here on rows, where the first column, which has the counter, comes
// out wrong and is not used.
func (p *words) prepare() {
	x := [4]Vec{p.Vec(), p.Vec(), p.Vec(), p.Vec()}
	for i := range x {
		p.LoadRow(x[i], i)
	}
	sum := p.Vec()
	p.Add(sum, x[0], x[1])
	p.keep(sum, 0)
	p.first[4] = wordAt{p.Row(1), 0}
	p.first[8] = wordAt{p.Row(2), 0}

	rowRound(p, x)
	p.keep(x[0], 3)
	p.keep(x[1], 5, 6, 7)
	p.keep(x[2], 9, 10, 11)
	p.keep(x[3], 14, 15)

	diagonals(p, x, 1)
	p.Add(x[0], x[0], x[1])
	p.XorRotate(x[3], x[3], x[0], chacha.Rotations[0])
	p.RotateWords(x[0], 1) // back to their places
	p.RotateWords(x[3], 2)
	p.keep(x[0], 1, 2)
	p.keep(x[3], 13)
}

// keep stores a row that has those words of the first double round.
func (p *words) keep(row Vec, words ...int) {
	slot := p.secret()
	p.Spill(slot, row)
	for _, w := range words {
		p.first[w] = wordAt{slot, w % 4}
	}
}

// rounds begins with what prepare left to do, unless a carry out of word 12
// gives blocks of the group another word 13 than the one that prepare saw.
func (p *words) rounds() {
	for _, s := range p.sets {
		lo, hi := p.Vec(), p.Vec()
		p.Counters(lo, hi, s.first)
		p.Spill(s.counters[0], lo)
		p.Spill(s.counters[1], hi)
	}
	for _, s := range p.sets {
		for w := range s.x {
			s.x[w] = p.Vec()
		}
	}
	p.IfCarry(p.shape.Blocks(), func() {
		p.load(func(w int) wordAt { return wordAt{p.Row(w / 4), w % 4} }, 12, 13)
		p.interleave(p.doubleRound(none))
	}, func() {
		p.load(func(w int) wordAt { return p.first[w] }, 12)
		p.interleave(p.doubleRound(steps{1, all, all, all, 0, 1, 2, 0}))
	})
	p.DoubleRounds(1, func() { p.interleave(p.doubleRound(none)) })
}

// interleave emits the streams of a double round. Where the words take all
// registers, some of them have to make room for a while.
func (p *words) interleave(streams []Stream) {
	m, ok := p.Machine.(roomMaker)
	if !ok || !p.full(len(p.sets)-1) {
		p.Interleave(streams...)
		return
	}
	var words []Vec
	for _, s := range p.sets {
		words = append(words, s.x[:]...)
	}
	at := func(i int) (*wordSet, int) { return p.sets[i/chacha.Words], i % chacha.Words }
	m.MakeRoom(words,
		func(i int) { s, w := at(i); p.Spill(p.slot(s, w), s.x[w]) },
		func(i int) { s, w := at(i); p.Fill(s.x[w], p.slot(s, w)) },
		func() { p.Interleave(streams...) })
}

// load makes the states of the group. Words that count have lanes of their own;
// every other word is at the same place for all blocks.
func (p *words) load(at func(w int) wordAt, counting ...int) {
	for _, s := range p.sets {
		for w, x := range s.x {
			if slices.Contains(counting, w) {
				p.Fill(x, s.counters[w-chacha.Counter])
			} else {
				p.Broadcast(x, at(w).row, at(w).word)
			}
		}
	}
}

// steps is a number of steps of every quarter-round of a double round.
type steps [len(chacha.DoubleRound)]int

// none is the steps that are done before any double round but the first.
var none steps

// doubleRound returns a column round and a diagonal round of every set, in the
// order that suits the machine, without the first steps that are done already.
func (p *words) doubleRound(done steps) []Stream {
	var streams []Stream
	for _, start := range p.shape.Order.starts() {
		s, q := p.sets[start.set], start.quarter
		streams = append(streams, Stream{
			Start: start.at + float64(done[q]), Step: 1,
			Emit: func() { p.quarterRound(s, chacha.DoubleRound[q], done[q]) },
		})
	}
	return streams
}

// all is the number of steps of a quarter-round.
const all = 8

// quarterRound does the steps from done on, two for each addition, xor and
// rotation.
func (p *words) quarterRound(s *wordSet, q [4]int, done int) {
	step := 0
	quarterRound(q, func(a, b, d, n int) {
		if step++; step > done {
			p.Add(s.x[a], s.x[a], s.x[b])
		}
		if step++; step > done {
			p.XorRotate(s.x[d], s.x[d], s.x[a], n)
		}
	})
}

// wipe overwrites, with a word that is no secret, what memory has of secrets.
func (p *words) wipe() {
	if len(p.secrets) == 0 {
		return
	}
	t := p.Vec()
	p.Broadcast(t, p.Row(chacha.Counter/4), chacha.Counter%4)
	for _, s := range p.secrets {
		p.Spill(s, t)
	}
}
