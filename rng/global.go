package rng

import (
	"encoding/binary"
	"io"
	"math/rand/v2"

	"github.com/simdchacha/simdchacha/chacha"
)

// Reader is the global generator as an io.Reader, for use in place of
// crypto/rand.Reader. It is safe for concurrent use, always fills its argument,
// and never returns an error.
var Reader io.Reader = new(source)

// Source is the global generator as a source for math/rand/v2: rand.New(Source)
// has the methods that this package does not repeat. It is safe for concurrent
// use, and so is such a rand.Rand.
var Source rand.Source = new(source)

type source struct{}

func (*source) Read(p []byte) (n int, err error) { return Read(p) }

// The functions that callers call in loops are nosplit: the check for stack
// growth is 5 % of a Uint64, and all that need a stack are called by them.

// Read fills p with random bytes. It always returns len(p) and no error. It is
// safe for concurrent use. Up to 3071 bytes come from a buffer; more get a key of
// their own, whose keystream is written straight to p.
func Read(p []byte) (n int, err error) {
	if len(p) >= longRead {
		long(p)
		return len(p), nil
	}
	h := hold()
	if s := held(h); s != nil {
		n = s.batch.take(p)
	}
	drop(h)
	if n < len(p) {
		fill(p[n:])
	}
	return len(p), nil
}

// Uint64 returns 64 random bits. It is safe for concurrent use.
func Uint64() uint64 { return (*source)(nil).Uint64() }

// Uint64 is that of the package. It is here, and the receiver a pointer, so that
// rand.Rand gets here by one call, not by two.
//
//go:nosplit
func (*source) Uint64() uint64 {
	h := hold()
	if s := held(h); s != nil {
		if v, ok := s.batch.uint64(); ok {
			drop(h)
			return v
		}
	}
	drop(h)
	return slowUint64()
}

// Uint32 returns 32 random bits. It is safe for concurrent use.
//
//go:nosplit
func Uint32() uint32 {
	h := hold()
	if s := held(h); s != nil {
		if v, ok := s.batch.uint32(); ok {
			drop(h)
			return v
		}
	}
	drop(h)
	return slowUint32()
}

//go:noinline
func slowUint64() uint64 {
	var b [8]byte
	fill(b[:])
	v := binary.LittleEndian.Uint64(b[:])
	clear(b[:])
	return v
}

//go:noinline
func slowUint32() uint32 {
	var b [4]byte
	fill(b[:])
	v := binary.LittleEndian.Uint32(b[:])
	clear(b[:])
	return v
}

// long fills p from a key of its own.
func long(p []byte) {
	var key [chacha.KeySize]byte
	fill(key[:])
	fillOnce(p, &key, defaults())
}

// fill fills p from shards. A shard is held only to take bytes and to refill
// it; the seed is read between, after which the shard may be another one. A
// seed goes into the first empty shard that is met with it, and into no other.
func fill(p []byte) {
	var fresh seed
	for stocked := false; ; stocked = true {
		h := hold()
		s := held(h)
		if s != nil {
			n := s.batch.take(p)
			if n == 0 && stocked {
				s.batch.refill(&fresh, s.settings)
				n = s.batch.take(p)
			}
			p = p[n:]
		}
		drop(h)
		if len(p) == 0 {
			break
		}
		if s == nil {
			grow()
		}
		fresh.read()
	}
	fresh = seed{}
}

// Reseed discards every buffered byte of the process, those of Generators
// included, and so makes every next draw start from fresh bytes of the operating
// system. A program calls it when it learns that its memory may have been
// copied, for instance when a virtual machine was restored from a snapshot.
//
// What is guaranteed: a draw that starts after Reseed has returned gives only
// bytes made from a key into which 32 bytes were mixed that the operating system
// returned after Reseed was called. A draw that runs at the same time as Reseed
// may still give bytes from before.
//
// Reseed is safe for concurrent use and does not wait for anybody: it makes the
// buffers stale, and each is wiped when it is next drawn from.
func Reseed() { epoch.Add(epochStep) }
