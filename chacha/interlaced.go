package chacha

import (
	"encoding/binary"
	"fmt"
)

// InterlacedSize is the number of bytes in 16 blocks, which is what chacha8rand
// makes of one key.
const InterlacedSize = 16 * BlockSize

// CheckInterlaced panics unless n bytes are a multiple of InterlacedSize.
func CheckInterlaced(n int) {
	if n%InterlacedSize != 0 {
		panic(fmt.Sprintf("chacha: %d bytes are not a multiple of %d interlaced blocks", n, InterlacedSize/BlockSize))
	}
}

// Interlaced fills dst with the blocks that start at the counter of s, and
// advances the counter by their number, as Blocks does, but in the form of
// chacha8rand (https://c2sp.org/chacha8rand): four blocks at a time lie side by
// side, word 0 of all four, then word 1, and so on, and the input of the block
// function is added to the key words 4-11 only. That is how vector registers
// have them. Interlaced panics, before it writes anything, if len(dst) is not a
// multiple of InterlacedSize or r is not legal.
func Interlaced(dst []byte, s *State, r Rounds) {
	CheckInterlaced(len(dst))
	r.Check()
	const lanes = 4
	var b [BlockSize]byte
	for ; len(dst) > 0; dst = dst[lanes*BlockSize:] {
		for lane := range lanes {
			block(&b, s, r)
			for i := range s {
				x := binary.LittleEndian.Uint32(b[4*i:])
				if i < Key || i >= Counter { // the input is not wanted here
					x -= s[i]
				}
				binary.LittleEndian.PutUint32(dst[4*(lanes*i+lane):], x)
			}
			s.SetBlockCounter(s.BlockCounter() + 1)
		}
	}
	clear(b[:])
}
