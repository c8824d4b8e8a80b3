package bench

import (
	"fmt"
	"sync/atomic"

	"github.com/simdchacha/simdchacha/cmd/internal/report"
)

// sink keeps the compiler from leaving out what makes the value.
var sink atomic.Uint64

// starred explains the star in the name of a peer.
const starred = "* seeded, or else not meant for secrets."

// cell returns what format says of the result with the key k, if there is one.
func cell(r *report.Report, k report.Key, format func(report.Result) string) string {
	res, ok := r.Find(k)
	if !ok {
		return report.None
	}
	return format(res)
}

// times returns a ratio as text, if there is one.
func times(ratio float64, ok bool) string {
	if !ok {
		return report.None
	}
	return fmt.Sprintf("%.2fx", ratio)
}

// bytes returns n as text, with a binary unit if it is a multiple of one.
func bytes(n int) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d B", n)
}
