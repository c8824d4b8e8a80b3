// Package rng returns cryptographically secure random numbers.
package rng
