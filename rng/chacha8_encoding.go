package rng

import (
	"bytes"
	"encoding/binary"
	"errors"

	"github.com/simdchacha/simdchacha/chacha"
)

// The encoding of math/rand/v2.ChaCha8: first, if Read has left bytes of a word,
// readBufTag, their number in one byte, and they; then chacha8Tag, the number of
// words that were taken from the current key in eight bytes, big-endian, and the
// key.
const (
	readBufTag = "readbuf:"
	chacha8Tag = "chacha8:"
)

var (
	errChaCha8   = errors.New("rng: invalid ChaCha8 encoding")
	errNoChaCha8 = errors.New(noChaCha8)
)

// MarshalBinary returns the state of c in the encoding of math/rand/v2.ChaCha8: 48
// to 64 bytes, from which UnmarshalBinary of either continues the output. It holds
// the key. There is no error, unless c is a zero value, whose key everybody knows.
func (c *ChaCha8) MarshalBinary() ([]byte, error) {
	return c.AppendBinary(make([]byte, 0, 64))
}

// AppendBinary appends to b what MarshalBinary returns, with the same error.
func (c *ChaCha8) AppendBinary(b []byte) ([]byte, error) {
	if c.zero() {
		return nil, errNoChaCha8
	}
	if c.wordLeft > 0 {
		b = append(b, readBufTag...)
		b = append(b, byte(c.wordLeft))
		b = append(b, c.word[len(c.word)-c.wordLeft:]...)
	}
	b = append(b, chacha8Tag...)
	b = binary.BigEndian.AppendUint64(b, uint64(chacha8Size-c.unread)/8)
	for _, x := range c.state[chacha.Key:chacha.Counter] {
		b = binary.LittleEndian.AppendUint32(b, x)
	}
	return b, nil
}

// UnmarshalBinary sets c to a state that MarshalBinary returned, here or in
// math/rand/v2. If it returns an error, c is as it was.
func (c *ChaCha8) UnmarshalBinary(data []byte) error {
	word, data, ok := cutReadBuf(data)
	if !ok || len(word) > len(c.word) {
		return errChaCha8
	}
	data, ok = bytes.CutPrefix(data, []byte(chacha8Tag))
	if !ok || len(data) != 8+chacha.KeySize {
		return errChaCha8
	}
	used := binary.BigEndian.Uint64(data)
	if used > chacha8Size/8 {
		return errChaCha8
	}
	c.Seed([chacha.KeySize]byte(data[8:]))
	c.unread -= 8 * int(used)
	c.wordLeft = copy(c.word[len(c.word)-len(word):], word)
	return nil
}

// cutReadBuf cuts the bytes that Read has left, if there are any, off data.
func cutReadBuf(data []byte) (word, rest []byte, ok bool) {
	data, found := bytes.CutPrefix(data, []byte(readBufTag))
	if !found {
		return nil, data, true
	}
	if len(data) == 0 || len(data) < 1+int(data[0]) {
		return nil, nil, false
	}
	n := 1 + int(data[0])
	return data[1:n], data[n:], true
}
