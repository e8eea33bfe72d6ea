// Package picture renders the pictures that users upload anew, so that only pixels remain of a file, and keeps them. What would cost
// more to open than a picture should is refused before it is opened.
package picture

import (
	"bytes"
	"context"
	"image"
	_ "image/gif" // for image.Decode
	"image/jpeg"
	"image/png"
	"io"
	"slices"
	"strings"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // for image.Decode

	"lectern/internal/platform/fault"
	"lectern/internal/platform/slots"
)

const (
	largestFile  = 5 << 20    // bytes of an uploaded picture
	mostPixels   = 40_000_000 // largest picture that is decoded, if memory allows
	fewestPixels = 16         // per side
	mostMemory   = 300 << 20  // bytes that decoding a picture may take
	mostScans    = 32         // passes over a JPEG file; encoders make about ten, and each costs as much as the picture is large
	jpegQuality  = 88
)

// Rules of one kind of pictures.
type Rules struct {
	Field string   // that refusals name
	Types []string // media types that are taken, of JPEG, PNG, GIF and WebP
	Other string   // refuses all others
}

// Refuse returns a refusal that names the field.
func (r Rules) Refuse(code, message string) error {
	return fault.Fields{{Name: r.Field, Code: code, Message: message}}.Err()
}

// Takes is fault.UnsupportedType for a media type that is not taken.
func (r Rules) Takes(mediaType string) error {
	switch {
	case mediaType == "image/svg+xml":
		return fault.New(fault.UnsupportedType, "unsupported_type", "SVG files are not accepted because they can contain code. Save the picture as PNG.")
	case !slices.Contains(r.Types, mediaType):
		return fault.New(fault.UnsupportedType, "unsupported_type", r.Other)
	}
	return nil
}

// checkSize refuses a picture by its size in the header, before it is decoded.
func (r Rules) checkSize(width, height int) error {
	switch {
	case int64(width)*int64(height) > mostPixels:
		return r.refusePixels()
	case min(width, height) < fewestPixels:
		return r.Refuse("too_small", "This picture is too small. Choose a larger one.")
	}
	return nil
}

func (r Rules) refusePixels() error {
	return r.Refuse("too_large", "The picture has more than 40 megapixels. Choose a smaller one.")
}

func (r Rules) refuseMemory() error {
	return r.Refuse("too_large", "This picture takes too much memory to open. Choose one with fewer pixels.")
}

func (r Rules) refuseDamaged() error {
	return r.Refuse("damaged", "This picture is damaged. Choose another one.")
}

// Layout decides which area of an upright picture of this size is rendered, and in which sizes.
type Layout func(width, height int) (area image.Rectangle, sizes []image.Point, err error)

// Renderer renders one picture at a time, because a large one takes 300 MB.
type Renderer struct {
	slots *slots.Slots
	avif  Decoder
}

// NewRenderer returns a renderer that opens AVIF files by a decoder; nil refuses them.
func NewRenderer(avif Decoder) *Renderer {
	return &Renderer{slots.New(slots.Limits{Running: 1, Each: 2, Waiting: 16}), avif}
}

// Render returns the area of an uploaded file that the layout chooses, upright and in its sizes, and the media type of the file.
// fault.TooLarge, fault.UnsupportedType and fault.Invalid for files that cannot be taken.
func (r *Renderer) Render(ctx context.Context, userID string, file io.Reader, rules Rules, layout Layout) (pictures []*image.RGBA, mediaType string, err error) {
	content, err := io.ReadAll(io.LimitReader(file, largestFile+1))
	if err != nil {
		return nil, "", err
	}
	if len(content) > largestFile {
		return nil, "", fault.New(fault.TooLarge, "too_large", "The picture is larger than 5 MB. Choose a smaller one.")
	}
	release, err := r.slots.Take(ctx, userID)
	if err != nil {
		return nil, "", err
	}
	defer release()
	if isAVIF(content) {
		if err := rules.Takes(avifType); err != nil {
			return nil, "", err
		}
		pictures, err = r.renderAVIF(ctx, content, rules, layout)
		return pictures, avifType, err
	}
	return render(ctx, content, rules, layout)
}

func render(ctx context.Context, file []byte, rules Rules, layout Layout) (pictures []*image.RGBA, mediaType string, err error) {
	c, format, err := image.DecodeConfig(bytes.NewReader(file))
	mediaType = "image/" + format
	if err != nil {
		mediaType = unknownType(file)
	}
	if err := rules.Takes(mediaType); err != nil {
		return nil, "", err
	}
	if err := rules.checkSize(c.Width, c.Height); err != nil {
		return nil, "", err
	}
	turn := orientationOf(file, format)
	area, sizes, err := layout(turn.upright(c.Width, c.Height))
	if err != nil {
		return nil, "", err
	}
	if format == "jpeg" && readJPEGHeader(file).scans > mostScans {
		return nil, "", rules.Refuse("too_many_scans", "This picture has too many progressive scans. Save it as a plain JPEG or PNG.")
	}
	stored := turn.source(area, c.Width, c.Height)
	columns := 0
	for _, size := range sizes {
		across, _ := turn.upright(size.X, size.Y)
		columns = max(columns, across)
	}
	takes := memory(file, format, c, columns, stored.Dy())
	if takes > mostMemory {
		return nil, "", rules.refuseMemory()
	}
	defer returnMemory(takes)
	whole, _, err := image.Decode(readUntil(ctx, file))
	if ctx.Err() != nil {
		return nil, "", ctx.Err()
	}
	if err != nil {
		return nil, "", rules.refuseDamaged()
	}
	for _, size := range sizes {
		pictures = append(pictures, turn.apply(scale(whole, stored.Add(whole.Bounds().Min), image.Pt(turn.upright(size.X, size.Y)))))
	}
	return pictures, mediaType, nil
}

// unknownType is the media type of a file that is no picture of pixels.
func unknownType(file []byte) string {
	if start := bytes.ToLower(file[:min(len(file), 1024)]); bytes.Contains(start, []byte("<svg")) {
		return "image/svg+xml"
	}
	return "application/octet-stream"
}

func scale(whole image.Image, area image.Rectangle, size image.Point) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: size})
	draw.CatmullRom.Scale(out, out.Bounds(), whole, area, draw.Src, nil)
	return out
}

// EncodeJPEG returns a picture as JPEG, or as PNG when it has transparency.
func EncodeJPEG(picture *image.RGBA) ([]byte, error) {
	if !picture.Opaque() {
		return EncodePNG(picture)
	}
	var out bytes.Buffer
	err := jpeg.Encode(&out, picture, &jpeg.Options{Quality: jpegQuality})
	return out.Bytes(), err
}

// EncodePNG returns a picture as PNG, in which drawings stay sharp.
func EncodePNG(picture *image.RGBA) ([]byte, error) {
	var out bytes.Buffer
	err := png.Encode(&out, picture)
	return out.Bytes(), err
}

// TypeOf returns the media type of an encoded picture.
func TypeOf(encoded []byte) string {
	switch start := string(encoded[:min(len(encoded), 12)]); {
	case strings.HasPrefix(start, "\x89PNG"):
		return "image/png"
	case strings.HasSuffix(start, "WEBP"):
		return "image/webp"
	}
	return "image/jpeg"
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
