package picture

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"io"
	"strconv"

	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/slots"
)

// Encoder encodes pictures in the best format that this server can write.
type Encoder interface {
	// Encode returns an opaque picture as WebP, or as JPEG on a server without media tools.
	Encode(ctx context.Context, picture *image.RGBA) ([]byte, error)
}

// Widescreen renders pictures in several widths, as pages and lists show them: parts of 16:9, whose width says their height, or whole.
type Widescreen struct {
	renderer *Renderer
	encoder  Encoder
	slots    *slots.Slots
}

// encoding lets one run of the media tools for these pictures go on at a time.
var encoding = slots.Limits{Running: 1, Each: 2, Waiting: 16}

func NewWidescreen(r *Renderer, e Encoder) *Widescreen {
	deps.Require(struct {
		Renderer *Renderer
		Encoder  Encoder
	}{r, e})
	return &Widescreen{r, e, slots.New(encoding)}
}

const (
	smallestWidescreen = 160 // pixels wide
	widestWidescreen   = 1600
)

var widescreenWidths = []int{480, 960, widestWidescreen}

// CoverRules are the rules of files of which covers are made.
var CoverRules = Rules{
	Field: "cover", Types: []string{"image/jpeg", "image/png", "image/webp", "image/avif"},
	Other: "This file is not a picture that can be shown. Choose a JPEG, PNG, WebP or AVIF file.",
}

// CoverUpload is a picture on its way to the server.
type CoverUpload struct {
	Type string // media type, as announced
	Body io.Reader
	Area Area
}

// WidescreenWidths lists the widths in which a picture is stored, of which the largest is given.
func WidescreenWidths(largest int) (widths []int) {
	for _, w := range widescreenWidths {
		if w < largest {
			widths = append(widths, w)
		}
	}
	return append(widths, largest)
}

// WidescreenHeight is the height of a picture of a width, in pixels.
func WidescreenHeight(width int) int { return max(1, (width*9+8)/16) }

// Area is the part of the upright picture that is shown: 16:9, so that its width says its height. Width 0 means the largest centred one.
type Area struct{ X, Y, Width int }

// AreaOf reads an area from the parameters x, y and width of a request: all of them, or none.
func AreaOf(parameter func(name string) string) (area Area, err error) {
	if parameter("x")+parameter("y")+parameter("width") == "" {
		return area, nil
	}
	var broken fault.Fields
	for name, into := range map[string]*int{"x": &area.X, "y": &area.Y, "width": &area.Width} {
		if *into, err = strconv.Atoi(parameter(name)); err != nil {
			broken.Require(false, name, "invalid_type", "The area needs x, y and width in whole pixels")
		}
	}
	broken.Require(len(broken) > 0 || area.Width > 0, "width", "out_of_range", "The area needs x, y and width in whole pixels")
	return area, broken.Err()
}

// layout returns a Layout: the area in all widths, none of them larger than it is.
func (a Area) layout(rules Rules) Layout {
	return func(width, height int) (area image.Rectangle, sizes []image.Point, err error) {
		part := a
		if part == (Area{}) {
			part.Width = min(width, height*16/9)
			part.X, part.Y = (width-part.Width)/2, max(0, (height-WidescreenHeight(part.Width))/2)
		}
		if part.X < 0 || part.Y < 0 || part.Width <= 0 || part.Width > width-part.X || WidescreenHeight(part.Width) > height-part.Y {
			return area, nil, rules.Refuse("out_of_range", "The part you selected is outside the picture.")
		}
		if part.Width < smallestWidescreen {
			return area, nil, rules.Refuse("too_small", "A cover needs at least 160 × 90 pixels. Choose a larger part or picture.")
		}
		for _, w := range WidescreenWidths(min(part.Width, widestWidescreen)) {
			sizes = append(sizes, image.Pt(w, WidescreenHeight(w)))
		}
		return image.Rect(part.X, part.Y, part.X+part.Width, part.Y+WidescreenHeight(part.Width)), sizes, nil
	}
}

// Render returns the area of an uploaded file in all its widths, encoded, and the largest of them. It fails as Renderer.Render does.
func (w *Widescreen) Render(ctx context.Context, userID string, file io.Reader, rules Rules, area Area) (widths map[int][]byte, largest int, err error) {
	widths, size, err := w.render(ctx, userID, file, rules, area.layout(rules))
	return widths, size.X, err
}

func (w *Widescreen) render(ctx context.Context, userID string, file io.Reader, rules Rules, layout Layout) (widths map[int][]byte, largest image.Point, err error) {
	pictures, _, err := w.renderer.Render(ctx, userID, file, rules, layout)
	if err != nil {
		return nil, largest, err
	}
	release, err := w.slots.Take(ctx, userID)
	if err != nil {
		return nil, largest, err
	}
	defer release()
	widths = map[int][]byte{}
	for _, p := range pictures {
		size := p.Bounds().Size()
		encoded, failed := w.encoder.Encode(ctx, onWhite(p))
		if widths[size.X], err = encoded, errors.Join(err, failed); size.X > largest.X {
			largest = size
		}
	}
	return widths, largest, err
}

// onWhite returns a picture without transparency.
func onWhite(p *image.RGBA) *image.RGBA {
	if p.Opaque() {
		return p
	}
	out := image.NewRGBA(p.Bounds())
	draw.Draw(out, out.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(out, out.Bounds(), p, p.Bounds().Min, draw.Over)
	return out
}

// CoverSize is a cover in one size. What is at its URL never changes.
type CoverSize struct {
	URL    string `json:"url"`
	Width  int64  `json:"width" doc:"In pixels."`
	Height int64  `json:"height"`
}

// CoverSizes lists the sizes in which a picture is stored, of which the largest width is given. Their URLs are the prefix, the id of the picture and the width.
func CoverSizes(prefix, id string, largest int) (sizes []CoverSize) {
	for _, w := range WidescreenWidths(largest) {
		sizes = append(sizes, CoverSize{fmt.Sprintf("%s%s/%d", prefix, id, w), int64(w), int64(WidescreenHeight(w))})
	}
	return sizes
}
