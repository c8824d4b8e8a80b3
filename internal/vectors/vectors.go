// Package vectors holds known answers of ChaCha: the published ones, and ones
// of ours for the faults that published ones cannot show.
//
// The tables are plain literals, so that importing the package costs nothing:
// hexadecimal is decoded when a vector is checked.
package vectors

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/simdchacha/simdchacha/chacha"
)

// Vector is one known answer, spelled as its source spells it: byte strings
// are hexadecimal, except for Plaintext.
type Vector struct {
	Source    string
	Rounds    chacha.Rounds
	Key       string // 32 bytes
	Nonce     string // 12 bytes beside a 32-bit counter (RFC 8439), or 8 beside a 64-bit one
	Counter   uint64 // of the first block
	Plaintext string // as it is, not hexadecimal; empty for zeros, so that Output is the keystream
	Output    string // any number of bytes
}

// Blocks is the function under test. It has the contract of chacha.Blocks.
type Blocks = func(dst []byte, s *chacha.State, r chacha.Rounds)

// All returns every vector of this package. The slice is the caller's.
func All() []Vector { return slices.Concat(RFC8439, Strombergson, Counter) }

// lanes is the largest number of blocks that a kernel computes side by side.
const lanes = 16

// Check runs every vector through blocks once, which is some 600 blocks, and
// returns the first failure. Successive vectors begin in successive lanes. This
// is for a self-test before first use; the tests of a kernel try every vector in
// every lane.
func Check(blocks Blocks) error {
	for i, v := range All() {
		if err := v.Check(blocks, i%lanes); err != nil {
			return err
		}
	}
	return nil
}

// Check compares the output of blocks with v. The call starts lead blocks
// before the counter of v, modulo 2^64, and so puts the first block of v into
// lane lead of a kernel with more lanes than that. The leading blocks are not
// looked at. The state that the call leaves must be the one it was given, with
// the counter advanced: as nothing else is carried from call to call, the next
// one is then right as well.
func (v *Vector) Check(blocks Blocks, lead int) error {
	want := decode(v.Output)
	n := lead + (len(want)+chacha.BlockSize-1)/chacha.BlockSize
	s := v.State()
	s.SetBlockCounter(s.BlockCounter() - uint64(lead))
	after := s
	after.SetBlockCounter(s.BlockCounter() + uint64(n))

	// Not zero, to see a kernel that XORs into dst.
	dst := bytes.Repeat([]byte{0xa5}, n*chacha.BlockSize)
	blocks(dst, &s, v.Rounds)

	got := dst[lead*chacha.BlockSize:][:len(want)]
	for i := range v.Plaintext {
		got[i] ^= v.Plaintext[i]
	}
	for i := range want {
		if got[i] != want[i] {
			return fmt.Errorf("%s, %d rounds, %d blocks into the call: byte %d is %#02x, want %#02x",
				v.Source, v.Rounds, lead, i, got[i], want[i])
		}
	}
	if s != after {
		return fmt.Errorf("%s, %d rounds: after %d blocks words 12-15 of the state are %08x, want %08x",
			v.Source, v.Rounds, n, s[chacha.Counter:], after[chacha.Counter:])
	}
	return nil
}

// State returns the state of the first block of v.
func (v *Vector) State() chacha.State {
	var s chacha.State
	s.SetKey((*[chacha.KeySize]byte)(decode(v.Key)))
	nonce := decode(v.Nonce)
	row := binary.LittleEndian.AppendUint64(nil, v.Counter)[:16-len(nonce)]
	row = append(row, nonce...)
	for i := range 4 {
		s[chacha.Counter+i] = binary.LittleEndian.Uint32(row[4*i:])
	}
	return s
}

func decode(s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil {
		panic("vectors: " + err.Error())
	}
	return b
}
