package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestFilesAreCurrent fails if a file in the module root is not what the
// generator writes today. To mend it, run go generate in the module root.
func TestFilesAreCurrent(t *testing.T) {
	files, err := Generate()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Error(err)
			continue
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is stale: run go generate in the module root", name)
		}
	}
	present, err := filepath.Glob("../chacha_*")
	if err != nil {
		t.Fatal(err)
	}
	if len(present) != len(files) {
		t.Errorf("the module root has the generated files %v, the generator writes %d", present, len(files))
	}
}

// TestDeterministic fails if two runs of the generator differ.
func TestDeterministic(t *testing.T) {
	a, err := Generate()
	if err != nil {
		t.Fatal(err)
	}
	b, err := Generate()
	if err != nil {
		t.Fatal(err)
	}
	for name := range a {
		if !bytes.Equal(a[name], b[name]) {
			t.Errorf("%s differs between two runs", name)
		}
	}
}
