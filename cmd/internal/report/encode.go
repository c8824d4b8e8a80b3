package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteJSON writes r as an indented JSON object.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(r)
}

// columns are the names of the columns of CSV.
var columns = []string{
	"bench", "group", "name", "rounds", "bytes", "goroutines", "passes", "ns", "ns_p25", "ns_p75", "cycles", "bytes_per_s",
	"calls", "ns_p50", "ns_p99", "ns_p99_99", "ns_max", "ns_refill",
}

// WriteCSV writes r as CSV with a line of column names (RFC 4180), behind lines
// that begin with # and describe the machine. Fields that say nothing are empty.
func (r *Report) WriteCSV(w io.Writer) error {
	if err := r.writeComments(w); err != nil {
		return err
	}
	c := csv.NewWriter(w)
	_ = c.Write(columns) // errors stay until Error
	for _, res := range r.Results {
		_ = c.Write(r.record(res))
	}
	c.Flush()
	return c.Error()
}

func (r *Report) writeComments(w io.Writer) error {
	var text strings.Builder
	r.Machine.Print(&text)
	if r.Cycle > 0 {
		fmt.Fprintf(&text, "cycle    %s ns\n", number(r.Cycle))
	}
	for _, m := range r.Missing {
		fmt.Fprintf(&text, "missing  %s\n", m)
	}
	if !r.Complete {
		fmt.Fprintln(&text, "interrupted")
	}
	for line := range strings.Lines(text.String()) {
		if _, err := io.WriteString(w, "# "+line); err != nil {
			return err
		}
	}
	return nil
}

func (r *Report) record(res Result) []string {
	fields := []string{
		r.Bench, res.Group, res.Name, count(res.Rounds), count(res.Bytes), count(res.Goroutines),
		count(res.Passes), number(res.Time), number(res.Low), number(res.High), number(res.Cycles), "",
	}
	if res.Time > 0 && res.Bytes > 0 {
		fields[len(fields)-1] = strconv.FormatFloat(res.Rate(), 'f', 0, 64)
	}
	l := res.Latency
	if l == nil {
		l = new(Latency)
	}
	return append(fields, count(l.Calls), number(l.P50), number(l.P99), number(l.P9999), number(l.Max), number(l.Refill))
}

func count(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func number(x float64) string {
	if x == 0 {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}
