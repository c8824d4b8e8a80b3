package rng

import (
	"crypto/subtle"

	"github.com/simdchacha/simdchacha/chacha"
)

// longRead is the length, in bytes, from which a Read gets a key of its own
// instead of bytes from a buffer.
const longRead = 2048

// stream fills p with keystream of a one-time key, the XOR of key and fresh
// bytes of the operating system. It wipes key.
func stream(p []byte, key *[chacha.KeySize]byte, with settings) {
	var fresh seed
	fresh.read()
	subtle.XORBytes(key[:], key[:], fresh.bytes[:])
	fresh = seed{}
	var s chacha.State
	s.SetKey(key)
	clear(key[:])

	k := with.kernels.forLength(len(p))
	whole := len(p) - len(p)%chacha.BlockSize
	k.Blocks(p[:whole], &s, with.rounds)
	if whole < len(p) {
		var last [chacha.BlockSize]byte
		k.Blocks(last[:], &s, with.rounds)
		copy(p[whole:], last[:])
		clear(last[:])
	}
	clear(s[:])
}
