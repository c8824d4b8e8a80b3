package testkit

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"unsafe"
)

// recorder is a testing.TB that notes how a test would end.
type recorder struct {
	testing.TB
	failed, skipped string
	cleanups        []func()
}

func (r *recorder) Helper()                   {}
func (r *recorder) Cleanup(f func())          { r.cleanups = append(r.cleanups, f) }
func (r *recorder) Errorf(f string, a ...any) { r.failed = fmt.Sprintf(f, a...) }
func (r *recorder) Fatalf(f string, a ...any) { r.failed = fmt.Sprintf(f, a...); runtime.Goexit() }
func (r *recorder) Skipf(f string, a ...any)  { r.skipped = fmt.Sprintf(f, a...); runtime.Goexit() }

// run calls f as a test of its own, its cleanups included.
func (r *recorder) run(f func()) {
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	<-done
	for len(r.cleanups) > 0 {
		last := len(r.cleanups) - 1
		r.cleanups[last]()
		r.cleanups = r.cleanups[:last]
	}
}

var sizes = []int{1, 63, 64, 4095, 4096, 4097, 65536, 65537}

// faults reports whether writing the byte at offset i of b faults.
func faults(b []byte, i int) (fault bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { fault = recover() != nil }()
	poke(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), i))
	return false
}

// poke is a call, as a fault within faults itself, where the compiler expects
// none, need not find its deferred functions in place.
//
//go:noinline
func poke(p unsafe.Pointer) { *(*byte)(p) = 0 }

func TestGuards(t *testing.T) {
	for _, n := range sizes {
		behind, before := GuardBehind(t, n), GuardBefore(t, n)
		for _, b := range [][]byte{behind, before} {
			if len(b) != n || cap(b) != n {
				t.Fatalf("%d bytes: len %d, cap %d", n, len(b), cap(b))
			}
			if faults(b, 0) || faults(b, n-1) {
				t.Fatalf("%d bytes: the bytes themselves fault", n)
			}
		}
		if guardsFault && !faults(behind, n) {
			t.Errorf("%d bytes: the byte behind does not fault", n)
		}
		if guardsFault && !faults(before, -1) {
			t.Errorf("%d bytes: the byte before does not fault", n)
		}
	}
}

// TestCanaries writes one byte outside of the slice, on the side on which memory
// goes on.
func TestCanaries(t *testing.T) {
	for _, n := range sizes {
		for _, tt := range []struct {
			name  string
			alloc func(testing.TB, int) []byte
			at    int
		}{
			{"GuardBehind", GuardBehind, -1},
			{"GuardBefore", GuardBefore, n},
		} {
			var r recorder
			var fault bool
			r.run(func() { fault = faults(tt.alloc(&r, n), tt.at) })
			if want := fmt.Sprintf("byte %d of", tt.at); !fault && !strings.Contains(r.failed, want) {
				t.Errorf("%s(%d): byte %d was overwritten, and the test says %q", tt.name, n, tt.at, r.failed)
			}
			r = recorder{}
			r.run(func() { clear(tt.alloc(&r, n)) })
			if r.failed != "" {
				t.Errorf("%s(%d): only the slice was written, and the test says %q", tt.name, n, r.failed)
			}
		}
	}
}

func TestRequired(t *testing.T) {
	for _, tt := range []struct {
		env  string
		want bool
	}{
		{"AVX2", true},
		{"SSE2,AVX2,llvm", true},
		{"", false},
		{"avx2", false},
		{"AVX2X,XAVX2", false},
		{"AVX512", false},
	} {
		t.Setenv(requireEnv, tt.env)
		if got := Required("AVX2"); got != tt.want {
			t.Errorf("%s=%s: Required(AVX2) = %t", requireEnv, tt.env, got)
		}
	}
}

func TestSkipOrFail(t *testing.T) {
	t.Setenv(requireEnv, "AVX2")
	for name, want := range map[string]recorder{
		"AVX2": {failed: "SIMDCHACHA_REQUIRE requires AVX2: CPU lacks BMI2"},
		"SSE2": {skipped: "NOT TESTED: SSE2: CPU lacks BMI2"},
	} {
		var r recorder
		r.run(func() {
			SkipOrFail(&r, name, "CPU lacks %s", "BMI2")
			t.Errorf("%s: the test went on", name)
		})
		if r.failed != want.failed || r.skipped != want.skipped {
			t.Errorf("%s: failed %q, skipped %q", name, r.failed, r.skipped)
		}
	}
}
