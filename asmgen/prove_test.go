package main

import (
	"testing"

	"github.com/simdchacha/simdchacha/asmgen/prove"
	"github.com/simdchacha/simdchacha/chacha"
)

func TestKernelsAreProven(t *testing.T) {
	f, err := amd64Kernels()
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range prove.Kernels(f, prove.AMD64, prove.Sequential) {
		for _, r := range []chacha.Rounds{8, 12, 20} {
			rep, err := k.Prove(r)
			t.Logf("%+v", rep)
			if err != nil {
				t.Error(err)
			}
		}
	}
}
