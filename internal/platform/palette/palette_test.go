package palette_test

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lectern/internal/platform/palette"
)

// luminance is the relative luminance as WCAG 2.2 defines it.
func luminance(t interface{ Fatalf(string, ...any) }, color string) (l float64) {
	if !palette.IsColor(color) {
		t.Fatalf("%q is not a colour", color)
	}
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(color[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatalf("%s: %v", color, err)
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		l += weight * c
	}
	return l
}

func contrast(t interface{ Fatalf(string, ...any) }, a, b string) float64 {
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// theme is what the web app has besides the palette.
type theme struct {
	name  string
	pages []string // backgrounds
	texts []string // on tints
}

var themes = []theme{
	{name: "light", pages: []string{"#fbf8f3", "#ffffff", "#f3efe7"}, texts: []string{"#141a26", "#59616d"}},
	{name: "dark", pages: []string{"#10141d", "#171d29", "#1b2331"}, texts: []string{"#f2f4f8", "#e3e7ee", "#a9b2bf"}},
}

// Whatever colour a school chooses, everything derived from it can be read in both themes.
func TestEverythingDerivedIsReadable(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		checkReadable(t, fmt.Sprintf("#%06x", rapid.IntRange(0, 0xffffff).Draw(t, "colour")))
	})
	for _, color := range []string{"#000000", "#ffffff", "#777777", "#767676", "#ff0000", "#00ff00", "#0000ff", "#ffff00", "#00ffff", "#ff00ff", "#fefefe", "#010101", palette.Default} {
		checkReadable(t, color)
	}
}

func checkReadable(t interface {
	Fatalf(string, ...any)
	Errorf(string, ...any)
}, color string) {
	p := palette.Of(color)
	atLeast := func(least float64, what, a, b string) {
		if got := contrast(t, a, b); got < least {
			t.Errorf("%s: %s: %s and %s have %.3f : 1", color, what, a, b, got)
		}
	}
	if len(p.Shades) != 10 || p.Shades[8] != p.Light.Fill || p.Shades[7] != p.Dark.Fill {
		t.Fatalf("%s: %+v", color, p)
	}
	if black := luminance(t, p.Light.Fill) > 0.1833; black != (p.OnFill == "#000000") {
		t.Errorf("%s: Mantine would choose another text than %s for %s", color, p.OnFill, p.Light.Fill)
	}
	atLeast(7, "a banner", "#ffffff", p.Shades[9])
	for i, c := range []palette.Theme{p.Light, p.Dark} {
		mode := themes[i]
		atLeast(4.5, mode.name+" button", p.OnFill, c.Fill)
		atLeast(4.5, mode.name+" button, hovered", p.OnFill, c.FillHover)
		for _, page := range mode.pages {
			atLeast(4.5, mode.name+" link", c.Link, page)
			atLeast(3, mode.name+" control", c.Fill, page)
		}
		for _, tint := range []string{c.Tint, c.TintHover} {
			atLeast(4.5, mode.name+" link on a tint", c.Link, tint)
			for _, text := range mode.texts {
				atLeast(4.5, mode.name+" text on a tint", text, tint)
			}
		}
	}
}

// A colour that can be read is used as it is, and one that cannot is changed no further than necessary.
func TestNearestShadeIsUsed(t *testing.T) {
	t.Parallel()
	if p := palette.Of("#7a1f5c"); p.Light.Fill != "#7a1f5c" || p.Light.Link != "#7a1f5c" || p.OnFill != "#ffffff" {
		t.Errorf("in the light theme: %+v", p)
	}
	if p := palette.Of("#ffd84d"); p.Dark.Fill != "#ffd84d" || p.Dark.Link != "#ffd84d" || p.OnFill != "#000000" {
		t.Errorf("in the dark theme: %+v", p)
	}
	rapid.Check(t, func(t *rapid.T) {
		color := fmt.Sprintf("#%06x", rapid.IntRange(0, 0xffffff).Draw(t, "colour"))
		p := palette.Of(color)
		for what, c := range map[string]struct {
			used, against string
			needed        float64
		}{
			"light fill": {p.Light.Fill, "#f3efe7", 3}, "dark fill": {p.Dark.Fill, "#1b2331", 3},
		} {
			if got := contrast(t, c.used, c.against); c.used != color && got > c.needed+0.15 {
				t.Errorf("%s: the %s %s has %.2f : 1, more than it needs", color, what, c.used, got)
			}
		}
	})
}

// The web app has the backgrounds above, the threshold of white text, and the palette of the default colour until a server says otherwise.
func TestWebAppAgrees(t *testing.T) {
	t.Parallel()
	var styles strings.Builder
	for _, file := range []string{"app/app.css", "app/theme.ts", "shared/school.ts"} {
		text, err := os.ReadFile("../../../web/src/" + file)
		if err != nil {
			t.Fatal(err)
		}
		styles.Write(text)
	}
	p := palette.Of(palette.Default)
	expected := append(p.Shades, "luminanceThreshold: 0.1833,")
	for i, c := range []palette.Theme{p.Light, p.Dark} {
		expected = append(expected, c.Fill, c.FillHover, c.Link, c.Tint, c.TintHover)
		expected = append(append(expected, themes[i].pages...), themes[i].texts...)
	}
	for _, text := range expected {
		if text != "#ffffff" && !strings.Contains(styles.String(), text) { // which is written #fff
			t.Errorf("the web app has no %s", text)
		}
	}
}
