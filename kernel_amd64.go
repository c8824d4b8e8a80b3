//go:build !purego

package simdchacha

import (
	"runtime"

	"golang.org/x/sys/cpu"

	"github.com/simdchacha/simdchacha/chacha"
)

func archKernels() []Kernel { return []Kernel{AVX512, AVX512VL, AVX2, SSSE3, SSE2} }

func (k Kernel) available() bool { return k.availableOn(runtime.GOOS) }

// availableOn knows the whole requirement of each kernel. The flags include the
// operating system's promise to save the registers.
//
// darwin loses AVX-512 state on signals: https://go.dev/issue/49233.
func (k Kernel) availableOn(goos string) bool {
	x := &cpu.X86
	avx2 := x.HasAVX && x.HasAVX2
	avx512 := avx2 && x.HasAVX512F && x.HasAVX512VL && goos != "darwin"
	switch k {
	case SSE2:
		return x.HasSSE2
	case SSSE3:
		return x.HasSSE2 && x.HasSSSE3
	case AVX2:
		return avx2
	case AVX512VL, AVX512: // the latter leaves short output to the former
		return avx512
	}
	return false
}

// blocks computes len(dst)/64 > 0 blocks. It is a switch of direct calls
// because a call through a function value would move the state to the heap.
func (k Kernel) blocks(dst []byte, s *chacha.State, r chacha.Rounds) {
	switch k {
	case SSE2:
		blocksSSE2(dst, (*words)(s), int(r))
	case SSSE3:
		blocksSSSE3(dst, (*words)(s), int(r))
	case AVX2:
		blocksAVX2(dst, (*words)(s), int(r))
	case AVX512VL:
		blocksAVX512VL(dst, (*words)(s), int(r))
	case AVX512:
		blocksAVX512(dst, (*words)(s), int(r))
	default:
		chacha.Blocks(dst, s, r)
	}
}

// words is the type by which kernels know a state.
type words = [chacha.Words]uint32

// Each of the following hands dst on to kernels for groups of blocks, the
// widest first. The last argument of share is the shortest remainder for which
// a group that is not full is faster than what narrower kernels make of it.

func blocksSSE2(dst []byte, s *words, rounds int) {
	if n := share(dst, 4, 3); n > 0 {
		blocks4SSE2(&dst[0], n, s, rounds)
		dst = dst[n*chacha.BlockSize:]
	}
	if n := share(dst, 2, 2); n > 0 {
		blocks2SSE2(&dst[0], n, s, rounds)
		dst = dst[n*chacha.BlockSize:]
	}
	if n := share(dst, 1, 1); n > 0 {
		blocks1SSE2(&dst[0], n, s, rounds)
	}
}

func blocksSSSE3(dst []byte, s *words, rounds int) {
	if n := share(dst, 4, 3); n > 0 {
		blocks4SSSE3(&dst[0], n, s, rounds)
		dst = dst[n*chacha.BlockSize:]
	}
	if n := share(dst, 2, 2); n > 0 {
		blocks2SSSE3(&dst[0], n, s, rounds)
		dst = dst[n*chacha.BlockSize:]
	}
	if n := share(dst, 1, 1); n > 0 {
		blocks1SSSE3(&dst[0], n, s, rounds)
	}
}

func blocksAVX2(dst []byte, s *words, rounds int) {
	if n := share(dst, 8, 5); n > 0 {
		blocks8AVX2(&dst[0], n, s, rounds)
		dst = dst[n*chacha.BlockSize:]
	}
	if n := share(dst, 4, 3); n > 0 {
		blocks4AVX2(&dst[0], n, s, rounds)
		dst = dst[n*chacha.BlockSize:]
	}
	if n := share(dst, 2, 1); n > 0 {
		blocks2AVX2(&dst[0], n, s, rounds)
	}
}

func blocksAVX512VL(dst []byte, s *words, rounds int) {
	if n := share(dst, 16, 9); n > 0 {
		blocks16AVX512VL(&dst[0], n, s, rounds)
		dst = dst[n*chacha.BlockSize:]
	}
	if n := share(dst, 8, 5); n > 0 {
		blocks8AVX512VL(&dst[0], n, s, rounds)
		dst = dst[n*chacha.BlockSize:]
	}
	if n := share(dst, 4, 3); n > 0 {
		blocks4AVX512VL(&dst[0], n, s, rounds)
		dst = dst[n*chacha.BlockSize:]
	}
	if n := share(dst, 2, 1); n > 0 {
		blocks2AVX512VL(&dst[0], n, s, rounds)
	}
}

func blocksAVX512(dst []byte, s *words, rounds int) {
	if n := share(dst, 16, 13); n > 0 {
		blocks16AVX512(&dst[0], n, s, rounds)
		dst = dst[n*chacha.BlockSize:]
	}
	if len(dst) > 0 {
		blocksAVX512VL(dst, s, rounds)
	}
}

// interlaced computes len(dst)/64 blocks, a multiple of 16, which all kernels
// have in full groups.
func (k Kernel) interlaced(dst []byte, s *chacha.State, r chacha.Rounds) {
	n, w := len(dst)/chacha.BlockSize, (*words)(s)
	switch k {
	case SSE2:
		interlaced4SSE2(&dst[0], n, w, int(r))
	case SSSE3:
		interlaced4SSSE3(&dst[0], n, w, int(r))
	case AVX2:
		interlaced8AVX2(&dst[0], n, w, int(r))
	case AVX512VL:
		interlaced16AVX512VL(&dst[0], n, w, int(r))
	case AVX512:
		interlaced16AVX512(&dst[0], n, w, int(r))
	default:
		chacha.Interlaced(dst, s, r)
	}
}
