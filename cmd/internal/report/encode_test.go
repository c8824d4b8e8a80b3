package report

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

func TestJSON(t *testing.T) {
	want := sample()
	var text strings.Builder
	if err := want.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	var got Report
	d := json.NewDecoder(strings.NewReader(text.String()))
	d.DisallowUnknownFields()
	if err := d.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(&got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// What CSV says is what the report says, field by field.
func TestCSV(t *testing.T) {
	r := sample()
	var text strings.Builder
	if err := r.WriteCSV(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# CPU      Z80", "# System   CP/M, BDOS 2.2", "# Go       go1.26", "# cycle    0.25 ns", "# missing  RDRAND"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no comment %q in\n%s", want, &text)
		}
	}
	c := csv.NewReader(strings.NewReader(text.String()))
	c.Comment = '#'
	records, err := c.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(records) != 1+len(r.Results) {
		t.Fatalf("%d records, want %d", len(records), 1+len(r.Results))
	}
	for i, res := range r.Results {
		field := make(map[string]string)
		for j, name := range records[0] {
			field[name] = records[i+1][j]
		}
		for name, want := range map[string]string{"bench": "sample", "group": res.Group, "name": res.Name} {
			if field[name] != want {
				t.Errorf("%s is %q, want %q", name, field[name], want)
			}
		}
		l := res.Latency
		if l == nil {
			l = new(Latency)
		}
		for name, want := range map[string]float64{
			"rounds": float64(res.Rounds), "bytes": float64(res.Bytes), "goroutines": float64(res.Goroutines),
			"passes": float64(res.Passes), "ns": res.Time, "ns_p25": res.Low, "ns_p75": res.High, "cycles": res.Cycles,
			"bytes_per_s": float64(int(res.Rate() + 0.5)),
			"calls":       float64(l.Calls), "ns_p50": l.P50, "ns_p99": l.P99, "ns_p99_99": l.P9999, "ns_max": l.Max, "ns_refill": l.Refill,
		} {
			got := 0.0
			if field[name] != "" {
				if got, err = strconv.ParseFloat(field[name], 64); err != nil {
					t.Error(err)
				}
			}
			if got != want {
				t.Errorf("%s of %s is %q, want %v", name, res.Name, field[name], want)
			}
		}
	}
}

func TestInterruptedSaysSo(t *testing.T) {
	r := sample()
	var complete, interrupted strings.Builder
	r.PrintFooter(&complete)
	if err := r.WriteCSV(&complete); err != nil {
		t.Fatal(err)
	}
	r.Complete = false
	r.PrintFooter(&interrupted)
	if !strings.Contains(interrupted.String(), "INTERRUPTED") {
		t.Errorf("footer %q", &interrupted)
	}
	interrupted.Reset()
	if err := r.WriteCSV(&interrupted); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(interrupted.String(), "\n# interrupted\n") {
		t.Errorf("CSV %q", &interrupted)
	}
	if strings.Contains(strings.ToLower(complete.String()), "interrupted") {
		t.Errorf("a complete report counts as interrupted: %q", &complete)
	}
}

// errFull is what full writes return.
var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteErrors(t *testing.T) {
	if err := sample().WriteJSON(full{}); !errors.Is(err, errFull) {
		t.Errorf("JSON: %v", err)
	}
	if err := sample().WriteCSV(full{}); !errors.Is(err, errFull) {
		t.Errorf("CSV: %v", err)
	}
}
