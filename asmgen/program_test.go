package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/bits"
	"testing"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"

	"github.com/simdchacha/simdchacha/chacha"
)

// interp is a Machine that runs the program instead of printing it.
type interp struct {
	shape  Shape
	state  *chacha.State
	rounds int
	dst    []byte // what is left of it
	record *[]func()
}

// lanes is a vector register or a slot of interp.
type lanes []uint32

func (*lanes) Asm() string { return "lanes" }

func (m *interp) Shape() Shape                       { return m.shape }
func (m *interp) Func(name, doc string, body func()) { body() }

func (m *interp) Groups(blocks int, group func()) {
	for len(m.dst) > 0 {
		group()
		done := min(blocks, len(m.dst)/chacha.BlockSize)
		m.dst = m.dst[done*chacha.BlockSize:]
		m.state.SetBlockCounter(m.state.BlockCounter() + uint64(done))
	}
}

func (m *interp) DoubleRounds(body func()) {
	for range m.rounds / 2 {
		body()
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
	runs := make([][]func(), len(streams))
	for i, s := range streams {
		m.record = &runs[i]
		s.Emit()
	}
	m.record = nil
	for _, step := range merge(streams, runs) {
		step()
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

func (m *interp) Broadcast(x Vec, word int) {
	m.each(x, func(int, uint32) uint32 { return m.state[word] })
}

func (m *interp) Counters(lo, hi Vec, lane int) {
	counter := func(i int) uint64 { return m.state.BlockCounter() + uint64(lane+i) }
	m.each(lo, func(i int, _ uint32) uint32 { return uint32(counter(i)) })
	m.each(hi, func(i int, _ uint32) uint32 { return uint32(counter(i) >> 32) })
}

func (m *interp) Add(x, y Vec) {
	m.each(x, func(i int, w uint32) uint32 { return w + (*y.(*lanes))[i] })
}

func (m *interp) AddWord(x Vec, word int) {
	m.each(x, func(_ int, w uint32) uint32 { return w + m.state[word] })
}

func (m *interp) XorRotate(x, y Vec, n int) {
	m.each(x, func(i int, w uint32) uint32 { return bits.RotateLeft32(w^(*y.(*lanes))[i], n) })
}

func (m *interp) Spill(s Slot, x Vec) {
	m.each(s, func(i int, _ uint32) uint32 { return (*x.(*lanes))[i] })
}
func (m *interp) Fill(x Vec, s Slot)    { m.Spill(x, s) }
func (m *interp) AddSlot(x Vec, s Slot) { m.Add(x, s) }

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
	for i, w := range (*x.(*lanes))[4*piece:][:4] {
		binary.LittleEndian.PutUint32(to[4*i:], w)
	}
}

// TestProgram runs the program on machines of every shape, those of the
// kernels and others.
func TestProgram(t *testing.T) {
	shapes := []Shape{
		{Name: "onePiece", Lanes: 4, Sets: 1, Registers: 32, Order: rounds(8, [4]float64{}, [4]float64{})},
		{Name: "fourSets", Lanes: 4, Sets: 4, Registers: 64, Order: rounds(8, [4]float64{}, [4]float64{}).sets(4, 3)},
		{Name: "staggered", Lanes: 8, Sets: 1, Registers: 32, Order: rounds(12, [4]float64{3, 0, 1, 2}, [4]float64{0, 2, 3, 1})},
		{Name: "tight", Lanes: 8, Sets: 1, Tight: true, Registers: 16, Order: rounds(8, [4]float64{0, 1, 1, 2}, [4]float64{1, 1, 2, 2})},
	}
	for _, m := range append(amd64Machines(build.NewContext()), arm64Machines(ir.NewFile())...) {
		shapes = append(shapes, m.Shape())
	}
	for _, shape := range shapes {
		for _, r := range []chacha.Rounds{chacha.R8, chacha.R12, chacha.R20} {
			t.Run(fmt.Sprintf("%s/%d", shape.Name, r), func(t *testing.T) { testShape(t, shape, r) })
		}
	}
}

func testShape(t *testing.T, shape Shape, r chacha.Rounds) {
	group := shape.Blocks()
	for n := 1; n <= 2*group+1; n++ {
		// The low word of the counter wraps at every lane in turn.
		state := chacha.State{0: 1, 5: 77, 12: -uint32(n % (group + 1)), 13: 9, 15: 1 << 31}
		want, wantState := make([]byte, n*chacha.BlockSize), state
		chacha.Blocks(want, &wantState, r)
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
