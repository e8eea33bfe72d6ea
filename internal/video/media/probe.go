package media

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Limits of accepted videos (specification section 9, Upload; faults F24 and F25).
const (
	MaxDuration    = 28800 // seconds, 8 h
	maxLongSide    = 3840
	maxShortSide   = 2160
	minSide        = 16
	maxAudioTracks = 8
	maxTracks      = 64 // of all kinds; subtitles, data and attachments are ignored
)

// Probe describes a video, measured from its packets where headers may lie. Times are in seconds.
type Probe struct {
	Container   Container  `json:"container"`
	Start       float64    `json:"start"`       // the container's start time
	Zero        Moment     `json:"zero"`        // the first picture
	PicturesEnd float64    `json:"picturesEnd"` // end of the last picture, from Zero
	Duration    float64    `json:"duration"`    // end of the last picture or audio, from Zero
	FrameRate   float64    `json:"frameRate"`   // frames a second
	KeyframeGap float64    `json:"keyframeGap"` // longest time from a keyframe to the next
	Keyframes   int        `json:"keyframes"`
	Indexed     bool       `json:"indexed"` // seeking finds keyframes
	Video       VideoFacts `json:"video"`
	Audio       AudioFacts `json:"audio"` // Channels is 0 for a video without audio
}

// VideoFacts describe the video track.
type VideoFacts struct {
	Stream      int    `json:"stream"`
	Codec       string `json:"codec"`       // h264, hevc, vp8, vp9, av1, or mpeg4 from AVI
	Width       int    `json:"width"`       // as stored, before Rotation
	Height      int    `json:"height"`      // as stored, before Rotation
	Rotation    int    `json:"rotation"`    // degrees counter-clockwise that a player rotates the pictures by
	PixelFormat string `json:"pixelFormat"` // ffmpeg's name: yuv420p10le
	AspectNum   int    `json:"aspectNum"`   // width of a pixel to …
	AspectDen   int    `json:"aspectDen"`   // … its height, before Rotation
	Frames      int    `json:"frames"`      // pictures in the source
}

// AudioFacts describe the first audio track.
type AudioFacts struct {
	Stream     int    `json:"stream"`
	Codec      string `json:"codec"`
	Channels   int    `json:"channels"`
	SampleRate int    `json:"sampleRate"`
}

// display returns the size with square pixels, rotated for display and within the accepted limits.
func (v VideoFacts) display() (width, height float64) {
	width, height = float64(v.Width), float64(v.Height)
	aspect := float64(v.AspectNum) / float64(max(1, v.AspectDen))
	if aspect >= 0.25 && aspect <= 4 { // beyond that it is a mistake or an attack
		width *= aspect
	}
	if v.Rotation%180 != 0 && v.Rotation%90 == 0 {
		width, height = height, width
	}
	shrink := min(1, maxLongSide/max(width, height), maxShortSide/min(width, height))
	return width * shrink, height * shrink
}

// Inspect judges and measures the file at path. A *Refusal is for the teacher; a *ToolError is our failure (retry).
func Inspect(ctx context.Context, box *Sandbox, path string) (Probe, error) {
	container, err := sniffFile(path)
	if err != nil {
		return Probe{}, err
	}
	p := Probe{Container: container}
	header, err := readHeader(ctx, box, path, container)
	if err != nil {
		return Probe{}, err
	}
	video, audio, err := header.selectStreams(container)
	if err != nil {
		return Probe{}, err
	}
	p.Video, p.Start = video.video(), header.start()
	if audio != nil {
		p.Audio = AudioFacts{audio.Index, audio.Codec, audio.Channels, number(audio.SampleRate)}
	}
	if p.Indexed, err = seekable(path, container); err != nil {
		return Probe{}, err
	}
	return p, measure(ctx, box, path, &p, video, audio)
}

// headerLimits apply to reading headers: a hostile file costs no more than this.
var headerLimits = limits{wall: time.Minute, cpu: 10 * time.Second, memory: probeMemory}

// maxHeader limits ffprobe's output about a file, in bytes.
const maxHeader = 4 << 20

// header is ffprobe's description of a file.
type header struct {
	Streams []stream `json:"streams"`
	Format  struct {
		StartTime string `json:"start_time"`
	} `json:"format"`
}

// stream is ffprobe's description of one track.
type stream struct {
	Index       int    `json:"index"`
	Type        string `json:"codec_type"`
	Codec       string `json:"codec_name"`
	Width       int    `json:"width"`
	Height      int    `json:"height"`
	Aspect      string `json:"sample_aspect_ratio"`
	PixelFormat string `json:"pix_fmt"`
	Channels    int    `json:"channels"`
	SampleRate  string `json:"sample_rate"`
	TimeBase    string `json:"time_base"`
	AverageRate string `json:"avg_frame_rate"`
	Disposition struct {
		AttachedPicture int `json:"attached_pic"`
		StillImage      int `json:"still_image"`
	} `json:"disposition"`
	SideData []struct {
		Rotation int `json:"rotation"`
	} `json:"side_data_list"`
}

func (s stream) video() VideoFacts {
	v := VideoFacts{Stream: s.Index, Codec: s.Codec, Width: s.Width, Height: s.Height, PixelFormat: s.PixelFormat}
	v.AspectNum, v.AspectDen = ratio(s.Aspect, ":")
	if v.AspectNum <= 0 || v.AspectDen <= 0 {
		v.AspectNum, v.AspectDen = 1, 1
	}
	for _, side := range s.SideData {
		if side.Rotation != 0 {
			v.Rotation = (side.Rotation%360 + 360) % 360
		}
	}
	return v
}

func (h header) start() float64 {
	start, err := strconv.ParseFloat(h.Format.StartTime, 64)
	if err != nil {
		return 0 // "N/A": ffmpeg then adds nothing to a seek either
	}
	return start
}

// readHeader runs ffprobe on the file's headers.
func readHeader(ctx context.Context, box *Sandbox, path string, c Container) (header, error) {
	var out bytes.Buffer
	words, err := box.run(ctx, invocation{
		tool: "ffprobe", source: path, limits: headerLimits,
		args: func(in, _ string) []string {
			return append(append([]string{"-v", "error"}, c.input()...), "-of", "json", "-show_entries",
				"format=start_time:stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,pix_fmt,channels,"+
					"sample_rate,time_base,avg_frame_rate:stream_disposition=attached_pic,still_image:stream_side_data=rotation", "-i", in)
		},
		stdout: func(r *pipe) error {
			n, err := out.ReadFrom(io.LimitReader(r, maxHeader))
			if n == maxHeader {
				return tooManyTracks()
			}
			return err
		},
	})
	if err != nil && strings.Contains(words, "max pixel count") { // the decoder's wording
		return header{}, tooLarge("")
	}
	if err != nil {
		return header{}, asRefusal(err)
	}
	var h header
	if err := json.Unmarshal(out.Bytes(), &h); err != nil {
		return header{}, &ToolError{Tool: "ffprobe", Class: ToolGarbage, Tail: words, Cause: err}
	}
	return h, nil
}

// unreadableMessages are ffmpeg's messages about a file that it cannot parse. A failing disk, a sandbox that does not start
// and a machine without memory lead to other messages, which are not the video's fault.
var unreadableMessages = []string{"Invalid data found when processing input", "moov atom not found", "End of file"}

// asRefusal turns ffprobe's refusal to parse a file into one for the teacher; crashes, limits and failures of this machine
// stay errors.
func asRefusal(err error) error {
	t, ok := errors.AsType[*ToolError](err)
	if ok && t.Class == ToolFailed && slices.ContainsFunc(unreadableMessages, func(words string) bool { return strings.Contains(t.Tail, words) }) {
		return &Refusal{RefusedDamaged, "This video is damaged or incomplete: it cannot be read. Please export or copy it again and upload it once more."}
	}
	return err
}

// codecs are those of the specification (section 9, Upload), by ffmpeg's names.
var codecs = map[string]bool{"h264": true, "hevc": true, "vp8": true, "vp9": true, "av1": true}

// selectStreams finds the video track and the first audio track (nil if there is none), or refuses.
func (h header) selectStreams(c Container) (video, audio *stream, err error) {
	sounds := 0
	if len(h.Streams) > maxTracks {
		return nil, nil, tooManyTracks()
	}
	for i := range h.Streams {
		s := &h.Streams[i]
		switch {
		case s.Type == "video" && s.Disposition.AttachedPicture == 0 && s.Disposition.StillImage == 0:
			if video != nil {
				return nil, nil, tooManyTracks()
			}
			video = s
		case s.Type == "audio":
			sounds++
			if audio == nil && s.Channels > 0 && s.Codec != "" && s.Codec != "unknown" {
				audio = s
			}
		}
	}
	switch {
	case sounds > maxAudioTracks:
		return nil, nil, tooManyTracks()
	case video == nil:
		return nil, nil, &Refusal{RefusedNoPictures, "This file has no video track, only sound or a cover picture. Please upload a file with moving pictures."}
	}
	return video, audio, video.validate(c)
}

// validate refuses unsupported video.
func (s stream) validate(c Container) error {
	// The specification lists AVI, whose usual codec is MPEG-4 Part 2: it is accepted there, and in the Matroska file that
	// Remux makes of it.
	if !codecs[s.Codec] && !(s.Codec == "mpeg4" && c != MP4) {
		name := s.Codec
		if name == "" || name == "unknown" {
			name = "an unknown format"
		}
		return &Refusal{RefusedCodec, fmt.Sprintf("The pictures of this video are in %s, which cannot be taken. Please export it as H.264, H.265, VP8, VP9 or AV1.", name)}
	}
	long, short := max(s.Width, s.Height), min(s.Width, s.Height)
	switch {
	case short <= 0:
		return &Refusal{RefusedDamaged, "This video is damaged: its pictures have no size. Please export it again and upload it once more."}
	case long > maxLongSide || short > maxShortSide:
		return tooLarge(fmt.Sprintf(" (%d×%d)", s.Width, s.Height))
	case short < minSide:
		return &Refusal{RefusedTooSmall, fmt.Sprintf("The pictures of this video are too small (%d×%d). Each side needs at least %d pixels.", s.Width, s.Height, minSide)}
	}
	return nil
}

func tooLarge(size string) *Refusal {
	return &Refusal{RefusedTooLarge, "The pictures of this video are too large" + size + ". Please export it with at most 3840×2160."}
}

func tooManyTracks() *Refusal {
	return &Refusal{RefusedTooManyTracks, fmt.Sprintf("This file has too many tracks. Please export it with one video track and at most %d audio tracks.", maxAudioTracks)}
}

// ratio parses "a:b" or "a/b"; 0 and 0 if invalid.
func ratio(text, by string) (int, int) {
	a, b, _ := strings.Cut(text, by)
	return number(a), number(b)
}

// number parses an integer; 0 if invalid.
func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}
