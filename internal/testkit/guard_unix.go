//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package testkit

import (
	"testing"

	"golang.org/x/sys/unix"
)

// guardsFault tells what a byte outside of mem[begin:end] of guarded does.
const guardsFault = true

// guarded returns the fewest whole pages that hold n bytes, at least one,
// between two pages that fault, and that its slices shall lie within
// mem[begin:end], here all of it.
func guarded(t testing.TB, n int) (mem []byte, begin, end int) {
	t.Helper()
	page := unix.Getpagesize()
	size := max(page, (n+page-1)/page*page)
	all, err := unix.Mmap(-1, 0, page+size+page, unix.PROT_NONE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatalf("mmap of %d bytes: %v", page+size+page, err)
	}
	t.Cleanup(func() {
		if err := unix.Munmap(all); err != nil {
			t.Errorf("munmap: %v", err)
		}
	})
	mem = all[page : page+size]
	if err := unix.Mprotect(mem, unix.PROT_READ|unix.PROT_WRITE); err != nil {
		t.Fatalf("mprotect of %d bytes: %v", size, err)
	}
	return mem, 0, size
}
