package rng

import (
	"encoding/binary"
	"errors"

	"github.com/simdchacha/simdchacha/chacha"
)

// The encoding of a Stream: a version byte, the rounds in one byte, the seed, the
// number of the stream and that of the block in eight bytes each, little-endian,
// and the offset into the block in one byte.
const (
	streamVersion  = 1
	streamEncoding = 1 + 1 + chacha.KeySize + 8 + 8 + 1 // bytes
)

var (
	errStream   = errors.New("rng: invalid Stream encoding")
	errNoStream = errors.New(noStream)
)

// MarshalBinary returns the state of s, the seed, rounds and position included,
// in 51 bytes that do not depend on the kernel or the architecture. There is no
// error, unless s is a zero value.
func (s *Stream) MarshalBinary() ([]byte, error) {
	return s.AppendBinary(make([]byte, 0, streamEncoding))
}

// AppendBinary appends to b what MarshalBinary returns, with the same error.
func (s *Stream) AppendBinary(b []byte) ([]byte, error) {
	if s.zero() {
		return nil, errNoStream
	}
	b = append(b, streamVersion, byte(s.settings.rounds))
	for _, x := range s.origin[chacha.Key:chacha.Counter] {
		b = binary.LittleEndian.AppendUint32(b, x)
	}
	for _, x := range s.origin[nonce:] {
		b = binary.LittleEndian.AppendUint32(b, x)
	}
	block, offset := s.Pos()
	b = binary.LittleEndian.AppendUint64(b, block)
	return append(b, byte(offset)), nil
}

// UnmarshalBinary sets s to a state that MarshalBinary returned. The kernel stays
// what it was, and is the default if s is new. If UnmarshalBinary returns an
// error, s is as it was.
func (s *Stream) UnmarshalBinary(data []byte) error {
	if len(data) != streamEncoding || data[0] != streamVersion {
		return errStream
	}
	rounds := chacha.Rounds(data[1])
	seed := [chacha.KeySize]byte(data[2:])
	rest := data[2+chacha.KeySize:]
	stream, block, offset := binary.LittleEndian.Uint64(rest), binary.LittleEndian.Uint64(rest[8:]), int(rest[16])
	if !legal(rounds) || offset >= chacha.BlockSize {
		return errStream
	}
	if s.zero() {
		s.settings = defaults()
	}
	s.settings.rounds = rounds
	s.setOrigin(&seed, stream)
	s.SetPos(block, offset)
	return nil
}
