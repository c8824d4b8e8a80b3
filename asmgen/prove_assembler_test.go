package main

import (
	"testing"

	"github.com/simdchacha/simdchacha/asmgen/prove/assembler"
)

// TestAssembler has LLVM confirm that the machine code of the kernels is what
// was proven.
func TestAssembler(t *testing.T) {
	for name, kernels := range architectures {
		t.Run(name, func(t *testing.T) {
			f, err := kernels()
			if err != nil {
				t.Fatal(err)
			}
			f.Constraints = nil
			t.Logf("%d instructions", assembler.Check(t, name, f))
		})
	}
}
