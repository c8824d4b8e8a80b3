package arm64

// vector3 emits d = n op m.
func (f *Function) vector3(opcode string, a Arrangement, d, n, m V) {
	f.op(opcode, ops{d}, ops{n, m}, m.as(a), n.as(a), d.as(a))
}

// AddS is d = n + m in lanes of 32 bits.
func (f *Function) AddS(d, n, m V) { f.vector3("VADD", S4, d, n, m) }

// AddD is d = n + m in lanes of 64 bits.
func (f *Function) AddD(d, n, m V) { f.vector3("VADD", D2, d, n, m) }

// Eor is d = n ^ m.
func (f *Function) Eor(d, n, m V) { f.vector3("VEOR", B16, d, n, m) }

// Zip1S interleaves the lower two words of n and m: d = n[0] m[0] n[1] m[1].
func (f *Function) Zip1S(d, n, m V) { f.vector3("VZIP1", S4, d, n, m) }

// Zip2S interleaves the upper two words of n and m: d = n[2] m[2] n[3] m[3].
func (f *Function) Zip2S(d, n, m V) { f.vector3("VZIP2", S4, d, n, m) }

// Zip1D joins the lower halves of n and m: d = n[0] m[0].
func (f *Function) Zip1D(d, n, m V) { f.vector3("VZIP1", D2, d, n, m) }

// Zip2D joins the upper halves of n and m: d = n[1] m[1].
func (f *Function) Zip2D(d, n, m V) { f.vector3("VZIP2", D2, d, n, m) }

// Uzp1S takes the even words of n and m: d = n[0] n[2] m[0] m[2].
func (f *Function) Uzp1S(d, n, m V) { f.vector3("VUZP1", S4, d, n, m) }

// Uzp2S takes the odd words of n and m: d = n[1] n[3] m[1] m[3].
func (f *Function) Uzp2S(d, n, m V) { f.vector3("VUZP2", S4, d, n, m) }

// Mov16B is d = n.
func (f *Function) Mov16B(d, n V) { f.op("VMOV", ops{d}, ops{n}, n.as(B16), d.as(B16)) }

// Rev32H swaps the 16-bit halves of every word: d = n <<< 16.
func (f *Function) Rev32H(d, n V) { f.op("VREV32", ops{d}, ops{n}, n.as(H8), d.as(H8)) }

// ShlS is d = n << k in lanes of 32 bits.
func (f *Function) ShlS(d, n V, k int) {
	f.op("VSHL", ops{d}, ops{n}, imm(k, 1, 31), n.as(S4), d.as(S4))
}

// SriS is d = n >> k in lanes of 32 bits, but keeps the upper k bits of d.
func (f *Function) SriS(d, n V, k int) {
	f.op("VSRI", ops{d}, ops{n, d}, imm(k, 1, 31), n.as(S4), d.as(S4))
}

// Tbl looks bytes up: d[i] = n[m[i]], or 0 for an index above 15.
func (f *Function) Tbl(d, n, m V) {
	f.op("VTBL", ops{d}, ops{n, m}, m.as(B16), List{V: n.as(B16)}, d.as(B16))
}

// Ext takes 16 bytes out of m:n, from byte k of n on.
func (f *Function) Ext(d, n, m V, k int) {
	f.op("VEXT", ops{d}, ops{n, m}, imm(k, 1, 15), m.as(B16), n.as(B16), d.as(B16))
}

// DupS sets all lanes of 32 bits of d to the lower half of n.
func (f *Function) DupS(d V, n R) { f.op("VDUP", ops{d}, ops{n}, n, d.as(S4)) }

// DupD sets both lanes of 64 bits of d to n.
func (f *Function) DupD(d V, n R) { f.op("VDUP", ops{d}, ops{n}, n, d.as(D2)) }

// DupLaneS sets all lanes of 32 bits of d to one of n.
func (f *Function) DupLaneS(d, n V, lane int) {
	f.op("VDUP", ops{d}, ops{n}, n.element(S, lane), d.as(S4))
}

// DupLaneD sets both lanes of 64 bits of d to one of n.
func (f *Function) DupLaneD(d, n V, lane int) {
	f.op("VDUP", ops{d}, ops{n}, n.element(D, lane), d.as(D2))
}

// InsS sets one lane of 32 bits of d to the lower half of n, and keeps the others.
func (f *Function) InsS(d V, lane int, n R) {
	f.op("VMOV", ops{d}, ops{n, d}, n, d.element(S, lane))
}

// InsD sets one lane of 64 bits of d to n, and keeps the other.
func (f *Function) InsD(d V, lane int, n R) {
	f.op("VMOV", ops{d}, ops{n, d}, n, d.element(D, lane))
}
