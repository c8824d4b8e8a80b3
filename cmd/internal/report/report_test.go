package report

import (
	"math"
	"slices"
	"testing"

	"github.com/simdchacha/simdchacha/cmd/internal/host"
	"github.com/simdchacha/simdchacha/cmd/internal/measure"
)

// sample is a report in which every field has a value.
func sample() *Report {
	return &Report{
		Bench:    "sample",
		Machine:  host.Machine{CPU: "Z80", System: "CP/M", Kernel: "BDOS 2.2", OS: "linux", Arch: "amd64", Go: "go1.26", CPUs: 2, Procs: 1, GODEBUG: "cpu.avx2=off"},
		Cycle:    0.25,
		Complete: true,
		Missing:  []string{"RDRAND: no such instruction"},
		Results: []Result{
			{Group: "read", Name: "first, with a comma", Rounds: 20, Bytes: 64, Goroutines: 2, Passes: 5, Time: 32, Low: 24, High: 36, Cycles: 128},
			{Group: "read", Name: `"quoted"`, Bytes: 4, Goroutines: 1, Passes: 3, Time: 1.5, Low: 1.25, High: 1.75},
			{Group: "call", Name: "first", Bytes: 8, Goroutines: 1, Passes: 1, Time: 5, Low: 4, High: 6,
				Latency: &Latency{Calls: 3, P50: 5, P99: 9, P9999: 9.5, Max: 10, Refill: 8, Histogram: []int{0, 1, 2}}},
		},
	}
}

func TestSet(t *testing.T) {
	var r Result
	if r.Set(nil, nil) || r != (Result{}) {
		t.Errorf("without times: %+v", r)
	}
	times := measure.Times{10e-9, 30e-9, 20e-9, 50e-9, 40e-9}
	cycle := measure.Times{1e-9, 1e-9, 1e-9, 2e-9, 2e-9} // the last two at half the clock rate
	if !r.Set(times, cycle) {
		t.Fatal("not set")
	}
	for what, pair := range map[string][2]float64{
		"passes": {float64(r.Passes), 5}, "lower quartile": {r.Low, 20}, "median": {r.Time, 30}, "upper quartile": {r.High, 40},
		"cycles": {r.Cycles, 20}, "spread": {r.Spread(), 1. / 3},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-9 {
			t.Errorf("%s: %v, want %v", what, pair[0], pair[1])
		}
	}
	if r.Set(times, nil); r.Cycles != 20 {
		t.Errorf("cycles %v without a clock, want those of before", r.Cycles)
	}
}

func TestRate(t *testing.T) {
	if rate := sample().Results[0].Rate(); rate != 4e9 {
		t.Errorf("2 goroutines with 64 bytes in 32 ns give %v bytes/s, want 4e9", rate)
	}
}

func TestFind(t *testing.T) {
	r := sample()
	for _, want := range r.Results {
		if got, ok := r.Find(want.Key()); !ok || got != want {
			t.Errorf("%v: %v, %v", want.Key(), got, ok)
		}
	}
	k := r.Results[0].Key()
	for _, change := range []func(*Key){
		func(k *Key) { k.Group = "" }, func(k *Key) { k.Name = "second" }, func(k *Key) { k.Rounds = 8 },
		func(k *Key) { k.Bytes = 1 }, func(k *Key) { k.Goroutines = 1 },
	} {
		other := k
		change(&other)
		if _, ok := r.Find(other); ok {
			t.Errorf("%v found", other)
		}
	}
}

func TestLatency(t *testing.T) {
	// 1000 calls, of which every hundredth refills.
	var times measure.Times
	for i := range 1000 {
		ns := 5.0
		if i%100 == 99 {
			ns = 2000 + float64(i)
		}
		times = append(times, ns*1e-9)
	}
	l := NewLatency(times, 100)
	if l.Calls != 1000 || math.Abs(l.P50-5) > 1e-9 || math.Abs(l.Max-2999) > 1e-6 {
		t.Errorf("calls %d, median %v, max %v; want 1000, 5, 2999", l.Calls, l.P50, l.Max)
	}
	if math.Abs(l.Refill-2500) > 60 {
		t.Errorf("refill %v, want about 2500", l.Refill)
	}
	// Bins of 3.98 to 5.01 ns, and of 1995 to 2512 and to 3162 ns.
	if l.Histogram[6] != 990 || l.Histogram[33] != 5 || l.Histogram[34] != 5 || len(l.Histogram) != 35 {
		t.Errorf("histogram %v", l.Histogram)
	}
	if Edge(6) > 5 || Edge(7) < 5 {
		t.Errorf("bin 6 is from %v to %v", Edge(6), Edge(7))
	}
	l = NewLatency(measure.Times{0, 0.5e-9, 1e-9}, 0)
	if l.Refill != 0 || !slices.Equal(l.Histogram, []int{3}) {
		t.Errorf("short calls: %+v", l)
	}
}
