// Package peers has what a program could use instead of this module, in a form
// that can be measured: Go packages, and C libraries that are called in the same
// process. The latter are there only on Linux, in a build with the tag peers,
// with cgo and glibc 2.36 or later and Debian's packages libssl-dev and
// libsodium-dev or their like.
package peers

// A Peer is something that fills memory with random numbers or with keystream.
type Peer struct {
	Name   string
	Rounds int // of ChaCha; 0 if the name tells them or it is no ChaCha

	// New returns a function for one goroutine. Those of random numbers may run
	// at the same time as others of the same Peer.
	New func() Fill
}

// A Fill fills dst, of at least one byte, so many times over. The loop is on its
// side: for C, since a call from Go takes as long as some of what is measured.
type Fill func(dst []byte, times int)

// Random returns the sources of random numbers. A star marks those that are
// seeded, or else not meant for secrets.
func Random() []Peer { return append(goRandom(), cRandom()...) }

// Keystream returns the implementations of ChaCha.
func Keystream() []Peer { return append(goKeystream(), cKeystream()...) }

// MathRandChaCha8 returns ChaCha8 of math/rand/v2, which is ChaCha with 8 rounds
// in the order of chacha8rand.
func MathRandChaCha8() Peer { return Peer{chacha8, 8, newChaCha8} }
