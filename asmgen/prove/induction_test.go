package prove

import "testing"

// TestInvariants compares invariants of a head with what a machine arrives with.
// The finder of invariants makes them true before they are checked, so that no
// kernel shows whether the check would see a wrong one.
func TestInvariants(t *testing.T) {
	ts := newTerms()
	key, own, other := ts.variable(4), ts.anything(0), ts.anything(1)
	for _, tt := range []struct {
		name     string
		holds    Term // in location 0
		says     Term
		writes   int64
		arrives  blocks
		expected blocks
		want     bool
	}{
		{"all as expected", key, key, 0, blocks{1, 9, 1}, blocks{1, 9, 1}, true},
		{"fewer numbers", key, key, 0, blocks{2, 8, 1}, blocks{1, 9, 1}, true},
		{"too few blocks left", key, key, 0, blocks{1, 9, 1}, blocks{2, 9, 1}, false},
		{"too many blocks left", key, key, 0, blocks{1, 9, 1}, blocks{1, 8, 1}, false},
		{"right after a block", key, key, 1, blocks{2, 9, 1}, blocks{1, 8, 1}, true},
		{"too few after a block", key, key, 1, blocks{1, 9, 1}, blocks{1, 8, 1}, false},
		{"anything", key, own, 0, blocks{1, 9, 1}, blocks{1, 9, 1}, true},
		{"another word", ts.variable(5), key, 0, blocks{1, 9, 1}, blocks{1, 9, 1}, false},
		{"an unknown word of elsewhere", other, other, 0, blocks{1, 9, 1}, blocks{1, 9, 1}, false},
		{"made of an unknown word", ts.not(own), ts.not(own), 0, blocks{1, 9, 1}, blocks{1, 9, 1}, false},
	} {
		m := &Machine{Terms: ts, w: []Term{tt.holds}, left: tt.arrives}
		h := &head{w: []Term{tt.says}, left: tt.expected}
		if got := (&prover{Terms: ts}).satisfies(m, h, tt.writes); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
