package rng

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/simdchacha/simdchacha/chacha"
)

// model is the written rule of a Generator, as plainly as it can be said: see
// the package documentation, "Which bytes come out".
type model struct {
	rounds chacha.Rounds
	key    [chacha.KeySize]byte
	unread []byte
	seeds  counter
}

func (m *model) seed() [chacha.KeySize]byte {
	m.seeds.reads++
	return m.seeds.seed(m.seeds.reads)
}

func (m *model) next(n int) []byte {
	for len(m.unread) < n {
		stream := keystream(xor(m.key, m.seed()), bufferSize, m.rounds)
		m.key = [chacha.KeySize]byte(stream)
		m.unread = append(m.unread, stream[chacha.KeySize:]...)
	}
	out := m.unread[:n:n]
	m.unread = m.unread[n:]
	return out
}

func (m *model) Read(n int) []byte {
	if n < longRead {
		return m.next(n)
	}
	key := [chacha.KeySize]byte(m.next(chacha.KeySize))
	return keystream(xor(key, m.seed()), n, m.rounds)
}

func (m *model) Uint64() uint64 { return binary.LittleEndian.Uint64(m.next(8)) }
func (m *model) Uint32() uint32 { return binary.LittleEndian.Uint32(m.next(4)) }
func (m *model) Reseed()        { m.unread = nil }

// FuzzModel draws in any order from a generator and from the model. A script is
// a sequence of three-byte steps: what to do, and the length of a Read.
func FuzzModel(f *testing.F) {
	f.Add(uint8(0), []byte("\x04\x00\x03\x00..\x01..\x04\x07\xff\x04\x08\x00\x04\x08\x01"))
	f.Add(uint8(1), []byte("\x01..\x03..\x04\x00\x00\x04\xff\xff\x02..\x00.."))
	f.Add(uint8(2), bytes.Repeat([]byte("\x04\x05\x4f\x00..\x01.."), 20))
	f.Fuzz(func(t *testing.T, rounds uint8, script []byte) {
		r := allRounds[int(rounds)%len(allRounds)]
		m := &model{rounds: r}
		setSystem(t, new(counter))
		g := New(WithRounds(r))
		for i := 0; i+3 <= min(len(script), 300); i += 3 {
			switch n := int(binary.BigEndian.Uint16(script[i+1:])); script[i] % 8 {
			case 0:
				if got, want := g.Uint32(), m.Uint32(); got != want {
					t.Fatalf("step %d: Uint32() = %#x, want %#x", i/3, got, want)
				}
			case 1:
				if got, want := g.Uint64(), m.Uint64(); got != want {
					t.Fatalf("step %d: Uint64() = %#x, want %#x", i/3, got, want)
				}
			case 2:
				g.Reseed()
				m.Reseed()
			case 3:
				Reseed()
				m.Reseed()
			default:
				if got, want := read(g, n), m.Read(n); !bytes.Equal(got, want) {
					t.Fatalf("step %d: Read of %d bytes differs", i/3, n)
				}
			}
		}
	})
}
