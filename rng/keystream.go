package rng

import "github.com/simdchacha/simdchacha/chacha"

// shifted is how many bytes keystream may move, at most.
const shifted = 4096

// keystream fills p with the keystream from byte skip < 64 of the next block of s
// on, and leaves the counter of s undefined.
func (with settings) keystream(p []byte, s *chacha.State, skip int) {
	k := with.kernels.forLength(len(p))
	if skip > 0 && skip+len(p) > 2*chacha.BlockSize {
		first := p[:min(wholeBlocks(len(p)), shifted)]
		// To compute all blocks where their bytes belong would leave two that p
		// does not hold all of, one at each end, and each of them costs as much
		// as many that are computed side by side. So they are computed a little
		// behind, and moved; one is left.
		k.Blocks(first, s, with.rounds)
		p, skip = p[copy(first, first[skip:]):], 0
	}
	if skip == 0 && len(p) >= chacha.BlockSize {
		whole := p[:wholeBlocks(len(p))]
		k.Blocks(whole, s, with.rounds)
		p = p[len(whole):]
	}
	if len(p) > 0 { // bytes of at most two blocks
		var last [2 * chacha.BlockSize]byte
		blocks := last[:wholeBlocks(skip+len(p)+chacha.BlockSize-1)]
		k.Blocks(blocks, s, with.rounds)
		copy(p, blocks[skip:])
		clear(last[:])
	}
}

// wholeBlocks returns how many of n bytes are in whole blocks.
func wholeBlocks(n int) int { return n - n%chacha.BlockSize }
