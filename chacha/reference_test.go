package chacha_test

import (
	"encoding/binary"

	"github.com/simdchacha/simdchacha/chacha"
)

// reference does what chacha.Blocks does, slowly, and as the tables say:
// quarter-rounds in the order of DoubleRound, each with the Rotations, and a
// counter that carries by hand.
func reference(dst []byte, s *chacha.State, r chacha.Rounds) {
	for ; len(dst) > 0; dst = dst[chacha.BlockSize:] {
		x := *s
		for range r / 2 {
			for _, index := range chacha.DoubleRound {
				tableQuarterRound(&x, index)
			}
		}
		for i := range x {
			binary.LittleEndian.PutUint32(dst[4*i:], x[i]+s[i])
		}
		if s[12]++; s[12] == 0 {
			s[13]++
		}
	}
}

// tableQuarterRound is RFC 8439, Section 2.1, on the words index of x: add one
// word to another, XOR the sum into a third and rotate that, in turns.
func tableQuarterRound(x *chacha.State, index [4]int) {
	a, b, c, d := &x[index[0]], &x[index[1]], &x[index[2]], &x[index[3]]
	for i, n := range chacha.Rotations {
		to, from, turned := a, b, d
		if i%2 == 1 {
			to, from, turned = c, d, b
		}
		*to += *from
		*turned ^= *to
		*turned = *turned<<n | *turned>>(32-n)
	}
}
