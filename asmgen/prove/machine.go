package prove

import (
	"fmt"
	"math"

	"github.com/simdchacha/simdchacha/chacha"
)

// Machine is the state of a run: every register and every word of memory that a
// kernel can reach holds a Term. Locations are numbered, state, general
// registers, vector registers, parameters and frame, in this order. What
// location i holds before anyone writes there is variable i.
type Machine struct {
	*Terms
	code     *code
	w        []Term // by location
	out      []Term // words of dst, unwritten where nothing was written yet
	written  int    // words of dst
	expect   func(word int, got Term) (want Term)
	left     blocks // possible values of n
	flags    flags
	wide     bool // upper parts of vector registers may be in use
	pc       int
	executed int
	from     int   // label where the run began
	passed   []int // by label: executed, when control came by last
	decided  int   // executed, when a branch last depended on n
}

const (
	registers = 32
	lanes     = 16 // words in a vector register
	unwritten = -1 // no Term

	generalAt = chacha.Words
	vectorAt  = generalAt + 2*registers
	paramsAt  = vectorAt + lanes*registers
	frameAt   = paramsAt + 2*4
)

// locationName is what a refusal calls a location.
func locationName(i int) string {
	switch {
	case i < generalAt:
		return fmt.Sprintf("s[%d]", i)
	case i < vectorAt:
		return fmt.Sprintf("half %d of general register %d", i&1, (i-generalAt)/2)
	case i < paramsAt:
		return fmt.Sprintf("word %d of vector register %d", (i-vectorAt)%lanes, (i-vectorAt)/lanes)
	case i < frameAt:
		return fmt.Sprintf("word %d of the parameters", i-paramsAt)
	}
	return fmt.Sprintf("word %d of the frame", i-frameAt)
}

// refusal is the panic of an instruction that a kernel must not execute.
type refusal string

func refuse(format string, args ...any) { panic(refusal(fmt.Sprintf(format, args...))) }

// blocks is a set of numbers of blocks: the multiples of unit from least to
// most.
type blocks struct{ least, most, unit int64 }

// within is the part of b from least to most.
func (b blocks) within(least, most int64) blocks {
	up := func(x int64) int64 { return (x + b.unit - 1) / b.unit * b.unit }
	return blocks{max(b.least, up(max(least, 0))), min(b.most, most-(most%b.unit+b.unit)%b.unit), b.unit}
}

func (b blocks) empty() bool { return b.least > b.most }

// minus is b with k taken from every number.
func (b blocks) minus(k int64) blocks { return blocks{b.least - k, b.most - k, b.unit} }

func (b blocks) String() string {
	switch {
	case b.least == b.most:
		return fmt.Sprint("n = ", b.least)
	case b.most == mostBlocks:
		return fmt.Sprint("n ≥ ", b.least)
	}
	return fmt.Sprintf("%d ≤ n ≤ %d", b.least, b.most)
}

// mostBlocks is more than a slice of Go can hold: 2^57 blocks are 2^63 bytes.
const mostBlocks = 1<<57 - 1

// general returns a general register, vector the words of a vector register.
func (m *Machine) general(r int) value {
	return value{m.w[generalAt+2*r], m.w[generalAt+2*r+1]}
}

func (m *Machine) setGeneral(r int, v value) {
	m.w[generalAt+2*r], m.w[generalAt+2*r+1] = v.lo, v.hi
}

func (m *Machine) vector(r int) []Term { return m.w[vectorAt+lanes*r : vectorAt+lanes*(r+1)] }

// numberOf returns v as a linear number. Where n is known it has no n in it.
func (m *Machine) numberOf(v value) (x linear, ok bool) {
	if x, ok = m.number(v); ok && m.left.least == m.left.most {
		x.offset += x.perBlock * m.left.least
		x.perBlock = 0
	}
	return x, ok
}

// place returns the words of memory at an address, which must be constant but
// for where the space begins.
func (m *Machine) place(x linear, words int) []Term {
	if x.perBlock != 0 {
		refuse("an address depends on the number of blocks left")
	}
	var mem []Term
	at := x.offset
	switch x.from {
	case none, counter:
		refuse("an address is no address")
	case dst:
		refuse("a load from dst")
	case state:
		mem = m.w[:chacha.Words]
	case frame:
		if m.code.alignment > 0 {
			refuse("an access to the frame that does not go by its aligned address")
		}
		mem = m.w[frameAt:]
		at -= m.code.arch.frameStart
	case aligned:
		// The stack pointer is a multiple of 8, so that up to alignment - 8
		// bytes of the frame are skipped.
		mem = m.w[frameAt : len(m.w)-(m.code.alignment-8)/4]
	case params:
		mem = m.w[paramsAt:frameAt]
	default:
		mem = m.code.tables[x.from-tables]
	}
	m.inside(x.from, at, words, len(mem))
	return mem[at/4 : at/4+int64(words)]
}

// inside refuses what is not size words of a space of so many words.
func (m *Machine) inside(s space, at int64, words, size int) {
	if at < 0 || at > 4*int64(size-words) {
		refuse("%d bytes at offset %d lie outside of the %d bytes of %s", 4*words, at, 4*size, s)
	}
	if at%4 != 0 {
		refuse("offset %d of %s is not a whole number of words", at, s)
	}
}

// load copies words from memory.
func (m *Machine) load(to []Term, x linear) { copy(to, m.place(x, len(to))) }

// store copies words to memory. A word of dst must be the one that belongs there.
func (m *Machine) store(x linear, words []Term) {
	if x.from == dst && x.perBlock == 0 {
		m.emit(x.offset, words)
		return
	}
	to := m.place(x, len(words))
	switch {
	case x.from == state && (x.offset < 4*chacha.Counter || x.offset+4*int64(len(words)) > 4*(chacha.Counter+2)):
		refuse("a store to a word of s that is not the counter")
	case x.from == params || x.from >= tables:
		refuse("a store to %s", x.from)
	}
	copy(to, words)
}

// insideDst refuses what is not words of dst for every n that brought the run
// here, the least included.
func (m *Machine) insideDst(at int64, words int) {
	m.inside(dst, at, words, int(min(m.left.least, math.MaxInt32)*chacha.BlockSize/4))
}

// fetch refuses the address of a prefetch if it is not that of a word that the
// kernel may read or write: caches tell of addresses. A prefetch has no effect.
func (m *Machine) fetch(x linear) {
	if x.from == dst && x.perBlock == 0 {
		m.insideDst(x.offset, 1)
	} else {
		m.place(x, 1)
	}
}

// emit writes words of the output.
func (m *Machine) emit(at int64, words []Term) {
	m.insideDst(at, len(words))
	first := int(at / 4)
	for len(m.out) < first+len(words) {
		m.out = append(m.out, unwritten)
	}
	for i, got := range words {
		if want := m.expect(first+i, got); got != want {
			panic(mismatch{first + i, got, want})
		}
		if m.out[first+i] == unwritten {
			m.written++
		}
		m.out[first+i] = got
	}
}

// mismatch is the panic of a store of a word that does not belong there.
type mismatch struct {
	word      int // of dst
	got, want Term
}

// progress returns how many blocks have been written. They must be whole, and
// the first ones.
func (m *Machine) progress() int64 {
	const words = chacha.BlockSize / 4
	if m.written%words != 0 || m.written != len(m.out) || int64(m.written/words)%m.left.unit != 0 {
		refuse("a part of a block is missing: %d of the first %d words of dst are written", m.written, len(m.out))
	}
	return int64(m.written / words)
}

// clone returns a copy of m for a number of blocks of its own.
func (m *Machine) clone(left blocks) *Machine {
	c := *m
	c.w = append([]Term(nil), m.w...)
	c.out = append([]Term(nil), m.out...)
	c.passed = append([]int(nil), m.passed...)
	c.left = left
	return &c
}
