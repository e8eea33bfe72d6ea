package document

import (
	"bytes"
	"strings"
	"time"
	"unicode"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/goregular"

	"lectern/internal/platform/typeset"
)

// pages are those of a PDF on which texts are drawn as outlines, in any script. Over each lies the same text unseen, so that it can be found and copied.
type pages struct {
	pdf    *fpdf.Fpdf
	setter *typeset.Setter
}

const (
	family       = "unseen"
	measuredSize = 10 // points, in which unseen texts are measured
	pointMM      = 25.4 / 72
)

// begin begins a PDF of A4 pages, in portrait "P" or landscape "L". The same content gives the same bytes.
func begin(fonts *typeset.Fonts, orientation, title, author string, at time.Time) pages {
	pdf := fpdf.New(orientation, "mm", "A4", "")
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(at)
	pdf.SetModificationDate(at)
	pdf.AddUTF8FontFromBytes(family, "", goregular.TTF)
	pdf.SetTitle(printable(title), true)
	pdf.SetAuthor(printable(author), true)
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	pdf.AddPage()
	return pages{pdf, fonts.Setter()}
}

// printable replaces what the table of characters of the unseen font cannot hold. What it has no glyph for stays, so that it can be copied.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r > 0xFFFF || unicode.IsControl(r):
			return '?'
		}
		return r
	}, text)
}

// lines breaks a text into lines between two x that are width mm apart, at most so many unless that is 0.
func (p pages) lines(text string, style Style, width float64, most int) []typeset.Line {
	const rounding = 1e-6 // of a width that was divided by the size before
	return p.setter.Lines(text, style.Bold, width/style.Size/pointMM+rounding, most)
}

// draw draws a line between two x, its baseline at y. align is "L", "C" or "R".
func (p pages) draw(line typeset.Line, from, to, y float64, align string, style Style) {
	width := line.Width * style.Size * pointMM
	x := map[string]float64{"L": from, "C": (from + to - width) / 2, "R": to - width}[align]
	p.pdf.SetFillColor(int(style.Color.R), int(style.Color.G), int(style.Color.B))
	pen := &outlinePen{pdf: p.pdf}
	line.Draw(pen, typeset.Point{X: x, Y: y}, style.Size*pointMM)
	pen.fill()
	p.unseen(line.Shown, x, y, width)
}

// unseen lays a text over its outlines, as wide as they are. Readers of PDFs expect characters as they stand, from left to right.
func (p pages) unseen(text string, x, y, width float64) {
	const neither = 3 // neither filled nor stroked (PDF 32000-1, 9.3.6)
	text = printable(text)
	p.pdf.SetFont(family, "", measuredSize)
	natural := p.pdf.GetStringWidth(text)
	if natural == 0 || width == 0 {
		return
	}
	p.pdf.SetFontSize(measuredSize * width / natural)
	p.pdf.SetTextRenderingMode(neither)
	p.pdf.Text(x, y, text)
	p.pdf.SetTextRenderingMode(0)
}

// line draws a line between two points.
func (p pages) line(x1, y1, x2, y2, width float64, c Color) {
	p.pdf.SetDrawColor(int(c.R), int(c.G), int(c.B))
	p.pdf.SetLineWidth(width)
	p.pdf.Line(x1, y1, x2, y2)
}

// Bytes ends the PDF.
func (p pages) Bytes() ([]byte, error) {
	var b bytes.Buffer
	err := p.pdf.Output(&b)
	return b.Bytes(), err
}

// outlinePen fills outlines. A glyph is drawn at the origin and moved, so that it is written alike each time: files take a third less room.
type outlinePen struct {
	pdf   *fpdf.Fpdf
	drawn bool
}

// At begins a glyph.
func (p *outlinePen) At(origin typeset.Point) {
	p.fill()
	p.drawn = true
	p.pdf.TransformBegin()
	p.pdf.TransformTranslate(origin.X, origin.Y)
}

// fill ends a glyph.
func (p *outlinePen) fill() {
	if p.drawn {
		p.pdf.DrawPath("f")
		p.pdf.TransformEnd()
	}
	p.drawn = false
}

// MoveTo begins a shape.
func (p *outlinePen) MoveTo(to typeset.Point) { p.pdf.MoveTo(to.X, to.Y) }

// LineTo adds a line.
func (p *outlinePen) LineTo(to typeset.Point) { p.pdf.LineTo(to.X, to.Y) }

// CurveTo adds a cubic Bézier curve.
func (p *outlinePen) CurveTo(first, second, to typeset.Point) {
	p.pdf.CurveBezierCubicTo(first.X, first.Y, second.X, second.Y, to.X, to.Y)
}

// Close ends a shape.
func (p *outlinePen) Close() { p.pdf.ClosePath() }
