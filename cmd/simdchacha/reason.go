package main

import (
	"os"
	"runtime"
	"strings"

	"golang.org/x/sys/cpu"

	"github.com/simdchacha/simdchacha"
)

// A feature is a part of an instruction set and whether it can be used here.
type feature struct {
	name string
	has  bool
}

// requirements returns the features of the CPU that k needs; it repeats, for
// people, what Available decides.
func requirements(k simdchacha.Kernel) []feature {
	x := &cpu.X86
	avx2 := []feature{{"AVX", x.HasAVX}, {"AVX2", x.HasAVX2}}
	switch k {
	case simdchacha.SSE2:
		return []feature{{"SSE2", x.HasSSE2}}
	case simdchacha.SSSE3:
		return []feature{{"SSE2", x.HasSSE2}, {"SSSE3", x.HasSSSE3}}
	case simdchacha.AVX2:
		return avx2
	case simdchacha.AVX512VL, simdchacha.AVX512:
		return append(avx2, feature{"AVX512F", x.HasAVX512F}, feature{"AVX512VL", x.HasAVX512VL})
	case simdchacha.NEON:
		return []feature{{"ASIMD", cpu.ARM64.HasASIMD}}
	}
	return nil
}

// reason says why k cannot run on this machine.
func reason(k simdchacha.Kernel) string {
	var missing []string
	for _, f := range requirements(k) {
		if !f.has {
			missing = append(missing, f.name)
		}
	}
	switch {
	case len(missing) > 0 && strings.Contains(os.Getenv("GODEBUG"), "cpu."):
		return "no " + strings.Join(missing, ", ") + " (see GODEBUG)"
	case len(missing) > 0:
		return "no " + strings.Join(missing, ", ")
	default:
		return "not used on " + runtime.GOOS
	}
}
