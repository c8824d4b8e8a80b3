package bench

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/simdchacha/simdchacha/cmd/internal/clock"
	"github.com/simdchacha/simdchacha/cmd/internal/host"
	"github.com/simdchacha/simdchacha/cmd/internal/measure"
	"github.com/simdchacha/simdchacha/cmd/internal/peers"
	"github.com/simdchacha/simdchacha/cmd/internal/report"
)

func TestMain(m *testing.M) {
	// Some contenders and columns only exist for several goroutines.
	runtime.GOMAXPROCS(max(4, runtime.GOMAXPROCS(0)))
	os.Exit(m.Run())
}

// made returns a report on b with times that depend on the contender, without
// measuring.
func made(b Bench) *report.Report {
	c := b.contenders()
	r := &report.Report{Bench: b.Name, Machine: host.Machine{CPU: "Z80"}, Cycle: 0.5, Complete: true, Missing: c.missing}
	for i, e := range c.entries {
		res := result(e.Key)
		ns := float64(e.Bytes+100) * (1 + float64(i%7)/10)
		res.Set(measure.Times{ns * 1e-9, ns * 1e-9, 1.1 * ns * 1e-9}, measure.Times{5e-10, 5e-10, 5e-10})
		r.Results = append(r.Results, res)
	}
	for _, call := range c.calls {
		res := result(call.Key)
		times := measure.Times{20e-9, 30e-9, 4e-6}
		res.Set(times, nil)
		res.Latency = report.NewLatency(times, call.refillEvery)
		r.Results = append(r.Results, res)
	}
	return r
}

// Every contender has a name of its own and works.
func TestContenders(t *testing.T) {
	for _, b := range All {
		t.Run(b.Name, func(t *testing.T) {
			c := b.contenders()
			seen := make(map[report.Key]bool)
			for _, e := range c.entries {
				if seen[e.Key] || e.Name == "" || e.Group == "" || e.Bytes == 0 || e.Goroutines == 0 {
					t.Errorf("%+v is incomplete or there twice", e.Key)
				}
				seen[e.Key] = true
				e.op(1)
			}
			for _, call := range c.calls {
				if seen[call.Key] {
					t.Errorf("%+v is there twice", call.Key)
				}
				seen[call.Key] = true
				call.f()
			}
		})
	}
}

// Every result appears in the tables, and none is missing in them.
func TestPrint(t *testing.T) {
	for _, b := range All {
		t.Run(b.Name, func(t *testing.T) {
			r := made(b)
			var text, empty strings.Builder
			b.Print(&text, r)
			for _, res := range r.Results {
				if !strings.Contains(text.String(), res.Name) {
					t.Errorf("no %s", res.Name)
				}
			}
			if star := strings.Contains(text.String(), " *"); star != strings.Contains(text.String(), "\n"+starred+"\n") {
				t.Errorf("a star in a name is %v, and its explanation is not:\n%s", star, &text)
			}
			if strings.Contains(text.String(), "\n\n\n") {
				t.Errorf("two empty lines:\n%s", &text)
			}
			cells := regexp.MustCompile(`±`).FindAllString(text.String(), -1)
			want := 1 // the footer explains the sign
			for _, res := range r.Results {
				if res.Latency == nil && res.Group != uuidGroup {
					want++
				}
			}
			if b.Name == allPeers.Name { // one goroutine stands in two tables
				want += len(scalingSizes) * len(randomPeers())
			}
			if len(cells) != want {
				t.Errorf("%d figures with spread, want %d:\n%s", len(cells), want, &text)
			}
			if strings.Contains(text.String(), "NaN") || strings.Contains(text.String(), "Inf") {
				t.Errorf("not a number:\n%s", &text)
			}
			// An interruption before the first result leaves tables without figures.
			b.Print(&empty, &report.Report{Bench: b.Name})
			if strings.Contains(empty.String(), "NaN") || !strings.Contains(empty.String(), "INTERRUPTED") {
				t.Errorf("without results:\n%s", &empty)
			}
		})
	}
}

// An interruption before the single calls leaves out their table.
func TestPrintWithoutCalls(t *testing.T) {
	r := made(words)
	var full, text strings.Builder
	words.Print(&full, r)
	r.Results = slices.DeleteFunc(r.Results, func(res report.Result) bool { return res.Latency != nil })
	words.Print(&text, r)
	for _, part := range []string{"Single calls", "p99.99", "refill"} {
		if !strings.Contains(full.String(), part) || strings.Contains(text.String(), part) {
			t.Errorf("%q belongs to single calls alone:\n%s\n%s", part, &full, &text)
		}
	}
	if strings.Contains(text.String(), "\n\n\n") || !strings.Contains(text.String(), "\n\n"+starred+"\n\n") {
		t.Errorf("wrong empty lines:\n%s", &text)
	}
}

func TestDraw(t *testing.T) {
	want := map[string][]string{
		"kernels":    {"kernels-12.svg", "kernels-20.svg", "kernels-8.svg"},
		"arc4random": {"arc4random-speedup.svg", "arc4random.svg"},
		"urandom":    {"urandom.svg"},
		"words":      {"words-latency.svg", "words.svg"},
		"peers":      {"peers-keystream.svg", "peers-random.svg", "peers-scaling-16384.svg", "peers-scaling-64.svg", "peers-uuid.svg"},
	}
	for _, b := range All {
		t.Run(b.Name, func(t *testing.T) {
			dir := t.TempDir()
			if err := b.Draw(dir, made(b)); err != nil {
				t.Fatal(err)
			}
			files, err := filepath.Glob(filepath.Join(dir, "*"))
			if err != nil {
				t.Fatal(err)
			}
			for i := range files {
				files[i] = filepath.Base(files[i])
			}
			if !reflect.DeepEqual(files, want[b.Name]) {
				t.Errorf("drew %v, want %v", files, want[b.Name])
			}
		})
	}
}

// The table of arc4random has the rows and columns of the one that glibc
// published.
func TestArc4randomLayout(t *testing.T) {
	var text strings.Builder
	arc4random.Print(&text, made(arc4random))
	kernels := `Portable`
	for _, k := range available()[1:] {
		kernels += ` +` + k.String()
	}
	figures := strings.Repeat(` +\d+ ± ?\d+%`, len(available()))
	want := `(?m)^ +` + kernels + `$`
	for _, row := range []string{"4-byte call", "16 bytes", "32 bytes", "48 bytes", "64 bytes", "80 bytes", "96 bytes", "112 bytes", "128 bytes"} {
		want += `\n^` + row + figures + `$`
	}
	if !regexp.MustCompile(want).MatchString(text.String()) {
		t.Errorf("nothing matches\n%s\nin\n%s", want, &text)
	}
	for _, published := range []string{`(?m)^AVX2, Ryzen 9 5900X +923 +2\.08x +3305 +4\.84x$`, `(?m)^SSE2, Ryzen 9 5900X +704 +1\.59x +1613 +2\.36x$`, `(?m)^NEON, Apple M1 +570 +1\.50x +1138 +1\.91x$`} {
		if !regexp.MustCompile(published).MatchString(text.String()) {
			t.Errorf("nothing matches %s", published)
		}
	}
}

func TestRun(t *testing.T) {
	b := Bench{Name: "two", contenders: func() contenders {
		key := report.Key{Group: "g", Name: "loop", Bytes: 1, Goroutines: 1}
		single := key
		single.Group = "single"
		return contenders{
			entries: []entry{{key, func(n int) {
				for i := range n {
					sink.Store(uint64(i))
				}
			}}},
			calls:   []call{{single, func() {}, 10}},
			missing: []string{"the third"},
		}
	}}
	var last float64
	r := b.Run(t.Context(), Options{Quick: true, Progress: func(done float64) { last = done }})
	if !r.Complete || len(r.Results) != 2 || len(r.Missing) != 1 || last <= 0 {
		t.Fatalf("report %+v, progress %v", r, last)
	}
	loop, single := r.Results[0], r.Results[1]
	if loop.Passes < 2 || loop.Time <= 0 || loop.Low > loop.Time || loop.High < loop.Time {
		t.Errorf("loop: %+v", loop)
	}
	if clock.HasCycles != (loop.Cycles > 0) || clock.HasCycles != (r.Cycle > 0) {
		t.Errorf("%v cycles of %v ns", loop.Cycles, r.Cycle)
	}
	if l := single.Latency; l == nil || l.Calls != quickCalls || l.Refill < l.P50 || l.Max < l.P9999 {
		t.Errorf("single: %+v", single.Latency)
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := b.Run(ctx, Options{}); r.Complete || len(r.Results) != 0 {
		t.Errorf("after an interruption: %+v", r)
	}
}

func TestMissingPeersAreTold(t *testing.T) {
	r := made(allPeers)
	if told := len(r.Missing) > 0 && r.Missing[0] == peers.Missing; told != (peers.Missing != "") {
		t.Errorf("missing: %q", r.Missing)
	}
}

// The chain is a function of its key, and never stands still.
func TestSipChain(t *testing.T) {
	a, b := newSipChain(), newSipChain()
	copied := *a
	seen := make(map[uint64]bool)
	for range 1000 {
		v := a.next()
		if v != copied.next() {
			t.Fatal("not a function of its state")
		}
		if v == b.next() || seen[v] {
			t.Fatal("a value came twice")
		}
		seen[v] = true
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int]string{4: "4 B", 1000: "1000 B", 1024: "1 KiB", 1536: "1536 B", 65536: "64 KiB", 1 << 20: "1 MiB"} {
		if got := bytes(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
