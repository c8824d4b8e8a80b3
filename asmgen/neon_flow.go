package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/ir"

	"github.com/simdchacha/simdchacha/asmgen/arm64"
	"github.com/simdchacha/simdchacha/chacha"
)

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

func (m *neon) DoubleRounds(done int, body func()) {
	left := m.R()
	m.SubI(left, m.rounds, 2*done)
	m.loop(left, 2, body)
}

// Rounds does body once for every n rounds.
func (m *neon) Rounds(n int, body func()) {
	left := m.R()
	m.Mov(left, m.rounds)
	m.loop(left, n, body)
}

// loop does body until left, which each time takes n from, is 0.
func (m *neon) loop(left arm64.R, n int, body func()) {
	m.labels++
	head := fmt.Sprint("rounds", m.labels)
	m.AddLabel(ir.Label(head))
	body()
	m.SubsI(left, left, n)
	m.Bne(head)
}

func (m *neon) IfLeft(blocks int, then, orElse func()) {
	m.CmpI(m.left, blocks)
	m.unless(m.Blt, then, orElse)
}

func (m *neon) IfCarry(blocks int, then, orElse func()) {
	high, word := m.R(), m.R()
	m.AddI(high, m.counter, blocks-1)
	m.LsrI(high, high, 32)
	m.LdrW(word, arm64.Mem(m.s, 4*(chacha.Counter+1)))
	m.Cmp(high, word)
	m.unless(m.Beq, then, orElse)
}

// unless does orElse if jump jumps, and else then.
func (m *neon) unless(jump func(label string), then, orElse func()) {
	m.labels++
	other, end := fmt.Sprintf("other%d", m.labels), fmt.Sprintf("end%d", m.labels)
	jump(other)
	then()
	if orElse == nil {
		m.AddLabel(ir.Label(other))
		return
	}
	m.B(end)
	m.AddLabel(ir.Label(other))
	orElse()
	m.AddLabel(ir.Label(end))
}
