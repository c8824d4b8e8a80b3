package rdrand

import "testing"

func TestWords(t *testing.T) {
	if !Available() {
		for name, draw := range map[string]func(){"Uint64": func() { Uint64() }, "Uint32": func() { Uint32() }} {
			if !panics(draw) {
				t.Errorf("%s does not panic without the instruction", name)
			}
		}
		return
	}
	// A bit has the same value in all of 64 draws once in 2^63 times.
	all, none, all32, none32 := ^uint64(0), uint64(0), ^uint32(0), uint32(0)
	for range 64 {
		v, w := Uint64(), Uint32()
		all, none, all32, none32 = all&v, none|v, all32&w, none32|w
	}
	if all != 0 || ^none != 0 || all32 != 0 || ^none32 != 0 {
		t.Errorf("bits that are always 1: %#x %#x; always 0: %#x %#x", all, all32, ^none, ^none32)
	}
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return
}
