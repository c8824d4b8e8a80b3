package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// avx2 has instructions of three operands, and shuffles bytes.
type avx2 struct {
	x86
	even, odd operand.Mem
	rotate    map[int]operand.Mem // by whole bytes, with VPSHUFB
}

func newAVX2(c *build.Context) *avx2 {
	m := &avx2{x86: x86{Context: c, shape: Shape{
		Name: "AVX2", Lanes: 8, Sets: 1, Tight: true, Registers: 16, Requires: []string{"SSE", "SSE2", "AVX", "AVX2"},
		Order: rounds(12, [4]float64{0, 0, 0, 0}, [4]float64{0, 0, 0, 0}),
	}}}
	even, odd := laneCounters(m.shape.Lanes)
	m.even, m.odd = m.table("even", even), m.table("odd", odd)
	m.rotate = map[int]operand.Mem{
		16: m.table("rotate16", byteRotation(16, m.shape.Lanes)),
		8:  m.table("rotate8", byteRotation(8, m.shape.Lanes)),
	}
	return m
}

// byteRotation is the shuffle of bytes that rotates words left by n bits.
func byteRotation(n, words int) []uint32 {
	t := make([]uint32, words)
	for i := range t {
		for b := range 4 {
			from := 4*(i%4) + (b-n/8)&3
			t[i] |= uint32(from) << (8 * b)
		}
	}
	return t
}

func (m *avx2) Vec() Vec                  { return m.YMM() }
func (m *avx2) Broadcast(x Vec, word int) { m.VPBROADCASTD(m.word(word), x) }
func (m *avx2) Counters(lo, hi Vec, lane int) {
	even, odd := m.Vec(), m.Vec()
	m.VMOVQ(m.counterOf(lane), asX(hi))
	m.VPBROADCASTQ(asX(hi), hi)
	m.VPADDQ(m.even, hi, even)
	m.VPADDQ(m.odd, hi, odd)
	m.VSHUFPS(operand.Imm(lowWords), odd, even, lo)
	m.VSHUFPS(operand.Imm(highWords), odd, even, hi)
}

func (m *avx2) Add(x, y Vec) { m.VPADDD(y, x, x) }

func (m *avx2) AddWord(x Vec, word int) {
	t := m.Vec()
	m.Broadcast(t, word)
	m.Add(x, t)
}

func (m *avx2) XorRotate(x, y Vec, n int) {
	m.VPXOR(y, x, x)
	if table, ok := m.rotate[n]; ok {
		m.VPSHUFB(table, x, x)
		return
	}
	t := m.Vec()
	m.Together(func() { // there may be one register for all that rotate
		m.VPSLLD(operand.Imm(uint64(n)), x, t)
		m.VPSRLD(operand.Imm(uint64(32-n)), x, x)
		m.VPOR(t, x, x)
	})
}

func (m *avx2) Zip(size int, x, y Vec) (lo, hi Vec) { return zipVEX(m.Context, size, x, y, m.Vec()) }

func (m *avx2) Store(block, word int, x Vec, piece int) {
	if piece == 0 {
		m.VMOVDQU(asX(x), m.at(block, word))
		return
	}
	m.VEXTRACTI128(operand.Imm(uint64(piece)), x, m.at(block, word))
}

func (m *avx2) Spill(s Slot, x Vec)   { m.VMOVDQU(x, s) }
func (m *avx2) Fill(x Vec, s Slot)    { m.VMOVDQU(s, x) }
func (m *avx2) AddSlot(x Vec, s Slot) { m.VPADDD(s, x, x) }

// asX is the lowest piece of x.
func asX(x Vec) Vec { return x.(reg.Vec).AsX() }

// zipVEX zips x and y into t and y.
func zipVEX(c *build.Context, size int, x, y, t Vec) (lo, hi Vec) {
	switch size {
	case 32:
		c.VPUNPCKLDQ(y, x, t)
		c.VPUNPCKHDQ(y, x, y)
	case 64:
		c.VPUNPCKLQDQ(y, x, t)
		c.VPUNPCKHQDQ(y, x, y)
	}
	return t, y
}
