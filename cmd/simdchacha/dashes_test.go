package main

import (
	"slices"
	"strings"
	"testing"
)

func TestTwoDashes(t *testing.T) {
	for in, want := range map[string]string{
		"bench words -json -quick":      "bench words --json --quick",
		"bench words -svg dir":          "bench words --svg dir",
		"bench words -svg=dir":          "bench words --svg=dir",
		"bench words --json":            "bench words --json",
		"bench words -- -json":          "bench words -- -json",
		"stream -kernel SSE2 -n 5":      "stream --kernel SSE2 -n 5",
		"stream -n5 -q":                 "stream -n5 -q",
		"stream -qn5":                   "stream -qn5",
		"stream -json":                  "stream -json", // no flag of stream
		"bench words -nonsense":         "bench words -nonsense",
		"nonsense -json":                "nonsense -json",
		"selftest -time 5s":             "selftest --time 5s",
		"bench -json words":             "bench --json words",
		"stream -rounds=8 --kernel AVX": "stream --rounds=8 --kernel AVX",
		"-version":                      "--version",
		"-help":                         "--help",
		"stream -help":                  "stream --help",
		"stream -version":               "stream -version", // a flag of the root
		"":                              "",
	} {
		got := twoDashes(rootCommand(), strings.Fields(in))
		if !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%s: %q, want %s", in, got, want)
		}
	}
}
