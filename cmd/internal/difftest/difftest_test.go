package difftest

import (
	"errors"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
)

func TestMaxLen(t *testing.T) {
	for _, k := range simdchacha.Kernels() {
		if least := (3*k.Lanes() + 1) * chacha.BlockSize; MaxLen < least {
			t.Errorf("%v needs %d bytes for three groups and a block, MaxLen is %d", k, least, MaxLen)
		}
	}
}

func TestKernelsAgree(t *testing.T) {
	tester := NewTester()
	for range 2000 {
		c := Random()
		for _, k := range simdchacha.Kernels() {
			if !k.Available() {
				continue
			}
			if err := tester.Check(c, k.Blocks); err != nil {
				t.Fatalf("%v: %v", k, err)
			}
		}
	}
}

// Faults of the kinds that kernels really have are found, and the report holds
// the whole case.
func TestFaultsAreFound(t *testing.T) {
	for name, test := range map[string]struct {
		fault Blocks
		want  string // in the first line of the error
	}{
		"wrong byte": {func(dst []byte, s *chacha.State, r chacha.Rounds) {
			chacha.Blocks(dst, s, r)
			if len(dst) > 700 {
				dst[700] ^= 1
			}
		}, "dst[700] is "},
		"byte written before dst": {func(dst []byte, s *chacha.State, r chacha.Rounds) {
			chacha.Blocks(dst, s, r)
			beyond(dst, -1)
		}, "dst[-1] is "},
		"byte written behind dst": {func(dst []byte, s *chacha.State, r chacha.Rounds) {
			chacha.Blocks(dst, s, r)
			beyond(dst, len(dst))
		}, "] is "},
		"no carry into the high counter word": {func(dst []byte, s *chacha.State, r chacha.Rounds) {
			high := s[13]
			chacha.Blocks(dst, s, r)
			s[13] = high
		}, "state[13] is "},
		"carry into the nonce": {func(dst []byte, s *chacha.State, r chacha.Rounds) {
			before := s.BlockCounter()
			chacha.Blocks(dst, s, r)
			if s.BlockCounter() < before {
				s[14]++
			}
		}, "state[14] is "},
		"old content shines through": {func(dst []byte, s *chacha.State, r chacha.Rounds) {
			old := append([]byte(nil), dst...)
			chacha.Blocks(dst, s, r)
			for i := range dst {
				dst[i] ^= old[i]
			}
		}, "dst[0] is "},
		"panic": {func(dst []byte, s *chacha.State, r chacha.Rounds) {
			panic("out of lanes")
		}, "panic: out of lanes"},
	} {
		t.Run(name, func(t *testing.T) {
			tester := NewTester()
			for range 10_000 {
				c := Random()
				err := tester.Check(c, test.fault)
				if err == nil {
					continue
				}
				first, rest, _ := strings.Cut(err.Error(), "\n")
				if !strings.Contains(first, test.want) {
					t.Errorf("error is %q, want one with %q", first, test.want)
				}
				if rest != c.String() {
					t.Errorf("the report does not end with the case:\n%v", err)
				}
				if again := tester.Check(c, test.fault); fmt.Sprint(again) != fmt.Sprint(err) {
					t.Errorf("the case, repeated, gives %v, want %v", again, err)
				}
				return
			}
			t.Error("not found in 10000 cases")
		})
	}
}

// beyond changes the byte at index i of dst, which lies outside of it, as
// assembly could.
func beyond(dst []byte, i int) {
	p := (*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(dst)), i))
	*p ^= 0xff
}

func TestCaseString(t *testing.T) {
	c := Case{Rounds: chacha.R12, Len: 192, Offset: 7}
	for i := range c.State {
		c.State[i] = uint32(i) << 16
	}
	want := `state  [0x00000000 0x00010000 0x00020000 0x00030000]
state  [0x00040000 0x00050000 0x00060000 0x00070000]
state  [0x00080000 0x00090000 0x000a0000 0x000b0000]
state  [0x000c0000 0x000d0000 0x000e0000 0x000f0000]
rounds 12
length 192
offset 7`
	if got := c.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Random cases reach every number of rounds, the shortest and the longest
// length, every offset and both wraps of the counter.
func TestRandomReaches(t *testing.T) {
	seen := make(map[string]bool)
	for range 20_000 {
		c := Random()
		blocks := uint64(c.Len / chacha.BlockSize)
		seen[fmt.Sprint("rounds ", c.Rounds)] = true
		seen[fmt.Sprint("blocks ", blocks)] = true
		seen[fmt.Sprint("offset ", c.Offset)] = true
		low := uint64(c.State[chacha.Counter])
		switch {
		case c.State.BlockCounter()+blocks < blocks:
			seen["64-bit wrap"] = true
		case low+blocks >= 1<<32:
			seen["32-bit wrap"] = true
		}
		if c.Len > MaxLen || c.Len%chacha.BlockSize != 0 {
			t.Fatalf("length %d", c.Len)
		}
	}
	if want := 3 + MaxLen/chacha.BlockSize + 1 + 64 + 2; len(seen) != want {
		t.Errorf("reached %d kinds of case, want %d: %v", len(seen), want, seen)
	}
}

// The test that a case turns into is formatted, passes for a kernel, and fails
// where the kernel computes something else.
func TestGoTest(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("needs the go command")
	}
	c := Random()
	c.Len, c.Rounds = 640, chacha.R12
	c.State.SetBlockCounter(1<<32 - 3)
	source := c.GoTest("Portable")
	if formatted, err := format.Source([]byte(source)); err != nil || string(formatted) != source {
		t.Errorf("not formatted, %v:\n%s", err, source)
	}
	for name, test := range map[string]struct {
		source string
		passes bool
	}{
		"same":         {source, true},
		"other rounds": {strings.Replace(source, "chacha.Blocks(want, &wantState, 12)", "chacha.Blocks(want, &wantState, 8)", 1), false},
		"other state":  {strings.Replace(source, "gotState != wantState", "gotState != before", 1), false},
	} {
		file := filepath.Join(t.TempDir(), "mismatch_test.go")
		if err := os.WriteFile(file, []byte(test.source), 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(goTool, "test", file).CombinedOutput()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if passed := err == nil; passed != test.passes || !test.passes && !strings.Contains(string(out), "--- FAIL: TestMismatch") {
			t.Errorf("%s: passes is %v, want %v:\n%s", name, passed, test.passes, out)
		}
	}
}
