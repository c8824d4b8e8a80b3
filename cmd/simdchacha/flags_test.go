package main

import (
	"math"
	"testing"

	"github.com/simdchacha/simdchacha"
)

func TestSize(t *testing.T) {
	for _, test := range []struct {
		in   string
		want int64
	}{
		{"0", 0},
		{"1", 1},
		{"1000", 1000},
		{"7B", 7},
		{"1k", 1000},
		{"1K", 1000},
		{"1kB", 1000},
		{"1KB", 1000},
		{"1Ki", 1024},
		{"1KiB", 1024},
		{"1kib", 1024},
		{"3M", 3e6},
		{"3MB", 3e6},
		{"3MiB", 3 << 20},
		{"1G", 1e9},
		{"1GB", 1e9},
		{"1GiB", 1 << 30},
		{"1 GiB", 1 << 30},
		{"1.5GiB", 3 << 29},
		{"0.25k", 250},
		{"2T", 2e12},
		{"2TiB", 2 << 40},
		{"7EiB", 7 << 60},
		{"9007199254740993", 1<<53 + 1}, // no float64
		{"9223372036854775807", math.MaxInt64},
	} {
		n := size(-1)
		if err := n.Set(test.in); err != nil || int64(n) != test.want {
			t.Errorf("%q: %d, %v; want %d", test.in, n, err, test.want)
		}
	}
	for _, bad := range []string{
		"", " ", "B", "GiB", "-1", "-1k", "+1", "1,5G", "1,000", "1.5", "1.2.3k", "1e6", "0x10",
		"1KiBB", "1 2", "inf", "NaN", "٣", "9223372036854775808", "8EiB", "99999999999999999999999",
	} {
		n := size(-1)
		if err := n.Set(bad); err == nil || n != -1 {
			t.Errorf("%q: %d, %v; want an error and no change", bad, n, err)
		}
	}
}

func TestRounds(t *testing.T) {
	for in, want := range map[string]rounds{"8": 8, "12": 12, "20": 20} {
		var r rounds
		if err := r.Set(in); err != nil || r != want {
			t.Errorf("%q: %d, %v; want %d", in, r, err, want)
		}
	}
	for _, bad := range []string{"", "0", "-8", "10", "16", "8.0", "twenty"} {
		r := rounds(20)
		if err := r.Set(bad); err == nil || r != 20 {
			t.Errorf("%q: %d, %v; want an error and no change", bad, r, err)
		}
	}
}

func TestKernelFlag(t *testing.T) {
	for _, in := range []string{"Portable", "portable", "PORTABLE"} {
		var k kernel
		if err := k.Set(in); err != nil || k != (kernel{simdchacha.Portable, true}) {
			t.Errorf("%q: %v, %v; want Portable", in, k, err)
		}
	}
	for _, want := range simdchacha.Kernels() {
		var k kernel
		err := k.Set(want.String())
		if want.Available() && (err != nil || k != (kernel{want, true})) {
			t.Errorf("%v: %v, %v", want, k, err)
		}
		if !want.Available() && (err == nil || k.chosen) {
			t.Errorf("%v cannot run here, and is accepted", want)
		}
	}
}
