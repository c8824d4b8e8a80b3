package rng

import (
	"encoding/binary"

	"github.com/simdchacha/simdchacha/chacha"
)

// chacha8Size is the number of bytes that one key yields. The next key is what
// comes after them.
const chacha8Size = chacha.InterlacedSize - chacha.KeySize

// ChaCha8 is a seeded generator: the output and the encodings of
// math/rand/v2.ChaCha8, which is chacha8rand (https://c2sp.org/chacha8rand). It is
// an io.Reader and a math/rand/v2 Source. It must come from NewChaCha8, or be
// set by Seed or UnmarshalBinary: draws from a zero value panic. It must not be
// copied, and is not safe for concurrent use.
//
// It is for output that can be reproduced. Whoever has the seed, or the state, has
// all later output, and up to 992 bytes of earlier output. Secrets come from the
// package-level functions or from New.
type ChaCha8 struct {
	redacted
	_       noCopy
	unread  int // bytes before the next key; a multiple of 8
	kernels kernels
	state   chacha.State                // of the key that buf was made of
	buf     [chacha.InterlacedSize]byte // chacha8Size bytes of output, then the next key

	// Read consumes whole words. The last wordLeft bytes of word are what it did
	// not need.
	word     [8]byte
	wordLeft int
}

// NewChaCha8 returns a generator that is seeded with the 32 bytes of seed.
func NewChaCha8(seed [32]byte) *ChaCha8 {
	c := new(ChaCha8)
	c.Seed(seed)
	return c
}

// Seed makes c what NewChaCha8(seed) returns.
func (c *ChaCha8) Seed(seed [32]byte) {
	if c.zero() {
		c.kernels = dispatch()
	}
	c.compute(&seed)
	c.wordLeft = 0
}

// Uint64 returns the next word: eight bytes of the output, little-endian. It is not
// affected by what Read has left of a word.
func (c *ChaCha8) Uint64() uint64 {
	// Written so that it can be inlined: a call more would cost as much.
	if c.unread -= 8; c.unread < 0 {
		c.refillForWord()
	}
	return binary.LittleEndian.Uint64(c.buf[chacha8Size-8-c.unread:])
}

// Read fills p, and returns len(p) and no error. It first takes the bytes that
// the Read before it left of its last word, then, as Uint64 does, whole words. So
// Reads return the same bytes however they are split, as long as no Uint64 comes
// between them.
func (c *ChaCha8) Read(p []byte) (n int, err error) {
	rest := p
	if c.wordLeft > 0 {
		rest = rest[c.takeWord(rest):]
	}
	tail := rest[len(rest)&^7:]
	if whole := rest[:len(rest)-len(tail)]; len(whole) > 0 {
		if n := c.take(whole); n < len(whole) {
			c.fill(whole[n:])
		}
	}
	if len(tail) > 0 {
		binary.LittleEndian.PutUint64(c.word[:], c.Uint64())
		c.wordLeft = len(c.word)
		c.takeWord(tail)
	}
	return len(p), nil
}

// refillForWord goes on to the next key, and takes its first word.
//
//go:noinline
func (c *ChaCha8) refillForWord() {
	c.unread = 0 // also if refill panics
	c.refill()
	c.unread -= 8
}

// fill fills p, a whole number of words, when none are unread.
func (c *ChaCha8) fill(p []byte) {
	key := c.nextKey()
	for k := c.kernels.forLength(len(p)); len(p) >= chacha.InterlacedSize; p = p[chacha8Size:] {
		// The next key comes out behind the output, where that of the next key
		// will overwrite it.
		c.rekey(key)
		k.Interlaced(p[:chacha.InterlacedSize], &c.state, chacha.R8)
		key = (*[chacha.KeySize]byte)(p[chacha8Size:])
	}
	*c.nextKey() = *key
	for len(p) > 0 {
		c.refill()
		p = p[c.take(p):]
	}
}

// take moves unread bytes, at most len(p), to p, and returns their number.
func (c *ChaCha8) take(p []byte) int {
	n := copy(p, c.buf[chacha8Size-c.unread:chacha8Size])
	c.unread -= n
	return n
}

// takeWord moves bytes that Read left of a word, at most len(p), to p, and returns
// their number.
func (c *ChaCha8) takeWord(p []byte) int {
	n := copy(p, c.word[len(c.word)-c.wordLeft:])
	c.wordLeft -= n
	return n
}

// refill goes on to the next key.
func (c *ChaCha8) refill() { c.compute(c.nextKey()) }

// compute makes buf the output of key.
func (c *ChaCha8) compute(key *[chacha.KeySize]byte) {
	c.rekey(key)
	c.kernels.buffer.Interlaced(c.buf[:], &c.state, chacha.R8)
	c.unread = chacha8Size
}

// rekey makes key that of state.
func (c *ChaCha8) rekey(key *[chacha.KeySize]byte) {
	c.state.SetKey(key)
	c.state.SetBlockCounter(0)
}

// zero reports whether c has no key.
func (c *ChaCha8) zero() bool { return c.state == chacha.State{} }

const noChaCha8 = "rng: a ChaCha8 must come from NewChaCha8"

// nextKey returns where the next key is. It panics if there is none.
func (c *ChaCha8) nextKey() *[chacha.KeySize]byte {
	if c.zero() {
		panic(noChaCha8)
	}
	return (*[chacha.KeySize]byte)(c.buf[chacha8Size:])
}
