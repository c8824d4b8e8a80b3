//go:build !purego

package simdchacha

import (
	"runtime"

	"golang.org/x/sys/cpu"

	"github.com/simdchacha/simdchacha/chacha"
)

func archKernels() []Kernel { return []Kernel{AVX512, AVX512VL, AVX2, SSE2} }

// available knows the whole requirement of each kernel. The flags include the
// operating system's promise to save the registers.
//
// darwin loses AVX-512 state on signals: https://go.dev/issue/49233.
func (k Kernel) available() bool {
	x := &cpu.X86
	avx2 := x.HasAVX && x.HasAVX2
	avx512 := avx2 && x.HasAVX512F && runtime.GOOS != "darwin"
	switch k {
	case SSE2:
		return x.HasSSE2
	case AVX2:
		return avx2
	case AVX512VL:
		return avx512 && x.HasAVX512VL
	case AVX512:
		return avx512
	}
	return false
}

// blocks computes len(dst)/64 > 0 blocks. It is a switch of direct calls
// because a call through a function value would move the state to the heap.
func (k Kernel) blocks(dst []byte, s *chacha.State, r chacha.Rounds) {
	n, words := len(dst)/chacha.BlockSize, (*[chacha.Words]uint32)(s)
	switch k {
	case SSE2:
		blocks4SSE2(&dst[0], n, words, int(r))
	case AVX2:
		blocks8AVX2(&dst[0], n, words, int(r))
	case AVX512VL:
		blocks16AVX512VL(&dst[0], n, words, int(r))
	case AVX512:
		blocks16AVX512(&dst[0], n, words, int(r))
	default:
		chacha.Blocks(dst, s, r)
	}
}
