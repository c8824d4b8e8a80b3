package simdchacha_test

import (
	"testing"

	"github.com/simdchacha/simdchacha"
)

// gates lists what each kernel requires of the CPU beyond what every CPU of
// its architecture has: CPUID flags, by their names in Intel's Software
// Developer's Manual. It is written down a second time, to find faults in what
// the kernels use and in what Available asks for.
var gates = map[string][]string{
	"Portable": {},
	"SSE2":     {},
	"SSSE3":    {"SSSE3"},
	"AVX2":     {"AVX", "AVX2"},
	"AVX512VL": {"AVX", "AVX2", "AVX512F", "AVX512VL"},
	"AVX512":   {"AVX", "AVX2", "AVX512F", "AVX512VL"}, // it leaves short output to AVX512VL
	"NEON":     {},
}

func gate(t *testing.T, k simdchacha.Kernel) []string {
	t.Helper()
	flags, ok := gates[k.String()]
	if !ok {
		t.Fatalf("%v: its requirement is not written down in gates", k)
	}
	return flags
}
