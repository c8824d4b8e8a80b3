package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/printer"

	"github.com/simdchacha/simdchacha/asmgen/prove"
)

// ordersFile has the orders that a search found, by group of a kernel. Generate
// reads it; tune writes it.
const ordersFile = "orders.json"

//go:embed orders.json
var ordersJSON []byte

// searchedOrders are what ordersFile says.
var searchedOrders = func() (o map[string]Order) {
	if err := json.Unmarshal(ordersJSON, &o); err != nil {
		panic("asmgen: " + ordersFile + ": " + err.Error())
	}
	return o
}()

// minGain is what an order has to gain over the one in kernels.go to be kept.
const minGain = 0.015

// tuning searches an order for one kernel by measurement, on the CPU that it
// runs on: hill climbing from the present order, as CryptOpt (Kuepper et al.,
// PLDI 2023) does with operations instead of whole quarter-rounds.
type tuning struct {
	kernel amd64Kernel
	name   string
	log    io.Writer
	rand   *rand.Rand
}

// tune searches for so long, prints what it gained, and puts the order into
// ordersFile if that is worth it.
func tune(name string, length time.Duration, seed uint64, log io.Writer) error {
	i := slices.IndexFunc(amd64Kernels, func(k amd64Kernel) bool { return k.name() == name })
	if i < 0 || len(amd64Kernels[i].shape.Order) == 0 {
		return fmt.Errorf("no kernel %s with an order", name)
	}
	t := &tuning{kernel: amd64Kernels[i], name: name, log: log, rand: rand.New(rand.NewPCG(seed, 0))}
	byHand := t.kernel.shape.Order
	best := byHand
	if o, ok := searchedOrders[t.kernel.group()]; ok {
		best = o
	}
	const candidates = 11
	for end := time.Now().Add(length); time.Now().Before(end); {
		orders := []Order{best}
		for len(orders) <= candidates {
			if o := t.mutate(best); t.legal(o) {
				orders = append(orders, o)
			}
		}
		times, err := t.measure(orders, 15)
		if err != nil {
			return err
		}
		if fastest := slices.Index(times, slices.Min(times)); fastest > 0 && times[fastest] < 0.998*times[0] {
			best = orders[fastest]
			fmt.Fprintf(log, "%.2f %% less: %v\n", 100*(1-times[fastest]/times[0]), best)
		}
	}
	times, err := t.measure([]Order{byHand, best}, 99)
	if err != nil {
		return err
	}
	gain := 1 - times[1]/times[0]
	fmt.Fprintf(log, "%s: %.2f %% less time than the order by hand\n", name, 100*gain)
	if gain < minGain {
		fmt.Fprintf(log, "not kept: it takes %.1f %%\n", 100*minGain)
		return nil
	}
	searchedOrders[t.kernel.group()] = best
	return os.WriteFile(ordersFile, formatOrders(searchedOrders), 0o644)
}

// formatOrders returns the text of ordersFile, a line for each set.
func formatOrders(orders map[string]Order) []byte {
	var groups []string
	for group, o := range orders {
		var sets []string
		for _, starts := range o {
			text, err := json.Marshal(starts)
			if err != nil {
				panic(err) // numbers do not fail
			}
			sets = append(sets, "\t\t"+string(text))
		}
		groups = append(groups, fmt.Sprintf("\t%q: [\n%s\n\t]", group, strings.Join(sets, ",\n")))
	}
	if len(groups) == 0 {
		return []byte("{}\n")
	}
	slices.Sort(groups)
	return []byte("{\n" + strings.Join(groups, ",\n") + "\n}\n")
}

// mutate moves some quarter-rounds, or a whole round.
func (t *tuning) mutate(o Order) Order {
	o = slices.Clone(o)
	step := func() float64 { return float64(t.rand.IntN(13)-6) / 2 }
	if t.rand.IntN(3) == 0 {
		d := step()
		for set := range o {
			for q := 4; q < 8; q++ {
				o[set][q] += d
			}
		}
	}
	for range 1 + t.rand.IntN(3) {
		o[t.rand.IntN(len(o))][t.rand.IntN(8)] += step()
	}
	return o
}

// legal reports whether a kernel can be generated with that order.
func (t *tuning) legal(o Order) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false // the order would change what is computed
		}
	}()
	_, err := t.compile([]Order{o})
	return err == nil
}

// compile generates the kernel with each of the orders.
func (t *tuning) compile(orders []Order) (*ir.File, error) {
	var kernels []amd64Kernel
	for i, o := range orders {
		k := t.kernel
		k.shape.Order, k.shape.Variant = o, variant(i)
		kernels = append(kernels, k)
	}
	return compileAMD64(kernels)
}

func variant(i int) string { return fmt.Sprint("Order", i) }

//go:embed testdata/measure.go.txt
var measureProgram string

// measure returns the time that the kernel takes with each of the orders, as
// the median of so many runs in one process, taken in turn. Each is proven
// first.
func (t *tuning) measure(orders []Order, runs int) ([]float64, error) {
	f, err := t.compile(orders)
	if err != nil {
		return nil, err
	}
	if _, err := prove.All(toProve(f, "amd64")); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "asmgen")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	config := printer.Config{Name: "asmgen", Pkg: "main"}
	assembly, err := printer.NewGoAsm(config).Print(f)
	if err != nil {
		return nil, err
	}
	stubs, err := printer.NewStubs(config).Print(f)
	if err != nil {
		return nil, err
	}
	var list strings.Builder
	for i := range orders {
		fmt.Fprintf(&list, "\t%s%s,\n", t.name, variant(i))
	}
	for name, text := range map[string]string{
		"go.mod":    "module measure\n\ngo 1.26\n",
		"kernels.s": string(assembly), "kernels.go": string(stubs),
		"main.go": strings.ReplaceAll(measureProgram, "\tKERNELS,\n", list.String()),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	run := exec.Command("go", "run", ".", strconv.Itoa(runs))
	run.Dir = dir
	var stderr bytes.Buffer
	run.Stderr = &stderr
	out, err := run.Output()
	if err != nil {
		return nil, fmt.Errorf("measuring: %w\n%s", err, &stderr)
	}
	var times []float64
	return times, json.Unmarshal(out, &times)
}
