package rng

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
)

var (
	errNegative = errors.New("rng: Stream: negative position")
	errTooFar   = errors.New("rng: Stream: position above 2^63-1, which only SetPos and Pos can express")
	errWhence   = errors.New("rng: Stream: whence is not one of io's")
	errEnd      = errors.New("rng: Stream: no Seek relative to the end, byte 2^70")
)

// Pos returns the position: 64*block + offset bytes are before it, with
// 0 <= offset < 64.
func (s *Stream) Pos() (block uint64, offset int) {
	offset = -s.unread & (chacha.BlockSize - 1)
	return s.next - uint64((s.unread+offset)/chacha.BlockSize), offset
}

// SetPos goes to a position that Pos may return. It reaches every byte of the
// stream. It panics unless 0 <= offset < 64.
func (s *Stream) SetPos(block uint64, offset int) {
	if offset < 0 || offset >= chacha.BlockSize {
		panic(fmt.Sprintf("rng: Stream.SetPos: offset %d is not within a block of %d bytes", offset, chacha.BlockSize))
	}
	s.next, s.unread = block, -offset
}

// Seek is that of io.Seeker, in bytes. As its positions are an int64, it reaches
// the first 2^63 bytes of the stream, and the whence io.SeekEnd is an error. An
// error changes nothing. Draws may go on beyond 2^63-1.
func (s *Stream) Seek(offset int64, whence int) (int64, error) {
	var base int64
	switch whence {
	case io.SeekStart:
	case io.SeekCurrent:
		block, rest := s.Pos()
		if block > math.MaxInt64/chacha.BlockSize {
			return 0, errTooFar
		}
		base = int64(block)*chacha.BlockSize + int64(rest)
	case io.SeekEnd:
		return 0, errEnd
	default:
		return 0, errWhence
	}
	if offset > math.MaxInt64-base {
		return 0, errTooFar
	}
	pos := base + offset
	if pos < 0 {
		return 0, errNegative
	}
	s.SetPos(uint64(pos)/chacha.BlockSize, int(pos%chacha.BlockSize))
	return pos, nil
}

// ReadAt fills p with the bytes from position off on, whatever the position is
// that Read goes on from. It returns len(p) and no error unless off is negative.
// It is safe for concurrent use.
func (s *Stream) ReadAt(p []byte, off int64) (n int, err error) {
	if off < 0 {
		return 0, errNegative
	}
	state := s.at(uint64(off) / chacha.BlockSize)
	s.settings.keystream(p, &state, int(off%chacha.BlockSize))
	return len(p), nil
}

// blocks fills p with the blocks from next on, by kernel k.
func (s *Stream) blocks(p []byte, k simdchacha.Kernel) {
	state := s.at(s.next)
	k.Blocks(p, &state, s.settings.rounds)
	s.next = state.BlockCounter()
}

// at returns the state at a block. It panics if there is none.
func (s *Stream) at(block uint64) chacha.State {
	if s.zero() {
		panic(noStream)
	}
	state := s.origin
	state.SetBlockCounter(block)
	return state
}
