package rng

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/simdchacha/simdchacha/chacha"
	"github.com/simdchacha/simdchacha/internal/vectors"
)

// checkInterlaced returns an error unless interlaced agrees with blocks, which
// the test vectors have passed: the same words in another order, and without the
// final addition of what is not key (see chacha.Interlaced).
func checkInterlaced(interlaced, blocks vectors.Blocks) error {
	s := chacha.State{chacha.Counter: 1<<32 - 8, 1, 2, 3} // word 12 wraps on the way
	s.SetKey((*[chacha.KeySize]byte)([]byte("ABCDEFGHIJKLMNOPQRSTUVWXYZ123456")))
	in, after := s, s
	var got, plain [chacha.InterlacedSize]byte
	blocks(plain[:], &after, chacha.R8)
	got = plain // not zero, to see a kernel that XORs
	interlaced(got[:], &s, chacha.R8)
	if s != after {
		return errors.New("interlaced: wrong state after it")
	}

	const lanes = 4
	for n := range chacha.InterlacedSize / chacha.BlockSize {
		for i, x := range in {
			want := binary.LittleEndian.Uint32(plain[chacha.BlockSize*n+4*i:])
			if i < chacha.Key || i >= chacha.Counter {
				want -= x
			}
			at := lanes*chacha.BlockSize*(n/lanes) + 4*(lanes*i+n%lanes)
			if binary.LittleEndian.Uint32(got[at:]) != want {
				return fmt.Errorf("interlaced: wrong word %d of block %d", i, n)
			}
		}
		in.SetBlockCounter(in.BlockCounter() + 1)
	}
	return nil
}
