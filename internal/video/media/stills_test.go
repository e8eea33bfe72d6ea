package media

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/image/webp"
)

// stills takes the pictures of a video.
func stills(t *testing.T, source string) (Stills, Plan) {
	t.Helper()
	p, err := Inspect(t.Context(), tools(t), source)
	if err != nil {
		t.Fatal(err)
	}
	plan := NewPlan(p, PlanOptions{})
	s, err := TakeStills(t.Context(), tools(t), StillsJob{Source: source, Plan: plan})
	if err != nil {
		t.Fatal(describe(err))
	}
	return s, plan
}

// pixels decodes one WebP picture into its size and brightness.
func pixels(t *testing.T, still []byte) (size string, luma []byte) {
	t.Helper()
	picture, err := webp.Decode(bytes.NewReader(still))
	if err != nil {
		t.Fatal(err)
	}
	decoded, ok := picture.(*image.YCbCr)
	if !ok {
		t.Fatalf("a picture of kind %T", picture)
	}
	bounds := decoded.Bounds()
	for y := range bounds.Dy() {
		luma = append(luma, decoded.Y[y*decoded.YStride:][:bounds.Dx()]...)
	}
	return fmt.Sprintf("%d,%d", bounds.Dx(), bounds.Dy()), luma
}

// firstRung encodes the first rung of a video as one stream.
func firstRung(t *testing.T, source string, plan Plan) io.Reader {
	t.Helper()
	segments := make([][]byte, plan.Segments()+1)
	for _, piece := range plan.Pieces {
		err := EncodePiece(t.Context(), tools(t), PieceJob{Source: source, Plan: plan, Piece: piece, Rungs: []Rung{plan.First()}, Threads: 1,
			Emit: func(s Segment) error { segments[s.Number] = s.Bytes; return nil }})
		if err != nil {
			t.Fatal(describe(err))
		}
	}
	return bytes.NewReader(bytes.Join(segments, nil))
}

func TestStillsAreInOrder(t *testing.T) {
	t.Parallel()
	// One keyframe only: the pictures between must be decoded. Brightness grows with time.
	source := filepath.Join(t.TempDir(), "film.mp4")
	tool(t, "ffmpeg", "-f", "lavfi", "-i", "color=black:s=16x12:r=12:d=20,format=yuv420p,geq=lum='30+N*180/240':cb=128:cr=128,scale=320:240:flags=neighbor", "-c:v", "libx264", "-preset", "ultrafast", "-g", "1000", source)
	s, plan := stills(t, source)
	assertStillsInOrder(t, s)
	poster, err := TakePoster(t.Context(), tools(t), source, plan, 15)
	if err != nil {
		t.Fatal(describe(err))
	}
	if size, luma := pixels(t, poster); size != "320,240" || math.Abs(float64(luma[0])-(30+180.0*3/4)) > 8 {
		t.Errorf("chosen poster is %s, brightness %d", size, luma[0])
	}
	if _, err := TakePoster(t.Context(), tools(t), source, plan, 1e9); err != nil {
		t.Errorf("a poster after the end: %v", describe(err))
	}
	s, err = TakeStills(t.Context(), tools(t), StillsJob{Source: source, Plan: plan, Made: firstRung(t, source, plan)})
	if err != nil {
		t.Fatal(describe(err))
	}
	assertStillsInOrder(t, s)
	away := errors.New("the store is unreachable")
	if _, err = TakeStills(t.Context(), tools(t), StillsJob{Source: source, Plan: plan, Made: iotest.ErrReader(away)}); !errors.Is(err, away) {
		t.Errorf("pictures of an unreadable rung: %v", err)
	}
}

// A screen recording has a new picture only when something moves: the last one is shown.
func TestPosterOfStillVideo(t *testing.T) {
	t.Parallel()
	source := filepath.Join(t.TempDir(), "still.mkv")
	tool(t, "ffmpeg", "-f", "lavfi", "-i", "color=white:s=16x12:r=25:d=20,format=yuv420p,geq=lum='if(lt(T,10),60,180)':cb=128:cr=128,scale=320:240:flags=neighbor,select='eq(n,0)+eq(n,250)+eq(n,251)'",
		"-fps_mode", "passthrough", "-c:v", "libx264", "-preset", "ultrafast", source)
	p, err := Inspect(t.Context(), tools(t), source)
	if err != nil {
		t.Fatal(err)
	}
	poster, err := TakePoster(t.Context(), tools(t), source, NewPlan(p, PlanOptions{}), 5)
	if err != nil {
		t.Fatal(describe(err))
	}
	if _, luma := pixels(t, poster); math.Abs(float64(luma[0])-60) > 8 {
		t.Errorf("at 5 s the poster has brightness %d, want that of the first picture", luma[0])
	}
}

// assertStillsInOrder checks the stills of a video of 320×240 whose brightness grows from 30 to 210 in 20 s.
func assertStillsInOrder(t *testing.T, s Stills) {
	t.Helper()
	before := 0
	for i, webp := range s.Thumbnails {
		size, luma := pixels(t, webp)
		middle := int(luma[90*320+160])
		want := 30 + s.ThumbnailsAt[i]*180/20
		if size != "320,180" || math.Abs(float64(middle)-want) > 8 || middle <= before {
			t.Errorf("thumbnail %d is %s, brightness %d after %d, want %.0f", i, size, middle, before, want)
		}
		before = middle
		if luma[90*320+10] > 20 || luma[90*320+310] > 20 {
			t.Errorf("thumbnail %d has no bars beside a 4:3 picture", i)
		}
	}
	if size, luma := pixels(t, s.Poster); size != "320,240" || math.Abs(float64(luma[0])-(30+180.0/4)) > 8 {
		t.Errorf("poster is %s, brightness %d", size, luma[0])
	}
	board, err := jpeg.Decode(bytes.NewReader(s.Storyboard))
	if err != nil {
		t.Fatal(err)
	}
	if b := board.Bounds(); b.Dx() != 1600 || b.Dy() != 90 {
		t.Errorf("storyboard is %v", b)
	}
	first, _, _, _ := board.At(80, 45).RGBA()
	last, _, _, _ := board.At(9*160+80, 45).RGBA()
	if last <= first+0x4000 {
		t.Errorf("storyboard goes from %d to %d", first, last)
	}
	if !strings.HasPrefix(s.StoryboardVTT, "WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nstoryboard.jpg#xywh=0,0,160,90\n") ||
		!strings.HasSuffix(s.StoryboardVTT, "\n00:00:18.000 --> 00:00:20.000\nstoryboard.jpg#xywh=1440,0,160,90\n") {
		t.Error(s.StoryboardVTT)
	}
}

func TestStillsOfEveryKindOfVideo(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]string{
		"many keyframes":          clipSpec{rate: "24", segment: 144, seconds: 6, size: "160x90", video: strings.Fields("-c:v libx264 -preset ultrafast -g 12")}.make(t),
		"one picture":             clipSpec{rate: "24", segment: 144, seconds: 0.0416}.make(t),
		"portrait":                clipSpec{rate: "30000/1001", segment: 180, seconds: 3, size: "270x480"}.make(t),
		"audio longer than video": clipSpec{rate: "24", segment: 144, seconds: 2, sound: "9"}.make(t),
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := stills(t, source)
			for i, webp := range s.Thumbnails {
				if size, _ := pixels(t, webp); size != "320,180" {
					t.Errorf("thumbnail %d is %s", i, size)
				}
			}
		})
	}
}

func TestStoryboardTileLimit(t *testing.T) {
	for seconds, want := range map[float64]string{0.04: "1 every 2", 30: "15 every 2", 200: "100 every 2", 200.5: "100 every 2.005", 28800: "100 every 288"} {
		tiles, interval := storyboard(NewPlan(Probe{FrameRate: 24, Duration: seconds, Video: VideoFacts{Width: 640, Height: 360}}, PlanOptions{}))
		if got := fmt.Sprintf("%d every %.4g", tiles, interval); got != want {
			t.Errorf("%g s: %s, want %s", seconds, got, want)
		}
	}
}
