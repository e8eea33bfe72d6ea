package media

import "fmt"

// PlanOptions adjust the plan. The product uses the zero value.
type PlanOptions struct {
	// PieceSegments is the maximum number of segments in a piece; 0 means the constant PieceSegments.
	PieceSegments int
}

const (
	// PieceSegments is the usual length of a piece: about 60 s. A video of under eight pieces is divided more finely, so
	// that all cores and machines have work and finish together.
	PieceSegments = 10
	// minPieces is how many pieces a short video gets, as long as each has whole segments.
	minPieces = 4
)

// pieceSegments returns the maximum number of segments in a piece. Where keyframes are rare a piece is at least twice as
// long as the gap between them, because decoding up to its start would otherwise cost more than the piece.
func (o PlanOptions) pieceSegments(keyframeGap float64) int {
	if o.PieceSegments > 0 {
		return o.PieceSegments
	}
	return max(PieceSegments, int(2*keyframeGap/SegmentSeconds))
}

// Plan holds all decisions about a video before a frame of it is encoded. It is computed from a Probe alone, stored as
// JSON, and yields the same segments on any machine at any time.
type Plan struct {
	Container   Container `json:"container"`
	VideoStream int       `json:"videoStream"` // index in the source
	AudioStream int       `json:"audioStream"` // index in the source; meaningless without HasAudio
	HasAudio    bool      `json:"hasAudio"`

	// Zero is the time of the first picture, to which all times relate. Seek is the container's start time, which ffmpeg
	// adds to every seek. PicturesEnd is the end of the video track, from Zero; the audio may be longer.
	Zero        Moment  `json:"zero"`
	Seek        float64 `json:"seek"`        // seconds
	PicturesEnd float64 `json:"picturesEnd"` // seconds

	// KeyframeGap is the longest time between keyframes in seconds, which a piece may have to decode before its start.
	KeyframeGap float64 `json:"keyframeGap"`
	Keyframes   int     `json:"keyframes"`

	// Transfer, FullRange and Interlaced are those of VideoFacts; SourceWidth and SourceHeight are set for interlaced video.
	Transfer     string `json:"transfer,omitempty"`
	FullRange    bool   `json:"fullRange,omitempty"`
	Interlaced   bool   `json:"interlaced,omitempty"`
	SourceWidth  int    `json:"sourceWidth,omitempty"`
	SourceHeight int    `json:"sourceHeight,omitempty"`

	// LeadIn is how long before a piece decoding starts, in seconds: 0 unless pictures need some before their keyframe.
	LeadIn float64 `json:"leadIn,omitempty"`

	// MoreAudio is the audio tracks beside the default one.
	MoreAudio []AudioTrack `json:"moreAudio,omitempty"`
	// AudioLanguage and AudioTitle are those of the default track.
	AudioLanguage string `json:"audioLanguage,omitempty"`
	AudioTitle    string `json:"audioTitle,omitempty"`

	Rate          Rate    `json:"rate"`
	SegmentFrames int     `json:"segmentFrames"` // F
	Frames        int     `json:"frames"`        // N
	Pieces        []Piece `json:"pieces"`
	Rungs         []Rung  `json:"rungs"` // best first; the last one is encoded first
}

// Moment is an exact time in the source: Ticks × Num/Den seconds.
type Moment struct {
	Ticks int64 `json:"ticks"`
	Num   int64 `json:"num"`
	Den   int64 `json:"den"`
}

// Seconds returns the time in seconds.
func (m Moment) Seconds() float64 { return float64(m.Ticks) * float64(m.Num) / float64(m.Den) }

// Piece is a run of whole segments, encoded by one process. Segments count from 1 in names and from 0 here: the piece holds
// the segments numbered First+1 … End.
type Piece struct {
	First int `json:"first"`
	End   int `json:"end"`
}

// Rung is one video rendition.
type Rung struct {
	Name    string `json:"name"` // as in the ladder: "1080p"
	Width   int    `json:"width"`
	Height  int    `json:"height"`
	Bitrate int    `json:"bitrate"` // bits a second, maximum
	Rate    Rate   `json:"rate"`    // the plan's, or 24 on the lowest rung

	SegmentFrames int `json:"segmentFrames"` // frames in a whole segment of this rung
	Frames        int `json:"frames"`        // frames of the whole video in this rung
}

// NewPlan plans the processing of a video that Inspect has accepted.
func NewPlan(p Probe, o PlanOptions) Plan {
	rate := nearestRate(p.FrameRate)
	f := rate.segmentFrames()
	n := max(1, int(p.Duration*rate.PerSecond()+0.5))
	plan := Plan{
		Container: p.Container, VideoStream: p.Video.Stream, AudioStream: p.Audio.Stream, HasAudio: p.Audio.Channels > 0,
		Zero: p.Zero, Seek: p.Start, PicturesEnd: p.PicturesEnd, KeyframeGap: p.KeyframeGap, Keyframes: p.Keyframes,
		Rate: rate, SegmentFrames: f, Frames: n,
		Pieces: splitPieces(n, f, o.pieceSegments(p.KeyframeGap)), Rungs: rungs(p.Video, rate, n),
		Transfer: p.Video.Transfer, FullRange: p.Video.FullRange, AudioLanguage: p.Audio.Language, AudioTitle: p.Audio.Title,
	}
	if p.Video.Interlaced {
		plan.Interlaced, plan.SourceWidth, plan.SourceHeight = true, p.Video.Width, p.Video.Height
	}
	if p.Video.OpenGOP {
		plan.LeadIn = p.KeyframeGap
	}
	for i, a := range p.MoreAudio {
		plan.MoreAudio = append(plan.MoreAudio, AudioTrack{Name: fmt.Sprintf("%s-%d", AudioRendition, i+2), Stream: a.Stream, Language: a.Language, Title: a.Title})
	}
	return plan
}

// AudioTrack is one track of audio, which becomes a rendition.
type AudioTrack struct {
	Name     string `json:"name"` // of the rendition: AudioRendition, audio-2, …
	Stream   int    `json:"stream"`
	Language string `json:"language,omitempty"` // BCP 47; "" if unknown
	Title    string `json:"title,omitempty"`
}

// Audio lists the audio tracks, the default one first.
func (p Plan) Audio() []AudioTrack {
	if !p.HasAudio {
		return nil
	}
	return append([]AudioTrack{{AudioRendition, p.AudioStream, p.AudioLanguage, p.AudioTitle}}, p.MoreAudio...)
}

// AudioTrack finds an audio track by the name of its rendition.
func (p Plan) AudioTrack(name string) (AudioTrack, bool) {
	for _, a := range p.Audio() {
		if a.Name == name {
			return a, true
		}
	}
	return AudioTrack{}, false
}

// audio lists the audio tracks, the default one first.
func (p Probe) audio() []AudioFacts {
	if p.Audio.Channels == 0 {
		return nil
	}
	return append([]AudioFacts{p.Audio}, p.MoreAudio...)
}

// Segments is the number of media segments of every rendition.
func (p Plan) Segments() int { return ceilDiv(p.Frames, p.SegmentFrames) }

// Seconds is the length of the video.
func (p Plan) Seconds() float64 { return float64(p.Frames) / p.Rate.PerSecond() }

// First is the cheapest rung, which makes a video playable.
func (p Plan) First() Rung { return p.Rungs[len(p.Rungs)-1] }

func (p Plan) Rung(name string) (Rung, bool) {
	for _, r := range p.Rungs {
		if r.Name == name {
			return r, true
		}
	}
	return Rung{}, false
}

// PieceFrames is the number of frames of a piece at the plan's rate, for progress.
func (p Plan) PieceFrames(piece Piece) int {
	return min(piece.End*p.SegmentFrames, p.Frames) - piece.First*p.SegmentFrames
}

// Timescale is the unit of Segment: ticks a second.
func (r Rung) Timescale() int { return r.Rate.timescale() }

// Segments is the number of the rung's media segments: the plan's.
func (r Rung) Segments() int { return ceilDiv(r.Frames, r.SegmentFrames) }

// Segment returns the start and duration of media segment n (from 1), in ticks of Timescale. The segments of all rungs
// start at the same times.
func (r Rung) Segment(n int) (start, duration int64) {
	first := (n - 1) * r.SegmentFrames
	frames := min(r.SegmentFrames, r.Frames-first)
	return int64(first) * int64(r.Rate.tick()), int64(frames) * int64(r.Rate.tick())
}

// AudioTimescale is the unit of AudioSegment: audio is resampled to 48 kHz.
const AudioTimescale = 48000

// aacFrame is the number of samples in a frame of AAC-LC (ISO/IEC 14496-3).
const aacFrame = 1024

// AudioSegment returns the start and duration of audio segment n (from 1), in ticks of AudioTimescale. It starts with the
// first AAC frame at or after the start of the video segment, so it is late by less than 22 ms, without accumulating.
func (p Plan) AudioSegment(n int) (start, duration int64) {
	first := p.firstAudioFrame(n)
	end := p.audioFrames()
	if n < p.Segments() {
		end = p.firstAudioFrame(n + 1)
	}
	return int64(first) * aacFrame, int64(end-first) * aacFrame
}

// firstAudioFrame returns the number (from 0) of the first AAC frame of segment n.
func (p Plan) firstAudioFrame(n int) int {
	return p.audioFramesUntil((n - 1) * p.SegmentFrames)
}

// audioFrames returns the number of AAC frames: enough to cover the video, and at least one in the last segment.
func (p Plan) audioFrames() int {
	return max(p.audioFramesUntil(p.Frames), p.firstAudioFrame(p.Segments())+1)
}

// audioFramesUntil returns how many AAC frames start before the given video frame.
func (p Plan) audioFramesUntil(frame int) int {
	return ceilDiv(frame*p.Rate.Den*AudioTimescale, p.Rate.Num*aacFrame)
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }

// splitPieces divides a video of n frames, f a segment, into pieces of nearly equal length of at most `most` segments,
// longer ones first. An incomplete last segment is never a piece of its own: a piece of one or two frames would get another
// B-frame delay and so another init (video-notes section 2).
func splitPieces(n, f, most int) []Piece {
	segments := ceilDiv(n, f)
	whole := max(1, n/f)
	count := max(ceilDiv(whole, most), min(minPieces, whole))
	pieces := make([]Piece, 0, count)
	first := 0
	for i := range count {
		end := first + (whole-first+count-i-1)/(count-i)
		pieces = append(pieces, Piece{First: first, End: end})
		first = end
	}
	pieces[count-1].End = segments
	return pieces
}
