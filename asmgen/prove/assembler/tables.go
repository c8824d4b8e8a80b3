package assembler

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/mmcloughlin/avo/ir"
)

// globals returns the tables of f by their names.
func globals(f *ir.File) map[string]*ir.Global {
	all := map[string]*ir.Global{}
	for _, s := range f.Sections {
		if g, ok := s.(*ir.Global); ok {
			all[g.Symbol.Name] = g
		}
	}
	return all
}

// readOnly returns the bytes of a table in an executable. Its name must be that
// of one symbol.
func readOnly(t testing.TB, exe string, symbols symbolAt, name string) (table []byte) {
	t.Helper()
	f, err := elf.Open(exe)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	data := f.Section(".rodata")
	found := 0
	for _, s := range symbols {
		if s.name != name {
			continue
		}
		found++
		table = make([]byte, s.size)
		if _, err := data.ReadAt(table, int64(s.addr-data.Addr)); err != nil {
			t.Fatal(err)
		}
	}
	if found != 1 {
		t.Fatalf("the executable has %d tables %s", found, name)
	}
	return table
}

// compareTable fails if a table is not what it should be.
func compareTable(g *ir.Global, got []byte) error {
	want := make([]byte, g.Size)
	for _, d := range g.Data {
		if _, err := binary.Encode(want[d.Offset:], binary.LittleEndian, d.Value); err != nil {
			return err
		}
	}
	if !bytes.Equal(got, want) {
		return fmt.Errorf("the bytes are %x, want %x", got, want)
	}
	return nil
}
