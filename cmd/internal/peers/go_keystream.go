package peers

import (
	"fmt"

	"github.com/aead/chacha20/chacha"
	"golang.org/x/crypto/chacha20"
)

// These XOR keystream to what dst holds, as OpenSSL does: they know no other way.
func goKeystream() []Peer {
	return []Peer{
		{"x/crypto/chacha20", 20, func() Fill {
			return func(dst []byte, times int) {
				// A cipher ends after 256 GiB, so that it must not serve for ever.
				c, err := chacha20.NewUnauthenticatedCipher(make([]byte, chacha20.KeySize), make([]byte, chacha20.NonceSize))
				if err != nil {
					panic(err)
				}
				for range times {
					c.XORKeyStream(dst, dst)
				}
			}
		}},
		aead(8), aead(12), aead(20),
	}
}

func aead(rounds int) Peer {
	return Peer{"aead/chacha20", rounds, func() Fill {
		c, err := chacha.NewCipher(make([]byte, chacha.NonceSize), make([]byte, chacha.KeySize), rounds)
		if err != nil {
			panic(fmt.Sprintf("%d rounds: %v", rounds, err))
		}
		return func(dst []byte, times int) {
			for range times {
				c.XORKeyStream(dst, dst)
			}
		}
	}}
}
