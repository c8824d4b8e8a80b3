//go:build purego || !(amd64 || arm64)

package simdchacha

import "github.com/simdchacha/simdchacha/chacha"

func archKernels() []Kernel { return nil }

func (k Kernel) available() bool { return false }

func (k Kernel) blocks(dst []byte, s *chacha.State, r chacha.Rounds) { chacha.Blocks(dst, s, r) }

func (k Kernel) interlaced(dst []byte, s *chacha.State, r chacha.Rounds) {
	chacha.Interlaced(dst, s, r)
}
