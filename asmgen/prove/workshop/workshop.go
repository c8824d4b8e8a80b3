// Package workshop builds and runs small programs with assembly in them, on
// this CPU or on an emulated one. Only test files import it.
package workshop

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Missing skips a test for want of something, with the reason, or fails it if
// the list in the environment variable SIMDCHACHA_REQUIRE has its name.
func Missing(t testing.TB, name, format string, args ...any) {
	t.Helper()
	reason := name + ": " + fmt.Sprintf(format, args...)
	if slices.Contains(strings.Split(os.Getenv("SIMDCHACHA_REQUIRE"), ","), name) {
		t.Fatal("SIMDCHACHA_REQUIRE has ", reason)
	}
	t.Skip("NOT TESTED: ", reason)
}

// Program is an executable, and the command that it is the first argument of.
type Program struct {
	path   string
	runner []string
}

// Build builds a program out of files of package main. The test is skipped, or
// fails if SIMDCHACHA_REQUIRE says so, where it could not run: arm64 needs
// "emulators", and AVX-512, which features name as in /proc/cpuinfo, "AVX512".
func Build(t testing.TB, goarch string, features []string, files map[string]string) *Program {
	t.Helper()
	line := runner(t, goarch, features)
	return &Program{Compile(t, goarch, files), line}
}

// Compile builds a program out of files of package main, and returns its path.
func Compile(t testing.TB, goarch string, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	files["go.mod"] = "module workshop\n\ngo 1.26\n"
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(dir, "program")
	build := exec.Command("go", "build", "-o", program)
	build.Dir = dir
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+goarch, "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return program
}

// Run runs the program and returns what it prints.
func (p *Program) Run(t testing.TB, args ...string) string {
	t.Helper()
	line := append(append(slices.Clone(p.runner), p.path), args...)
	cmd := exec.Command(line[0], line[1:]...)
	var errors bytes.Buffer
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", strings.Join(line, " "), err, out, errors.Bytes())
	}
	return string(out)
}

// emulator names a command that runs a program on a CPU with AVX-512.
const emulator = "SIMDCHACHA_AVX512_EXEC"

func runner(t testing.TB, goarch string, features []string) []string {
	t.Helper()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		Missing(t, "emulators", "this test runs on linux/amd64")
	}
	if goarch == "arm64" {
		const qemu = "qemu-aarch64-static"
		if _, err := exec.LookPath(qemu); err != nil {
			Missing(t, "emulators", "%s is missing (Debian: qemu-user-static)", qemu)
		}
		return []string{qemu}
	}
	cpu, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Fatal(err)
	}
	has := strings.Fields(string(cpu))
	for _, f := range features {
		if slices.Contains(has, f) {
			continue
		}
		if command := strings.Fields(os.Getenv(emulator)); len(command) > 0 {
			return command
		}
		Missing(t, "AVX512", "this CPU has no %s, and %s names no emulator", f, emulator)
	}
	return nil
}
