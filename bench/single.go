package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// The rungs of a 1080p video in the specification. Preset, quality, caps and GOP length are the product's, so that both
// produce the same.
var ladder1080 = []struct {
	name          string
	width, height int
	kbps          int
}{
	{"1080p", 1920, 1080, 8000}, {"720p", 1280, 720, 5000}, {"480p", 852, 480, 2500}, {"360p", 640, 360, 1000}, {"240p", 426, 240, 500},
}

// group is 6 s of pictures at the 24 a second of testdata/clips/bbb-1080p-5s.mp4.
const group = "144"

// A shape is one way to write the single command.
type shape struct {
	name    string
	cascade bool // each rung is scaled from the one above instead of from the source
}

// bestSingleCommand runs every shape once and returns the one with the least CPU time.
func (b *bench) bestSingleCommand(film string) (best shape, err error) {
	least := 0.0
	for _, s := range []shape{{"every rung from the source", false}, {"every rung from the one above", true}} {
		sample, err := b.singleCommand(film, s)
		if err != nil {
			return best, err
		}
		fmt.Printf("   one command, %s: %s\n", s.name, sample)
		if best.name == "" || sample["cpu"] < least {
			best, least = s, sample["cpu"]
		}
	}
	return best, nil
}

// singleCommand encodes the video with one ffmpeg: one decode, every rung, and the audio.
func (b *bench) singleCommand(film string, s shape) (Sample, error) {
	out := filepath.Join(b.dir, "peer")
	if err := os.MkdirAll(out, 0o755); err != nil {
		return nil, err
	}
	defer os.RemoveAll(out)
	args := []string{"-nostdin", "-v", "error", "-i", film, "-filter_complex", s.graph()}
	for _, r := range ladder1080 {
		args = append(args, "-map", "["+r.name+"]", "-c:v", "libx264", "-preset", "veryfast", "-profile:v", "high", "-crf", "23",
			"-maxrate", fmt.Sprintf("%dk", r.kbps), "-bufsize", fmt.Sprintf("%dk", 2*r.kbps), "-g", group,
			"-keyint_min", group, "-sc_threshold", "0", "-movflags", "+frag_keyframe+empty_moov+default_base_moof",
			"-f", "mp4", filepath.Join(out, r.name+".mp4"))
	}
	args = append(args, "-map", "0:a:0?", "-c:a", "aac", "-b:a", "128k", "-ac", "2", "-f", "mp4", filepath.Join(out, "audio.mp4"))
	quiet()
	begin := time.Now()
	_, cpu, err := run(b.ctx, "ffmpeg", args...)
	return Sample{"cpu": cpu, "wall": time.Since(begin).Seconds()}, err
}

// graph returns the filter graph: one output for each rung, by its name.
func (s shape) graph() string {
	var b strings.Builder
	scale := func(i int, in, out string) {
		r := ladder1080[i]
		fmt.Fprintf(&b, "%sscale=%d:%d:flags=bicubic,setsar=1,format=yuv420p%s;", in, r.width, r.height, out)
	}
	if !s.cascade {
		fmt.Fprintf(&b, "[0:v:0]split=%d", len(ladder1080))
		for i := range ladder1080 {
			fmt.Fprintf(&b, "[s%d]", i)
		}
		b.WriteString(";")
		for i, r := range ladder1080 {
			scale(i, fmt.Sprintf("[s%d]", i), "["+r.name+"]")
		}
		return strings.TrimSuffix(b.String(), ";")
	}
	in := "[0:v:0]"
	for i, r := range ladder1080 {
		if i == len(ladder1080)-1 {
			scale(i, in, "["+r.name+"]")
			break
		}
		scale(i, in, fmt.Sprintf(",split=2[%s][c%d]", r.name, i))
		in = fmt.Sprintf("[c%d]", i)
	}
	return strings.TrimSuffix(b.String(), ";")
}
