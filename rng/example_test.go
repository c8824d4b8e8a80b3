package rng_test

import (
	"crypto/ecdh"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/simdchacha/simdchacha/chacha"
	"github.com/simdchacha/simdchacha/rng"
)

func ExampleRead() {
	var key [32]byte
	rng.Read(key[:]) // never fails
	fmt.Println(len(key))
	// Output: 32
}

func ExampleIntN() {
	die := 1 + rng.IntN(6)
	fmt.Println(die >= 1 && die <= 6)
	// Output: true
}

// Any integer type will do: here, a random delay.
func ExampleN() {
	delay := rng.N(100 * time.Millisecond)
	fmt.Println(delay < 100*time.Millisecond)
	// Output: true
}

// A token that nobody can guess.
func ExampleText() {
	fmt.Println(len(rng.Text()))
	// Output: 26
}

// All of math/rand/v2 on a cryptographic source.
func ExampleSource() {
	r := rand.New(rng.Source)
	weight := 80 + 5*r.NormFloat64()
	fmt.Println(weight > 0)
	// Output: true
}

// Reader goes where crypto/rand.Reader goes, as into the package-level reader
// that libraries have for identifiers: uuid.SetRand(rng.Reader).
func ExampleReader() {
	var source io.Reader // of a library
	SetRand := func(r io.Reader) { source = r }

	SetRand(rng.Reader)

	var id [16]byte
	io.ReadFull(source, id[:])
	id[6] = id[6]&0x0f | 0x40 // RFC 9562, Section 5.4: version 4
	id[8] = id[8]&0x3f | 0x80
	s := fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
	fmt.Println(len(s), s[14:15])
	// Output: 36 4
}

// A standard library function that takes a reader.
func ExampleReader_key() {
	key, err := ecdh.X25519().GenerateKey(rng.Reader)
	if err != nil {
		panic(err)
	}
	fmt.Println(len(key.PublicKey().Bytes()))
	// Output: 32
}

// In a hot loop, a generator of one's own saves the cost of sharing.
func ExampleNew() {
	g := rng.New(rng.WithRounds(chacha.R8)) // with less margin than 20 rounds
	heads := 0
	for range 1000 {
		heads += int(g.Uint64() & 1)
	}
	fmt.Println(heads > 300 && heads < 700)
	// Output: true
}

// Each goroutine has a generator of its own, as a Generator is not safe for
// concurrent use.
func ExampleGenerator() {
	sums := make(chan float64)
	for range 4 {
		go func() {
			r := rand.New(rng.New())
			sum := 0.0
			for range 1000 {
				sum += r.Float64()
			}
			sums <- sum
		}()
	}
	total := <-sums + <-sums + <-sums + <-sums
	fmt.Println(total > 1500 && total < 2500)
	// Output: true
}

// Values that must not repeat after a virtual machine was restored from a
// snapshot.
func ExampleReseed() {
	onRestore := func() { rng.Reseed() }
	onRestore()
	fmt.Println(rng.Uint64() != rng.Uint64())
	// Output: true
}
