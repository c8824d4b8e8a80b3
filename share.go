package simdchacha

import "github.com/simdchacha/simdchacha/chacha"

// share returns how many of the blocks of dst a kernel for groups of blocks
// gets: the full groups, and what remains if it is at least so many blocks.
func share(dst []byte, group, least int) int {
	n := len(dst) / chacha.BlockSize
	if rest := n % group; rest < least {
		return n - rest
	}
	return n
}
