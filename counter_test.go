package simdchacha_test

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
)

// TestCounterWraps wraps the counter in every block of a call of every length,
// and between that call and the next (randombit/botan#1728, aead/chacha20#16,
// RustCrypto/stream-ciphers#391).
func TestCounterWraps(t *testing.T) {
	lasts := []uint64{ // counters before they carry
		1<<32 - 1,          // into word 13, when it is zero
		0x89abcdef<<32 - 1, // when it is anything
		1<<63 - 1,          // into its sign
		1<<64 - 1,          // out of it: to nowhere, word 14 is the nonce
	}
	const next = 2 // blocks of the next call
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		r := newRand()
		most := maxBlocks(k)
		dst := make([]byte, (most+next)*blockSize)
		for i, last := range lasts {
			rounds := allRounds[i%3]
			first := randomState(r)
			first.SetBlockCounter(last - uint64(most))
			stream := keystream(first, rounds, 2*most+next)
			for n := range most + 1 {
				for block := range n + 1 {
					before, want := at(first, uint64(most-block)), stream[(most-block)*blockSize:]
					s, size := before, n*blockSize
					k.Blocks(dst[:size], &s, rounds)
					checkBytes(t, dst[:size], want[:size])
					checkState(t, s, before, n)
					k.Blocks(dst[:next*blockSize], &s, rounds)
					checkBytes(t, dst[:next*blockSize], want[size:][:next*blockSize])
					checkState(t, s, before, n+next)
				}
			}
		}
	})
}

// TestFinalAddition shows that every block of a call of every length up to a
// group is tested with a carry out of word 12 in the addition of the input to
// the output, and without one: in a lane of 64 bits it would reach word 13
// (weidai11/cryptopp#1069). The small counters at which it happens are among
// the vectors.
func TestFinalAddition(t *testing.T) {
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		r := newRand()
		for n := 1; n <= k.Lanes(); n++ {
			for _, rounds := range allRounds {
				carried, stayed := make([]bool, n), make([]bool, n)
				for range 32 {
					s := randomState(r)
					s[12] = min(s[12], -uint32(n)) // a wrap is another test's matter
					before, got := s, make([]byte, n*blockSize)
					k.Blocks(got, &s, rounds)
					checkBytes(t, got, keystream(before, rounds, n))
					for block := range n {
						in, out := before[12]+uint32(block), binary.LittleEndian.Uint32(got[block*blockSize+4*12:])
						carried[block] = carried[block] || out < in
						stayed[block] = stayed[block] || out >= in
					}
				}
				if slices.Contains(carried, false) || slices.Contains(stayed, false) {
					t.Errorf("%d blocks, %d rounds: carried %t, stayed %t", n, rounds, carried, stayed)
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
