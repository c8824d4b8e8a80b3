// Package simdchacha computes ChaCha keystream with vector instructions.
//
// The assembly in this directory is generated from one description of the
// algorithm by asmgen, a nested module. What it must compute is defined, in
// plain Go, by package chacha. Programs that want random numbers import
// package rng, which is built on this one.
package simdchacha

import (
	"fmt"

	"github.com/simdchacha/simdchacha/chacha"
)

//go:generate env GOOS= GOARCH= go run -C asmgen . -dir ..

// Kernel is a way to compute keystream. All kernels give the same bytes; they
// differ in the instructions they need and in speed. The zero value is
// Portable.
type Kernel uint8

// The kernels, named after their instruction sets.
const (
	Portable Kernel = iota // plain Go, on every architecture
	SSE2                   // amd64: 128-bit vectors
	AVX2                   // amd64: 256-bit vectors
	AVX512VL               // amd64: 256-bit vectors, AVX-512's registers and rotations
	AVX512                 // amd64: 512-bit vectors
	NEON                   // arm64: 128-bit vectors
	SSSE3                  // amd64: 128-bit vectors, rotations by whole bytes in one instruction
)

var kernels = [...]struct {
	name  string
	lanes int
}{
	Portable: {"Portable", 1},
	SSE2:     {"SSE2", 4},
	SSSE3:    {"SSSE3", 4},
	AVX2:     {"AVX2", 8},
	AVX512VL: {"AVX512VL", 16},
	AVX512:   {"AVX512", 16},
	NEON:     {"NEON", 8},
}

// Kernels returns the kernels that are compiled in for this architecture,
// whether this CPU can run them or not: the fastest on long output first,
// Portable last. The caller may change the slice.
func Kernels() []Kernel { return append(archKernels(), Portable) }

// String returns the name of k as it is spelled in this package.
func (k Kernel) String() string {
	if int(k) >= len(kernels) {
		return fmt.Sprintf("Kernel(%d)", uint8(k))
	}
	return kernels[k].name
}

// Lanes returns the number of blocks that k computes side by side, and 0 for a
// kernel that does not exist.
func (k Kernel) Lanes() int {
	if int(k) >= len(kernels) {
		return 0
	}
	return kernels[k].lanes
}

// Available reports whether this CPU and operating system can run k. A feature
// switched off in the environment, as with GODEBUG=cpu.avx2=off, counts as
// missing.
func (k Kernel) Available() bool { return k == Portable || k.available() }

// Blocks fills dst with the keystream blocks that start at the counter of s,
// and advances the counter, words 12 and 13, modulo 2^64 by their number. The
// bytes are those of chacha.Blocks. dst may have any alignment; what it held
// before has no influence. Blocks panics, before it writes anything, if
// len(dst) is not a multiple of chacha.BlockSize, if r is not legal, or if k is
// not available. It allocates nothing. Calls with different states may run at
// the same time.
func (k Kernel) Blocks(dst []byte, s *chacha.State, r chacha.Rounds) {
	if !k.Available() {
		panic("simdchacha: kernel not available on this machine: " + k.String())
	}
	chacha.CheckBlocks(len(dst))
	r.Check()
	if len(dst) == 0 {
		return
	}
	k.blocks(dst, s, r)
}

// Interlaced fills dst as chacha.Interlaced does, with the same bytes. For the
// rest it is like Blocks, except that len(dst) must be a multiple of
// chacha.InterlacedSize.
func (k Kernel) Interlaced(dst []byte, s *chacha.State, r chacha.Rounds) {
	if !k.Available() {
		panic("simdchacha: kernel not available on this machine: " + k.String())
	}
	chacha.CheckInterlaced(len(dst))
	r.Check()
	if len(dst) == 0 {
		return
	}
	k.interlaced(dst, s, r)
}
