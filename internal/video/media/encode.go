package media

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/internal/video/sandbox"
)

// PieceJob encodes one piece of the video in some of its rungs, with one decode for all.
type PieceJob struct {
	Source  string // path of the file that the plan was made from
	Plan    Plan
	Piece   Piece
	Rungs   []Rung // of Plan.Rungs
	Threads int    // of each decoder and encoder; 0 is one per core. One process per core with 1 thread costs least CPU.

	// Emit receives every segment whole, the init as number 0. Each rung calls it from a goroutine of its own, in order, so
	// calls for different rungs overlap. Its error ends the job and is returned by EncodePiece. Nothing emitted is valid
	// until EncodePiece returns nil, because the last check comes at the end.
	Emit func(Segment) error
	// Progress, if set, receives how many of Plan.PieceFrames(Piece) are done, about twice a second, from one goroutine.
	Progress func(frames int)
	// Log, if set, receives the end of ffmpeg's output after a successful run, if there was any.
	Log func(tail string)
}

// cpuPerSecond limits the CPU seconds for one second of video in one rung: about five times what 2160p needs here.
const cpuPerSecond = 20

// EncodePiece encodes the segments of one piece. They carry absolute numbers and times, so pieces made by any machine in
// any order join seamlessly. Every piece of a rung yields the same init; the caller compares the bytes. The same job yields
// the same bytes on the same machine. Errors: a *sandbox.Error (class garbage when frames are missing or times are wrong),
// Emit's, or the context's.
func EncodePiece(ctx context.Context, box *sandbox.Sandbox, job PieceJob) error {
	// Largest first: each is scaled from the one before.
	job.Rungs = slices.SortedFunc(slices.Values(job.Rungs), func(a, b Rung) int { return b.Height*b.Width - a.Height*a.Width })
	in := sandbox.Invocation{
		Tool: "ffmpeg", Source: job.Source, Limits: job.limits(),
		Args:   func(in, _ string) []string { return job.args(in) },
		Stdout: func(r *sandbox.Pipe) error { return readProgress(r, job.progress) },
	}
	splitters := make([]*splitter, len(job.Rungs))
	for i, rung := range job.Rungs {
		splitters[i] = &splitter{rung: rung, next: job.Piece.First + 1, end: job.Piece.End, emit: job.Emit}
		in.Pipes = append(in.Pipes, func(r *sandbox.Pipe) error { return boxes(r, splitters[i].take) })
	}
	words, err := box.Run(ctx, in)
	if err != nil {
		return err
	}
	for _, s := range splitters {
		if err := s.complete(); err != nil {
			return &sandbox.Error{Tool: "ffmpeg", Class: sandbox.Garbage, Tail: words, Cause: err}
		}
	}
	if job.Log != nil && words != "" {
		job.Log(words)
	}
	return nil
}

// progress converts frames of the first output, which ffmpeg counts, to frames of the plan.
func (j PieceJob) progress(frames int) {
	if j.Progress != nil {
		j.Progress(min(frames*j.Plan.SegmentFrames/j.Rungs[0].SegmentFrames, j.Plan.PieceFrames(j.Piece)))
	}
}

// limits grow with the length of the piece and of what has to be decoded before it.
func (j PieceJob) limits() sandbox.Limits {
	film := float64(j.Plan.PieceFrames(j.Piece))/j.Plan.Rate.PerSecond() + j.Plan.KeyframeGap + j.Plan.LeadIn
	return encodeLimits(film * float64(len(j.Rungs)+1))
}

// encodeLimits are for the given seconds of video, counted once per rung. The wall clock includes waiting for a core and
// for Emit to store segments.
func encodeLimits(film float64) sandbox.Limits {
	cpu := time.Minute + time.Duration(film*cpuPerSecond)*time.Second
	return sandbox.Limits{Wall: 2*cpu + time.Minute, CPU: cpu, Memory: sandbox.EncodeMemory}
}

// args are explained in video-notes section 3.
func (j PieceJob) args(in string) []string {
	args := append([]string{"-nostdin", "-hide_banner", "-v", "warning", "-nostats", "-progress", "pipe:1"}, threads(j.Threads)...)
	args = append(args, "-filter_complex_threads", "1")
	args = append(args, j.Plan.Container.input()...)
	args = append(args, "-noaccurate_seek")
	if j.Piece.First > 0 {
		args = append(args, "-ss", decimal(j.seek()))
	}
	// The scaler handles a frame size that changes midway: a new filter graph would restart its frame count.
	args = append(args, "-reinit_filter", "0", "-copyts", "-i", in, "-an", "-sn", "-dn", "-filter_complex", j.graph())
	for i, rung := range j.Rungs {
		args = append(args, j.output(i, rung)...)
	}
	return args
}

// seek is the position of the piece in the source, relative to the container's start, which ffmpeg adds. After the last
// picture there is nothing to seek.
func (j PieceJob) seek() float64 {
	mark := float64(j.Piece.First*j.Plan.SegmentFrames) / j.Plan.Rate.PerSecond()
	return min(mark, j.Plan.PicturesEnd) + j.Plan.Zero.Seconds() - j.Plan.Seek - j.Plan.LeadIn
}

// output returns the encoder arguments of one rung and its pipe. Each is explained in video-notes sections 3 and 7.
func (j PieceJob) output(i int, r Rung) []string {
	kbit := r.Bitrate / 1000
	frames := strconv.Itoa(r.SegmentFrames)
	args := []string{
		"-map", fmt.Sprintf("[v%d]", i), "-fps_mode", "passthrough",
		"-c:v", "libx264", "-preset", "veryfast", "-profile:v", "high", "-crf", "23",
		"-maxrate", fmt.Sprintf("%dk", kbit), "-bufsize", fmt.Sprintf("%dk", 2*kbit),
		"-g", frames, "-keyint_min", frames, "-sc_threshold", "0",
	}
	args = append(args, threads(j.Threads)...)
	return append(args,
		"-video_track_timescale", strconv.Itoa(r.Timescale()), "-fragment_index", strconv.Itoa(j.Piece.First+1),
		"-movflags", "+delay_moov+default_base_moof+frag_keyframe+frag_discont+skip_trailer",
		"-use_editlist", "1", "-avoid_negative_ts", "disabled", "-map_metadata", "-1",
		"-map_chapters", "-1", // a chapter track would keep fragments from ending at segment boundaries
		"-fflags", "+bitexact", "-flags:v", "+bitexact", "-f", "mp4", fmt.Sprintf("pipe:%d", 3+i))
}

// mostThreads limits the address space that the threads of all rungs reserve.
const mostThreads = 16

func threads(n int) []string {
	if n < 1 {
		n = runtime.NumCPU()
	}
	return []string{"-threads", strconv.Itoa(min(n, mostThreads))}
}

func decimal(seconds float64) string { return strconv.FormatFloat(seconds, 'f', 6, 64) }

// shiftToZero is the filter expression that moves the first picture to time zero. Rounded, because ffmpeg truncates.
func (p Plan) shiftToZero() string {
	return fmt.Sprintf("round(PTS-(%d*%d/%d)/TB)", p.Zero.Ticks, p.Zero.Num, p.Zero.Den)
}

// graph builds the filter graph from decoded pictures to the frames of the piece. Each rung is scaled from the rung above,
// which saves 7 % of the whole ladder and is as close to the source for its bytes (240p of a 1080p video: SSIM 0.9839 in 62
// kB; scaled from the source itself 0.9843 in 65 kB). All rungs start at the segment boundary, which every rate has; each
// ends by itself, because making 24 of 30 frames needs a frame after the last.
func (j PieceJob) graph() string {
	start := ""
	if j.Piece.First == 0 {
		start = ":start_time=0"
	}
	var g strings.Builder
	// eof_action: keep a last picture that an edit list has shortened to less than half a frame.
	fmt.Fprintf(&g, "[0:%d]%ssetpts=%s,fps=%s:eof_action=pass%s", j.Plan.VideoStream, j.Plan.deinterlace(), j.Plan.shiftToZero(), j.Plan.Rate, start)
	if j.extendsPastLastFrame() {
		g.WriteString(",tpad=stop=-1:stop_mode=clone")
	}
	fmt.Fprintf(&g, ",trim=start_pts=%d", j.Piece.First*j.Plan.SegmentFrames)
	for i, r := range j.Rungs {
		tone := ""
		if i == 0 { // the others are made of this one
			tone = j.Plan.toneMap()
		}
		fmt.Fprintf(&g, ",scale=%d:%d:flags=bicubic,setsar=1,%sformat=yuv420p", r.Width, r.Height, tone)
		if i < len(j.Rungs)-1 {
			fmt.Fprintf(&g, ",split[s%d][below%d];[s%d]", i, i, i)
		} else {
			g.WriteString(",")
		}
		if r.Rate != j.Plan.Rate {
			fmt.Fprintf(&g, "fps=%s,", r.Rate)
		}
		fmt.Fprintf(&g, "trim=end_pts=%d[v%d]", min(j.Piece.End*r.SegmentFrames, r.Frames), i)
		if i < len(j.Rungs)-1 {
			fmt.Fprintf(&g, ";[below%d]null", i)
		}
	}
	return g.String()
}

// extendsPastLastFrame reports whether the piece goes on after the last picture, which is then repeated. Elsewhere nothing
// is repeated, or a truncated source would hide behind a still picture.
func (j PieceJob) extendsPastLastFrame() bool {
	end := min(j.Piece.End*j.Plan.SegmentFrames, j.Plan.Frames)
	return float64(end+1)/j.Plan.Rate.PerSecond() > j.Plan.PicturesEnd
}
