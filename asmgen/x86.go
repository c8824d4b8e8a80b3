package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/simdchacha/simdchacha/chacha"
)

// signature is the Go type of every kernel.
var signature = fmt.Sprintf("func(dst *byte, n int, s *[%d]uint32, rounds int)", chacha.Words)

// x86 is what the x86 machines have in common: everything but vectors.
type x86 struct {
	*build.Context
	recorder
	shape   Shape
	dst, s  operand.Mem
	left    reg.Register // blocks still to be written
	counter reg.Register // of the first block of the group
	rounds  reg.Register
	labels  int
}

func (m *x86) Shape() Shape { return m.shape }

// vectorSize is the size of a vector in bytes.
func (m *x86) vectorSize() int { return 4 * m.shape.Lanes }

func (m *x86) Func(name, doc string, body func()) {
	m.Function(name)
	m.Attributes(attr.NOSPLIT)
	m.SignatureExpr(signature)
	m.Doc(doc)
	m.Pragma("noescape")
	m.fn = m.current()
	m.dst = operand.Mem{Base: m.Load(m.Param("dst"), m.GP64())}
	m.left = m.Load(m.Param("n"), m.GP64())
	m.s = operand.Mem{Base: m.Load(m.Param("s"), m.GP64())}
	m.rounds = m.Load(m.Param("rounds"), m.GP64())
	body()
	m.RET()
}

// current is the function under construction.
func (m *x86) current() *ir.Function {
	f, err := m.Result()
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
	m.counter = m.GP64()
	m.MOVQ(at, m.counter)
	m.Label("group")
	group()
	m.ADDQ(operand.I32(blocks*chacha.BlockSize), m.dst.Base)
	m.ADDQ(operand.I32(blocks), m.counter)
	m.SUBQ(operand.I32(blocks), m.left)
	m.JG(operand.LabelRef("group"))
	m.ADDQ(m.left, m.counter)
	m.MOVQ(m.counter, at)
}

func (m *x86) DoubleRounds(body func()) {
	left := m.GP64()
	m.MOVQ(m.rounds, left)
	m.Label("rounds")
	body()
	m.SUBQ(operand.I32(2), left)
	m.JNE(operand.LabelRef("rounds"))
}

func (m *x86) IfLeft(blocks int, then, orElse func()) {
	m.labels++
	fewer, end := fmt.Sprintf("fewer%d", m.labels), fmt.Sprintf("end%d", m.labels)
	m.CMPQ(m.left, operand.I32(blocks))
	m.JLT(operand.LabelRef(fewer))
	then()
	if orElse != nil {
		m.JMP(operand.LabelRef(end))
	}
	m.Label(fewer)
	if orElse != nil {
		orElse()
		m.Label(end)
	}
}

func (m *x86) Slot() Slot { return m.AllocLocal(m.vectorSize()) }

// word is a word of the state in memory.
func (m *x86) word(i int) operand.Mem { return m.s.Offset(4 * i) }

// at is where a piece of a block goes.
func (m *x86) at(block, word int) operand.Mem { return m.dst.Offset(chacha.BlockSize*block + 4*word) }

// counterOf returns a register with the counter of a block of the group.
func (m *x86) counterOf(block int) reg.Register {
	if block == 0 {
		return m.counter
	}
	c := m.GP64()
	m.LEAQ(operand.Mem{Base: m.counter, Disp: block}, c)
	return c
}

// table adds a read-only table of words, named after the machine.
func (m *x86) table(name string, words []uint32) operand.Mem {
	t := m.StaticGlobal(name + m.shape.Name)
	m.DataAttributes(attr.RODATA | attr.NOPTR)
	for _, w := range words {
		m.AppendDatum(operand.U32(w))
	}
	return t
}

// The counters of a vector's blocks, 64 bits each, take two vectors. even has
// those of the lower two lanes of every piece, odd those of the upper two, so
// that a shuffle within pieces brings out all low or all high words in order.
func laneCounters(lanes int) (even, odd []uint32) {
	for i := 0; i < lanes; i += 4 {
		l := uint32(i)
		even = append(even, l, 0, l+1, 0)
		odd = append(odd, l+2, 0, l+3, 0)
	}
	return even, odd
}

// Shuffles of pairs of counters: their low words, and their high words.
const (
	lowWords  = 0b10_00_10_00
	highWords = 0b11_01_11_01
)
