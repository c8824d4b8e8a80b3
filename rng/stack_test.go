// The race detector has frames of its own on the stack.

//go:build !race

package rng

import (
	"bytes"
	"encoding/binary"
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

// TestStackForgets looks for keys, for seeds, and for output that nobody got, in
// the stack memory that refills and long reads have used and given back.
func TestStackForgets(t *testing.T) {
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		for _, r := range allRounds {
			for _, secret := range mostly(func() []string { return leftByGenerator(t, k, r) }) {
				t.Errorf("%d rounds: on the stack is %s", r, secret)
			}
		}
	})
}

// leftByGenerator returns what a Generator leaves on the stack.
func leftByGenerator(t *testing.T, k simdchacha.Kernel, r chacha.Rounds) (left []string) {
	var seeds [3][chacha.KeySize]byte
	var all []byte
	for i := range seeds {
		seeds[i] = new(counter).seed(uint64(i))
		all = append(all, seeds[i][:]...)
	}
	setSystem(t, bytes.NewReader(all))
	look := func(stack []byte, name string, secret []byte) {
		if wordsIn(stack, secret) > 1 {
			left = append(left, name)
		}
	}

	g := New(WithKernel(k), WithRounds(r))
	g.Uint64()
	stream := keystream(seeds[0], bufferSize, r)
	g.Reseed() // leaves the key, for the next seed
	key := xor([chacha.KeySize]byte(stream), seeds[1])
	stack := deadStack(func() { g.Uint64() })
	stream = keystream(key, bufferSize, r)
	look(stack, "the seed of the buffer", seeds[1][:])
	look(stack, "the key of the buffer", key[:])
	look(stack, "the next key", stream[:chacha.KeySize])

	stack = deadStack(func() { g.Read(longBuf[:]) })
	key = xor([chacha.KeySize]byte(stream[chacha.KeySize+8:]), seeds[2])
	stream = keystream(key, len(longBuf)+chacha.BlockSize, r)
	look(stack, "the seed of a long read", seeds[2][:])
	look(stack, "the key of a long read", key[:])
	// Compiled Go has single words of the last block there, spilled registers.
	if outputInRegisters && remains(stack, stream[len(longBuf):][:chacha.BlockSize-len(longBuf)%chacha.BlockSize]) {
		left = append(left, "what a long read did not hand out")
	}
	return left
}

// TestStackForgetsWords looks for a word that was drawn through a refill.
func TestStackForgetsWords(t *testing.T) {
	if !outputInRegisters {
		t.Skip("compiled Go leaves output on the stack here")
	}
	g := New()
	var v32 uint32
	var v64 uint64
	left := mostly(func() (left []string) {
		look := func(name string, draw func(), word func() []byte) {
			Reseed()
			if stack := deadStack(draw); bytes.Contains(stack, word()) {
				left = append(left, name)
			}
		}
		word32 := func() []byte { return binary.LittleEndian.AppendUint32(nil, v32) }
		word64 := func() []byte { return binary.LittleEndian.AppendUint64(nil, v64) }
		look("Generator.Uint32", func() { v32 = g.Uint32() }, word32)
		look("Generator.Uint64", func() { v64 = g.Uint64() }, word64)
		look("Uint32", func() { v32 = Uint32() }, word32)
		look("Uint64", func() { v64 = Uint64() }, word64)
		return left
	})
	for _, name := range left {
		t.Errorf("the word from %s is on the stack", name)
	}
}

// TestStackIsSearched shows that a key on the stack is found.
func TestStackIsSearched(t *testing.T) {
	key := new(counter).seed(1)
	left := mostly(func() (left []string) {
		if wordsIn(deadStack(func() { leave(key[:]) }), key[:]) == len(key)/4 {
			left = append(left, "key")
		}
		return left
	})
	if len(left) == 0 {
		t.Error("a key that was left on the stack is not found")
	}
}

// mostly returns what three of five searches find. In one of them, the scheduler
// may interrupt the goroutine and put all registers on its stack, used or not, or
// overwrite what was there.
func mostly(search func() []string) (found []string) {
	times := make(map[string]int)
	for range 5 {
		for _, s := range search() {
			if times[s]++; times[s] == 3 {
				found = append(found, s)
			}
		}
	}
	return found
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
	clean(len(longBuf))
	out := make([]byte, 8<<10)
	f()
	var here byte
	for i := range out {
		out[i] = *(*byte)(unsafe.Pointer(uintptr(unsafe.Pointer(&here)) - uintptr(len(out)-i)))
	}
	return out
}

// clean makes room for 32 KiB of stack, so that it need not move soon, and leaves
// zeros there; n is less than that.
//
//go:noinline
func clean(n int) byte {
	var a [32 << 10]byte
	return a[n]
}
