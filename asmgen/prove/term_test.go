package prove

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// interesting returns a word that carries and masks are sensitive to, or any.
func interesting(r *rand.Rand) uint32 {
	switch r.IntN(4) {
	case 0:
		return uint32(r.IntN(3)) - 1
	case 1:
		return 1 << r.IntN(32)
	}
	return r.Uint32()
}

// TestNormalForms makes random terms and compares their values with those of
// the operations they were made by.
func TestNormalForms(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		ts := newTerms()
		var vars [6]uint32
		for i := range vars {
			vars[i] = interesting(r)
		}
		e := &evaluator{ts, func(i uint32) uint32 { return vars[i%6] }, map[Term]uint32{}}
		// Few variables, and the counter among them, so that terms meet again.
		terms, values := []Term{zero, counterLow, counterHigh, ts.variable(14)}, []uint32{0, vars[0], vars[1], vars[2]}
		for range 40 {
			i, j, k, n := r.IntN(len(terms)), r.IntN(len(terms)), interesting(r), r.IntN(33)
			x, y, a, b := terms[i], terms[j], values[i], values[j]
			if r.IntN(3) == 0 {
				y, b = ts.constant(k), k
			}
			var z Term
			var v uint32
			switch r.IntN(13) {
			case 0:
				z, v = ts.add(x, y), a+b
			case 1:
				z, v = ts.sub(x, y), a-b
			case 2:
				z, v = ts.combine(x, k, y), a+k*b
			case 3:
				z, v = ts.xor(x, y), a^b
			case 4:
				z, v = ts.and(x, y), a&b
			case 5:
				z, v = ts.or(x, y), a|b
			case 6:
				z, v = ts.shl(x, n), a<<n
			case 7:
				z, v = ts.shr(x, n), a>>n
			case 8:
				z, v = ts.rotate(x, n), bits.RotateLeft32(a, n)
			case 9:
				_, v = bits.Add32(a, b, 0)
				z = ts.carry(x, y)
			case 10:
				z, v = ts.halves(x, n&1, y, n>>1&1), a>>(n&1*16)&0xffff|b>>(n>>1&1*16)<<16
			case 11: // a rotation, in pieces
				n = 1 + n%31
				z, v = ts.xor(ts.shl(x, n), ts.shr(x, 32-n)), bits.RotateLeft32(a, n)
				if z != ts.rotate(x, n) {
					t.Fatalf("%s is not a rotation by %d", ts.show(z), n)
				}
			case 12: // both halves of a sum of 64 bits
				lo, carry := bits.Add32(a, b, 0)
				sum := ts.addWords(value{x, y}, value{y, x})
				if got := e.value(sum.lo); got != lo {
					t.Fatalf("low half of a sum is %#x, want %#x", got, lo)
				}
				z, v = sum.hi, a+b+carry
			}
			if got := e.value(z); got != v {
				t.Fatalf("%s is %#x, want %#x", ts.show(z), got, v)
			}
			if v&^ts.nodes[z].bits != 0 {
				t.Fatalf("%s may have only bits %#x, but is %#x", ts.show(z), ts.nodes[z].bits, v)
			}
			terms, values = append(terms, z), append(values, v)
		}
	}
}

// TestCounterNormalForm adds to the counter in different steps.
func TestCounterNormalForm(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 10000 {
		ts := newTerms()
		a, b := r.Uint64()>>r.IntN(64), r.Uint64()>>r.IntN(64)
		number := func(k uint64) value { return value{ts.constant(uint32(k)), ts.constant(uint32(k >> 32))} }
		c := value{counterLow, counterHigh}
		steps, once := ts.addWords(ts.addWords(c, number(a)), number(b)), ts.addWords(c, number(a+b))
		if steps != once {
			t.Fatalf("%#x, %#x: %s is not %s", a, b, ts.show(steps.hi), ts.show(once.hi))
		}
		if x, ok := ts.number(steps); !ok || x != (linear{counter, 0, int64(a + b)}) {
			t.Fatalf("%#x, %#x: %v is not the counter", a, b, x)
		}
		back := ts.shift(-int64(a), false)
		if x := back.of(ts.addWords(c, number(a)).hi); x != counterHigh {
			t.Fatalf("%#x: shifted back to %s", a, ts.show(x))
		}
	}
}

// TestRollback rolls back and makes the same terms again.
func TestRollback(t *testing.T) {
	ts := newTerms()
	build := func(n int) (all []Term) {
		x := counterLow
		for i := range n {
			x = ts.rotate(ts.xor(ts.add(x, ts.variable(i%16)), ts.variable(i%7)), i%31)
			all = append(all, x)
		}
		return all
	}
	build(1000)
	m := ts.mark()
	first := build(20000)
	ts.rollback(m)
	if ts.mark() != m {
		t.Fatal("terms are left after a rollback")
	}
	second := build(20000)
	for i := range first {
		if first[i] != second[i] {
			t.Fatalf("term %d is %d, and was %d", i, second[i], first[i])
		}
	}
}
