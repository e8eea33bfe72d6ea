package document

import (
	"bytes"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
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
type Sheet struct{ pdf *fpdf.Fpdf }

// NewSheet begins a sheet. The date is that of the file too.
func NewSheet(title, author string, at time.Time) *Sheet {
	pdf := begin("L", title, author, at)
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	pdf.AddPage()
	return &Sheet{pdf}
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

// Text sets one line between two x, its top at y. It shrinks until it fits. align is "L", "C" or "R".
func (s *Sheet) Text(from, to, y float64, align, text string, style Style) {
	s.font(style)
	text = printable(text)
	for size := style.Size; s.pdf.GetStringWidth(text) > to-from && size > smallest; {
		size = max(smallest, size-0.5)
		s.pdf.SetFontSize(size)
	}
	for runes := []rune(text); s.pdf.GetStringWidth(text) > to-from && len(runes) > 1; {
		runes = runes[:len(runes)-1]
		text = string(runes) + "…"
	}
	s.pdf.SetXY(from, y)
	s.pdf.CellFormat(to-from, style.Size*pointMM*1.2, text, "", 0, align, false, 0, "")
}

// pointMM is a point in mm.
const pointMM = 25.4 / 72

// Paragraph sets a text in at most so many centred lines between two x, its top at y, smaller where it needs more. It returns where it ends.
func (s *Sheet) Paragraph(from, to, y, lines float64, text string, style Style) float64 {
	s.font(style)
	text = printable(text)
	size := style.Size
	for ; float64(len(s.pdf.SplitText(text, to-from))) > lines && size > smallest; s.pdf.SetFontSize(size) {
		size = max(smallest, size-0.5)
	}
	height := size * pointMM * 1.25
	for _, line := range s.pdf.SplitText(text, to-from) {
		s.pdf.SetXY(from, y)
		s.pdf.CellFormat(to-from, height, line, "", 0, "C", false, 0, "")
		y += height
	}
	return y
}

func (s *Sheet) font(style Style) {
	weight := ""
	if style.Bold {
		weight = "B"
	}
	s.pdf.SetFont(family, weight, style.Size)
	s.pdf.SetTextColor(int(style.Color.R), int(style.Color.G), int(style.Color.B))
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

// Bytes ends the sheet.
func (s *Sheet) Bytes() ([]byte, error) {
	var b bytes.Buffer
	err := s.pdf.Output(&b)
	return b.Bytes(), err
}

var regular = sync.OnceValues(func() (*sfnt.Font, error) { return sfnt.Parse(goregular.TTF) })

// Missing returns the first character of a text that the font has no glyph for; 0 if it has all.
func Missing(text string) (rune, error) {
	font, err := regular()
	if err != nil {
		return 0, err
	}
	var buffer sfnt.Buffer
	for _, r := range text {
		glyph, err := font.GlyphIndex(&buffer, r)
		if err != nil || glyph == 0 || r > 0xFFFF {
			return r, err
		}
	}
	return 0, nil
}
