package main

import (
	"fmt"

	"github.com/simdchacha/simdchacha/chacha"
)

// Keystream emits the kernel of a machine and returns its name. This file and
// the layouts are the only places that know ChaCha; a Machine knows none of it.
func Keystream(m Machine) string {
	name, doc := names(m.Shape())
	m.Func(name, name+doc, func() {
		p, blocks := newLayout(m), m.Shape().Blocks()
		p.prepare()
		m.Groups(blocks, func() {
			p.rounds()
			fetch(m)
			all := func() { p.finish(func(pieces []piece) { writeAll(m, pieces) }) }
			if m.Shape().Output == Interlaced || blocks == 1 {
				all()
				return
			}
			m.IfLeft(blocks, all, func() {
				p.finish(func(pieces []piece) { writeLeft(m, pieces, blocks-1) })
			})
		})
		p.wipe()
	})
	return name
}

// interlacedGroup returns the blocks in a group of the kernel of that name, if it
// is one for interlaced output.
func interlacedGroup(name string) (blocks int, ok bool) {
	n, _ := fmt.Sscanf(name, "interlaced%d", &blocks)
	return blocks, n == 1
}

// names returns the name of a kernel and what follows it in its documentation.
func names(s Shape) (name, doc string) {
	if s.Output == Interlaced {
		return fmt.Sprintf("interlaced%d%s%s", s.Blocks(), s.Name, s.Variant), fmt.Sprintf(
			" writes n > 0 blocks of keystream, a multiple of %d, to dst and advances the counter of s, as chacha.Interlaced does.", s.Blocks())
	}
	return fmt.Sprintf("blocks%d%s%s", s.Blocks(), s.Name, s.Variant),
		" writes n > 0 blocks of keystream to dst and advances the counter of s, as chacha.Blocks does."
}

// layout is ChaCha on a Machine, with the states laid out in one way or other.
type layout interface {
	prepare()                          // once for a call
	rounds()                           // makes the states of a group, and does the rounds
	finish(write func(pieces []piece)) // adds the input and hands out keystream; emitted twice
	wipe()                             // once for a call: leaves nothing of the states in memory
}

func newLayout(m Machine) layout {
	switch m.Shape().Layout {
	case Rows:
		return newRows(m, m.Shape().Sets, 0)
	case Mixed:
		return newMixed(m.(hybrid))
	}
	return newWords(m, 0)
}

// fetch fetches the memory of a later group, if there is one. Otherwise long
// output waits at every group for memory that no cache has.
func fetch(m Machine) {
	s := m.Shape()
	if s.Ahead > 0 {
		m.IfLeft(s.Ahead+s.Blocks(), func() { m.(fetcher).Fetch(s.Ahead, s.Blocks()) }, nil)
	}
}

// quarterRound is RFC 8439, Section 2.1, made of four times
//
//	x += y; z = (z ^ x) <<< n
func quarterRound(q [4]int, step func(x, y, z, n int)) {
	a, b, c, d, n := q[0], q[1], q[2], q[3], chacha.Rotations
	step(a, b, d, n[0])
	step(c, d, b, n[1])
	step(a, b, d, n[2])
	step(c, d, b, n[3])
}

// piece is a quarter of a block on its way to dst, or, from a vector of one lane,
// a word, or the whole of a vector.
type piece struct {
	block, word int
	from        Vec
	part        int // of from, in pieces, or whole
}

const whole = -1

// writeAll writes pieces of a full group.
func writeAll(m Machine, pieces []piece) {
	for _, p := range pieces {
		m.Store(p.block, p.word, p.from, p.part)
	}
}

// writeLeft writes those pieces whose blocks are asked for, which are the first
// of the group and at most so many. They come in the order of blocks.
func writeLeft(m Machine, pieces []piece, most int) {
	if len(pieces) == 0 || pieces[0].block >= most {
		return
	}
	block := pieces[0].block
	n := 1
	for n < len(pieces) && pieces[n].block == block {
		n++
	}
	write := func() {
		writeAll(m, pieces[:n])
		writeLeft(m, pieces[n:], most)
	}
	if block == 0 {
		write()
		return
	}
	m.IfLeft(block+1, write, nil)
}
