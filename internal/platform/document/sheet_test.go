package document_test

import (
	"bytes"
	"compress/zlib"
	"image"
	"image/png"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/document"
	"lectern/internal/platform/typeset"
)

// texts are in six scripts, of both directions.
var texts = []string{"Zoë Łukasiewicz", "Ελένη Παπαδοπούλου", "श्रीमती क्षत्रिय", "தமிழ் ஸ்ரீ", "محمد بن عبد الله", "שָׁלוֹם עֲלֵיכֶם"}

func drawOn(t *testing.T, s *document.Sheet) string {
	t.Helper()
	s.Frame(9, 1.6, document.Color{R: 31, G: 111, B: 79})
	for i, text := range texts {
		for n, align := range []string{"L", "C", "R"} {
			s.Text(document.Rectangle{X: 20 + float64(n)*90, Y: 20 + float64(i)*25, Width: 80, Height: 12}, document.Place{Align: align, Vertical: "M"}, text, document.Style{Size: 12 + float64(n), Bold: n == 1})
		}
	}
	out, err := s.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// moves are the matrices that move glyphs to where they stand, in points from the bottom left corner.
var (
	moves = regexp.MustCompile(`1(?:\.0+)? 0(?:\.0+)? 0(?:\.0+)? 1(?:\.0+)? (-?[0-9.]+) (-?[0-9.]+) cm`)
	uses  = regexp.MustCompile(`<use href="#g\d+" x="(-?[0-9.]+)" y="(-?[0-9.]+)"/>`)
)

// content returns the first stream of a PDF, that of its page.
func content(t *testing.T, pdf string) string {
	t.Helper()
	_, after, _ := strings.Cut(pdf, "stream\n")
	z, err := zlib.NewReader(strings.NewReader(after))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// Each glyph stands at the same place in the PDF and in the SVG.
func TestSurfacesAgree(t *testing.T) {
	t.Parallel()
	fonts := typeset.Embedded()
	pdf := content(t, drawOn(t, document.NewSheet(fonts, "Certificate", "Lectern", time.Unix(0, 0).UTC())))
	svg := drawOn(t, document.NewDrawing(fonts))
	inPDF, inSVG := moves.FindAllStringSubmatch(pdf, -1), uses.FindAllStringSubmatch(svg, -1)
	if len(inPDF) != len(inSVG) || len(inPDF) < 100 {
		t.Fatalf("%d glyphs in the PDF, %d in the SVG", len(inPDF), len(inSVG))
	}
	of := func(text string) float64 {
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	const mm = 25.4 / 72
	for i := range inPDF {
		x, y := of(inPDF[i][1])*mm, -of(inPDF[i][2])*mm // what is drawn is moved from the origin at the top left corner
		if math.Abs(x-of(inSVG[i][1])) > 0.01 || math.Abs(y-of(inSVG[i][2])) > 0.01 {
			t.Fatalf("glyph %d is at %.3f %.3f in the PDF, at %s %s in the SVG", i, x, y, inSVG[i][1], inSVG[i][2])
		}
	}
	if strings.Contains(svg, "<text") {
		t.Error("the SVG depends on the fonts of who looks at it")
	}
}

// A text has as many lines as there is room for, shrinks, and is then cut off with an ellipsis; its own lines stay lines.
func TestFitting(t *testing.T) {
	t.Parallel()
	fonts := typeset.Embedded()
	lines := func(text string, height, size float64) (int, document.Fitted) {
		s := document.NewDrawing(fonts)
		fitted := s.Text(document.Rectangle{X: 10, Y: 10, Width: 60, Height: height}, document.Place{}, text, document.Style{Size: size})
		out, err := s.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(out), "<g "), fitted
	}
	for name, c := range map[string]struct {
		text         string
		height, size float64
		lines        int
		fitted       document.Fitted
	}{
		"one line":            {"Ann", 6, 12, 1, document.Fitted{Size: 12}},
		"too low for a line":  {"Ann", 1, 12, 1, document.Fitted{Size: 12}},
		"own lines":           {"a\n\nb", 30, 12, 3, document.Fitted{Size: 12}},
		"own lines cut":       {"a\nb\nc", 7, 7, 2, document.Fitted{Size: 7, Cut: true}},
		"below the smallest":  {"Ann", 6, 6, 1, document.Fitted{Size: 7}},
		"a word that is wide": {strings.Repeat("m", 30), 6, 12, 1, document.Fitted{Size: 7, Cut: true}},
	} {
		if n, fitted := lines(c.text, c.height, c.size); n != c.lines || fitted != c.fitted {
			t.Errorf("%s: %d lines, %+v", name, n, fitted)
		}
	}
	if n, fitted := lines("The longest of all names", 6, 30); n != 1 || fitted.Cut || fitted.Size < 7 || fitted.Size >= 30 {
		t.Errorf("%d lines, %+v", n, fitted)
	}
}

// A picture stands whole in the middle of its rectangle, and once in the file.
func TestPictures(t *testing.T) {
	t.Parallel()
	opened := 0
	p := document.Picture{Address: "/a&b", Type: "image/png", Width: 2, Height: 1, Open: func() ([]byte, error) {
		opened++
		return onePNG(t), nil
	}}
	draw := func(s *document.Sheet) string {
		for range 2 {
			if err := s.Picture(document.Rectangle{X: 10, Y: 10, Width: 20, Height: 20}, p); err != nil {
				t.Fatal(err)
			}
		}
		out, err := s.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	if svg := draw(document.NewDrawing(typeset.Embedded())); !strings.Contains(svg, `<image href="/a&amp;b" x="10" y="15" width="20" height="10"/>`) || opened != 0 {
		t.Error(svg)
	}
	pdf := draw(document.NewSheet(typeset.Embedded(), "a", "b", time.Unix(0, 0).UTC()))
	if n := bytes.Count([]byte(pdf), []byte("/Subtype /Image")); n != 1 || opened != 1 {
		t.Errorf("%d pictures in the file, opened %d times", n, opened)
	}
}

// onePNG is an opaque picture of two pixels.
func onePNG(t *testing.T) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 2, 1))
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
