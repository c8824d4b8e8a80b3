package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/simdchacha/simdchacha"
	"github.com/simdchacha/simdchacha/chacha"
)

func TestSelftest(t *testing.T) {
	stdout, stderr, status := output(t, "selftest", "-t", "200ms")
	if status != 0 || stderr != "" {
		t.Errorf("status %d, standard error %q; want 0, nothing", status, stderr)
	}
	table := rows(stdout)
	for _, k := range simdchacha.Kernels() {
		want := `^\w+ +passed +[1-9]\d+ vectors, [1-9]\d* random calls$`
		if !k.Available() {
			want = `^\w+ +not run +(no [A-Z]|not used on )`
		}
		if !regexp.MustCompile(want).MatchString(table[k.String()]) {
			t.Errorf("row of %v is %q, want %s", k, table[k.String()], want)
		}
	}
}

// A fault that the vectors show, and one that only random calls can.
func TestSelftestFindsFaults(t *testing.T) {
	good := subject{name: "good", blocks: chacha.Blocks}
	for _, test := range []struct {
		name  string
		fault func(dst []byte, s *chacha.State, r chacha.Rounds)
		want  string
	}{
		{"vectors", func(dst []byte, s *chacha.State, r chacha.Rounds) {
			chacha.Blocks(dst, s, r)
			dst[0] ^= 1
		}, `^kernel bad: [^r]`},
		{"random", func(dst []byte, s *chacha.State, r chacha.Rounds) {
			key := s[chacha.Key]
			chacha.Blocks(dst, s, r)
			if key%64 == 5 && len(dst) > 2000 {
				dst[2000] ^= 1
			}
		}, `(?s)^kernel bad: random call \d+: dst\[2000\] is 0x\w\w, want 0x\w\w\n` +
			`(state  \[0x\w{8} 0x\w{8} 0x\w{8} 0x\w{8}\]\n){4}rounds (8|12|20)\nlength \d+\noffset \d+\n\n` +
			`The same as a Go test:\n\npackage mismatch\n.*simdchacha\.bad\.Blocks\(`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			err := selftest(&out, []subject{good, {name: "none", skipped: "no CPU"}, {name: "bad", blocks: test.fault}}, time.Minute)
			if err == nil || !regexp.MustCompile(test.want).MatchString(err.Error()) {
				t.Errorf("error is %v, want %s", err, test.want)
			}
			if strings.Contains(out.String(), "passed") {
				t.Errorf("reported as passed:\n%s", &out)
			}
		})
	}
}
