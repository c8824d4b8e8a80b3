package simdchacha_test

import (
	"strings"
	"testing"

	"github.com/simdchacha/simdchacha"
)

// TestInstructionSet finds no instruction beyond Armv8.0-A.
func TestInstructionSet(t *testing.T) {
	eachDisassembly(t, func(t *testing.T, k simdchacha.Kernel, _ *asmFunc, code []machineCode) {
		if flags := gate(t, k); len(flags) > 0 {
			t.Fatalf("this test does not know %v", flags)
		}
		for _, c := range code {
			if strings.Contains(c.mnemonic, "unknown") {
				t.Errorf("%#x: %x is not an instruction of Armv8.0-A", c.addr, c.code)
			}
		}
	})
}
