package bench

import (
	"runtime"
	"strconv"

	"github.com/simdchacha/simdchacha/cmd/internal/report"
)

// A column of a table, or a point of a chart's lower axis, is a key that lacks
// the name and the rounds.

// sizeColumns returns a column for each of sizes, in one goroutine.
func sizeColumns(group string, sizes ...int) (columns []report.Key) {
	for _, size := range sizes {
		columns = append(columns, report.Key{Group: group, Bytes: size, Goroutines: 1})
	}
	return columns
}

// goroutineColumns returns a column for each of goroutineCounts.
func goroutineColumns(group string, size int) (columns []report.Key) {
	for _, n := range goroutineCounts() {
		columns = append(columns, report.Key{Group: group, Bytes: size, Goroutines: n})
	}
	return columns
}

// goroutineCounts returns 1, 2, 4 and so on, and GOMAXPROCS at the end.
func goroutineCounts() (counts []int) {
	most := runtime.GOMAXPROCS(0)
	for n := 1; n < most; n *= 2 {
		counts = append(counts, n)
	}
	return append(counts, most)
}

func sizeName(column report.Key) string { return bytes(column.Bytes) }

func goroutineName(column report.Key) string { return strconv.Itoa(column.Goroutines) }
