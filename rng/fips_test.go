// In FIPS mode, crypto/internal/fips140 refuses the purego build tag.

//go:build !purego

package rng

import "testing"

// TestFIPS documents that this package works under GODEBUG=fips140=only, where
// its seeds come from the Go module's DRBG, though ChaCha is not an approved
// algorithm.
func TestFIPS(t *testing.T) {
	for _, mode := range []string{"on", "only"} {
		passes(t, "TestValuesAreTheStream", "GODEBUG=fips140="+mode)
		passes(t, "TestDraws", "GODEBUG=fips140="+mode)
	}
}
