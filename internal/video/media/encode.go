package media

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// PieceJob is one piece of the video in some of its rungs: one decode for all of them.
type PieceJob struct {
	Source  string // path of the file the plan was made from
	Plan    Plan
	Piece   Piece
	Rungs   []Rung // of Plan.Rungs
	Threads int    // of each decoder and encoder; 0 is one per core. One process per core with 1 costs least CPU.

	// Emit receives every segment whole, the init as number 0. Each rung calls it from its own goroutine, in its own
	// order, so calls for different rungs overlap. Its error ends the job and comes back from EncodePiece.
	// Nothing that was emitted counts until EncodePiece returns nil: the last check comes at the end.
	Emit func(Segment) error
	// Progress, if set, receives how many of Plan.PieceFrames(Piece) are done, about twice a second, from one goroutine.
	Progress func(frames int)
	// Log, if set, receives ffmpeg's last words after a run that succeeded, if there were any.
	Log func(tail string)
}

// cpuPerSecond is the processor time one second of video may cost in one rung: about five times what 2160p costs here.
const cpuPerSecond = 20

// EncodePiece makes the segments of one piece. They carry absolute numbers and times, so pieces made by any machine in
// any order join without a seam. Every piece of a rung gives the same init; the caller compares the bytes. The same job
// gives the same bytes on the same machine.
// Errors: a *ToolError (class garbage when frames are missing or times are wrong), Emit's, or the context's.
func EncodePiece(ctx context.Context, box *Sandbox, job PieceJob) error {
	// The largest first: each is scaled from the one before.
	job.Rungs = slices.SortedFunc(slices.Values(job.Rungs), func(a, b Rung) int { return b.Height*b.Width - a.Height*a.Width })
	in := invocation{
		tool: "ffmpeg", source: job.Source, limits: job.limits(),
		args:   func(in, _ string) []string { return job.args(in) },
		stdout: func(r *pipe) error { return readProgress(r, job.progress) },
	}
	splitters := make([]*splitter, len(job.Rungs))
	for i, rung := range job.Rungs {
		splitters[i] = &splitter{rung: rung, next: job.Piece.First + 1, end: job.Piece.End, emit: job.Emit}
		in.pipes = append(in.pipes, func(r *pipe) error { return boxes(r, splitters[i].take) })
	}
	words, err := box.run(ctx, in)
	if err != nil {
		return err
	}
	for _, s := range splitters {
		if err := s.complete(); err != nil {
			return &ToolError{Tool: "ffmpeg", Class: ToolGarbage, Tail: words, Cause: err}
		}
	}
	if job.Log != nil && words != "" {
		job.Log(words)
	}
	return nil
}

// progress turns the frames of the first output, which ffmpeg counts, into frames of the plan.
func (j PieceJob) progress(frames int) {
	if j.Progress != nil {
		j.Progress(min(frames*j.Plan.SegmentFrames/j.Rungs[0].SegmentFrames, j.Plan.PieceFrames(j.Piece)))
	}
}

// limits grow with what is to be made, and with what has to be decoded to get there.
func (j PieceJob) limits() limits {
	film := float64(j.Plan.PieceFrames(j.Piece))/j.Plan.Rate.PerSecond() + j.Plan.KeyframeGap
	return encodeLimits(film * float64(len(j.Rungs)+1))
}

// encodeLimits are those for so many seconds of video, counted once per rung. The wall clock also covers waiting for a
// core and for Emit to store what it gets.
func encodeLimits(film float64) limits {
	cpu := time.Minute + time.Duration(film*cpuPerSecond)*time.Second
	return limits{wall: 2*cpu + time.Minute, cpu: cpu, memory: encodeMemory}
}

// args are the arguments of video-notes section 3.
func (j PieceJob) args(in string) []string {
	args := append([]string{"-nostdin", "-hide_banner", "-v", "warning", "-nostats", "-progress", "pipe:1"}, threads(j.Threads)...)
	args = append(args, "-filter_complex_threads", "1")
	args = append(args, j.Plan.Container.input()...)
	args = append(args, "-noaccurate_seek")
	if j.Piece.First > 0 {
		args = append(args, "-ss", decimal(j.seek()))
	}
	// A size that changes in mid-video is for the scaler: a new graph would begin to count its frames anew.
	args = append(args, "-reinit_filter", "0", "-copyts", "-i", in, "-an", "-sn", "-dn", "-filter_complex", j.graph())
	for i, rung := range j.Rungs {
		args = append(args, j.output(i, rung)...)
	}
	return args
}

// seek is the place of the piece in the source, from the container's own start, which ffmpeg adds.
// Past the last picture there is nothing to seek.
func (j PieceJob) seek() float64 {
	mark := float64(j.Piece.First*j.Plan.SegmentFrames) / j.Plan.Rate.PerSecond()
	return min(mark, j.Plan.PicturesEnd) + j.Plan.Zero.Seconds() - j.Plan.Seek
}

// output is the encoder of one rung and its pipe. Each argument has its reason in video-notes sections 3 and 7.
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
		"-map_chapters", "-1", // as a track of their own they would keep the fragments from ending on the marks
		"-fflags", "+bitexact", "-flags:v", "+bitexact", "-f", "mp4", fmt.Sprintf("pipe:%d", 3+i))
}

// mostThreads bounds what the threads of all rungs reserve of the address space.
const mostThreads = 16

func threads(n int) []string {
	if n < 1 {
		n = runtime.NumCPU()
	}
	return []string{"-threads", strconv.Itoa(min(n, mostThreads))}
}

func decimal(seconds float64) string { return strconv.FormatFloat(seconds, 'f', 6, 64) }

// shiftToZero is the expression that makes the first picture the zero of time. Rounded, because ffmpeg truncates.
func (p Plan) shiftToZero() string {
	return fmt.Sprintf("round(PTS-(%d*%d/%d)/TB)", p.Zero.Ticks, p.Zero.Num, p.Zero.Den)
}

// graph makes of the decoded pictures the frames of the piece. Each rung is scaled from the rung above it: that saves
// 7 % of the whole ladder, and what comes out is as close to the source for its bytes (240p of a 1080p video: SSIM 0.9839
// in 62 kB; scaled from the source itself 0.9843 in 65 kB). All frames begin at the mark, which every rate has; each rung
// ends by itself, because making 24 of 30 frames needs a frame after the last.
func (j PieceJob) graph() string {
	start := ""
	if j.Piece.First == 0 {
		start = ":start_time=0"
	}
	var g strings.Builder
	// eof_action: a last picture that an edit list cut to under half a frame is still a picture.
	fmt.Fprintf(&g, "[0:%d]setpts=%s,fps=%s:eof_action=pass%s", j.Plan.VideoStream, j.Plan.shiftToZero(), j.Plan.Rate, start)
	if j.extendsPastLastFrame() {
		g.WriteString(",tpad=stop=-1:stop_mode=clone")
	}
	fmt.Fprintf(&g, ",trim=start_pts=%d", j.Piece.First*j.Plan.SegmentFrames)
	for i, r := range j.Rungs {
		fmt.Fprintf(&g, ",scale=%d:%d:flags=bicubic,setsar=1,format=yuv420p", r.Width, r.Height)
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

// extendsPastLastFrame tells whether the piece goes on after the last picture, which then stands still. Elsewhere nothing
// fills in, or a truncated source would hide under a still picture.
func (j PieceJob) extendsPastLastFrame() bool {
	end := min(j.Piece.End*j.Plan.SegmentFrames, j.Plan.Frames)
	return float64(end+1)/j.Plan.Rate.PerSecond() > j.Plan.PicturesEnd
}
