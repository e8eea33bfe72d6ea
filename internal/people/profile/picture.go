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
	largestFile    = 5 << 20    // bytes of a picture that is taken
	mostPixels     = 40_000_000 // that are decoded: they take 8 bytes each at most
	fewestPixels   = 16         // a side: less shows nobody
	jpegQuality    = 88
	large, small   = 256, 64 // pixels, a side
	wrongFile      = "This is not a picture that can be shown. Please choose a JPEG, PNG, WebP or GIF file."
	damagedPicture = "This picture is damaged. Please choose another."
)

// Crop is the square of a picture, as people see it, that becomes the avatar. With Side 0 it is the largest in the middle.
type Crop struct{ X, Y, Side int }

// renderAvatar gives the square of a picture in both sizes, encoded anew: nothing but the pixels is left of the file.
func renderAvatar(file []byte, crop Crop) (sizes map[int][]byte, err error) {
	c, format, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil || !slices.Contains([]string{"jpeg", "png", "gif", "webp"}, format) {
		return nil, fault.New(fault.UnsupportedType, "unsupported_type", wrongFile).WithCause(err)
	}
	if int64(c.Width)*int64(c.Height) > mostPixels { // from the header, before anything is unpacked
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

// within is the square of a picture of this size, if it lies in it.
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

// encode is a JPEG, or a PNG where something shines through.
func encode(picture *image.RGBA) ([]byte, error) {
	var out bytes.Buffer
	if !picture.Opaque() {
		err := png.Encode(&out, picture)
		return out.Bytes(), err
	}
	err := jpeg.Encode(&out, picture, &jpeg.Options{Quality: jpegQuality})
	return out.Bytes(), err
}

// orientation is how a camera was held: the value of the EXIF tag Orientation, 1 to 8 (CIPA DC-008, 4.6.4).
type orientation int

// upright is the size of a picture of this size as people see it.
func (t orientation) upright(width, height int) (int, int) {
	if t >= 5 {
		return height, width
	}
	return width, height
}

// source is where a rectangle of the upright picture lies in the file's, whose size is given.
func (t orientation) source(r image.Rectangle, width, height int) image.Rectangle {
	corners := [2]image.Point{t.from(r.Min, width, height), t.from(r.Max, width, height)}
	return image.Rectangle{Min: corners[0], Max: corners[1]}.Canon()
}

// from is where a corner of the upright picture lies in one of the file's size.
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

// apply is a square picture upright.
func (t orientation) apply(square *image.RGBA) *image.RGBA {
	if t <= 1 {
		return square
	}
	side := square.Bounds().Dx()
	out := image.NewRGBA(square.Bounds())
	for y := range side {
		for x := range side {
			corner := t.from(image.Pt(x, y), side, side)
			opposite := t.from(image.Pt(x+1, y+1), side, side) // the pixel lies between the two
			var c color.RGBA = square.RGBAAt(min(corner.X, opposite.X), min(corner.Y, opposite.Y))
			out.SetRGBA(x, y, c)
		}
	}
	return out
}
