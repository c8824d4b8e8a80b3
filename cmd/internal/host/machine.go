package host

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
)

// A Machine is what a measurement depends on besides the program.
type Machine struct {
	CPU     string `json:"cpu"`
	System  string `json:"system"`           // distribution, or name of the operating system
	Kernel  string `json:"kernel,omitempty"` // name and release
	OS      string `json:"os"`
	Arch    string `json:"arch"`
	Go      string `json:"go"`
	CPUs    int    `json:"cpus"` // logical ones, that this process may run on
	Procs   int    `json:"gomaxprocs"`
	GODEBUG string `json:"godebug,omitempty"`
}

// This returns the machine that the program runs on.
func This() Machine {
	release, _ := os.ReadFile("/etc/os-release") // there is none except on Linux
	return Machine{
		CPU:     CPU(),
		System:  cmp.Or(fromOSRelease(string(release)), runtime.GOOS),
		Kernel:  kernel(),
		OS:      runtime.GOOS,
		Arch:    runtime.GOARCH,
		Go:      runtime.Version(),
		CPUs:    runtime.NumCPU(),
		Procs:   runtime.GOMAXPROCS(0),
		GODEBUG: os.Getenv("GODEBUG"),
	}
}

// fromOSRelease finds the name in a text of the form of os-release(5).
func fromOSRelease(text string) string {
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, "PRETTY_NAME="); ok {
			return strings.Trim(strings.TrimSpace(name), `"'`)
		}
	}
	return ""
}

// Print writes m, one line for each fact.
func (m Machine) Print(w io.Writer) {
	fmt.Fprintf(w, "CPU      %s, %d logical, GOMAXPROCS %d\n", m.CPU, m.CPUs, m.Procs)
	system := m.System
	if m.Kernel != "" {
		system += ", " + m.Kernel
	}
	fmt.Fprintf(w, "System   %s\n", system)
	fmt.Fprintf(w, "OS/arch  %s/%s\n", m.OS, m.Arch)
	fmt.Fprintf(w, "Go       %s\n", m.Go)
	if m.GODEBUG != "" {
		fmt.Fprintf(w, "GODEBUG  %s\n", m.GODEBUG)
	}
}
