package media

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"lectern/internal/video/sandbox"
)

// ThumbnailCount is the number of a video's thumbnails, 320×180 each (specification section 9, Playback).
const ThumbnailCount = 10

const (
	// default poster, counted from 0: a quarter into the video
	PosterThumbnail = 2 // the poster shows the moment of this thumbnail, counted from 0: a quarter into the video
	posterWidth     = 1280

	tileWidth, tileHeight = 160, 90
	tileColumns, maxTiles = 10, 100
	minTileSeconds        = 2 // minimum interval of storyboard tiles

	maxStill = 16 << 20 // bytes of one still picture
)

// Stills are the still pictures of a video.
type Stills struct {
	Thumbnails    [ThumbnailCount][]byte  // WebP, spread over the video
	ThumbnailsAt  [ThumbnailCount]float64 // seconds from the start
	Poster        []byte                  // WebP, at most 1280 wide
	Storyboard    []byte                  // JPEG, a grid of at most 100 tiles of 160×90
	StoryboardVTT string                  // WebVTT whose cues reference StillsOptions.StoryboardURL#xywh=…
}

type StillsJob struct {
	Source string // path of the file that the plan was made from
	Plan   Plan
	// Made is the first rung, its init and all its segments. Decoding it costs a twentieth of decoding the source, and the
	// stills are smaller still. Nil uses the source.
	Made          io.Reader
	StoryboardURL string // URL of the storyboard in the WebVTT; "" is storyboard.jpg
}

// TakeStills takes all still pictures of a video. Errors as EncodePiece, and those of Made.
func TakeStills(ctx context.Context, box *sandbox.Sandbox, job StillsJob) (s Stills, err error) {
	plan := job.Plan
	for i := range s.ThumbnailsAt {
		s.ThumbnailsAt[i] = (float64(i) + 0.5) * plan.Seconds() / ThumbnailCount
	}
	thumbnails := 0
	run := sandbox.Invocation{
		Tool: "ffmpeg", Source: job.Source, Limits: encodeLimits(plan.Seconds()),
		Args: func(in, _ string) []string { return stillsArgs(plan, in) },
		Pipes: []func(*sandbox.Pipe) error{
			func(r *sandbox.Pipe) error {
				return pictures(r, func(webp []byte) {
					s.Thumbnails[min(thumbnails, ThumbnailCount-1)] = webp
					thumbnails++
				})
			},
			func(r *sandbox.Pipe) (err error) { s.Storyboard, err = still(r); return err },
		},
	}
	if job.Made != nil {
		run.Source, run.Stdin = "", job.Made
		run.Args = func(_, _ string) []string { return stillsArgs(plan.made(), "pipe:0") }
	}
	words, err := box.Run(ctx, run)
	if err != nil {
		return Stills{}, err
	}
	if thumbnails != ThumbnailCount || len(s.Storyboard) == 0 {
		return Stills{}, &sandbox.Error{Tool: "ffmpeg", Class: sandbox.Garbage, Tail: words,
			Cause: sandbox.Garbagef("%d thumbnails and a storyboard of %d bytes", thumbnails, len(s.Storyboard))}
	}
	if s.Poster, err = TakePoster(ctx, box, job.Source, plan, s.ThumbnailsAt[PosterThumbnail]); err != nil {
		return Stills{}, err
	}
	s.StoryboardVTT = storyboardVTT(plan, job.StoryboardURL)
	return s, nil
}

// made returns the plan for reading the video's first rung: MP4 whose first picture is at zero, with one keyframe in each
// segment. Those are too few for using keyframes only, and decoding every picture is cheap there.
func (p Plan) made() Plan {
	p.Container, p.VideoStream, p.Zero, p.Seek, p.Keyframes = MP4, 0, Moment{Den: 1}, 0, 0
	p.Transfer, p.Interlaced = "", false
	return p
}

// stillsArgs decodes the video once, or only its keyframes where there are enough, into thumbnails and storyboard.
func stillsArgs(p Plan, in string) []string {
	tiles, interval := storyboard(p)
	args := []string{"-nostdin", "-hide_banner", "-v", "warning", "-nostats"}
	if p.Keyframes >= max(ThumbnailCount, tiles/3) {
		args = append(args, "-skip_frame", "nokey")
	} else {
		args = append(args, "-skip_loop_filter", "noref", "-skip_frame", "noref")
	}
	args = append(args, p.Container.input()...)
	// One thumbnail in the middle of each tenth. Rounding up shows the last picture at or before that time.
	tenths := fmt.Sprintf("%d/%d", ThumbnailCount*p.Rate.Num, p.Frames*p.Rate.Den)
	graph := fmt.Sprintf("[0:%d]%ssetpts=%s,split[t][b];"+
		"[t]setpts=PTS-%s/TB,fps=%s:round=up:start_time=0,tpad=stop=-1:stop_mode=clone,trim=end_frame=%d,%s[thumbnails];"+
		"[b]fps=1/%s:round=up:start_time=0,tpad=stop=-1:stop_mode=clone,trim=end_frame=%d,%s,tile=%dx%d:nb_frames=%d,format=yuvj420p[board]",
		p.VideoStream, p.toneMap(), p.shiftToZero(), decimal(p.Seconds()/ThumbnailCount/2), tenths, ThumbnailCount, framed(320, 180),
		decimal(interval), tiles, framed(tileWidth, tileHeight), tileColumns, ceilDiv(tiles, tileColumns), tiles)
	args = append(args, "-copyts", "-i", in, "-an", "-sn", "-dn", "-filter_complex", graph)
	args = append(args, "-map", "[thumbnails]", "-fps_mode", "passthrough", "-c:v", "libwebp", "-quality", "75", "-f", "image2pipe", "pipe:3")
	return append(args, "-map", "[board]", "-fps_mode", "passthrough", "-c:v", "mjpeg", "-q:v", "5", "-f", "image2pipe", "pipe:4")
}

// framed fits a picture of any aspect into the given size, on black.
func framed(width, height int) string {
	return fmt.Sprintf("scale='iw*sar':ih,scale=%d:%d:force_original_aspect_ratio=decrease:flags=bicubic,setsar=1,pad=%d:%d:-1:-1,format=yuv420p",
		width, height, width, height)
}

// TakePoster takes one picture, as WebP at most 1280 wide: the last one at or before a time in seconds.
func TakePoster(ctx context.Context, box *sandbox.Sandbox, source string, plan Plan, at float64) ([]byte, error) {
	at = max(0, min(at, plan.PicturesEnd-1/plan.Rate.PerSecond()))
	var poster []byte
	count := 0
	words, err := box.Run(ctx, sandbox.Invocation{
		Tool: "ffmpeg", Source: source, Limits: encodeLimits(plan.KeyframeGap + 1),
		Args: func(in, _ string) []string {
			args := append([]string{"-nostdin", "-hide_banner", "-v", "warning", "-nostats"}, plan.Container.input()...)
			args = append(args, "-noaccurate_seek", "-ss", decimal(at+plan.Zero.Seconds()-plan.Seek), "-copyts", "-i", in)
			// A picture is shown until the next one: in a screen recording that may be minutes later, or never.
			graph := fmt.Sprintf("%ssetpts=%s,fps=%s:round=up,tpad=stop=-1:stop_mode=clone,trim=start=%s,scale='min(%d,iw*sar)':-2,setsar=1,%sformat=yuv420p",
				plan.deinterlace(), plan.shiftToZero(), plan.Rate, decimal(at), posterWidth, plan.toneMap())
			return append(args, "-map", fmt.Sprintf("0:%d", plan.VideoStream), "-vf", graph,
				"-frames:v", "1", "-fps_mode", "passthrough", "-c:v", "libwebp", "-quality", "80", "-f", "image2pipe", "pipe:3")
		},
		Pipes: []func(*sandbox.Pipe) error{func(r *sandbox.Pipe) error { return pictures(r, func(webp []byte) { poster = webp; count++ }) }},
	})
	if err != nil {
		return nil, err
	}
	if count != 1 {
		return nil, &sandbox.Error{Tool: "ffmpeg", Class: sandbox.Garbage, Tail: words, Cause: sandbox.Garbagef("%d pictures at %.3f s", count, at)}
	}
	return poster, nil
}

// storyboard returns the number of tiles and their interval in seconds.
func storyboard(p Plan) (tiles int, interval float64) {
	interval = max(minTileSeconds, p.Seconds()/maxTiles)
	return max(1, min(maxTiles, int(p.Seconds()/interval+0.999))), interval
}

// storyboardVTT maps each interval of the video to its tile of the storyboard.
func storyboardVTT(p Plan, url string) string {
	if url == "" {
		url = "storyboard.jpg"
	}
	tiles, interval := storyboard(p)
	var out strings.Builder
	out.WriteString("WEBVTT\n")
	for i := range tiles {
		end := min(float64(i+1)*interval, p.Seconds())
		if i == tiles-1 {
			end = p.Seconds()
		}
		fmt.Fprintf(&out, "\n%s --> %s\n%s#xywh=%d,%d,%d,%d\n", cueTime(float64(i)*interval), cueTime(end), url,
			i%tileColumns*tileWidth, i/tileColumns*tileHeight, tileWidth, tileHeight)
	}
	return out.String()
}

// cueTime formats a time for WebVTT.
func cueTime(seconds float64) string {
	ms := int(seconds*1000 + 0.5)
	return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3_600_000, ms/60_000%60, ms/1000%60, ms%1000)
}

// pictures reads concatenated WebP files, each of which holds its length (RIFF).
func pictures(r io.Reader, take func(webp []byte)) error {
	for {
		var h [12]byte
		if _, err := io.ReadFull(r, h[:]); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		length := int64(binary.LittleEndian.Uint32(h[4:]))
		if string(h[:4]) != "RIFF" || string(h[8:]) != "WEBP" || length > maxStill {
			return sandbox.Garbagef("no WebP picture where one should be")
		}
		webp := make([]byte, 8+length+length%2)
		copy(webp, h[:])
		if _, err := io.ReadFull(r, webp[len(h):]); err != nil {
			return io.ErrUnexpectedEOF
		}
		take(webp)
	}
}

// still reads one picture of limited size.
func still(r io.Reader) ([]byte, error) {
	picture, err := io.ReadAll(io.LimitReader(r, maxStill))
	if err == nil && len(picture) == maxStill {
		return nil, sandbox.Garbagef("a picture of %d bytes", maxStill)
	}
	return picture, err
}
