package document

import (
	"strings"
	"time"

	"lectern/internal/platform/typeset"
)

// Size of a Sheet, in mm.
const (
	SheetWidth  = 297
	SheetHeight = 210
)

// Rectangle is an area of a sheet, in mm from its top left corner.
type Rectangle struct{ X, Y, Width, Height float64 }

// Picture is a JPEG or PNG that stands on a sheet.
type Picture struct {
	Address       string // from which browsers load it; two pictures have different ones
	Type          string // media type
	Width, Height int    // pixels
	Open          func() ([]byte, error)
}

func (p Picture) kind() string { return strings.TrimPrefix(p.Type, "image/") }

// surface is what a sheet is drawn on: a page of a PDF, or an SVG. What stands where does not depend on it.
type surface interface {
	text(line typeset.Line, at typeset.Point, style Style) // the baseline begins at the point
	outline(r Rectangle, width float64, c Color)
	fill(all []Rectangle, c Color)
	picture(p Picture, r Rectangle) error
	link(r Rectangle, address string)
	attach(name string, content []byte)
	Bytes() ([]byte, error)
}

// Sheet is one page of A4 in landscape on which texts are placed, for what is hung on a wall.
type Sheet struct {
	setting
	on surface
}

// NewSheet begins a sheet that becomes a PDF. The date is that of the file too.
func NewSheet(fonts *typeset.Fonts, title, author string, at time.Time) *Sheet {
	p := begin(fonts, "L", title, author, at)
	return &Sheet{p.setting, p}
}

// NewDrawing begins a sheet that becomes an SVG, which shows what the PDF shows. Its units are mm.
func NewDrawing(fonts *typeset.Fonts) *Sheet {
	return &Sheet{setting{fonts.Setter()}, newDrawing()}
}

// Frame draws a rectangle so many mm from the edges.
func (s *Sheet) Frame(inset, width float64, c Color) {
	s.on.outline(Rectangle{inset, inset, SheetWidth - 2*inset, SheetHeight - 2*inset}, width, c)
}

// Block fills a rectangle.
func (s *Sheet) Block(r Rectangle, c Color) { s.on.fill([]Rectangle{r}, c) }

// Smallest is the size in points to which a text shrinks that is too long; a longer one is cut off.
const Smallest = 7

// Where a baseline lies below the top of a line, and how far lines are apart, in multiples of the size.
const (
	baseline = 0.92
	leading  = 1.3
)

// Place is where in its rectangle a text stands.
type Place struct {
	Align    string // "L", "C" or "R"
	Vertical string // "T", "M" or "B"
}

// Fitted is how a text was set.
type Fitted struct {
	Size float64 // points
	Cut  bool    // the text ends in an ellipsis
}

// Text sets a text in a rectangle: in as many lines as it has room for, and smaller where it needs more. Lines of the text stay lines. One line is set even in a
// rectangle that is too low for it.
func (s *Sheet) Text(r Rectangle, at Place, text string, style Style) Fitted {
	size, lines, cut := s.fit(r, text, style)
	style.Size = size
	step := size * pointMM * leading
	y := r.Y
	switch free := r.Height - step*float64(len(lines)); at.Vertical {
	case "M":
		y += free / 2
	case "B":
		y += free
	}
	for i, line := range lines {
		start := startOf(line, r.X, r.X+r.Width, at.Align, size)
		s.on.text(line, typeset.Point{X: start, Y: y + step*float64(i) + baseline*size*pointMM}, style)
	}
	return Fitted{size, cut}
}

// fit chooses the largest size, in half points below that of the style, in which a text has room.
func (s *Sheet) fit(r Rectangle, text string, style Style) (size float64, lines []typeset.Line, cut bool) {
	wanted, most := style.Size, 0
	inSize := func(halves int) bool {
		style.Size = max(Smallest, wanted-float64(halves)/2)
		lines = s.broken(text, style, r.Width)
		most = max(1, int((r.Height+1e-6)/(style.Size*pointMM*leading)))
		return len(lines) <= most
	}
	if inSize(0) {
		return style.Size, lines, false
	}
	low, high := 0, max(1, int(2*(wanted-Smallest)+0.5)) // halves that are too few, and those for the smallest size
	for high-low > 1 {
		if middle := (low + high) / 2; inSize(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	if inSize(high) {
		return style.Size, lines, false
	}
	return style.Size, s.cut(text, style, r.Width, most), true
}

// cut returns the first lines of a text, the last of them with an ellipsis.
func (s *Sheet) cut(text string, style Style, width float64, most int) (all []typeset.Line) {
	paragraphs := strings.Split(text, "\n")
	for i, paragraph := range paragraphs {
		rest := most - len(all)
		lines := s.lines(paragraph, style, width, rest)
		if len(lines) >= rest && i < len(paragraphs)-1 {
			lines = s.lines(paragraph+" …", style, width, rest)
		}
		if len(lines) == 0 {
			lines = []typeset.Line{{}}
		}
		if all = append(all, lines...); len(all) >= most {
			break
		}
	}
	return all
}

// Squares draws a pattern of black squares, such as a QR code, side mm wide, and makes it a link.
func (s *Sheet) Squares(x, y, side float64, black [][]bool, link string) {
	one := side / float64(len(black))
	var all []Rectangle
	for row := range black {
		for column := 0; column < len(black[row]); column++ {
			from := column
			for column < len(black[row]) && black[row][column] {
				column++
			}
			if column > from { // one rectangle for neighbours, without seams between them
				all = append(all, Rectangle{x + float64(from)*one, y + float64(row)*one, float64(column-from) * one, one})
			}
		}
	}
	s.on.fill(all, Color{})
	s.on.link(Rectangle{x, y, side, side}, link)
}

// Picture draws a whole picture as large as it fits into a rectangle, in its middle.
func (s *Sheet) Picture(r Rectangle, p Picture) error {
	scale := min(r.Width/float64(p.Width), r.Height/float64(p.Height))
	width, height := scale*float64(p.Width), scale*float64(p.Height)
	return s.on.picture(p, Rectangle{r.X + (r.Width-width)/2, r.Y + (r.Height-height)/2, width, height})
}

// Attach embeds a file. An SVG has none.
func (s *Sheet) Attach(name string, content []byte) { s.on.attach(name, content) }

// Bytes ends the sheet and returns the file.
func (s *Sheet) Bytes() ([]byte, error) { return s.on.Bytes() }
