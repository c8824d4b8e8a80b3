package main

import "github.com/simdchacha/simdchacha/chacha"

// piece is a quarter of a block on its way to dst.
type piece struct {
	block, word int
	from        Vec
	part        int // of from, in 128-bit pieces
}

// store adds the input to the states, turns lanes into blocks, and hands them
// to write, a row of the state at a time, in the order of blocks.
func (p *program) store(write func([]piece)) {
	for _, s := range p.sets {
		s := *s                                  // store is emitted twice
		for _, row := range []int{4, 8, 12, 0} { // the row that may have a word in a slot comes last, when there is room
			for w := row; w < row+4; w++ {
				p.addInput(&s, w)
			}
			write(p.transpose(s.lane, row, [4]Vec(s.x[row:])))
		}
	}
}

// addInput adds the input of the block function to word w.
func (p *program) addInput(s *set, w int) {
	if s.x[w] == nil {
		s.x[w] = p.Vec()
		p.Fill(s.x[w], s.slots[w])
	}
	switch w {
	case chacha.Counter, chacha.Counter + 1:
		p.AddSlot(s.x[w], s.counters[w-chacha.Counter])
	default:
		p.AddWord(s.x[w], w)
	}
}

// transpose turns four words of the blocks from lane on into pieces of those
// blocks. Lane j of part k belongs to block 4k+j.
func (p *program) transpose(lane, word int, x [4]Vec) []piece {
	lo01, hi01 := p.Zip(32, x[0], x[1])
	lo23, hi23 := p.Zip(32, x[2], x[3])
	var rows [4]Vec
	rows[0], rows[1] = p.Zip(64, lo01, lo23)
	rows[2], rows[3] = p.Zip(64, hi01, hi23)
	var pieces []piece
	for k := range p.shape.Lanes / 4 {
		for j, row := range rows {
			pieces = append(pieces, piece{lane + 4*k + j, word, row, k})
		}
	}
	return pieces
}

// writeAll writes pieces of a full group.
func (p *program) writeAll(pieces []piece) {
	for _, x := range pieces {
		p.Store(x.block, x.word, x.from, x.part)
	}
}

// writeLeft writes those pieces whose blocks are asked for.
func (p *program) writeLeft(pieces []piece) {
	if len(pieces) == 0 {
		return
	}
	p.IfLeft(pieces[0].block+1, func() {
		p.writeAll(pieces[:1])
		p.writeLeft(pieces[1:])
	}, nil)
}
