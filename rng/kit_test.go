package rng

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"unsafe"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
	"github.com/simdchacha/simdchacha/internal/testkit"
)

var allRounds = []chacha.Rounds{chacha.R8, chacha.R12, chacha.R20}

// emulated asks for fewer repetitions, as emulators are slow. It removes no
// case from a test that enumerates cases.
var emulated = os.Getenv("SIMDCHACHA_EMULATED") != ""

// repeat returns n, or fewer on an emulated CPU, with -short, and under the race
// detector, where sync.Pool drops a quarter of the shards, and with each a buffer.
func repeat(n int) int {
	switch {
	case raceEnabled:
		n = (n + 499) / 500
	case emulated || testing.Short():
		n = (n + 49) / 50
	}
	return n
}

// eachKernel runs f as a subtest for every kernel of this architecture.
func eachKernel(t *testing.T, f func(t *testing.T, k simdchacha.Kernel)) {
	for _, k := range simdchacha.Kernels() {
		t.Run(k.String(), func(t *testing.T) {
			if !k.Available() {
				testkit.SkipOrFail(t, k.String(), "not available on this machine")
			}
			f(t, k)
		})
	}
}

// setSystem makes r the operating system until the end of the test.
func setSystem(t testing.TB, r io.Reader) {
	old := system
	system = r
	t.Cleanup(func() { system = old; Reseed() })
	Reseed()
}

// counter is a source of seeds that look random and are known: the keystreams
// of 1, 2, 3 and so on.
type counter struct{ reads uint64 }

func (c *counter) seed(n uint64) [chacha.KeySize]byte {
	var key [chacha.KeySize]byte
	binary.LittleEndian.PutUint64(key[:], n)
	return [chacha.KeySize]byte(keystream(key, chacha.KeySize, chacha.R20))
}

func (c *counter) Read(p []byte) (int, error) {
	c.reads++
	s := c.seed(c.reads)
	return copy(p, s[:]), nil
}

// memory returns the bytes of *p.
func memory[T any](p *T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(p)), unsafe.Sizeof(*p))
}

// stealState returns the memory of g as a thief would see it.
func stealState(g *Generator) []byte { return bytes.Clone(memory(g)) }

// cloneOf copies g, as a snapshot of a virtual machine does.
func cloneOf(g *Generator) *Generator {
	c := New()
	copy(memory(c), memory(g))
	return c
}

// keystream returns the first n bytes that key gives.
func keystream(key [chacha.KeySize]byte, n int, r chacha.Rounds) []byte {
	var s chacha.State
	s.SetKey(&key)
	out := make([]byte, (n+chacha.BlockSize-1)/chacha.BlockSize*chacha.BlockSize)
	chacha.Blocks(out, &s, r)
	return out[:n]
}

func xor(a, b [chacha.KeySize]byte) (c [chacha.KeySize]byte) {
	for i := range c {
		c[i] = a[i] ^ b[i]
	}
	return c
}

func read(r io.Reader, n int) []byte {
	p := make([]byte, n)
	if m, err := r.Read(p); m != n || err != nil {
		panic("short read, or an error")
	}
	return p
}

// child runs this test binary again, with only the test named, in an
// environment with the settings given, and returns what it prints.
func child(t *testing.T, name string, env ...string) (out string, err error) {
	t.Helper()
	if emulated {
		testkit.SkipOrFail(t, "child", "an emulated program cannot start itself")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "-test.run=^"+name+"$", "-test.v")
	cmd.Env = append(os.Environ(), append(env, childEnv+"="+name)...)
	b, err := cmd.CombinedOutput()
	return string(b), err
}

// passes fails t unless the child ran its test and passed.
func passes(t *testing.T, name string, env ...string) {
	t.Helper()
	out, err := child(t, name, env...)
	if err != nil || !strings.Contains(out, "--- PASS: "+name) {
		t.Errorf("child process: %v\n%s", err, out)
	}
}

// childEnv names the test that a child process was started for.
const childEnv = "SIMDCHACHA_TEST_CHILD"

// inChild reports whether this process is the child of the test named.
func inChild(name string) bool { return os.Getenv(childEnv) == name }
