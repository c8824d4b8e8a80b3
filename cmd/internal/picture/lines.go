package picture

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Series is a line of a chart.
type Series struct {
	Name  string
	X, Y  []float64
	Color color.Color
	Heavy bool // stands out
	Faint bool // dashed, for what was not measured here
	Steps bool // each value holds until the next, and points are not marked
}

// A LineChart is a chart of lines over a logarithmic or even axis.
type LineChart struct {
	Title, X, Y string
	XTicks      []plot.Tick // at least two
	LogX, LogY  bool
	YMin        float64                // where the axis begins; 0 stands for 0, or for a power of ten
	YFormat     func(y float64) string // of marks; by default plain numbers
}

// Save draws the chart to an SVG file. The legend names the series in the order
// of their ends, the highest first. Values must be positive on a logarithmic
// axis.
func (l LineChart) Save(path string, series []Series) error {
	p := newPlot(l.Title, l.X, l.Y)
	p.X.Tick.Marker = plot.ConstantTicks(l.XTicks)
	p.Add(gridLines())
	legend := plot.NewLegend()
	legend.Top, legend.Left = true, true
	legend.TextStyle.Color = ink
	legend.TextStyle.Font = sans(10)
	legend.Padding = vg.Points(3)
	legend.ThumbnailWidth = vg.Points(22)

	byEnd := slices.Clone(series)
	slices.SortStableFunc(byEnd, func(a, b Series) int { return -cmp.Compare(end(a), end(b)) })
	for i, s := range byEnd {
		drawn, thumbs, err := s.plotters(i)
		if err != nil {
			return err
		}
		p.Add(drawn...)
		legend.Add(s.Name, thumbs...)
	}
	if l.LogX {
		p.X.Scale = plot.LogScale{}
	}
	format := l.YFormat
	if format == nil {
		format = plain
	}
	if l.LogY {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, powersOfTen{format}
		p.Y.Min, p.Y.Max = cmp.Or(l.YMin, math.Pow(10, math.Floor(math.Log10(p.Y.Min)))), p.Y.Max*1.2
	} else {
		p.Y.Tick.Marker = even{format}
		p.Y.Min, p.Y.Max = l.YMin, p.Y.Max*1.05
	}
	const width, height, forLegend = 800, 400, 220
	return save(path, width, height, func(c draw.Canvas) {
		p.Draw(draw.Crop(c, 0, -vg.Points(forLegend), 0, 0))
		legend.Draw(draw.Crop(c, vg.Points(width-forLegend+12), 0, 0, -vg.Points(28)))
	})
}

func end(s Series) float64 {
	if s.Steps {
		return -float64(slices.Index(s.Y, slices.Max(s.Y)))
	}
	return s.Y[len(s.Y)-1]
}

// plotters returns what to draw for s, and for its name in the legend. Shapes
// tell apart what has the same colour.
func (s Series) plotters(shape int) ([]plot.Plotter, []plot.Thumbnailer, error) {
	xys := make(plotter.XYs, len(s.X))
	for i := range xys {
		xys[i] = plotter.XY{X: s.X[i], Y: s.Y[i]}
	}
	line, points, err := plotter.NewLinePoints(xys)
	if err != nil {
		return nil, nil, err
	}
	line.Color, points.Color = s.Color, s.Color
	line.Width, points.Radius = vg.Points(1.2), vg.Points(2.6)
	if s.Heavy {
		line.Width, points.Radius = vg.Points(2.6), vg.Points(3.4)
	}
	if s.Faint {
		line.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
	}
	if s.Steps {
		line.StepStyle = plotter.PostStep
		return []plot.Plotter{line}, []plot.Thumbnailer{line}, nil
	}
	shapes := []draw.GlyphDrawer{
		draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{},
	}
	points.Shape = shapes[shape%len(shapes)]
	return []plot.Plotter{line, points}, []plot.Thumbnailer{line, points}, nil
}

func gridLines() *plotter.Grid {
	g := plotter.NewGrid()
	g.Vertical.Color, g.Horizontal.Color = grid, grid
	return g
}
