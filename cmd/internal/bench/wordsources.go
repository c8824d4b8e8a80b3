package bench

import (
	crand "crypto/rand"
	"encoding/binary"
	"math/rand/v2"

	"github.com/simdchacha/simdchacha/chacha"
	"github.com/simdchacha/simdchacha/cmd/internal/measure"
	"github.com/simdchacha/simdchacha/cmd/internal/rdrand"
	"github.com/simdchacha/simdchacha/rng"
)

// A wordSource is a source of random words.
type wordSource struct {
	name             string
	family           int  // those alike have one colour
	drawn            bool // in the picture of single calls
	refillEvery      int  // calls for a uint64; 0 if there is no batch
	uint32s, uint64s measure.Op
	call             func() // for a uint64
}

// batchWords is how many uint64 a refill of package rng gives: 8192 bytes less
// the 32 of the next key, as its documentation says.
const batchWords = (8192 - 32) / 8

// chacha8Words is how many uint64 a refill of math/rand/v2's ChaCha8 gives; one
// in 16 gives 4 less, which are the next key (Go's internal/chacha8rand).
const chacha8Words = 32

// streamWords and ourChaCha8Words are how many uint64 package rng's seeded
// generators compute at a time: 2048 bytes, and 1024 less a key.
const (
	streamWords     = 2048 / 8
	ourChaCha8Words = (1024 - 32) / 8
)

func wordSources() (sources []wordSource, missing []string) {
	sources = []wordSource{globalWords(), generatorWords("rng.Generator, 20 rounds", false, chacha.R20),
		generatorWords("rng.Generator, 8 rounds", true, chacha.R8), streamSource(), ourChaCha8Source()}
	if rdrand.Available() {
		sources = append(sources, rdrandWords())
	} else {
		missing = append(missing, "RDRAND: no such instruction on this CPU")
	}
	return append(sources, sipHashWords(), cryptoWords(), mathWords(), chacha8Source(), pcgWords()), missing
}

// Each of the following calls its source directly, as programs do: calls through
// a function value or a type parameter would add to the shortest.

func globalWords() wordSource {
	return wordSource{"rng", 0, true, batchWords,
		func(n int) {
			var all uint32
			for range n {
				all ^= rng.Uint32()
			}
			sink.Store(uint64(all))
		},
		func(n int) {
			var all uint64
			for range n {
				all ^= rng.Uint64()
			}
			sink.Store(all)
		},
		func() { sink.Store(rng.Uint64()) },
	}
}

func generatorWords(name string, drawn bool, r chacha.Rounds) wordSource {
	g := rng.New(rng.WithRounds(r))
	return wordSource{name, 0, drawn, batchWords,
		func(n int) {
			var all uint32
			for range n {
				all ^= g.Uint32()
			}
			sink.Store(uint64(all))
		},
		func(n int) {
			var all uint64
			for range n {
				all ^= g.Uint64()
			}
			sink.Store(all)
		},
		func() { sink.Store(g.Uint64()) },
	}
}

func streamSource() wordSource {
	s := rng.NewStream([32]byte{1}, 0)
	return wordSource{"rng.Stream *", 0, false, streamWords,
		func(n int) {
			var all uint32
			for range n {
				all ^= s.Uint32()
			}
			sink.Store(uint64(all))
		},
		func(n int) {
			var all uint64
			for range n {
				all ^= s.Uint64()
			}
			sink.Store(all)
		},
		func() { sink.Store(s.Uint64()) },
	}
}

func ourChaCha8Source() wordSource {
	c := rng.NewChaCha8([32]byte{1})
	return wordSource{"rng.ChaCha8 *", 0, false, ourChaCha8Words,
		func(n int) {
			var all uint32
			for range n {
				all ^= uint32(c.Uint64())
			}
			sink.Store(uint64(all))
		},
		func(n int) {
			var all uint64
			for range n {
				all ^= c.Uint64()
			}
			sink.Store(all)
		},
		func() { sink.Store(c.Uint64()) },
	}
}

func rdrandWords() wordSource {
	return wordSource{"RDRAND", 1, true, 0,
		func(n int) {
			var all uint32
			for range n {
				all ^= rdrand.Uint32()
			}
			sink.Store(uint64(all))
		},
		func(n int) {
			var all uint64
			for range n {
				all ^= rdrand.Uint64()
			}
			sink.Store(all)
		},
		func() { sink.Store(rdrand.Uint64()) },
	}
}

func sipHashWords() wordSource {
	s := newSipChain()
	return wordSource{"SipHash chain", 2, true, 0,
		func(n int) {
			var all uint32
			for range n {
				all ^= uint32(s.next())
			}
			sink.Store(uint64(all))
		},
		func(n int) {
			var all uint64
			for range n {
				all ^= s.next()
			}
			sink.Store(all)
		},
		func() { sink.Store(s.next()) },
	}
}

func cryptoWords() wordSource {
	return wordSource{"crypto/rand", 3, true, 0,
		func(n int) {
			var all uint32
			for range n {
				all ^= crypto32()
			}
			sink.Store(uint64(all))
		},
		func(n int) {
			var all uint64
			for range n {
				all ^= crypto64()
			}
			sink.Store(all)
		},
		func() { sink.Store(crypto64()) },
	}
}

func mathWords() wordSource {
	return wordSource{"math/rand/v2 *", 4, true, chacha8Words,
		func(n int) {
			var all uint32
			for range n {
				all ^= rand.Uint32()
			}
			sink.Store(uint64(all))
		},
		func(n int) {
			var all uint64
			for range n {
				all ^= rand.Uint64()
			}
			sink.Store(all)
		},
		func() { sink.Store(rand.Uint64()) },
	}
}

func chacha8Source() wordSource {
	c := rand.NewChaCha8([32]byte{1})
	return wordSource{"rand/v2.ChaCha8 *", 4, false, chacha8Words,
		func(n int) {
			var all uint32
			for range n {
				all ^= uint32(c.Uint64())
			}
			sink.Store(uint64(all))
		},
		func(n int) {
			var all uint64
			for range n {
				all ^= c.Uint64()
			}
			sink.Store(all)
		},
		func() { sink.Store(c.Uint64()) },
	}
}

func pcgWords() wordSource {
	p := rand.NewPCG(1, 2)
	return wordSource{"rand/v2.PCG *", 4, false, 0,
		func(n int) {
			var all uint32
			for range n {
				all ^= uint32(p.Uint64())
			}
			sink.Store(uint64(all))
		},
		func(n int) {
			var all uint64
			for range n {
				all ^= p.Uint64()
			}
			sink.Store(all)
		},
		func() { sink.Store(p.Uint64()) },
	}
}

func crypto32() uint32 {
	var p [4]byte
	_, _ = crand.Read(p[:]) // never fails
	return binary.LittleEndian.Uint32(p[:])
}

func crypto64() uint64 {
	var p [8]byte
	_, _ = crand.Read(p[:]) // never fails
	return binary.LittleEndian.Uint64(p[:])
}
