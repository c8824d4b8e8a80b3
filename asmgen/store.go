package main

import "github.com/simdchacha/simdchacha/chacha"

// finish adds the input to the states and turns lanes into blocks, a row of the
// state at a time. The row that may have a word in a slot comes last, when
// there is room.
func (p *words) finish(write func(pieces []piece)) {
	var sets []wordSet // copies, because finish is emitted twice
	for i, s := range p.sets {
		sets = append(sets, *s)
		if p.full(i) {
			p.Spill(s.slots[spare], s.x[spare])
			sets[i].x[spare] = nil
		}
	}
	for i := range sets {
		s := &sets[i]
		for _, row := range []int{1, 2, 3, 0} {
			for w := 4 * row; w < 4*row+4; w++ {
				p.addInput(s, w)
			}
			write(p.transpose(i*p.shape.Lanes, row, [4]Vec(s.x[4*row:])))
		}
	}
}

// addInput adds the input of the block function to word w.
func (p *words) addInput(s *wordSet, w int) {
	if s.x[w] == nil {
		s.x[w] = p.Vec()
		p.Fill(s.x[w], s.slots[w])
	}
	x := s.x[w]
	switch w {
	case chacha.Counter, chacha.Counter + 1:
		p.Add(x, x, s.counters[w-chacha.Counter])
	default:
		p.AddWord(x, p.Row(w/4), w%4)
	}
}

// transpose turns a row of words of the blocks from first on into pieces of
// those blocks. Lane j of part k belongs to block 4k+j.
func (p *words) transpose(first, row int, x [4]Vec) []piece {
	lo01, hi01 := p.Zip(32, x[0], x[1])
	lo23, hi23 := p.Zip(32, x[2], x[3])
	var blocks [4]Vec
	blocks[0], blocks[1] = p.Zip(64, lo01, lo23)
	blocks[2], blocks[3] = p.Zip(64, hi01, hi23)
	var pieces []piece
	for k := range p.shape.Lanes / 4 {
		for j, x := range blocks {
			pieces = append(pieces, piece{first + 4*k + j, 4 * row, x, k})
		}
	}
	return pieces
}
