//go:build !purego

package simdchacha

import "github.com/simdchacha/simdchacha/chacha"

func archKernels() []Kernel { return nil }

func (k Kernel) available() bool { return false }

func (k Kernel) blocks(dst []byte, s *chacha.State, r chacha.Rounds) { chacha.Blocks(dst, s, r) }
