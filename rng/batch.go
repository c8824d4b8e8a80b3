package rng

import (
	"crypto/subtle"
	"encoding/binary"
	"sync/atomic"

	"github.com/simdchacha/simdchacha/chacha"
)

const (
	// bufferSize is a whole number of groups of every kernel. See
	// docs/construction.md for the measurements behind it.
	bufferSize = 8192

	// batchSize is the number of bytes that a refill yields.
	batchSize = bufferSize - chacha.KeySize
)

// epoch grows by epochStep with each Reseed. A position is an index into the
// buffer plus the epoch in which it is valid, so that one comparison tells that
// a batch is neither empty, nor stale, nor a zero value.
var epoch atomic.Uint64

const epochStep = 1 << 16 // more than bufferSize

func init() { Reseed() }

// batch is keystream that waits to be handed out, and the key of the keystream
// that follows it. The zero value is stale, under the zero key.
//
// Two invariants make it safe to lose: bytes that were handed out are zero, and
// the key is other output of the same keystream, whose own key is gone
// (Bernstein, "Fast-key-erasure random-number generators", 2017).
type batch struct {
	pos   uint64           // of the first unread byte
	buf   [bufferSize]byte // the next key, zeros for what was handed out, unread bytes
	state chacha.State     // zero except during refill
}

// uint64 takes eight bytes, little-endian, if so many are unread and not stale.
func (b *batch) uint64() (v uint64, ok bool) {
	pos := b.pos
	if i := pos - epoch.Load(); i <= bufferSize-8 {
		v = binary.LittleEndian.Uint64(b.buf[i:])
		binary.LittleEndian.PutUint64(b.buf[i:], 0)
		b.pos = pos + 8
		return v, true
	}
	return 0, false
}

// uint32 takes four bytes, little-endian, if so many are unread and not stale.
func (b *batch) uint32() (v uint32, ok bool) {
	pos := b.pos
	if i := pos - epoch.Load(); i <= bufferSize-4 {
		v = binary.LittleEndian.Uint32(b.buf[i:])
		binary.LittleEndian.PutUint32(b.buf[i:], 0)
		b.pos = pos + 4
		return v, true
	}
	return 0, false
}

// take moves unread bytes, at most len(p), to p, and returns their number.
func (b *batch) take(p []byte) int {
	i := b.pos - epoch.Load()
	if i > bufferSize {
		b.discard()
		return 0
	}
	n := move(p, b.buf[i:])
	b.pos += uint64(n)
	return n
}

// move moves as many bytes as both slices have from src to dst, leaves zeros,
// and returns their number.
func move(dst, src []byte) int {
	n := min(len(dst), len(src))
	switch n { // sizes of UUIDs and keys, for which two calls cost more than the work
	case 16:
		*(*[16]byte)(dst) = [16]byte(src)
		*(*[16]byte)(src) = [16]byte{}
	case 32:
		*(*[32]byte)(dst) = [32]byte(src)
		*(*[32]byte)(src) = [32]byte{}
	default:
		copy(dst, src[:n])
		clear(src[:n])
	}
	return n
}

// refill replaces b, which must be empty, by new keystream, and wipes s.
//
// The keystream's key is the XOR of b's key and the seed: uniform to whoever
// does not know both.
func (b *batch) refill(s *seed, with settings) {
	key := (*[chacha.KeySize]byte)(b.buf[:chacha.KeySize])
	subtle.XORBytes(key[:], key[:], s.bytes[:])
	b.pos = s.epoch + chacha.KeySize
	*s = seed{}
	b.state.SetKey(key)
	with.kernels.buffer.Blocks(b.buf[:], &b.state, with.rounds)
	b.state = chacha.State{}
}

// discard wipes the unread bytes. The key stays: whatever it is worth, the next
// refill adds to it.
func (b *batch) discard() {
	clear(b.buf[chacha.KeySize:])
	b.pos = 0
}
