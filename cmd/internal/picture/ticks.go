package picture

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// powersOfTen marks 1, 10, 100 and so on, and some values between.
type powersOfTen struct{ format func(float64) string }

func (t powersOfTen) Ticks(low, high float64) (ticks []plot.Tick) {
	for e := math.Floor(math.Log10(low)); math.Pow(10, e) <= high; e++ {
		for _, m := range []float64{1, 2, 5} {
			tick := plot.Tick{Value: m * math.Pow(10, e)}
			if m == 1 || high/low < 200 {
				tick.Label = t.format(tick.Value)
			}
			ticks = append(ticks, tick)
		}
	}
	return ticks
}

// even marks multiples of 1, 2 or 5 times a power of ten, ten at most.
type even struct{ format func(float64) string }

func (t even) Ticks(low, high float64) (ticks []plot.Tick) {
	step := math.Pow(10, math.Floor(math.Log10((high-low)/10)))
	for i := 0; (high-low)/step > 10; i++ {
		step *= []float64{2, 2.5, 2}[i%3]
	}
	for v := math.Ceil(low/step) * step; v <= high; v += step {
		ticks = append(ticks, plot.Tick{Value: v, Label: t.format(v)})
	}
	return ticks
}

// plain returns x without an exponent, to a millionth.
func plain(x float64) string { return strconv.FormatFloat(math.Round(x*1e6)/1e6, 'f', -1, 64) }
