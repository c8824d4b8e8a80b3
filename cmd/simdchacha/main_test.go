package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/simdchacha/simdchacha"
)

// runAsTool makes the test binary behave as the tool.
const runAsTool = "SIMDCHACHA_TEST_RUN_AS_TOOL"

func TestMain(m *testing.M) {
	if os.Getenv(runAsTool) != "" {
		os.Exit(run())
	}
	os.Exit(m.Run())
}

// tool returns the tool as a command that has not been started.
func tool(t *testing.T, args ...string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	// A binary built with -race otherwise sleeps for a second when it exits.
	cmd.Env = append(os.Environ(), runAsTool+"=1", "GORACE=atexit_sleep_ms=0")
	return cmd
}

// wait runs cmd to its end and returns its exit status.
func wait(t *testing.T, cmd *exec.Cmd) int {
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode()
}

// output runs the tool and returns what it printed and its exit status.
func output(t *testing.T, args ...string) (stdout, stderr string, status int) {
	cmd := tool(t, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	status = wait(t, cmd)
	return out.String(), errs.String(), status
}

// unavailable returns an environment in which the kernel, the first of this
// machine, cannot run, and false if there is no such kernel.
func unavailable() (kernel, env string, ok bool) {
	for _, k := range simdchacha.Kernels() {
		if env, ok := map[simdchacha.Kernel]string{
			simdchacha.AVX512:   "GODEBUG=cpu.avx512f=off",
			simdchacha.AVX512VL: "GODEBUG=cpu.avx512f=off",
			simdchacha.AVX2:     "GODEBUG=cpu.avx2=off",
		}[k]; ok {
			return k.String(), env, true
		}
	}
	return "", "", false
}

func TestWrongUsage(t *testing.T) {
	for _, test := range []struct {
		args string
		want string // in the message
	}{
		{"nonsense", `unknown command "nonsense"`},
		{"help nonsense", `unknown command "nonsense"`},
		{"help bench nonsense", `unknown command "nonsense" for "simdchacha bench"`},
		{"help stream nonsense", `unknown command "nonsense" for "simdchacha stream"`},
		{"--nonsense", "unknown flag: --nonsense"},
		{"kernels nonsense", `simdchacha kernels: takes flags only, no argument such as "nonsense"`},
		{"kernels -x", "unknown shorthand flag: 'x'"},
		{"stream nonsense", `takes flags only, no argument such as "nonsense"`},
		{"stream --nonsense", "unknown flag: --nonsense"},
		{"stream -n", "flag needs an argument"},
		{"stream -n -5", `"-5" is no size`},
		{"stream -n=-5", `"-5" is no size`},
		{"stream -n 5parsecs", `"5parsecs" is no size`},
		{"stream --bytes 1e3", `"1e3" is no size`},
		{"stream -n 8EiB", "more than 9223372036854775807 bytes"},
		{"stream --rounds 10", "only 8, 12 and 20 are defined"},
		{"stream --rounds eight", "only 8, 12 and 20 are defined"},
		{"stream --kernel MMX", "no such kernel here: want one of "},
		{"selftest nonsense", `takes flags only, no argument such as "nonsense"`},
		{"selftest -t -1s", `"-1s" is no length of time`},
		{"selftest -t 5", `"5" is no length of time`},
		{"bench", "bench what? One of kernels, arc4random, urandom, words, peers or all"},
		{"bench nonsense", `no such comparison: "nonsense"`},
		{"bench words nonsense", `takes flags only, no argument such as "nonsense"`},
		{"bench words --nonsense", "unknown flag: --nonsense"},
		{"bench words -nonsense", "unknown shorthand flag"},
		{"bench words -json -csv", "--json and --csv exclude each other"},
		{"bench words --svg", "flag needs an argument"},
	} {
		t.Run(test.args, func(t *testing.T) {
			stdout, stderr, status := output(t, strings.Fields(test.args)...)
			if status != 2 || stdout != "" {
				t.Errorf("status %d, want 2; standard output %q, want nothing", status, stdout)
			}
			if !strings.HasPrefix(stderr, "simdchacha") || !strings.Contains(stderr, test.want) ||
				!strings.Contains(stderr, "--help' for usage.\n") {
				t.Errorf("message:\n%s\nwant in it: %s", stderr, test.want)
			}
		})
	}
}

func TestUnavailableKernel(t *testing.T) {
	kernel, env, ok := unavailable()
	if !ok {
		t.Skip("every kernel of this architecture is its baseline")
	}
	cmd := tool(t, "stream", "-n", "1", "--kernel", kernel)
	cmd.Env = append(cmd.Env, env)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if status := wait(t, cmd); status != 2 || stdout.Len() > 0 {
		t.Errorf("status %d, want 2; %d bytes of output, want 0", status, stdout.Len())
	}
	if want := "not available on this machine: no AVX"; !strings.Contains(stderr.String(), want) {
		t.Errorf("message:\n%s\nwant in it: %s", &stderr, want)
	}
}

func TestHelpAndVersion(t *testing.T) {
	for _, test := range []struct {
		args string
		want string // regular expression
	}{
		{"", `(?s)^ChaCha kernels.*kernels .*selftest .*stream `},
		{"--help", `(?s)^ChaCha kernels.*kernels .*selftest .*stream `},
		{"-help", `^ChaCha kernels`},
		{"kernels -help", `^List the kernels`},
		{"-version", `^simdchacha `},
		{"help bench words", `^Measure random words`},
		{"help stream", `(?s)^Write crypto.*--bytes size .*--kernel name .*--rounds number .*default 20`},
		{"kernels --help", `^List the kernels`},
		{"bench --help", `(?s)^Measure this.*arc4random.*peers.*urandom.*words.*--csv.*--json.*--quick.*--svg directory`},
		{"bench words --help", `^Measure random words`},
		{"selftest --help", `(?s)^Check every kernel.*default 10s`},
		{"--version", `^simdchacha \S+ .*` + regexp.QuoteMeta(runtime.Version()) + ` \w+/\w+\n$`},
	} {
		t.Run(test.args, func(t *testing.T) {
			stdout, stderr, status := output(t, strings.Fields(test.args)...)
			if status != 0 || stderr != "" {
				t.Errorf("status %d, want 0; standard error %q, want nothing", status, stderr)
			}
			if !regexp.MustCompile(test.want).MatchString(stdout) {
				t.Errorf("output:\n%s\nwant %s", stdout, test.want)
			}
		})
	}
}

// A reader that goes away is no error, before the first byte or later.
func TestClosedPipe(t *testing.T) {
	for _, test := range []struct {
		args string
		read int64 // bytes before the pipe is closed
	}{
		{"stream", 0},
		{"stream", 1_000_000},
		{"stream -n 1GiB", 10},
		{"kernels", 0},
		{"selftest -t 0s", 0},
		{"bench words -quick", 0},
		{"bench words -quick -json", 0},
		{"--version", 0},
		{"--help", 0},
	} {
		t.Run(test.args, func(t *testing.T) {
			cmd := tool(t, strings.Fields(test.args)...)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			pipe, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if test.read == 0 {
				pipe.Close()
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if _, err := io.CopyN(io.Discard, pipe, test.read); err != nil {
				t.Error(err)
			}
			pipe.Close()
			if err := cmd.Wait(); err != nil || stderr.Len() > 0 {
				t.Errorf("%v, want status 0; standard error %q, want nothing", err, &stderr)
			}
		})
	}
}

func TestFullDisk(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /dev/full")
	}
	for _, args := range []string{
		"stream", "stream -n 1", "kernels", "selftest -t 0s", "--version", "--help",
		"bench words -quick", "bench words -quick -csv", "bench words -quick -json",
	} {
		t.Run(args, func(t *testing.T) {
			full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer full.Close()
			cmd := tool(t, strings.Fields(args)...)
			var stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = full, &stderr
			if status := wait(t, cmd); status != 1 {
				t.Errorf("status %d, want 1", status)
			}
			if !regexp.MustCompile(`^simdchacha.*: no space left on device\n$`).MatchString(stderr.String()) {
				t.Errorf("message %q", &stderr)
			}
		})
	}
}
