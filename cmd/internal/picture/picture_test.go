package picture

import (
	"encoding/xml"
	"image/color"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/plot"
)

// texts returns the texts of an SVG file, which must be well-formed, name fonts
// that every system has, and have no background.
func texts(t *testing.T, path string) (found []string) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(data), "font-family:") != strings.Count(string(data), ",sans-serif;") {
		t.Errorf("%s: a font without substitute", path)
	}
	d := xml.NewDecoder(strings.NewReader(string(data)))
	for inText := false; ; {
		token, err := d.Token()
		if err == io.EOF {
			return found
		}
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inText = token.Name.Local == "text"
			if token.Name.Local == "rect" {
				t.Errorf("%s: has a background", path)
			}
			for _, a := range token.Attr {
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Errorf("%s: %s=%q", path, a.Name.Local, a.Value)
				}
			}
		case xml.CharData:
			if inText {
				found = append(found, strings.TrimSpace(string(token)))
			}
		}
	}
}

func expect(t *testing.T, found []string, want ...string) {
	all := "\n" + strings.Join(found, "\n") + "\n"
	for _, w := range want {
		if !strings.Contains(all, "\n"+w+"\n") {
			t.Errorf("no text %q in %q", w, found)
		}
	}
}

func TestLines(t *testing.T) {
	ticks := []plot.Tick{{Value: 4, Label: "4 B"}, {Value: 1024, Label: "1 KiB"}}
	series := []Series{
		{Name: "low", X: []float64{4, 64, 1024}, Y: []float64{10, 20, 30}, Color: ColorOf(0)},
		{Name: "high", X: []float64{4, 1024}, Y: []float64{5, 3000}, Color: ColorOf(1), Heavy: true},
		{Name: "published", X: []float64{4, 1024}, Y: []float64{5, 300}, Color: ColorOf(1), Faint: true},
		{Name: "histogram", X: []float64{4, 64, 1024}, Y: []float64{5, 100, 5}, Color: ColorOf(2), Steps: true},
	}
	path := filepath.Join(t.TempDir(), "lines.svg")
	chart := LineChart{Title: "Title", X: "bytes", Y: "MB/s", XTicks: ticks, LogX: true, LogY: true}
	if err := chart.Save(path, series); err != nil {
		t.Fatal(err)
	}
	found := texts(t, path)
	expect(t, found, "Title", "bytes", "MB/s", "4 B", "1 KiB", "10", "100", "1000", "low", "high", "published", "histogram")
	all := strings.Join(found, " ")
	if strings.Index(all, "high") > strings.Index(all, "low") {
		t.Errorf("the legend does not begin with what ends highest: %q", found)
	}
	chart.LogX, chart.LogY = false, false
	if err := chart.Save(path, series); err != nil {
		t.Fatal(err)
	}
	expect(t, texts(t, path), "0", "500", "1000", "3000")
}

func TestBars(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bars.svg")
	bars := []Bar{{"first", 3.14159, ColorOf(0)}, {"second", 0.5, ColorOf(1)}}
	if err := (BarChart{Title: "Title", X: "GB/s", Format: "%.2f"}).Save(path, bars); err != nil {
		t.Fatal(err)
	}
	expect(t, texts(t, path), "Title", "GB/s", "first", "second", "3.14", "0.50", "0", "1", "2", "3")
}

func TestSaveFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "bars.svg")
	if err := (BarChart{Format: "%f"}).Save(path, []Bar{{"bar", 1, ink}}); !os.IsNotExist(err) {
		t.Errorf("error %v, want that there is no such directory", err)
	}
}

// Text and lines can be seen on GitHub's light and dark background: WCAG 2 asks
// for a contrast of 3 to 1 for graphics and large text.
func TestContrast(t *testing.T) {
	white, black := color.NRGBA{0xff, 0xff, 0xff, 0xff}, color.NRGBA{0x0d, 0x11, 0x17, 0xff}
	for _, c := range append(palette, ink) {
		for _, background := range []color.NRGBA{white, black} {
			a, b := luminance(c), luminance(background)
			if contrast := (max(a, b) + 0.05) / (min(a, b) + 0.05); contrast < 3 {
				t.Errorf("%v on %v: %.2f", c, background, contrast)
			}
		}
	}
}

// luminance is defined in WCAG 2.2, "relative luminance".
func luminance(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func TestTicks(t *testing.T) {
	for _, r := range [][2]float64{{0, 1}, {0, 5.3}, {0, 8}, {0, 999}, {0, 1.6}, {0, 1e-3}} {
		if n := len(even{plain}.Ticks(r[0], r[1])); n < 4 || n > 11 {
			t.Errorf("%d ticks from %v to %v", n, r[0], r[1])
		}
	}
	for _, tick := range (even{plain}).Ticks(0, 1) {
		if len(tick.Label) > 3 {
			t.Errorf("label %q", tick.Label)
		}
	}
	ticks := powersOfTen{plain}.Ticks(1, 1000)
	if len(ticks) != 12 || ticks[3].Value != 10 || ticks[3].Label == "" || ticks[4].Label != "" {
		t.Errorf("ticks %v", ticks)
	}
}
