// Package testkit holds what the tests of several packages share. Only test
// files import it.
package testkit

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// requireEnv names what a test run may not skip: kernels and tools, separated
// by commas, as in "AVX2,AVX512,llvm". Upper and lower case differ.
const requireEnv = "SIMDCHACHA_REQUIRE"

// Required reports whether the environment variable SIMDCHACHA_REQUIRE names
// name.
func Required(name string) bool {
	return slices.Contains(strings.Split(os.Getenv(requireEnv), ","), name)
}

// SkipOrFail ends the test, as what it needs, name, is missing for the reason
// given: it fails if name is required, else it is skipped.
func SkipOrFail(t testing.TB, name, format string, args ...any) {
	t.Helper()
	reason := fmt.Sprintf(format, args...)
	if Required(name) {
		t.Fatalf("%s requires %s: %s", requireEnv, name, reason)
	}
	t.Skipf("NOT TESTED: %s: %s", name, reason)
}
