//go:build !purego

package simdchacha

import "github.com/simdchacha/simdchacha/chacha"

func archKernels() []Kernel { return []Kernel{NEON} }

// available needs no detection: every arm64 CPU that Go runs on has NEON.
func (k Kernel) available() bool { return k == NEON }

// blocks computes len(dst)/64 > 0 blocks.
func (k Kernel) blocks(dst []byte, s *chacha.State, r chacha.Rounds) {
	switch k {
	case NEON:
		blocksNEON(dst, (*[chacha.Words]uint32)(s), int(r))
	default:
		chacha.Blocks(dst, s, r)
	}
}

// blocksNEON hands dst on to kernels for groups of blocks, the widest first. How
// many blocks are worth a group is what .ci/mca says of Neoverse cores, at 8 and
// at 20 rounds; nobody has measured it.
func blocksNEON(dst []byte, s *[chacha.Words]uint32, rounds int) {
	if n := share(dst, 8, 5); n > 0 {
		blocks8NEON(&dst[0], n, s, rounds)
		dst = dst[n*chacha.BlockSize:]
	}
	if n := share(dst, 4, 2); n > 0 {
		blocks4NEON(&dst[0], n, s, rounds)
		dst = dst[n*chacha.BlockSize:]
	}
	if n := share(dst, 1, 1); n > 0 {
		blocks1NEON(&dst[0], n, s, rounds)
	}
}

// interlaced computes len(dst)/64 blocks, a multiple of 16.
func (k Kernel) interlaced(dst []byte, s *chacha.State, r chacha.Rounds) {
	switch k {
	case NEON:
		interlaced4NEON(&dst[0], len(dst)/chacha.BlockSize, (*[chacha.Words]uint32)(s), int(r))
	default:
		chacha.Interlaced(dst, s, r)
	}
}
