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
	carries := []uint64{ // counters before they carry into word 13:
		1<<32 - 1,          // when it is zero
		0x89abcdef<<32 - 1, // when it is anything
		1<<63 - 1,          // into its sign
	}
	const end = 1<<64 - 1 // it carries out of word 13: to nowhere, word 14 is the nonce
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		r := newRand()
		for n := range maxBlocks(k) + 1 {
			for block := range n + 1 {
				for _, last := range []uint64{carries[(n+block)%len(carries)], end} {
					s := randomState(r)
					s.SetBlockCounter(last - uint64(block))
					checkSplit(t, k, s, allRounds[r.IntN(3)], []int{n, 2})
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
