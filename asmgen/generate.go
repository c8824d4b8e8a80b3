package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
)

// Generate returns the generated files by name.
func Generate() (map[string][]byte, error) {
	files := map[string][]byte{}
	for arch, program := range map[string]func() (*ir.File, error){"amd64": amd64} {
		f, err := program()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", arch, err)
		}
		config := printer.Config{Name: "asmgen", Pkg: "simdchacha"}
		if files["chacha_"+arch+".s"], err = printer.NewGoAsm(config).Print(f); err != nil {
			return nil, err
		}
		if files["chacha_"+arch+".go"], err = printer.NewStubs(config).Print(f); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// x86Machines returns the machines of amd64, on c.
func x86Machines(c *build.Context) []Machine {
	return []Machine{newSSE2(c), newAVX2(c), newAVX512VL(c), newAVX512(c)}
}

// amd64 returns the kernels for amd64, checked.
func amd64() (*ir.File, error) {
	c := build.NewContext()
	c.ConstraintExpr("!purego")
	shapes := map[string]Shape{}
	for _, m := range x86Machines(c) {
		Keystream(m)
		shapes[kernelName(m.Shape())] = m.Shape()
	}
	f, err := c.Result()
	if err != nil {
		return nil, err
	}
	check := pass.FunctionPass(func(fn *ir.Function) error { return checkX86(fn, shapes[fn.Name]) })
	return f, pass.Concat(pass.Compile, pass.FunctionPass(epilogue), check).Execute(f)
}
