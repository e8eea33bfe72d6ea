package picture

import (
	"context"
	"encoding/binary"
	"errors"
	"image"
	"iter"
	"strings"

	"lectern/internal/platform/fault"
)

const avifType = "image/avif"

// Decoder opens pictures that Go cannot: AVIF. It works on untrusted files.
type Decoder interface {
	// Inspect reads the header of a file; ErrDamaged if it cannot be read, ErrTooLarge if it has more pixels than are decoded.
	Inspect(ctx context.Context, file []byte) (Stored, error)
	// Scale decodes a file and returns an area of the stored picture in a size; ErrDamaged if it cannot be decoded.
	Scale(ctx context.Context, file []byte, area image.Rectangle, size image.Point) (*image.RGBA, error)
}

// Stored is a picture as it is stored, before it is turned upright.
type Stored struct {
	Width, Height int
	PixelBytes    float64 // of memory that a decoded pixel takes
}

// Errors of a Decoder about a file.
var (
	ErrDamaged  = errors.New("the picture is damaged")
	ErrTooLarge = errors.New("the picture has too many pixels")
)

// refusal replaces the errors of a Decoder about a file.
func (r Rules) refusal(err error) error {
	switch {
	case errors.Is(err, ErrDamaged):
		return r.refuseDamaged()
	case errors.Is(err, ErrTooLarge):
		return r.refusePixels()
	}
	return err
}

// renderAVIF is render for a file that the decoder opens, within the same limits.
func (r *Renderer) renderAVIF(ctx context.Context, file []byte, rules Rules, layout Layout) ([]*image.RGBA, error) {
	if r.avif == nil {
		return nil, fault.New(fault.UnsupportedType, "unsupported_type", "This server can't open AVIF files. Choose a JPEG, PNG or WebP file.")
	}
	s, err := r.avif.Inspect(ctx, file)
	if err != nil {
		return nil, rules.refusal(err)
	}
	if err := rules.checkSize(s.Width, s.Height); err != nil {
		return nil, err
	}
	turn := avifOrientation(file)
	area, sizes, err := layout(turn.upright(s.Width, s.Height))
	if err != nil {
		return nil, err
	}
	if int64(s.PixelBytes*float64(s.Width)*float64(s.Height)) > mostMemory {
		return nil, rules.refuseMemory()
	}
	largest := sizes[0]
	for _, size := range sizes {
		if size.X > largest.X {
			largest = size
		}
	}
	stored, err := r.avif.Scale(ctx, file, turn.source(area, s.Width, s.Height), image.Pt(turn.upright(largest.X, largest.Y)))
	if err != nil {
		return nil, rules.refusal(err)
	}
	whole := turn.apply(stored)
	pictures := make([]*image.RGBA, len(sizes))
	for i, size := range sizes {
		if pictures[i] = whole; size != largest {
			pictures[i] = scale(whole, whole.Bounds(), size)
		}
	}
	return pictures, nil
}

// isAVIF reports whether a file says that it holds a still picture in AVIF (AV1 Image File Format, section 6).
func isAVIF(file []byte) bool {
	for name, body := range boxes(file) {
		return name == "ftyp" && strings.Contains(string(body[:min(len(body), 256)]), "avif")
	}
	return false
}

// avifOrientation reads the rotation of an AVIF file (ISO/IEC 23008-12, 6.5.10), in quarter turns counter-clockwise.
func avifOrientation(file []byte) orientation {
	at := file
	for _, name := range []string{"meta", "iprp", "ipco", "irot"} {
		if at = box(at, name); len(at) == 0 {
			return 1
		}
		if name == "meta" {
			at = at[min(len(at), 4):] // its version and flags
		}
	}
	return map[byte]orientation{0: 1, 1: 8, 2: 3, 3: 6}[at[0]&3]
}

// box returns the content of the first box of a name, or nil.
func box(file []byte, name string) []byte {
	for found, body := range boxes(file) {
		if found == name {
			return body
		}
	}
	return nil
}

// boxes walks over boxes (ISO/IEC 14496-12, 4.2), up to the first that is not whole.
func boxes(file []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for len(file) >= 8 {
			length := int64(binary.BigEndian.Uint32(file))
			if length == 0 { // to the end of the file
				length = int64(len(file))
			}
			if length < 8 || length > int64(len(file)) {
				return
			}
			if !yield(string(file[4:8]), file[8:length]) {
				return
			}
			file = file[length:]
		}
	}
}
