package school

import (
	"image"
	"time"

	"lectern/internal/platform/palette"
	"lectern/internal/platform/picture"
	"lectern/internal/platform/settings"
)

// Logo of the school: its URLs never change their content.
type Logo struct {
	Small        string `json:"small" doc:"URL of the picture, at most 80 pixels high."`
	Large        string `json:"large" doc:"The same, at most 160 pixels high."`
	Width        int64  `json:"width" doc:"In pixels, of the small picture."`
	Height       int64  `json:"height"`
	PlateOnLight bool   `json:"plate_on_light" doc:"Light pages show it on a dark plate: it is transparent, and parts of it are too light for them."`
	PlateOnDark  bool   `json:"plate_on_dark" doc:"Dark pages show it on a light plate."`
}

// LogoGroup is the logo as administrators edit it.
type LogoGroup struct {
	Logo      *Logo      `json:"logo,omitempty" doc:"Absent for none: the name of the school takes its place."`
	ChangedAt *time.Time `json:"changed_at" doc:"null until a logo has been set."`
	version   int64
}

// EditVersion is compared with If-Match.
func (g LogoGroup) EditVersion() int64 { return g.version }

const (
	logoJob     = "school.logo"
	widestLogo  = 8 // times its height
	tallestLogo = 2 // times its width
)

// logoRules are the rules of files of which logos are made.
var logoRules = picture.Rules{
	Field: "logo", Types: []string{"image/png", "image/jpeg", "image/webp"},
	Other: "This file is not a picture that can be shown. Choose a PNG, JPEG or WebP file.",
}

// logoLayout is a picture.Layout: the whole picture in two heights, neither larger than it is.
func logoLayout(width, height int) (area image.Rectangle, sizes []image.Point, err error) {
	if width > widestLogo*height || height > tallestLogo*width {
		return area, nil, logoRules.Refuse("out_of_range", "A logo can be at most eight times as wide as it is high, and twice as high as it is wide. Crop it.")
	}
	for _, most := range []int{settings.SmallLogo, settings.LargeLogo} {
		high := min(most, height)
		sizes = append(sizes, image.Pt(max(1, width*high/height), high))
	}
	return image.Rect(0, 0, width, height), sizes, nil
}

func logoOf(s settings.LogoSettings) *Logo {
	if s.ID == "" {
		return nil
	}
	return &Logo{Small: s.Path(settings.SmallLogo), Large: s.Path(settings.LargeLogo), Width: s.Width, Height: s.Height, PlateOnLight: s.PlateOnLight, PlateOnDark: s.PlateOnDark}
}

// noticeable is the share of a logo's pixels that make parts of it, rather than edges.
const noticeable = 0.03

// platesFor reports on which pages a transparent logo needs a plate behind it, because parts of it would not stand out. One with parts
// too light for light pages and parts too dark for dark ones gets the plate where more of it would be lost. fault.Invalid when there
// is nothing to see.
func platesFor(logo *image.RGBA) (onLight, onDark bool, err error) {
	if logo.Opaque() {
		return false, false, nil
	}
	visible, tooLight, tooDark := 0.0, 0.0, 0.0
	for y := range logo.Bounds().Dy() {
		for x := range logo.Bounds().Dx() {
			c := logo.RGBAAt(x, y)
			if c.A < 128 {
				continue
			}
			visible++
			light, dark := palette.StandsOut(c)
			if !light {
				tooLight++
			}
			if !dark {
				tooDark++
			}
		}
	}
	if visible == 0 {
		return false, false, logoRules.Refuse("empty", "This picture is completely transparent. Choose another one.")
	}
	return tooLight/visible > noticeable && tooLight >= tooDark, tooDark/visible > noticeable && tooDark >= tooLight, nil
}
