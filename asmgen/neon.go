package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"

	"github.com/simdchacha/simdchacha/asmgen/arm64"
	"github.com/simdchacha/simdchacha/chacha"
)

// neon has 32 registers: what other machines keep in slots and in memory has
// room there.
type neon struct {
	*arm64.Function
	recorder
	file     *ir.File
	shape    Shape
	counters operand.Mem // table of the lanes' counters, the even vector and the odd one
	rows     [4]arm64.V  // the state as it is in memory; the counter in it is that of the first group
	rotate8  arm64.V     // table for Tbl
	dst, s   arm64.R
	left     arm64.R // blocks still to be written
	counter  arm64.R // of the first block of the group
	rounds   arm64.R
	labels   int
}

func newNEON(f *ir.File) *neon {
	return &neon{file: f, shape: Shape{
		Name: "NEON", Lanes: 4, Sets: 1, Registers: 32,
		// The oldest result of the column round is used first.
		Order: rounds(14, [4]float64{0, 1, 2, 3}, [4]float64{1, 2, 3, 0}),
	}}
}

func (m *neon) Shape() Shape { return m.shape }

func (m *neon) Func(name, doc string, body func()) {
	even, odd := laneCounters(m.shape.Lanes)
	m.counters = arm64.Table(m.file, "counters"+m.shape.Name, append(even, odd...)...)
	rotate8 := arm64.Table(m.file, "rotate8"+m.shape.Name, byteRotation(8, m.shape.Lanes)...)

	m.Function = arm64.NewFunction(m.file, name, signature, doc)
	m.fn = m.Function.Function
	m.dst, m.left, m.s, m.rounds = m.Param("dst"), m.Param("n"), m.Param("s"), m.Param("rounds")
	m.rotate8 = m.V()
	m.LdrQ(m.rotate8, m.address(rotate8))
	m.rows = [4]arm64.V{m.V(), m.V(), m.V(), m.V()}
	m.LdpQ(m.rows[0], m.rows[1], arm64.Mem(m.s, 0))
	m.LdpQ(m.rows[2], m.rows[3], arm64.Mem(m.s, 32))
	body()
	m.Ret()
}

// address returns the memory of a table, through a register.
func (m *neon) address(table operand.Mem) operand.Mem {
	a := m.R()
	m.Adr(a, table)
	return arm64.Mem(a, 0)
}

// Groups counts the left blocks down. A last group that is not full takes them
// below zero, by as many as the counter has gone too far.
func (m *neon) Groups(blocks int, group func()) {
	at := arm64.Mem(m.s, 4*chacha.Counter)
	m.counter = m.R()
	m.Ldr(m.counter, at)
	m.AddLabel("group")
	group()
	m.AddI(m.dst, m.dst, blocks*chacha.BlockSize)
	m.AddI(m.counter, m.counter, blocks)
	m.SubsI(m.left, m.left, blocks)
	m.Bgt("group")
	m.Function.Add(m.counter, m.counter, m.left)
	m.Str(m.counter, at)
}

func (m *neon) DoubleRounds(body func()) {
	left := m.R()
	m.Mov(left, m.rounds)
	m.AddLabel("rounds")
	body()
	m.SubsI(left, left, 2)
	m.Bne("rounds")
}

func (m *neon) IfLeft(blocks int, then, orElse func()) {
	m.labels++
	fewer, end := fmt.Sprintf("fewer%d", m.labels), fmt.Sprintf("end%d", m.labels)
	m.CmpI(m.left, blocks)
	m.Blt(fewer)
	then()
	if orElse != nil {
		m.B(end)
	}
	m.AddLabel(ir.Label(fewer))
	if orElse != nil {
		orElse()
		m.AddLabel(ir.Label(end))
	}
}

func (m *neon) Vec() Vec                  { return m.V() }
func (m *neon) Broadcast(x Vec, word int) { m.DupLaneS(x.(arm64.V), m.rows[word/4], word%4) }

func (m *neon) Counters(lo, hi Vec, lane int) {
	counter, even, odd := m.V(), m.V(), m.V()
	m.LdpQ(even, odd, m.address(m.counters))
	first := m.counter
	if lane > 0 {
		first = m.R()
		m.AddI(first, m.counter, lane)
	}
	m.DupD(counter, first)
	m.AddD(even, even, counter)
	m.AddD(odd, odd, counter)
	m.Uzp1S(lo.(arm64.V), even, odd)
	m.Uzp2S(hi.(arm64.V), even, odd)
}

func (m *neon) Add(x, y Vec) { m.AddS(x.(arm64.V), x.(arm64.V), y.(arm64.V)) }

func (m *neon) AddWord(x Vec, word int) {
	t := m.V()
	m.Broadcast(t, word)
	m.Add(x, t)
}

func (m *neon) XorRotate(x, y Vec, n int) {
	a, b := x.(arm64.V), y.(arm64.V)
	switch n {
	case 16:
		m.Eor(a, a, b)
		m.Rev32H(a, a)
	case 8:
		m.Eor(a, a, b)
		m.Tbl(a, a, m.rotate8)
	default:
		t := m.V()
		m.Eor(t, a, b)
		m.ShlS(a, t, n)
		m.SriS(a, t, 32-n)
	}
}

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

func (m *neon) Store(block, word int, x Vec, piece int) {
	m.StrQ(x.(arm64.V), arm64.Mem(m.dst, chacha.BlockSize*block+4*word))
}

func (m *neon) Slot() Slot            { return m.V() }
func (m *neon) Spill(s Slot, x Vec)   { m.Mov16B(s.(arm64.V), x.(arm64.V)) }
func (m *neon) Fill(x Vec, s Slot)    { m.Mov16B(x.(arm64.V), s.(arm64.V)) }
func (m *neon) AddSlot(x Vec, s Slot) { m.Add(x, s) }
