package media

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"lectern/internal/video/sandbox"
)

const clips = "../../../testdata/clips"

var openBox = sync.OnceValues(func() (*sandbox.Sandbox, error) { return sandbox.New(context.Background(), sandbox.Options{}) })

// tools is the real one: these tests need ffmpeg and bubblewrap.
func tools(t *testing.T) *sandbox.Sandbox {
	t.Helper()
	box, err := openBox()
	if err != nil {
		t.Fatal(err)
	}
	return box
}

// tool runs ffmpeg or ffprobe outside the product, as the test's instrument, and returns its output. Anything on stderr
// fails the test.
func tool(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, append([]string{"-v", "error"}, args...)...)
	var out, words bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &words
	if err := cmd.Run(); err != nil || words.Len() > 0 {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, words.String())
	}
	return out.Bytes()
}

// level is the brightness of picture n in generated clips: neighbours differ, and the first three pictures of every segment
// flash.
func level(n, segment int) int {
	if n%segment < 3 {
		return 235
	}
	return 20 + n*37%160
}

// clipSpec describes a generated clip whose pictures are numbered by brightness, with a beep at every flash.
type clipSpec struct {
	rate    string // frames a second; also defines the segments
	segment int
	seconds float64
	size    string   // 64x48 if empty
	video   []string // encoder; x264 if empty
	audio   []string // encoder; AAC if empty, no audio if "none"
	sound   string   // seconds of audio; as the video if empty
	after   []string // further output arguments
	filter  string   // after numbering
	name    string   // of the file; video.mp4 if empty
	// unordered is how many pictures at the end may be swapped: AVI does not store the order of B-frames, and ffmpeg 5.1
	// guesses it from the following ones.
	unordered int
}

// madeClips holds the bytes of every generated clip by the arguments that made it: the process makes each once.
var madeClips sync.Map

// make returns a file of the clip that belongs to the test alone.
func (r clipSpec) make(t *testing.T) string {
	t.Helper()
	if r.name == "" {
		r.name = "film.mp4"
	}
	args := r.args()
	once, _ := madeClips.LoadOrStore(strings.Join(append(args, filepath.Ext(r.name)), " "), sync.OnceValues(func() ([]byte, error) {
		path := filepath.Join(t.TempDir(), r.name)
		if out, err := exec.CommandContext(t.Context(), "ffmpeg", append(args, path)...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("making a clip: %w\n%s\n%s", err, strings.Join(args, " "), out)
		}
		return os.ReadFile(path)
	}))
	clip, err := once.(func() ([]byte, error))()
	if err != nil {
		t.Fatal(err)
	}
	return written(t, r.name, clip)
}

// args are ffmpeg's, without the file.
func (r clipSpec) args() []string {
	if r.size == "" {
		r.size = "64x48"
	}
	if len(r.video) == 0 {
		r.video = strings.Fields("-c:v libx264 -preset ultrafast -crf 10 -g 100")
	}
	number := fmt.Sprintf("color=black:s=16x16:r=%s:d=%g,format=yuv420p,geq=lum='if(lt(mod(N,%d),3),235,20+mod(N*37,160))':cb=128:cr=128,scale=%s:flags=neighbor%s",
		r.rate, r.seconds, r.segment, strings.Replace(r.size, "x", ":", 1), r.filter)
	args := []string{"-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", number}
	if len(r.audio) == 0 || r.audio[0] != "none" {
		if r.sound == "" {
			r.sound = strconv.FormatFloat(r.seconds, 'f', -1, 64)
		}
		args = append(args, "-f", "lavfi", "-i", fmt.Sprintf("aevalsrc='0.8*sin(2*PI*1000*t)*lt(mod(t,%d/(%s)),0.12)':s=48000:d=%s", r.segment, r.rate, r.sound))
		if len(r.audio) == 0 {
			r.audio = strings.Fields("-c:a aac -b:a 96k")
		}
	} else {
		r.audio = nil
	}
	return slices.Concat(args, r.video, r.audio, r.after)
}

// written is a file of the test with this content.
func written(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// encodedVideo holds all output for one source.
type encodedVideo struct {
	source string
	probe  Probe
	plan   Plan
	dir    string
	played map[string]*played // by rendition; set by play

	mu        sync.Mutex
	segments  map[string]map[int][]byte
	keyframes map[string]map[int]int // bytes
}

// encodeAll encodes a source like the product, in the smallest possible pieces, last piece first.
func encodeAll(t *testing.T, source string) *encodedVideo {
	t.Helper()
	box := tools(t)
	f := &encodedVideo{source: source, dir: t.TempDir(), segments: map[string]map[int][]byte{}, keyframes: map[string]map[int]int{}}
	var err error
	if f.probe, err = Inspect(t.Context(), box, source); err != nil {
		t.Fatalf("inspect: %v", err)
	}
	if NeedsRemux(f.probe) {
		f.source = filepath.Join(f.dir, "remuxed")
		if err := Remux(t.Context(), box, source, f.probe, f.source); err != nil {
			t.Fatalf("remux: %v", describe(err))
		}
		if f.probe, err = InspectRemuxed(t.Context(), box, f.source, f.probe); err != nil {
			t.Fatalf("inspect after remux: %v", err)
		}
	}
	f.plan = NewPlan(f.probe, PlanOptions{PieceSegments: 1})
	for i := len(f.plan.Pieces) - 1; i >= 0; i-- {
		job := PieceJob{Source: f.source, Plan: f.plan, Piece: f.plan.Pieces[i], Rungs: f.plan.Rungs, Threads: 1, Emit: f.addSegment}
		if err := EncodePiece(t.Context(), box, job); err != nil {
			t.Fatalf("piece %d: %s", i, describe(err))
		}
	}
	for _, track := range f.plan.Audio() {
		if err := EncodeAudio(t.Context(), box, AudioJob{Source: f.source, Plan: f.plan, Track: track, Emit: f.addSegment}); err != nil {
			t.Fatalf("sound: %s", describe(err))
		}
	}
	return f
}

func describe(err error) string {
	if failed, ok := err.(*sandbox.Error); ok {
		return failed.Error() + "\n" + failed.Tail
	}
	return err.Error()
}

// addSegment stores a segment and checks that all pieces have the same init.
func (f *encodedVideo) addSegment(s Segment) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	all := f.segments[s.Rendition]
	if all == nil {
		all = map[int][]byte{}
		f.segments[s.Rendition], f.keyframes[s.Rendition] = all, map[int]int{}
	}
	if old, twice := all[s.Number]; twice && (s.Number > 0 || !bytes.Equal(old, s.Bytes)) {
		return fmt.Errorf("%s: segment %d came twice, or the init differs", s.Rendition, s.Number)
	}
	all[s.Number], f.keyframes[s.Rendition][s.Number] = s.Bytes, s.Keyframe
	return nil
}

// joined writes a file of the init and all segments in order, as a player would assemble it.
func (f *encodedVideo) joined(t *testing.T, rendition string) string {
	t.Helper()
	var whole []byte
	for n := range f.plan.Segments() + 1 {
		segment, ok := f.segments[rendition][n]
		if !ok {
			t.Fatalf("%s: no segment %d", rendition, n)
		}
		whole = append(whole, segment...)
	}
	if extra := len(f.segments[rendition]) - f.plan.Segments() - 1; extra != 0 {
		t.Fatalf("%s: %d segments more than planned", rendition, extra)
	}
	path := filepath.Join(f.dir, rendition+".mp4")
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// played is what an independent player sees of a rendition.
type played struct {
	size   string  // "160x90"; of pictures
	times  []int64 // presentation times of all packets, in ticks
	levels []byte  // brightness of every picture, in a corner
	sound  []int16 // mono, 48 kHz
}

// play demuxes and decodes all rungs and the default audio in one run of ffmpeg, whose start costs more than most clips.
func (f *encodedVideo) play(t *testing.T) map[string]*played {
	t.Helper()
	if f.played != nil {
		return f.played
	}
	var names, in, out []string
	for _, r := range f.plan.Rungs {
		names = append(names, r.Name)
	}
	if f.plan.HasAudio {
		names = append(names, AudioRendition)
	}
	for i, name := range names {
		path, input := f.joined(t, name), strconv.Itoa(i)
		in = append(in, "-i", path)
		out = append(out, "-map", input, "-c", "copy", "-f", "framecrc", path+".packets", "-map", input)
		if name == AudioRendition {
			out = append(out, "-ac", "1", "-f", "s16le", path+".decoded")
		} else {
			out = append(out, "-fps_mode", "passthrough", "-vf", "format=yuv420p,crop=2:2,extractplanes=y", "-f", "rawvideo", path+".decoded")
		}
	}
	tool(t, "ffmpeg", slices.Concat([]string{"-nostdin", "-copyts"}, in, out)...)
	f.played = map[string]*played{}
	for _, name := range names {
		f.played[name] = readPlayed(t, filepath.Join(f.dir, name+".mp4"), name == AudioRendition)
	}
	return f.played
}

func readPlayed(t *testing.T, path string, audio bool) *played {
	t.Helper()
	packets, err := os.ReadFile(path + ".packets")
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := os.ReadFile(path + ".decoded")
	if err != nil {
		t.Fatal(err)
	}
	p := &played{}
	for line := range strings.Lines(string(packets)) { // "#dimensions 0: 160x90", then "0, dts, pts, duration, size, checksum"
		if size, ok := strings.CutPrefix(line, "#dimensions 0: "); ok {
			p.size = strings.TrimSpace(size)
		}
		if fields := strings.Split(line, ","); !strings.HasPrefix(line, "#") {
			at, err := strconv.ParseInt(strings.TrimSpace(fields[2]), 10, 64)
			if err != nil {
				t.Fatalf("a packet without a time: %q", line)
			}
			p.times = append(p.times, at)
		}
	}
	for i := 0; !audio && i < len(decoded); i += 4 { // 2×2
		p.levels = append(p.levels, decoded[i])
	}
	for i := 0; audio && i < len(decoded); i += 2 {
		p.sound = append(p.sound, int16(binary.LittleEndian.Uint16(decoded[i:])))
	}
	return p
}

// levels returns the brightness of every picture of a rung, in a corner.
func (f *encodedVideo) levels(t *testing.T, rung string) []byte {
	t.Helper()
	return f.play(t)[rung].levels
}

// sound returns the video's audio, mono, 48 kHz.
func (f *encodedVideo) sound(t *testing.T) []int16 {
	t.Helper()
	return f.play(t)[AudioRendition].sound
}

// times returns the presentation times of all packets of a rendition, in ticks.
func (f *encodedVideo) times(t *testing.T, rendition string) []int64 {
	t.Helper()
	return f.play(t)[rendition].times
}
