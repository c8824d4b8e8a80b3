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
	bufferSize = 4096

	// batchSize is the number of bytes that a refill yields.
	batchSize = bufferSize - chacha.KeySize
)

// epoch counts the calls of Reseed. A batch of an older epoch is stale.
var epoch atomic.Uint64

// batch is keystream that waits to be handed out, and the key of the keystream
// that follows it. The zero value is an empty batch under the zero key.
//
// Two invariants make it safe to lose: bytes that were handed out are zero, and
// the key is other output of the same keystream, whose own key is gone
// (Bernstein, "Fast-key-erasure random-number generators", 2017).
type batch struct {
	left  int              // unread bytes, at the end of buf
	epoch uint64           // when the fresh bytes of the last refill were read
	buf   [bufferSize]byte // the next key, zeros for what was handed out, unread bytes
	state chacha.State     // zero except during refill
}

// uint64 takes eight bytes, little-endian, if so many are left and not stale.
func (b *batch) uint64() (v uint64, ok bool) {
	i := uint(bufferSize - b.left)
	if i > bufferSize-8 || b.epoch != epoch.Load() {
		return 0, false
	}
	v = binary.LittleEndian.Uint64(b.buf[i : i+8])
	binary.LittleEndian.PutUint64(b.buf[i:i+8], 0)
	b.left -= 8
	return v, true
}

// uint32 takes four bytes, little-endian, if so many are left and not stale.
func (b *batch) uint32() (v uint32, ok bool) {
	i := uint(bufferSize - b.left)
	if i > bufferSize-4 || b.epoch != epoch.Load() {
		return 0, false
	}
	v = binary.LittleEndian.Uint32(b.buf[i : i+4])
	binary.LittleEndian.PutUint32(b.buf[i:i+4], 0)
	b.left -= 4
	return v, true
}

// take moves what is left, at most len(p) bytes, to p, and returns its length.
func (b *batch) take(p []byte) int {
	if b.epoch != epoch.Load() {
		b.discard()
	}
	unread := b.buf[bufferSize-b.left:]
	n := copy(p, unread)
	clear(unread[:n])
	b.left -= n
	return n
}

// refill replaces b, which must be empty, by new keystream, and wipes s.
//
// The keystream's key is the XOR of b's key and the seed: uniform to whoever
// does not know both.
func (b *batch) refill(s *seed, with settings) {
	key := (*[chacha.KeySize]byte)(b.buf[:chacha.KeySize])
	subtle.XORBytes(key[:], key[:], s.bytes[:])
	b.epoch = s.epoch
	*s = seed{}
	b.state.SetKey(key)
	with.kernels.buffer.Blocks(b.buf[:], &b.state, with.rounds)
	b.state = chacha.State{}
	b.left = batchSize
}

// discard wipes the unread bytes. The key stays: whatever it is worth, the next
// refill adds to it.
func (b *batch) discard() {
	clear(b.buf[chacha.KeySize:])
	b.left = 0
}
