package certificatepaper

import (
	"strings"

	"github.com/boombuler/barcode/qr"

	"lectern/internal/platform/document"
	"lectern/internal/platform/typeset"
)

// Paper is a certificate as it is drawn.
type Paper struct {
	Layout   PaperLayout
	Facts    Facts
	Color    string                      // of the school, #rrggbb
	Pictures map[string]document.Picture // of the layout, by their ids; what is missing is not drawn
}

// Problem is what of an element is not shown as it should be.
type Problem struct {
	Element   string  // its id
	Kind      string  // a const below
	Character string  // that no font has
	Points    float64 // in which it is set
}

// Kinds of problems.
const (
	Unprintable = "unprintable" // no font has one of its characters
	Shrunk      = "shrunk"      // set smaller than the layout says, because it has no room
	Cut         = "cut"         // ends in an ellipsis
)

// Draw draws the certificate on a sheet and returns where it does not show all as it should. The error is that of a picture.
func (p Paper) Draw(sheet *document.Sheet, fonts *typeset.Fonts) (problems []Problem, err error) {
	color := document.ColorOf(p.Color)
	switch p.Layout.Frame {
	case "double":
		sheet.Frame(9, 1.6, color)
		sheet.Frame(12, 0.3, color)
	case "single":
		sheet.Frame(9, 0.8, color)
	}
	for _, e := range p.Layout.Elements {
		found, err := p.draw(sheet, fonts, e)
		if err != nil {
			return nil, err
		}
		problems = append(problems, found...)
	}
	return problems, nil
}

func (p Paper) draw(sheet *document.Sheet, fonts *typeset.Fonts, e PaperElement) ([]Problem, error) {
	switch e.Kind {
	case KindLine:
		sheet.Block(e.rectangle(), p.colorOf(e))
	case KindImage:
		if shown, ok := p.Pictures[e.PictureID]; ok {
			return nil, sheet.Picture(e.rectangle(), shown)
		}
	case KindQR:
		return nil, p.drawQR(sheet, e)
	default:
		return p.drawText(sheet, fonts, e), nil
	}
	return nil, nil
}

var (
	aligns    = map[string]string{"": "L", "left": "L", "center": "C", "right": "R"}
	verticals = map[string]string{"": "T", "top": "T", "middle": "M", "bottom": "B"}
)

func (p Paper) drawText(sheet *document.Sheet, fonts *typeset.Fonts, e PaperElement) (problems []Problem) {
	text := e.said(p.Facts)
	if strings.TrimSpace(text) == "" {
		return nil
	}
	if r := fonts.Missing(text); r != 0 {
		problems = append(problems, Problem{Element: e.ID, Kind: Unprintable, Character: string(r)})
	}
	area := e.rectangle()
	if e.Kind == KindSignatory {
		const stroke, gap = 0.3, 1
		sheet.Block(document.Rectangle{X: area.X, Y: area.Y, Width: area.Width, Height: stroke}, p.colorOf(e))
		area.Y, area.Height = area.Y+gap, area.Height-gap
	}
	fitted := sheet.Text(area, document.Place{Align: aligns[e.Align], Vertical: verticals[e.Vertical]}, text, document.Style{Size: e.Points, Bold: e.Bold, Color: p.colorOf(e)})
	switch {
	case fitted.Cut:
		problems = append(problems, Problem{Element: e.ID, Kind: Cut, Points: fitted.Size})
	case fitted.Size < e.Points:
		problems = append(problems, Problem{Element: e.ID, Kind: Shrunk, Points: fitted.Size})
	}
	return problems
}

// drawQR draws the address as a code for cameras, as large as it fits into its rectangle.
func (p Paper) drawQR(sheet *document.Sheet, e PaperElement) error {
	code, err := qr.Encode(p.Facts.Address, qr.M, qr.Unicode)
	if err != nil {
		return err
	}
	black := make([][]bool, code.Bounds().Dy())
	for y := range black {
		black[y] = make([]bool, code.Bounds().Dx())
		for x := range black[y] {
			r, _, _, _ := code.At(x, y).RGBA()
			black[y][x] = r == 0
		}
	}
	side := min(e.Width, e.Height)
	sheet.Squares(e.X+(e.Width-side)/2, e.Y+(e.Height-side)/2, side, black, p.Facts.Address)
	return nil
}

func (p Paper) colorOf(e PaperElement) document.Color {
	if e.Color == "" {
		return document.ColorOf(p.Color)
	}
	return document.ColorOf(e.Color)
}
