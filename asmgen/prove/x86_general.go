package prove

// x86General has the instructions on general registers, of 64 bits in
// registers r and of 32 bits in w.
func x86General(fs forms) {
	copies := moving(same)
	fs.add("MOVQ", "", "r|L|m8 r", copies)
	fs.add("MOVQ", "", "r|I m8", copies)
	fs.add("MOVL", "", "w|L|m4 w", copies)
	fs.add("MOVL", "", "w|L m4", copies)
	fs.add("LEAQ", "", "m0 r", func(o []arg) func(*Machine) {
		o[0].kind = argAddress
		return copies(o)
	})

	fs.add("PREFETCHT0", "", "m4", func(o []arg) func(*Machine) {
		return func(m *Machine) { m.fetch(m.address(&o[0].mem, 1)) }
	})

	arithmetic := func(name string, of flagsOf, write bool, f func(t *Terms, a, b value) value) {
		fs.add(name+"Q", "", "r|I|m8 r", twoOperands(of, write, f))
		fs.add(name+"L", "", "w|L|m4 w", twoOperands(of, write, f))
	}
	arithmetic("ADD", sum, true, (*Terms).add64)
	arithmetic("SUB", difference, true, (*Terms).sub64)
	arithmetic("XOR", noFlags, true, func(t *Terms, a, b value) value { return value{t.xor(a.lo, b.lo), t.xor(a.hi, b.hi)} })
	arithmetic("OR", noFlags, true, func(t *Terms, a, b value) value { return value{t.or(a.lo, b.lo), t.or(a.hi, b.hi)} })
	fs.add("ANDQ", "", "r|I r", and64)
	// CMP has the order of the subtraction, SUB that of the destination.
	fs.add("CMPQ", "", "r r|I|m8", compare)
	fs.add("CMPL", "", "w w|L|m4", compare)
	fs.add("TESTQ", "", "r r", testSelf)
	fs.add("INCQ", "", "r", step1(sum, (*Terms).add64))
	fs.add("DECQ", "", "r", step1(difference, (*Terms).sub64))

	fs.add("SHLQ", "", "i r", shift64((*Terms).shl64))
	fs.add("SHRQ", "", "i r", shift64((*Terms).shr64))
	fs.add("ROLL", "", "i w", shift32((*Terms).rotate))
	fs.add("RORL", "", "i w", shift32(func(t *Terms, x Term, k int) Term { return t.rotate(x, -k) }))
}

// pair reads an operand of one or two words. A constant is what an instruction
// extends to 64 bits.
func (a *arg) pair(m *Machine, words int) value {
	var x vec
	a.get(m, &x, words)
	if words == 1 {
		x[1] = zero
	}
	return value{x[0], x[1]}
}

func twoOperands(of flagsOf, write bool, f func(t *Terms, a, b value) value) func(o []arg) func(*Machine) {
	return func(o []arg) func(*Machine) {
		from, to := &o[0], &o[1]
		return func(m *Machine) {
			b, a := from.pair(m, to.words), to.pair(m, to.words)
			m.flags = flags{of: of, x: a, y: b, words: to.words}
			if r := f(m.Terms, a, b); write {
				to.set(m, &vec{r.lo, r.hi})
			}
		}
	}
}

// and64 is ANDQ. Of an address in the frame, it makes the aligned address.
func and64(o []arg) func(*Machine) {
	plain := twoOperands(noFlags, true, func(t *Terms, a, b value) value { return value{t.and(a.lo, b.lo), t.and(a.hi, b.hi)} })(o)
	k, to := o[0].imm, &o[1]
	return func(m *Machine) {
		x, ok := m.number(m.general(to.reg))
		if !ok || x.from != frame {
			plain(m)
			return
		}
		align := int64(m.code.alignment)
		if o[0].kind != argImm || k != -align || align&(align-1) != 0 || align < 8 || align > 64 || x != (linear{frame, 0, align - 1}) {
			refuse("an address in the frame is aligned in a way that is not modelled")
		}
		m.flags.of = noFlags
		m.setGeneral(to.reg, m.words(linear{from: aligned}))
	}
}

func compare(o []arg) func(*Machine) {
	a, b := &o[0], &o[1]
	return func(m *Machine) {
		m.flags = flags{of: difference, x: a.pair(m, a.words), y: b.pair(m, a.words), words: a.words}
	}
}

// testSelf is TESTQ of a register with itself, which compares it with zero.
func testSelf(o []arg) func(*Machine) {
	a, same := &o[0], o[0].reg == o[1].reg
	return func(m *Machine) {
		m.flags = flags{of: difference, x: a.pair(m, 2), y: value{zero, zero}, words: 2}
		if !same {
			m.flags.of = noFlags
		}
	}
}

// step1 adds or subtracts 1, which leaves the carry alone.
func step1(of flagsOf, f func(t *Terms, a, b value) value) func(o []arg) func(*Machine) {
	return func(o []arg) func(*Machine) {
		a := &o[0]
		return func(m *Machine) {
			one := value{m.constant(1), zero}
			x := a.pair(m, 2)
			m.flags = flags{of: of, x: x, y: one, words: 2, noCarry: true}
			r := f(m.Terms, x, one)
			a.set(m, &vec{r.lo, r.hi})
		}
	}
}

func shift64(f func(t *Terms, x value, k int) value) func(o []arg) func(*Machine) {
	return func(o []arg) func(*Machine) {
		k, a := int(o[0].imm)&63, &o[1]
		return func(m *Machine) {
			m.flags.of = noFlags
			r := f(m.Terms, a.pair(m, 2), k)
			a.set(m, &vec{r.lo, r.hi})
		}
	}
}

func shift32(f func(t *Terms, x Term, k int) Term) func(o []arg) func(*Machine) {
	return func(o []arg) func(*Machine) {
		k, a := int(o[0].imm)&31, &o[1]
		return func(m *Machine) {
			m.flags.of = noFlags
			a.set(m, &vec{f(m.Terms, a.pair(m, 1).lo, k)})
		}
	}
}
