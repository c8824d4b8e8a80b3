package rng

import (
	"errors"
	"fmt"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/internal/vectors"
)

// SelfTest computes the test vectors with every kernel that this machine can
// run, and returns all failures, joined. It is safe for concurrent use. The
// kernels that this package uses have passed before their first use; one that
// does not pass is replaced by the next best.
func SelfTest() error {
	var errs []error
	for _, k := range simdchacha.Kernels() {
		if k.Available() {
			errs = append(errs, verify(k))
		}
	}
	return errors.Join(errs...)
}

// verify returns an error unless k is available and reproduces the test vectors.
func verify(k simdchacha.Kernel) error {
	if !k.Available() {
		return fmt.Errorf("rng: kernel %v is not available on this machine", k)
	}
	if err := check(k.Blocks, k.Interlaced); err != nil {
		return fmt.Errorf("rng: self-test of kernel %v: %w", k, err)
	}
	return nil
}

// check returns an error unless blocks reproduces the test vectors and
// interlaced agrees with it.
func check(blocks, interlaced vectors.Blocks) error {
	if err := vectors.Check(blocks); err != nil {
		return err
	}
	return checkInterlaced(interlaced, blocks)
}
