package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"

	"github.com/simdchacha/simdchacha/chacha"
)

// interp is a Machine that runs the program instead of printing it.
type interp struct {
	shape   Shape
	state   *chacha.State
	counter uint64 // of the first block of the group
	rounds  int
	dst     []byte // what is left of it
	record  *[]func()
}

// lanes is a vector register or a slot of interp.
type lanes []uint32

func (*lanes) Asm() string { return "lanes" }

func (m *interp) Shape() Shape                       { return m.shape }
func (m *interp) Func(name, doc string, body func()) { body() }

func (m *interp) Groups(blocks int, group func()) {
	m.counter = m.state.BlockCounter()
	for len(m.dst) > 0 {
		group()
		done := min(blocks, len(m.dst)/chacha.BlockSize)
		m.dst = m.dst[done*chacha.BlockSize:]
		m.counter += uint64(done)
	}
	m.state.SetBlockCounter(m.counter)
}

func (m *interp) DoubleRounds(done int, body func()) {
	for range m.rounds/2 - done {
		body()
	}
}

// Rounds does body once for every n rounds.
func (m *interp) Rounds(n int, body func()) {
	for range m.rounds / n {
		body()
	}
}

// General is m with vectors of one lane.
func (m *interp) General() Machine { return oneLane{m} }

type oneLane struct{ *interp }

func (m oneLane) Shape() Shape {
	return Shape{Layout: Mixed, Lanes: 1, Sets: 1, Order: inStep(8)}
}

func (m oneLane) Vec() Vec { return &lanes{0xdeadbeef} }

func (m *interp) IfCarry(blocks int, then, orElse func()) {
	if (m.counter+uint64(blocks)-1)>>32 == m.state.BlockCounter()>>32 {
		orElse()
	} else {
		then()
	}
}

func (m *interp) IfLeft(blocks int, then, orElse func()) {
	switch {
	case len(m.dst) >= blocks*chacha.BlockSize:
		then()
	case orElse != nil:
		orElse()
	}
}

// Interleave takes down what the streams do, and does it in the order of time.
func (m *interp) Interleave(streams ...Stream) {
	record := m.record
	runs := make([][]func(), len(streams))
	for i, s := range streams {
		m.record = &runs[i]
		s.Emit()
	}
	m.record = record
	for _, step := range merge(streams, runs) {
		m.do(step)
	}
}

// Together takes down what emit does as one step.
func (m *interp) Together(emit func()) {
	if m.record == nil {
		emit()
		return
	}
	record := m.record
	var steps []func()
	m.record = &steps
	emit()
	m.record = record
	m.do(func() {
		for _, step := range steps {
			step()
		}
	})
}

// do does a step now, or takes it down.
func (m *interp) do(step func()) {
	if m.record != nil {
		*m.record = append(*m.record, step)
		return
	}
	step()
}

func (m *interp) Vec() Vec {
	x := make(lanes, m.shape.Lanes)
	for i := range x {
		x[i] = 0xdeadbeef // whatever the register held before
	}
	return &x
}

func (m *interp) Slot() Slot { return m.Vec() }

// each sets every lane of x.
func (m *interp) each(x Vec, f func(lane int, word uint32) uint32) {
	m.do(func() {
		for i, w := range *x.(*lanes) {
			(*x.(*lanes))[i] = f(i, w)
		}
	})
}

func (m *interp) Copy(x, y Vec) {
	m.each(x, func(i int, _ uint32) uint32 { return (*y.(*lanes))[i] })
}

func (m *interp) Add(x, y Vec, z operand.Op) {
	m.each(x, func(i int, _ uint32) uint32 { return (*y.(*lanes))[i] + (*z.(*lanes))[i] })
}

func (m *interp) XorRotate(x, y Vec, z operand.Op, n int) {
	m.each(x, func(i int, _ uint32) uint32 { return bits.RotateLeft32((*y.(*lanes))[i]^(*z.(*lanes))[i], n) })
}

func (m *interp) RotateWords(x Vec, n int) {
	m.do(func() {
		old := slices.Clone(*x.(*lanes))
		for i := range old {
			(*x.(*lanes))[i] = old[i&^3+(i+n)%4]
		}
	})
}

// Row is in one piece, unlike other slots.
func (m *interp) Row(i int) Slot {
	row := lanes(m.state[4*i : 4*i+4])
	return &row
}

func (m *interp) LoadRow(x Vec, i int) {
	m.each(x, func(lane int, _ uint32) uint32 { return m.state[4*i+lane%4] })
}

func (m *interp) AddRow(x Vec, i int) {
	m.each(x, func(lane int, w uint32) uint32 { return w + m.state[4*i+lane%4] })
}

func (m *interp) Broadcast(x Vec, row Slot, word int) {
	m.each(x, func(int, uint32) uint32 { return (*row.(*lanes))[word] })
}

func (m *interp) AddWord(x Vec, row Slot, word int) {
	m.each(x, func(_ int, w uint32) uint32 { return w + (*row.(*lanes))[word] })
}

func (m *interp) Counters(lo, hi Vec, block int) {
	m.each(lo, func(i int, _ uint32) uint32 { return uint32(m.counter + uint64(block+i)) })
	m.each(hi, func(i int, _ uint32) uint32 { return uint32((m.counter + uint64(block+i)) >> 32) })
}

func (m *interp) CounterRows(x Vec) {
	m.LoadRow(x, 3)
	m.count(x, func(piece int) uint64 { return uint64(piece) })
}

func (m *interp) Count(x Vec, blocks int) { m.count(x, func(int) uint64 { return uint64(blocks) }) }

func (m *interp) count(x Vec, more func(piece int) uint64) {
	for i := 0; i < m.shape.Lanes; i += 4 {
		row := (*x.(*lanes))[i:]
		counter := uint64(row[1])<<32 + uint64(row[0]) + more(i/4)
		row[0], row[1] = uint32(counter), uint32(counter>>32)
	}
}

func (m *interp) Spill(s Slot, x Vec) { m.Copy(s, x) }
func (m *interp) Fill(x Vec, s Slot)  { m.Copy(x, s) }

func (m *interp) Zip(size int, x, y Vec) (lo, hi Vec) {
	a, b := *x.(*lanes), *y.(*lanes)
	l, h := make(lanes, len(a)), make(lanes, len(a))
	n := size / 32 // words per element
	for piece := 0; piece < len(a); piece += 4 {
		pairs := lanes{}
		for e := 0; e < 4; e += n {
			pairs = append(pairs, a[piece+e:piece+e+n]...)
			pairs = append(pairs, b[piece+e:piece+e+n]...)
		}
		copy(l[piece:], pairs[:4])
		copy(h[piece:], pairs[4:])
	}
	clear(a) // spent
	clear(b)
	return &l, &h
}

func (m *interp) Store(block, word int, x Vec, piece int) {
	to := m.dst[chacha.BlockSize*block+4*word:]
	words := *x.(*lanes)
	for i, w := range words[4*piece : min(4*piece+4, len(words))] {
		binary.LittleEndian.PutUint32(to[4*i:], w)
	}
}

// TestProgram runs the program on machines of every shape, those of the
// kernels and others.
func TestProgram(t *testing.T) {
	shapes := []Shape{
		{Name: "one piece", Lanes: 4, Sets: 1, Registers: 32, Order: inStep(8)},
		{Name: "four sets", Lanes: 4, Sets: 4, Registers: 64, Order: inStep(8).sets(4, 3)},
		{Name: "staggered", Lanes: 8, Sets: 1, Registers: 32, Order: rounds(12, [4]float64{3, 0, 1, 2}, [4]float64{0, 2, 3, 1})},
		{Name: "rows of eight", Layout: Rows, Lanes: 16, Sets: 2, Registers: 16},
	}
	for _, k := range amd64Kernels {
		shapes = append(shapes, k.machine(newAMD64File(), k.shape).Shape())
	}
	for _, m := range arm64Machines(ir.NewFile()) {
		shapes = append(shapes, m.Shape())
	}
	for _, shape := range shapes {
		for _, r := range []chacha.Rounds{chacha.R8, chacha.R12, chacha.R20} {
			t.Run(fmt.Sprintf("%s/%d", shape.Name, r), func(t *testing.T) { testShape(t, shape, r) })
		}
	}
}

func testShape(t *testing.T, shape Shape, r chacha.Rounds) {
	group, definition, step := shape.Blocks(), chacha.Blocks, 1
	if shape.Output == Interlaced {
		definition, step = chacha.Interlaced, chacha.InterlacedSize/chacha.BlockSize
	}
	for n := step; n <= 2*group+1; n += step {
		// The low word of the counter wraps at every lane in turn.
		for wrap := range group + 1 {
			if step == 1 && wrap != n%(group+1) {
				continue
			}
			state := chacha.State{0: 1, 5: 77, 12: -uint32(wrap), 13: 9, 15: 1 << 31}
			want, wantState := make([]byte, n*chacha.BlockSize), state
			definition(want, &wantState, r)
			got := make([]byte, len(want))
			Keystream(&interp{shape: shape, state: &state, rounds: int(r), dst: got})
			if !bytes.Equal(got, want) {
				t.Errorf("%d blocks: wrong keystream", n)
			}
			if state != wantState {
				t.Errorf("%d blocks: left the state %x, want %x", n, state, wantState)
			}
		}
	}
}
