package media

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/internal/video/sandbox"
)

// soon is the time limit for refusing a hostile file. The promise is 2 s on an idle machine (fault F24); tests share
// theirs.
const soon = 10 * time.Second

// assertRefused expects Inspect to refuse the file quickly, with this code.
func assertRefused(t *testing.T, path, code string) {
	t.Helper()
	begin := time.Now()
	_, err := Inspect(t.Context(), tools(t), path)
	if refused, ok := errors.AsType[*Refusal](err); !ok || refused.Code != code {
		t.Errorf("got %v, want the refusal %s", err, code)
	}
	if took := time.Since(begin); took > soon {
		t.Errorf("took %s", took)
	}
}

func TestHostileFilesAreRefused(t *testing.T) {
	t.Parallel()
	tiny := "color=black:s=64x48:r=24:d=1"
	x264 := "-c:v libx264 -preset ultrafast "
	for name, c := range map[string]struct {
		args string
		file string
		code string
	}{
		"sound only":              {"-f lavfi -i sine=d=1 -c:a aac", "film.mp4", RefusedNoPictures},
		"a cover picture only":    {"-f lavfi -i sine=d=1 -f lavfi -i color=red:s=64x64:d=0.04 -map 0 -map 1 -frames:v 1 -c:a aac -c:v mjpeg -disposition:v attached_pic", "film.mp4", RefusedNoPictures},
		"a codec not listed":      {"-f lavfi -i " + tiny + " -c:v mjpeg", "film.mkv", RefusedCodec},
		"MPEG-4 Part 2 in MP4":    {"-f lavfi -i " + tiny + " -c:v mpeg4", "film.mp4", RefusedCodec},
		"pixel bomb":              {"-f lavfi -i color=black:s=4096x4096:r=1:d=1 " + x264, "film.mp4", RefusedTooLarge},
		"too large by one line":   {"-f lavfi -i color=black:s=3840x2162:r=1:d=1 " + x264, "film.mp4", RefusedTooLarge},
		"too small":               {"-f lavfi -i color=black:s=64x8:r=24:d=1 " + x264, "film.mp4", RefusedTooSmall},
		"five tracks of pictures": {"-f lavfi -i " + tiny + " -map 0 -map 0 -map 0 -map 0 -map 0 " + x264, "film.mkv", RefusedTooManyTracks},
		"nine tracks of sound":    {"-f lavfi -i " + tiny + " -f lavfi -i sine=d=1 -map 0" + strings.Repeat(" -map 1", 9) + " -c:a aac " + x264, "film.mkv", RefusedTooManyTracks},
		"a picture after 8 hours": {"-f lavfi -i color=black:s=64x48:r=1:d=2 -vf setpts=N*28800/TB -fps_mode vfr " + x264, "film.mkv", RefusedTooLong},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), c.file)
			tool(t, "ffmpeg", append(strings.Fields(c.args), path)...)
			assertRefused(t, path, c.code)
		})
	}
}

func TestThousandStreamsAreRefused(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "film.mkv")
	args := strings.Fields("-f lavfi -i sine=d=0.05:r=8000")
	for range 1000 {
		args = append(args, "-map", "0")
	}
	tool(t, "ffmpeg", append(args, "-c:a", "pcm_u8", path)...)
	assertRefused(t, path, RefusedTooManyTracks)
}

func TestDurationIsMeasured(t *testing.T) {
	t.Parallel()
	whole, claims := filepath.Join(t.TempDir(), "film.mkv"), filepath.Join(t.TempDir(), "claims.mkv")
	tool(t, "ffmpeg", "-f", "lavfi", "-i", "color=black:s=64x48:r=24:d=1", "-c:v", "libx264", whole)
	bytesOf, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	// The Duration element (RFC 9559 section 5.1.2.10) holds 8 bytes of float: ten hours in milliseconds.
	at := bytes.Index(bytesOf, []byte("\x44\x89\x88"))
	if at < 0 {
		t.Fatal("no duration in the generated file")
	}
	copy(bytesOf[at+3:], "\x41\x81\x2a\x88\x00\x00\x00\x00")
	if err := os.WriteFile(claims, bytesOf, 0o600); err != nil {
		t.Fatal(err)
	}
	if said := string(tool(t, "ffprobe", "-show_entries", "format=duration", "-of", "csv=p=0", claims)); !strings.HasPrefix(said, "36000.") {
		t.Fatalf("the generated file claims %s", said)
	}
	p, err := Inspect(t.Context(), tools(t), claims)
	if err != nil || p.Duration > 1.1 || p.Duration < 0.9 {
		t.Errorf("measured %g s, %v", p.Duration, err)
	}
}

func TestDamagedVideosAreRefused(t *testing.T) {
	t.Parallel()
	whole, err := os.ReadFile(filepath.Join(clips, "bbb-480p-30s.mov"))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		body []byte
		code string
	}{
		"truncated before its index": {whole[:len(whole)/3], RefusedTruncated},
		"noise after the type":       {append(append([]byte{}, whole[:20]...), bytes.Repeat([]byte("noise!"), 5000)...), RefusedDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "film.mp4")
			if err := os.WriteFile(path, c.body, 0o600); err != nil {
				t.Fatal(err)
			}
			assertRefused(t, path, c.code)
		})
	}
}

// A source that was truncated after it was inspected must not become a video.
func TestTruncatedSourceIsNoticed(t *testing.T) {
	t.Parallel()
	source := filepath.Join(clips, "bbb-480p-30s.mkv")
	p, err := Inspect(t.Context(), tools(t), source)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "film.mkv")
	if err := os.WriteFile(cut, whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	plan := NewPlan(p, PlanOptions{PieceSegments: 2})
	piece := plan.Pieces[1]
	err = EncodePiece(t.Context(), tools(t), PieceJob{
		Source: cut, Plan: plan, Piece: piece, Rungs: plan.Rungs[2:], Threads: 1, Emit: func(Segment) error { return nil },
	})
	if failed, ok := errors.AsType[*sandbox.Error](err); !ok || failed.Class != sandbox.Garbage {
		t.Errorf("piece %v of a truncated video: %v", piece, err)
	}
}
