package rng

import (
	crand "crypto/rand"
	"io"
	"sync"

	"github.com/simdchacha/simdchacha/chacha"
)

// system is crypto/rand's reader as it was before a program could replace it.
// A program may set crypto/rand.Reader to this package's Reader; entropy must
// not come from there.
var system = crand.Reader

var bootOnce sync.Once

// seed is fresh bytes of the operating system, for one use.
type seed struct {
	bytes [chacha.KeySize]byte
	epoch uint64 // no later than the bytes
}

// read fills s, or ends the program. It must not be called while pinned.
func (s *seed) read() {
	bootOnce.Do(awaitBoot)
	s.epoch = epoch.Load()
	b := &s.bytes
	if system == crand.Reader {
		crand.Read(b[:]) // ends the program itself on errors
	} else {
		readFrom(system, b)
	}
	if repeats(b, 0x00) || repeats(b, 0xff) {
		fatal("rng: the operating system's random source is broken: it returned 32 equal bytes")
	}
}

// readFrom goes through a buffer on the heap, because the compiler must assume
// that r keeps what it is given.
func readFrom(r io.Reader, b *[chacha.KeySize]byte) {
	buf := make([]byte, len(b))
	if _, err := io.ReadFull(r, buf); err != nil {
		fatal("rng: cannot read from the operating system's random source: " + err.Error())
	}
	copy(b[:], buf)
	clear(buf)
}

// repeats reports whether every byte of b is c.
func repeats(b *[chacha.KeySize]byte, c byte) bool {
	var diff byte
	for _, x := range b {
		diff |= x ^ c
	}
	return diff == 0
}

// fatal ends the program. A panic in a goroutine of its own cannot be
// recovered, as a generator without a secret key must not be used. Tests
// replace it.
var fatal = func(msg string) {
	go panic(msg)
	select {}
}
