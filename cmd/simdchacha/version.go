package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// version describes the program as far as the linker recorded it: module
// version, commit, build tags, compiler and platform.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "simdchacha, built without module information"
	}
	setting := make(map[string]string)
	for _, s := range info.Settings {
		setting[s.Key] = s.Value
	}
	var b strings.Builder
	fmt.Fprintf(&b, "simdchacha %s", info.Main.Version)
	if commit := setting["vcs.revision"]; commit != "" {
		fmt.Fprintf(&b, " (commit %.12s of %s", commit, setting["vcs.time"])
		if setting["vcs.modified"] == "true" {
			b.WriteString(", modified")
		}
		b.WriteString(")")
	}
	if tags := setting["-tags"]; tags != "" {
		fmt.Fprintf(&b, " tags=%s", tags)
	}
	fmt.Fprintf(&b, " %s %s/%s", info.GoVersion, runtime.GOOS, runtime.GOARCH)
	return b.String()
}
