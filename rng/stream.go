package rng

import (
	"encoding/binary"

	"github.com/simdchacha/simdchacha/chacha"
)

const (
	// streamBuffer is the number of bytes that a Stream computes at a time: whole
	// groups of every kernel.
	streamBuffer = 2048

	// streamDirect is how many it computes straight into the slice of a Read.
	streamDirect = 1024

	// straddle is room before them for the rest of those before, so that a value
	// which begins there lies in one piece.
	straddle = 8
)

// Stream is a seeded generator: the plain ChaCha keystream of a seed, with the
// number of the stream as its nonce. It can go to any position at no cost. It is
// an io.Reader, io.Seeker, io.ReaderAt and a math/rand/v2 Source. It must come
// from NewStream, or be set by UnmarshalBinary: draws from a zero value, and
// ReadAt, panic. It must not be copied. ReadAt is safe for concurrent use, also
// with the other methods except UnmarshalBinary; the other methods are not.
//
// A stream has 2^70 bytes, after which it begins again. Each method consumes them
// in order: Read its length, Uint32 the next four and Uint64 the next eight bytes,
// little-endian, at any alignment. ReadAt consumes none. The bytes do not
// depend on the kernel or the architecture, nor on how they are drawn, and will not
// change in later versions.
//
// It is for output that can be reproduced. Whoever has the seed has all output.
// Secrets come from the package-level functions or from New.
type Stream struct {
	redacted
	_        noCopy
	settings settings
	origin   chacha.State // at block 0; never changes, so that ReadAt may read it

	// The position is unread bytes before the block next. Below zero, down to
	// -63, it is that many bytes behind its beginning.
	next   uint64
	unread int
	buf    [straddle + streamBuffer]byte // ends with the unread bytes
}

// NewStream returns a generator for one of the 2^64 streams of a seed of 32 bytes,
// at position 0. Only the seed tells the streams of a seed from independent random
// bytes. The options are those of New. NewStream panics where an option does.
//
// A seed that NewStream gets must not be given to NewChaCha8 as well: at eight
// rounds stream 0 begins with the same blocks in another form.
func NewStream(seed [32]byte, stream uint64, opts ...Option) *Stream {
	s := &Stream{settings: configure(opts)}
	s.setOrigin(&seed, stream)
	return s
}

// zero reports whether s has no origin.
func (s *Stream) zero() bool { return s.settings.rounds == 0 }

const noStream = "rng: a Stream must come from NewStream"

// setOrigin sets the key and the nonce: RFC 8439, Section 2.3, but that stream is
// in words 14 and 15, low word first, and that words 12 and 13 count blocks.
func (s *Stream) setOrigin(seed *[chacha.KeySize]byte, stream uint64) {
	s.origin.SetKey(seed)
	s.origin[nonce], s.origin[nonce+1] = uint32(stream), uint32(stream>>32)
}

// nonce is the index of the low word of the nonce.
const nonce = chacha.Counter + 2

// Uint64 returns the next eight bytes, little-endian.
func (s *Stream) Uint64() uint64 {
	// Written so that it can be inlined, as is Uint32: a call more would cost as
	// much.
	if s.unread -= 8; s.unread < 0 {
		s.refillFor(8)
	}
	return binary.LittleEndian.Uint64(s.buf[len(s.buf)-8-s.unread:])
}

// Uint32 returns the next four bytes, little-endian.
func (s *Stream) Uint32() uint32 {
	if s.unread -= 4; s.unread < 0 {
		s.refillFor(4)
	}
	return binary.LittleEndian.Uint32(s.buf[len(s.buf)-4-s.unread:])
}

// Read fills p with the next len(p) bytes, and returns len(p) and no error. What
// is long enough is written straight to p.
func (s *Stream) Read(p []byte) (n int, err error) {
	for rest := p; ; s.refill() {
		rest = rest[s.take(rest):]
		if s.unread == 0 && len(rest) >= streamDirect {
			whole := rest[:wholeBlocks(len(rest))]
			s.blocks(whole, s.settings.kernels.forLength(len(whole)))
			rest = rest[len(whole):]
		}
		if len(rest) == 0 {
			return len(p), nil
		}
	}
}

// take moves unread bytes, at most len(p), to p, and returns their number.
func (s *Stream) take(p []byte) int {
	if s.unread <= 0 {
		return 0
	}
	n := copy(p, s.buf[len(s.buf)-s.unread:])
	s.unread -= n
	return n
}

// refillFor refills in the middle of a draw of n bytes, which are already
// subtracted from unread.
//
//go:noinline
func (s *Stream) refillFor(n int) {
	s.unread += n
	s.refill()
	s.unread -= n
}

// refill fills the buffer, of which less than straddle bytes are unread.
func (s *Stream) refill() {
	if rest := max(s.unread, 0); rest > 0 {
		copy(s.buf[straddle-rest:], s.buf[len(s.buf)-rest:])
	}
	s.blocks(s.buf[straddle:], s.settings.kernels.buffer)
	s.unread += streamBuffer
}
