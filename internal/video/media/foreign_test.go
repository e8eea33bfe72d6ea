package media

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// made runs ffmpeg with arguments in one text and returns the path of the file that it makes.
func made(t *testing.T, name, args string, more ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	tool(t, "ffmpeg", append(append(strings.Fields("-nostdin -y "+args), more...), path)...)
	return path
}

// HDR of phones: a white page (203 cd/m²) comes out as nearly the white of SDR, a grey of 50 cd/m² unchanged, all of it as BT.709.
func TestHDRBecomesSDR(t *testing.T) {
	t.Parallel()
	for transfer, levels := range map[string][3]int{transferPQ: {573, 450, 723}, transferHLG: {721, 502, 940}} { // of 10 bits: 203, 50 and 1000 cd/m²
		t.Run(transfer, func(t *testing.T) {
			t.Parallel()
			filter := fmt.Sprintf("color=black:s=160x90:r=24:d=3,format=yuv420p10le,geq=lum='if(lt(N\\,24)\\,%d\\,if(lt(N\\,48)\\,%d\\,%d))':cb=512:cr=512",
				levels[0], levels[1], levels[2]) // one a second
			colours := fmt.Sprintf("-color_primaries bt2020 -color_trc %[1]s -colorspace bt2020nc -x265-params log-level=none:colorprim=bt2020:transfer=%[1]s:colormatrix=bt2020nc", transfer)
			f := encodeAll(t, made(t, "film.mp4", "-f lavfi -i "+filter+" -c:v libx265 -preset ultrafast -tag:v hvc1 "+colours))
			rung := f.plan.Rungs[0].Name
			for second, want := range []int{221, 140, 235} {
				if got := f.levels(t, rung)[24*second+12]; math.Abs(float64(int(got)-want)) > 3 {
					t.Errorf("%d comes out as %d, want %d", levels[second], got, want)
				}
			}
			tags := string(tool(t, "ffprobe", "-show_entries", "stream=pix_fmt,color_space,color_transfer,color_primaries", "-of", "csv=p=0", f.joined(t, rung)))
			if strings.TrimSpace(tags) != "yuv420p,bt709,bt709,bt709" {
				t.Errorf("marked as %s", tags)
			}
		})
	}
}

// combs counts the places where neighbouring lines differ clearly, in one picture.
func combs(raw []byte, width, height, frame int) (n int) {
	picture := raw[frame*width*height:]
	for y := 1; y < height; y++ {
		for x := range width {
			if math.Abs(float64(picture[y*width+x])-float64(picture[(y-1)*width+x])) > 60 {
				n++
			}
		}
	}
	return n
}

// Every other line of an interlaced picture is of another moment: where something moves, no comb is left.
func TestInterlacedVideoIsDeinterlaced(t *testing.T) {
	t.Parallel()
	path := made(t, "film.mp4", "-f lavfi -i color=black:s=64x48:r=50:d=2,format=yuv420p,geq=lum='40+160*gt(mod(X+7*N\\,64)\\,32)':cb=128:cr=128,tinterlace=interleave_top,setfield=tff"+
		" -c:v libx264 -preset ultrafast -crf 5 -flags +ilme+ildct -x264-params tff=1 -field_order tt")
	f := encodeAll(t, path)
	if !f.plan.Interlaced {
		t.Fatal("not recognised")
	}
	f.assertSeamless(t)
	grey := strings.Fields("-f rawvideo -pix_fmt gray -")
	before := combs(tool(t, "ffmpeg", append([]string{"-i", path}, grey...)...), 64, 48, 10)
	after := combs(tool(t, "ffmpeg", append([]string{"-i", f.joined(t, f.plan.Rungs[0].Name)}, grey...)...), 64, 48, 10)
	if before < 300 || after > before/5 {
		t.Errorf("%d combs of %d are left", after, before)
	}
}

// A file whose end is missing says how much is there; without its index it cannot be read at all.
func TestTruncatedFilesSayHowMuchIsThere(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		name, after string
		says        string
		code        string // of the refusal
	}{
		"MP4, index first": {"film.mp4", "-movflags +faststart", "about 0:14 minutes", ""},
		"Matroska":         {"film.mkv", "", "about 0:14 minutes", ""},
		"AVI":              {"film.avi", "", "MB of at least", ""}, // without its index it claims no length
		"MP4, index last":  {"film.mp4", "", "", RefusedTruncated},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			spec := clipSpec{rate: "24", segment: 144, seconds: 14, size: "160x90", name: c.name, after: strings.Fields(c.after),
				video: strings.Fields("-c:v libx264 -preset ultrafast -crf 30 -g 48 -bf 0 -pix_fmt yuv420p")}
			path := spec.make(t)
			whole, err := Inspect(t.Context(), tools(t), path)
			if err != nil || whole.Truncated != nil {
				t.Fatalf("the whole file: %v, %v", whole.Truncated, err)
			}
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(path, info.Size()*6/10); err != nil {
				t.Fatal(err)
			}
			p, err := Inspect(t.Context(), tools(t), path)
			if c.code != "" {
				assertRefused(t, path, c.code)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			cut := p.Truncated
			if cut == nil || cut.Seconds < 5 || cut.Seconds > 11 || cut.WholeBytes < info.Size()-16 || !strings.Contains(cut.String(), c.says) {
				t.Fatalf("told of %+v", cut)
			}
			encodeAll(t, path).assertSeamless(t)
		})
	}
}

// unadvertised are films as ffmpeg writes them in the containers that are accepted without being advertised.
var unadvertised = map[string]string{
	"film.ts": "-c:v mpeg2video -b:v 1M -c:a mp2", "film.m2ts": "-c:v libx264 -preset ultrafast -c:a ac3", "film.flv": "-c:v flv1 -b:v 1M -c:a mp3 -ar 44100",
	"film.wmv": "-c:v wmv2 -b:v 1M -c:a wmav2", "film.3gp": "-s 176x144 -c:v h263 -b:v 500k -c:a aac", "film.ogv": "-c:v libtheora -b:v 1M -c:a libvorbis",
}

// Films in other containers are reported as cut off wherever they end, within the header of a packet or its body, and never when they are
// whole: also when they were written to a pipe, without lengths.
func TestTruncatedFilesOfOtherContainers(t *testing.T) {
	t.Parallel()
	for name, codecs := range unadvertised {
		if name == "film.3gp" { // boxes, as MP4
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := "-f lavfi -i testsrc=s=160x90:r=25:d=4 -f lavfi -i sine=d=4 " + codecs
			whole, err := os.ReadFile(made(t, name, args))
			if err != nil {
				t.Fatal(err)
			}
			muxer := map[string]string{".ts": "mpegts", ".m2ts": "mpegts", ".flv": "flv", ".wmv": "asf", ".ogv": "ogg"}[filepath.Ext(name)]
			live := tool(t, "ffmpeg", append(strings.Fields("-nostdin "+args), "-flvflags", "no_duration_filesize", "-f", muxer, "-")...)
			for _, file := range [][]byte{whole, live} {
				path := written(t, name, file)
				if p, err := Inspect(t.Context(), tools(t), path); err != nil || p.Truncated != nil {
					t.Errorf("whole, and yet %v, %v", p.Truncated, err)
				}
			}
			for _, end := range []int{len(whole) * 6 / 10, len(whole)*6/10 + 1, len(whole)*6/10 + 7, len(whole) * 9 / 10} {
				path := written(t, name, whole[:end])
				p, err := Inspect(t.Context(), tools(t), path)
				if err != nil {
					t.Fatal(err)
				}
				if p.Truncated == nil || p.Truncated.Seconds < 1.5 || p.Truncated.Seconds > 3.9 {
					t.Errorf("%d bytes of %d: told of %v", end, len(whole), p.Truncated)
				}
			}
		})
	}
}

// The audio that the file marks as default comes first, the others are kept with their languages, and text is found.
func TestTracksByDefaultAndLanguage(t *testing.T) {
	t.Parallel()
	subtitle := filepath.Join(t.TempDir(), "text.srt")
	if err := os.WriteFile(subtitle, []byte("1\n00:00:00,500 --> 00:00:01,000\nBees dance\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"film.mkv", "film.mp4"} {
		text := "srt"
		if name == "film.mp4" {
			text = "mov_text"
		}
		path := made(t, name, "-f lavfi -i color=s=160x90:r=24:d=2 -f lavfi -i sine=500:d=2 -f lavfi -i sine=1000:d=2 -i "+subtitle+
			" -map 0 -map 1 -map 2 -map 3 -c:v libx264 -preset ultrafast -c:a aac -c:s "+text+
			" -metadata:s:a:0 language=eng -metadata:s:a:1 language=deu -metadata:s:s:0 language=fra -disposition:a:0 0 -disposition:a:1 default")
		f := encodeAll(t, path)
		audio := f.plan.Audio()
		if len(audio) != 2 || audio[0].Language != "de" || audio[0].Name != "audio" || audio[1].Language != "en" || audio[1].Name != "audio-2" {
			t.Errorf("%s: audio %+v", name, audio)
		}
		if len(f.segments["audio-2"]) != f.plan.Segments()+1 {
			t.Errorf("%s: %d segments of the second track", name, len(f.segments["audio-2"]))
		}
		if len(f.probe.Subtitles) != 1 || f.probe.Subtitles[0].Language != "fr" {
			t.Errorf("%s: subtitles %+v", name, f.probe.Subtitles)
		}
	}
}

// Of several pictures the default one is shown, or the largest, and that is said.
func TestOneOfSeveralVideoTracksIsShown(t *testing.T) {
	t.Parallel()
	for marked, want := range map[string]int{"-disposition:v:0 0 -disposition:v:1 0": 160, "-disposition:v:0 default -disposition:v:1 0": 80} {
		path := made(t, "film.mkv", "-f lavfi -i color=s=80x46:r=24:d=1 -f lavfi -i color=s=160x90:r=24:d=1 -map 0 -map 1 -c:v libx264 -preset ultrafast "+marked+" -default_mode passthrough")
		f := encodeAll(t, path)
		if f.probe.Video.Width != want || len(f.probe.Notices) != 1 || !strings.Contains(f.probe.Notices[0], fmt.Sprintf("The one of %d×", want)) {
			t.Errorf("%s: %d wide, says %q", marked, f.probe.Video.Width, f.probe.Notices)
		}
	}
}

func TestProtectedVideoIsRefusedAsSuch(t *testing.T) {
	t.Parallel()
	path := made(t, "film.mp4", "-f lavfi -i color=s=160x90:r=24:d=1 -c:v libx264 -preset ultrafast -encryption_scheme cenc-aes-ctr"+
		" -encryption_key 76a6c65c5ea762046bd749a2e632ccbb -encryption_kid a7e61c373e219033c21091fa607bf3b8")
	assertRefused(t, path, RefusedProtected)
}

// Sound that begins before the pictures is left out, and that is said.
func TestEarlyAudioIsReported(t *testing.T) {
	t.Parallel()
	path := made(t, "film.mkv", "-itsoffset 1.5 -f lavfi -i color=s=160x90:r=24:d=2 -f lavfi -i sine=d=3 -c:v libx264 -preset ultrafast -c:a libopus")
	p, err := Inspect(t.Context(), tools(t), path)
	if err != nil || len(p.Notices) != 1 || !strings.Contains(p.Notices[0], "1.5 s before the first picture") {
		t.Errorf("%q, %v", p.Notices, err)
	}
}

// Pictures that need some before their keyframe, cut by an edit list at any of them, all come out. The keyframe is one picture after
// the boundary of a piece, and at 5 pictures a second the 0.13 s by which ffmpeg itself seeks earlier are less than one.
func TestOpenGroupsOfPicturesWithEditLists(t *testing.T) {
	t.Parallel()
	whole := clipSpec{rate: "5", segment: 30, seconds: 20,
		video: strings.Fields("-c:v libx264 -preset veryfast -crf 10 -x264-params open-gop=1:bframes=3:b-adapt=0:keyint=31:min-keyint=31:scenecut=0")}.make(t)
	for _, start := range []string{"0", "1"} {
		path := made(t, "film.mp4", "-ss "+start+" -i "+whole+" -c copy")
		f := encodeAll(t, path)
		if !f.probe.Video.OpenGOP || len(f.plan.Pieces) < 2 {
			t.Fatalf("%s: open %t, %d pieces", start, f.probe.Video.OpenGOP, len(f.plan.Pieces))
		}
		f.assertSeamless(t)
	}
}

// What ffmpeg reads is accepted without being advertised; an operator may switch that off.
func TestOtherContainersAreAccepted(t *testing.T) {
	t.Parallel()
	for name, codecs := range unadvertised {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := made(t, name, "-f lavfi -i testsrc=s=160x90:r=25:d=2 -f lavfi -i sine=d=2 "+codecs)
			f := encodeAll(t, path)
			f.assertSeamless(t)
			if f.plan.Seconds() < 1.9 || f.plan.Seconds() > 2.3 || !f.plan.HasAudio {
				t.Errorf("%.2f s came out, audio %t", f.plan.Seconds(), f.plan.HasAudio)
			}
			err := RefuseUnadvertised(path)
			if refused, ok := errors.AsType[*Refusal](err); !ok || refused.Code != RefusedNotVideo {
				t.Errorf("switched off: %v", err)
			}
		})
	}
}
