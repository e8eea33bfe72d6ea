package document

import (
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

// Sheet is one page of A4 in landscape on which texts are placed, for what is hung on a wall.
type Sheet struct{ pages }

// NewSheet begins a sheet. The date is that of the file too.
func NewSheet(fonts *typeset.Fonts, title, author string, at time.Time) *Sheet {
	return &Sheet{begin(fonts, "L", title, author, at)}
}

// Frame draws a rectangle so many mm from the edges.
func (s *Sheet) Frame(inset, width float64, c Color) {
	s.pdf.SetDrawColor(int(c.R), int(c.G), int(c.B))
	s.pdf.SetLineWidth(width)
	s.pdf.Rect(inset, inset, SheetWidth-2*inset, SheetHeight-2*inset, "D")
}

// Line draws a line from one x to another at y.
func (s *Sheet) Line(from, to, y, width float64, c Color) { s.line(from, y, to, y, width, c) }

// smallest is the size in points to which a text shrinks that is too long; a longer one is cut off.
const smallest = 7

// Where a baseline lies below the top of a line, and how far lines are apart, in multiples of the size.
const (
	baseline = 0.92
	leading  = 1.3
)

// Text sets one line between two x, its top at y. It shrinks until it fits. align is "L", "C" or "R".
func (s *Sheet) Text(from, to, y float64, align, text string, style Style) {
	y += baseline * style.Size * pointMM
	line := s.setter.Line(text, style.Bold)
	if wanted := (to - from) / pointMM / max(line.Width, 1e-9); wanted < style.Size {
		style.Size = max(smallest, wanted)
		line = s.lines(text, style, to-from, 1)[0]
	}
	s.draw(line, from, to, y, align, style)
}

// Paragraph sets a text in at most so many centred lines between two x, its top at y, smaller where it needs more. It returns where it ends.
func (s *Sheet) Paragraph(from, to, y float64, most int, text string, style Style) float64 {
	lines := s.lines(text, style, to-from, 0)
	for len(lines) > most && style.Size > smallest {
		style.Size = max(smallest, style.Size-0.5)
		lines = s.lines(text, style, to-from, 0)
	}
	if len(lines) > most {
		lines = s.lines(text, style, to-from, most)
	}
	for _, line := range lines {
		s.draw(line, from, to, y+baseline*style.Size*pointMM, "C", style)
		y += style.Size * pointMM * leading
	}
	return y
}

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
