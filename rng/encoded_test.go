package rng

import (
	"bytes"
	"encoding"
	"encoding/gob"
	"testing"
)

// encoded is what seeded generators are.
type encoded interface {
	encoding.BinaryMarshaler
	encoding.BinaryAppender
	encoding.BinaryUnmarshaler
}

// marshal returns the encoding of g, which must be the same when appended.
func marshal(t testing.TB, g encoded) []byte {
	t.Helper()
	data, err := g.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	appended, err := g.AppendBinary([]byte("before"))
	if err != nil || string(appended) != "before"+string(data) {
		t.Fatalf("AppendBinary = %q, %v; MarshalBinary = %q", appended, err, data)
	}
	return data
}

func unmarshal(t testing.TB, g encoding.BinaryUnmarshaler, data []byte) {
	t.Helper()
	if err := g.UnmarshalBinary(data); err != nil {
		t.Fatalf("UnmarshalBinary(%q): %v", data, err)
	}
}

// decodes decodes data, which is valid or not, into fresh and into a used
// generator. An error must leave every byte as it was. Otherwise the two must go on
// in the same way; fresh is then what data says.
func decodes[T any, G interface {
	*T
	encoded
	Read([]byte) (int, error)
	Uint64() uint64
}](t *testing.T, fresh G, data []byte, valid bool, use func() G) {
	t.Helper()
	used := use()
	for _, g := range []G{fresh, used} {
		before := bytes.Clone(memory(g))
		if err := g.UnmarshalBinary(data); (err == nil) != valid {
			t.Fatalf("UnmarshalBinary(%q): error %v, want an error: %v", data, err, !valid)
		} else if err != nil && !bytes.Equal(memory(g), before) {
			t.Fatalf("UnmarshalBinary(%q) changed something, then returned %v", data, err)
		}
	}
	if !valid {
		return
	}
	if !bytes.Equal(marshal(t, fresh), marshal(t, used)) {
		t.Fatal("decoded into a used generator, the encoding differs from a fresh one's")
	}
	if !bytes.Equal(read(fresh, 100), read(used, 100)) || fresh.Uint64() != used.Uint64() {
		t.Fatal("decoded into a used generator, the output differs from a fresh one's")
	}
	unmarshal(t, fresh, data)
}

// TestGob sends generators through encoding/gob, as a job does that is moved.
func TestGob(t *testing.T) {
	type job struct {
		Words  *ChaCha8
		Stream *Stream
	}
	seed := [32]byte{3}
	sent := job{NewChaCha8(seed), NewStream(seed, 4)}
	read(sent.Words, 1001)
	read(sent.Stream, 1001)
	var wire bytes.Buffer
	if err := gob.NewEncoder(&wire).Encode(sent); err != nil {
		t.Fatal(err)
	}
	var got job
	if err := gob.NewDecoder(&wire).Decode(&got); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(read(got.Words, 3000), read(sent.Words, 3000)) || !bytes.Equal(read(got.Stream, 3000), read(sent.Stream, 3000)) {
		t.Error("what arrives goes on otherwise")
	}
}
