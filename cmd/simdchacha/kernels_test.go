package main

import (
	"bytes"
	"errors"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/simdchacha/simdchacha"
)

// rows returns the lines of the table that belong to kernels, by name.
func rows(text string) map[string]string {
	found := make(map[string]string)
	for line := range strings.Lines(text) {
		for _, k := range simdchacha.Kernels() {
			if name, _, _ := strings.Cut(line, " "); name == k.String() {
				found[name] = strings.TrimSpace(line)
			}
		}
	}
	return found
}

func TestKernels(t *testing.T) {
	stdout, stderr, status := output(t, "kernels")
	if status != 0 || stderr != "" {
		t.Errorf("status %d, standard error %q; want 0, nothing", status, stderr)
	}
	for _, want := range []string{
		`(?m)^CPU +\S`,
		`(?m)^OS/arch +` + runtime.GOOS + "/" + runtime.GOARCH + "$",
		`(?m)^Go +` + regexp.QuoteMeta(runtime.Version()) + "$",
	} {
		if !regexp.MustCompile(want).MatchString(stdout) {
			t.Errorf("nothing matches %s", want)
		}
	}
	table := rows(stdout)
	for _, k := range simdchacha.Kernels() {
		want := `^\w+ +\d+ +passed( +[1-9]\d*){3} +yes`
		if !k.Available() {
			want = `^\w+ +\d+ +-( +-){3} +(no [A-Z]|not used on )`
		}
		if !regexp.MustCompile(want).MatchString(table[k.String()]) {
			t.Errorf("row of %v is %q, want %s", k, table[k.String()], want)
		}
	}
	if n := strings.Count(stdout, "in use by rng"); n != 1 {
		t.Errorf("%d kernels in use by rng, want 1", n)
	}
	if t.Failed() {
		t.Log("\n" + stdout)
	}
}

func TestKernelsSaysWhyNot(t *testing.T) {
	kernel, env, ok := unavailable()
	if !ok {
		t.Skip("every kernel of this architecture is its baseline")
	}
	cmd := tool(t, "kernels")
	cmd.Env = append(cmd.Env, env)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if want := regexp.MustCompile(`- +no AVX.*\(see GODEBUG\)$`); !want.MatchString(rows(string(out))[kernel]) {
		t.Errorf("row of %s does not match %s:\n%s", kernel, want, out)
	}
}

func TestKernelsShowsFault(t *testing.T) {
	var out bytes.Buffer
	printKernels(&out, []kernelRow{{simdchacha.Portable, errors.New("wrong"), []float64{1e9, 2e9, 3e9}}})
	want := regexp.MustCompile(`^Portable +1 +FAILED +1000 +2000 +3000 +yes`)
	if got := rows(out.String())["Portable"]; !want.MatchString(got) {
		t.Errorf("row is %q, want %s", got, want)
	}
}
