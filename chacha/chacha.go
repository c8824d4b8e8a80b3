// Package chacha defines the ChaCha block function in plain Go.
//
// Everything else in this module is measured against it: the vector kernels
// must return the bytes that Blocks returns, and their generator takes the
// constants, the rotations and the order of quarter-rounds from here.
//
// The function is that of RFC 8439, Section 2.3, with 8, 12 or 20 rounds and,
// as Bernstein first described it, a 64-bit block counter in words 12 and 13
// and a 64-bit nonce in words 14 and 15. A caller that wants the RFC's 32-bit
// counter and 96-bit nonce puts the first nonce word into word 13.
package chacha

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

const (
	BlockSize = 64 // bytes of keystream in one block
	KeySize   = 32 // bytes of a key

	Words   = 16 // 32-bit words in a State
	Key     = 4  // index of the first of the eight key words
	Counter = 12 // index of the low word of the block counter
)

// State is the input of the block function: words 0-3 are Sigma, 4-11 the key,
// 12-13 a 64-bit block counter, low word first, and 14-15 the nonce.
type State [Words]uint32

// Sigma is the first row of every State: "expand 32-byte k", little-endian.
var Sigma = [4]uint32{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}

// Rotations are the distances of the four left rotations of a quarter-round
// (RFC 8439, Section 2.1).
var Rotations = [4]int{16, 12, 8, 7}

// DoubleRound lists the quarter-rounds of a column round, then those of a
// diagonal round, as indices into a State (RFC 8439, Section 2.3).
var DoubleRound = [8][4]int{
	{0, 4, 8, 12}, {1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15},
	{0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13}, {3, 4, 9, 14},
}

// Rounds is a number of rounds. R8, R12 and R20 are the only legal values.
type Rounds int

const (
	R8  Rounds = 8
	R12 Rounds = 12
	R20 Rounds = 20
)

// Check panics unless r is legal.
func (r Rounds) Check() {
	if r != R8 && r != R12 && r != R20 {
		panic(fmt.Sprintf("chacha: %d rounds: only 8, 12 and 20 are defined", int(r)))
	}
}

// SetKey sets words 0-3 to Sigma and words 4-11 to the 32-byte key. It leaves
// the counter and the nonce alone.
func (s *State) SetKey(key *[KeySize]byte) {
	copy(s[:], Sigma[:])
	for i := range KeySize / 4 {
		s[Key+i] = binary.LittleEndian.Uint32(key[4*i:])
	}
}

// BlockCounter returns the number of the next block, words 12 and 13.
func (s *State) BlockCounter() uint64 {
	return uint64(s[Counter+1])<<32 | uint64(s[Counter])
}

// SetBlockCounter sets words 12 and 13 to the number of the next block.
func (s *State) SetBlockCounter(n uint64) {
	s[Counter], s[Counter+1] = uint32(n), uint32(n>>32)
}

// CheckBlocks panics unless n bytes are a whole number of blocks.
func CheckBlocks(n int) {
	if n%BlockSize != 0 {
		panic(fmt.Sprintf("chacha: %d bytes are not a whole number of %d-byte blocks", n, BlockSize))
	}
}

// Blocks fills dst with the keystream blocks that start at the counter of s,
// and advances the counter, modulo 2^64, by their number. What dst held before
// has no influence. It panics, before it writes anything, if len(dst) is not a
// multiple of BlockSize or r is not legal. Calls with different states may run
// at the same time.
func Blocks(dst []byte, s *State, r Rounds) {
	CheckBlocks(len(dst))
	r.Check()
	for ; len(dst) > 0; dst = dst[BlockSize:] {
		block((*[BlockSize]byte)(dst), s, r)
		s.SetBlockCounter(s.BlockCounter() + 1)
	}
}

// block writes the block of s to dst. The rounds are those of DoubleRound,
// spelled out so that the words stay in registers.
func block(dst *[BlockSize]byte, s *State, r Rounds) {
	x0, x1, x2, x3 := s[0], s[1], s[2], s[3]
	x4, x5, x6, x7 := s[4], s[5], s[6], s[7]
	x8, x9, x10, x11 := s[8], s[9], s[10], s[11]
	x12, x13, x14, x15 := s[12], s[13], s[14], s[15]
	for range r / 2 {
		x0, x4, x8, x12 = quarterRound(x0, x4, x8, x12)
		x1, x5, x9, x13 = quarterRound(x1, x5, x9, x13)
		x2, x6, x10, x14 = quarterRound(x2, x6, x10, x14)
		x3, x7, x11, x15 = quarterRound(x3, x7, x11, x15)

		x0, x5, x10, x15 = quarterRound(x0, x5, x10, x15)
		x1, x6, x11, x12 = quarterRound(x1, x6, x11, x12)
		x2, x7, x8, x13 = quarterRound(x2, x7, x8, x13)
		x3, x4, x9, x14 = quarterRound(x3, x4, x9, x14)
	}
	putRow(dst, s, 0, x0, x1, x2, x3)
	putRow(dst, s, 4, x4, x5, x6, x7)
	putRow(dst, s, 8, x8, x9, x10, x11)
	putRow(dst, s, 12, x12, x13, x14, x15)
}

// putRow adds the input to words i to i+3 and writes them to dst.
func putRow(dst *[BlockSize]byte, s *State, i int, a, b, c, d uint32) {
	binary.LittleEndian.PutUint32(dst[4*i:], a+s[i])
	binary.LittleEndian.PutUint32(dst[4*i+4:], b+s[i+1])
	binary.LittleEndian.PutUint32(dst[4*i+8:], c+s[i+2])
	binary.LittleEndian.PutUint32(dst[4*i+12:], d+s[i+3])
}

// quarterRound is RFC 8439, Section 2.1.
func quarterRound(a, b, c, d uint32) (_, _, _, _ uint32) {
	a += b
	d = bits.RotateLeft32(d^a, 16)
	c += d
	b = bits.RotateLeft32(b^c, 12)
	a += b
	d = bits.RotateLeft32(d^a, 8)
	c += d
	b = bits.RotateLeft32(b^c, 7)
	return a, b, c, d
}
