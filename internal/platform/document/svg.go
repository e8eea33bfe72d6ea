package document

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"strconv"

	"lectern/internal/platform/typeset"
)

// drawing is an SVG. Texts are outlines only, so that no text can become markup, and each glyph stands in it once.
type drawing struct {
	glyphs map[string]int // by their outlines
	shapes bytes.Buffer   // the definitions of glyphs
	body   bytes.Buffer
}

func newDrawing() *drawing { return &drawing{glyphs: map[string]int{}} }

// rounded writes mm, exact to a thousandth.
func rounded(mm float64) string {
	return strconv.FormatFloat(math.Round(mm*1000)/1000, 'f', -1, 64)
}

func (c Color) hex() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func (d *drawing) text(line typeset.Line, at typeset.Point, style Style) {
	fmt.Fprintf(&d.body, `<g fill="%s">`, style.Color.hex())
	pen := &pathPen{to: d}
	line.Draw(pen, at, style.Size*pointMM)
	pen.end()
	d.body.WriteString("</g>")
}

func (d *drawing) outline(r Rectangle, width float64, c Color) {
	fmt.Fprintf(&d.body, `<rect x="%s" y="%s" width="%s" height="%s" fill="none" stroke="%s" stroke-width="%s"/>`,
		rounded(r.X), rounded(r.Y), rounded(r.Width), rounded(r.Height), c.hex(), rounded(width))
}

func (d *drawing) fill(all []Rectangle, c Color) {
	fmt.Fprintf(&d.body, `<path fill="%s" d="`, c.hex())
	for _, r := range all {
		fmt.Fprintf(&d.body, "M%s %sh%sv%sh-%sz", rounded(r.X), rounded(r.Y), rounded(r.Width), rounded(r.Height), rounded(r.Width))
	}
	d.body.WriteString(`"/>`)
}

func (d *drawing) picture(p Picture, r Rectangle) error {
	fmt.Fprintf(&d.body, `<image href="%s" x="%s" y="%s" width="%s" height="%s"/>`,
		html.EscapeString(p.Address), rounded(r.X), rounded(r.Y), rounded(r.Width), rounded(r.Height))
	return nil
}

func (*drawing) link(Rectangle, string) {} // it is looked at, not used

func (*drawing) attach(string, []byte) {}

// Bytes ends the SVG.
func (d *drawing) Bytes() ([]byte, error) {
	head := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d"><rect width="%[1]d" height="%[2]d" fill="#fff"/><defs>`, SheetWidth, SheetHeight)
	return bytes.Join([][]byte{[]byte(head), d.shapes.Bytes(), []byte("</defs>"), d.body.Bytes(), []byte("</svg>")}, nil), nil
}

// pathPen writes the outline of each glyph once, and uses it where it stands.
type pathPen struct {
	to     *drawing
	path   bytes.Buffer
	origin typeset.Point
}

// At begins a glyph.
func (p *pathPen) At(origin typeset.Point) {
	p.end()
	p.origin = origin
}

// end ends a glyph.
func (p *pathPen) end() {
	if p.path.Len() == 0 {
		return
	}
	id, known := p.to.glyphs[p.path.String()]
	if !known {
		id = len(p.to.glyphs)
		p.to.glyphs[p.path.String()] = id
		fmt.Fprintf(&p.to.shapes, `<path id="g%d" d="%s"/>`, id, p.path.Bytes())
	}
	fmt.Fprintf(&p.to.body, `<use href="#g%d" x="%s" y="%s"/>`, id, rounded(p.origin.X), rounded(p.origin.Y))
	p.path.Reset()
}

func (p *pathPen) add(command byte, points ...typeset.Point) {
	p.path.WriteByte(command)
	for i, at := range points {
		if i > 0 {
			p.path.WriteByte(' ')
		}
		p.path.WriteString(rounded(at.X) + " " + rounded(at.Y))
	}
}

// MoveTo begins a shape.
func (p *pathPen) MoveTo(to typeset.Point) { p.add('M', to) }

// LineTo adds a line.
func (p *pathPen) LineTo(to typeset.Point) { p.add('L', to) }

// CurveTo adds a cubic Bézier curve.
func (p *pathPen) CurveTo(first, second, to typeset.Point) { p.add('C', first, second, to) }

// Close ends a shape.
func (p *pathPen) Close() { p.path.WriteByte('Z') }
