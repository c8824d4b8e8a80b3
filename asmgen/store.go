package main

import (
	"slices"

	"github.com/mmcloughlin/avo/operand"

	"github.com/simdchacha/simdchacha/chacha"
)

// finish adds the input to the states and turns lanes into blocks, a row of the
// state at a time. The row that may have a word in a slot comes last, when
// there is room.
func (p *words) finish(write func(pieces []piece)) {
	var sets []wordSet // copies, because finish is emitted twice
	for i, s := range p.sets {
		if p.full(i) {
			p.Spill(p.slot(s, 0), s.x[0])
		}
		sets = append(sets, *s)
		if p.full(i) {
			sets[i].x[0] = nil
		}
	}
	for i := range sets {
		s := &sets[i]
		if m, ok := p.Machine.(joiner); ok && p.shape.Output == Blocks {
			write(join(m, p.finishRow(s, 2), p.finishRow(s, 3)))
			write(join(m, p.finishRow(s, 0), p.finishRow(s, 1)))
			continue
		}
		for _, row := range []int{1, 2, 3, 0} {
			write(p.finishRow(s, row))
		}
	}
}

// finishRow returns the pieces of a row of the blocks of a set.
func (p *words) finishRow(s *wordSet, row int) []piece {
	if row == chacha.Counter/4 && p.shape.Layout == Mixed {
		lo, hi := p.Vec(), p.Vec()
		p.Counters(lo, hi, s.first)
		s.counters = [2]operand.Op{lo, hi}
	}
	add := p.shape.Output == Blocks || row == 1 || row == 2
	later := p.shape.AddRows && p.shape.Output == Blocks && row != chacha.Counter/4
	for w := 4 * row; w < 4*row+4; w++ {
		p.fetch(s, w)
		if add && !later {
			p.addInput(s, w)
		}
	}
	x := [4]Vec(s.x[4*row:])
	switch {
	case p.shape.Lanes == 1:
		return single(s.first, row, x)
	case p.shape.Output == Interlaced:
		return p.interlace(s.first, row, x)
	}
	x = p.transpose(x)
	if later {
		for _, x := range x {
			p.AddRow(x, row)
		}
	}
	return p.blocks(s.first, row, x)
}

// fetch gives word w a register if it has none.
func (p *words) fetch(s *wordSet, w int) {
	if s.x[w] == nil {
		s.x[w] = p.Vec()
		p.Fill(s.x[w], s.slots[w])
	}
}

// addInput adds the input of the block function to word w.
func (p *words) addInput(s *wordSet, w int) {
	switch w {
	case chacha.Counter, chacha.Counter + 1:
		p.Add(s.x[w], s.x[w], s.counters[w-chacha.Counter])
	default:
		p.AddWord(s.x[w], p.Row(w/4), w%4)
	}
}

// transpose turns a row of words into rows of blocks: piece k of vector j has
// what was in lane j of the pieces k.
func (p *words) transpose(x [4]Vec) (blocks [4]Vec) {
	lo01, hi01 := p.Zip(32, x[0], x[1])
	lo23, hi23 := p.Zip(32, x[2], x[3])
	blocks[0], blocks[1] = p.Zip(64, lo01, lo23)
	blocks[2], blocks[3] = p.Zip(64, hi01, hi23)
	return blocks
}

// blocks returns a row of the blocks from first on: piece k of vector j belongs
// to block 4k+j.
func (p *words) blocks(first, row int, x [4]Vec) []piece {
	var pieces []piece
	for k := range p.shape.Lanes / 4 {
		for j, x := range x {
			pieces = append(pieces, piece{first + 4*k + j, 4 * row, x, k})
		}
	}
	return pieces
}

// join puts a row, and the one after it of the same blocks, into vectors of half
// a block.
func join(m joiner, row, next []piece) []piece {
	n := len(row) / 2
	for j, x := range row[:n] {
		row[j].from, row[n+j].from = m.Join(x.from, next[j].from)
		row[j].part, row[n+j].part = whole, whole
	}
	return row
}

// interlace leaves the lanes as they are: part k has a word of the four blocks
// from first+4k on, and is the next 16 bytes of their group of four.
func (p *words) interlace(first, row int, x [4]Vec) []piece {
	words := make([][]piece, len(x))
	for i, x := range x {
		for k := range p.shape.Lanes / 4 {
			words[i] = append(words[i], piece{first + 4*k, 4 * (4*row + i), x, k})
		}
	}
	if m, ok := p.Machine.(joiner); ok {
		words = [][]piece{join(m, words[0], words[1]), join(m, words[2], words[3])}
	}
	return slices.Concat(words...)
}

// single returns a row of words of a block that has the only lane.
func single(block, row int, x [4]Vec) []piece {
	var pieces []piece
	for i, x := range x {
		pieces = append(pieces, piece{block, 4*row + i, x, 0})
	}
	return pieces
}
