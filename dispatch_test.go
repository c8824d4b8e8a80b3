package simdchacha_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/simdchacha/simdchacha"
)

// reportEnv makes TestGODEBUG print the available kernels behind reportMark.
const (
	reportEnv  = "SIMDCHACHA_TEST_REPORT"
	reportMark = "available: "
)

// TestGODEBUG runs this binary again with CPU features switched off, and
// compares the available kernels with gates.
func TestGODEBUG(t *testing.T) {
	if os.Getenv(reportEnv) != "" {
		fmt.Println(reportMark + names(available()))
		return
	}
	all, err := report("")
	if err != nil && (emulated || errors.Is(err, errors.ErrUnsupported)) {
		t.Skipf("NOT TESTED: this binary cannot start itself: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	// An emulator of user programs may hand its children to the real CPU.
	if want := names(available()); all != want && !emulated {
		t.Fatalf("a child process reports %s, want %s", all, want)
	}

	settings := map[string][]string{"cpu.all=off": {}}
	for _, flags := range gates {
		for _, flag := range flags {
			settings["cpu."+strings.ToLower(flag)+"=off"] = []string{flag}
			settings["cpu.all=off"] = append(settings["cpu.all=off"], flag)
		}
	}
	settings["cpu.sse2=off"] = nil // every amd64 CPU has it, it cannot be switched off
	for setting, off := range settings {
		var want []string
		for name := range strings.SplitSeq(all, " ") {
			if !slices.ContainsFunc(gates[name], func(flag string) bool { return slices.Contains(off, flag) }) {
				want = append(want, name)
			}
		}
		if got, err := report(setting); err != nil || got != strings.Join(want, " ") {
			t.Errorf("GODEBUG=%s: available %s (error %v), want %v", setting, got, err, want)
		}
		if runtime.GOARCH == "amd64" && setting == "cpu.all=off" && len(want) > 2 {
			t.Errorf("GODEBUG=%s leaves %v", setting, want)
		}
	}
}

func names(kernels []simdchacha.Kernel) string { return strings.Trim(fmt.Sprint(kernels), "[]") }

// report returns the kernels that are available in a child process, with an
// additional setting in GODEBUG.
func report(setting string) (string, error) {
	exe, err := os.Executable()
	if err != nil {
		return "", err
	}
	cmd := exec.Command(exe, "-test.run=^TestGODEBUG$")
	cmd.Env = append(os.Environ(), reportEnv+"=1", "GODEBUG="+os.Getenv("GODEBUG")+","+setting,
		"GORACE=atexit_sleep_ms=0") // it would wait a second for other races
	out, err := cmd.Output()
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(out)) {
		if line, ok := strings.CutPrefix(line, reportMark); ok {
			return strings.TrimSpace(line), nil
		}
	}
	return "", fmt.Errorf("no report in %q", out)
}
