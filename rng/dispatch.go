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
var dispatch = sync.OnceValue(func() kernels { return choose(simdchacha.Kernels(), verify) })

// choose picks from list, which is sorted by speed on long output and ends with
// Portable, among those that test finds no fault with. Buffers are too short for
// 512-bit registers. If not even plain Go computes what it should, this is no
// machine to make keys on.
func choose(list []simdchacha.Kernel, test func(simdchacha.Kernel) error) (c kernels) {
	if err := test(simdchacha.Portable); err != nil {
		fatal(err.Error())
	}
	for _, k := range list {
		if test(k) != nil {
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
