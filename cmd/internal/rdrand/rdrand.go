// Package rdrand draws words from the random number generator of x86 CPUs, to
// measure it. Nothing else here trusts it alone.
package rdrand

// tries is how often to ask before the generator counts as broken (Intel,
// "Digital Random Number Generator Software Implementation Guide", 5.2.1).
const tries = 10

// Uint64 returns 64 random bits. It panics where the CPU does not deliver them,
// and where there is no such CPU: see Available.
func Uint64() uint64 {
	check()
	for range tries {
		if v, ok := read64(); ok {
			return v
		}
	}
	panic("rdrand: no random number in ten tries")
}

// Uint32 returns 32 random bits, and panics as Uint64 does.
func Uint32() uint32 {
	check()
	for range tries {
		if v, ok := read32(); ok {
			return v
		}
	}
	panic("rdrand: no random number in ten tries")
}

func check() {
	if !Available() {
		panic("rdrand: no such instruction on this CPU")
	}
}
