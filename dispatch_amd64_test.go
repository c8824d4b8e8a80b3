//go:build !purego

package simdchacha_test

import (
	"runtime"
	"slices"
	"testing"

	"golang.org/x/sys/cpu"

	"github.com/simdchacha/simdchacha"
)

// cpuFlags are the places that Available looks at.
var cpuFlags = map[string]*bool{
	"SSSE3":    &cpu.X86.HasSSSE3,
	"AVX":      &cpu.X86.HasAVX,
	"AVX2":     &cpu.X86.HasAVX2,
	"AVX512F":  &cpu.X86.HasAVX512F,
	"AVX512VL": &cpu.X86.HasAVX512VL,
}

// TestGates pretends to be on a CPU that has everything, then on those that
// lack one flag (golang/go#79871), then on one that has nothing else; each under
// several operating systems.
func TestGates(t *testing.T) {
	saved := cpu.X86
	defer func() { cpu.X86 = saved }()
	set := func(value bool) {
		for _, flag := range cpuFlags {
			*flag = value
		}
	}
	check := func(name string, missing func(flag string) bool) {
		t.Helper()
		for _, k := range simdchacha.Kernels() {
			for _, goos := range []string{"linux", "darwin", "windows"} {
				want := !slices.ContainsFunc(gate(t, k), missing)
				if goos == "darwin" && slices.Contains(gate(t, k), "AVX512F") {
					want = false // its signals lose AVX-512 state (golang/go#49233)
				}
				if got := k.AvailableOn(goos); got != want {
					t.Errorf("%s, %s: %v available: %t, want %t", name, goos, k, got, want)
				}
			}
			if got, want := k.Available(), k.AvailableOn(runtime.GOOS); got != want {
				t.Errorf("%s: %v available: %t, but %t on %s", name, k, got, want, runtime.GOOS)
			}
		}
	}
	cpu.X86.HasSSE2 = true
	set(true)
	check("all flags", func(string) bool { return false })
	for name, flag := range cpuFlags {
		set(true)
		*flag = false
		check("without "+name, func(flag string) bool { return flag == name })
		set(false)
		*flag = true
		check("only "+name, func(flag string) bool { return flag != name })
	}
	set(false)
	check("no flags", func(string) bool { return true })
}
