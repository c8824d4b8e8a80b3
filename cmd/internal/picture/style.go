// Package picture draws charts as SVG that can be read on a light and on a dark
// background.
package picture

import (
	"image/color"
	"os"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Pictures have no background. Grey of this luminance, about 0.19, has the same
// contrast (WCAG 2, 4.3 to 1) with white and with the black of GitHub's dark
// theme, #0d1117.
var (
	ink  = color.NRGBA{0x7a, 0x7c, 0x80, 0xff}
	grid = color.NRGBA{0x7a, 0x7c, 0x80, 0x40}
)

// palette has colours of medium luminance, beginning with those that remain
// distinct to people who do not see all of them (Okabe and Ito, "Color Universal
// Design", 2008).
var palette = []color.NRGBA{
	{0x1f, 0x83, 0xd6, 0xff}, // blue
	{0xdb, 0x6d, 0x00, 0xff}, // orange
	{0x0f, 0x96, 0x6c, 0xff}, // green
	{0xc0, 0x62, 0x9a, 0xff}, // purple
	{0x9c, 0x87, 0x14, 0xff}, // olive
	{0xd0, 0x4a, 0x4a, 0xff}, // red
	{0x2a, 0x97, 0xa5, 0xff}, // teal
	{0xa0, 0x6a, 0x45, 0xff}, // brown
	{0x7b, 0x74, 0xdd, 0xff}, // violet
	{0x67, 0x95, 0x25, 0xff}, // grass
	{0xe0, 0x5f, 0x86, 0xff}, // pink
	{0x85, 0x8a, 0x90, 0xff}, // grey
}

// ColorOf returns the colour with the number i; after the last comes the first.
func ColorOf(i int) color.Color { return palette[i%len(palette)] }

// newPlot returns an empty plot in the style of this package.
func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	p.Title.Text = title
	p.Title.Padding = vg.Points(8)
	p.Title.TextStyle.Color = ink
	p.Title.TextStyle.Font = sans(13)
	for axis, label := range map[*plot.Axis]string{&p.X: x, &p.Y: y} {
		axis.Label.Text = label
		axis.Label.TextStyle.Color = ink
		axis.Label.TextStyle.Font = sans(11)
		axis.Tick.Label.Color = ink
		axis.Tick.Label.Font = sans(10)
		axis.Color = ink
		axis.Tick.Color = ink
	}
	return p
}

// sans returns the font in a size in points.
func sans(size float64) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(size)}
}

// fonts are those of the same widths as Liberation Sans that systems without it
// have. The SVG library names the one alone, for which browsers take one with
// serifs.
var fonts = strings.NewReplacer("font-family:Liberation Sans;", "font-family:Liberation Sans,Arial,Helvetica,sans-serif;")

// save draws a picture of some width and height in points to a file.
func save(path string, width, height float64, paint func(c draw.Canvas)) error {
	const margin = 6
	canvas := vgsvg.New(vg.Points(width), vg.Points(height))
	paint(draw.Crop(draw.New(canvas), margin, -margin, margin, -margin))
	var svg strings.Builder
	if _, err := canvas.WriteTo(&svg); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(fonts.Replace(svg.String())), 0o666)
}
