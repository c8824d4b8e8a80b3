package bench

import (
	"fmt"
	"strings"

	"github.com/simdchacha/simdchacha/cmd/internal/measure"
	"github.com/simdchacha/simdchacha/cmd/internal/peers"
	"github.com/simdchacha/simdchacha/cmd/internal/report"
)

// A peer is one that may be able to fill whole units only.
type peer struct {
	peers.Peer
	unit int // bytes
}

// anyLength returns those that fill any number of bytes.
func anyLength(all []peers.Peer) (ps []peer) {
	for _, p := range all {
		ps = append(ps, peer{p, 1})
	}
	return ps
}

// missingPeers says which peers this program lacks, if any.
func missingPeers() []string {
	if peers.Missing == "" {
		return nil
	}
	return []string{peers.Missing}
}

// key returns the key of p in a column.
func (p peer) key(column report.Key) report.Key {
	column.Name, column.Rounds = p.Name, p.Rounds
	return column
}

// entries returns p in those of columns that it can fill.
func (p peer) entries(columns []report.Key) (all []entry) {
	for _, c := range columns {
		if c.Bytes%p.unit == 0 {
			all = append(all, p.entry(c))
		}
	}
	return all
}

func (p peer) entry(column report.Key) entry {
	ops := make([]measure.Op, column.Goroutines)
	for i := range ops {
		fill, dst := p.New(), destination(column)
		ops[i] = func(n int) { fill(dst, n) }
	}
	return entry{p.key(column), measure.Parallel(ops)}
}

// destination returns what the contenders of a column write to.
func destination(column report.Key) []byte {
	if column.Group == unalignedGroup {
		return make([]byte, column.Bytes+1)[1:]
	}
	return make([]byte, column.Bytes)
}

// title returns the name with the number of rounds.
func (p peer) title() string {
	if p.Rounds == 0 {
		return p.Name
	}
	return fmt.Sprintf("%s, %d rounds", p.Name, p.Rounds)
}

// ours says whether p is of this module.
func (p peer) ours() bool {
	return strings.HasPrefix(p.Name, "rng") || strings.HasPrefix(p.Name, kernelPrefix)
}
