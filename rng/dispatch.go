package rng

import (
	"sync"

	"github.com/simdchacha/simdchacha"
)

// wideMin is the length, in bytes, from which a kernel of 512-bit registers
// pays: a CPU needs some microseconds to power them up, during which everything
// runs slower.
const wideMin = 16 << 10

// kernels is which kernel computes what.
type kernels struct {
	buffer simdchacha.Kernel // refills, and long reads below wideMin
	long   simdchacha.Kernel // longer reads
}

// forLength returns the kernel for a read of n bytes.
func (k kernels) forLength(n int) simdchacha.Kernel {
	if n >= wideMin {
		return k.long
	}
	return k.buffer
}

// dispatch returns the kernels of this process. The first call tests them.
var dispatch = sync.OnceValue(func() kernels {
	if err := verify(simdchacha.Portable); err != nil {
		fatal(err.Error())
	}
	return choose(simdchacha.Kernels(), func(k simdchacha.Kernel) bool {
		return k.Available() && verify(k) == nil
	})
})

// choose picks from list, which is sorted by speed on long output and ends with
// Portable. Buffers are too short for 512-bit registers.
func choose(list []simdchacha.Kernel, usable func(simdchacha.Kernel) bool) (c kernels) {
	for _, k := range list {
		if !usable(k) {
			continue
		}
		if c.long == simdchacha.Portable {
			c.long = k
		}
		if k != simdchacha.AVX512 {
			c.buffer = k
			break
		}
	}
	return c
}

// Kernel returns the kernel that fills this process's buffers. Long reads may
// use a wider one. It is safe for concurrent use. Called before anything else,
// it runs the self-test.
func Kernel() simdchacha.Kernel { return dispatch().buffer }
