package media

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/internal/video/sandbox"
)

const (
	// maxPictures is 240 a second for the longest video: more is an attack.
	maxPictures = 240 * MaxDuration
	// overhang is how much longer the audio may be without repeating the last picture, in seconds: codecs pad their last
	// frame.
	overhang = 0.1
	// tallyRate is the bytes a second that the slowest supported disk can read.
	tallyRate = 10 << 20
)

// measure determines the times of a video from its packets: headers have been seen wrong by frames and by ten seconds, and
// a hostile one claims ten hours.
func measure(ctx context.Context, box *sandbox.Sandbox, path string, p *Probe, used tracks) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	t := newPacketStats(used)
	reading := time.Duration(info.Size()/tallyRate) * time.Second
	_, err = box.Run(ctx, sandbox.Invocation{
		Tool: "ffprobe", Source: path,
		Limits: sandbox.Limits{Wall: time.Minute + reading, CPU: time.Minute + reading, Memory: sandbox.ProbeMemory},
		Args: func(in, _ string) []string {
			return append(append([]string{"-v", "error"}, p.Container.input()...),
				"-of", "csv=p=0", "-show_entries", "packet=stream_index,pts,dts,duration,flags", "-i", in)
		},
		Stdout: func(r *sandbox.Pipe) error { return t.read(r) },
	})
	if err != nil {
		return asRefusal(err)
	}
	return t.apply(p)
}

// packetStats collects the times of video and audio packets.
type packetStats struct {
	video   track
	audio   []track
	facts   []AudioFacts // of audio
	claimed float64      // frames a second by the header
}

// track holds the packets of one stream. Times are in ticks of num/den seconds.
type track struct {
	stream    int
	num, den  int
	times     []int64 // of video
	keys      []int64
	first     int64 // start of the earliest packet
	last, end int64 // start and end of the latest packet
	count     int
	key       int64 // start of the latest keyframe
	open      bool  // a picture that follows a keyframe is shown before it
}

func newPacketStats(used tracks) *packetStats {
	t := &packetStats{video: newTrack(used.video)}
	if num, den := ratio(used.video.AverageRate, "/"); num > 0 && den > 0 {
		t.claimed = float64(num) / float64(den)
	}
	for _, s := range used.audio {
		t.audio = append(t.audio, newTrack(s))
		t.facts = append(t.facts, AudioFacts{s.Index, s.Codec, s.Channels, number(s.SampleRate), s.language(), s.title()})
	}
	return t
}

func newTrack(s *stream) track {
	num, den := ratio(s.TimeBase, "/")
	return track{stream: s.Index, num: max(1, num), den: max(1, den), first: math.MaxInt64, end: math.MinInt64, last: math.MinInt64, key: math.MinInt64}
}

func (t *track) seconds(ticks int64) float64 { return float64(ticks) * float64(t.num) / float64(t.den) }

// read parses ffprobe's lines: stream, pts, dts, duration, flags.
func (t *packetStats) read(r io.Reader) error {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		f := strings.Split(lines.Text(), ",")
		if len(f) < 5 {
			continue
		}
		index, err := strconv.Atoi(f[0])
		if err != nil || strings.Contains(f[4], "D") { // D: decoded but not shown, by an edit list
			continue
		}
		if index == t.video.stream {
			t.video.add(f, true)
		} else if i := slices.IndexFunc(t.audio, func(a track) bool { return a.stream == index }); i >= 0 {
			t.audio[i].add(f, false)
		}
		if len(t.video.times) > maxPictures {
			return tooLong(math.Inf(1))
		}
	}
	return lines.Err()
}

// add adds one packet. AVI has no presentation times before a remux, so the decoding time is used.
func (t *track) add(f []string, picture bool) {
	at, err := strconv.ParseInt(f[1], 10, 64)
	if err != nil {
		if at, err = strconv.ParseInt(f[2], 10, 64); err != nil {
			return
		}
	}
	t.count++
	t.first = min(t.first, at)
	if picture {
		t.times = append(t.times, at)
		t.open = t.open || at < t.key
		if strings.HasPrefix(f[4], "K") {
			t.keys = append(t.keys, at)
			t.key = at
		}
	}
	if at < t.last {
		return
	}
	t.last = at
	duration, err := strconv.ParseInt(f[3], 10, 64)
	if err != nil || duration < 0 || t.seconds(duration) > 1 { // claimed, not measured
		duration = 0
	}
	t.end = at + duration
}

// apply turns the packets into facts of the probe.
func (t *packetStats) apply(p *Probe) error {
	v := &t.video
	if len(v.times) == 0 {
		return &Refusal{RefusedNoPictures, "This video contains no picture that can be shown. Export it again, then upload it again."}
	}
	slices.Sort(v.times)
	first := v.times[0]
	p.Zero = Moment{first, int64(v.num), int64(v.den)}
	p.Video.Frames = len(v.times)
	p.FrameRate = v.frameRate(t.claimed)
	p.PicturesEnd = max(v.seconds(v.end-first), v.seconds(v.last-first)+0.5/p.FrameRate)
	p.Duration = p.PicturesEnd
	t.applyAudio(p, v.seconds(first))
	p.Keyframes, p.KeyframeGap = v.keyframes()
	p.Video.OpenGOP = v.open
	if p.Duration > MaxDuration {
		return tooLong(p.Duration)
	}
	return nil
}

// earlyAudio is how long audio may precede the first picture without being missed, in seconds: encoders begin with silence.
const earlyAudio = 0.2

// applyAudio describes the audio tracks that hold anything, the default one first. The first picture is at zero seconds.
func (t *packetStats) applyAudio(p *Probe, zero float64) {
	for i, track := range t.audio {
		if track.count == 0 {
			continue
		}
		if p.Audio.Channels > 0 {
			p.MoreAudio = append(p.MoreAudio, t.facts[i])
			continue
		}
		p.Audio = t.facts[i]
		if end := track.seconds(track.end) - zero; end > p.Duration+overhang {
			p.Duration = end
		}
		if early := zero - track.seconds(track.first); early > earlyAudio {
			p.Notices = append(p.Notices, fmt.Sprintf("The sound begins %.1f s before the first picture. That part is left out.", early))
		}
	}
}

// rateTolerance is how far a claimed rate may be from the measured one, as a fraction: a dropped picture must not turn 24
// into 23.976.
const rateTolerance = 0.02

// frameRate returns the rate of a regular video, the claimed one if it is about right; for an irregular video the most
// frequent rate, so that a screen recording with long stills keeps its motion.
func (t *track) frameRate(claimed float64) float64 {
	n := len(t.times)
	length := t.seconds(t.times[n-1] - t.times[0])
	if n < 2 || length <= 0 {
		return 25
	}
	average := float64(n-1) / length
	gaps := make([]int64, n-1)
	for i := range gaps {
		gaps[i] = t.times[i+1] - t.times[i]
	}
	slices.Sort(gaps)
	usual := t.seconds(gaps[len(gaps)/2])
	// Millisecond ticks turn 33.37 into 33 and 34: only a clear difference counts.
	if usual > 0 && 1/usual > 1.2*average {
		return 1 / usual
	}
	if math.Abs(claimed-average) < rateTolerance*average {
		return claimed
	}
	return average
}

// keyframes returns their number and the longest gap between two, or from the last to the end, in seconds.
func (t *track) keyframes() (count int, gap float64) {
	slices.Sort(t.keys)
	last := t.times[0]
	for _, k := range append(t.keys, t.end) {
		gap = max(gap, t.seconds(k-last))
		last = k
	}
	return len(t.keys), gap
}

// tooLong says by how much: of a film that is over by seconds its author cuts these, another is uploaded in parts.
func tooLong(seconds float64) *Refusal {
	excess := "longer than that"
	if !math.IsInf(seconds, 0) {
		over := time.Duration(math.Ceil(seconds-MaxDuration)) * time.Second
		switch {
		case over < time.Minute:
			excess = fmt.Sprintf("%d s too long", over/time.Second)
		case over < time.Hour:
			excess = fmt.Sprintf("%d min %d s too long", over/time.Minute, over%time.Minute/time.Second)
		default:
			excess = fmt.Sprintf("%d h %d min too long", over/time.Hour, over%time.Hour/time.Minute)
		}
	}
	return &Refusal{RefusedTooLong, "A video can be at most 8 hours long; this one is " + excess + ". Shorten it, or upload it in parts."}
}
