package media

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestLadderNeverUpscales(t *testing.T) {
	for _, c := range []struct {
		is    string
		video VideoFacts
		rungs string
	}{
		{"full HD", VideoFacts{Width: 1920, Height: 1080}, "1080p 1920x1080, 720p 1280x720, 480p 854x480, 360p 640x360, 240p 426x240"},
		{"4K", VideoFacts{Width: 3840, Height: 2160}, "2160p 3840x2160, 1080p 1920x1080, 720p 1280x720, 480p 854x480, 360p 640x360, 240p 426x240"},
		{"between two rungs", VideoFacts{Width: 1000, Height: 562}, "480p 854x480, 360p 640x360, 240p 428x240"},
		{"portrait", VideoFacts{Width: 720, Height: 1280}, "720p 720x1280, 480p 480x854, 360p 360x640, 240p 240x426"},
		{"turned by its rotation", VideoFacts{Width: 1280, Height: 720, Rotation: 270}, "720p 720x1280, 480p 480x854, 360p 360x640, 240p 240x426"},
		{"upside down", VideoFacts{Width: 640, Height: 360, Rotation: 180}, "360p 640x360, 240p 426x240"},
		{"odd", VideoFacts{Width: 427, Height: 241}, "240p 426x240"},
		{"below the lowest", VideoFacts{Width: 99, Height: 75}, "240p 98x74"},
		{"pixels that are not square", VideoFacts{Width: 720, Height: 576, AspectNum: 64, AspectDen: 45}, "480p 854x480, 360p 640x360, 240p 426x240"},
		{"pixels of an absurd shape", VideoFacts{Width: 640, Height: 360, AspectNum: 1, AspectDen: 900}, "360p 640x360, 240p 426x240"},
		{"wide pixels at the largest size", VideoFacts{Width: 3840, Height: 2160, AspectNum: 2, AspectDen: 1}, "1080p 3840x1080, 720p 2560x720, 480p 1706x480, 360p 1280x360, 240p 854x240"},
	} {
		t.Run(c.is, func(t *testing.T) {
			c.video.AspectNum, c.video.AspectDen = max(1, c.video.AspectNum), max(1, c.video.AspectDen)
			var got []string
			for _, r := range NewPlan(Probe{Video: c.video, FrameRate: 24, Duration: 60}, PlanOptions{}).Rungs {
				got = append(got, fmt.Sprintf("%s %dx%d", r.Name, r.Width, r.Height))
			}
			if all := strings.Join(got, ", "); all != c.rungs {
				t.Errorf("got  %s\nwant %s", all, c.rungs)
			}
		})
	}
}

func TestRatesKeepTheirFamily(t *testing.T) {
	for _, c := range []struct {
		fps           float64
		rate, slowest Rate
		segment       float64 // seconds
	}{
		{23.976, Rate{24000, 1001}, Rate{24000, 1001}, 6.006},
		{24, Rate{24, 1}, Rate{24, 1}, 6},
		{25, Rate{25, 1}, Rate{24, 1}, 6},
		{29.97, Rate{30000, 1001}, Rate{24000, 1001}, 6.006},
		{30, Rate{30, 1}, Rate{24, 1}, 6},
		{59.94, Rate{60000, 1001}, Rate{24000, 1001}, 6.006},
		{240, Rate{60, 1}, Rate{24, 1}, 6},
		{14.9, Rate{15, 1}, Rate{15, 1}, 6},
		{1, Rate{10, 1}, Rate{10, 1}, 6},
	} {
		p := NewPlan(Probe{Video: VideoFacts{Width: 640, Height: 360, AspectNum: 1, AspectDen: 1}, FrameRate: c.fps, Duration: 60}, PlanOptions{})
		length := float64(p.SegmentFrames) / p.Rate.PerSecond()
		if p.Rate != c.rate || p.First().Rate != c.slowest || math.Abs(length-c.segment) > 1e-9 {
			t.Errorf("%g: rate %s, lowest rung %s, segments of %g s; want %s, %s, %g s", c.fps, p.Rate, p.First().Rate, length, c.rate, c.slowest, c.segment)
		}
	}
}

func TestPieces(t *testing.T) {
	for _, c := range []struct {
		is     string
		frames int
		want   string
	}{
		{"two frames", 2, "[{0 1}]"},
		{"just under two segments", 287, "[{0 2}]"},
		{"a tail of one frame joins the piece before", 289, "[{0 1} {1 3}]"},
		{"a minute is cut finer, so that two cores end together", 1440, "[{0 3} {3 6} {6 8} {8 10}]"},
		{"ten minutes", 14400, "[{0 10} {10 20} {20 30} {30 40} {40 50} {50 60} {60 70} {70 80} {80 90} {90 100}]"},
	} {
		if got := fmt.Sprint(splitPieces(c.frames, 144, PieceSegments)); got != c.want {
			t.Errorf("%s: %s, want %s", c.is, got, c.want)
		}
	}
	rare := PlanOptions{}.pieceSegments(300)
	if rare != 100 {
		t.Errorf("keyframes 300 s apart: pieces of %d segments, want 100", rare)
	}
}

// drawPlan draws any video that Inspect may accept.
func drawPlan(t *rapid.T) (Probe, Plan) {
	p := Probe{
		FrameRate: rapid.Float64Range(0.1, 300).Draw(t, "fps"), Duration: rapid.Float64Range(0.01, MaxDuration).Draw(t, "seconds"),
		Video: VideoFacts{
			Width: rapid.IntRange(minSide, maxLongSide).Draw(t, "width"), Height: rapid.IntRange(minSide, maxShortSide).Draw(t, "height"),
			AspectNum: rapid.IntRange(1, 300).Draw(t, "aspect"), AspectDen: rapid.IntRange(1, 300).Draw(t, "to"),
			Rotation: rapid.SampledFrom([]int{0, 90, 180, 270, 45}).Draw(t, "rotation"),
		},
		Audio: AudioFacts{Channels: 2},
	}
	return p, NewPlan(p, PlanOptions{PieceSegments: rapid.IntRange(0, 20).Draw(t, "piece")})
}

func TestPiecesTileTheVideo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, p := drawPlan(t)
		next := 0
		for i, piece := range p.Pieces {
			if piece.First != next || piece.End <= piece.First {
				t.Fatalf("piece %d is %v after %d", i, piece, next)
			}
			if whole := p.Frames / p.SegmentFrames; whole > 0 && p.PieceFrames(piece) < p.SegmentFrames {
				t.Fatalf("piece %d has %d frames, less than a segment", i, p.PieceFrames(piece))
			}
			next = piece.End
		}
		if next != p.Segments() {
			t.Fatalf("pieces end at %d of %d", next, p.Segments())
		}
	})
}

func TestSegmentStartsOfAllRenditionsCoincide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, p := drawPlan(t)
		n := rapid.IntRange(1, p.Segments()).Draw(t, "segment")
		mark := float64((n-1)*p.SegmentFrames) / p.Rate.PerSecond()
		for _, r := range p.Rungs {
			start, duration := r.Segment(n)
			if at := float64(start) / float64(r.Timescale()); math.Abs(at-mark) > 1e-6 {
				t.Fatalf("%s: segment %d begins at %g, not %g", r.Name, n, at, mark)
			}
			if duration <= 0 || duration > int64(r.SegmentFrames*r.Rate.tick()) {
				t.Fatalf("%s: segment %d lasts %d ticks", r.Name, n, duration)
			}
			if r.Segments() != p.Segments() {
				t.Fatalf("%s has %d segments, the video %d", r.Name, r.Segments(), p.Segments())
			}
		}
		start, duration := p.AudioSegment(n)
		if late := float64(start)/AudioTimescale - mark; late < -1e-9 || late > 0.0214 {
			t.Fatalf("sound: segment %d begins %g s after its mark", n, late)
		}
		if duration <= 0 {
			t.Fatalf("sound: segment %d is empty", n)
		}
		if n > 1 {
			if before, length := p.AudioSegment(n - 1); before+length != start {
				t.Fatalf("sound: segment %d begins at %d, the one before ends at %d", n, start, before+length)
			}
		}
	})
}

func TestRungSizes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		probe, p := drawPlan(t)
		width, height := probe.Video.display()
		for i, r := range p.Rungs {
			if r.Width%2 != 0 || r.Height%2 != 0 || r.Width < 2 || r.Height < 2 {
				t.Fatalf("%s is %dx%d", r.Name, r.Width, r.Height)
			}
			if float64(r.Width) > max(2, width+1e-6) || float64(r.Height) > max(2, height+1e-6) {
				t.Fatalf("%s is %dx%d, the video %gx%g", r.Name, r.Width, r.Height, width, height)
			}
			if i > 0 && r.Bitrate >= p.Rungs[i-1].Bitrate {
				t.Fatalf("%s is not below %s", r.Name, p.Rungs[i-1].Name)
			}
		}
		if len(p.Rungs) == 0 {
			t.Fatal("no rung")
		}
	})
}

func TestPlanRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, p := drawPlan(t)
		stored, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		var back Plan
		if err := json.Unmarshal(stored, &back); err != nil || !reflect.DeepEqual(p, back) {
			t.Fatalf("%v\n%+v\n%+v", err, p, back)
		}
	})
}
