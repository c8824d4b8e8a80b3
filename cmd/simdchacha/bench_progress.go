package main

import (
	"os"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"
)

// benchProgress is a bar on standard error, or nothing if that is no terminal.
type benchProgress struct {
	bars *mpb.Progress
	bar  *mpb.Bar
}

const benchSteps = 1000

func showBenchProgress(name string) *benchProgress {
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return &benchProgress{}
	}
	bars := mpb.New(mpb.WithOutput(os.Stderr))
	bar := bars.AddBar(benchSteps,
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(name+"  "), decor.Percentage()),
		mpb.AppendDecorators(decor.AverageETA(decor.ET_STYLE_GO)))
	return &benchProgress{bars, bar}
}

// set shows that a part of the work, 0 to 1, is done.
func (p *benchProgress) set(done float64) {
	if p.bar != nil {
		p.bar.SetCurrent(int64(done * (benchSteps - 1))) // the last step is that of end
	}
}

// end takes the bar away.
func (p *benchProgress) end() {
	if p.bar != nil {
		p.bar.Abort(true)
		p.bars.Wait()
	}
}
