package main

import (
	"bytes"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/printer"
)

// print returns the text of kernels and their declarations in Go.
//
// The assembler has to put the loop of the rounds at the start of a cache line,
// with NOPs before it: functions start at multiples of 32 bytes only, and for a
// loop that began in the middle of a line a Zen 3 took up to a fifth longer.
func print(f *ir.File, pkg string) (assembly, stubs []byte, err error) {
	config := printer.Config{Name: "asmgen", Pkg: pkg}
	if assembly, err = printer.NewGoAsm(config).Print(f); err != nil {
		return nil, nil, err
	}
	loop := []byte("\nrounds:\n")
	assembly = bytes.ReplaceAll(assembly, loop, append([]byte("\n\tPCALIGN $64\n"), loop...))
	stubs, err = printer.NewStubs(config).Print(f)
	return assembly, stubs, err
}
