package profile

import (
	"bytes"
	"image"
	"image/color"
	_ "image/gif" // for image.Decode
	"image/jpeg"
	"image/png"
	"slices"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // for image.Decode

	"lectern/internal/platform/fault"
)

const (
	largestFile    = 5 << 20    // bytes of an uploaded picture
	mostPixels     = 40_000_000 // largest picture that is decoded: it takes at most 8 bytes a pixel
	fewestPixels   = 16         // per side
	jpegQuality    = 88
	large, small   = 256, 64 // pixels per side
	wrongFile      = "This is not a picture that can be shown. Please choose a JPEG, PNG, WebP or GIF file."
	damagedPicture = "This picture is damaged. Please choose another."
)

// Crop is the square of the upright picture that becomes the avatar. Side 0 means the largest centred square.
type Crop struct{ X, Y, Side int }

// renderAvatar encodes the square anew in both sizes, so that only pixels remain of the file.
func renderAvatar(file []byte, crop Crop) (sizes map[int][]byte, err error) {
	c, format, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil || !slices.Contains([]string{"jpeg", "png", "gif", "webp"}, format) {
		return nil, fault.New(fault.UnsupportedType, "unsupported_type", wrongFile).WithCause(err)
	}
	if int64(c.Width)*int64(c.Height) > mostPixels { // from the header, before decoding
		return nil, refusePicture("too_large", "A picture may have at most 40 megapixels. Please choose a smaller one.")
	}
	if min(c.Width, c.Height) < fewestPixels {
		return nil, refusePicture("too_small", "This picture is too small to show anything. Please choose a larger one.")
	}
	turn := orientationOf(file, format)
	square, ok := crop.within(turn.upright(c.Width, c.Height))
	if !ok {
		return nil, refusePicture("out_of_range", "The part of the picture that you chose lies outside of it.")
	}
	whole, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, refusePicture("damaged", damagedPicture)
	}
	area := turn.source(square, c.Width, c.Height).Add(whole.Bounds().Min)
	sizes = map[int][]byte{}
	for _, side := range []int{large, small} {
		if sizes[side], err = encode(turn.apply(scale(whole, area, side))); err != nil {
			return nil, err
		}
	}
	return sizes, nil
}

func refusePicture(code, message string) error {
	var broken fault.Fields
	broken.Require(false, "avatar", code, message)
	return broken.Err()
}

// within returns the square if it lies within a picture of this size.
func (c Crop) within(width, height int) (square image.Rectangle, ok bool) {
	if c == (Crop{}) {
		side := min(width, height)
		c = Crop{(width - side) / 2, (height - side) / 2, side}
	}
	square = image.Rect(c.X, c.Y, c.X+c.Side, c.Y+c.Side)
	return square, c.Side >= fewestPixels && c.X >= 0 && c.Y >= 0 && c.Side <= width-c.X && c.Side <= height-c.Y
}

func scale(whole image.Image, area image.Rectangle, side int) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, side, side))
	draw.CatmullRom.Scale(out, out.Bounds(), whole, area, draw.Src, nil)
	return out
}

// encode returns a JPEG, or a PNG when the picture has transparency.
func encode(picture *image.RGBA) ([]byte, error) {
	var out bytes.Buffer
	if !picture.Opaque() {
		err := png.Encode(&out, picture)
		return out.Bytes(), err
	}
	err := jpeg.Encode(&out, picture, &jpeg.Options{Quality: jpegQuality})
	return out.Bytes(), err
}

// orientation is the value of the EXIF tag Orientation, 1 to 8 (CIPA DC-008, 4.6.4).
type orientation int

// upright returns the size of the upright picture.
func (t orientation) upright(width, height int) (int, int) {
	if t >= 5 {
		return height, width
	}
	return width, height
}

// source maps a rectangle of the upright picture to the stored one, whose size is given.
func (t orientation) source(r image.Rectangle, width, height int) image.Rectangle {
	corners := [2]image.Point{t.from(r.Min, width, height), t.from(r.Max, width, height)}
	return image.Rectangle{Min: corners[0], Max: corners[1]}.Canon()
}

// from maps a corner of the upright picture to the stored one.
func (t orientation) from(p image.Point, width, height int) image.Point {
	switch t {
	case 2:
		return image.Pt(width-p.X, p.Y)
	case 3:
		return image.Pt(width-p.X, height-p.Y)
	case 4:
		return image.Pt(p.X, height-p.Y)
	case 5:
		return image.Pt(p.Y, p.X)
	case 6:
		return image.Pt(p.Y, height-p.X)
	case 7:
		return image.Pt(width-p.Y, height-p.X)
	case 8:
		return image.Pt(width-p.Y, p.X)
	}
	return p
}

// apply turns a square picture upright.
func (t orientation) apply(square *image.RGBA) *image.RGBA {
	if t <= 1 {
		return square
	}
	side := square.Bounds().Dx()
	out := image.NewRGBA(square.Bounds())
	for y := range side {
		for x := range side {
			corner := t.from(image.Pt(x, y), side, side)
			opposite := t.from(image.Pt(x+1, y+1), side, side) // the pixel lies between the two corners
			var c color.RGBA = square.RGBAAt(min(corner.X, opposite.X), min(corner.Y, opposite.Y))
			out.SetRGBA(x, y, c)
		}
	}
	return out
}
