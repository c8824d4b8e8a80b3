// Package host describes the machine that measurements are made on.
package host

import (
	"cmp"
	"fmt"
	"os"
	"strings"

	"github.com/klauspost/cpuid/v2"
)

// CPU returns the model of the processor as it names itself, or "unknown CPU".
func CPU() string {
	brand := strings.Join(strings.Fields(cpuid.CPU.BrandName), " ")
	if brand != "" {
		return brand
	}
	// Only Linux has this file.
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown CPU"
	}
	return cmp.Or(fromCPUInfo(string(info)), "unknown CPU")
}

// fromCPUInfo finds the model in a text of the form of /proc/cpuinfo. On arm64
// that is two numbers, which the Linux header asm/cputype.h explains.
func fromCPUInfo(info string) string {
	field := make(map[string]string)
	for line := range strings.Lines(info) {
		key, value, _ := strings.Cut(line, ":")
		field[strings.TrimSpace(key)] = strings.TrimSpace(value)
	}
	if part := field["CPU part"]; part != "" && field["model name"] == "" {
		return fmt.Sprintf("implementer %s, part %s", field["CPU implementer"], part)
	}
	// The names of the field on x86 and arm, powerpc, riscv, loongarch.
	return cmp.Or(field["model name"], field["cpu"], field["uarch"], field["Model Name"])
}
