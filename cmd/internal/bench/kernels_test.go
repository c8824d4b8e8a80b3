package bench

import (
	"testing"
	"unsafe"

	"github.com/simdchacha/simdchacha/cmd/internal/peers"
	"github.com/simdchacha/simdchacha/cmd/internal/report"
)

// Times as fast is time over time, for the same work.
func TestRatio(t *testing.T) {
	of := func(name string, rounds int) peer { return peer{peers.Peer{Name: name, Rounds: rounds}, 1} }
	column := alignedColumns[0]
	fast, slow, other, absent := of("fast", 20), of("slow", 20), of("slow", 8), of("absent", 20)
	r := &report.Report{Results: []report.Result{result(fast.key(column)), result(slow.key(column)), result(other.key(column))}}
	for i, ns := range []float64{2, 6, 6} {
		r.Results[i].Time = ns
	}
	if x, ok := ratio(r, fast, slow, column); !ok || x != 3 {
		t.Errorf("2 beside 6 ns: %v, %v; want 3 times as fast", x, ok)
	}
	for _, b := range []peer{other, absent} {
		if x, ok := ratio(r, fast, b, column); ok {
			t.Errorf("beside %s: %v times as fast, want nothing", b.title(), x)
		}
	}
}

// The last column is about what its name says, and the others are not.
func TestDestination(t *testing.T) {
	for _, c := range kernelColumns() {
		dst := destination(c)
		if odd := uintptr(unsafe.Pointer(&dst[0]))%2 == 1; odd != (c == unalignedColumn) || len(dst) != c.Bytes {
			t.Errorf("%s: %d bytes at an odd address: %v", kernelColumnName(c), len(dst), odd)
		}
	}
}
