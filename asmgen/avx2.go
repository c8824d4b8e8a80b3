package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// avx2 has instructions of three operands, and shuffles bytes.
type avx2 struct{ x86 }

func avx2Machine(f *amd64File, s Shape) Machine {
	// MMX+ is AMD's name for a part of SSE, with PREFETCHT0.
	s.Name, s.Requires = "AVX2", []string{"SSE2", "MMX+", "AVX", "AVX2"}
	s.Lanes, s.Registers = 8, 16
	return &avx2{x86{amd64File: f, shape: s}}
}

func (m *avx2) Vec() Vec      { return m.c.YMM() }
func (m *avx2) Copy(x, y Vec) { m.c.VMOVDQA(y, x) }

func (m *avx2) Add(x, y Vec, z operand.Op) { m.c.VPADDD(z, y, x) }

func (m *avx2) XorRotate(x, y Vec, z operand.Op, n int) {
	m.c.VPXOR(z, y, x)
	if n%8 == 0 {
		m.c.VPSHUFB(m.byteRotation(n), x, x)
		return
	}
	t := m.Vec()
	m.Together(func() { // there may be one register for all that rotate
		m.c.VPSLLD(operand.Imm(uint64(n)), x, t)
		m.c.VPSRLD(operand.Imm(uint64(32-n)), x, x)
		m.c.VPOR(t, x, x)
	})
}

func (m *avx2) RotateWords(x Vec, n int) { m.c.VPSHUFD(wordOrder(n), x, x) }

func (m *avx2) Zip(size int, x, y Vec) (lo, hi Vec) { return zipVEX(m.c, size, x, y, m.Vec()) }

func (m *avx2) LoadRow(x Vec, i int) { m.c.VBROADCASTI128(m.Row(i), x) }

func (m *avx2) AddRow(x Vec, i int) {
	t := m.Vec()
	m.LoadRow(t, i)
	m.Add(x, x, t)
}

func (m *avx2) Broadcast(x Vec, row Slot, i int) { m.c.VPBROADCASTD(word(row, i), x) }

func (m *avx2) AddWord(x Vec, row Slot, i int) {
	t := m.Vec()
	m.Broadcast(t, row, i)
	m.Add(x, x, t)
}

func (m *avx2) Counters(lo, hi Vec, block int) {
	even, odd := m.Vec(), m.Vec()
	m.c.VMOVQ(m.counterOf(block), asX(hi))
	m.c.VPBROADCASTQ(asX(hi), hi)
	m.c.VPADDQ(m.evenCounters(), hi, even)
	m.c.VPADDQ(m.oddCounters(), hi, odd)
	m.c.VSHUFPS(operand.Imm(lowWords), odd, even, lo)
	m.c.VSHUFPS(operand.Imm(highWords), odd, even, hi)
}

func (m *avx2) CounterRows(x Vec) {
	m.LoadRow(x, 3)
	m.c.VPADDQ(m.rowCounters(0, 1), x, x)
}

func (m *avx2) Count(x Vec, blocks int) { m.c.VPADDQ(m.rowCounters(blocks, 0), x, x) }

func (m *avx2) Spill(s Slot, x Vec) { m.c.VMOVDQA(x, s) }
func (m *avx2) Fill(x Vec, s Slot)  { m.c.VMOVDQA(s, x) }

func (m *avx2) Store(block, word int, x Vec, piece int) {
	switch piece {
	case whole:
		m.c.VMOVDQU(x, m.at(block, word))
	case 0:
		m.c.VMOVDQU(asX(x), m.at(block, word))
	default:
		m.c.VEXTRACTI128(operand.Imm(uint64(piece)), x, m.at(block, word))
	}
}

func (m *avx2) Join(x, y Vec) (lo, hi Vec) {
	t := m.Vec()
	m.c.VPERM2I128(operand.Imm(0x20), y, x, t)
	m.c.VPERM2I128(operand.Imm(0x31), y, x, y)
	return t, y
}

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
