package media

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"lectern/internal/video/sandbox"
)

// BenchmarkLadder encodes the whole ladder of a minute of 1080p like the product (the first rung and the audio first, then
// the pieces, one process a core) and with a single ffmpeg command. It reports the ratios of ours to the command's: CPU
// time, wall clock, and the wall clock until the video is playable to that of our whole ladder.
func BenchmarkLadder(b *testing.B) {
	// Without isolation, because bubblewrap hides the CPU time of its children.
	box, err := sandbox.New(b.Context(), sandbox.Options{Bubblewrap: "none", AllowUnsandboxed: true})
	if err != nil {
		b.Fatal(err)
	}
	source := minute(b)
	probe, err := Inspect(b.Context(), box, source)
	if err != nil {
		b.Fatal(err)
	}
	plan := NewPlan(probe, PlanOptions{})
	var cpu, wall, playable []float64
	for b.Loop() {
		ours, begin := children(), time.Now()
		makeAll(b, box, source, plan, plan.Rungs[len(plan.Rungs)-1:], true)
		first := time.Since(begin)
		makeAll(b, box, source, plan, plan.Rungs[:len(plan.Rungs)-1], false)
		whole := time.Since(begin)
		ours = children() - ours

		theirs, begin := children(), time.Now()
		if out, err := exec.CommandContext(b.Context(), "ffmpeg", singleCommand(source, plan)...).CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		single := time.Since(begin)
		theirs = children() - theirs
		cpu = append(cpu, ours.Seconds()/theirs.Seconds())
		wall = append(wall, whole.Seconds()/single.Seconds())
		playable = append(playable, first.Seconds()/whole.Seconds())
	}
	b.ReportMetric(median(cpu), "cpu-ratio")
	b.ReportMetric(median(wall), "wall-ratio")
	b.ReportMetric(median(playable), "playable-ratio")
}

// minute is the 1080p clip twelve times over.
func minute(b *testing.B) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "minute.mp4")
	cmd := exec.CommandContext(b.Context(), "ffmpeg", "-v", "error", "-stream_loop", "11", "-i", filepath.Join(clips, "bbb-1080p-5s.mp4"), "-c", "copy", path)
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return path
}

// makeAll encodes some rungs of all pieces, in parallel on all cores, and the audio.
func makeAll(b *testing.B, box *sandbox.Sandbox, source string, plan Plan, rungs []Rung, sound bool) {
	b.Helper()
	work := make(chan func(context.Context) error, len(plan.Pieces)+1)
	drop := func(Segment) error { return nil }
	if sound {
		work <- func(ctx context.Context) error {
			return EncodeAudio(ctx, box, AudioJob{Source: source, Plan: plan, Track: plan.Audio()[0], Emit: drop})
		}
	}
	for _, piece := range plan.Pieces {
		work <- func(ctx context.Context) error {
			return EncodePiece(ctx, box, PieceJob{Source: source, Plan: plan, Piece: piece, Rungs: rungs, Threads: 1, Emit: drop})
		}
	}
	close(work)
	var all sync.WaitGroup
	for range runtime.NumCPU() {
		all.Go(func() {
			for job := range work {
				if err := job(b.Context()); err != nil {
					b.Error(err)
				}
			}
		})
	}
	all.Wait()
}

// singleCommand is the best single command we know for the same renditions: one decode, each rung scaled from the one
// above, all threads.
func singleCommand(source string, plan Plan) []string {
	job := PieceJob{Plan: plan, Piece: Piece{0, plan.Segments()}, Rungs: plan.Rungs}
	args := []string{"-nostdin", "-v", "error", "-y", "-i", source, "-filter_complex", job.graph()}
	for i, rung := range plan.Rungs {
		out := slices.DeleteFunc(job.output(i, rung), func(arg string) bool { return strings.HasPrefix(arg, "pipe:") })
		args = append(append(args, out...), os.DevNull)
	}
	return append(args, "-map", fmt.Sprintf("0:%d", plan.AudioStream), "-ac", "2", "-c:a", "aac", "-b:a", fmt.Sprint(AudioBitrate), "-f", "adts", os.DevNull)
}

// children returns the CPU time of all ended child processes.
func children() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}
