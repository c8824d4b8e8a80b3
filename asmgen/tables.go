package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// amd64File is a file of amd64 kernels, which share tables.
//
// The context is no embedded field: the compiler would take half a minute to
// wrap its thousands of methods for each machine.
type amd64File struct {
	c      *build.Context
	tables map[string]operand.Mem
}

func newAMD64File() *amd64File {
	return &amd64File{build.NewContext(), map[string]operand.Mem{}}
}

// table returns a read-only table of words. The name says what is in it.
func (f *amd64File) table(name string, words []uint32) operand.Mem {
	name = fmt.Sprintf("%sx%d", name, len(words))
	if t, ok := f.tables[name]; ok {
		return t
	}
	t := f.c.StaticGlobal(name)
	f.c.DataAttributes(attr.RODATA | attr.NOPTR)
	for _, w := range words {
		f.c.AppendDatum(operand.U32(w))
	}
	f.tables[name] = t
	return t
}

// laneCounters returns the numbers of the lanes, to be added to the counter of
// the first. They are of 64 bits and take two vectors: even has those of the
// lower two lanes of every piece, odd those of the upper two, so that a shuffle
// within pieces brings out all low or all high words in order.
func laneCounters(lanes int) (even, odd []uint32) {
	for i := 0; i < lanes; i += 4 {
		l := uint32(i)
		even = append(even, l, 0, l+1, 0)
		odd = append(odd, l+2, 0, l+3, 0)
	}
	return even, odd
}

// rowCounters returns what to add to row 3 of the state in each piece of a
// vector: step blocks more than in the piece before, from first on.
func rowCounters(lanes, first, step int) []uint32 {
	var t []uint32
	for i := range lanes / 4 {
		t = append(t, uint32(first+i*step), 0, 0, 0)
	}
	return t
}

// byteRotation is the shuffle of bytes that rotates words left by n bits.
func byteRotation(n, words int) []uint32 {
	t := make([]uint32, words)
	for i := range t {
		for b := range 4 {
			from := 4*(i%4) + (b-n/8)&3
			t[i] |= uint32(from) << (8 * b)
		}
	}
	return t
}

// Shuffles of pairs of 64-bit counters: their low words, and their high words.
const (
	lowWords  = 0b10_00_10_00
	highWords = 0b11_01_11_01
)
