package prove

// x86Shuffles has the instructions that move words and bytes of vectors.
func x86Shuffles(fs forms) {
	for _, name := range []string{"MOVOU", "MOVUPS"} {
		fs.add(name, "x", "V|M V", moving(same))
		fs.add(name, "x", "V M", moving(same))
	}
	fs.add("MOVO", "x", "V|A V", moving(same))
	fs.add("MOVO", "x", "V A", moving(same))
	fs.add("VMOVDQU", "xy", "V|M V", moving(same))
	fs.add("VMOVDQU", "xy", "V M", moving(same))
	for _, name := range []string{"VMOVDQU32", "VMOVDQU64"} {
		fs.add(name, "xyz", "V|M V", moving(same))
		fs.add(name, "xyz", "V M", moving(same))
	}
	for name, widths := range map[string]string{"VMOVDQA": "xy", "VMOVDQA32": "xyz", "VMOVDQA64": "xyz"} {
		fs.add(name, widths, "V|A V", moving(same))
		fs.add(name, widths, "V A", moving(same))
	}

	low := func(n int) func(k, i int) int {
		return func(_, i int) int {
			if i < n {
				return i
			}
			return -1
		}
	}
	for _, name := range []string{"MOVSS", "VMOVSS"} {
		fs.add(name, "", "m4 x", moving(low(1)))
		fs.add(name, "", "x m4", moving(low(1)))
	}
	fs.add("VMOVD", "", "w|m4 x", moving(low(1)))
	fs.add("VMOVD", "", "x w|m4", moving(low(1)))
	for _, name := range []string{"MOVD", "MOVQ", "VMOVQ"} { // MOVD is MOVQ to Go's assembler
		fs.add(name, "", "r|x|m8 x", moving(low(2)))
		fs.add(name, "", "x r|m8", moving(low(2)))
	}
	fs.add("MOVHPS", "", "x m8", moving(func(_, i int) int { return i + 2 }))

	binary := func(sse, vex, widths, imm string, from func(k, i int) int) {
		fs.add(sse, "x", imm+"V|A V", merging(inPieces(from)))
		fs.add(vex, widths, imm+"V|M V V", merging(inPieces(from)))
	}
	binary("PUNPCKLLQ", "VPUNPCKLDQ", "xyz", "", fixed(0, 4, 1, 5))
	binary("PUNPCKHLQ", "VPUNPCKHDQ", "xyz", "", fixed(2, 6, 3, 7))
	binary("PUNPCKLQDQ", "VPUNPCKLQDQ", "xyz", "", fixed(0, 1, 4, 5))
	binary("PUNPCKHQDQ", "VPUNPCKHQDQ", "xyz", "", fixed(2, 3, 6, 7))
	binary("SHUFPS", "VSHUFPS", "xyz", "i ", func(k, i int) int { return field(k, i) + i/2*4 })
	fs.add("VPBLENDD", "xy", "i V|M V V", merging(func(k, i int) int { return i + k>>i&1*lanes }))

	fs.add("PSHUFL", "x", "i V|A V", moving(inPieces(field)))
	fs.add("PSHUFD", "x", "i V|A V", moving(inPieces(field)))
	fs.add("VPSHUFD", "xyz", "i V|M V", moving(inPieces(field)))
	fs.add("VPERMQ", "yz", "i V|M V", moving(func(k, i int) int { return i&^7 + 2*field(k, i%8/2) + i%2 }))

	fs.add("VPBROADCASTD", "xyz", "x|m4|w V", moving(func(_, _ int) int { return 0 }))
	fs.add("VPBROADCASTQ", "xyz", "x|m8|r V", moving(func(_, i int) int { return i % 2 }))
	piece := func(_, i int) int { return i % 4 }
	fs.add("VBROADCASTI128", "", "m16 y", moving(piece))
	fs.add("VBROADCASTI32X4", "yz", "m16 V", moving(piece))

	pieceAt := func(pieces int) func(k, i int) int { return func(k, i int) int { return k&(pieces-1)*4 + i } }
	fs.add("VEXTRACTI128", "", "i y x|m16", moving(pieceAt(2)))
	fs.add("VEXTRACTI32X4", "", "i y x|m16", moving(pieceAt(2)))
	fs.add("VEXTRACTI32X4", "", "i z x|m16", moving(pieceAt(4)))
	fs.add("VEXTRACTI64X4", "", "i z y|m32", moving(func(k, i int) int { return k&1*8 + i }))
	insert := func(pieces, words int) func(k, i int) int {
		return func(k, i int) int {
			if i/words == k&(pieces-1) {
				return lanes + i%words
			}
			return i
		}
	}
	fs.add("VINSERTI128", "", "i x|m16 y y", merging(insert(2, 4)))
	fs.add("VINSERTI32X4", "", "i x|m16 y y", merging(insert(2, 4)))
	fs.add("VINSERTI32X4", "", "i x|m16 z z", merging(insert(4, 4)))
	fs.add("VINSERTI64X4", "", "i y|m32 z z", merging(insert(2, 8)))
	fs.add("PINSRD", "", "i w|m4 x", merging(insert(4, 1)))
	fs.add("PINSRQ", "", "i r|m8 x", merging(insert(2, 2)))
	fs.add("VPERM2I128", "", "i y|m32 y y", merging(func(k, i int) int {
		k >>= i / 4 * 4
		if k&8 != 0 {
			return -1
		}
		return k&1*4 + i%4 + k>>1&1*lanes
	}))
	fs.add("VSHUFI32X4", "", "i y|m32 y y", merging(func(k, i int) int { return k>>(i/4)&1*4 + i%4 + i/4*lanes }))
	fs.add("VSHUFI32X4", "", "i z|m64 z z", merging(func(k, i int) int { return field(k, i/4)*4 + i%4 + i/8*lanes }))

	fs.add("PSHUFLW", "x", "i V|A V", halfwords(0))
	fs.add("PSHUFHW", "x", "i V|A V", halfwords(2))
	fs.add("VPSHUFLW", "xyz", "i V|M V", halfwords(0))
	fs.add("VPSHUFHW", "xyz", "i V|M V", halfwords(2))
	fs.add("PSHUFB", "x", "V|A V", shuffleBytes(128))
	fs.add("VPSHUFB", "xyz", "V|M V V", shuffleBytes(128))
	fs.add("PALIGNR", "x", "i V|A V", alignBytes)
	fs.add("VPALIGNR", "xyz", "i V|M V V", alignBytes)
}

// halfwords shuffles the four halves of words from and from + 1 of each piece.
func halfwords(from int) func(o []arg) func(*Machine) {
	return func(o []arg) func(*Machine) {
		k, a, to := int(o[0].imm), &o[1], &o[2]
		return func(m *Machine) {
			var x vec
			a.get(m, &x, to.words)
			r := x
			for p := from; p < to.words; p += 4 {
				for i := range 2 {
					lo, hi := field(k, 2*i), field(k, 2*i+1)
					r[p+i] = m.halves(x[p+lo/2], lo%2, x[p+hi/2], hi%2)
				}
			}
			to.set(m, &r)
		}
	}
}

// shuffleBytes looks bytes of a up, with b as the indices modulo 16, in each
// piece; indices from zeros on give zero. b must be constant.
func shuffleBytes(zeros int) func(o []arg) func(*Machine) {
	return func(o []arg) func(*Machine) {
		a, b, to := sources(o)
		return func(m *Machine) {
			var x, control, r vec
			a.get(m, &x, to.words)
			b.get(m, &control, to.words)
			for i := range to.words {
				k, ok := m.isConst(control[i])
				if !ok {
					refuse("a shuffle of bytes depends on %s", m.show(control[i]))
				}
				var word [4]part
				for j := range word {
					if c := int(k >> (8 * j) & 255); c < zeros {
						word[j] = m.byteOf(x[i&^3+c%16/4], c%4)
					}
				}
				r[i] = m.bytes(word)
			}
			to.set(m, &r)
		}
	}
}

// alignBytes is PALIGNR: 16 bytes of a:b in each piece, from byte k of b on.
func alignBytes(o []arg) func(*Machine) {
	k := int(o[0].imm) & 255
	a, b, to := sources(o[1:])
	return func(m *Machine) {
		var x, y, r vec
		a.get(m, &x, to.words)
		b.get(m, &y, to.words)
		for p := 0; p < to.words; p += 4 {
			both := [12]Term{y[p], y[p+1], y[p+2], y[p+3], x[p], x[p+1], x[p+2], x[p+3]}
			for i := range 4 {
				r[p+i] = m.unaligned(both[:], 4*i+k)
			}
		}
		to.set(m, &r)
	}
}

// unaligned is the word at byte at of words, zero beyond them.
func (t *Terms) unaligned(words []Term, at int) Term {
	var b [4]part
	for j := range b {
		if i := at + j; i < 4*len(words) {
			b[j] = t.byteOf(words[i/4], i%4)
		}
	}
	return t.bytes(b)
}
