package vectors_test

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/simdchacha/simdchacha/chacha"
	"github.com/simdchacha/simdchacha/internal/vectors"
)

// kernel computes lanes blocks side by side, step by step, so that a test can
// put a fault into one of them. Counters and rows are words 12 and 13, low word
// first.
type kernel struct {
	lanes   int
	input   func(s chacha.State, j int) chacha.State // of lane j
	advance func(s chacha.State, n int) chacha.State
	feed    func(x, in uint64, i, j int) uint64 // of block i of the call, in lane j
	xor     bool                                // into dst
	keep    bool                                // word 13 after the call
}

func newKernel(lanes int) *kernel {
	return &kernel{
		lanes:   lanes,
		input:   add,
		advance: add,
		feed:    func(x, in uint64, _, _ int) uint64 { return add32(x, in) },
	}
}

// add adds n to the counter of s.
func add(s chacha.State, n int) chacha.State {
	s.SetBlockCounter(s.BlockCounter() + uint64(n))
	return s
}

// add32 adds in 32-bit lanes.
func add32(a, b uint64) uint64 { return (a>>32+b>>32)<<32 | uint64(uint32(a)+uint32(b)) }

func (k *kernel) Blocks(dst []byte, s *chacha.State, r chacha.Rounds) {
	high := s[chacha.Counter+1]
	n := len(dst) / chacha.BlockSize
	for i := range n {
		j := i % k.lanes
		in := k.input(*s, j)
		x := permute(in, r)
		row := k.feed(x.BlockCounter(), in.BlockCounter(), i, j)
		for w := range x {
			x[w] += in[w]
		}
		x.SetBlockCounter(row)
		for w, x := range x {
			p := dst[i*chacha.BlockSize+4*w:]
			if k.xor {
				x ^= binary.LittleEndian.Uint32(p)
			}
			binary.LittleEndian.PutUint32(p, x)
		}
		if j+1 == k.lanes || i+1 == n {
			*s = k.advance(*s, j+1)
		}
	}
	if k.keep {
		s[chacha.Counter+1] = high
	}
}

// permute returns what the rounds make of s, before the feed-forward.
func permute(s chacha.State, r chacha.Rounds) (x chacha.State) {
	var block [chacha.BlockSize]byte
	in := s
	chacha.Blocks(block[:], &s, r)
	for w := range x {
		x[w] = binary.LittleEndian.Uint32(block[4*w:]) - in[w]
	}
	return x
}

// fault is a fault of kernels, and the leads at which Counter shows it.
type fault struct {
	name  string
	plant func(k *kernel)
	shown func(lanes, lead int) bool
	rare  bool // published vectors do not show it, in whichever lane
}

func always(int, int) bool               { return true }
func crossInGroup(lanes, lead int) bool  { return (lead+1)%lanes != 0 }
func pastFirstLane(lanes, lead int) bool { return lead%lanes != 0 }
func pastFirstBlock(_, lead int) bool    { return lead != 0 }

var faults = []fault{
	{
		name:  "feed-forward in 64-bit lanes",
		plant: func(k *kernel) { k.feed = func(x, in uint64, _, _ int) uint64 { return x + in } },
		shown: always,
	},
	{
		name: "feed-forward, lane added last in 64-bit lanes", // weidai11/cryptopp#1069, #1362
		plant: func(k *kernel) {
			k.feed = func(x, in uint64, _, j int) uint64 { return add32(x, without(in, j)) + uint64(j) }
		},
		shown: pastFirstLane,
		rare:  true,
	},
	{
		name: "feed-forward, lane added first in 64-bit lanes",
		plant: func(k *kernel) {
			k.feed = func(x, in uint64, _, j int) uint64 { return add32(x+uint64(j), without(in, j)) }
		},
		shown: pastFirstLane,
		rare:  true,
	},
	{
		name: "feed-forward, index added last in 64-bit lanes",
		plant: func(k *kernel) {
			k.feed = func(x, in uint64, i, _ int) uint64 { return add32(x, without(in, i)) + uint64(i) }
		},
		shown: pastFirstBlock,
		rare:  true,
	},
	{
		name: "feed-forward, index added first in 64-bit lanes",
		plant: func(k *kernel) {
			k.feed = func(x, in uint64, i, _ int) uint64 { return add32(x+uint64(i), without(in, i)) }
		},
		shown: pastFirstBlock,
		rare:  true,
	},
	{
		name:  "no carry into word 13 of a lane", // RustCrypto/stream-ciphers#381
		plant: func(k *kernel) { k.input = addNoCarry },
		shown: crossInGroup,
	},
	{
		name:  "no carry into word 13 of the next group", // randombit/botan#1728
		plant: func(k *kernel) { k.advance = addNoCarry },
		shown: always,
	},
	{
		name: "carry found by a signed comparison",
		plant: func(k *kernel) {
			k.input = func(s chacha.State, j int) chacha.State {
				low := int32(s[chacha.Counter])
				s = addNoCarry(s, j)
				if int32(s[chacha.Counter]) < low {
					s[chacha.Counter+1]++
				}
				return s
			}
		},
		shown: crossInGroup,
	},
	{
		name: "carry into all lanes of a group",
		plant: func(k *kernel) {
			k.input = func(s chacha.State, j int) chacha.State {
				last := add(s, k.lanes-1)
				s = addNoCarry(s, j)
				s[chacha.Counter+1] = last[chacha.Counter+1]
				return s
			}
		},
		shown: crossInGroup,
	},
	{
		name:  "carry into word 14 of a lane",
		plant: func(k *kernel) { k.input = addLeak },
		shown: crossInGroup,
	},
	{
		name:  "carry into word 14 of the next group",
		plant: func(k *kernel) { k.advance = addLeak },
		shown: always,
	},
	{
		name:  "word 13 lost after the call", // RustCrypto/stream-ciphers#391
		plant: func(k *kernel) { k.keep = true },
		shown: always,
	},
	{
		name:  "XOR into dst", // gosuda/portal-tunnel#57
		plant: func(k *kernel) { k.xor = true },
		shown: always,
	},
}

// without undoes the addition of n to the low word of in.
func without(in uint64, n int) uint64 { return in&^(1<<32-1) | uint64(uint32(in)-uint32(n)) }

// addNoCarry adds n to word 12 alone.
func addNoCarry(s chacha.State, n int) chacha.State {
	s[chacha.Counter] += uint32(n)
	return s
}

// addLeak adds n to words 12 to 14.
func addLeak(s chacha.State, n int) chacha.State {
	old := s.BlockCounter()
	s = add(s, n)
	if s.BlockCounter() < old {
		s[chacha.Counter+2]++
	}
	return s
}

// shows reports whether one of the vectors of r rounds fails.
func shows(table []vectors.Vector, r chacha.Rounds, k *kernel, lead int) bool {
	for _, v := range table {
		if v.Rounds == r && v.Check(k.Blocks, lead) != nil {
			return true
		}
	}
	return false
}

// TestFaults plants each fault in kernels of 4, 8 and 16 lanes: Counter must
// show it for every number of rounds and with every lead at which it can be
// seen, that is in every lane.
func TestFaults(t *testing.T) {
	published := append(append([]vectors.Vector(nil), vectors.RFC8439...), vectors.Strombergson...)
	for _, lanes := range []int{4, 8, 16} {
		t.Run(fmt.Sprintf("lanes=%d", lanes), func(t *testing.T) {
			sound := newKernel(lanes)
			for lead := range 2*lanes + 1 {
				for _, v := range vectors.All() {
					if err := v.Check(sound.Blocks, lead); err != nil {
						t.Fatalf("without a fault: %v", err)
					}
				}
			}
			for _, f := range faults {
				k := newKernel(lanes)
				f.plant(k)
				for _, r := range []chacha.Rounds{chacha.R8, chacha.R12, chacha.R20} {
					for lead := range 2*lanes + 1 {
						if got, want := shows(vectors.Counter, r, k, lead), f.shown(lanes, lead); got != want {
							t.Errorf("%s, %d rounds, lead %d: shown %t, want %t", f.name, r, lead, got, want)
						}
						if f.rare && shows(published, r, k, lead) {
							t.Errorf("%s, %d rounds, lead %d: shown by a published vector", f.name, r, lead)
						}
					}
				}
				if err := vectors.Check(k.Blocks); err == nil {
					t.Errorf("%s: Check does not see it", f.name)
				}
			}
		})
	}
}
