package main

import "github.com/mmcloughlin/avo/operand"

// Vec is a vector register of a Machine, and Slot a place in memory where it
// keeps one for a while; both are operands of its instructions.
type (
	Vec  = operand.Op
	Slot = operand.Op
)

// Machine emits the instructions of one instruction set.
//
// A vector is made of 128-bit pieces of four lanes each. It holds either the
// same state word of several consecutive blocks, one to a lane, or the same row
// of the state of several consecutive blocks, one to a piece. Zip, RotateWords
// and Store work within pieces, which is why one program serves every width.
//
// A kernel has four parameters, which the Machine keeps: dst, the number of
// blocks left to write there, the state, and the number of rounds. It counts
// the blocks of a group from 0.
type Machine interface {
	Shape() Shape

	// Control flow.
	Func(name, doc string, body func())      // a kernel
	Groups(blocks int, group func())         // group, once for every so many blocks; the last may be asked for fewer
	DoubleRounds(done int, body func())      // body, once for every two rounds but the first so many
	IfLeft(blocks int, then, orElse func())  // then, if at least so many blocks are left to write
	IfCarry(blocks int, then, orElse func()) // then, if the counters of so many blocks do not all have word 13 of the state
	Interleave(streams ...Stream)            // what the streams emit, in the order of time
	Together(emit func())                    // emit, as one step of a stream

	// Arithmetic.
	Vec() Vec                                // a register of its own
	Copy(x, y Vec)                           // x = y
	Add(x, y Vec, z operand.Op)              // x = y + z, a vector or a slot
	XorRotate(x, y Vec, z operand.Op, n int) // x = (y ^ z) <<< n, likewise
	RotateWords(x Vec, n int)                // lane i of every piece of x = lane i+n
	Zip(size int, x, y Vec) (lo, hi Vec)     // interleaves size-bit elements; x and y are spent

	// The state, as rows of four words.
	Row(i int) Slot                      // row i, in one piece
	LoadRow(x Vec, i int)                // every piece of x = row i
	AddRow(x Vec, i int)                 // x += row i, in every piece
	Broadcast(x Vec, row Slot, word int) // every lane of x = word of the row
	AddWord(x Vec, row Slot, word int)   // x += word of the row, in every lane
	Counters(lo, hi Vec, block int)      // lane i of lo, hi = words of the counter of block+i
	CounterRows(x Vec)                   // piece i of x = row 3 of block i of the first group
	Count(x Vec, blocks int)             // every counter in the rows of x += blocks

	// Memory.
	Slot() Slot                              // a slot of its own
	Spill(s Slot, x Vec)                     // s = x
	Fill(x Vec, s Slot)                      // x = s
	Store(block, word int, x Vec, piece int) // words from word on of the block in dst = piece of x, the only lane of x, or whole x
}

// joiner is a Machine with vectors of two pieces that stores faster if both are
// of the same block.
type joiner interface {
	Join(x, y Vec) (lo, hi Vec) // lo, hi = the first, the second pieces of x and y, which are spent
}

// fetcher is a Machine that can ask for memory before it stores there.
type fetcher interface {
	Fetch(block, blocks int) // brings the lines of so many blocks of dst, from block on, into the caches
}

// roomMaker is a Machine that knows what takes registers.
type roomMaker interface {
	// MakeRoom emits what emit emits, which finds words in all registers. While
	// it takes a register for something else, one of the words is in memory,
	// where spill puts it and fill gets it.
	MakeRoom(words []Vec, spill, fill func(word int), emit func())
}

// Shape is what the program has to know about a Machine.
type Shape struct {
	Name      string   // of the instruction set, as in the names of kernels
	Variant   string   // end of the name of a kernel, to tell several orders apart
	Layout    Layout   // of a state
	Output    Output   // of a group
	Lanes     int      // of a vector
	Sets      int      // of vectors: as many blocks as one vector has room for, several times
	Registers int      // vector registers that instructions can name
	Requires  []string // instruction set extensions, by their names in the CPU manuals
	AddRows   bool     // the input of a block, where adding it by words would take a broadcast for each
	Order     Order    // of the quarter-rounds
	Ahead     int      // blocks, by which memory is fetched before a group is stored; 0 for not at all
	Rows      Beside   // sets of rows in a Mixed layout
	Scalars   Beside   // single blocks in a Mixed layout
}

// Beside is what a Mixed layout does beside its Sets: other sets, the streams
// of the first starting then, and those of every next one so much later.
type Beside struct {
	Sets               int
	Start, Later, Step float64
}

// Layout is how states lie in the vectors of a Machine.
type Layout int

const (
	Words Layout = iota // a vector for each word, a block to a lane
	Rows                // a vector for each row, a block to a piece
	Mixed               // Words, Rows, and blocks in general registers, see mixed
)

// Output is how a group of blocks lies in dst.
type Output int

const (
	Blocks     Output = iota // one block after the other
	Interlaced               // as chacha.Interlaced has it; for full groups only
)

// Blocks is the number of blocks in a group.
func (s Shape) Blocks() int {
	if s.Layout == Rows {
		return s.Lanes / 4 * s.Sets
	}
	return s.Lanes*s.Sets + s.Lanes/4*s.Rows.Sets + s.Scalars.Sets
}
