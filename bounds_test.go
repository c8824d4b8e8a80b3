package simdchacha_test

import (
	"fmt"
	"runtime/debug"
	"testing"
	"unsafe"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
	"github.com/simdchacha/simdchacha/internal/testkit"
)

// TestBounds puts dst and the state flush against memory that faults, behind
// and before (DNSCrypt/dnscrypt-proxy#404).
func TestBounds(t *testing.T) {
	eachKernel(t, func(t *testing.T, k simdchacha.Kernel) {
		r := newRand()
		size := maxBlocks(k) * blockSize
		behind, before := testkit.GuardBehind(t, size), testkit.GuardBefore(t, size)
		const stateSize = int(unsafe.Sizeof(chacha.State{}))
		states := []*chacha.State{
			(*chacha.State)(unsafe.Pointer(unsafe.SliceData(testkit.GuardBehind(t, stateSize)))),
			(*chacha.State)(unsafe.Pointer(unsafe.SliceData(testkit.GuardBefore(t, stateSize)))),
		}
		for _, rounds := range allRounds {
			init := randomState(r)
			want := keystream(init, rounds, maxBlocks(k))
			for n := range maxBlocks(k) + 1 {
				for _, dst := range [][]byte{behind[size-n*blockSize:], before[:n*blockSize]} {
					for _, s := range states {
						*s = init
						if err := fault(func() { k.Blocks(dst, s, rounds) }); err != nil {
							t.Fatalf("%d blocks to %p, state at %p: %v", n, dst, s, err)
						}
						checkBytes(t, dst, want[:n*blockSize])
						checkState(t, *s, init, n)
					}
				}
			}
		}
	})
}

// fault calls f and returns what f panics with, memory faults included.
func fault(f func()) (err any) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		err = recover()
		if at, ok := err.(interface{ Addr() uintptr }); ok {
			err = fmt.Sprintf("%v, at %#x", err, at.Addr())
		}
	}()
	f()
	return nil
}
