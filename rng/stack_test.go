// The race detector has frames of its own on the stack.

//go:build !race

package rng

import (
	"bytes"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
)

// outputInRegisters says whether compiled Go keeps output in registers while it
// is on its way, as far as was seen. Elsewhere there are copies on the stack, of
// which the code knows nothing.
const outputInRegisters = runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64"

// TestStackForgets looks for keys, and for output that nobody got, in the stack
// memory that refills and long reads have used and given back.
func TestStackForgets(t *testing.T) {
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		for _, r := range allRounds {
			c := new(counter)
			setSystem(t, c)
			g := New(WithKernel(k), WithRounds(r))
			g.Uint64()
			stream := keystream(c.seed(1), bufferSize, r)
			g.Reseed() // leaves the key, for the next seed
			key := xor([chacha.KeySize]byte(stream), c.seed(2))
			stack := deadStack(func() { g.Uint64() })
			stream = keystream(key, bufferSize, r)
			if wordsIn(stack, key[:]) > 1 {
				t.Errorf("%d rounds: the key of the buffer is on the stack", r)
			}
			if wordsIn(stack, stream[:chacha.KeySize]) > 1 {
				t.Errorf("%d rounds: the next key is on the stack", r)
			}
			if outputInRegisters && remains(stack, stream[chacha.KeySize:][:8]) {
				t.Errorf("%d rounds: the word that was drawn is on the stack", r)
			}
			if !findsLeft(stream[:chacha.KeySize]) {
				t.Errorf("this test does not find a key that was left")
			}
			stack = deadStack(func() { g.Read(longBuf[:]) })
			key = xor([chacha.KeySize]byte(stream[chacha.KeySize+8:]), c.seed(3))
			stream = keystream(key, len(longBuf)+chacha.BlockSize, r)
			if wordsIn(stack, key[:]) > 1 {
				t.Errorf("%d rounds: the key of a long read is on the stack", r)
			}
			// Compiled Go has single words of the last block there, spilled registers.
			if outputInRegisters && remains(stack, stream[len(longBuf):][:chacha.BlockSize-len(longBuf)%chacha.BlockSize]) {
				t.Errorf("%d rounds: bytes that a long read did not hand out are on the stack", r)
			}
		}
	})
}

// wordsIn returns how many 32-bit words of key are in mem. One may be there by
// chance.
func wordsIn(mem, key []byte) (n int) {
	for word := range slices.Chunk(key, 4) {
		if bytes.Contains(mem, word) {
			n++
		}
	}
	return n
}

// findsLeft reports whether a key on the stack is found, in one of a few
// attempts: the scheduler interrupts a goroutine on its own stack, and may
// overwrite what was there.
func findsLeft(key []byte) bool {
	for range 20 {
		if wordsIn(deadStack(func() { leave(key) }), key) == len(key)/4 {
			return true
		}
	}
	return false
}

// leave leaves key on the stack.
//
//go:noinline
func leave(key []byte) byte {
	copied := [chacha.KeySize]byte(key)
	return copied[len(longBuf)%7]
}

var longBuf [longRead + 1]byte

// deadStack runs f and returns what is then on the stack below its caller.
//
//go:noinline
//go:nocheckptr
func deadStack(f func()) []byte {
	grow := func() byte { var a [32 << 10]byte; return a[len(longBuf)%7] }
	grow() // so that f does not move the stack
	out := make([]byte, 8<<10)
	f()
	var here byte
	for i := range out {
		out[i] = *(*byte)(unsafe.Pointer(uintptr(unsafe.Pointer(&here)) - uintptr(len(out)-i)))
	}
	return out
}
