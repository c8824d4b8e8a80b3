package main

import (
	"fmt"
	"slices"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"

	"github.com/simdchacha/simdchacha/asmgen/arm64"
	"github.com/simdchacha/simdchacha/chacha"
)

// neon spells its instructions through package arm64, since avo knows x86 only.
type neon struct {
	*arm64.Function
	recorder
	file    *ir.File
	shape   Shape
	rotate8 arm64.V // table for Tbl
	dst, s  arm64.R
	left    arm64.R // blocks still to be written
	counter arm64.R // of the first block of the group
	rounds  arm64.R
	labels  int      // of their own, so far
	row     struct { // what inRegister loaded last
		at    Slot
		in    arm64.V
		since int // number of nodes
	}
}

func newNEON(f *ir.File, s Shape) *neon {
	s.Name, s.Lanes, s.Registers, s.AddRows = "NEON", 4, 32, true
	return &neon{file: f, shape: s}
}

func (m *neon) Shape() Shape { return m.shape }

func (m *neon) Func(name, doc string, body func()) {
	m.Function = arm64.NewFunction(m.file, name, signature, doc)
	m.fn = m.Function.Function
	m.dst, m.left, m.s, m.rounds = m.Param("dst"), m.Param("n"), m.Param("s"), m.Param("rounds")
	m.rotate8 = m.V()
	m.LdrQ(m.rotate8, m.table("rotate8", byteRotation(8, m.shape.Lanes)))
	body()
	m.Ret()
}

// table returns the memory of a read-only table, through a register. The name
// says what is in it; the kernels of a file share it.
func (m *neon) table(name string, words []uint32) operand.Mem {
	at, ok := operand.Mem{}, false
	for _, s := range m.file.Sections {
		if g, isGlobal := s.(*ir.Global); isGlobal && g.Symbol.Name == name {
			at, ok = g.Base(), true
		}
	}
	if !ok {
		at = arm64.Table(m.file, name, words...)
	}
	r := m.R()
	m.Adr(r, at)
	return arm64.Mem(r, 0)
}

func (m *neon) Vec() Vec      { return m.V() }
func (m *neon) Copy(x, y Vec) { m.Mov16B(x.(arm64.V), y.(arm64.V)) }

func (m *neon) Add(x, y Vec, z operand.Op) { m.AddS(x.(arm64.V), y.(arm64.V), m.vector(z)) }

// vector returns z in a register.
func (m *neon) vector(z operand.Op) arm64.V {
	if v, ok := z.(arm64.V); ok {
		return v
	}
	v := m.V()
	m.Fill(v, z)
	return v
}

func (m *neon) XorRotate(x, y Vec, z operand.Op, n int) {
	d, a, b := x.(arm64.V), y.(arm64.V), m.vector(z)
	switch n {
	case 16:
		m.Eor(d, a, b)
		m.Rev32H(d, d)
	case 8:
		m.Eor(d, a, b)
		m.Tbl(d, d, m.rotate8)
	default:
		t := m.V()
		m.Eor(t, a, b)
		m.ShlS(d, t, n)
		m.SriS(d, t, 32-n)
	}
}

func (m *neon) RotateWords(x Vec, n int) { m.Ext(x.(arm64.V), x.(arm64.V), x.(arm64.V), 4*n) }

func (m *neon) Zip(size int, x, y Vec) (lo, hi Vec) {
	a, b, t := x.(arm64.V), y.(arm64.V), m.V()
	switch size {
	case 32:
		m.Zip1S(t, a, b)
		m.Zip2S(b, a, b)
	case 64:
		m.Zip1D(t, a, b)
		m.Zip2D(b, a, b)
	}
	return t, b
}

func (m *neon) Row(i int) Slot { return arm64.Mem(m.s, 16*i) }

func (m *neon) LoadRow(x Vec, i int) { m.Fill(x, m.Row(i)) }
func (m *neon) AddRow(x Vec, i int)  { m.Add(x, x, m.inRegister(m.Row(i))) }

func (m *neon) Broadcast(x Vec, row Slot, i int) {
	m.DupLaneS(x.(arm64.V), m.inRegister(row), i)
}

// inRegister returns a row in the register that it was loaded into last, if
// nothing but straight code without stores has come since.
func (m *neon) inRegister(row Slot) arm64.V {
	if m.row.at != row || !straight(m.fn.Nodes[m.row.since:]) {
		m.row.in = m.V()
		m.Fill(m.row.in, row)
		m.row.at, m.row.since = row, len(m.fn.Nodes)
	}
	return m.row.in
}

func straight(nodes []ir.Node) bool {
	return !slices.ContainsFunc(nodes, func(n ir.Node) bool {
		i, ok := n.(*ir.Instruction)
		return !ok || i.IsBranch || slices.ContainsFunc(i.Outputs, operand.IsMem)
	})
}

func (m *neon) AddWord(x Vec, row Slot, i int) {
	t := m.V()
	m.Broadcast(t, row, i)
	m.Add(x, x, t)
}

func (m *neon) Counters(lo, hi Vec, block int) {
	even, odd := laneCounters(m.shape.Lanes)
	counter, e, o := m.V(), m.V(), m.V()
	m.LdpQ(e, o, m.table("counters", append(even, odd...)))
	first := m.counter
	if block > 0 {
		first = m.R()
		m.AddI(first, m.counter, block)
	}
	m.DupD(counter, first)
	m.AddD(e, e, counter)
	m.AddD(o, o, counter)
	m.Uzp1S(lo.(arm64.V), e, o)
	m.Uzp2S(hi.(arm64.V), e, o)
}

// CounterRows is row 3 itself: a vector is one piece.
func (m *neon) CounterRows(x Vec) { m.LoadRow(x, 3) }

func (m *neon) Count(x Vec, blocks int) {
	t := m.V()
	m.LdrQ(t, m.table(fmt.Sprint("count", blocks), rowCounters(m.shape.Lanes, blocks, 0)))
	m.AddD(x.(arm64.V), x.(arm64.V), t)
}

func (m *neon) Slot() Slot          { return m.AllocLocal(16) }
func (m *neon) Spill(s Slot, x Vec) { m.StrQ(x.(arm64.V), s.(operand.Mem)) }
func (m *neon) Fill(x Vec, s Slot)  { m.LdrQ(x.(arm64.V), s.(operand.Mem)) }

func (m *neon) Store(block, word int, x Vec, piece int) {
	at := arm64.Mem(m.dst, chacha.BlockSize*block+4*word)
	switch x := x.(type) {
	case arm64.V:
		m.StrQ(x, at)
	case arm64.R:
		m.StrW(x, at)
	}
}
