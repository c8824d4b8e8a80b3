package prove

import "math/bits"

// The functions of this file make terms in normal form. A sum and an exclusive
// or have their operands sorted, with equal ones collected; shifts that make up
// a rotation become one; shuffles of bytes become rotations and shifts where
// they are.

func (t *Terms) constant(k uint32) Term { return t.intern(opConst, k, nil) }
func (t *Terms) variable(number int) Term {
	if number < len(t.vars) {
		return t.vars[number]
	}
	x := t.intern(opVar, uint32(number), nil)
	if number == len(t.vars) {
		t.vars = append(t.vars, x)
	}
	return x
}
func (t *Terms) unary(o op, k uint32, x Term) Term { return t.intern(o, k, []part{{x, 1}}) }

// isConst returns the value of a constant.
func (t *Terms) isConst(x Term) (k uint32, ok bool) {
	n := &t.nodes[x]
	return n.k, n.op == opConst
}

// split returns x as k + a sum, or k ^ an exclusive or.
func (t *Terms) split(o op, x Term, one *[1]part) (parts []part, k uint32) {
	switch n := &t.nodes[x]; n.op {
	case opConst:
		return nil, n.k
	case o:
		return t.argsOf(x), n.k
	}
	one[0] = part{x, 1}
	return one[:], 0
}

// add is a + b.
func (t *Terms) add(a, b Term) Term {
	if a > b {
		a, b = b, a
	}
	return t.cached(opSum, a, b, func(a, b Term) Term { return t.combine(a, 1, b) })
}

// sub is a - b.
func (t *Terms) sub(a, b Term) Term { return t.combine(a, 1<<32-1, b) }

// combine is a + c*b.
func (t *Terms) combine(a Term, c uint32, b Term) Term {
	if t.shifted(a) && t.shifted(b) && t.nodes[a].bits&t.nodes[b].bits == 0 && c == 1 {
		return t.xor(a, b)
	}
	var oneA, oneB [1]part
	x, k := t.split(opSum, a, &oneA)
	y, l := t.split(opSum, b, &oneB)
	sum := t.scratch[:0]
	for len(x) > 0 || len(y) > 0 {
		switch {
		case len(y) == 0 || len(x) > 0 && x[0].term < y[0].term:
			sum, x = append(sum, x[0]), x[1:]
		case len(x) == 0 || y[0].term < x[0].term:
			sum, y = append(sum, part{y[0].term, c * y[0].coef}), y[1:]
		default:
			if s := x[0].coef + c*y[0].coef; s != 0 {
				sum = append(sum, part{x[0].term, s})
			}
			x, y = x[1:], y[1:]
		}
	}
	t.scratch = sum
	return t.sum(k+c*l, sum)
}

func (t *Terms) sum(k uint32, parts []part) Term {
	switch {
	case len(parts) == 0:
		return t.constant(k)
	case len(parts) == 1 && parts[0].coef == 1 && k == 0:
		return parts[0].term
	}
	return t.intern(opSum, k, parts)
}

func (t *Terms) shifted(x Term) bool {
	o := t.nodes[x].op
	return o == opShl || o == opShr
}

// xor is a ^ b.
func (t *Terms) xor(a, b Term) Term {
	if a > b {
		a, b = b, a
	}
	return t.cached(opXor, a, b, t.makeXor)
}

func (t *Terms) makeXor(a, b Term) Term {
	var oneA, oneB [1]part
	x, k := t.split(opXor, a, &oneA)
	y, l := t.split(opXor, b, &oneB)
	all := t.scratch[:0]
	shifts := false
	for len(x) > 0 || len(y) > 0 {
		var p part
		switch {
		case len(y) == 0 || len(x) > 0 && x[0].term < y[0].term:
			p, x = x[0], x[1:]
		case len(x) == 0 || y[0].term < x[0].term:
			p, y = y[0], y[1:]
		default:
			x, y = x[1:], y[1:]
			continue
		}
		shifts = shifts || t.shifted(p.term)
		all = append(all, p)
	}
	t.scratch = all
	if shifts {
		if i, j, r := t.rotation(all); r.term != 0 {
			var rest []part
			for n, p := range all {
				if n != i && n != j {
					rest = append(rest, p)
				}
			}
			return t.xor(t.exclusive(k^l, rest), t.rotate(r.term, int(r.coef)))
		}
	}
	return t.exclusive(k^l, all)
}

func (t *Terms) exclusive(k uint32, parts []part) Term {
	switch {
	case len(parts) == 0:
		return t.constant(k)
	case len(parts) == 1 && k == 0:
		return parts[0].term
	}
	return t.intern(opXor, k, parts)
}

// rotation finds two parts that make up a rotation of a term by coef.
func (t *Terms) rotation(parts []part) (i, j int, of part) {
	for i, p := range parts {
		if t.nodes[p.term].op != opShl {
			continue
		}
		x, n := t.arg(p.term), t.nodes[p.term].k
		for j, q := range parts {
			if t.nodes[q.term].op == opShr && t.arg(q.term) == x && t.nodes[q.term].k == 32-n {
				return i, j, part{x, n}
			}
		}
	}
	return 0, 0, part{}
}

// and is a & b.
func (t *Terms) and(a, b Term) Term {
	if a > b {
		a, b = b, a
	}
	k, constA := t.isConst(a)
	l, constB := t.isConst(b)
	bitsA, bitsB := t.nodes[a].bits, t.nodes[b].bits
	switch {
	case constA && constB:
		return t.constant(k & l)
	case bitsA&bitsB == 0:
		return zero
	case a == b, constB && bitsA&^l == 0:
		return a
	case constA && bitsB&^k == 0:
		return b
	}
	return t.intern(opAnd, 0, []part{{a, 1}, {b, 1}})
}

// or is a | b.
func (t *Terms) or(a, b Term) Term {
	if a > b {
		a, b = b, a
	}
	k, constA := t.isConst(a)
	l, constB := t.isConst(b)
	switch {
	case constA && constB:
		return t.constant(k | l)
	case t.nodes[a].bits&t.nodes[b].bits == 0:
		return t.xor(a, b)
	case a == b:
		return a
	}
	return t.intern(opOr, 0, []part{{a, 1}, {b, 1}})
}

// not is ^a.
func (t *Terms) not(a Term) Term { return t.xor(a, t.constant(1<<32-1)) }

// shl is x << n, and 0 for n > 31.
func (t *Terms) shl(x Term, n int) Term {
	k, ok := t.isConst(x)
	switch {
	case ok || n > 31:
		return t.constant(k << n)
	case n == 0:
		return x
	case t.nodes[x].bits<<n == 0:
		return zero
	}
	return t.unary(opShl, uint32(n), x)
}

// shr is x >> n, and 0 for n > 31.
func (t *Terms) shr(x Term, n int) Term {
	k, ok := t.isConst(x)
	switch {
	case ok || n > 31:
		return t.constant(k >> n)
	case n == 0:
		return x
	case t.nodes[x].bits>>n == 0:
		return zero
	}
	return t.unary(opShr, uint32(n), x)
}

// rotate is x <<< n, for n of either sign.
func (t *Terms) rotate(x Term, n int) Term {
	if k, ok := t.isConst(x); ok {
		return t.constant(bits.RotateLeft32(k, n))
	}
	if t.nodes[x].op == opRot {
		x, n = t.arg(x), n+int(t.nodes[x].k)
	}
	n &= 31
	switch may := t.nodes[x].bits; {
	case n == 0:
		return x
	case may>>(32-n) == 0:
		return t.shl(x, n)
	case may<<n == 0:
		return t.shr(x, 32-n)
	}
	if n%8 == 0 && t.nodes[x].op == opBytes {
		var b [4]part
		for i := range b {
			b[i] = t.byteOf(x, i-n/8)
		}
		return t.bytes(b)
	}
	return t.unary(opRot, uint32(n), x)
}

// byteOf returns byte i&3 of x as a part of opBytes.
func (t *Terms) byteOf(x Term, i int) part {
	i &= 3
	n := t.nodes[x]
	whole := int(n.k / 8)
	switch {
	case n.op == opConst:
		return part{t.constant(n.k >> (8 * i) & 255), 0}
	case n.op == opBytes:
		return t.argsOf(x)[i]
	case n.op == opRot && n.k%8 == 0:
		return t.byteOf(t.arg(x), i-whole)
	case n.op == opShl && n.k%8 == 0:
		if i < whole {
			return part{zero, 0}
		}
		return t.byteOf(t.arg(x), i-whole)
	case n.op == opShr && n.k%8 == 0:
		if i+whole > 3 {
			return part{zero, 0}
		}
		return t.byteOf(t.arg(x), i+whole)
	}
	return part{x, uint32(i)}
}

// bytes is the word of those bytes.
func (t *Terms) bytes(b [4]part) Term {
	if k, ok := t.constantBytes(b); ok {
		return t.constant(k)
	}
	none := part{zero, 0}
	for n := range 4 { // rotated or shifted by n bytes
		x := b[n].term
		rot, shl, shr := true, true, true
		for i := range b {
			rot = rot && b[i] == part{x, uint32(i-n) & 3}
			shl = shl && (i < n && b[i] == none || i >= n && b[i] == part{x, uint32(i - n)})
			shr = shr && (i > 3-n && b[i] == none || i <= 3-n && b[i] == part{b[0].term, uint32(i + n)})
		}
		switch {
		case rot:
			return t.rotate(x, 8*n)
		case shl:
			return t.shl(x, 8*n)
		case shr:
			return t.shr(b[0].term, 8*n)
		}
	}
	return t.intern(opBytes, 0, b[:])
}

func (t *Terms) constantBytes(b [4]part) (k uint32, ok bool) {
	for i, p := range b {
		v, ok := t.isConst(p.term)
		if !ok {
			return 0, false
		}
		k |= v >> (8 * p.coef) & 255 << (8 * i)
	}
	return k, true
}

// halves is the word of 16 bits of each of two terms: half i&1 of x below, half
// j&1 of y above.
func (t *Terms) halves(x Term, i int, y Term, j int) Term {
	return t.bytes([4]part{t.byteOf(x, 2*i), t.byteOf(x, 2*i+1), t.byteOf(y, 2*j), t.byteOf(y, 2*j+1)})
}
