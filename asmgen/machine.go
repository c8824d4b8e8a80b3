package main

import "github.com/mmcloughlin/avo/operand"

// Vec is a vector register of a Machine, and Slot a place where it keeps one
// for a while; both are operands of its instructions.
type (
	Vec  = operand.Op
	Slot = operand.Op
)

// Machine emits the instructions of one instruction set.
//
// A vector holds the same state word of several consecutive blocks, one to a
// lane. It is made of 128-bit pieces of four lanes. Zip and Store work within
// pieces, which is why one transposition serves every width.
//
// A kernel has four parameters, which the Machine keeps: dst, the number of
// blocks left to write there, the state, and the number of rounds.
type Machine interface {
	Shape() Shape

	Func(name, doc string, body func())     // a kernel
	Groups(blocks int, group func())        // group, once for every so many blocks; the last may be asked for fewer
	DoubleRounds(body func())               // body, once for every two rounds
	IfLeft(blocks int, then, orElse func()) // then, if at least so many blocks are left to write
	Interleave(streams ...Stream)           // what the streams emit, in the order of time
	Together(emit func())                   // emit, as one step of a stream

	Vec() Vec                                // a register of its own
	Broadcast(x Vec, word int)               // every lane of x = word of the state
	Counters(lo, hi Vec, lane int)           // lanes of lo, hi = words of the counters of blocks lane, lane+1, … of the group
	Add(x, y Vec)                            // x += y
	AddWord(x Vec, word int)                 // x += word of the state
	XorRotate(x, y Vec, n int)               // x = (x ^ y) <<< n
	Zip(size int, x, y Vec) (lo, hi Vec)     // interleaves size-bit elements; x and y are spent
	Store(block, word int, x Vec, piece int) // words word to word+3 of the block in dst = piece of x

	Slot() Slot            // a slot of its own
	Spill(s Slot, x Vec)   // s = x
	Fill(x Vec, s Slot)    // x = s
	AddSlot(x Vec, s Slot) // x += s
}

// Shape is what the program has to know about a Machine.
type Shape struct {
	Name      string   // of the instruction set, as in the names of kernels
	Lanes     int      // blocks in a vector
	Sets      int      // vectors for each word of the state
	Tight     bool     // the registers do not hold a state and what a rotation takes
	Registers int      // vector registers that instructions can name
	Requires  []string // instruction set extensions, by their names in the CPU manuals
	Order     Order    // of the quarter-rounds
}

// Blocks is the number of blocks in a group.
func (s Shape) Blocks() int { return s.Lanes * s.Sets }
