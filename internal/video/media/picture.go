package media

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"io"
	"strconv"
	"strings"
	"time"

	"lectern/internal/video/sandbox"
)

// Limits of one still picture, whose pixels the caller has counted or maxAVIFPixels limits.
var pictureLimits = sandbox.Limits{Wall: time.Minute, CPU: 30 * time.Second, Memory: sandbox.ProbeMemory}

// maxAVIFPixels is the largest picture that is decoded, as package picture has it.
const maxAVIFPixels = "40000000"

// AVIF describes a still picture in AVIF by its header.
type AVIF struct {
	Width, Height int
	PixelFormat   string // ffmpeg's name: yuv420p10le
}

// avifInput are the arguments that read one from standard input: nothing but AV1 in ISO boxes.
func avifInput() []string {
	return []string{"-protocol_whitelist", "pipe", "-format_whitelist", "mov", "-f", "mov", "-codec_whitelist", "libdav1d,libaom-av1,av1", "-max_pixels", maxAVIFPixels}
}

// InspectAVIF reads the header of a picture. A *Refusal for one of more than maxAVIFPixels, a *sandbox.Error for one that cannot be read.
func InspectAVIF(ctx context.Context, box *sandbox.Sandbox, file []byte) (AVIF, error) {
	var out bytes.Buffer
	words, err := box.Run(ctx, sandbox.Invocation{
		Tool: "ffprobe", Limits: headerLimits, Stdin: bytes.NewReader(file),
		Args: func(_, _ string) []string {
			return append(append([]string{"-v", "error"}, avifInput()...), "-of", "json", "-select_streams", "v:0",
				"-show_entries", "stream=codec_name,width,height,pix_fmt", "-i", "pipe:0")
		},
		Stdout: func(r *sandbox.Pipe) error {
			_, err := out.ReadFrom(io.LimitReader(r, maxHeader))
			return err
		},
	})
	if err != nil && strings.Contains(words, "max pixel count") { // the decoder's wording
		return AVIF{}, tooLarge("")
	}
	if err != nil {
		return AVIF{}, err
	}
	var h header
	err = json.Unmarshal(out.Bytes(), &h)
	if err != nil || len(h.Streams) != 1 || h.Streams[0].Codec != "av1" || h.Streams[0].PixelFormat == "" {
		return AVIF{}, &sandbox.Error{Tool: "ffprobe", Class: sandbox.Garbage, Tail: words, Cause: sandbox.Garbagef("no picture in AV1")}
	}
	return AVIF{h.Streams[0].Width, h.Streams[0].Height, h.Streams[0].PixelFormat}, nil
}

// PixelBytes is the memory that a decoded pixel takes: in the picture, and in the decoder's own copy.
func (a AVIF) PixelBytes() float64 {
	samples := 1.5
	switch {
	case strings.HasPrefix(a.PixelFormat, "gray"):
		samples = 1
	case strings.Contains(a.PixelFormat, "422"):
		samples = 2
	case strings.Contains(a.PixelFormat, "444"), strings.HasPrefix(a.PixelFormat, "gbr"):
		samples = 3
	}
	if strings.HasSuffix(a.PixelFormat, "le") { // of more than 8 bits
		samples *= 2
	}
	return 2 * samples
}

// ScaleAVIF returns an area of a picture, as stored, in a size. A *sandbox.Error for one that cannot be decoded.
func ScaleAVIF(ctx context.Context, box *sandbox.Sandbox, file []byte, area image.Rectangle, size image.Point) (*image.RGBA, error) {
	out := image.NewRGBA(image.Rectangle{Max: size})
	_, err := box.Run(ctx, sandbox.Invocation{
		Tool: "ffmpeg", Limits: pictureLimits, Stdin: bytes.NewReader(file),
		Args: func(_, _ string) []string {
			graph := fmt.Sprintf("crop=%d:%d:%d:%d:exact=1,scale=%d:%d:flags=lanczos+accurate_rnd,format=rgba", area.Dx(), area.Dy(), area.Min.X, area.Min.Y, size.X, size.Y)
			args := append(append([]string{"-nostdin", "-hide_banner", "-v", "warning", "-nostats", "-threads", "1"}, avifInput()...), "-noautorotate", "-i", "pipe:0")
			return append(args, "-map", "0:v:0", "-vf", graph, "-frames:v", "1", "-f", "rawvideo", "pipe:3")
		},
		Pipes: []func(*sandbox.Pipe) error{func(r *sandbox.Pipe) error {
			_, err := io.ReadFull(r, out.Pix)
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return err
		}},
	})
	return out, err
}

// EncodeWebP returns an opaque picture as WebP, which holds nothing but its pixels.
func EncodeWebP(ctx context.Context, box *sandbox.Sandbox, picture *image.RGBA) (webp []byte, err error) {
	size := picture.Bounds().Size()
	words, err := box.Run(ctx, sandbox.Invocation{
		Tool: "ffmpeg", Limits: pictureLimits, Stdin: bytes.NewReader(picture.Pix),
		Args: func(_, _ string) []string {
			return []string{"-nostdin", "-hide_banner", "-v", "warning", "-nostats", "-protocol_whitelist", "pipe",
				"-f", "rawvideo", "-pixel_format", "rgb0", "-video_size", strconv.Itoa(size.X) + "x" + strconv.Itoa(size.Y), "-i", "pipe:0",
				"-frames:v", "1", "-pix_fmt", "yuv420p", "-c:v", "libwebp", "-quality", "80", "-f", "image2pipe", "pipe:3"}
		},
		Pipes: []func(*sandbox.Pipe) error{func(r *sandbox.Pipe) error { return pictures(r, func(one []byte) { webp = one }) }},
	})
	if err == nil && webp == nil {
		err = &sandbox.Error{Tool: "ffmpeg", Class: sandbox.Garbage, Tail: words, Cause: sandbox.Garbagef("no picture")}
	}
	return webp, err
}

// TakeFrame returns the picture that a video shows at a time in seconds, as WebP in full size. It is taken from the init and one media
// segment of a rung, in which the time lies.
func TakeFrame(ctx context.Context, box *sandbox.Sandbox, rung Rung, segment io.Reader, at float64) (webp []byte, err error) {
	words, err := box.Run(ctx, sandbox.Invocation{
		Tool: "ffmpeg", Limits: pictureLimits, Stdin: segment,
		Args: func(_, _ string) []string {
			args := append([]string{"-nostdin", "-hide_banner", "-v", "warning", "-nostats"}, MP4.input()...)
			graph := fmt.Sprintf("fps=%s:round=up,tpad=stop=-1:stop_mode=clone,trim=start=%s,format=yuv420p", rung.Rate, decimal(at))
			return append(args, "-copyts", "-i", "pipe:0", "-map", "0:v:0", "-vf", graph,
				"-frames:v", "1", "-fps_mode", "passthrough", "-c:v", "libwebp", "-quality", "92", "-f", "image2pipe", "pipe:3")
		},
		Pipes: []func(*sandbox.Pipe) error{func(r *sandbox.Pipe) error { return pictures(r, func(one []byte) { webp = one }) }},
	})
	if err == nil && webp == nil {
		err = &sandbox.Error{Tool: "ffmpeg", Class: sandbox.Garbage, Tail: words, Cause: sandbox.Garbagef("no picture at %.3f s", at)}
	}
	return webp, err
}
