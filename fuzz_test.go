package simdchacha_test

import (
	"encoding/binary"
	"testing"

	"github.com/simdchacha/simdchacha/chacha"
	"github.com/simdchacha/simdchacha/internal/vectors"
)

// stateOf makes a state of any bytes. Missing ones are zero.
func stateOf(b []byte) (s chacha.State) {
	var full [4 * chacha.Words]byte
	copy(full[:], b)
	for i := range s {
		s[i] = binary.LittleEndian.Uint32(full[4*i:])
	}
	return s
}

// fuzzStates are states to begin with: those of the vectors, and all ones.
func fuzzStates() (states [][]byte) {
	for _, v := range vectors.All() {
		s := v.State()
		var b []byte
		for _, w := range s {
			b = binary.LittleEndian.AppendUint32(b, w)
		}
		states = append(states, b)
	}
	ones := make([]byte, 4*chacha.Words)
	for i := range ones {
		ones[i] = 0xff
	}
	return append(states, ones)
}

// FuzzBlocks compares every kernel with plain Go: any state, any length and
// offset of dst, any old content.
func FuzzBlocks(f *testing.F) {
	for i, s := range fuzzStates() {
		f.Add(s, uint8(i), uint8(i*7), uint8(i), uint8(i))
	}
	const margin = 64
	f.Fuzz(func(t *testing.T, state []byte, rounds, blocks, offset, dirt uint8) {
		before, r := stateOf(state), allRounds[rounds%3]
		size, shift := int(blocks)*blockSize, margin+int(offset)
		memory := func() []byte {
			mem := make([]byte, shift+size+margin)
			for i := range mem {
				mem[i] = dirt
			}
			return mem
		}
		want, wantState := memory(), before
		chacha.Blocks(want[shift:][:size], &wantState, r)
		for _, k := range available() {
			got, s := memory(), before
			k.Blocks(got[shift:][:size:size], &s, r)
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("%v, %d rounds, %d blocks: dst[%d] is %#02x, want %#02x\nstate %08x",
						k, r, blocks, i-shift, got[i], want[i], before)
				}
			}
			if s != wantState {
				t.Fatalf("%v, %d rounds, %d blocks: state\n%08x, want\n%08x", k, r, blocks, s, wantState)
			}
		}
	})
}

// FuzzSplit cuts a stream at any places: the same bytes must come out. Each
// byte of lengths is the number of blocks of a call.
func FuzzSplit(f *testing.F) {
	for i, s := range fuzzStates() {
		f.Add(s, uint8(i), []byte{0, 1, uint8(i % 35), 2, 4, 8, 16, 17})
	}
	f.Fuzz(func(t *testing.T, state []byte, rounds uint8, lengths []byte) {
		blocks := make([]int, min(len(lengths), 16))
		for i := range blocks {
			blocks[i] = int(lengths[i]) % 64
		}
		for _, k := range available() {
			checkSplit(t, k, stateOf(state), allRounds[rounds%3], blocks)
		}
	})
}
