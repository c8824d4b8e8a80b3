package main

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/simdchacha/simdchacha/asmgen/arm64"
)

// scalar is the general registers of a neon machine, as vectors of one lane.
type scalar struct{ *neon }

// General is the machine of general registers beside m.
func (m *neon) General() Machine { return scalar{m} }

func (m scalar) Shape() Shape {
	return Shape{Name: m.shape.Name, Layout: Mixed, Lanes: 1, Sets: 1, Order: inStep(12)}
}

func (m scalar) Vec() Vec { return m.R() }

func (m scalar) Add(x, y Vec, z operand.Op) { m.AddW(x.(arm64.R), y.(arm64.R), z.(arm64.R)) }

func (m scalar) XorRotate(x, y Vec, z operand.Op, n int) {
	m.EorW(x.(arm64.R), y.(arm64.R), z.(arm64.R))
	m.RorW(x.(arm64.R), x.(arm64.R), 32-n)
}

func (m scalar) Broadcast(x Vec, row Slot, i int) {
	m.LdrW(x.(arm64.R), row.(operand.Mem).Offset(4*i))
}

func (m scalar) AddWord(x Vec, row Slot, i int) {
	word := m.R()
	m.Broadcast(word, row, i)
	m.Add(x, x, word)
}

func (m scalar) Counters(lo, hi Vec, block int) {
	m.AddI(hi.(arm64.R), m.counter, block)
	m.MovW(lo.(arm64.R), hi.(arm64.R))
	m.LsrI(hi.(arm64.R), hi.(arm64.R), 32)
}
