package main

import (
	"runtime"
	"strings"
	"testing"

	"github.com/simdchacha/simdchacha"
)

// A kernel is available exactly if no feature is missing, except on darwin,
// which loses the registers of AVX-512.
func TestReason(t *testing.T) {
	for _, k := range simdchacha.Kernels() {
		missing := !strings.HasPrefix(reason(k), "not used on ")
		if k.Available() == missing && runtime.GOOS != "darwin" {
			t.Errorf("%v: available is %v, the reason against it %q", k, k.Available(), reason(k))
		}
	}
}
