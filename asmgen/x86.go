package main

import (
	"fmt"
	"slices"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/simdchacha/simdchacha/chacha"
)

// signature is the Go type of every kernel.
var signature = fmt.Sprintf("func(dst *byte, n int, s *[%d]uint32, rounds int)", chacha.Words)

// x86 is what the x86 machines have in common: everything but vectors.
type x86 struct {
	*amd64File
	recorder
	shape   Shape
	dst, s  operand.Mem
	left    reg.Register // blocks still to be written
	counter reg.Register // of the first block of the group
	rounds  reg.Register
	frame   operand.Mem // of slots, aligned
	slots   int         // in bytes
	labels  int
}

func (m *x86) Shape() Shape { return m.shape }

// vectorSize is the size of a vector in bytes.
func (m *x86) vectorSize() int { return 4 * m.shape.Lanes }

// maxNosplit is how many bytes of stack a function may take without asking, with
// some left of the 800 that the linker grants to it and what it calls.
const maxNosplit = 700

func (m *x86) Func(name, doc string, body func()) {
	m.c.Function(name)
	m.c.Attributes(attr.NOSPLIT)
	m.c.SignatureExpr(signature)
	m.c.Doc(doc)
	m.c.Pragma("noescape")
	m.fn = m.current()
	m.dst = operand.Mem{Base: m.c.Load(m.c.Param("dst"), m.c.GP64())}
	m.left = m.c.Load(m.c.Param("n"), m.c.GP64())
	m.s = operand.Mem{Base: m.c.Load(m.c.Param("s"), m.c.GP64())}
	m.rounds = m.c.Load(m.c.Param("rounds"), m.c.GP64())
	m.frame = operand.Mem{Base: m.c.GP64()}
	start := len(m.fn.Nodes)
	body()
	m.c.RET()
	if m.slots > 0 {
		m.fn.Nodes = slices.Insert(m.fn.Nodes, start, m.align()...)
	}
}

// align makes room for the slots, and returns the instructions that find their
// place: Go aligns the stack to eight bytes.
func (m *x86) align() []ir.Node {
	local := m.c.AllocLocal((m.slots + m.vectorSize() - 1 + 7) &^ 7)
	if m.fn.LocalSize > maxNosplit {
		m.c.Attributes(0)
	}
	mark := len(m.fn.Nodes)
	m.c.LEAQ(local.Offset(m.vectorSize()-1), m.frame.Base)
	m.c.ANDQ(operand.I32(-m.vectorSize()), m.frame.Base)
	nodes := slices.Clone(m.fn.Nodes[mark:])
	m.fn.Nodes = m.fn.Nodes[:mark]
	return nodes
}

// current is the function under construction.
func (m *x86) current() *ir.Function {
	f, err := m.c.Result()
	if err != nil {
		panic(err)
	}
	fns := f.Functions()
	return fns[len(fns)-1]
}

// Groups counts the left blocks down. A last group that is not full takes them
// below zero, by as many as the counter has gone too far.
func (m *x86) Groups(blocks int, group func()) {
	at := m.s.Offset(4 * chacha.Counter)
	m.counter = m.c.GP64()
	m.c.MOVQ(at, m.counter)
	m.c.Label("group")
	group()
	m.c.ADDQ(operand.I32(blocks*chacha.BlockSize), m.dst.Base)
	m.c.ADDQ(operand.I32(blocks), m.counter)
	m.c.SUBQ(operand.I32(blocks), m.left)
	m.c.JG(operand.LabelRef("group"))
	m.c.ADDQ(m.left, m.counter)
	m.c.MOVQ(m.counter, at)
}

func (m *x86) DoubleRounds(done int, body func()) {
	left := m.c.GP64()
	m.c.LEAQ(operand.Mem{Base: m.rounds, Disp: -2 * done}, left)
	m.c.Label("rounds")
	body()
	m.c.SUBQ(operand.I32(2), left)
	m.c.JNE(operand.LabelRef("rounds"))
}

func (m *x86) IfLeft(blocks int, then, orElse func()) {
	m.c.CMPQ(m.left, operand.I32(blocks))
	m.unless(m.c.JLT, then, orElse)
}

func (m *x86) IfCarry(blocks int, then, orElse func()) {
	high := m.c.GP64()
	m.c.LEAQ(operand.Mem{Base: m.counter, Disp: blocks - 1}, high)
	m.c.SHRQ(operand.Imm(32), high)
	m.c.CMPL(high.As32(), m.s.Offset(4*(chacha.Counter+1)))
	m.unless(m.c.JEQ, then, orElse)
}

// unless does orElse if jump jumps, and else then.
func (m *x86) unless(jump func(operand.Op), then, orElse func()) {
	m.labels++
	other, end := fmt.Sprintf("other%d", m.labels), fmt.Sprintf("end%d", m.labels)
	jump(operand.LabelRef(other))
	then()
	if orElse == nil {
		m.c.Label(other)
		return
	}
	m.c.JMP(operand.LabelRef(end))
	m.c.Label(other)
	orElse()
	m.c.Label(end)
}

func (m *x86) Slot() Slot {
	m.slots += m.vectorSize()
	return m.frame.Offset(m.slots - m.vectorSize())
}

func (m *x86) Row(i int) Slot { return m.s.Offset(16 * i) }

// word is a word of a row in memory.
func word(row Slot, i int) operand.Mem { return row.(operand.Mem).Offset(4 * i) }

// wordOrder is the shuffle that brings lane i+n into lane i.
func wordOrder(n int) operand.Op {
	order := 0
	for i := range 4 {
		order |= (i + n) % 4 << (2 * i)
	}
	return operand.Imm(uint64(order))
}

// at is where a piece of a block goes.
func (m *x86) at(block, word int) operand.Mem { return m.dst.Offset(chacha.BlockSize*block + 4*word) }

func (m *x86) Fetch(block, blocks int) {
	for i := range blocks {
		m.c.PREFETCHT0(m.at(block+i, 0))
	}
}

// counterOf returns a register with the counter of a block of the group.
func (m *x86) counterOf(block int) reg.Register {
	if block == 0 {
		return m.counter
	}
	c := m.c.GP64()
	m.c.LEAQ(operand.Mem{Base: m.counter, Disp: block}, c)
	return c
}

// The tables that the instructions of a machine need.

func (m *x86) byteRotation(n int) operand.Op {
	return m.table(fmt.Sprint("rotate", n), byteRotation(n, m.shape.Lanes))
}

func (m *x86) evenCounters() operand.Mem {
	even, _ := laneCounters(m.shape.Lanes)
	return m.table("even", even)
}

func (m *x86) oddCounters() operand.Mem {
	_, odd := laneCounters(m.shape.Lanes)
	return m.table("odd", odd)
}

func (m *x86) rowCounters(first, step int) operand.Mem {
	return m.table(fmt.Sprintf("count%dby%d", first, step), rowCounters(m.shape.Lanes, first, step))
}
