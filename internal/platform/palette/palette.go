// Package palette derives, from the one colour that a school chooses, the colours of the web app in its light and its dark theme, all
// of which can be read (WCAG 2.2, 1.4.3 and 1.4.11).
package palette

import (
	"regexp"

	"github.com/lucasb-eyer/go-colorful"
)

// Default is the colour until a school chooses its own.
const Default = "#0d5c54"

// Palette is what is derived from a colour. A part that can be read in the colour itself has it unchanged.
type Palette struct {
	Shades []string `json:"shades" minItems:"10" maxItems:"10" doc:"Of the hue of the colour, 0 to 6 from light to dark. 7 is the fill of the dark theme, 8 that of the light one; on 9 white can be read well."`
	OnFill string   `json:"on_fill" enum:"#ffffff,#000000" doc:"Text on the fills of both themes: at least 4.5 : 1."`
	Light  Theme    `json:"light"`
	Dark   Theme    `json:"dark"`
}

// Theme holds the colours of one theme.
type Theme struct {
	Fill      string `json:"fill" doc:"Of buttons and other controls: at least 3 : 1 against the page."`
	FillHover string `json:"fill_hover"`
	Link      string `json:"link" doc:"Of links and other text: at least 4.5 : 1 against the page, cards and tints."`
	Tint      string `json:"tint" doc:"Behind what is selected. The text of the theme can be read on it."`
	TintHover string `json:"tint_hover"`
}

// The contrasts that WCAG 2.2 asks for at level AA.
const (
	textContrast    = 4.5 // 1.4.3
	controlContrast = 3   // 1.4.11
)

// whiteText is the largest relative luminance on which white text reaches textContrast: 1.05 / 4.5 - 0.05. The web app's theme has the
// same number as its threshold.
const whiteText = 0.1833

// readable is the contrast of white on shade 9, which large areas have behind their text.
const readable = 7

// pages are the backgrounds of each theme on which contrasts are lowest, as web/src/app/app.css has them.
var pages = struct{ light, dark colorful.Color }{parse("#f3efe7"), parse("#1b2331")}

// ladder are shades 0 to 6: their lightness as OKLCH has it, and their share of the chroma.
var ladder = []struct{ lightness, chroma float64 }{{0.97, 0.2}, {0.94, 0.4}, {0.86, 0.7}, {0.77, 0.9}, {0.69, 1}, {0.63, 1}, {0.57, 1}}

// form is #rrggbb.
var form = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// IsColor reports whether a text is a colour such as #0d5c54, in lower case.
func IsColor(text string) bool { return form.MatchString(text) }

// Of derives the palette of a colour for which IsColor holds.
func Of(color string) Palette {
	given := hueOf(parse(color))
	light := given.nearest(0, func(c colorful.Color) bool { return contrast(c, pages.light) >= controlContrast })
	dark := given.nearest(1, func(c colorful.Color) bool { return contrast(c, pages.dark) >= controlContrast })
	p := Palette{OnFill: "#ffffff"}
	hover := -0.045 // away from the text
	if luminance(light) > whiteText {
		p.OnFill, hover = "#000000", 0.045
	}
	p.Light = given.theme(light, hover, 0, tints{lightness: 0.955, hover: 0.93, chroma: 0.022}, pages.light)
	p.Dark = given.theme(dark, hover, 1, tints{lightness: 0.29, hover: 0.335, chroma: 0.04}, pages.dark)
	for _, step := range ladder {
		pale := given
		pale.chroma *= step.chroma
		p.Shades = append(p.Shades, pale.at(step.lightness).Hex())
	}
	deep := given.nearest(0, func(c colorful.Color) bool { return contrast(c, white) >= readable })
	p.Shades = append(p.Shades, p.Dark.Fill, p.Light.Fill, deep.Hex())
	return p
}

// tints are the lightnesses and the largest chroma of pale backgrounds, as OKLCH has them.
type tints struct{ lightness, hover, chroma float64 }

// theme derives the colours of a theme whose texts are at the end (0 for dark, 1 for light) of the lightness.
func (h hue) theme(fill colorful.Color, hover, end float64, pale tints, page colorful.Color) Theme {
	muted := h
	muted.chroma = min(h.chroma, pale.chroma)
	tint, tintHover := muted.at(pale.lightness), muted.at(pale.hover)
	link := h.nearest(end, func(c colorful.Color) bool {
		return min(contrast(c, page), contrast(c, tint), contrast(c, tintHover)) >= textContrast
	})
	filled := hueOf(fill)
	return Theme{Fill: fill.Hex(), FillHover: filled.at(filled.lightness + hover).Hex(), Link: link.Hex(), Tint: tint.Hex(), TintHover: tintHover.Hex()}
}
