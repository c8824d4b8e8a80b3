package host

import "testing"

func TestFromCPUInfo(t *testing.T) {
	for name, test := range map[string]struct{ info, want string }{
		"x86": {"processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\n" +
			"model name\t: Intel(R) Core(TM) i7-8650U CPU @ 1.90GHz\n", "Intel(R) Core(TM) i7-8650U CPU @ 1.90GHz"},
		"arm64": {"processor\t: 0\nBogoMIPS\t: 50.00\nCPU implementer\t: 0x41\nCPU architecture: 8\n" +
			"CPU variant\t: 0x3\nCPU part\t: 0xd0c\nCPU revision\t: 1\n", "implementer 0x41, part 0xd0c"},
		"powerpc": {"processor\t: 0\ncpu\t\t: POWER9, altivec supported\nclock\t\t: 2166.000000MHz\n", "POWER9, altivec supported"},
		"nothing": {"processor: 0\n", ""},
		"empty":   {"", ""},
	} {
		if got := fromCPUInfo(test.info); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestCPU(t *testing.T) {
	if CPU() == "" {
		t.Error("empty")
	}
}
