package settings

import (
	"fmt"

	"lectern/internal/platform/fault"
)

// LogoSettings describe the logo of the school. They are made from the file that an administrator uploads, and never typed.
type LogoSettings struct {
	ID           string `json:"id"`   // of its pictures; "" for none
	Hash         string `json:"hash"` // SHA-256 of its pictures
	Width        int64  `json:"width"`
	Height       int64  `json:"height"`         // as Width in pixels, of the smaller picture
	PlateOnLight bool   `json:"plate_on_light"` // parts of it would not stand out from light pages
	PlateOnDark  bool   `json:"plate_on_dark"`
}

func (*LogoSettings) Key() string              { return "logo" }
func (*LogoSettings) Normalize()               {}
func (*LogoSettings) Violations() fault.Fields { return nil }

// Heights of the pictures of a logo, in pixels. A lower file is not enlarged.
const (
	SmallLogo = 80
	LargeLogo = 160 // for screens with two pixels for one, and for the sign-in page
)

// Path is the path on this site of a picture of the logo, which never changes its content.
func (g *LogoSettings) Path(height int) string {
	return fmt.Sprintf("/api/v1/logos/%s/%d", g.Hash, height)
}
