package document

import (
	"strconv"
	"strings"

	"lectern/internal/platform/typeset"
)

// Color is one of a document.
type Color struct{ R, G, B uint8 }

// ColorOf reads a color as it is written in settings, #rrggbb; anything else is black.
func ColorOf(hex string) Color {
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 24)
	if err != nil {
		return Color{}
	}
	return Color{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n)}
}

// Style is how a text is set. The zero Color is black.
type Style struct {
	Size  float64 // points
	Bold  bool
	Color Color
}

// setting breaks texts into lines.
type setting struct{ setter *typeset.Setter }

// lines breaks a paragraph into lines that are at most width mm long, at most so many unless that is 0.
func (s setting) lines(text string, style Style, width float64, most int) []typeset.Line {
	const rounding = 1e-6 // of a width that was divided by the size before
	return s.setter.Lines(text, style.Bold, width/style.Size/pointMM+rounding, most)
}

// broken breaks paragraphs into lines; an empty one is an empty line.
func (s setting) broken(text string, style Style, width float64) (all []typeset.Line) {
	for paragraph := range strings.SplitSeq(text, "\n") {
		if lines := s.lines(paragraph, style, width, 0); len(lines) > 0 {
			all = append(all, lines...)
		} else {
			all = append(all, typeset.Line{})
		}
	}
	return all
}

// widthOf returns how wide a line is in a size in points, in mm.
func widthOf(line typeset.Line, size float64) float64 { return line.Width * size * pointMM }

// startOf returns the x at which a line begins between two others. align is "L", "C" or "R".
func startOf(line typeset.Line, from, to float64, align string, size float64) float64 {
	switch align {
	case "C":
		return (from + to - widthOf(line, size)) / 2
	case "R":
		return to - widthOf(line, size)
	}
	return from
}
