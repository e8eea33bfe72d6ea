package media

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/internal/testapp/soak"
)

// mostApart is the largest allowed offset between audio and video, in seconds.
const mostApart = 0.040

// assertSeamless checks every rendition against the plan: each frame once, at its time, and everything decodes without
// warnings.
func (f *encodedVideo) assertSeamless(t *testing.T) {
	t.Helper()
	for _, r := range f.plan.Rungs {
		times := f.times(t, r.Name)
		if len(times) != r.Frames {
			t.Errorf("%s: %d frames, planned %d", r.Name, len(times), r.Frames)
		}
		seen := map[int64]bool{}
		for _, at := range times {
			seen[at] = true
		}
		for n := range r.Frames {
			if !seen[int64(n*r.Rate.tick())] {
				t.Errorf("%s: no frame at %d", r.Name, n*r.Rate.tick())
			}
		}
		if shown := len(f.levels(t, r.Name)); shown != r.Frames {
			t.Errorf("%s: %d frames decode, planned %d", r.Name, shown, r.Frames)
		}
		size := fmt.Sprintf("%dx%d", r.Width, r.Height)
		if got := f.play(t)[r.Name].size; got != size {
			t.Errorf("%s: size %s, planned %s", r.Name, got, size)
		}
		codec, err := VideoCodec(f.segments[r.Name][0])
		if err != nil || !strings.HasPrefix(codec, "avc1.6400") {
			t.Errorf("%s: codec %q, %v", r.Name, codec, err)
		}
	}
	if !f.plan.HasAudio {
		return
	}
	for i, at := range f.times(t, AudioRendition) {
		if at != int64(i*aacFrame) {
			t.Fatalf("sound: frame %d at %d", i, at)
		}
	}
	if length := float64(len(f.sound(t))) / AudioTimescale; math.Abs(length-f.plan.Seconds()) > 0.022 {
		t.Errorf("sound lasts %.3f s, the video %.3f s", length, f.plan.Seconds())
	}
}

// assertFrameNumbers checks the order of the best rung's pictures against the source.
func (f *encodedVideo) assertFrameNumbers(t *testing.T, frames int) {
	t.Helper()
	levels := f.levels(t, f.plan.Rungs[0].Name)
	if len(levels) < frames {
		t.Fatalf("%d pictures of %d", len(levels), frames)
	}
	for n := range frames {
		if want := level(n, f.plan.SegmentFrames); math.Abs(float64(levels[n])-float64(want)) > 14 {
			t.Fatalf("picture %d has brightness %d, in the source %d", n, levels[n], want)
		}
	}
}

// assertInSync compares flash and beep at the start of every segment that has both.
func (f *encodedVideo) assertInSync(t *testing.T, from, until float64) {
	t.Helper()
	sound := f.sound(t)
	for _, r := range f.plan.Rungs {
		levels := f.levels(t, r.Name)
		for n := range f.plan.Segments() {
			mark := float64(n*r.SegmentFrames) / r.Rate.PerSecond()
			if mark < from || mark > until {
				continue
			}
			flash, beep := firstFlash(levels, mark, r.Rate), firstBeep(sound, mark)
			if math.Abs(flash-mark) > mostApart || math.Abs(beep-flash) > mostApart {
				t.Errorf("%s at %.3f s: flash at %.3f s, beep at %.3f s", r.Name, mark, flash, beep)
			}
		}
	}
}

// firstFlash returns the time of the first bright picture, from 0.2 s before the mark.
func firstFlash(levels []byte, mark float64, rate Rate) float64 {
	for n := max(0, int((mark-0.2)*rate.PerSecond())); n < len(levels); n++ {
		if levels[n] > 205 {
			return float64(n) / rate.PerSecond()
		}
	}
	return math.Inf(1)
}

// firstBeep returns the time of the first loud sample, from 0.2 s before the mark.
func firstBeep(sound []int16, mark float64) float64 {
	for n := max(0, int((mark-0.2)*AudioTimescale)); n < len(sound); n++ {
		if sound[n] > 8000 || sound[n] < -8000 {
			return float64(n) / AudioTimescale
		}
	}
	return math.Inf(1)
}

func TestClipsEncodeCompletely(t *testing.T) {
	type wanted struct {
		rungs  int
		frames int
	}
	all := map[string]wanted{"bbb-720p-5s.mp4": {4, 132}, "bbb-360p-10s.webm": {2, 240}}
	if soak.On() { // more of the same, in containers and sizes that other tests cover too
		all["bbb-1080p-5s.mp4"], all["bbb-480p-10s.avi"] = wanted{5, 120}, wanted{3, 241}
		all["bbb-480p-30s.mov"], all["bbb-480p-30s.mp4"], all["bbb-480p-30s.mkv"] = wanted{3, 720}, wanted{3, 720}, wanted{3, 720}
	}
	for name, want := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := encodeAll(t, filepath.Join(clips, name))
			if len(f.plan.Rungs) != want.rungs || f.plan.Frames != want.frames || !f.plan.HasAudio {
				t.Errorf("%d rungs of %d frames, sound: %t; want %d of %d with sound", len(f.plan.Rungs), f.plan.Frames, f.plan.HasAudio, want.rungs, want.frames)
			}
			f.assertSeamless(t)
		})
	}
}

func TestGeneratedVideosEncodeInSync(t *testing.T) {
	t.Parallel()
	open := strings.Fields("-c:v libx264 -preset veryfast -crf 10 -g 70 -bf 3 -x264-params open-gop=1:scenecut=0")
	for name, r := range map[string]clipSpec{
		"24, keyframes off the marks":      {rate: "24", segment: 144, seconds: 19},
		"25, the lowest rung at 24":        {rate: "25", size: "360x360", segment: 150, seconds: 13},
		"1080p, five rungs, MOV":           {rate: "24", size: "1920x1080", segment: 144, seconds: 0.5, name: "film.mov"},
		"30":                               {rate: "30", size: "360x360", segment: 180, seconds: 13},
		"29.97":                            {rate: "30000/1001", size: "360x360", segment: 180, seconds: 19},
		"23.976 in mkv":                    {rate: "24000/1001", segment: 144, seconds: 13, name: "film.mkv"},
		"60":                               {rate: "60", size: "360x360", segment: 360, seconds: 13},
		"open GOP with B-frames":           {rate: "24000/1001", segment: 144, seconds: 13, video: open},
		"portrait":                         {rate: "24", segment: 144, seconds: 7, size: "270x480"},
		"odd size":                         {rate: "24", segment: 144, seconds: 7, size: "259x145", after: []string{"-pix_fmt", "yuv444p"}},
		"10 bit":                           {rate: "24", segment: 144, seconds: 13, after: []string{"-pix_fmt", "yuv420p10le"}},
		"no sound":                         {rate: "24", segment: 144, seconds: 13, audio: []string{"none"}},
		"one second":                       {rate: "24", segment: 144, seconds: 1},
		"two frames":                       {rate: "24", segment: 144, seconds: 0.0833},
		"a tail of one frame":              {rate: "24", segment: 144, seconds: 12.0416},
		"a tail of two frames":             {rate: "30", size: "360x360", segment: 180, seconds: 6.0666},
		"H.265":                            {rate: "24", segment: 144, seconds: 13, video: strings.Fields("-c:v libx265 -preset ultrafast -crf 10 -x265-params log-level=none")},
		"VP8":                              {rate: "24", segment: 144, seconds: 13, video: strings.Fields("-c:v libvpx -deadline realtime -cpu-used 8 -b:v 2M -g 100"), audio: strings.Fields("-c:a libvorbis"), name: "film.webm"},
		"VP9":                              {rate: "24", segment: 144, seconds: 13, video: strings.Fields("-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 2M -g 100"), audio: strings.Fields("-c:a libopus"), name: "film.webm"},
		"AV1":                              {rate: "24", segment: 144, seconds: 13, video: strings.Fields("-c:v libsvtav1 -preset 12 -crf 20 -g 100"), size: "96x72", name: "film.mkv"},
		"5.1 sound":                        {rate: "24", segment: 144, seconds: 13, audio: strings.Fields("-c:a aac -b:a 192k -ac 6")},
		"H.264 with B-frames in AVI":       {rate: "24", segment: 144, seconds: 13, video: strings.Fields("-c:v libx264 -preset veryfast -crf 10 -g 70 -bf 2"), audio: strings.Fields("-c:a libmp3lame"), name: "film.avi", unordered: 3},
		"MPEG-4 with B-frames in AVI":      {rate: "24", segment: 144, seconds: 13, video: strings.Fields("-c:v mpeg4 -q:v 2 -g 70 -bf 2"), audio: strings.Fields("-c:a libmp3lame"), name: "film.avi", unordered: 3},
		"packed B-frames in AVI":           {rate: "25", size: "360x360", segment: 150, seconds: 13, video: strings.Fields("-c:v libxvid -q:v 2 -g 70 -bf 2"), audio: []string{"none"}, name: "film.avi", unordered: 3},
		"fragments without an index":       {rate: "24", segment: 144, seconds: 13, after: strings.Fields("-movflags +frag_keyframe+delay_moov")},
		"live WebM without cues or length": {rate: "24", segment: 144, seconds: 13, video: strings.Fields("-c:v libvpx -deadline realtime -cpu-used 8 -b:v 2M -g 100"), audio: strings.Fields("-c:a libopus"), name: "film.webm", after: strings.Fields("-live 1")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := encodeAll(t, r.make(t))
			if f.plan.SegmentFrames != r.segment {
				t.Fatalf("rate %s: %d frames a segment", f.plan.Rate, f.plan.SegmentFrames)
			}
			f.assertSeamless(t)
			f.assertFrameNumbers(t, f.plan.Frames-r.unordered)
			if f.plan.HasAudio {
				f.assertInSync(t, 0, f.plan.Seconds()-0.1)
			}
		})
	}
}

func TestAudioWithOtherStartOrEnd(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		clipSpec
		offset      string // of the audio, seconds
		from, until float64
	}{
		"1.5 s late":               {clipSpec{rate: "24", segment: 144, seconds: 13}, "1.5", 2, 12.5},
		"0.7 s early":              {clipSpec{rate: "24000/1001", segment: 144, seconds: 13}, "-0.7", 0, 11},
		"8 s longer than pictures": {clipSpec{rate: "24", segment: 144, seconds: 7, sound: "15"}, "0", 0, 6.5},
		"shorter than pictures":    {clipSpec{rate: "24", segment: 144, seconds: 13, sound: "7"}, "0", 0, 6.5},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			made := c.make(t)
			source := filepath.Join(t.TempDir(), "shifted.mkv")
			tool(t, "ffmpeg", "-i", made, "-itsoffset", c.offset, "-i", made, "-map", "0:v", "-map", "1:a", "-c", "copy", source)
			f := encodeAll(t, source)
			f.assertSeamless(t)
			f.assertFrameNumbers(t, int(c.seconds*f.plan.Rate.PerSecond())-1)
			f.assertShifted(t, c.offset, c.from, c.until)
		})
	}
}

// assertShifted expects the beeps of a source whose audio was shifted by the offset in seconds.
func (f *encodedVideo) assertShifted(t *testing.T, offset string, from, until float64) {
	t.Helper()
	var by float64
	if _, err := fmt.Sscan(offset, &by); err != nil {
		t.Fatal(err)
	}
	sound := f.sound(t)
	for n := range f.plan.Segments() {
		mark := float64(n*f.plan.SegmentFrames)/f.plan.Rate.PerSecond() + by
		if mark < from || mark > until {
			continue
		}
		if beep := firstBeep(sound, mark); math.Abs(beep-mark) > mostApart {
			t.Errorf("beep at %.3f s, in the source at %.3f s", beep, mark)
		}
	}
}

func TestVariableFrameRateBecomesConstant(t *testing.T) {
	t.Parallel()
	// Half of the pictures of 30 a second are missing for 4 s, then one picture stays for 7 s, across a segment boundary.
	r := clipSpec{
		rate: "30", size: "360x360", segment: 180, seconds: 20, name: "film.mkv", after: strings.Fields("-fps_mode vfr"),
		filter: `,select='if(between(n\,30\,150)\,mod(n\,2)\,not(between(n\,301\,509)))'`,
	}
	f := encodeAll(t, r.make(t))
	f.assertSeamless(t)
	levels := f.levels(t, f.plan.Rungs[0].Name)
	for n := 302; n < 509; n++ {
		if math.Abs(float64(levels[n])-float64(levels[301])) > 6 {
			t.Fatalf("picture %d does not stand still: %d, then %d", n, levels[301], levels[n])
		}
	}
	for _, n := range []int{20, 200, 300, 515, 560} {
		if want := level(n, 180); math.Abs(float64(levels[n])-float64(want)) > 14 {
			t.Errorf("picture %d has brightness %d, in the source %d", n, levels[n], want)
		}
	}
	sound := f.sound(t)
	for _, mark := range []float64{6, 12, 18} {
		if beep := firstBeep(sound, mark); math.Abs(beep-mark) > mostApart {
			t.Errorf("beep at %.3f s, in the source at %.3f s", beep, mark)
		}
	}
}

func TestAudioGapStaysInPlace(t *testing.T) {
	t.Parallel()
	whole := clipSpec{rate: "24", segment: 144, seconds: 20}.make(t)
	source := filepath.Join(t.TempDir(), "dropouts.mkv")
	tool(t, "ffmpeg", "-i", whole, "-c", "copy", "-bsf:a", `noise=drop=between(pts\,7000\,10500)+between(pts\,13000\,14000)`, source)
	f := encodeAll(t, source)
	f.assertSeamless(t)
	f.assertInSync(t, 0, 19)
}

// The first fragment of every segment is its keyframe, and shows it without the rest.
func TestKeyframeIsAFragmentOfItsOwn(t *testing.T) {
	t.Parallel()
	f := encodeAll(t, clipSpec{rate: "24", segment: 144, seconds: 13, video: strings.Fields("-c:v libx264 -preset veryfast -crf 10 -bf 3")}.make(t))
	rung := f.plan.Rungs[0].Name
	keyframes := f.segments[rung][0]
	for n := range f.plan.Segments() {
		size := f.keyframes[rung][n+1]
		if whole := f.segments[rung][n+1]; size <= 0 || size >= len(whole) {
			t.Fatalf("segment %d: a keyframe of %d bytes in %d", n+1, size, len(whole))
		} else {
			keyframes = append(slices.Clip(keyframes), whole[:size]...)
		}
	}
	path := written(t, "keyframes.mp4", keyframes)
	shown := tool(t, "ffmpeg", "-copyts", "-i", path, "-fps_mode", "passthrough", "-vf", "format=yuv420p,crop=2:2,extractplanes=y", "-f", "rawvideo", "-")
	times := strings.Fields(string(tool(t, "ffprobe", "-show_entries", "packet=pts_time", "-of", "csv=p=0", path)))
	if len(shown) != 4*f.plan.Segments() || !slices.Equal(times, []string{"0.000000", "6.000000", "12.000000"}) {
		t.Errorf("%d pictures at %v", len(shown)/4, times)
	}
	if f.keyframes[AudioRendition][1] != 0 {
		t.Error("sound has keyframes")
	}
}

func TestRotatedVideoIsUpright(t *testing.T) {
	t.Parallel()
	straight, turned := filepath.Join(t.TempDir(), "straight.mp4"), filepath.Join(t.TempDir(), "turned.mp4")
	tool(t, "ffmpeg", "-f", "lavfi", "-i", "color=black:s=640x360:r=24:d=1,drawbox=w=160:h=90:color=white:t=fill", "-c:v", "libx264", "-preset", "ultrafast", straight)
	tool(t, "ffmpeg", "-i", straight, "-c", "copy", "-metadata:s:v", "rotate=90", turned)
	f := encodeAll(t, turned)
	f.assertSeamless(t)
	for _, r := range f.plan.Rungs {
		if r.Width > r.Height {
			t.Errorf("%s is %dx%d", r.Name, r.Width, r.Height)
		}
		// Rotated by 90° counter-clockwise, the white corner at the top left of the source is at the bottom left.
		quarters := tool(t, "ffmpeg", "-i", f.joined(t, r.Name), "-frames:v", "1", "-vf", "scale=4:4:flags=area,format=yuv420p,extractplanes=y", "-f", "rawvideo", "-")
		for i, brightness := range quarters {
			if white := i == 12; (brightness > 128) != white {
				t.Errorf("%s: brightness by place %v", r.Name, quarters)
				break
			}
		}
	}
}

func TestPieceIsDeterministic(t *testing.T) {
	t.Parallel()
	f := encodeAll(t, clipSpec{rate: "30", size: "360x360", segment: 180, seconds: 13}.make(t))
	again := &encodedVideo{segments: map[string]map[int][]byte{}, keyframes: map[string]map[int]int{}}
	slices.Reverse(f.plan.Rungs) // the order of the requested rungs makes no difference
	job := PieceJob{Source: f.source, Plan: f.plan, Piece: f.plan.Pieces[1], Rungs: f.plan.Rungs, Threads: 1, Emit: again.addSegment}
	if err := EncodePiece(t.Context(), tools(t), job); err != nil {
		t.Fatal(describe(err))
	}
	if len(again.segments) != len(f.plan.Rungs) {
		t.Fatalf("%d rungs of %d", len(again.segments), len(f.plan.Rungs))
	}
	for rung, segments := range again.segments {
		for n, segment := range segments {
			if !bytes.Equal(segment, f.segments[rung][n]) {
				t.Errorf("%s: segment %d differs", rung, n)
			}
		}
	}
}
