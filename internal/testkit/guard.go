package testkit

import "testing"

// canary fills what surrounds a guarded slice.
const canary = 0xc5

// GuardBehind returns n bytes that end where memory ends: reading or writing
// the byte behind them faults. On a system where memory cannot be made so,
// writing there fails the test at its end; so does, on every system, writing
// close before the n bytes. Their content is arbitrary, and they are gone after
// the test.
//
// Slices with the same end have the same property, and are cheaper than many
// calls.
func GuardBehind(t testing.TB, n int) []byte {
	t.Helper()
	mem, _, end := guarded(t, n)
	return watch(t, mem, end-n, n)
}

// GuardBefore is like GuardBehind, but memory begins where the n bytes begin.
func GuardBefore(t testing.TB, n int) []byte {
	t.Helper()
	mem, begin, _ := guarded(t, n)
	return watch(t, mem, begin, n)
}

// watch returns mem[begin:begin+n] and surrounds it, within mem, by canaries
// that are checked at the end of the test.
func watch(t testing.TB, mem []byte, begin, n int) []byte {
	for i := range mem {
		mem[i] = canary
	}
	t.Cleanup(func() {
		for i, b := range mem {
			if (i < begin || i >= begin+n) && b != canary {
				t.Errorf("overwritten: byte %d of a slice of %d bytes", i-begin, n)
				return
			}
		}
	})
	return mem[begin : begin+n : begin+n]
}
