package main

import (
	"testing"

	"github.com/simdchacha/simdchacha/asmgen/prove"
	"github.com/simdchacha/simdchacha/chacha"
)

func TestKernelsAreProven(t *testing.T) {
	for _, k := range append(kernels(t, "amd64", prove.AMD64), kernels(t, "arm64", prove.ARM64)...) {
		for _, r := range []chacha.Rounds{chacha.R8, chacha.R12, chacha.R20} {
			if report, err := k.Prove(r); err != nil {
				t.Error(err)
			} else {
				t.Logf("%+v", report)
			}
		}
	}
}

func kernels(t *testing.T, name string, arch *prove.Arch) []prove.Kernel {
	f, err := architectures[name]()
	if err != nil {
		t.Fatal(err)
	}
	return prove.Kernels(f, arch, prove.Sequential)
}
