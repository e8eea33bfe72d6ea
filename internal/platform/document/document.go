// Package document writes PDFs: headings, columns and tables, and sheets on which texts are placed, in the scripts of the world. The same input gives the
// same bytes.
package document

import (
	"time"

	"lectern/internal/platform/typeset"
)

// Size of a page of a Document, in mm, and what is free at its edges.
const (
	pageWidth  = 210
	pageHeight = 297
	margin     = 20
)

var (
	textStyle    = Style{Size: 10}
	strongStyle  = Style{Size: 10, Bold: true}
	headingStyle = Style{Size: 18, Bold: true}
)

// leadingOfText is how far lines of texts are apart, in multiples of the size.
const leadingOfText = 1.56

func (s Style) height() float64 { return s.Size * pointMM * leadingOfText }

// Document is a PDF that is being written, from top to bottom.
type Document struct {
	pages
	y float64 // where the next line begins, in mm
}

// New begins a document of A4 pages. The date is that of the file too.
func New(fonts *typeset.Fonts, title, author string, at time.Time) *Document {
	return &Document{begin(fonts, "P", title, author, at), margin}
}

// Heading writes a large line.
func (d *Document) Heading(text string) {
	d.write(text, headingStyle)
	d.Space()
}

// Text writes a paragraph.
func (d *Document) Text(text string) { d.write(text, textStyle) }

// Space leaves a line free.
func (d *Document) Space() { d.y += textStyle.height() }

func (d *Document) write(text string, style Style) {
	for _, line := range d.broken(text, style, pageWidth-2*margin) {
		d.need(style.height())
		d.put(line, margin, pageWidth-margin, "L", style)
		d.y += style.height()
	}
}

// need begins another page unless there is room for so much.
func (d *Document) need(height float64) {
	if d.y+height > pageHeight-margin {
		d.pdf.AddPage()
		d.y = margin
	}
}

// put draws a line in the row that begins at y.
func (d *Document) put(line typeset.Line, from, to float64, align string, style Style) {
	d.draw(line, from, to, d.y+style.height()/2+0.3*style.Size*pointMM, align, style)
}

// Columns writes two texts side by side, each below its title.
func (d *Document) Columns(leftTitle, left, rightTitle, right string) {
	const half, between = (pageWidth - 2*margin) / 2, 4
	columns := [2][]typeset.Line{d.broken(left, textStyle, half-between), d.broken(right, textStyle, half-between)}
	titles := [2][]typeset.Line{d.broken(leftTitle, strongStyle, half-between), d.broken(rightTitle, strongStyle, half-between)}
	rows := max(len(titles[0])+len(columns[0]), len(titles[1])+len(columns[1]))
	d.need(float64(rows) * textStyle.height())
	top := d.y
	for i := range columns {
		from := margin + float64(i)*half
		d.y = top
		for _, part := range []struct {
			lines []typeset.Line
			style Style
		}{{titles[i], strongStyle}, {columns[i], textStyle}} {
			for _, line := range part.lines {
				d.put(line, from, from+half, "L", part.style)
				d.y += textStyle.height()
			}
		}
	}
	d.y = top + float64(rows)*textStyle.height()
	d.Space()
}

// Table writes rows of a text and amounts; the first column takes what the amounts leave. The first row is the header, and the last
// strong ones are set in bold.
func (d *Document) Table(rows [][]string, strong int) {
	for i, row := range rows {
		style := textStyle
		if i == 0 || i >= len(rows)-strong {
			style = strongStyle
		}
		d.row(row, style)
	}
	d.Space()
}

// row writes a text and amounts, above a line. The amounts stand beside the first line of the text.
func (d *Document) row(cells []string, style Style) {
	const amountWidth, padding, ruled = 32, 1, 0.2
	end := pageWidth - margin - amountWidth*float64(len(cells)-1)
	texts := d.broken(cells[0], style, end-margin-2*padding)
	for i, line := range texts {
		d.need(style.height() + padding)
		d.put(line, margin, end, "L", style)
		if i == 0 {
			for n, amount := range cells[1:] {
				to := end + amountWidth*float64(n+1)
				for _, one := range d.lines(amount, style, amountWidth, 1) {
					d.put(one, to-amountWidth, to, "R", style)
				}
			}
		}
		d.y += style.height()
	}
	d.y += padding
	d.line(margin, d.y, pageWidth-margin, d.y, ruled, Color{})
}
