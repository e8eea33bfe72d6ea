package app

import (
	"context"
	"errors"
	"image"

	"lectern/internal/platform/picture"
	"lectern/internal/video/media"
	"lectern/internal/video/sandbox"
	"lectern/internal/video/transcode"
)

// newPictures returns the renderer of uploaded pictures, which opens AVIF where there are media tools.
func newPictures(p Deps) *picture.Renderer {
	if p.Media == nil {
		return picture.NewRenderer(nil)
	}
	return picture.NewRenderer(avif{p.Media})
}

// avif is a picture.Decoder.
type avif struct{ box *sandbox.Sandbox }

func (a avif) Inspect(ctx context.Context, file []byte) (picture.Stored, error) {
	p, err := media.InspectAVIF(ctx, a.box, file)
	return picture.Stored{Width: p.Width, Height: p.Height, PixelBytes: p.PixelBytes()}, aboutFile(err)
}

func (a avif) Scale(ctx context.Context, file []byte, area image.Rectangle, size image.Point) (*image.RGBA, error) {
	m, err := media.ScaleAVIF(ctx, a.box, file, area, size)
	return m, aboutFile(err)
}

// aboutFile replaces the failure of a tool by what it says about the file, unless the tool was ended from outside.
func aboutFile(err error) error {
	if _, ok := errors.AsType[*media.Refusal](err); ok {
		return picture.ErrTooLarge
	}
	if failed, ok := errors.AsType[*sandbox.Error](err); ok && failed.Class != sandbox.Killed {
		return picture.ErrDamaged
	}
	return err
}

// coverTools is an authoring.CoverTools and a picture.Encoder.
type coverTools struct {
	*transcode.Service
	box *sandbox.Sandbox // nil on a server without media tools
}

func (t coverTools) Encode(ctx context.Context, cover *image.RGBA) ([]byte, error) {
	if t.box == nil {
		return picture.EncodeJPEG(cover)
	}
	return media.EncodeWebP(ctx, t.box, cover)
}
