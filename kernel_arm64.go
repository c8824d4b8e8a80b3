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
		blocks4NEON(&dst[0], len(dst)/chacha.BlockSize, (*[chacha.Words]uint32)(s), int(r))
	default:
		chacha.Blocks(dst, s, r)
	}
}
