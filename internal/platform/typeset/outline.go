package typeset

import (
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
)

// Point is one of an outline; y grows downwards.
type Point struct{ X, Y float64 }

// Pen draws outlines. Each glyph begins with At, from which its points are measured: the same glyph is drawn by the same calls. Each of its shapes begins
// with MoveTo and is closed by Close.
type Pen interface {
	At(origin Point)
	MoveTo(to Point)
	LineTo(to Point)
	CurveTo(first, second, to Point) // a cubic Bézier curve
	Close()
}

// Draw draws a line of text in a size, whose baseline begins at a point. All of it is filled by the rule of winding numbers that are not 0.
func (l Line) Draw(pen Pen, at Point, size float64) {
	x := at.X
	for _, run := range l.runs {
		unit := size / float64(run.Face.Upem())
		shaped := size / em / 64
		for _, g := range run.Glyphs {
			if outline, ok := run.Face.GlyphData(g.GlyphID).(font.GlyphOutline); ok && len(outline.Segments) > 0 {
				pen.At(Point{x + float64(g.XOffset)*shaped, at.Y - float64(g.YOffset)*shaped})
				drawGlyph(pen, outline, unit)
			}
			x += float64(g.Advance) * shaped
		}
	}
}

func drawGlyph(pen Pen, outline font.GlyphOutline, unit float64) {
	open := false
	var last Point
	for _, s := range outline.Segments {
		at := func(i int) Point {
			return Point{float64(s.Args[i].X) * unit, -float64(s.Args[i].Y) * unit}
		}
		switch s.Op {
		case opentype.SegmentOpMoveTo:
			if open {
				pen.Close()
			}
			open, last = true, at(0)
			pen.MoveTo(last)
		case opentype.SegmentOpLineTo:
			last = at(0)
			pen.LineTo(last)
		case opentype.SegmentOpQuadTo: // PDF has cubic curves only
			middle, to := at(0), at(1)
			pen.CurveTo(between(last, middle, 2.0/3), between(to, middle, 2.0/3), to)
			last = to
		case opentype.SegmentOpCubeTo:
			last = at(2)
			pen.CurveTo(at(0), at(1), last)
		}
	}
	if open {
		pen.Close()
	}
}

func between(from, to Point, share float64) Point {
	return Point{from.X + share*(to.X-from.X), from.Y + share*(to.Y-from.Y)}
}
