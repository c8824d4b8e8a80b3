package rng

import (
	"bytes"
	crand "crypto/rand"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/simdchacha/simdchacha/chacha"
)

// mustDie fails t unless f ends the program with a message that contains with.
func mustDie(t *testing.T, with string, f func()) {
	t.Helper()
	old := fatal
	defer func() { fatal = old }()
	fatal = func(msg string) { panic("fatal: " + msg) }
	if got := panicOf(f); !strings.HasPrefix(got, "fatal: ") || !strings.Contains(got, with) {
		t.Errorf("ends with %q, want an end with %q", got, with)
	}
}

// TestBadEntropy checks that a generator gets a whole seed or none at all.
func TestBadEntropy(t *testing.T) {
	for name, c := range map[string]struct {
		r    io.Reader
		with string
	}{
		"failing":       {iotest.ErrReader(errors.New("no such device")), "no such device"},
		"failing later": {io.MultiReader(strings.NewReader("31 bytes are not thirty-two....")), "EOF"},
		"empty":         {strings.NewReader(""), "EOF"},
		"all zeros":     {constant(0), "broken"},
		"all ones":      {constant(0xff), "broken"},
		"zeros, slowly": {iotest.OneByteReader(constant(0)), "broken"},
	} {
		t.Run(name, func(t *testing.T) {
			setSystem(t, c.r)
			var p [longRead]byte
			mustDie(t, c.with, func() { New().Uint64() })
			mustDie(t, c.with, func() { New().Read(p[:16]) })
			mustDie(t, c.with, func() { New().Read(p[:]) })
			mustDie(t, c.with, func() { Uint32() })
			mustDie(t, c.with, func() { Read(p[:]) })
			if !isZero(p[:]) {
				t.Error("bytes were handed out all the same")
			}
		})
	}
}

type constant byte

func (c constant) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(c)
	}
	return len(p), nil
}

// TestShortEntropy checks that reads that return less than asked for are
// continued, to the same seed.
func TestShortEntropy(t *testing.T) {
	seeds := bytes.Repeat([]byte("a seed of exactly thirty-two B.."), 10)
	setSystem(t, bytes.NewReader(seeds))
	want := read(New(), 100)
	for name, r := range map[string]io.Reader{
		"one byte":       iotest.OneByteReader(bytes.NewReader(seeds)),
		"half":           iotest.HalfReader(bytes.NewReader(seeds)),
		"data and error": iotest.DataErrReader(bytes.NewReader(seeds[:chacha.KeySize])),
	} {
		setSystem(t, r)
		if !bytes.Equal(read(New(), 100), want) {
			t.Errorf("%s at a time gives another seed", name)
		}
	}
}

// TestOneEqualByteIsFine checks that only a seed of equal bytes is refused.
func TestOneEqualByteIsFine(t *testing.T) {
	for _, c := range []byte{0x00, 0xff} {
		seed := bytes.Repeat([]byte{c}, chacha.KeySize)
		seed[chacha.KeySize-1] ^= 1
		setSystem(t, bytes.NewReader(seed))
		New().Uint64()
	}
}

// TestReplacedCryptoReader sets crypto/rand.Reader to this package's, which a
// program may do, and which must not make this package its own source.
func TestReplacedCryptoReader(t *testing.T) {
	old := crand.Reader
	defer func() { crand.Reader = old }()
	crand.Reader = Reader
	Reseed()
	var p [64]byte
	if _, err := crand.Read(p[:]); err != nil || isZero(p[:]) {
		t.Errorf("crypto/rand.Read: %v", err)
	}
	g := New()
	if g.Uint64() == New().Uint64() {
		t.Error("two generators agree")
	}
}

// reentrant is an operating system that draws from this package.
type reentrant struct{ depth int }

func (r *reentrant) Read(p []byte) (int, error) {
	if r.depth++; r.depth < 3 {
		Uint64()
		New().Read(p)
		Read(p)
	}
	return crand.Read(p)
}

func TestReentrantEntropy(t *testing.T) {
	setSystem(t, &reentrant{depth: 0})
	Uint64()
	New().Uint64()
}

// TestImportIsQuiet checks, in a process of its own, that importing this package
// starts no goroutine and reads no entropy. TestMain looks before any test runs.
func TestImportIsQuiet(t *testing.T) {
	if !inChild(t.Name()) {
		passes(t, t.Name())
		return
	}
	if atStart.seeded || atStart.goroutines != 1 {
		t.Errorf("after the imports: entropy read: %t, goroutines: %d", atStart.seeded, atStart.goroutines)
	}
	Uint64()
	seeded := true
	bootOnce.Do(func() { seeded = false })
	if !seeded {
		t.Error("this test does not see that entropy was read")
	}
}

// atStart is what was true when the imports were done.
var atStart struct {
	seeded     bool
	goroutines int
}

func TestMain(m *testing.M) {
	if inChild("TestImportIsQuiet") {
		atStart.goroutines = runtime.NumGoroutine()
		atStart.seeded = true
		bootOnce.Do(func() { atStart.seeded = false; awaitBoot() })
	}
	os.Exit(m.Run())
}

// TestFatal checks, in a process of its own, that what is fatal cannot be
// recovered from.
func TestFatal(t *testing.T) {
	const message = "panic: rng: the operating system's random source is broken"
	if !inChild(t.Name()) {
		out, err := child(t, t.Name())
		if err == nil || !strings.Contains(out, message) || strings.Contains(out, "survived") {
			t.Errorf("child process: %v\n%s", err, out)
		}
		return
	}
	defer func() {
		recover()
		t.Fatal("survived")
	}()
	system = constant(0)
	Uint64()
	t.Fatal("survived")
}
