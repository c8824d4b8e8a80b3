package picture

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Bar is a value of a bar chart.
type Bar struct {
	Name  string
	Value float64 // not negative
	Color color.Color
}

// A BarChart is a chart of bars that lie below each other.
type BarChart struct {
	Title, X string
	Format   string // of the values, which stand behind the bars: a verb of package fmt
}

// Save draws the chart to an SVG file, the first bar at the top.
func (b BarChart) Save(path string, bars []Bar) error {
	p := newPlot(b.Title, b.X, "")
	p.HideY()
	p.Add(&plotter.Grid{Vertical: gridLines().Vertical})
	names := make([]string, len(bars))
	labels := plotter.XYLabels{}
	most := 0.0
	for i, bar := range slices.Backward(bars) {
		at := len(bars) - 1 - i                                       // from the bottom
		names[at] = bar.Name + strings.Repeat(" ", 2+len(bar.Name)/4) // room for wider fonts
		one, err := plotter.NewBarChart(plotter.Values{bar.Value}, vg.Points(13))
		if err != nil {
			return err
		}
		one.Horizontal, one.XMin = true, float64(at)
		one.Color, one.LineStyle.Width = bar.Color, 0
		p.Add(one)
		labels.XYs = append(labels.XYs, plotter.XY{X: bar.Value, Y: float64(at)})
		labels.Labels = append(labels.Labels, fmt.Sprintf(b.Format, bar.Value))
		most = max(most, bar.Value)
	}
	values, err := plotter.NewLabels(labels)
	if err != nil {
		return err
	}
	for i := range values.TextStyle {
		values.TextStyle[i].Color, values.TextStyle[i].Font = ink, sans(10)
		values.TextStyle[i].YAlign = draw.YCenter
	}
	values.Offset.X = vg.Points(4)
	p.Add(values)
	p.NominalY(names...)
	p.Y.Tick.Label.Font, p.Y.Tick.Label.Color = sans(10), ink
	p.X.Min, p.X.Max = 0, most*1.12
	p.X.Tick.Marker = even{plain}
	return save(path, 760, float64(70+20*len(bars)), func(c draw.Canvas) { p.Draw(c) })
}
