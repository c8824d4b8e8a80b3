package rng

import (
	"bytes"
	"strconv"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/simdchacha/simdchacha/chacha"
)

// TestVastRead reads more than 4 GiB at once, into addresses that all share a
// few pages of memory, and looks at what was written last.
func TestVastRead(t *testing.T) {
	const page = 8 << 20
	size := uint64(4<<30 + page)
	if emulated || raceEnabled || strconv.IntSize == 32 {
		size = 4 * page // the mechanism only: emulators are too slow, 32-bit addresses too few
	}
	mem := fold(t, int(size), page)

	key := [chacha.KeySize]byte{1}
	used := key
	setSystem(t, new(counter))
	with := defaults()
	with.rounds = chacha.R8
	fillOnce(mem[:size-1], &used, with)

	var s chacha.State
	key = xor(key, new(counter).seed(1))
	s.SetKey(&key)
	s.SetBlockCounter((size - page) / chacha.BlockSize)
	want := make([]byte, page)
	chacha.Blocks(want, &s, chacha.R8)
	if !bytes.Equal(mem[size-page:size-1], want[:page-1]) {
		t.Error("the end is not that of the keystream")
	}
}

// fold returns size bytes of address space that repeat the same page bytes of
// memory.
func fold(t *testing.T, size, page int) []byte {
	t.Helper()
	fd, err := unix.MemfdCreate("fold", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	if err := unix.Ftruncate(fd, int64(page)); err != nil {
		t.Fatal(err)
	}
	base, err := unix.MmapPtr(-1, 0, nil, uintptr(size), unix.PROT_NONE, unix.MAP_ANON|unix.MAP_PRIVATE|unix.MAP_NORESERVE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.MunmapPtr(base, uintptr(size)) })
	for at := 0; at < size; at += page {
		if _, err := unix.MmapPtr(fd, 0, unsafe.Add(base, at), uintptr(page), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_FIXED); err != nil {
			t.Fatal(err)
		}
	}
	return unsafe.Slice((*byte)(base), size)
}
