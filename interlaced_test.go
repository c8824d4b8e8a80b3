package simdchacha_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
	"github.com/simdchacha/simdchacha/internal/testkit"
)

// interlacedBlocks is the shortest interlaced output, in blocks.
const interlacedBlocks = chacha.InterlacedSize / blockSize

// TestInterlaced compares with the definition, at every wrap of the counter,
// into memory that is not zero and ends at an unmapped page.
func TestInterlaced(t *testing.T) {
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		r := newRand()
		for groups := range 4 {
			n := groups * interlacedBlocks
			dst, want := testkit.GuardBehind(t, n*blockSize), make([]byte, n*blockSize)
			for wrap := range n + 1 {
				for _, rounds := range allRounds {
					s := randomState(r)
					s[chacha.Counter] = -uint32(wrap)
					got, defined := s, s
					for i := range dst {
						dst[i] = byte(i)
					}
					k.Interlaced(dst, &got, rounds)
					chacha.Interlaced(want, &defined, rounds)
					checkBytes(t, dst, want)
					checkState(t, got, s, n)
				}
			}
		}
	})
}

// TestInterlacedContract asks for lengths and rounds that there are not.
func TestInterlacedContract(t *testing.T) {
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		for _, test := range []struct {
			bytes  int
			rounds chacha.Rounds
		}{{blockSize, chacha.R8}, {chacha.InterlacedSize - 1, chacha.R8}, {chacha.InterlacedSize, 10}, {0, 0}} {
			t.Run(fmt.Sprint(test), func(t *testing.T) {
				s := chacha.State{1, 2, 3}
				before, dst, untouched := s, make([]byte, test.bytes), make([]byte, test.bytes)
				defer func() {
					if recover() == nil {
						t.Error("no panic")
					}
					if s != before || !bytes.Equal(dst, untouched) {
						t.Error("something was written before the panic")
					}
				}()
				k.Interlaced(dst, &s, test.rounds)
			})
		}
		if n := testing.AllocsPerRun(10, func() {
			var s chacha.State
			var dst [chacha.InterlacedSize]byte
			k.Interlaced(dst[:], &s, chacha.R8)
		}); n != 0 {
			t.Errorf("%v allocations", n)
		}
	})
}
