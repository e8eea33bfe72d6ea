package media

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/internal/video/sandbox"
)

// Limits of accepted videos (specification section 9, Upload; faults F24 and F25).
const (
	MaxDuration    = 28800 // seconds, 8 h
	maxLongSide    = 3840
	maxShortSide   = 2160
	minSide        = 16
	maxAudioTracks = 8
	maxVideoTracks = 4  // of which one is used
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
	Audio       AudioFacts `json:"audio"` // the default track; Channels is 0 for a video without audio

	MoreAudio []AudioFacts `json:"moreAudio,omitempty"` // the other tracks
	Subtitles []TextFacts  `json:"subtitles,omitempty"` // tracks of text
	Truncated *Truncation  `json:"truncated,omitempty"`
	Notices   []string     `json:"notices,omitempty"` // what is left out, in words for the teacher
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

	Transfer   string `json:"transfer,omitempty"` // transferPQ or transferHLG; other transfer functions are SDR
	FullRange  bool   `json:"fullRange,omitempty"`
	Interlaced bool   `json:"interlaced,omitempty"`
	OpenGOP    bool   `json:"openGOP,omitempty"` // some pictures need those before the keyframe that they follow
}

// AudioFacts describe an audio track.
type AudioFacts struct {
	Stream     int    `json:"stream"`
	Codec      string `json:"codec"`
	Channels   int    `json:"channels"`
	SampleRate int    `json:"sampleRate"`
	Language   string `json:"language,omitempty"` // BCP 47; "" if unknown
	Title      string `json:"title,omitempty"`
}

// TextFacts describe a track of text subtitles.
type TextFacts struct {
	Stream   int    `json:"stream"`
	Language string `json:"language,omitempty"` // BCP 47; "" if unknown
	Title    string `json:"title,omitempty"`
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

// Inspect judges and measures the file at path. A *Refusal is for the teacher; a *sandbox.Error is our failure (retry).
func Inspect(ctx context.Context, box *sandbox.Sandbox, path string) (Probe, error) {
	container, err := sniffFile(path)
	if err != nil {
		return Probe{}, err
	}
	return inspect(ctx, box, path, container, container)
}

// InspectRemuxed is Inspect for the file that Remux made of the probed one, of which it keeps what a remux cannot tell.
func InspectRemuxed(ctx context.Context, box *sandbox.Sandbox, path string, source Probe) (Probe, error) {
	container, err := sniffFile(path)
	if err != nil {
		return Probe{}, err
	}
	p, err := inspect(ctx, box, path, container, source.Container)
	p.Truncated, p.Notices = source.Truncated, source.Notices
	if p.Truncated != nil {
		p.endBeforeCut()
	}
	return p, err
}

// inspect reads a file of a container; the codecs are those accepted in the container that it was uploaded in.
func inspect(ctx context.Context, box *sandbox.Sandbox, path string, container, uploaded Container) (Probe, error) {
	p := Probe{Container: container}
	cut, err := findCut(path, container)
	if err != nil {
		return Probe{}, err
	}
	header, err := readHeader(ctx, box, path, container)
	if err != nil {
		return Probe{}, cut.explain(err)
	}
	if err := refuseProtected(path, container); err != nil {
		return Probe{}, err
	}
	tracks, err := header.selectTracks(uploaded)
	if err != nil {
		return Probe{}, err
	}
	p.Video, p.Start, p.Notices = tracks.video.video(), header.start(), tracks.notices
	if p.Indexed, err = seekable(path, container); err != nil {
		return Probe{}, err
	}
	if err := measure(ctx, box, path, &p, tracks); err != nil {
		return Probe{}, cut.explain(err)
	}
	for _, s := range tracks.text {
		p.Subtitles = append(p.Subtitles, TextFacts{s.Index, s.language(), s.title()})
	}
	if cut != nil {
		p.Truncated = &Truncation{Seconds: p.Duration, Whole: header.duration(), Bytes: cut.have, WholeBytes: cut.whole}
		p.endBeforeCut()
	}
	return p, nil
}

// headerLimits apply to reading headers: a hostile file costs no more than this.
var headerLimits = sandbox.Limits{Wall: time.Minute, CPU: 10 * time.Second, Memory: sandbox.ProbeMemory}

// maxHeader limits ffprobe's output about a file, in bytes.
const maxHeader = 4 << 20

// header is ffprobe's description of a file.
type header struct {
	Streams []stream `json:"streams"`
	Format  struct {
		StartTime string `json:"start_time"`
		Duration  string `json:"duration"`
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
	FieldOrder  string `json:"field_order"`
	Transfer    string `json:"color_transfer"`
	Range       string `json:"color_range"`
	Tags        struct {
		Language string `json:"language"`
		Title    string `json:"title"`
	} `json:"tags"`
	Disposition struct {
		Default         int `json:"default"`
		AttachedPicture int `json:"attached_pic"`
		StillImage      int `json:"still_image"`
	} `json:"disposition"`
	SideData []struct {
		Rotation int `json:"rotation"`
	} `json:"side_data_list"`
}

func (s stream) video() VideoFacts {
	v := VideoFacts{Stream: s.Index, Codec: s.Codec, Width: s.Width, Height: s.Height, PixelFormat: s.PixelFormat}
	v.Interlaced, v.FullRange = slices.Contains(interlacedOrders, s.FieldOrder), s.Range == "pc"
	if s.Transfer == transferPQ || s.Transfer == transferHLG {
		v.Transfer = s.Transfer
	}
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

// duration is the length that the header claims, in seconds; 0 if it claims none.
func (h header) duration() float64 {
	seconds, err := strconv.ParseFloat(h.Format.Duration, 64)
	if err != nil {
		return 0
	}
	return seconds
}

// readHeader runs ffprobe on the file's headers.
func readHeader(ctx context.Context, box *sandbox.Sandbox, path string, c Container) (header, error) {
	var out bytes.Buffer
	words, err := box.Run(ctx, sandbox.Invocation{
		Tool: "ffprobe", Source: path, Limits: headerLimits,
		Args: func(in, _ string) []string {
			return append(append([]string{"-v", "error"}, c.input()...), "-of", "json", "-show_entries",
				"format=start_time,duration:stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,pix_fmt,channels,"+
					"sample_rate,time_base,avg_frame_rate,field_order,color_transfer,color_range:stream_tags=language,title:"+
					"stream_disposition=default,attached_pic,still_image:stream_side_data=rotation", "-i", in)
		},
		Stdout: func(r *sandbox.Pipe) error {
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
		return header{}, &sandbox.Error{Tool: "ffprobe", Class: sandbox.Garbage, Tail: words, Cause: err}
	}
	return h, nil
}

// unreadableMessages are ffmpeg's messages about a file that it cannot parse. A failing disk, a sandbox that does not start
// and a machine without memory lead to other messages, which are not the video's fault.
var unreadableMessages = []string{"Invalid data found when processing input", "moov atom not found", "End of file"}

// asRefusal turns ffprobe's refusal to parse a file into one for the teacher; crashes, limits and failures of this machine
// stay errors.
func asRefusal(err error) error {
	t, ok := errors.AsType[*sandbox.Error](err)
	if ok && t.Class == sandbox.Failed && slices.ContainsFunc(unreadableMessages, func(words string) bool { return strings.Contains(t.Tail, words) }) {
		return &Refusal{RefusedDamaged, "This video is damaged or incomplete and can't be read. Export or copy it again, then upload it again."}
	}
	return err
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
