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
	setting
	pdf *fpdf.Fpdf
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
	return pages{setting{fonts.Setter()}, pdf}
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

// draw draws a line between two x, its baseline at y. align is "L", "C" or "R".
func (p pages) draw(line typeset.Line, from, to, y float64, align string, style Style) {
	p.text(line, typeset.Point{X: startOf(line, from, to, align, style.Size), Y: y}, style)
}

func (p pages) text(line typeset.Line, at typeset.Point, style Style) {
	p.pdf.SetFillColor(int(style.Color.R), int(style.Color.G), int(style.Color.B))
	pen := &outlinePen{pdf: p.pdf}
	line.Draw(pen, at, style.Size*pointMM)
	pen.fill()
	p.unseen(line.Shown, at.X, at.Y, widthOf(line, style.Size))
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

func (p pages) outline(r Rectangle, width float64, c Color) {
	p.pdf.SetDrawColor(int(c.R), int(c.G), int(c.B))
	p.pdf.SetLineWidth(width)
	p.pdf.Rect(r.X, r.Y, r.Width, r.Height, "D")
}

func (p pages) fill(all []Rectangle, c Color) {
	p.pdf.SetFillColor(int(c.R), int(c.G), int(c.B))
	for _, r := range all {
		p.pdf.Rect(r.X, r.Y, r.Width, r.Height, "F")
	}
}

func (p pages) picture(shown Picture, r Rectangle) error {
	options := fpdf.ImageOptions{ImageType: shown.kind()}
	if p.pdf.GetImageInfo(shown.Address) == nil { // the same picture stands in the file once
		content, err := shown.Open()
		if err != nil {
			return err
		}
		p.pdf.RegisterImageOptionsReader(shown.Address, options, bytes.NewReader(content))
	}
	p.pdf.ImageOptions(shown.Address, r.X, r.Y, r.Width, r.Height, false, options, 0, "")
	return p.pdf.Error()
}

func (p pages) link(r Rectangle, address string) {
	p.pdf.LinkString(r.X, r.Y, r.Width, r.Height, address)
}

func (p pages) attach(name string, content []byte) {
	p.pdf.SetAttachments([]fpdf.Attachment{{Filename: name, Content: content}})
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
