package peers

import (
	crand "crypto/rand"
	"encoding/binary"
	"math/rand/v2"

	"lukechampine.com/frand"
)

// Each loop calls its function directly, as programs do.
func goRandom() []Peer {
	return []Peer{
		{"crypto/rand", 0, func() Fill {
			return func(dst []byte, times int) {
				for range times {
					_, _ = crand.Read(dst) // never fails
				}
			}
		}},
		{"frand", 0, func() Fill {
			return func(dst []byte, times int) {
				for range times {
					frand.Read(dst)
				}
			}
		}},
		{"frand.RNG", 0, func() Fill {
			r := frand.New()
			return func(dst []byte, times int) {
				for range times {
					r.Read(dst)
				}
			}
		}},
		{"math/rand/v2 *", 0, func() Fill {
			return func(dst []byte, times int) {
				for range times {
					words(dst, rand.Uint64)
				}
			}
		}},
		{chacha8, 0, newChaCha8},
		{"rand/v2.PCG *", 0, func() Fill {
			r := rand.NewPCG(rand.Uint64(), rand.Uint64())
			return func(dst []byte, times int) {
				for range times {
					words(dst, r.Uint64)
				}
			}
		}},
	}
}

// words fills dst from a generator that has no Read.
func words(dst []byte, next func() uint64) {
	for len(dst) >= 8 {
		binary.LittleEndian.PutUint64(dst, next())
		dst = dst[8:]
	}
	if len(dst) > 0 {
		var last [8]byte
		binary.LittleEndian.PutUint64(last[:], next())
		copy(dst, last[:])
	}
}

func seed() (s [32]byte) {
	_, _ = crand.Read(s[:]) // never fails
	return
}

const chacha8 = "rand/v2.ChaCha8 *"

func newChaCha8() Fill {
	r := rand.NewChaCha8(seed())
	return func(dst []byte, times int) {
		for range times {
			_, _ = r.Read(dst) // never fails
		}
	}
}
