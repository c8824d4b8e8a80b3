package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/simdchacha/simdchacha/cmd/internal/bench"
	"github.com/simdchacha/simdchacha/cmd/internal/report"
)

// Each comparison is done within 20 seconds if it is to be quick, gives figures
// for everything, and draws.
func TestBenchQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	for _, b := range bench.All {
		t.Run(b.Name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "new", "img")
			start := time.Now()
			stdout, stderr, status := output(t, "bench", b.Name, "-quick", "-json", "-svg", dir)
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %v, want less than 20s", took)
			}
			if status != 0 || stderr != "" {
				t.Errorf("status %d, standard error %q; want 0, nothing", status, stderr)
			}
			var r report.Report
			if err := json.Unmarshal([]byte(stdout), &r); err != nil {
				t.Fatal(err)
			}
			if r.Bench != b.Name || !r.Complete || len(r.Results) < 10 || r.Machine.Go != runtime.Version() {
				t.Errorf("report of %q, complete %v, %d results, %+v", r.Bench, r.Complete, len(r.Results), r.Machine)
			}
			for _, res := range r.Results {
				if res.Passes < 1 || res.Time <= 0 || res.Low > res.Time || res.High < res.Time {
					t.Errorf("%+v", res)
				}
			}
			if pictures, err := filepath.Glob(filepath.Join(dir, "*.svg")); err != nil || len(pictures) == 0 {
				t.Errorf("pictures %v, %v", pictures, err)
			}
		})
	}
}

func TestBenchTable(t *testing.T) {
	stdout, stderr, status := output(t, "bench", "words", "--quick")
	if status != 0 || stderr != "" {
		t.Errorf("status %d, standard error %q; want 0, nothing", status, stderr)
	}
	for _, want := range []string{"== words: ", "\nCPU ", "\nGo ", "\nSipHash chain ", "\nrng.Generator, 8 rounds ", "p99.99"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
}

func TestBenchCSV(t *testing.T) {
	stdout, _, status := output(t, "bench", "words", "-quick", "-csv")
	c := csv.NewReader(strings.NewReader(stdout))
	c.Comment = '#'
	records, err := c.ReadAll()
	if err != nil || status != 0 || len(records) < 20 || records[0][0] != "bench" || records[1][0] != "words" {
		t.Errorf("status %d, %d records, %v:\n%s", status, len(records), err, stdout)
	}
}

// An interrupt prints what there is, draws nothing, and shows in the status.
func TestBenchInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be sent an interrupt")
	}
	// A process inherits ignored signals, but not those that are caught.
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, os.Interrupt)
	defer signal.Stop(caught)
	dir := t.TempDir()
	cmd := tool(t, "bench", "all", "--json", "--svg", dir)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(2 * time.Second)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	_ = cmd.Wait() // the status is looked at below
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("went on for %v", took)
	}
	if status := cmd.ProcessState.ExitCode(); status != 130 || stderr.String() != "simdchacha bench all: interrupted\n" {
		t.Errorf("status %d, message %q; want 130", status, &stderr)
	}
	var last report.Report
	for d := json.NewDecoder(&stdout); ; {
		var r report.Report
		err := d.Decode(&r)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		last = r
	}
	if last.Complete || len(last.Results) == 0 || last.Results[0].Time <= 0 {
		t.Errorf("%s: complete is %v, %d results; want a part of them", last.Bench, last.Complete, len(last.Results))
	}
	if pictures, err := filepath.Glob(filepath.Join(dir, last.Bench+"*")); err != nil || len(pictures) > 0 {
		t.Errorf("drew %v, %v", pictures, err)
	}
}

// In the background of a script, interrupts are ignored, and SIGTERM is not.
func TestBenchInterruptIgnored(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be sent an interrupt")
	}
	signal.Ignore(os.Interrupt)
	defer signal.Reset(os.Interrupt)
	cmd := tool(t, "bench", "all", "--json")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	time.Sleep(time.Second)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		t.Fatalf("an ignored interrupt ended it: %v", err)
	case <-time.After(time.Second):
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-ended
	if status := cmd.ProcessState.ExitCode(); status != 130 {
		t.Errorf("status %d after SIGTERM, want 130", status)
	}
}

// What would fail in the end fails before anything is measured.
func TestBenchNoDirectory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	named := map[string]string{filepath.Join(file, "img"): file} // in the message
	if runtime.GOOS == "linux" {
		named["/proc"] = "/proc/" // is there, and refuses new files from root too
	}
	for dir, want := range named {
		start := time.Now()
		stdout, stderr, status := output(t, "bench", "words", "--quick", "--svg", dir)
		if status != 1 || stdout != "" || !strings.Contains(stderr, want) || time.Since(start) > 5*time.Second {
			t.Errorf("%s: status %d after %v, output %q, message %q", dir, status, time.Since(start), stdout, stderr)
		}
	}
}

func TestWritableLeavesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "img")
	if err := writable(dir); err != nil {
		t.Fatal(err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("%v, %v; want an empty directory", files, err)
	}
}
