package palette

import (
	"fmt"
	"image/color"

	"github.com/lucasb-eyer/go-colorful"
)

var white = colorful.Color{R: 1, G: 1, B: 1}

// parse reads a colour for which IsColor holds.
func parse(text string) colorful.Color {
	c, err := colorful.Hex(text)
	if err != nil {
		panic(fmt.Sprintf("palette: %q is not a colour", text))
	}
	return c
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(c colorful.Color) float64 {
	r, g, b := c.LinearRgb()
	return 0.2126*r + 0.7152*g + 0.0722*b
}

// contrast is the contrast ratio of WCAG 2.2, from 1 to 21.
func contrast(a, b colorful.Color) float64 {
	lighter, darker := luminance(a), luminance(b)
	if lighter < darker {
		lighter, darker = darker, lighter
	}
	return (lighter + 0.05) / (darker + 0.05)
}

// StandsOut reports whether what has a colour can be told from light and from dark pages.
func StandsOut(c color.Color) (onLight, onDark bool) {
	given, _ := colorful.MakeColor(c) // not of what is transparent, which is black
	return contrast(given, pages.light) >= controlContrast, contrast(given, pages.dark) >= controlContrast
}

// hue is a colour in OKLCH, whose lightness can be changed while it looks like the same colour.
type hue struct {
	given                    colorful.Color
	lightness, chroma, angle float64
}

func hueOf(c colorful.Color) hue {
	l, chroma, angle := c.OkLch()
	return hue{c, l, chroma, angle}
}

// steps of a bisection: 1/4096 is less than what 8 bits of a channel tell apart.
const steps = 12

// at returns the colour at another lightness, with as much of its chroma as screens can show there, in 8 bits of each channel.
func (h hue) at(lightness float64) colorful.Color {
	lightness = min(max(lightness, 0), 1)
	if c := colorful.OkLch(lightness, h.chroma, h.angle); c.IsValid() {
		return parse(c.Hex())
	}
	least, most := 0.0, h.chroma
	for range steps {
		if middle := (least + most) / 2; colorful.OkLch(lightness, middle, h.angle).IsValid() {
			least = middle
		} else {
			most = middle
		}
	}
	return parse(colorful.OkLch(lightness, least, h.angle).Clamped().Hex())
}

// nearest returns the colour itself if it is good, or else the nearest lightness towards end, 0 or 1, that is: end must be.
func (h hue) nearest(end float64, good func(colorful.Color) bool) colorful.Color {
	if good(h.given) {
		return h.given
	}
	bad, found := h.lightness, end
	for range steps {
		if middle := (bad + found) / 2; good(h.at(middle)) {
			found = middle
		} else {
			bad = middle
		}
	}
	return h.at(found)
}
