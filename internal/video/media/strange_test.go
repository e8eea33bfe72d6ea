package media

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// assertEncodesOrIsRefused checks the promise for odd files that may still be a user's video: refused quickly with one of
// these codes, or encoded completely and correctly.
func assertEncodesOrIsRefused(t *testing.T, path string, frames int, codes ...string) {
	t.Helper()
	begin := time.Now()
	_, err := Inspect(t.Context(), tools(t), path)
	if took := time.Since(begin); took > soon {
		t.Errorf("took %s", took)
	}
	if refused, ok := errors.AsType[*Refusal](err); ok {
		for _, code := range codes {
			if refused.Code == code && refused.Message != "" {
				return
			}
		}
	}
	if err != nil {
		t.Fatalf("got %v, want it encoded, or one of %v", err, codes)
	}
	f := encodeAll(t, path)
	f.assertSeamless(t)
	if f.plan.Frames != frames {
		t.Errorf("%d frames were encoded, the source has %d", f.plan.Frames, frames)
	}
}

// eightSeconds is 8 s of 24 pictures a second with audio, without B-frames, so that their order is their time.
func eightSeconds(t *testing.T, name string) string {
	t.Helper()
	return clipSpec{rate: "24", segment: 144, seconds: 8, name: name, video: strings.Fields("-c:v libx264 -preset ultrafast -g 48 -bf 0")}.make(t)
}

// F25: timestamps far before or after zero, with jumps, going back or constant. The unit is the new file's.
func TestOddTimestampsEncodeOrAreRefused(t *testing.T) {
	t.Parallel()
	fragments := " -movflags frag_keyframe+delay_moov+default_base_moof+frag_discont -use_editlist 0"
	for name, c := range map[string]struct {
		pictures, sound string // bitstream filters
		file, options   string
		frames          int
		codes           []string
	}{
		"3 s before zero, Matroska":   {"setts=ts=PTS-3000", "setts=ts=PTS-3000", "film.mkv", "", 120, nil},    // no time is before zero there
		"3 s before zero, MP4":        {"setts=ts=PTS-36864", "setts=ts=PTS-144000", "film.mp4", "", 120, nil}, // what lies before zero is cut by an edit list
		"3 s before zero, fragments":  {"setts=ts=PTS-36864", "setts=ts=PTS-144000", "film.mp4", fragments, 192, nil},
		"31 years late, Matroska":     {"setts=ts=PTS+1000000000000", "setts=ts=PTS+1000000000000", "film.mkv", "", 192, nil},
		"31 years late, fragments":    {"setts=ts=PTS+12288000000000", "setts=ts=PTS+48000000000000", "film.mp4", fragments, 192, nil},
		"31 years in the middle":      {`setts=ts=PTS+gt(N\,96)*1000000000000`, `setts=ts=PTS+gt(N\,190)*1000000000000`, "film.mkv", "", 192, []string{RefusedTooLong}},
		"sound 31 years later":        {"null", "setts=ts=PTS+1000000000000", "film.mkv", "", 192, []string{RefusedTooLong}},
		"the end before the middle":   {`setts=ts=PTS-gt(N\,96)*4000`, "null", "film.mkv", "", 400, []string{RefusedDamaged}}, // twice as many in half of the time
		"all pictures at one instant": {"setts=pts=0:dts=0", "null", "film.mkv", "", 200, []string{RefusedDamaged}},           // a still with 8 s of audio
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), c.file)
			args := fmt.Sprintf("-copyts -i %s -c copy -avoid_negative_ts disabled%s", eightSeconds(t, "whole.mp4"), c.options)
			// ffmpeg warns about timestamps going back, which are intended here.
			tool(t, "ffmpeg", append(append(strings.Fields("-v fatal "+args), "-bsf:v", c.pictures, "-bsf:a", c.sound), path)...)
			assertEncodesOrIsRefused(t, path, c.frames, c.codes...)
		})
	}
}

// F24: chapters and attachments, however many, are dropped and do not affect the video.
func TestChaptersAndAttachmentsAreIgnored(t *testing.T) {
	t.Parallel()
	var chapters strings.Builder
	chapters.WriteString(";FFMETADATA1\n")
	for n := range 10_000 {
		fmt.Fprintf(&chapters, "[CHAPTER]\nTIMEBASE=1/10000\nSTART=%d\nEND=%d\ntitle=%d\n", n, n+1, n)
	}
	list := filepath.Join(t.TempDir(), "chapters.txt")
	if err := os.WriteFile(list, []byte(chapters.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"film.mp4", "film.mkv"} {
		path := filepath.Join(t.TempDir(), name)
		tool(t, "ffmpeg", "-i", eightSeconds(t, "whole.mp4"), "-i", list, "-map", "0", "-map_chapters", "1", "-c", "copy", path)
		assertEncodesOrIsRefused(t, path, 192)
	}
	assertEncodesOrIsRefused(t, attached(t, 40), 192)
	assertEncodesOrIsRefused(t, attached(t, 10_000), 192, RefusedTooManyTracks)
}

// attached returns a Matroska video with n attached files (RFC 9559 section 5.1.6).
func attached(t *testing.T, n int) string {
	t.Helper()
	element := func(id string, content []byte) []byte {
		size := binary.BigEndian.AppendUint64(nil, 1<<56|uint64(len(content))) // a length of eight bytes
		return append(append([]byte(id), size...), content...)
	}
	var all []byte
	for i := range n {
		file := element("\x46\x6e", fmt.Appendf(nil, "font-%d.ttf", i))
		file = append(file, element("\x46\x60", []byte("application/x-truetype-font"))...)
		file = append(file, element("\x46\x5c", []byte("no font"))...)
		file = append(file, element("\x46\xae", binary.BigEndian.AppendUint32(nil, uint32(i+1)))...)
		all = append(all, element("\x61\xa7", file)...)
	}
	// To a pipe ffmpeg writes neither lengths nor positions of elements, so another element can be inserted before the
	// first cluster.
	whole := tool(t, "ffmpeg", "-i", eightSeconds(t, "whole.mp4"), "-c", "copy", "-f", "matroska", "-")
	cluster := bytes.Index(whole, []byte("\x1f\x43\xb6\x75"))
	if cluster < 0 {
		t.Fatal("no cluster in the generated file")
	}
	path := filepath.Join(t.TempDir(), "film.mkv")
	film := append(append(append([]byte{}, whole[:cluster]...), element("\x19\x41\xa4\x69", all)...), whole[cluster:]...)
	if err := os.WriteFile(path, film, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// F24: pictures whose size changes midway are all encoded, in the size that the video began with.
func TestFrameSizeChangesMidway(t *testing.T) {
	t.Parallel()
	var stream []byte
	for _, part := range []string{"c=0x404040:s=320x240", "c=0xc0c0c0:s=640x480", "c=0x808080:s=240x426"} {
		stream = append(stream, tool(t, "ffmpeg", "-f", "lavfi", "-i", "color="+part+":r=24:d=5", "-c:v", "libx264", "-preset", "ultrafast",
			"-g", "48", "-bf", "0", "-pix_fmt", "yuv420p", "-f", "h264", "-")...)
	}
	raw := filepath.Join(t.TempDir(), "film.h264")
	if err := os.WriteFile(raw, stream, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"film.mkv", "film.mp4"} {
		path := filepath.Join(t.TempDir(), name)
		tool(t, "ffmpeg", "-v", "fatal", "-r", "24", "-f", "h264", "-i", raw, "-c", "copy", path)
		f := encodeAll(t, path)
		f.assertSeamless(t)
		levels := f.levels(t, f.plan.Rungs[0].Name)
		for n, want := range map[int]float64{60: 71, 180: 181, 300: 126} { // of 64, 192 and 128, in 16 to 235
			if math.Abs(float64(levels[n])-want) > 8 {
				t.Errorf("%s: picture %d has brightness %d, in the source %g", name, n, levels[n], want)
			}
		}
	}
}

// F24: headers that claim pictures of 65535×65535. No memory of that size is ever allocated.
func TestClaimedSizesAreNotAllocated(t *testing.T) {
	t.Parallel()
	vp9 := strings.Fields("-c:v libvpx-vp9 -deadline realtime -cpu-used 8")
	for name, c := range map[string]struct {
		clipSpec
		honest, lie string
		after       string // honest follows this
	}{
		// The sample entry of MP4 (ISO/IEC 14496-12 section 12.1.3): 16 reserved bytes, then width and height.
		"the sample entry of MP4": {clipSpec{}, "\x00\x40\x00\x30", "\xff\xff\xff\xff", "avc1"},
		// PixelWidth and PixelHeight (RFC 9559 section 5.1.4.1.28).
		"the track of Matroska": {clipSpec{name: "film.mkv", size: "320x272"}, "\xb0\x82\x01\x40\xba\x82\x01\x10", "\xb0\x82\xff\xff\xba\x82\xff\xff", ""},
		// The frame header of VP9 (bitstream specification section 7.2.3), at 8 bits after its sync code.
		"the pictures of VP9": {clipSpec{video: vp9, name: "film.mkv", audio: []string{"none"}}, "", "", "\x49\x83\x42"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.rate, c.segment, c.seconds = "24", 144, 2
			path := c.make(t)
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if c.honest == "" {
				content = lieInVP9(t, content, c.after)
			} else {
				content = lie(t, content, c.after, c.honest, c.lie)
			}
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			assertEncodesOrIsRefused(t, path, 48, RefusedTooLarge, RefusedDamaged)
		})
	}
}

// lie replaces the honest bytes that follow a mark.
func lie(t *testing.T, content []byte, after, honest, other string) []byte {
	t.Helper()
	mark := bytes.Index(content, []byte(after))
	at := bytes.Index(content[max(0, mark):], []byte(honest))
	if mark < 0 || at < 0 {
		t.Fatal("the generated file does not have its size in the expected place")
	}
	at += mark
	return append(append(append([]byte{}, content[:at]...), other...), content[at+len(honest):]...)
}

// lieInVP9 makes every keyframe 65535 wide and high: after the sync code come 3 bits of colour space and 1 of its range,
// then 16 of width-1 and 16 of height-1.
func lieInVP9(t *testing.T, content []byte, sync string) []byte {
	t.Helper()
	content = bytes.Clone(content)
	n := 0
	for at := 0; ; n++ {
		next := bytes.Index(content[at:], []byte(sync))
		if next < 0 {
			break
		}
		at += next + len(sync)
		content[at] |= 0x0f
		content[at+1], content[at+2], content[at+3] = 0xff, 0xff, 0xff
		content[at+4] = content[at+4]&0x0f | 0xe0 // 65534, 65535 high
	}
	if n == 0 {
		t.Fatal("the generated file has no keyframe")
	}
	return content
}
