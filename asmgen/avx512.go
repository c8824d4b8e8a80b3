package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// avx512 rotates, broadcasts from memory while it adds, and has 32 registers.
// With AVX512VL it does so on vectors of 256 bits.
type avx512 struct {
	x86
	vec       func() Vec
	even, odd operand.Mem
}

func newAVX512(c *build.Context) *avx512 {
	return newEVEX(c, func() Vec { return c.ZMM() }, Shape{
		Name: "AVX512", Lanes: 16, Sets: 1,
		Registers: 32, Requires: []string{"SSE2", "AVX", "AVX2", "AVX512F"},
		Order: rounds(12, [4]float64{0, 1, 2, 3}, [4]float64{0, 1, 2, 3}),
	})
}

func newAVX512VL(c *build.Context) *avx512 {
	return newEVEX(c, func() Vec { return c.YMM() }, Shape{
		Name: "AVX512VL", Lanes: 8, Sets: 2,
		Registers: 32, Requires: []string{"SSE2", "AVX", "AVX2", "AVX512F", "AVX512VL"},
		Order: rounds(12, [4]float64{0, 0, 0, 0}, [4]float64{0, 0, 0, 0}).sets(2, 0),
	})
}

func newEVEX(c *build.Context, vec func() Vec, shape Shape) *avx512 {
	m := &avx512{x86: x86{Context: c, shape: shape}, vec: vec}
	even, odd := laneCounters(shape.Lanes)
	m.even, m.odd = m.table("even", even), m.table("odd", odd)
	return m
}

func (m *avx512) Vec() Vec                  { return m.vec() }
func (m *avx512) Broadcast(x Vec, word int) { m.VPBROADCASTD(m.word(word), x) }

func (m *avx512) Counters(lo, hi Vec, lane int) {
	even, odd := m.Vec(), m.Vec()
	m.VPBROADCASTQ(m.counterOf(lane), hi)
	m.VPADDQ(m.even, hi, even)
	m.VPADDQ(m.odd, hi, odd)
	m.VSHUFPS(operand.Imm(lowWords), odd, even, lo)
	m.VSHUFPS(operand.Imm(highWords), odd, even, hi)
}

func (m *avx512) Add(x, y Vec)            { m.VPADDD(y, x, x) }
func (m *avx512) AddWord(x Vec, word int) { m.VPADDD_BCST(m.word(word), x, x) }

func (m *avx512) XorRotate(x, y Vec, n int) {
	m.VPXORD(y, x, x)
	m.VPROLD(operand.Imm(uint64(n)), x, x)
}

func (m *avx512) Zip(size int, x, y Vec) (lo, hi Vec) { return zipVEX(m.Context, size, x, y, m.Vec()) }

func (m *avx512) Store(block, word int, x Vec, piece int) {
	m.VEXTRACTI32X4(operand.Imm(uint64(piece)), x, m.at(block, word))
}

func (m *avx512) Spill(s Slot, x Vec)   { m.VMOVDQU32(x, s) }
func (m *avx512) Fill(x Vec, s Slot)    { m.VMOVDQU32(s, x) }
func (m *avx512) AddSlot(x Vec, s Slot) { m.VPADDD(s, x, x) }
