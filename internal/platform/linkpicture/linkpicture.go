// Package linkpicture draws the pictures that messengers and social networks show beside a link: a title in the colours of the school.
package linkpicture

import (
	"image"
	"image/color"
	"image/draw"
	"strconv"

	"golang.org/x/image/vector"

	"lectern/internal/platform/typeset"
)

// Width and Height of the pictures in pixels, as networks ask for.
const (
	Width  = 1200
	Height = 630
)

// Card is what stands on a picture. Each text is one line of printable characters; the title may take several lines.
type Card struct {
	Above, Title, Below string
	Color, Ink          string // #rrggbb: of the ground, and of the texts on it
}

const (
	margin    = 84
	smallSize = 34
	mostLines = 4
	barWidth  = 16
)

// titleSizes are tried from the largest, until the title fits into mostLines.
var titleSizes = [...]float64{84, 72, 60, 50}

// Draw draws a picture. A title that is too long even for the smallest size ends with an ellipsis.
func Draw(setter *typeset.Setter, card Card) *image.RGBA {
	ground, ink := parse(card.Color), parse(card.Ink)
	picture := image.NewRGBA(image.Rect(0, 0, Width, Height))
	draw.Draw(picture, picture.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	draw.Draw(picture, image.Rect(0, 0, barWidth, Height), image.NewUniform(accent), image.Point{}, draw.Src)
	write(picture, oneLine(setter, card.Above), margin+smallSize, smallSize, between(ink, ground))
	lines, size := fit(setter, card.Title)
	step := size * 1.16
	top := (Height-step*float64(len(lines)))/2 + size*0.82
	for i, line := range lines {
		write(picture, line, top+step*float64(i), size, ink)
	}
	write(picture, oneLine(setter, card.Below), Height-margin, smallSize, ink)
	return picture
}

// accent marks the edge of every picture.
var accent = color.RGBA{255, 171, 100, 255}

func oneLine(setter *typeset.Setter, text string) typeset.Line {
	if lines := setter.Lines(text, false, (Width-2*margin)/smallSize, 1); len(lines) > 0 {
		return lines[0]
	}
	return typeset.Line{}
}

// fit breaks a title into lines, in the largest size in which it takes few enough.
func fit(setter *typeset.Setter, title string) (lines []typeset.Line, size float64) {
	for _, size = range titleSizes {
		if lines = setter.Lines(title, true, (Width-2*margin)/size, 0); len(lines) <= mostLines-1 {
			return lines, size
		}
	}
	return setter.Lines(title, true, (Width-2*margin)/size, mostLines), size
}

// write draws a line of text whose baseline is at y.
func write(picture *image.RGBA, line typeset.Line, y, size float64, ink color.Color) {
	p := pen{to: vector.NewRasterizer(Width, Height)}
	line.Draw(&p, typeset.Point{X: margin, Y: y}, size)
	p.to.Draw(picture, picture.Bounds(), image.NewUniform(ink), image.Point{})
}

// pen fills outlines with vector.Rasterizer, whose rule is that of winding numbers.
type pen struct {
	to     *vector.Rasterizer
	origin typeset.Point
}

func (p *pen) At(origin typeset.Point) { p.origin = origin }

func (p *pen) MoveTo(to typeset.Point) { p.to.MoveTo(p.at(to)) }

func (p *pen) LineTo(to typeset.Point) { p.to.LineTo(p.at(to)) }

func (p *pen) CurveTo(first, second, to typeset.Point) {
	ax, ay := p.at(first)
	bx, by := p.at(second)
	cx, cy := p.at(to)
	p.to.CubeTo(ax, ay, bx, by, cx, cy)
}

func (p *pen) Close() { p.to.ClosePath() }

func (p *pen) at(point typeset.Point) (x, y float32) {
	return float32(p.origin.X + point.X), float32(p.origin.Y + point.Y)
}

// parse reads #rrggbb; what is no colour is black.
func parse(text string) color.RGBA {
	value, err := strconv.ParseUint(text[min(1, len(text)):], 16, 32)
	if err != nil {
		return color.RGBA{A: 255}
	}
	return color.RGBA{uint8(value >> 16), uint8(value >> 8), uint8(value), 255}
}

// between is two thirds of one colour and a third of another.
func between(one, other color.RGBA) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8((2*int(a) + int(b)) / 3) }
	return color.RGBA{mix(one.R, other.R), mix(one.G, other.G), mix(one.B, other.B), 255}
}
