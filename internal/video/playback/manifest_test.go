package playback

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/db"
	"lectern/internal/video/media"
)

var update = flag.Bool("update", false, "write the golden files")

// testManifest returns a manifest as read from the tables: 30000/1001 frames a second, with these renditions complete.
func testManifest(t *testing.T, seconds float64, audio bool, names ...string) *manifest {
	t.Helper()
	plan := media.Plan{Rate: media.Rate{Num: 30000, Den: 1001}, SegmentFrames: 180, HasAudio: audio}
	plan.Frames = int(seconds * plan.Rate.PerSecond())
	plan.Rungs = []media.Rung{
		{Name: "720p", Width: 1280, Height: 720, Rate: plan.Rate, SegmentFrames: 180, Frames: plan.Frames},
		{Name: "240p", Width: 426, Height: 240, Rate: media.Rate{Num: 24000, Den: 1001}, SegmentFrames: 144, Frames: plan.Frames * 4 / 5},
	}
	codecs := map[string]string{"720p": "avc1.64001f", "240p": "avc1.640015", "audio": "mp4a.40.2"}
	peaks := map[string]int64{"720p": 3_000_000, "240p": 400_000, "audio": 130_000}
	var renditions []renditionRow
	var pieces []pieceRow
	for _, name := range names {
		renditions = append(renditions, renditionRow{Name: name, Codec: codecs[name], InitFence: 1, InitSize: 800,
			PeakBandwidth: peaks[name], Bytes: peaks[name] / 16, MediaMS: 1000})
		for first := 1; first <= plan.Segments(); first += 10 {
			row := pieceRow{Rendition: name, FirstSegment: int64(first), Fence: int64(first)}
			row.Sizes.V = make([]int64, min(10, plan.Segments()-first+1))
			if name != "audio" {
				row.Keyframes.V = slices.Repeat([]int64{peaks[name] / 100}, len(row.Sizes.V))
			}
			pieces = append(pieces, row)
		}
	}
	m, err := newManifest(generationRow{VideoID: "v", Generation: 3, Plan: db.JSON[media.Plan]{V: plan}, FinishedAt: new(time.Now())}, renditions, pieces)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestManifests(t *testing.T) {
	t.Parallel()
	whole := testManifest(t, 20, true, "720p", "240p", "audio")
	silent := testManifest(t, 6.006, false, "240p")
	captions := []Caption{{Language: "de", Label: `Deutsch "leicht" & <kurz>`}, {Language: "pt-BR", Label: "Português"}}
	dash := func(m *manifest, captions ...Caption) string {
		text, err := m.dashManifest(captions)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for name, got := range map[string]string{
		"master.m3u8":          whole.hlsMaster(clearVariant, captions),
		"silent-master.m3u8":   silent.hlsMaster(sealedVariant, nil),
		"keyframes-720p.m3u8":  whole.hlsKeyframes(&whole.videoRenditions[1]),
		"clear-720p.m3u8":      whole.hlsMedia(clearVariant, &whole.videoRenditions[1]),
		"sealed-240p.m3u8":     whole.hlsMedia(sealedVariant, &whole.videoRenditions[0]),
		"sealed-audio.m3u8":    whole.hlsMedia(sealedVariant, &whole.audio[0]),
		"captions-de.m3u8":     whole.hlsCaptions("de"),
		"manifest.mpd":         dash(whole, captions...),
		"silent-manifest.mpd":  dash(silent),
		"while-processing.mpd": dash(testManifest(t, 20, true, "240p", "audio")),
	} {
		file := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(file); err != nil || got != string(want) {
			t.Errorf("%s has changed (%v); if that is meant: go test ./internal/video/playback -update\n%s", name, err, got)
		}
	}
}

// A key tag precedes the first segment of its epoch; the init follows the first key.
func TestKeyTagAtEachEpoch(t *testing.T) {
	t.Parallel()
	m := testManifest(t, 2*3603.6+30, true, "240p", "audio")
	for _, r := range m.renditions() {
		text := m.hlsMedia(sealedVariant, r)
		for _, want := range []string{
			"keys/0\"\n#EXT-X-MAP:URI=\"../" + r.name + "/init.mp4\"\n#EXTINF",
			"/600.m4s\n#EXT-X-KEY:METHOD=AES-256-GCM,URI=\"../../keys/1\"\n#EXTINF",
			"/1200.m4s\n#EXT-X-KEY:METHOD=AES-256-GCM,URI=\"../../keys/2\"\n#EXTINF",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q", r.name, want)
			}
		}
		if n := strings.Count(text, "EXT-X-KEY"); n != 3 || strings.Count(text, "EXT-X-MAP") != 1 || strings.Contains(text, "IV=") {
			t.Errorf("%s: %d keys", r.name, n)
		}
		if strings.Contains(m.hlsMedia(clearVariant, r), "KEY") {
			t.Errorf("%s: the clear variant has keys", r.name)
		}
	}
}

func TestSegmentObject(t *testing.T) {
	t.Parallel()
	m := testManifest(t, 6*25, true, "240p", "audio")
	r := &m.videoRenditions[0]
	for number, fence := range map[int64]int64{0: 1, 1: 1, 10: 1, 11: 11, 20: 11, 21: 21, 25: 21} {
		if o, ok := r.segment(number); !ok || o.fence != fence {
			t.Errorf("segment %d: %+v %v, want fence %d", number, o, ok, fence)
		}
	}
	for _, number := range []int64{-1, 26, 1 << 40} {
		if o, ok := r.segment(number); ok {
			t.Errorf("segment %d: %+v", number, o)
		}
	}
}

func TestManifestWithGapIsRefused(t *testing.T) {
	t.Parallel()
	plan := db.JSON[media.Plan]{V: media.Plan{Rungs: []media.Rung{{Name: "240p"}}}}
	gap := []pieceRow{{Rendition: "240p", FirstSegment: 2, Sizes: db.JSON[[]int64]{V: []int64{1}}}}
	if _, err := newManifest(generationRow{Plan: plan}, []renditionRow{{Name: "240p"}}, gap); err == nil {
		t.Error("a rendition without its first segment was accepted")
	}
	if _, err := newManifest(generationRow{Plan: plan}, []renditionRow{{Name: "480p"}}, nil); err == nil {
		t.Error("a rendition that is not in the plan was accepted")
	}
}

// Videos that were encoded before keyframes were recorded have no I-frame playlist, nor has one of which only some pieces have them.
func TestKeyframesAreOfAllSegmentsOrNone(t *testing.T) {
	t.Parallel()
	m := testManifest(t, 70, true, "240p", "audio")
	if master := m.hlsMaster(sealedVariant, nil); strings.Contains(master, "I-FRAME") {
		t.Errorf("sealed segments cannot be played in part: %s", master)
	}
	if master := m.hlsMaster(clearVariant, nil); strings.Count(master, "I-FRAME") != 1 {
		t.Errorf("of one rung: %s", master)
	}
	m.videoRenditions[0].pieces[1].keyframes = nil
	if master := m.hlsMaster(clearVariant, nil); strings.Contains(master, "I-FRAME") {
		t.Errorf("a piece has none: %s", master)
	}
}

// A last segment of little more than a keyframe, or a video of under 3 s, has no peak of its own.
func TestPeakIsAtLeastTheMean(t *testing.T) {
	t.Parallel()
	row := renditionRow{Name: "240p", Bytes: 1000, MediaMS: 999}
	plan := db.JSON[media.Plan]{V: media.Plan{Rungs: []media.Rung{{Name: "240p"}}}}
	m, err := newManifest(generationRow{Plan: plan}, []renditionRow{row}, nil)
	if err != nil || m.videoRenditions[0].peak != 8009 || m.videoRenditions[0].mean != 8009 {
		t.Errorf("%+v (%v)", m.videoRenditions[0], err)
	}
}
