package main

import (
	"strings"
	"testing"

	"github.com/simdchacha/simdchacha"
)

func TestStreamLength(t *testing.T) {
	for arg, want := range map[string]int{
		"0":       0,
		"1":       1,
		"1000":    1000,
		"1k":      1000,
		"1KiB":    1024,
		"262145":  chunk + 1,
		"1.5MiB":  3 << 19,
		"1000001": 1000001,
	} {
		stdout, stderr, status := output(t, "stream", "-n", arg)
		if len(stdout) != want || stderr != "" || status != 0 {
			t.Errorf("-n %s: %d bytes, standard error %q, status %d; want %d bytes, nothing, 0",
				arg, len(stdout), stderr, status, want)
		}
	}
}

// Every kernel that can run here streams, with every number of rounds, and no
// two streams are the same.
func TestStreamKernels(t *testing.T) {
	const n = 10_000
	seen := make(map[string]string)
	for _, k := range simdchacha.Kernels() {
		if !k.Available() {
			continue
		}
		for _, r := range []string{"8", "12", "20"} {
			name := k.String() + " " + r
			stdout, stderr, status := output(t, "stream", "-n", "10k", "--kernel", strings.ToLower(k.String()), "--rounds", r)
			if len(stdout) != n || stderr != "" || status != 0 {
				t.Fatalf("%s: %d bytes, standard error %q, status %d", name, len(stdout), stderr, status)
			}
			// A byte value is missing from 10000 random bytes once in 4e14 times.
			for b := range 256 {
				if strings.IndexByte(stdout, byte(b)) < 0 {
					t.Errorf("%s: no byte %#02x", name, b)
				}
			}
			if other := seen[stdout[:32]]; other != "" {
				t.Errorf("%s and %s begin with the same 32 bytes", name, other)
			}
			seen[stdout[:32]] = name
		}
	}
}
