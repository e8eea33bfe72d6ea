package profile

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"image/color"
	_ "image/gif" // for image.Decode
	"image/jpeg"
	"image/png"
	"io"
	"runtime/debug"
	"slices"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // for image.Decode

	"lectern/internal/platform/fault"
)

const (
	largestFile    = 5 << 20    // bytes of an uploaded picture
	mostPixels     = 40_000_000 // largest picture that is decoded, if memory allows
	fewestPixels   = 16         // per side
	mostMemory     = 300 << 20  // bytes that decoding a picture may take
	mostScans      = 32         // passes over a JPEG file; encoders make about ten, and each costs as much as the picture is large
	jpegQuality    = 88
	large, small   = 256, 64 // pixels per side
	wrongFile      = "This is not a picture that can be shown. Please choose a JPEG, PNG, WebP or GIF file."
	damagedPicture = "This picture is damaged. Please choose another."
)

// Crop is the square of the upright picture that becomes the avatar. Side 0 means the largest centred square.
type Crop struct{ X, Y, Side int }

// renderAvatar encodes the square anew in both sizes, so that only pixels remain of the file.
func renderAvatar(ctx context.Context, file []byte, crop Crop) (sizes map[int][]byte, err error) {
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
	if format == "jpeg" && readJPEGHeader(file).scans > mostScans {
		return nil, refusePicture("too_many_scans", "This picture is stored in too many passes. Please save it as a plain JPEG or PNG.")
	}
	takes := memory(file, format, c, square.Dx())
	if takes > mostMemory {
		return nil, refusePicture("too_large", "This picture takes too much memory to open. Please choose one with fewer pixels.")
	}
	defer returnMemory(takes)
	whole, _, err := image.Decode(readUntil(ctx, file))
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
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

// jpegHeader is what decides how much work a JPEG file is.
type jpegHeader struct {
	progressive bool
	samples     float64 // of a pixel: 1.5 where the colours have a quarter of the resolution
	scans       int
}

// readJPEGHeader follows the markers of a JPEG file (ITU-T T.81, annex B) to its end, as decoders do.
func readJPEGHeader(file []byte) (h jpegHeader) {
	for at := 2; at+1 < len(file); {
		if file[at] != 0xff || file[at+1] == 0xff { // image data, or a fill byte
			at++
			continue
		}
		marker := file[at+1]
		at += 2
		switch {
		case marker == 0xd9: // end of image
			return h
		case marker <= 0x01 || marker >= 0xd0 && marker <= 0xd8: // those without a length
			continue
		case at+2 > len(file):
			return h
		}
		length := int(binary.BigEndian.Uint16(file[at:]))
		segment := file[at:min(at+length, len(file))]
		switch marker {
		case 0xc0, 0xc1, 0xc2:
			h.progressive, h.samples = marker == 0xc2, samplesOf(segment)
		case 0xda:
			h.scans++
		}
		at += max(length, 2)
	}
	return h
}

// samplesOf returns the samples of a pixel by a frame header: the sum of the components' sampling factors over the largest.
func samplesOf(frame []byte) float64 {
	sum, across, down := 0, 1, 1
	for at := 8; at+3 <= len(frame); at += 3 {
		h, v := int(frame[at+1]>>4), int(frame[at+1]&15)
		sum, across, down = sum+h*v, max(across, h), max(down, v)
	}
	return float64(sum) / float64(across*down)
}

// memory estimates the bytes that decoding a picture takes, and scaling a square of it.
func memory(file []byte, format string, c image.Config, side int) int64 {
	perPixel := 4.0
	switch c.ColorModel {
	case color.RGBA64Model, color.NRGBA64Model:
		perPixel = 8
	}
	switch format {
	case "jpeg":
		h := readJPEGHeader(file)
		if perPixel += h.samples; h.progressive { // the pixels, perhaps converted to RGBA; coefficients have 4 bytes each
			perPixel += 4 * h.samples
		}
	case "png":
		if len(file) > 28 && file[28] != 0 { // interlaced: the largest pass has half of the pixels
			perPixel *= 1.5
		}
	}
	return int64(perPixel*float64(c.Width)*float64(c.Height)) + int64(large*side*32) // draw keeps a column as four float64
}

// readUntil returns a reader that fails once the context ends, so that nobody decodes for a client who has left.
func readUntil(ctx context.Context, file []byte) io.Reader {
	return contextReader{ctx, bytes.NewReader(file)}
}

type contextReader struct {
	ctx  context.Context
	file *bytes.Reader
}

func (r contextReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.file.Read(p)
}

// returnMemory gives the memory of a large picture back, before the next one takes as much again.
func returnMemory(taken int64) {
	if taken > 32<<20 {
		debug.FreeOSMemory()
	}
}
