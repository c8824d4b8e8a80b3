package bench

import (
	"gonum.org/v1/plot"

	"github.com/simdchacha/simdchacha/cmd/internal/picture"
	"github.com/simdchacha/simdchacha/cmd/internal/report"
)

// drawSizes draws the throughput of ps over the sizes of columns to a file.
func drawSizes(path, title string, r *report.Report, ps []peer, columns []report.Key) error {
	c := picture.LineChart{Title: title + ": " + r.Machine.CPU, X: "bytes for each call", Y: "MB/s", LogX: true, LogY: true}
	return drawLines(path, c, r, ps, columns, func(k report.Key) plot.Tick {
		return plot.Tick{Value: float64(k.Bytes), Label: sizeName(k)}
	})
}

// drawGoroutines draws the throughput of ps over the goroutines of columns to a
// file.
func drawGoroutines(path, title string, r *report.Report, ps []peer, columns []report.Key) error {
	c := picture.LineChart{Title: title + ": " + r.Machine.CPU, X: "goroutines", Y: "MB/s together", LogY: true}
	return drawLines(path, c, r, ps, columns, func(k report.Key) plot.Tick {
		return plot.Tick{Value: float64(k.Goroutines), Label: goroutineName(k)}
	})
}

// drawLines draws the throughput of ps to a file; tick says where a column is.
func drawLines(path string, c picture.LineChart, r *report.Report, ps []peer, columns []report.Key, tick func(report.Key) plot.Tick) error {
	for _, column := range columns {
		c.XTicks = append(c.XTicks, tick(column))
	}
	return c.Save(path, lines(r, ps, columns, func(k report.Key) float64 { return tick(k).Value }))
}

// lines returns the throughput of each of ps, in MB/s; x says where a column is.
func lines(r *report.Report, ps []peer, columns []report.Key, x func(report.Key) float64) (all []picture.Series) {
	for i, p := range ps {
		s := picture.Series{Name: p.title(), Color: picture.ColorOf(i), Heavy: p.ours()}
		for _, column := range columns {
			if res, ok := r.Find(p.key(column)); ok {
				s.X, s.Y = append(s.X, x(column)), append(s.Y, res.Rate()/1e6)
			}
		}
		all = append(all, s)
	}
	return all
}
