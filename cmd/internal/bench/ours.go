package bench

import (
	"fmt"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
	"github.com/simdchacha/simdchacha/cmd/internal/peers"
	"github.com/simdchacha/simdchacha/rng"
)

// randomPeers returns the sources of random numbers, ours first.
func randomPeers() []peer {
	all := []peer{
		{peers.Peer{Name: "rng", New: func() peers.Fill {
			return func(dst []byte, times int) {
				for range times {
					_, _ = rng.Read(dst) // never fails
				}
			}
		}}, 1},
		generatorPeer(chacha.R20), generatorPeer(chacha.R8), streamPeer(), chacha8Peer(),
	}
	return append(all, anyLength(peers.Random())...)
}

func generatorPeer(r chacha.Rounds) peer {
	return peer{peers.Peer{Name: "rng.Generator", Rounds: int(r), New: func() peers.Fill {
		g := rng.New(rng.WithRounds(r))
		return func(dst []byte, times int) {
			for range times {
				_, _ = g.Read(dst) // never fails
			}
		}
	}}, 1}
}

func streamPeer() peer {
	return peer{peers.Peer{Name: "rng.Stream *", New: func() peers.Fill {
		s := rng.NewStream([32]byte{1}, 0)
		return func(dst []byte, times int) {
			for range times {
				_, _ = s.Read(dst) // never fails
			}
		}
	}}, 1}
}

func chacha8Peer() peer {
	return peer{peers.Peer{Name: "rng.ChaCha8 *", New: func() peers.Fill {
		c := rng.NewChaCha8([32]byte{1})
		return func(dst []byte, times int) {
			for range times {
				_, _ = c.Read(dst) // never fails
			}
		}
	}}, 1}
}

// keystreamPeers returns the implementations of ChaCha, the fastest kernel here
// first.
func keystreamPeers() (all []peer) {
	for _, r := range allRounds {
		all = append(all, kernelPeer(fastest(), r))
	}
	return append(all, anyLength(peers.Keystream())...)
}

// fastest returns the kernel that is fastest on long output.
func fastest() simdchacha.Kernel {
	kernels := available()
	return kernels[len(kernels)-1]
}

const kernelPrefix = "simdchacha."

func kernelPeer(k simdchacha.Kernel, r chacha.Rounds) peer {
	return peer{peers.Peer{Name: fmt.Sprint(kernelPrefix, k), Rounds: int(r), New: func() peers.Fill {
		s := new(chacha.State)
		return func(dst []byte, times int) {
			for range times {
				k.Blocks(dst, s, r)
			}
		}
	}}, chacha.BlockSize}
}
