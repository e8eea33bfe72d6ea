package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// ladderPairs: an encode takes minutes, so fewer pairs are enough for a steady median.
const ladderPairs = 3

// clip makes a sufficiently long video from one of testdata/clips: repeated, not encoded again.
func (b *bench) clip(name string, times int) (*os.File, error) {
	made := filepath.Join(b.dir, fmt.Sprintf("%d-times-%s", times, name))
	_, _, err := run(b.ctx, "ffmpeg", "-nostdin", "-v", "error", "-stream_loop", strconv.Itoa(times-1),
		"-i", filepath.Join(b.root, "testdata", "clips", name), "-map", "0:v:0", "-map", "0:a:0?", "-c", "copy", made)
	if err != nil {
		return nil, err
	}
	return os.Open(made)
}

// ladderRow measures ours from complete-upload until the video is completed, including probe, stills, sealing and
// publishing, and the peer's from start to end of one command.
func ladderRow(b *bench) ([]Figure, error) {
	if err := need(b.binary(), "ffmpeg"); err != nil {
		return nil, err
	}
	film, err := b.clip("bbb-1080p-5s.mp4", 12)
	if err != nil {
		return nil, err
	}
	defer film.Close()
	best, err := b.bestSingleCommand(film.Name())
	if err != nil {
		return nil, err
	}
	ours, peer, err := alternate(min(b.pairs, ladderPairs),
		func() (Sample, error) { return b.ladderOurs(film) },
		func() (Sample, error) { return b.singleCommand(film.Name(), best) })
	if err != nil {
		return nil, err
	}
	var playable []float64
	for _, s := range ours {
		playable = append(playable, s["playable"]/s["wall"])
	}
	return []Figure{
		oursToPeer("CPU against one command ("+best.name+")", "cpu", ours, peer).atMost(1.05),
		oursToPeer("wall time against one command", "wall", ours, peer).atMost(1.05),
		absolute("time to playable / time of the whole ladder", "", playable).atMost(0.25),
	}, nil
}

func (b *bench) ladderOurs(film *os.File) (Sample, error) {
	l, err := b.serve("ours")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(filepath.Join(b.dir, "ours"))
	defer l.stop()
	quiet()
	before, err := l.cpu()
	if err != nil {
		return nil, err
	}
	video, err := l.upload(film, l.sendRaw)
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	playable, err := l.processed(b.ctx, video)
	if err != nil {
		return nil, err
	}
	wall := time.Since(begin)
	after, err := l.cpu()
	if err != nil {
		return nil, err
	}
	return Sample{"cpu": after - before, "wall": wall.Seconds(), "playable": playable.Sub(begin).Seconds()}, nil
}

// processed waits until the video is completed and returns the time at which it first became playable.
func (l *lectern) processed(ctx context.Context, video string) (playable time.Time, err error) {
	for ctx.Err() == nil {
		var status struct {
			Status   string
			Playable bool
			Error    any
		}
		if err := l.call(http.MethodGet, "/video-streaming/"+video+"/status", nil, &status); err != nil {
			return playable, err
		}
		if status.Playable && playable.IsZero() {
			playable = time.Now()
		}
		switch status.Status {
		case "completed":
			return playable, nil
		case "failed", "cancelled":
			return playable, fmt.Errorf("the video is %s: %v\n%s", status.Status, status.Error, l.output)
		}
		time.Sleep(100 * time.Millisecond)
	}
	return playable, ctx.Err()
}
