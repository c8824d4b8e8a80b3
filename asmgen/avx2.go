package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// avx2 has instructions of three operands, and shuffles bytes.
type avx2 struct{ x86 }

func avx2Machine(f *amd64File, s Shape) Machine {
	s.Name, s.Requires = "AVX2", []string{"SSE2", "AVX", "AVX2"}
	s.Lanes, s.Registers = 8, 16
	return &avx2{x86{amd64File: f, shape: s}}
}

func (m *avx2) Func(name, doc string, body func()) {
	m.x86.Func(name, doc, func() {
		if m.shape.Layout == Memory {
			m.holdRotations(m.Fill, m.Vec)
		}
		body()
	})
}

func (m *avx2) Vec() Vec      { return m.YMM() }
func (m *avx2) Copy(x, y Vec) { m.VMOVDQA(y, x) }

func (m *avx2) Add(x, y Vec, z operand.Op) { m.VPADDD(z, y, x) }

func (m *avx2) XorRotate(x, y Vec, z operand.Op, n int) {
	m.VPXOR(z, y, x)
	if n%8 == 0 {
		m.VPSHUFB(m.byteRotation(n), x, x)
		return
	}
	t := m.Vec()
	m.Together(func() { // there may be one register for all that rotate
		m.VPSLLD(operand.Imm(uint64(n)), x, t)
		m.VPSRLD(operand.Imm(uint64(32-n)), x, x)
		m.VPOR(t, x, x)
	})
}

func (m *avx2) RotateWords(x Vec, n int) { m.VPSHUFD(wordOrder(n), x, x) }

func (m *avx2) Zip(size int, x, y Vec) (lo, hi Vec) { return zipVEX(m.Context, size, x, y, m.Vec()) }

func (m *avx2) LoadRow(x Vec, i int) { m.VBROADCASTI128(m.Row(i), x) }

func (m *avx2) AddRow(x Vec, i int) {
	t := m.Vec()
	m.LoadRow(t, i)
	m.Add(x, x, t)
}

func (m *avx2) Broadcast(x Vec, row Slot, i int) { m.VPBROADCASTD(word(row, i), x) }

func (m *avx2) AddWord(x Vec, row Slot, i int) {
	t := m.Vec()
	m.Broadcast(t, row, i)
	m.Add(x, x, t)
}

func (m *avx2) Counters(lo, hi Vec, block int) {
	even, odd := m.Vec(), m.Vec()
	m.VMOVQ(m.counterOf(block), asX(hi))
	m.VPBROADCASTQ(asX(hi), hi)
	m.VPADDQ(m.evenCounters(), hi, even)
	m.VPADDQ(m.oddCounters(), hi, odd)
	m.VSHUFPS(operand.Imm(lowWords), odd, even, lo)
	m.VSHUFPS(operand.Imm(highWords), odd, even, hi)
}

func (m *avx2) CounterRows(x Vec) {
	m.LoadRow(x, 3)
	m.VPADDQ(m.rowCounters(0, 1), x, x)
}

func (m *avx2) Count(x Vec, blocks int) { m.VPADDQ(m.rowCounters(blocks, 0), x, x) }

func (m *avx2) Spill(s Slot, x Vec) { m.VMOVDQA(x, s) }
func (m *avx2) Fill(x Vec, s Slot)  { m.VMOVDQA(s, x) }

func (m *avx2) Store(block, word int, x Vec, piece int) {
	if piece == 0 {
		m.VMOVDQU(asX(x), m.at(block, word))
		return
	}
	m.VEXTRACTI128(operand.Imm(uint64(piece)), x, m.at(block, word))
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
