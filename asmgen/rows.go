package main

// rows is the layout with a vector for each row of the state. A round is one
// quarter-round of vectors; rotating the rows brings the diagonals into
// columns. It has little to do side by side, but little to do for few blocks.
type rows struct {
	Machine
	sets []*rowSet
}

// rowSet is as many blocks as a vector has pieces.
type rowSet struct {
	block    int    // the first, in the group
	x        [4]Vec // rows of the state
	counters Vec    // row 3 of the input
}

// newRows lays out so many sets, the first block in them being that of the
// group.
func newRows(m Machine, sets, first int) *rows {
	p := &rows{Machine: m}
	for i := range sets {
		p.sets = append(p.sets, &rowSet{block: first + i*m.Shape().Lanes/4})
	}
	return p
}

func (p *rows) prepare() {
	for _, s := range p.sets {
		s.counters = p.Vec()
		p.CounterRows(s.counters)
		if s.block > 0 {
			p.Count(s.counters, s.block)
		}
	}
}

func (p *rows) rounds() {
	p.begin()
	p.DoubleRounds(0, func() { p.Interleave(p.doubleRound()...) })
}

// begin makes the states of a group.
func (p *rows) begin() {
	for _, s := range p.sets {
		s.x = [4]Vec{p.Vec(), p.Vec(), p.Vec(), p.Vec()}
		for i := range 3 {
			p.LoadRow(s.x[i], i)
		}
		p.Copy(s.x[3], s.counters)
	}
}

// doubleRound returns a double round of every set.
func (p *rows) doubleRound() []Stream {
	var streams []Stream
	for i, s := range p.sets {
		streams = append(streams, Stream{Start: float64(i), Step: 1, Emit: func() {
			for _, way := range []int{1, -1} {
				rowRound(p, s.x)
				diagonals(p, s.x, way)
			}
		}})
	}
	return streams
}

// rowRound is a quarter-round of every column of x.
func rowRound(m Machine, x [4]Vec) {
	quarterRound([4]int{0, 1, 2, 3}, func(a, b, d, n int) {
		m.Add(x[a], x[a], x[b])
		m.XorRotate(x[d], x[d], x[a], n)
	})
}

// diagonals brings the diagonals of x into its columns, or, with -1, back. It
// leaves row 1 where it is: that one is done last, and wanted first.
func diagonals(m Machine, x [4]Vec, way int) {
	for _, i := range []int{0, 3, 2} {
		m.RotateWords(x[i], (4+way*(i-1))%4)
	}
}

func (p *rows) finish(write func(pieces []piece)) {
	var pieces []piece
	for _, s := range p.sets {
		for i := range 3 {
			p.AddRow(s.x[i], i)
		}
		p.Add(s.x[3], s.x[3], s.counters)
		for k := range p.Shape().Lanes / 4 {
			for i, x := range s.x {
				pieces = append(pieces, piece{s.block + k, 4 * i, x, k})
			}
		}
	}
	write(pieces)
	for _, s := range p.sets {
		p.Count(s.counters, p.Shape().Blocks())
	}
}

// wipe has nothing to do: no word of a state leaves the registers.
func (p *rows) wipe() {}
