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
func measure(ctx context.Context, box *Sandbox, path string, p *Probe, video, audio *stream) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	t := newPacketStats(video, audio)
	reading := time.Duration(info.Size()/tallyRate) * time.Second
	_, err = box.run(ctx, invocation{
		tool: "ffprobe", source: path,
		limits: limits{wall: time.Minute + reading, cpu: time.Minute + reading, memory: probeMemory},
		args: func(in, _ string) []string {
			return append(append([]string{"-v", "error"}, p.Container.input()...),
				"-of", "csv=p=0", "-show_entries", "packet=stream_index,pts,dts,duration,flags", "-i", in)
		},
		stdout: func(r *pipe) error { return t.read(r) },
	})
	if err != nil {
		return asRefusal(err)
	}
	return t.apply(p)
}

// packetStats collects the times of video and audio packets.
type packetStats struct {
	video, audio track
	hasAudio     bool
	claimed      float64 // frames a second by the header
}

// track holds the packets of one stream. Times are in ticks of num/den seconds.
type track struct {
	stream    int
	num, den  int
	times     []int64 // of video
	keys      []int64
	last, end int64 // start and end of the latest packet
	count     int
}

func newPacketStats(video, audio *stream) *packetStats {
	t := &packetStats{video: newTrack(video)}
	if num, den := ratio(video.AverageRate, "/"); num > 0 && den > 0 {
		t.claimed = float64(num) / float64(den)
	}
	if audio != nil {
		t.audio, t.hasAudio = newTrack(audio), true
	}
	return t
}

func newTrack(s *stream) track {
	num, den := ratio(s.TimeBase, "/")
	return track{stream: s.Index, num: max(1, num), den: max(1, den), end: math.MinInt64, last: math.MinInt64}
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
		switch {
		case index == t.video.stream:
			t.video.add(f, true)
		case t.hasAudio && index == t.audio.stream:
			t.audio.add(f, false)
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
	if picture {
		t.times = append(t.times, at)
		if strings.HasPrefix(f[4], "K") {
			t.keys = append(t.keys, at)
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
		return &Refusal{RefusedNoPictures, "This video holds no pictures that can be shown. Please export it again and upload it once more."}
	}
	slices.Sort(v.times)
	first := v.times[0]
	p.Zero = Moment{first, int64(v.num), int64(v.den)}
	p.Video.Frames = len(v.times)
	p.FrameRate = v.frameRate(t.claimed)
	p.PicturesEnd = max(v.seconds(v.end-first), v.seconds(v.last-first)+0.5/p.FrameRate)
	p.Duration = p.PicturesEnd
	switch {
	case t.hasAudio && t.audio.count == 0:
		p.Audio = AudioFacts{} // a track without audio
	case t.hasAudio:
		if end := t.audio.seconds(t.audio.end) - v.seconds(first); end > p.Duration+overhang {
			p.Duration = end
		}
	}
	p.Keyframes, p.KeyframeGap = v.keyframes()
	if p.Duration > MaxDuration {
		return tooLong(p.Duration)
	}
	return nil
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

func tooLong(seconds float64) *Refusal {
	length := "longer than that"
	if !math.IsInf(seconds, 0) {
		length = fmt.Sprintf("%d h %d min", int(seconds)/3600, int(seconds)/60%60)
	}
	return &Refusal{RefusedTooLong, "A video may last 8 hours at most; this one lasts " + length + ". Please cut it into parts."}
}
