package bench

import (
	crand "crypto/rand"
	"encoding/binary"

	"github.com/dchest/siphash"
)

// A sipChain makes words as Linux's get_random_int did before batches: SipHash,
// under a secret key, of its last output and of a number that changes. That was
// the time stamp, whose reading took longer than hashing; here it is a counter.
type sipChain struct {
	k0, k1        uint64
	last, counter uint64
	message       [16]byte
}

func newSipChain() *sipChain {
	var seed [24]byte
	_, _ = crand.Read(seed[:]) // never fails
	return &sipChain{
		k0:   binary.LittleEndian.Uint64(seed[0:]),
		k1:   binary.LittleEndian.Uint64(seed[8:]),
		last: binary.LittleEndian.Uint64(seed[16:]),
	}
}

func (s *sipChain) next() uint64 {
	s.counter++
	binary.LittleEndian.PutUint64(s.message[0:], s.last)
	binary.LittleEndian.PutUint64(s.message[8:], s.counter)
	s.last = siphash.Hash(s.k0, s.k1, s.message[:])
	return s.last
}
