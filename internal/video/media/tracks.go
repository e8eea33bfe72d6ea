package media

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"golang.org/x/text/language"

	"lectern/internal/video/sandbox"
)

// codecs are those of the specification (section 9, Upload), by ffmpeg's names.
var codecs = map[string]bool{"h264": true, "hevc": true, "vp8": true, "vp9": true, "av1": true}

// olderCodecs are those that MPEG-TS, FLV, WMV, 3GP and OGV usually hold, and accepted there alone.
var olderCodecs = map[string]bool{
	"mpeg1video": true, "mpeg2video": true, "mpeg4": true, "msmpeg4v2": true, "msmpeg4v3": true, "wmv1": true, "wmv2": true,
	"wmv3": true, "vc1": true, "flv1": true, "vp6": true, "vp6f": true, "theora": true, "h263": true,
}

// textCodecs are the subtitles that are text, by ffmpeg's names; those that are pictures cannot become captions.
var textCodecs = []string{"mov_text", "subrip", "webvtt", "ass", "ssa", "text"}

// interlacedOrders are ffprobe's names of pictures that hold two moments, each in every other line.
var interlacedOrders = []string{"tt", "bb", "tb", "bt"}

// tracks are those of a file that are used.
type tracks struct {
	video   *stream
	audio   []*stream // the default one first
	text    []*stream
	notices []string
}

// selectTracks chooses what the file marks as default: of the pictures the larger ones otherwise, of the audio the first.
func (h header) selectTracks(c Container) (t tracks, err error) {
	if len(h.Streams) > maxTracks {
		return t, tooManyTracks()
	}
	pictures, sounds := 0, 0
	for i := range h.Streams {
		s := &h.Streams[i]
		switch {
		case s.Type == "video" && s.Disposition.AttachedPicture == 0 && s.Disposition.StillImage == 0:
			if pictures++; t.video == nil || s.outranks(t.video) {
				t.video = s
			}
		case s.Type == "audio":
			if sounds++; s.Channels > 0 && s.Codec != "" && s.Codec != "unknown" {
				t.audio = append(t.audio, s)
			}
		case s.Type == "subtitle" && slices.Contains(textCodecs, s.Codec):
			t.text = append(t.text, s)
		}
	}
	slices.SortStableFunc(t.audio, func(a, b *stream) int { return b.Disposition.Default - a.Disposition.Default })
	switch {
	case sounds > maxAudioTracks || pictures > maxVideoTracks:
		return t, tooManyTracks()
	case t.video == nil:
		return t, &Refusal{RefusedNoPictures, "This file has no video track, only sound or a cover picture. Upload a file with video."}
	case pictures > 1:
		t.notices = append(t.notices, fmt.Sprintf("The file has %d video tracks. The one of %d×%d is shown, the others are left out.", pictures, t.video.Width, t.video.Height))
	}
	return t, t.video.validate(c)
}

// outranks reports whether s is shown rather than the other video track: the default one, then the larger one, then the first.
func (s *stream) outranks(other *stream) bool {
	if s.Disposition.Default != other.Disposition.Default {
		return s.Disposition.Default > other.Disposition.Default
	}
	return s.Width*s.Height > other.Width*other.Height
}

// language is the track's as a BCP 47 tag; files have ISO 639-2 codes. "" if unknown.
func (s *stream) language() string {
	tag, err := language.Parse(s.Tags.Language)
	if base, _ := tag.Base(); err != nil || tag == language.Und || base.String() == "und" || base.String() == "mul" {
		return ""
	}
	return tag.String()
}

// maxTrackTitle is how much of a track's title is kept, in characters.
const maxTrackTitle = 60

func (s *stream) title() string {
	title := []rune(s.Tags.Title)
	return string(title[:min(len(title), maxTrackTitle)])
}

// maxText is how much WebVTT is read of one track, in bytes; captions of hours have less.
const maxText = 2 << 20

// ReadText returns a text track of the inspected file as WebVTT, its times from the first picture.
func ReadText(ctx context.Context, box *sandbox.Sandbox, source string, p Probe, track TextFacts) (string, error) {
	info, err := os.Stat(source)
	if err != nil {
		return "", err
	}
	reading := time.Duration(info.Size()/tallyRate) * time.Second
	var text []byte
	_, err = box.Run(ctx, sandbox.Invocation{
		Tool: "ffmpeg", Source: source, Limits: sandbox.Limits{Wall: time.Minute + reading, CPU: time.Minute + reading, Memory: sandbox.ProbeMemory},
		Args: func(in, _ string) []string {
			args := append([]string{"-nostdin", "-hide_banner", "-v", "warning", "-nostats"}, p.Container.input()...)
			return append(args, "-copyts", "-i", in, "-map", fmt.Sprintf("0:%d", track.Stream), "-c:s", "webvtt",
				"-output_ts_offset", decimal(-p.Zero.Seconds()), "-f", "webvtt", "pipe:1")
		},
		Stdout: func(r *sandbox.Pipe) (err error) { text, err = io.ReadAll(io.LimitReader(r, maxText)); return err },
	})
	return string(text), err
}

// validate refuses unsupported video.
func (s stream) validate(c Container) error {
	// The specification lists AVI, whose usual codec is MPEG-4 Part 2: it is accepted there, and in the Matroska file that
	// Remux makes of it.
	accepted := codecs[s.Codec] || s.Codec == "mpeg4" && c != MP4 || c.isUnadvertised() && olderCodecs[s.Codec]
	if !accepted {
		name := s.Codec
		if name == "" || name == "unknown" {
			name = "an unknown format"
		}
		return &Refusal{RefusedCodec, fmt.Sprintf("This video uses %s, which is not supported. Export it as H.264, H.265, VP8, VP9 or AV1.", name)}
	}
	long, short := max(s.Width, s.Height), min(s.Width, s.Height)
	switch {
	case short <= 0:
		return &Refusal{RefusedDamaged, "This video is damaged: its picture has no size. Export it again, then upload it again."}
	case long > maxLongSide || short > maxShortSide:
		return tooLarge(fmt.Sprintf(" (%d×%d)", s.Width, s.Height))
	case short < minSide:
		return &Refusal{RefusedTooSmall, fmt.Sprintf("The picture of this video is too small (%d×%d). Each side needs at least %d pixels.", s.Width, s.Height, minSide)}
	}
	return nil
}

func tooLarge(size string) *Refusal {
	return &Refusal{RefusedTooLarge, "The picture of this video is too large" + size + ". Export it with at most 3840×2160."}
}

func tooManyTracks() *Refusal {
	return &Refusal{RefusedTooManyTracks, fmt.Sprintf("This file has too many tracks. Export it with one video track and at most %d audio tracks.", maxAudioTracks)}
}
