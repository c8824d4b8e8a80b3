//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package testkit

import "testing"

const guardsFault = false

// guarded returns a slice in which 1024 bytes for canaries lie on either side of
// the n bytes mem[begin:end].
func guarded(_ testing.TB, n int) (mem []byte, begin, end int) {
	return make([]byte, 1024+n+1024), 1024, 1024 + n
}
