package certificate

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"

	"golang.org/x/image/vector"

	"lectern/internal/learning/openbadge"
	"lectern/internal/platform/access"
	"lectern/internal/platform/document"
	"lectern/internal/platform/palette"
	"lectern/internal/platform/typeset"
)

// badgeSide is the width and height of the picture of a badge in pixels.
const badgeSide = 640

// BadgePicture returns the Open Badge of a certificate as a PNG that contains it. Callers and faults as of Credential.
func (s *Service) BadgePicture(ctx context.Context, who access.Caller, id string) ([]byte, error) {
	c, err := s.Get(ctx, who, id)
	if err != nil {
		return nil, err
	}
	if c.Credential == nil {
		return nil, errNone
	}
	current, _, err := s.school(ctx, s.deps.DB.Reader())
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, paint(c, s.deps.Fonts, palette.Of(current.Appearance.PrimaryColor))); err != nil {
		return nil, err
	}
	return openbadge.Bake(b.Bytes(), c.Credential.V)
}

// paint draws the course and the school on a disc in the colour of the school, on which they can be read.
func paint(c Certificate, fonts *typeset.Fonts, colors palette.Palette) image.Image {
	const middle = badgeSide / 2
	disc, ink := opaque(colors.Light.Fill), opaque(colors.OnFill)
	canvas := &canvas{image.NewNRGBA(image.Rect(0, 0, badgeSide, badgeSide)), fonts.Setter(), image.NewUniform(ink)}
	canvas.circle(middle-4, disc)
	canvas.circle(middle-18, ink)
	canvas.circle(middle-28, disc)
	const width, titleSize, nameSize = 460, 54, 28
	lines, size := canvas.setter.Lines(c.CourseTitle, true, width/float64(titleSize), 4), float64(titleSize)
	if len(lines) > 3 {
		size = 40
		lines = canvas.setter.Lines(c.CourseTitle, true, width/size, 4)
	}
	y := middle - size*1.25*float64(len(lines))/2 + size*0.9 - 20
	for _, line := range lines {
		canvas.text(line, y, size)
		y += size * 1.25
	}
	for _, line := range canvas.setter.Lines(c.Issuer, false, width/float64(nameSize)*0.8, 1) {
		canvas.text(line, badgeSide-150, nameSize)
	}
	return canvas.picture
}

type canvas struct {
	picture *image.NRGBA
	setter  *typeset.Setter
	ink     image.Image
}

func opaque(hex string) color.Color {
	c := document.ColorOf(hex)
	return color.NRGBA{c.R, c.G, c.B, 255}
}

// circle fills a circle around the middle.
func (c *canvas) circle(radius float32, fill color.Color) {
	const middle, bend = badgeSide / 2, 0.5523 // how far a Bézier curve bends to be a quarter of a circle
	r, k := vector.NewRasterizer(badgeSide, badgeSide), radius*bend
	r.MoveTo(middle+radius, middle)
	r.CubeTo(middle+radius, middle+k, middle+k, middle+radius, middle, middle+radius)
	r.CubeTo(middle-k, middle+radius, middle-radius, middle+k, middle-radius, middle)
	r.CubeTo(middle-radius, middle-k, middle-k, middle-radius, middle, middle-radius)
	r.CubeTo(middle+k, middle-radius, middle+radius, middle-k, middle+radius, middle)
	r.ClosePath()
	r.Draw(c.picture, c.picture.Bounds(), image.NewUniform(fill), image.Point{})
}

// text draws a line in the middle of the width.
func (c *canvas) text(line typeset.Line, baseline, size float64) {
	pen := &pixelPen{Rasterizer: vector.NewRasterizer(badgeSide, badgeSide)}
	line.Draw(pen, typeset.Point{X: (badgeSide - line.Width*size) / 2, Y: baseline}, size)
	pen.Draw(c.picture, c.picture.Bounds(), c.ink, image.Point{})
}

// pixelPen collects outlines in pixels.
type pixelPen struct {
	*vector.Rasterizer
	origin typeset.Point
}

// At begins a glyph.
func (p *pixelPen) At(origin typeset.Point) { p.origin = origin }

func (p *pixelPen) at(to typeset.Point) (x, y float32) {
	return float32(p.origin.X + to.X), float32(p.origin.Y + to.Y)
}

// MoveTo begins a shape.
func (p *pixelPen) MoveTo(to typeset.Point) { p.Rasterizer.MoveTo(p.at(to)) }

// LineTo adds a line.
func (p *pixelPen) LineTo(to typeset.Point) { p.Rasterizer.LineTo(p.at(to)) }

// CurveTo adds a cubic Bézier curve.
func (p *pixelPen) CurveTo(first, second, to typeset.Point) {
	x1, y1 := p.at(first)
	x2, y2 := p.at(second)
	x, y := p.at(to)
	p.CubeTo(x1, y1, x2, y2, x, y)
}

// Close ends a shape.
func (p *pixelPen) Close() { p.ClosePath() }
