package rng

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"golang.org/x/crypto/chacha20"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
	"github.com/simdchacha/simdchacha/internal/testkit"
)

var (
	_ rand.Source                  = (*Stream)(nil)
	_ io.ReadSeeker                = (*Stream)(nil)
	_ io.ReaderAt                  = (*Stream)(nil)
	_ encoded                      = (*Stream)(nil)
	_ interface{ Uint32() uint32 } = (*Stream)(nil)
)

// position is a byte of a Stream: block 64*block + offset.
type position struct {
	block  uint64
	offset int
}

// plus returns the position n bytes on, n >= 0.
func (p position) plus(n int) position {
	n += p.offset
	return position{p.block + uint64(n/chacha.BlockSize), n % chacha.BlockSize}
}

// streamAt returns n bytes of a stream, by the definition.
func streamAt(seed [chacha.KeySize]byte, stream uint64, r chacha.Rounds, at position, n int) []byte {
	s := chacha.State{14: uint32(stream), 15: uint32(stream >> 32)}
	s.SetKey(&seed)
	s.SetBlockCounter(at.block)
	out := make([]byte, (at.offset+n+chacha.BlockSize-1)/chacha.BlockSize*chacha.BlockSize)
	chacha.Blocks(out, &s, r)
	return out[at.offset:][:n]
}

// edges are blocks where something ends: a buffer, a group of some kernel, the low
// word of the counter (2^38 bytes), what an int64 can express, and the stream.
var edges = []uint64{0, 1, 4, 8, 12, 16, 32, 1 << 10, 1 << 31, 1 << 32, 3 << 32, 1 << 38, 1 << 57, 1 << 63, 0}

// TestStreamEdges goes to positions at every edge and draws across it.
func TestStreamEdges(t *testing.T) {
	seed := [chacha.KeySize]byte{7, 31: 9}
	const stream = 0xfedcba9876543210
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		for _, r := range allRounds {
			s := NewStream(seed, stream, WithKernel(k), WithRounds(r))
			for _, edge := range edges {
				for _, before := range []int{0, 1, 3, 4, 8, 63, 64, 65, 100, streamDirect, streamBuffer - 1, streamBuffer, streamBuffer + 1, 3000} {
					at := position{edge - 64, 0}.plus(64*chacha.BlockSize - before)
					for _, n := range []int{0, 1, 7, before, before + 8, before + streamDirect, before + streamBuffer + 1, 9000} {
						s.SetPos(at.block, at.offset)
						if !bytes.Equal(read(s, n), streamAt(seed, stream, r, at, n)) {
							t.Fatalf("%d rounds: %d bytes at %v differ", r, n, at)
						}
						end := at.plus(n)
						want := streamAt(seed, stream, r, end, 12)
						if s.Uint64() != binary.LittleEndian.Uint64(want) || s.Uint32() != binary.LittleEndian.Uint32(want[8:]) {
							t.Fatalf("%d rounds: values at %v, after a Read of %d, differ", r, end, n)
						}
						if block, offset := s.Pos(); (position{block, offset}) != end.plus(12) {
							t.Fatalf("position %d+%d, want %v", block, offset, end.plus(12))
						}
					}
				}
			}
		}
	})
}

// TestStreamXCrypto compares with golang.org/x/crypto/chacha20, which counts 32
// bits of blocks: what is above them is the first word of its nonce.
func TestStreamXCrypto(t *testing.T) {
	for i, at := range []uint64{0, 5, 1<<32 - 100, 1 << 32, 7<<32 + 12345, math.MaxUint64 - 99} {
		seed := [chacha.KeySize]byte{byte(i), 2, 3}
		stream := uint64(i) * 0x9e3779b97f4a7c15
		nonce := binary.LittleEndian.AppendUint32(nil, uint32(at>>32))
		nonce = binary.LittleEndian.AppendUint64(nonce, stream)
		cipher, err := chacha20.NewUnauthenticatedCipher(seed[:], nonce)
		if err != nil {
			t.Fatal(err)
		}
		cipher.SetCounter(uint32(at))
		want := make([]byte, 100*chacha.BlockSize)
		cipher.XORKeyStream(want, want)
		s := NewStream(seed, stream)
		s.SetPos(at, 0)
		if got := read(s, len(want)); !bytes.Equal(got, want) {
			t.Errorf("block %d of stream %d differs", at, stream)
		}
	}
}

// TestStreamsDiffer checks that seed, stream and rounds all matter.
func TestStreamsDiffer(t *testing.T) {
	seen := make(map[string]string)
	for _, seed := range [][chacha.KeySize]byte{{}, {1}, {31: 128}} {
		for _, stream := range []uint64{0, 1, 1 << 31, 1 << 32, 1 << 63, math.MaxUint64} {
			for _, r := range allRounds {
				name := fmt.Sprint(seed, stream, r)
				first := string(read(NewStream(seed, stream, WithRounds(r)), 16))
				if other, found := seen[first]; found {
					t.Errorf("%s begins like %s", name, other)
				}
				seen[first] = name
			}
		}
	}
}

// FuzzStream draws in any order from every kernel, and compares with the
// definition. A script is a sequence of four-byte steps: what to do, a length or an
// offset, and an edge.
func FuzzStream(f *testing.F) {
	f.Add([]byte{}, uint64(0), []byte("\x00...\x01\x00\x03.\x00...\x02...\x01\x08\x00.\x02..."))
	f.Add([]byte("seed"), uint64(1), []byte("\x03\x00\x05\x09\x01\x10\x00.\x04\x00\x41\x0e\x00...\x05..\x02\x01\x00\x01."))
	f.Add([]byte("straddle"), uint64(1<<63), []byte("\x01\x07\xfd.\x00...\x01\x07\xfd.\x02...\x06...\x00..."))
	f.Add([]byte("aside"), uint64(1<<40), bytes.Repeat([]byte("\x05\x0f\xff\x0a\x01\x01\x03.\x03\xff\x01\x0b"), 8))
	f.Fuzz(func(t *testing.T, key []byte, stream uint64, script []byte) {
		var seed [chacha.KeySize]byte
		copy(seed[:], key)
		r, at := allRounds[len(key)%len(allRounds)], position{}
		var streams []*Stream
		for _, k := range simdchacha.Kernels() {
			if k.Available() {
				streams = append(streams, NewStream(seed, stream, WithKernel(k), WithRounds(r)))
			}
		}
		for i := 0; i+4 <= min(len(script), 160); i += 4 {
			step, n := script[i]%7, int(binary.BigEndian.Uint16(script[i+1:]))
			target := position{edges[int(script[i+3])%len(edges)] - 40, 0}.plus(n % 5001)
			off := int64(target.block)*chacha.BlockSize + int64(target.offset)
			if (step == 4 || step == 5) && target.block >= 1<<57 {
				continue // no int64
			}
			n %= 3001
			here, there := streamAt(seed, stream, r, at, max(n, 8)), []byte(nil)
			switch step {
			case 0:
				at = at.plus(8)
			case 1:
				at = at.plus(n)
			case 2:
				at = at.plus(4)
			case 3, 4:
				at = target
			case 5:
				there = streamAt(seed, stream, r, target, n)
			}
			for j, s := range streams {
				good := true
				switch step {
				case 0:
					good = s.Uint64() == binary.LittleEndian.Uint64(here)
				case 1:
					good = bytes.Equal(read(s, n), here[:n])
				case 2:
					good = s.Uint32() == binary.LittleEndian.Uint32(here)
				case 3:
					s.SetPos(target.block, target.offset)
				case 4:
					pos, err := s.Seek(off, io.SeekStart)
					good = pos == off && err == nil
				case 5:
					p := make([]byte, n)
					m, err := s.ReadAt(p, off)
					good = m == n && err == nil && bytes.Equal(p, there)
				case 6:
					streams[j] = NewStream([chacha.KeySize]byte{1}, 2, WithKernel(s.settings.kernels.buffer))
					streams[j].Uint32()
					unmarshal(t, streams[j], marshal(t, s))
				}
				block, offset := streams[j].Pos()
				if !good || (position{block, offset}) != at {
					t.Fatalf("%v, step %d (%d): wrong, or at %d+%d, want %v", s.settings.kernels.buffer, i/4, step, block, offset, at)
				}
			}
		}
	})
}

// TestSeek is the contract of io.Seeker, and which positions are errors.
func TestSeek(t *testing.T) {
	const end = math.MaxInt64
	s := NewStream([chacha.KeySize]byte{1}, 0)
	for i, step := range []struct {
		offset int64
		whence int
		want   int64
		err    error
	}{
		{100, io.SeekStart, 100, nil},
		{-37, io.SeekCurrent, 63, nil},
		{-64, io.SeekCurrent, 0, errNegative},
		{-1, io.SeekStart, 0, errNegative},
		{math.MinInt64, io.SeekStart, 0, errNegative},
		{math.MinInt64, io.SeekCurrent, 0, errNegative},
		{end - 62, io.SeekCurrent, 0, errTooFar},
		{end, io.SeekCurrent, 0, errTooFar},
		{0, io.SeekCurrent, 63, nil},
		{end - 63, io.SeekCurrent, end, nil},
		{1, io.SeekCurrent, 0, errTooFar},
		{-end, io.SeekCurrent, 0, nil},
		{end, io.SeekStart, end, nil},
		{0, io.SeekEnd, 0, errEnd},
		{-5, io.SeekEnd, 0, errEnd},
		{5, 3, 0, errWhence},
		{5, -1, 0, errWhence},
		{0, io.SeekCurrent, end, nil},
	} {
		before := marshal(t, s)
		got, err := s.Seek(step.offset, step.whence)
		if got != step.want || !errors.Is(err, step.err) {
			t.Errorf("step %d: Seek(%d, %d) = %d, %v, want %d, %v", i, step.offset, step.whence, got, err, step.want, step.err)
		}
		if err != nil && !bytes.Equal(marshal(t, s), before) {
			t.Errorf("step %d: an error changed something", i)
		}
	}

	read(s, 2) // from 2^63-1 on
	for _, offset := range []int64{0, 5, -5, math.MinInt64, math.MaxInt64} {
		if _, err := s.Seek(offset, io.SeekCurrent); err != errTooFar {
			t.Errorf("Seek by %d at 2^63+1: %v", offset, err)
		}
	}
	if block, offset := s.Pos(); block != 1<<57 || offset != 1 {
		t.Errorf("position %d+%d, want 2^57+1", block, offset)
	}
}

// TestReadAt reads every short length at every offset in a block, and long ones,
// into memory that is not zero and ends at an unmapped page.
func TestReadAt(t *testing.T) {
	seed := [chacha.KeySize]byte{1, 2}
	const stream = 3
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		s := NewStream(seed, stream, WithKernel(k), WithRounds(chacha.R8))
		mem := testkit.GuardBehind(t, wideMin+shifted)
		lengths := []int{shifted - 1, shifted, shifted + 1, shifted + 63, shifted + 64, shifted + 65, wideMin - 1, wideMin, wideMin + 65}
		for n := range 200 {
			lengths = append(lengths, n)
		}
		want := streamAt(seed, stream, chacha.R8, position{1<<32 - 9, 0}, len(mem)+chacha.BlockSize)
		for _, n := range lengths {
			for offset := range chacha.BlockSize {
				p := mem[len(mem)-n:]
				for i := range p {
					p[i] = 0xa5
				}
				if m, err := s.ReadAt(p, (1<<32-9)*chacha.BlockSize+int64(offset)); m != n || err != nil {
					t.Fatalf("ReadAt of %d bytes = %d, %v", n, m, err)
				}
				if !bytes.Equal(p, want[offset:][:n]) {
					t.Fatalf("ReadAt of %d bytes at offset %d of a block differs", n, offset)
				}
			}
		}
		p := make([]byte, 100) // across 2^63
		if n, err := s.ReadAt(p, math.MaxInt64-9); n != len(p) || err != nil ||
			!bytes.Equal(p, streamAt(seed, stream, chacha.R8, position{1<<57 - 1, 54}, len(p))) {
			t.Errorf("ReadAt across 2^63 differs, or = %d, %v", n, err)
		}
		if n, err := s.ReadAt(p, -1); n != 0 || err != errNegative {
			t.Errorf("ReadAt(-1) = %d, %v", n, err)
		}
		if block, offset := s.Pos(); block != 0 || offset != 0 {
			t.Error("ReadAt moved the position")
		}
	})
}

// TestReadAtConcurrently reads from many goroutines, while one draws, seeks and
// encodes: package race sees what they share.
func TestReadAtConcurrently(t *testing.T) {
	seed := [chacha.KeySize]byte{5}
	s := NewStream(seed, 6)
	want := streamAt(seed, 6, chacha.R20, position{}, 1<<16)
	var wg sync.WaitGroup
	for worker := range uint64(16) {
		wg.Go(func() {
			r := rand.New(NewStream(seed, worker))
			for range max(repeat(5000), 50) {
				at := r.IntN(len(want))
				p := make([]byte, r.IntN(min(len(want)-at, 6000)+1))
				if _, err := s.ReadAt(p, int64(at)); err != nil || !bytes.Equal(p, want[at:at+len(p)]) {
					t.Errorf("ReadAt of %d bytes at %d differs, or %v", len(p), at, err)
					return
				}
			}
		})
	}
	wg.Go(func() {
		for i := range max(repeat(20_000), 200) {
			s.Uint64()
			read(s, i%5000)
			s.Seek(int64(i), io.SeekStart)
			s.MarshalBinary()
		}
	})
	wg.Wait()

	all, err := io.ReadAll(io.NewSectionReader(s, 1000, 20_000))
	if err != nil || !bytes.Equal(all, want[1000:21_000]) {
		t.Errorf("io.SectionReader differs, or %v", err)
	}
}

// FuzzStreamUnmarshal decodes anything: 51 bytes with version 1, legal rounds and an
// offset below 64 are valid, and encode to themselves.
func FuzzStreamUnmarshal(f *testing.F) {
	s := NewStream([chacha.KeySize]byte{1, 2, 3}, 4)
	for _, n := range []int{0, 1, 64, 5000} {
		read(s, n)
		f.Add(marshal(f, s))
	}
	good := marshal(f, s)
	f.Add([]byte{})
	f.Add(good[:50])
	f.Add(append(bytes.Clone(good), 0))
	for i, bad := range map[int]byte{0: 2, 1: 10, 50: 64} {
		data := bytes.Clone(good)
		data[i] = bad
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		valid := len(data) == 51 && data[0] == 1 && (data[1] == 8 || data[1] == 12 || data[1] == 20) && data[50] < 64
		fresh := new(Stream)
		decodes(t, fresh, data, valid, func() *Stream {
			used := NewStream([chacha.KeySize]byte{6}, 7, WithRounds(chacha.R12))
			read(used, 3*streamBuffer+3)
			return used
		})
		if valid {
			if !bytes.Equal(marshal(t, fresh), data) {
				t.Error("encodes to something else")
			}
			at := position{binary.LittleEndian.Uint64(data[42:]), int(data[50])}
			want := streamAt([chacha.KeySize]byte(data[2:]), binary.LittleEndian.Uint64(data[34:]), chacha.Rounds(data[1]), at, 100)
			if !bytes.Equal(read(fresh, 100), want) {
				t.Error("output differs from the definition")
			}
		}
	})
}

// TestStreamKeepsItsKernel checks that options survive decoding, but for the rounds,
// which are part of the state.
func TestStreamKeepsItsKernel(t *testing.T) {
	data := marshal(t, NewStream([chacha.KeySize]byte{1}, 0, WithRounds(chacha.R12)))
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		s := NewStream([chacha.KeySize]byte{2}, 0, WithKernel(k))
		unmarshal(t, s, data)
		if s.settings != (settings{chacha.R12, kernels{k, k}}) {
			t.Errorf("settings %v", s.settings)
		}
	})
	var s Stream
	if unmarshal(t, &s, data); s.settings != (settings{chacha.R12, dispatch()}) {
		t.Errorf("settings of a new Stream: %v", s.settings)
	}
}
