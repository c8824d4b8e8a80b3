package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// sse2 has instructions of two operands, and no shuffle of bytes.
type sse2 struct {
	x86
	even, odd operand.Mem
}

func newSSE2(c *build.Context) *sse2 {
	m := &sse2{x86: x86{Context: c, shape: Shape{
		Name: "SSE2", Lanes: 4, Sets: 1, Tight: true, Registers: 16, Requires: []string{"SSE", "SSE2"},
		Order: rounds(13, [4]float64{0, 0, 0, 0}, [4]float64{0, 0, 0, 0}),
	}}}
	even, odd := laneCounters(m.shape.Lanes)
	m.even, m.odd = m.table("even", even), m.table("odd", odd)
	return m
}

func (m *sse2) Vec() Vec { return m.XMM() }

// Broadcast loads with MOVSS because Go's assembler takes MOVD for MOVQ, which
// reads eight bytes, past the end of the state for its last word.
func (m *sse2) Broadcast(x Vec, word int) {
	m.MOVSS(m.word(word), x)
	m.PSHUFL(operand.Imm(0), x, x)
}

func (m *sse2) Counters(lo, hi Vec, lane int) {
	odd := m.XMM()
	m.MOVQ(m.counterOf(lane), lo)
	m.PUNPCKLQDQ(lo, lo)
	m.MOVO(lo, odd)
	m.PADDQ(m.even, lo)
	m.PADDQ(m.odd, odd)
	m.MOVO(lo, hi)
	m.SHUFPS(operand.Imm(lowWords), odd, lo)
	m.SHUFPS(operand.Imm(highWords), odd, hi)
}

func (m *sse2) Add(x, y Vec) { m.PADDL(y, x) }

func (m *sse2) AddWord(x Vec, word int) {
	t := m.Vec()
	m.Broadcast(t, word)
	m.PADDL(t, x)
}

func (m *sse2) XorRotate(x, y Vec, n int) {
	m.PXOR(y, x)
	if n == 16 {
		const swap = 0b10_11_00_01
		m.PSHUFLW(operand.Imm(swap), x, x)
		m.PSHUFHW(operand.Imm(swap), x, x)
		return
	}
	t := m.XMM()
	m.Together(func() { // there may be one register for all that rotate
		m.MOVO(x, t)
		m.PSLLL(operand.Imm(uint64(n)), x)
		m.PSRLL(operand.Imm(uint64(32-n)), t)
		m.POR(t, x)
	})
}

func (m *sse2) Zip(size int, x, y Vec) (lo, hi Vec) {
	hi = m.XMM()
	m.MOVO(x, hi)
	switch size {
	case 32:
		m.PUNPCKLLQ(y, x)
		m.PUNPCKHLQ(y, hi)
	case 64:
		m.PUNPCKLQDQ(y, x)
		m.PUNPCKHQDQ(y, hi)
	}
	return x, hi
}

func (m *sse2) Store(block, word int, x Vec, piece int) { m.MOVOU(x, m.at(block, word)) }

func (m *sse2) Spill(s Slot, x Vec) { m.MOVOU(x, s) }
func (m *sse2) Fill(x Vec, s Slot)  { m.MOVOU(s, x) }

// AddSlot goes through a register because memory operands of SSE2 have to be
// aligned, which Go's stack is not.
func (m *sse2) AddSlot(x Vec, s Slot) {
	t := m.Vec()
	m.Fill(t, s)
	m.PADDL(t, x)
}
