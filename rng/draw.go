package rng

import "math/rand/v2"

// global draws from the package-level generator with the methods of
// math/rand/v2, which keeps no state of its own.
var global = rand.New(Source)

// Uint32N returns a uniformly distributed number in [0, n). It panics if n is
// 0. It costs one Uint64, a second one with probability below n/2^32, and is
// safe for concurrent use.
func Uint32N(n uint32) uint32 {
	if n == 0 {
		panic("rng: invalid argument to Uint32N")
	}
	return global.Uint32N(n)
}

// Uint64N returns a uniformly distributed number in [0, n). It panics if n is
// 0. It costs one Uint64, another one each time that a draw is rejected, with
// probability below n/2^64, and is safe for concurrent use.
func Uint64N(n uint64) uint64 {
	if n == 0 {
		panic("rng: invalid argument to Uint64N")
	}
	return global.Uint64N(n)
}

// IntN returns a uniformly distributed number in [0, n). It panics if n <= 0.
// Cost and concurrency are those of Uint64N.
func IntN(n int) int {
	if n <= 0 {
		panic("rng: invalid argument to IntN")
	}
	return global.IntN(n)
}

// Int64N returns a uniformly distributed number in [0, n). It panics if n <= 0.
// Cost and concurrency are those of Uint64N.
func Int64N(n int64) int64 {
	if n <= 0 {
		panic("rng: invalid argument to Int64N")
	}
	return global.Int64N(n)
}

type intType interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 |
		~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// N returns a uniformly distributed number in [0, n), for any integer type; for
// instance a random time.Duration below one second is N(time.Second). It panics
// if n <= 0. Cost and concurrency are those of Uint64N.
func N[Int intType](n Int) Int {
	if n <= 0 {
		panic("rng: invalid argument to N")
	}
	return Int(global.Uint64N(uint64(n)))
}

// Float64 returns a multiple of 2^-53 in [0, 1), all of them equally likely. It
// costs one Uint64 and is safe for concurrent use.
func Float64() float64 { return global.Float64() }

// Perm returns a permutation of the n integers in [0, n), all of them equally
// likely. It panics if n < 0. It allocates the result, costs n-1 bounded draws,
// and is safe for concurrent use. The addresses that it writes to depend on the
// permutation, and caches may tell.
func Perm(n int) []int {
	if n < 0 {
		panic("rng: invalid argument to Perm")
	}
	return global.Perm(n)
}

// Shuffle puts n elements, of which swap exchanges two, into random order, all
// orders equally likely. It panics if n < 0. It costs n-1 bounded draws. It is
// safe for concurrent use as far as swap is; swap may call this package. The
// addresses of a swap of elements in memory depend on the order, and caches may
// tell.
func Shuffle(n int, swap func(i, j int)) {
	if n < 0 {
		panic("rng: invalid argument to Shuffle")
	}
	global.Shuffle(n, swap)
}

// Text returns 26 letters and digits of the RFC 4648 base32 alphabet, with 130
// bits of randomness: enough for a password, a token or an identifier that
// nobody can guess or meet twice. It does what crypto/rand.Text does. It costs
// 26 bytes and one allocation, and is safe for concurrent use.
func Text() string {
	var b [26]byte
	Read(b[:])
	for i, x := range b {
		b[i] = base32Digit(x)
	}
	s := string(b[:])
	clear(b[:])
	return s
}

// base32Digit returns the digit of the low five bits of x: A to Z, then 2 to 7. It
// does so without a table, whose cache lines would depend on a secret.
func base32Digit(x byte) byte {
	v := int(x & 31)
	isDigit := (25 - v) >> 8 // 0 or -1
	return byte('A' + v - isDigit&('A'+26-'2'))
}
