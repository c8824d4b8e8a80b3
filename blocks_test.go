package simdchacha_test

import (
	"bytes"
	"encoding/binary"
	"testing"
	"unsafe"

	"golang.org/x/crypto/chacha20"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
	"github.com/simdchacha/simdchacha/internal/vectors"
)

// TestVectors puts the first block of every vector into every lane of two
// groups.
func TestVectors(t *testing.T) {
	all := vectors.All()
	if len(all) == 0 {
		t.Fatal("no vectors")
	}
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		for _, v := range all {
			for lead := range 2 * k.Lanes() {
				if err := v.Check(k.Blocks, lead); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// TestCheckFillsGroups compares the longest call of vectors.Check, which a
// kernel has to pass before its first use, with the widest group of any.
func TestCheckFillsGroups(t *testing.T) {
	longest := 0
	if err := vectors.Check(func(dst []byte, s *chacha.State, r chacha.Rounds) {
		longest = max(longest, len(dst)/blockSize)
		chacha.Blocks(dst, s, r)
	}); err != nil {
		t.Fatal(err)
	}
	for _, k := range simdchacha.Kernels() {
		if longest < k.Lanes() {
			t.Errorf("no call fills the %d blocks of %v: the longest has %d", k.Lanes(), k, longest)
		}
	}
}

// TestLengthsAndOffsets computes every number of blocks at every offset from a
// 64-byte boundary, into memory that is not zero, and looks at the memory
// around.
func TestLengthsAndOffsets(t *testing.T) {
	const alignment, margin = 64, 128
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		r := newRand()
		mem := make([]byte, 2*alignment+2*margin+maxBlocks(k)*blockSize)
		dirt := make([]byte, len(mem))
		for i := range dirt {
			dirt[i] = byte(r.Uint32())
		}
		aligned := margin + int(-uintptr(unsafe.Pointer(&mem[margin]))%alignment)
		for _, rounds := range allRounds {
			s := randomState(r)
			want := keystream(s, rounds, maxBlocks(k))
			for n := range maxBlocks(k) + 1 {
				for offset := range alignment {
					copy(mem, dirt)
					begin, end := aligned+offset, aligned+offset+n*blockSize
					got := s
					k.Blocks(mem[begin:end:end], &got, rounds)
					checkBytes(t, mem[begin:end], want[:n*blockSize])
					checkState(t, got, s, n)
					if !bytes.Equal(mem[:begin], dirt[:begin]) || !bytes.Equal(mem[end:], dirt[end:]) {
						t.Fatalf("%d blocks at offset %d: overwrote memory around dst", n, offset)
					}
				}
			}
		}
	})
}

// TestXCrypto compares with golang.org/x/crypto/chacha20, whose nonce of 96
// bits begins in word 13.
func TestXCrypto(t *testing.T) {
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		r := newRand()
		for n := range maxBlocks(k) + 1 {
			for range 4 {
				s := randomState(r)
				copy(s[:4], chacha.Sigma[:])
				s[12] = min(s[12], -uint32(maxBlocks(k))) // x/crypto does not count beyond 32 bits

				var b []byte
				for _, w := range s[4:] {
					b = binary.LittleEndian.AppendUint32(b, w)
				}
				c, err := chacha20.NewUnauthenticatedCipher(b[:32], b[36:])
				if err != nil {
					t.Fatal(err)
				}
				c.SetCounter(s[12])
				want, got := make([]byte, n*blockSize), make([]byte, n*blockSize)
				c.XORKeyStream(want, want)
				k.Blocks(got, &s, chacha.R20)
				checkBytes(t, got, want)
			}
		}
	})
}

// TestPaths lets every length follow every other on the same memory, after the
// same kernel and after another: what a call leaves in registers, on the stack
// or in dst must not reach the next (openssl/openssl#10470).
func TestPaths(t *testing.T) {
	others := available()
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		r := newRand()
		most := maxBlocks(k)
		dst := make([]byte, most*blockSize)
		var states [3]chacha.State
		var want [3][]byte
		for i, rounds := range allRounds {
			states[i] = randomState(r)
			want[i] = keystream(states[i], rounds, 2*most)
		}
		call := func(k simdchacha.Kernel, which, from, n int) {
			t.Helper()
			before := at(states[which], uint64(from))
			s := before
			k.Blocks(dst[:n*blockSize], &s, allRounds[which])
			checkBytes(t, dst[:n*blockSize], want[which][from*blockSize:][:n*blockSize])
			checkState(t, s, before, n)
		}
		step := 0
		for first := range most + 1 {
			for second := range most + 1 {
				call(k, step%3, 0, first)
				call(k, step/3%3, first, second)
				if step++; emulated && step%8 != 0 {
					continue
				}
				call(others[step/8%len(others)], step%3, 0, first)
				call(k, step/3%3, first, second)
			}
		}
	})
}

// TestSplits cuts a stream at random places (floodyberry/chacha-opt#4).
func TestSplits(t *testing.T) {
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		r := newRand()
		for range repeat(1000) {
			s := randomState(r)
			if r.IntN(2) == 0 {
				s[12] = -r.Uint32N(uint32(2 * maxBlocks(k))) // wraps on the way
			}
			rounds := allRounds[r.IntN(3)]
			lengths := make([]int, 1+r.IntN(8))
			for i := range lengths {
				lengths[i] = r.IntN(maxBlocks(k) + 1)
			}
			checkSplit(t, k, s, rounds, lengths)
		}
	})
}

// checkSplit compares one stream in calls of so many blocks with keystream.
func checkSplit(t *testing.T, k simdchacha.Kernel, s chacha.State, rounds chacha.Rounds, lengths []int) {
	t.Helper()
	total := 0
	for _, n := range lengths {
		total += n
	}
	before, got := s, make([]byte, total*blockSize)
	rest := got
	for _, n := range lengths {
		k.Blocks(rest[:n*blockSize], &s, rounds)
		rest = rest[n*blockSize:]
	}
	checkBytes(t, got, keystream(before, rounds, total))
	checkState(t, s, before, total)
}
