package document

import (
	"bytes"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"lectern/internal/platform/typeset"
)

// Size of a Sheet, in mm.
const (
	SheetWidth  = 297
	SheetHeight = 210
)

// Color is one of a PDF.
type Color struct{ R, G, B uint8 }

// Style is how a text is set. The zero Color is black.
type Style struct {
	Size  float64 // points
	Bold  bool
	Color Color
}

// Sheet is one page of A4 in landscape on which texts are placed, for what is hung on a wall. Its texts are drawn as outlines, in any script; below
// each lies the same text unseen, so that it can be found and copied.
type Sheet struct {
	pdf    *fpdf.Fpdf
	setter *typeset.Setter
}

// NewSheet begins a sheet. The date is that of the file too.
func NewSheet(fonts *typeset.Fonts, title, author string, at time.Time) *Sheet {
	pdf := begin("L", title, author, at)
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	pdf.AddPage()
	return &Sheet{pdf, fonts.Setter()}
}

// Frame draws a rectangle so many mm from the edges.
func (s *Sheet) Frame(inset, width float64, c Color) {
	s.pdf.SetDrawColor(int(c.R), int(c.G), int(c.B))
	s.pdf.SetLineWidth(width)
	s.pdf.Rect(inset, inset, SheetWidth-2*inset, SheetHeight-2*inset, "D")
}

// Line draws a line from one x to another at y.
func (s *Sheet) Line(from, to, y, width float64, c Color) {
	s.pdf.SetDrawColor(int(c.R), int(c.G), int(c.B))
	s.pdf.SetLineWidth(width)
	s.pdf.Line(from, y, to, y)
}

// smallest is the size in points to which a text shrinks that is too long; a longer one is cut off.
const smallest = 7

// pointMM is a point in mm.
const pointMM = 25.4 / 72

// Where a baseline lies below the top of a line, and how far lines are apart, in multiples of the size.
const (
	baseline = 0.92
	leading  = 1.3
)

// Text sets one line between two x, its top at y. It shrinks until it fits. align is "L", "C" or "R".
func (s *Sheet) Text(from, to, y float64, align, text string, style Style) {
	line, size := s.setter.Line(text, style.Bold), style.Size
	if wanted := (to - from) / pointMM / max(line.Width, 1e-9); wanted < size {
		size = max(smallest, wanted)
		line = s.cut(text, style.Bold, to-from, size, 1)[0]
	}
	s.draw(line, from, to, y+baseline*style.Size*pointMM, size, align, style.Color)
}

// Paragraph sets a text in at most so many centred lines between two x, its top at y, smaller where it needs more. It returns where it ends.
func (s *Sheet) Paragraph(from, to, y float64, most int, text string, style Style) float64 {
	size := style.Size
	lines := s.cut(text, style.Bold, to-from, size, 0)
	for len(lines) > most && size > smallest {
		size = max(smallest, size-0.5)
		lines = s.cut(text, style.Bold, to-from, size, 0)
	}
	if len(lines) > most {
		lines = s.cut(text, style.Bold, to-from, size, most)
	}
	for _, line := range lines {
		s.draw(line, from, to, y+baseline*size*pointMM, size, "C", style.Color)
		y += size * pointMM * leading
	}
	return y
}

// cut breaks a text into lines between two x that are so far apart, at most so many unless that is 0.
func (s *Sheet) cut(text string, bold bool, width, size float64, most int) []typeset.Line {
	const rounding = 1e-6 // of a width that was divided by the size before
	return s.setter.Lines(text, bold, width/size/pointMM+rounding, most)
}

// draw draws a line on its baseline.
func (s *Sheet) draw(line typeset.Line, from, to, y, size float64, align string, c Color) {
	width := line.Width * size * pointMM
	x := map[string]float64{"L": from, "C": (from + to - width) / 2, "R": to - width}[align]
	s.pdf.SetFillColor(int(c.R), int(c.G), int(c.B))
	pen := &outlinePen{pdf: s.pdf}
	line.Draw(pen, typeset.Point{X: x, Y: y}, size*pointMM)
	if pen.drawn {
		s.pdf.DrawPath("f")
	}
	s.unseen(line.Shown, x, y, width)
}

// unseen lays a text over its outlines, as wide as they are. Readers of PDFs expect characters as they stand, from left to right.
func (s *Sheet) unseen(text string, x, y, width float64) {
	const measured, neither = textSize, 3 // neither filled nor stroked (PDF 32000-1, 9.3.6)
	text = printable(text)
	s.pdf.SetFont(family, "", measured)
	natural := s.pdf.GetStringWidth(text)
	if natural == 0 || width == 0 {
		return
	}
	s.pdf.SetFontSize(measured * width / natural)
	s.pdf.SetTextRenderingMode(neither)
	s.pdf.Text(x, y, text)
	s.pdf.SetTextRenderingMode(0)
}

// outlinePen adds outlines to the path of a PDF.
type outlinePen struct {
	pdf   *fpdf.Fpdf
	drawn bool
}

// MoveTo begins a shape.
func (p *outlinePen) MoveTo(to typeset.Point) {
	p.drawn = true
	p.pdf.MoveTo(to.X, to.Y)
}

// LineTo adds a line.
func (p *outlinePen) LineTo(to typeset.Point) { p.pdf.LineTo(to.X, to.Y) }

// CurveTo adds a cubic Bézier curve.
func (p *outlinePen) CurveTo(first, second, to typeset.Point) {
	p.pdf.CurveBezierCubicTo(first.X, first.Y, second.X, second.Y, to.X, to.Y)
}

// Close ends a shape.
func (p *outlinePen) Close() { p.pdf.ClosePath() }

// Squares draws a pattern of black squares, such as a QR code, side mm wide, and makes it a link.
func (s *Sheet) Squares(x, y, side float64, black [][]bool, link string) {
	s.pdf.SetFillColor(0, 0, 0)
	one := side / float64(len(black))
	for row := range black {
		for column := 0; column < len(black[row]); column++ {
			from := column
			for column < len(black[row]) && black[row][column] {
				column++
			}
			if column > from { // one rectangle for neighbours, without seams between them
				s.pdf.Rect(x+float64(from)*one, y+float64(row)*one, float64(column-from)*one, one, "F")
			}
		}
	}
	s.pdf.LinkString(x, y, side, side, link)
}

// Attach embeds a file.
func (s *Sheet) Attach(name string, content []byte) {
	s.pdf.SetAttachments([]fpdf.Attachment{{Filename: name, Content: content}})
}

// Bytes ends the sheet.
func (s *Sheet) Bytes() ([]byte, error) {
	var b bytes.Buffer
	err := s.pdf.Output(&b)
	return b.Bytes(), err
}
