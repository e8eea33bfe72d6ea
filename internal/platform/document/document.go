// Package document writes PDFs: headings, columns and tables in an embedded font. The same input gives the same bytes.
package document

import (
	"bytes"
	"strings"
	"time"
	"unicode"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

const (
	margin     = 20 // mm
	lineHeight = 5.5
	textSize   = 10 // points
	family     = "go"
)

// Document is a PDF that is being written, from top to bottom.
type Document struct{ pdf *fpdf.Fpdf }

// New begins a document of A4 pages. The date is that of the file too.
func New(title, author string, at time.Time) *Document {
	pdf := begin("P", title, author, at)
	pdf.AddUTF8FontFromBytes(family, "B", gobold.TTF)
	pdf.SetMargins(margin, margin, margin)
	pdf.SetAutoPageBreak(true, margin)
	pdf.AddPage()
	return &Document{pdf}
}

// begin begins a PDF of A4 pages, in portrait "P" or landscape "L". The same content gives the same bytes.
func begin(orientation, title, author string, at time.Time) *fpdf.Fpdf {
	pdf := fpdf.New(orientation, "mm", "A4", "")
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(at)
	pdf.SetModificationDate(at)
	pdf.AddUTF8FontFromBytes(family, "", goregular.TTF)
	pdf.SetTitle(printable(title), true)
	pdf.SetAuthor(printable(author), true)
	return pdf
}

// printable replaces what the font's table of characters cannot hold. What the font has no glyph for stays, so that it can be copied.
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

// Heading writes a large line.
func (d *Document) Heading(text string) {
	d.pdf.SetFont(family, "B", 18)
	d.pdf.MultiCell(0, 9, printable(text), "", "L", false)
	d.Space()
}

// Text writes a paragraph.
func (d *Document) Text(text string) {
	d.pdf.SetFont(family, "", textSize)
	d.pdf.MultiCell(0, lineHeight, printable(text), "", "L", false)
}

// Space leaves a line free.
func (d *Document) Space() { d.pdf.Ln(lineHeight) }

// Columns writes two texts side by side, each below its title.
func (d *Document) Columns(leftTitle, left, rightTitle, right string) {
	width, _ := d.pdf.GetPageSize()
	half := (width - 2*margin) / 2
	top, bottom := d.pdf.GetY(), 0.0
	for i, column := range [][2]string{{leftTitle, left}, {rightTitle, right}} {
		x := margin + float64(i)*half
		d.pdf.SetXY(x, top)
		d.pdf.SetFont(family, "B", textSize)
		d.pdf.CellFormat(half, lineHeight, printable(column[0]), "", 2, "L", false, 0, "")
		d.pdf.SetFont(family, "", textSize)
		d.pdf.SetX(x)
		d.pdf.MultiCell(half-4, lineHeight, printable(column[1]), "", "L", false)
		bottom = max(bottom, d.pdf.GetY())
	}
	d.pdf.SetXY(margin, bottom)
	d.Space()
}

// Table writes rows of a text and amounts; the first column takes what the amounts leave. The first row is the header, and the last
// strong ones are set in bold.
func (d *Document) Table(rows [][]string, strong int) {
	const amountWidth = 32
	width, _ := d.pdf.GetPageSize()
	for i, row := range rows {
		style := ""
		if i == 0 || i >= len(rows)-strong {
			style = "B"
		}
		d.pdf.SetFont(family, style, textSize)
		first := width - 2*margin - amountWidth*float64(len(row)-1)
		texts := d.pdf.SplitText(printable(row[0]), first-2)
		for j, text := range texts {
			border := ""
			if j == len(texts)-1 {
				border = "B"
			}
			d.pdf.CellFormat(first, lineHeight+1, text, border, 0, "L", false, 0, "")
			for _, amount := range row[1:] {
				if j > 0 {
					amount = ""
				}
				d.pdf.CellFormat(amountWidth, lineHeight+1, printable(amount), border, 0, "R", false, 0, "")
			}
			d.pdf.Ln(-1)
		}
	}
	d.Space()
}

// Bytes ends the document.
func (d *Document) Bytes() ([]byte, error) {
	var b bytes.Buffer
	err := d.pdf.Output(&b)
	return b.Bytes(), err
}
