package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestMakeRoom makes room among three words for temporaries, which are copied
// from a word and added to it at the end.
func TestMakeRoom(t *testing.T) {
	// A step is "N": an instruction that wants word N; "N>x": a copy of it to the
	// temporary x; "x>N": the addition of x to it.
	for _, test := range []struct {
		name, steps string
		want        string // what is put away and got back, before which step; or the panic
	}{
		{"none", "0 1 2", ""},
		{"the word wanted last", "0>x 0 1 x>0 2 1", "spill 2 at 0, fill 2 at 4"},
		{"one that is not wanted at all", "0>x 1 x>0 0", "spill 2 at 0, fill 2 at 4"},
		{"two, while the same word is away", "0>x x>0 1>y y>1 2", "spill 2 at 0, fill 2 at 4"},
		{"two, the second for longer", "0>x x>0 1 1>y 2 y>1 0", "spill 2 at 0, fill 2 at 3, spill 0 at 3, fill 0 at 6"},
		{"two, with the word back between", "0>x x>0 1 2 1>y 0 y>1 2", "spill 2 at 0, fill 2 at 3, spill 2 at 4, fill 2 at 7"},
		{"two at a time", "0>x 1>y x>0 y>1", "panic: room for two is wanted"},
		{"more than there is", "0>x 0 1 2 x>0", "panic: a word is wanted back too early"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := roomMade(test.steps); got != test.want {
				t.Errorf("%s: %s\nwant %s", test.steps, got, test.want)
			}
		})
	}
}

// roomMade returns what MakeRoom does for those steps.
func roomMade(steps string) (made string) {
	m := avx2Machine(newAMD64File(), Shape{}).(*avx2)
	m.Func("f", "", func() {
		words := []Vec{m.Vec(), m.Vec(), m.Vec()}
		start := len(m.fn.Nodes)
		var moves []string
		move := func(verb string) func(int) {
			return func(w int) { moves = append(moves, fmt.Sprintf("%s %d at %d", verb, w, len(m.fn.Nodes)-start)) }
		}
		defer func() {
			made = strings.Join(moves, ", ")
			if r := recover(); r != nil {
				made = "panic: " + strings.TrimPrefix(r.(string), "asmgen: f: ")
			}
		}()
		var emitted int
		m.MakeRoom(words, move("spill"), move("fill"), func() {
			temporaries := map[string]Vec{}
			for step := range strings.FieldsSeq(steps) {
				from, to, copied := strings.Cut(step, ">")
				word := func(s string) Vec { return words[s[0]-'0'] }
				switch {
				case !copied:
					m.Add(word(from), word(from), word(from))
				case from < "A":
					temporaries[to] = m.Vec()
					m.Copy(temporaries[to], word(from))
				default:
					m.Add(word(to), word(to), temporaries[from])
				}
			}
			emitted = len(m.fn.Nodes) - start
		})
		if left := m.fn.Nodes[start:]; len(left) != emitted {
			panic(fmt.Sprintf("%d instructions of %d", len(left), emitted))
		}
	})
	return made
}
