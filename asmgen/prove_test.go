package main

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/mmcloughlin/avo/ir"

	"github.com/simdchacha/simdchacha/asmgen/prove"
)

func TestKernelsAreProven(t *testing.T) {
	var table strings.Builder
	err := prove.Table(&table, allKernels(t))
	t.Log("\n" + table.String())
	if err != nil {
		t.Error(err)
	}
}

// kernels returns the kernels of an architecture, to be proven. They are made
// but once; nobody changes them.
func kernels(t *testing.T, arch string) []prove.Kernel {
	t.Helper()
	f, err := compiledFile[arch]()
	if err != nil {
		t.Fatal(err)
	}
	return toProve(f, arch)
}

var compiledFile = map[string]func() (*ir.File, error){
	"amd64": sync.OnceValues(architectures["amd64"]),
	"arm64": sync.OnceValues(architectures["arm64"]),
}

// allKernels returns the kernels of both architectures.
func allKernels(t *testing.T) []prove.Kernel {
	return slices.Concat(kernels(t, "amd64"), kernels(t, "arm64"))
}
