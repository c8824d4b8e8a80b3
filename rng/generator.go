package rng

import (
	"encoding/binary"

	"github.com/simdchacha/simdchacha/chacha"
)

// Generator is a source of random bytes of one's own: the same construction as
// behind the package-level functions, without the cost of sharing it. It is an
// io.Reader and a math/rand/v2 Source. It must come from New: draws from a zero
// value panic. It must not be copied, and is not safe for concurrent use.
type Generator struct {
	redacted
	_        noCopy
	settings settings
	batch    batch
}

// New returns a Generator that seeds itself from the operating system when it
// is first drawn from, and again at every refill of its buffer. It panics where
// an option does.
func New(opts ...Option) *Generator { return &Generator{settings: configure(opts)} }

// Uint64 returns 64 random bits: the next eight bytes, little-endian.
func (g *Generator) Uint64() uint64 {
	if v, ok := g.batch.uint64(); ok {
		return v
	}
	return g.slowUint64()
}

// Uint32 returns 32 random bits: the next four bytes, little-endian.
func (g *Generator) Uint32() uint32 {
	if v, ok := g.batch.uint32(); ok {
		return v
	}
	return g.slowUint32()
}

// Read fills p. It always returns len(p) and no error. Up to 3071 bytes come from
// the buffer; more get a key of their own.
func (g *Generator) Read(p []byte) (n int, err error) {
	if len(p) >= longRead {
		g.long(p)
	} else {
		g.fill(p)
	}
	return len(p), nil
}

// Reseed discards the unread bytes of the buffer. The next draw mixes fresh
// bytes of the operating system into the key.
func (g *Generator) Reseed() { g.batch.discard() }

//go:noinline
func (g *Generator) slowUint64() uint64 {
	var b [8]byte
	g.fill(b[:])
	v := binary.LittleEndian.Uint64(b[:])
	clear(b[:])
	return v
}

//go:noinline
func (g *Generator) slowUint32() uint32 {
	var b [4]byte
	g.fill(b[:])
	v := binary.LittleEndian.Uint32(b[:])
	clear(b[:])
	return v
}

// fill fills p from the buffer.
func (g *Generator) fill(p []byte) {
	for {
		p = p[g.batch.take(p):]
		if len(p) == 0 {
			return
		}
		if g.settings.rounds == 0 {
			panic("rng: a Generator must come from New")
		}
		var s seed
		s.read()
		g.batch.refill(&s, g.settings)
	}
}

// long fills p from a key of its own.
func (g *Generator) long(p []byte) {
	var key [chacha.KeySize]byte
	g.fill(key[:])
	fillOnce(p, &key, g.settings)
}
