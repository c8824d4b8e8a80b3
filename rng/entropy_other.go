//go:build !linux

package rng

// awaitBoot returns at once: elsewhere crypto/rand's source never answers
// before it is initialised.
func awaitBoot() {}
