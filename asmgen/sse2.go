package main

import "github.com/mmcloughlin/avo/operand"

// sse2 has instructions of two operands, whose operands in memory have to be
// aligned, and no shuffle of bytes. With SSSE3 it has one.
type sse2 struct {
	x86
	ssse3 bool
}

func sse2Machine(f *amd64File, s Shape) Machine {
	s.Name, s.Requires = "SSE2", []string{"SSE", "SSE2"}
	s.Lanes, s.Registers = 4, 16
	return &sse2{x86: x86{amd64File: f, shape: s}}
}

func ssse3Machine(f *amd64File, s Shape) Machine {
	s.Name, s.Requires = "SSSE3", []string{"SSE", "SSE2", "SSSE3"}
	s.Lanes, s.Registers = 4, 16
	return &sse2{x86: x86{amd64File: f, shape: s}, ssse3: true}
}

func (m *sse2) Vec() Vec      { return m.c.XMM() }
func (m *sse2) Copy(x, y Vec) { m.c.MOVO(y, x) }

func (m *sse2) Add(x, y Vec, z operand.Op) { m.two(m.c.PADDL, x, y, z) }

// two does x = y op z, for an operation that commutes.
func (m *sse2) two(op func(a, b operand.Op), x, y Vec, z operand.Op) {
	switch x {
	case y:
		op(z, x)
	case z:
		op(y, x)
	default:
		m.c.MOVO(z, x)
		op(y, x)
	}
}

func (m *sse2) XorRotate(x, y Vec, z operand.Op, n int) {
	m.two(m.c.PXOR, x, y, z)
	switch {
	case n%8 == 0 && m.ssse3:
		m.c.PSHUFB(m.byteRotation(n), x)
		return
	case n == 16:
		const swap = 0b10_11_00_01
		m.c.PSHUFLW(operand.Imm(swap), x, x)
		m.c.PSHUFHW(operand.Imm(swap), x, x)
		return
	}
	t := m.Vec()
	m.Together(func() { // there may be one register for all that rotate
		m.c.MOVO(x, t)
		m.c.PSLLL(operand.Imm(uint64(n)), x)
		m.c.PSRLL(operand.Imm(uint64(32-n)), t)
		m.c.POR(t, x)
	})
}

func (m *sse2) RotateWords(x Vec, n int) { m.c.PSHUFL(wordOrder(n), x, x) }

func (m *sse2) Zip(size int, x, y Vec) (lo, hi Vec) {
	hi = m.Vec()
	m.c.MOVO(x, hi)
	switch size {
	case 32:
		m.c.PUNPCKLLQ(y, x)
		m.c.PUNPCKHLQ(y, hi)
	case 64:
		m.c.PUNPCKLQDQ(y, x)
		m.c.PUNPCKHQDQ(y, hi)
	}
	return x, hi
}

func (m *sse2) LoadRow(x Vec, i int) { m.c.MOVOU(m.Row(i), x) }

func (m *sse2) AddRow(x Vec, i int) {
	t := m.Vec()
	m.LoadRow(t, i)
	m.Add(x, x, t)
}

// Broadcast loads with MOVSS because Go's assembler takes MOVD for MOVQ, which
// reads eight bytes, past the end of the state for its last word.
func (m *sse2) Broadcast(x Vec, row Slot, i int) {
	m.c.MOVSS(word(row, i), x)
	m.c.PSHUFL(operand.Imm(0), x, x)
}

func (m *sse2) AddWord(x Vec, row Slot, i int) {
	t := m.Vec()
	m.Broadcast(t, row, i)
	m.Add(x, x, t)
}

func (m *sse2) Counters(lo, hi Vec, block int) {
	odd := m.Vec()
	m.c.MOVQ(m.counterOf(block), lo)
	m.c.PUNPCKLQDQ(lo, lo)
	m.c.MOVO(lo, odd)
	m.c.PADDQ(m.evenCounters(), lo)
	m.c.PADDQ(m.oddCounters(), odd)
	m.c.MOVO(lo, hi)
	m.c.SHUFPS(operand.Imm(lowWords), odd, lo)
	m.c.SHUFPS(operand.Imm(highWords), odd, hi)
}

func (m *sse2) CounterRows(x Vec) {
	m.LoadRow(x, 3)
	m.c.PADDQ(m.rowCounters(0, 1), x)
}

func (m *sse2) Count(x Vec, blocks int) { m.c.PADDQ(m.rowCounters(blocks, 0), x) }

func (m *sse2) Spill(s Slot, x Vec) { m.c.MOVO(x, s) }
func (m *sse2) Fill(x Vec, s Slot)  { m.c.MOVO(s, x) }

func (m *sse2) Store(block, word int, x Vec, piece int) { m.c.MOVOU(x, m.at(block, word)) }
