package media

// PlanOptions bend the plan. The zero value is what the product uses.
type PlanOptions struct {
	// PieceSegments is the most segments in a piece; 0 means PieceSegments.
	PieceSegments int
}

const (
	// PieceSegments is the usual length of a piece: about 60 s. A video of under eight pieces is cut finer,
	// so that all cores and machines have work and end together.
	PieceSegments = 10
	// minPieces is how many pieces a short video is cut into, as long as each holds whole segments.
	minPieces = 4
)

// pieceSegments is the most segments in a piece. Where keyframes are rare a piece is at least twice as long as the way
// between them: else decoding up to its mark would cost more than the piece.
func (o PlanOptions) pieceSegments(keyframeGap float64) int {
	if o.PieceSegments > 0 {
		return o.PieceSegments
	}
	return max(PieceSegments, int(2*keyframeGap/SegmentSeconds))
}

// Plan is all that is decided about a video before a frame of it is encoded. It is pure arithmetic over a Probe,
// stored as JSON, and gives any machine at any time the same segments.
type Plan struct {
	Container   Container `json:"container"`
	VideoStream int       `json:"videoStream"` // index in the source
	AudioStream int       `json:"audioStream"` // index in the source; meaningless without HasAudio
	HasAudio    bool      `json:"hasAudio"`

	// Zero is the moment of the first picture, the zero of everything. Seek is the container's own start, which
	// ffmpeg adds to every seek. PicturesEnd is where the pictures end, from Zero: the audio may go on.
	Zero        Moment  `json:"zero"`
	Seek        float64 `json:"seek"`        // seconds
	PicturesEnd float64 `json:"picturesEnd"` // seconds

	// KeyframeGap is the longest way between keyframes in seconds: what a piece may have to decode before its mark.
	KeyframeGap float64 `json:"keyframeGap"`
	Keyframes   int     `json:"keyframes"`

	Rate          Rate    `json:"rate"`
	SegmentFrames int     `json:"segmentFrames"` // F
	Frames        int     `json:"frames"`        // N
	Pieces        []Piece `json:"pieces"`
	Rungs         []Rung  `json:"rungs"` // best first; the last one is made first
}

// Moment is an exact time in the source: Ticks × Num/Den seconds.
type Moment struct {
	Ticks int64 `json:"ticks"`
	Num   int64 `json:"num"`
	Den   int64 `json:"den"`
}

// Seconds is the moment as a decimal.
func (m Moment) Seconds() float64 { return float64(m.Ticks) * float64(m.Num) / float64(m.Den) }

// Piece is a run of whole segments, encoded by one process. Segments count from 1 in names and from 0 here:
// the piece holds the segments numbered First+1 … End.
type Piece struct {
	First int `json:"first"`
	End   int `json:"end"`
}

// Rung is one rendition of the pictures.
type Rung struct {
	Name    string `json:"name"` // of the ladder: "1080p"
	Width   int    `json:"width"`
	Height  int    `json:"height"`
	Bitrate int    `json:"bitrate"` // bits a second, the cap
	Rate    Rate   `json:"rate"`    // the plan's, or 24 on the lowest rung

	SegmentFrames int `json:"segmentFrames"` // frames in a whole segment of this rung
	Frames        int `json:"frames"`        // frames of the whole video in this rung
}

// NewPlan decides what is made of a video that Inspect took.
func NewPlan(p Probe, o PlanOptions) Plan {
	rate := nearestRate(p.FrameRate)
	f := rate.segmentFrames()
	n := max(1, int(p.Duration*rate.PerSecond()+0.5))
	return Plan{
		Container: p.Container, VideoStream: p.Video.Stream, AudioStream: p.Audio.Stream, HasAudio: p.Audio.Channels > 0,
		Zero: p.Zero, Seek: p.Start, PicturesEnd: p.PicturesEnd, KeyframeGap: p.KeyframeGap, Keyframes: p.Keyframes,
		Rate: rate, SegmentFrames: f, Frames: n,
		Pieces: splitPieces(n, f, o.pieceSegments(p.KeyframeGap)), Rungs: rungs(p.Video, rate, n),
	}
}

// Segments is how many media segments every rendition has.
func (p Plan) Segments() int { return ceilDiv(p.Frames, p.SegmentFrames) }

// Seconds is the length of the video.
func (p Plan) Seconds() float64 { return float64(p.Frames) / p.Rate.PerSecond() }

// First is the rung that makes a video playable: the cheapest.
func (p Plan) First() Rung { return p.Rungs[len(p.Rungs)-1] }

// Rung finds a rung by its name.
func (p Plan) Rung(name string) (Rung, bool) {
	for _, r := range p.Rungs {
		if r.Name == name {
			return r, true
		}
	}
	return Rung{}, false
}

// PieceFrames is how many frames of the plan's rate a piece holds, for progress.
func (p Plan) PieceFrames(piece Piece) int {
	return min(piece.End*p.SegmentFrames, p.Frames) - piece.First*p.SegmentFrames
}

// Timescale is the unit of Segment: ticks a second.
func (r Rung) Timescale() int { return r.Rate.timescale() }

// Segments is how many media segments the rung has: as many as the plan.
func (r Rung) Segments() int { return ceilDiv(r.Frames, r.SegmentFrames) }

// Segment is where media segment n (from 1) begins and how long it lasts, in ticks of Timescale.
// The segments of all rungs begin at the same moments.
func (r Rung) Segment(n int) (start, duration int64) {
	first := (n - 1) * r.SegmentFrames
	frames := min(r.SegmentFrames, r.Frames-first)
	return int64(first) * int64(r.Rate.tick()), int64(frames) * int64(r.Rate.tick())
}

// AudioTimescale is the unit of AudioSegment: sound is made regular to 48 kHz.
const AudioTimescale = 48000

// aacFrame is the samples in one frame of AAC-LC (ISO/IEC 14496-3).
const aacFrame = 1024

// AudioSegment is where audio segment n (from 1) begins and how long it lasts, in ticks of AudioTimescale. It begins
// with the first AAC frame at or after the mark of the pictures, so it drifts by less than 22 ms and never further.
func (p Plan) AudioSegment(n int) (start, duration int64) {
	first := p.firstAudioFrame(n)
	end := p.audioFrames()
	if n < p.Segments() {
		end = p.firstAudioFrame(n + 1)
	}
	return int64(first) * aacFrame, int64(end-first) * aacFrame
}

// firstAudioFrame is the number (from 0) of the AAC frame that begins segment n.
func (p Plan) firstAudioFrame(n int) int {
	return p.audioFramesUntil((n - 1) * p.SegmentFrames)
}

// audioFrames is how many AAC frames the video has: enough to cover the pictures, and one at least in the last segment.
func (p Plan) audioFrames() int {
	return max(p.audioFramesUntil(p.Frames), p.firstAudioFrame(p.Segments())+1)
}

// audioFramesUntil is how many AAC frames begin before the given frame of video does.
func (p Plan) audioFramesUntil(frame int) int {
	return ceilDiv(frame*p.Rate.Den*AudioTimescale, p.Rate.Num*aacFrame)
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }
