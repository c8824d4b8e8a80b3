package simdchacha_test

import (
	"encoding/binary"
	"testing"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
)

// TestCounterWraps wraps the counter in every lane of two groups, or between
// two calls, and goes on in a second call (FAULTS: randombit/botan#1728,
// aead/chacha20#16, RustCrypto/stream-ciphers#391).
func TestCounterWraps(t *testing.T) {
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		r := newRand()
		for _, last := range []uint64{
			1<<32 - 1,          // carries into a zero word 13
			0x89abcdef<<32 - 1, // into any
			1<<63 - 1,          // into the sign
			1<<64 - 1,          // out of word 13: to nowhere, word 14 is the nonce
		} {
			for lane := range 2 * k.Lanes() {
				for _, n := range []int{1, lane, lane + 1, lane + 2, k.Lanes(), maxBlocks(k)} {
					s := randomState(r)
					s.SetBlockCounter(last - uint64(lane))
					checkSplit(t, k, s, allRounds[r.IntN(3)], []int{n, 1, k.Lanes()})
				}
			}
		}
	})
}

// TestFinalAddition shows that every lane is tested with a carry out of word 12
// in the addition of the input to the output, and without: in a lane of 64
// bits it would reach word 13 (weidai11/cryptopp#1069). The small counters at
// which it happens are among the vectors.
func TestFinalAddition(t *testing.T) {
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		r := newRand()
		for _, rounds := range allRounds {
			carried, stayed := make([]bool, k.Lanes()), make([]bool, k.Lanes())
			for range 32 {
				s := randomState(r)
				if s[12] > -uint32(k.Lanes()) {
					continue // a wrap is another test's matter
				}
				before, got := s, make([]byte, k.Lanes()*blockSize)
				k.Blocks(got, &s, rounds)
				checkBytes(t, got, keystream(before, rounds, k.Lanes()))
				for lane := range k.Lanes() {
					in := before[12] + uint32(lane)
					if binary.LittleEndian.Uint32(got[lane*blockSize+4*12:]) < in {
						carried[lane] = true
					} else {
						stayed[lane] = true
					}
				}
			}
			for lane := range k.Lanes() {
				if !carried[lane] || !stayed[lane] {
					t.Errorf("%d rounds, lane %d: carried %t, did not %t", rounds, lane, carried[lane], stayed[lane])
				}
			}
		}
	})
}

// TestExtremes uses states in which everything carries, or nothing does.
func TestExtremes(t *testing.T) {
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		for _, word := range []uint32{0, 1, 1<<31 - 1, 1 << 31, 1<<32 - 1} {
			for _, rounds := range allRounds {
				var s chacha.State
				for i := range s {
					s[i] = word
				}
				checkSplit(t, k, s, rounds, []int{maxBlocks(k), 1})
			}
		}
	})
}
