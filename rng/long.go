package rng

import (
	"crypto/subtle"

	"github.com/simdchacha/simdchacha/chacha"
)

// longRead is the length, in bytes, from which a Read gets a key of its own
// instead of bytes from a buffer.
const longRead = 3072

// fillOnce fills p with keystream of a one-time key, the XOR of key and fresh
// bytes of the operating system. It wipes key.
func fillOnce(p []byte, key *[chacha.KeySize]byte, with settings) {
	var fresh seed
	fresh.read()
	subtle.XORBytes(key[:], key[:], fresh.bytes[:])
	fresh = seed{}
	var s chacha.State
	s.SetKey(key)
	clear(key[:])
	with.keystream(p, &s, 0)
	clear(s[:])
}
