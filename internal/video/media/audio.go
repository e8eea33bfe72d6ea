package media

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/Eyevinn/mp4ff/aac"
	"github.com/Eyevinn/mp4ff/mp4"

	"lectern/internal/video/sandbox"
)

// AudioCodec is AAC-LC in the notation of manifests (RFC 6381). AudioBitrate is in bits a second.
const (
	AudioCodec    = "mp4a.40.2"
	AudioBitrate  = 128_000
	AudioChannels = 2
)

// AudioJob encodes the audio of the whole video.
type AudioJob struct {
	Source string
	Plan   Plan                // HasAudio
	Track  AudioTrack          // of Plan.Audio
	Emit   func(Segment) error // like PieceJob.Emit, from one goroutine
	// Progress, if set, receives how many of Plan.Segments are done.
	Progress func(segments int)
	Log      func(tail string)
}

// EncodeAudio encodes the audio of the whole video: AAC-LC stereo, 48 kHz. Errors as EncodePiece.
func EncodeAudio(ctx context.Context, box *sandbox.Sandbox, job AudioJob) error {
	p := audioPackager{plan: job.Plan, name: job.Track.Name, emit: job.Emit, progress: job.Progress}
	words, err := box.Run(ctx, sandbox.Invocation{
		Tool: "ffmpeg", Source: job.Source, Limits: encodeLimits(job.Plan.Seconds()),
		Args:   func(in, _ string) []string { return job.args(in) },
		Stdout: func(r *sandbox.Pipe) error { return p.pack(r) },
	})
	if err != nil {
		return err
	}
	if p.segment != job.Plan.Segments() {
		return &sandbox.Error{Tool: "ffmpeg", Class: sandbox.Garbage, Tail: words,
			Cause: sandbox.Garbagef("sound ended in segment %d of %d", p.segment+1, job.Plan.Segments())}
	}
	if job.Log != nil && words != "" {
		job.Log(words)
	}
	return nil
}

// args cuts audio before the first picture and fills a late start, a short end and gaps with silence.
func (j AudioJob) args(in string) []string {
	samples := j.Plan.audioFrames() * aacFrame
	filter := fmt.Sprintf("asetpts=%s,aresample=%d:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo,apad=whole_len=%d,atrim=end_sample=%d",
		j.Plan.shiftToZero(), AudioTimescale, samples, samples)
	args := append([]string{"-nostdin", "-hide_banner", "-v", "warning", "-nostats"}, j.Plan.Container.input()...)
	return append(args, "-copyts", "-i", in, "-vn", "-sn", "-dn", "-map", fmt.Sprintf("0:%d", j.Track.Stream), "-af", filter,
		"-c:a", "aac", "-b:a", fmt.Sprint(AudioBitrate), "-map_metadata", "-1", "-flags:a", "+bitexact", "-f", "adts", "pipe:1")
}

// audioPackager packs the frames of an ADTS stream into CMAF segments.
type audioPackager struct {
	plan     Plan
	name     string // of the rendition
	emit     func(Segment) error
	progress func(segments int)

	segment int // segments done
	frames  [][]byte
}

// adtsHeader is the length of a header without a checksum, in bytes (ISO/IEC 14496-3, 1.A.2).
const adtsHeader = 7

// pack reads the stream. Its first frame is the encoder's priming: dropping it makes frame n begin at n × 1024 samples
// without an edit list; the price is that the first 10 ms are faded.
func (p *audioPackager) pack(r io.Reader) error {
	init, err := audioInit()
	if err != nil {
		return err
	}
	if err := p.emit(Segment{Rendition: p.name, Bytes: init}); err != nil {
		return err
	}
	in := bufio.NewReader(r)
	for n := -1; ; n++ {
		frame, err := readADTS(in)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if n < 0 || p.segment == p.plan.Segments() {
			continue
		}
		p.frames = append(p.frames, frame)
		if err := p.close(n + 1); err != nil {
			return err
		}
	}
}

// readADTS reads one frame, without its header.
func readADTS(r io.Reader) ([]byte, error) {
	var h [adtsHeader]byte
	if _, err := io.ReadFull(r, h[:]); err != nil {
		return nil, err
	}
	length := int(h[3]&3)<<11 | int(h[4])<<3 | int(h[5]>>5)
	if h[0] != 0xff || h[1]&0xf6 != 0xf0 || length < adtsHeader {
		return nil, sandbox.Garbagef("no frame of sound where one should be")
	}
	frame := make([]byte, length-adtsHeader)
	if _, err := io.ReadFull(r, frame); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	return frame, nil
}

// close emits the segment that ends before frame end.
func (p *audioPackager) close(end int) error {
	n := p.segment + 1
	start, duration := p.plan.AudioSegment(n)
	if int64(end)*aacFrame < start+duration {
		return nil
	}
	var samples []mp4.FullSample
	for i, data := range p.frames {
		samples = append(samples, mp4.FullSample{
			Sample:     mp4.NewSample(mp4.SyncSampleFlags, aacFrame, uint32(len(data)), 0),
			DecodeTime: uint64(start) + uint64(i)*aacFrame, Data: data,
		})
	}
	segment, err := appendFragment(nil, uint32(n), samples)
	if err != nil {
		return err
	}
	p.segment, p.frames = n, nil
	if err := p.emit(Segment{Rendition: p.name, Number: n, Bytes: segment}); err != nil {
		return err
	}
	if p.progress != nil {
		p.progress(n)
	}
	return nil
}

// audioInit returns the init segment of audio, which is the same for every video.
func audioInit() ([]byte, error) {
	init := mp4.CreateEmptyInit()
	init.Ftyp = mp4.NewFtyp("iso6", 0, []string{"iso6", "cmfc", "mp41"})
	if err := init.AddEmptyTrack(AudioTimescale, "audio", "und").SetAACDescriptor(aac.AAClc, AudioTimescale); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err := init.Encode(&out)
	return out.Bytes(), err
}
