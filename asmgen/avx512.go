package main

import "github.com/mmcloughlin/avo/operand"

// avx512 rotates, adds a word of memory to all lanes, and has 32 registers,
// of 512 bits or, with AVX512VL, of fewer.
type avx512 struct {
	x86
	vec func() Vec
}

func avx512Machine(f *amd64File, s Shape) Machine {
	s.Name, s.Requires = "AVX512", []string{"SSE2", "AVX", "AVX2", "AVX512F"}
	s.Lanes, s.Registers = 16, 32
	return &avx512{x86{amd64File: f, shape: s}, func() Vec { return f.c.ZMM() }}
}

func avx512vlMachine(f *amd64File, s Shape) Machine {
	s.Name, s.Requires = "AVX512VL", []string{"SSE2", "AVX", "AVX2", "AVX512F", "AVX512VL"}
	s.Lanes, s.Registers = 8, 32
	return &avx512{x86{amd64File: f, shape: s}, func() Vec { return f.c.YMM() }}
}

func (m *avx512) Vec() Vec      { return m.vec() }
func (m *avx512) Copy(x, y Vec) { m.c.VMOVDQA32(y, x) }

func (m *avx512) Add(x, y Vec, z operand.Op) { m.c.VPADDD(z, y, x) }

func (m *avx512) XorRotate(x, y Vec, z operand.Op, n int) {
	m.c.VPXORD(z, y, x)
	m.c.VPROLD(operand.Imm(uint64(n)), x, x)
}

func (m *avx512) RotateWords(x Vec, n int) { m.c.VPSHUFD(wordOrder(n), x, x) }

func (m *avx512) Zip(size int, x, y Vec) (lo, hi Vec) { return zipVEX(m.c, size, x, y, m.Vec()) }

func (m *avx512) LoadRow(x Vec, i int) { m.c.VBROADCASTI32X4(m.Row(i), x) }

func (m *avx512) AddRow(x Vec, i int) {
	t := m.Vec()
	m.LoadRow(t, i)
	m.Add(x, x, t)
}

func (m *avx512) Broadcast(x Vec, row Slot, i int) { m.c.VPBROADCASTD(word(row, i), x) }
func (m *avx512) AddWord(x Vec, row Slot, i int)   { m.c.VPADDD_BCST(word(row, i), x, x) }

func (m *avx512) Counters(lo, hi Vec, block int) {
	even, odd := m.Vec(), m.Vec()
	m.c.VPBROADCASTQ(m.counterOf(block), hi)
	m.c.VPADDQ(m.evenCounters(), hi, even)
	m.c.VPADDQ(m.oddCounters(), hi, odd)
	m.c.VSHUFPS(operand.Imm(lowWords), odd, even, lo)
	m.c.VSHUFPS(operand.Imm(highWords), odd, even, hi)
}

func (m *avx512) CounterRows(x Vec) {
	m.LoadRow(x, 3)
	m.c.VPADDQ(m.rowCounters(0, 1), x, x)
}

func (m *avx512) Count(x Vec, blocks int) { m.c.VPADDQ(m.rowCounters(blocks, 0), x, x) }

func (m *avx512) Spill(s Slot, x Vec) { m.c.VMOVDQA32(x, s) }
func (m *avx512) Fill(x Vec, s Slot)  { m.c.VMOVDQA32(s, x) }

func (m *avx512) Store(block, word int, x Vec, piece int) {
	m.c.VEXTRACTI32X4(operand.Imm(uint64(piece)), x, m.at(block, word))
}
