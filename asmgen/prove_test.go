package main

import (
	"strings"
	"testing"

	"github.com/simdchacha/simdchacha/asmgen/prove"
)

func TestKernelsAreProven(t *testing.T) {
	var table strings.Builder
	err := prove.Table(&table, append(kernels(t, "amd64", prove.AMD64), kernels(t, "arm64", prove.ARM64)...))
	t.Log("\n" + table.String())
	if err != nil {
		t.Error(err)
	}
}

// kernels returns the kernels of an architecture, to be proven.
func kernels(t *testing.T, name string, arch *prove.Arch) []prove.Kernel {
	t.Helper()
	f, err := architectures[name]()
	if err != nil {
		t.Fatal(err)
	}
	return toProve(f, name)
}
