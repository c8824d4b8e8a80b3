package rng

import (
	"fmt"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
)

// Option is a choice made in New or NewStream.
type Option func(settings) settings

type settings struct {
	rounds  chacha.Rounds
	kernels kernels
}

// WithRounds sets the number of ChaCha rounds: chacha.R8, R12 or R20. Any
// other number panics. The default, R20, is the cipher of RFC 8439 and the only
// number of rounds that the package-level functions use. Eight rounds, those of
// math/rand/v2's ChaCha8, resist every published attack too, with less margin
// (Aumasson, "Too Much Crypto", 2019), in half the time.
func WithRounds(r chacha.Rounds) Option {
	if !legal(r) {
		panic(fmt.Sprintf("rng: WithRounds: %d rounds, of which only 8, 12 and 20 are defined", int(r)))
	}
	return func(s settings) settings { s.rounds = r; return s }
}

func legal(r chacha.Rounds) bool { return r == chacha.R8 || r == chacha.R12 || r == chacha.R20 }

// WithKernel makes k compute everything, instead of the kernel that suits this
// CPU and the length best. The bytes do not depend on it. WithKernel panics if k
// is not available on this machine or fails its self-test.
func WithKernel(k simdchacha.Kernel) Option {
	if err := verify(k); err != nil {
		panic(err)
	}
	return func(s settings) settings { s.kernels = kernels{k, k}; return s }
}

// defaults are the settings of the package-level functions, and those that New
// and NewStream start from.
func defaults() settings { return settings{rounds: chacha.R20, kernels: dispatch()} }

// configure applies opts to the defaults.
func configure(opts []Option) settings {
	s := defaults()
	for _, set := range opts {
		s = set(s)
	}
	return s
}
