package settings

import (
	"strings"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/palette"
)

// AppearanceSettings say what the site looks like, besides the logo.
type AppearanceSettings struct {
	PrimaryColor string `json:"primary_color" minLength:"1" msg:"Please enter a colour as # and six hexadecimal digits, such as #0d5c54" doc:"Of buttons, links and what is selected, such as #0d5c54. Where it could not be read, its nearest shade that can is used."`
}

func (*AppearanceSettings) Key() string { return "appearance" }

func (g *AppearanceSettings) Normalize() {
	g.PrimaryColor = strings.ToLower(strings.TrimSpace(g.PrimaryColor))
}

func (g *AppearanceSettings) Violations() (broken fault.Fields) {
	broken.Require(palette.IsColor(g.PrimaryColor), "primary_color", "invalid_format", "Please enter a colour as # and six hexadecimal digits, such as #0d5c54")
	return broken
}
