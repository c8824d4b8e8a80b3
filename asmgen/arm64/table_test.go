package arm64

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/printer"
	"github.com/mmcloughlin/avo/reg"
)

// emitAll returns a file whose only function is what all builders emit, one
// instruction each, as Compile leaves it: every virtual register bound to the
// physical one of the same number, labels last.
func emitAll(t *testing.T) (*ir.File, *Function) {
	t.Helper()
	f := ir.NewFile()
	f.Includes = []string{"textflag.h"}
	Table(f, "table", 0, 1, 2, 3, 4, 5, 6, 7)
	fn := NewFunction(f, "builders", "func(dst *byte, n int)")
	fn.AddLabel("top")
	for _, b := range builders {
		b.emit(fn)
	}
	fn.Allocation = reg.NewEmptyAllocation()
	for i := range 32 {
		fn.Allocation[r(i).ID()] = FixedR(i).ID()
		fn.Allocation[v(i).ID()] = FixedV(i).ID()
	}
	if err := bind(fn.Function); err != nil {
		t.Fatal(err)
	}
	if err := labelLast(fn.Function); err != nil {
		t.Fatal(err)
	}
	if n := len(fn.Instructions()); n != len(builders) {
		t.Fatalf("%d builders emitted %d instructions", len(builders), n)
	}
	return f, fn
}

// sourceOf prints f and returns the text, and the instructions in it.
func sourceOf(t *testing.T, f *ir.File) (text []byte, lines []string) {
	t.Helper()
	text, err := printer.NewGoAsm(printer.Config{Name: "a test", Pkg: "p"}).Print(f)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "\t") {
			lines = append(lines, strings.Join(strings.Fields(line), " "))
		}
	}
	return text, lines
}

func TestEveryBuilderIsInTheTable(t *testing.T) {
	avo := reflect.TypeFor[*ir.Function]()
	for m := range reflect.TypeFor[*Function]().Methods() {
		_, inherited := avo.MethodByName(m.Name)
		creates := m.Name == "R" || m.Name == "V"
		listed := slices.ContainsFunc(builders, func(b builder) bool { return b.method == m.Name })
		if !inherited && !creates && !listed {
			t.Errorf("%s is not in the table", m.Name)
		}
	}
}

func TestEveryOpcodeIsBuilt(t *testing.T) {
	_, fn := emitAll(t)
	built := map[string]bool{}
	for _, i := range fn.Instructions() {
		built[i.Opcode] = true
	}
	if !reflect.DeepEqual(built, opcodes) {
		t.Errorf("builders emit %v, Check knows %v", built, opcodes)
	}
}

func TestReadsAndWrites(t *testing.T) {
	_, fn := emitAll(t)
	for n, i := range fn.Instructions() {
		b := builders[n]
		expect(t, b.line, "reads", registerNames(i.InputRegisters()), b.reads)
		expect(t, b.line, "writes", registerNames(i.OutputRegisters()), b.writes)
		expect(t, b.line, "loads", memories(i.Inputs), b.loads)
		expect(t, b.line, "stores", memories(i.Outputs), b.stores)
	}
}

func expect(t *testing.T, line, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %s %q, want %q", line, what, got, want)
	}
}

// registerNames lists all but pseudo registers.
func registerNames(rs []reg.Register) string {
	var names []string
	for _, r := range rs {
		if r.Kind() != reg.KindPseudo {
			names = append(names, r.Asm())
		}
	}
	return strings.Join(names, " ")
}

func memories(operands []operand.Op) string {
	var names []string
	for _, op := range operands {
		if operand.IsMem(op) {
			names = append(names, op.Asm())
		}
	}
	return strings.Join(names, " ")
}

// TestOperandsAreDeclared compares the registers in the operands, which the
// assembler sees, with those in Inputs and Outputs, which all passes see.
func TestOperandsAreDeclared(t *testing.T) {
	_, fn := emitAll(t)
	for _, i := range fn.Instructions() {
		declared, named := map[reg.ID]bool{}, map[reg.ID]bool{}
		for _, r := range append(i.InputRegisters(), i.OutputRegisters()...) {
			declared[r.ID()] = true
		}
		delete(declared, Flags.ID())
		for _, op := range i.Operands {
			rs, err := Registers(op)
			if err != nil {
				t.Errorf("%s: %v", i.Opcode, err)
			}
			address := false
			if a, ok := op.(Address); ok {
				_, address = a, true
			}
			for _, r := range rs {
				if !address {
					named[r.ID()] = true
				}
			}
		}
		if !reflect.DeepEqual(declared, named) {
			t.Errorf("%s: declares %v, names %v", i.Opcode, declared, named)
		}
	}
}

func TestPrinted(t *testing.T) {
	f, _ := emitAll(t)
	_, lines := sourceOf(t, f)
	if len(lines) != len(builders) {
		t.Fatalf("%d instructions printed, want %d", len(lines), len(builders))
	}
	for n, b := range builders {
		expect(t, b.method, "prints", lines[n], b.line)
	}
}

func TestCheckAcceptsEveryBuilder(t *testing.T) {
	_, fn := emitAll(t)
	fn.LocalSize = 24 // for the rows with 16(RSP)
	if err := check(fn.Function); err != nil {
		t.Error(err)
	}
}
