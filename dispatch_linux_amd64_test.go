//go:build !purego

package simdchacha_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/simdchacha/simdchacha"
)

// TestCPUInfo compares with what Linux says, which counts a feature whose
// registers it does not save as missing (halide/Halide#9017).
func TestCPUInfo(t *testing.T) {
	if emulated || strings.Contains(os.Getenv("GODEBUG"), "cpu.") {
		t.Skip("/proc/cpuinfo tells of another CPU")
	}
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^flags\s*:.*$`).FindString(string(info))
	flags := strings.Fields(line)
	for _, k := range simdchacha.Kernels() {
		want := !slices.ContainsFunc(gate(t, k), func(flag string) bool {
			return !slices.Contains(flags, strings.ToLower(flag))
		})
		if got := k.Available(); got != want {
			t.Errorf("%v available: %t, want %t\n%s", k, got, want, line)
		}
	}
}
