package transcode

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/jobs"
	"lectern/internal/video/media"
	"lectern/internal/video/pace"
)

// images is the part of the work on a generation that is no rendition.
const images = "images"

// Costs beside the encoding of pictures, in megapixels encoded. Measured with H.264 on two cores; where a source differs, the
// estimate follows what is measured of it.
const (
	startCost  = 30.0 // the start of the tools for a piece
	decodeCost = 0.2  // a megapixel of the source, with the first scaling
	audioCost  = 1.0  // a second of audio
	imagesCost = 40.0 // the start of the tools, ten thumbnails and the poster
)

// workload is the size of each part of the work on a generation, in megapixels encoded. The first rung is encoded by itself;
// the others share one decode.
func workload(plan media.Plan) map[string]float64 {
	first := plan.First()
	shared := startCost*float64(len(plan.Pieces)) + decodeCost*megapixels(plan.Rungs[0], plan.Frames)
	sizes := map[string]float64{images: imagesCost + decodeCost*megapixels(first, plan.Frames)}
	for _, r := range plan.Rungs {
		sizes[r.Name] = megapixels(r, r.Frames)
		if r.Name == first.Name {
			sizes[r.Name] += shared
		} else {
			sizes[r.Name] += shared / float64(len(plan.Rungs)-1)
		}
	}
	for _, track := range plan.Audio() {
		sizes[track.Name] = startCost + audioCost*plan.Seconds()
	}
	return sizes
}

func megapixels(r media.Rung, frames int) float64 {
	return float64(r.Width*r.Height) * float64(frames) / 1e6
}

// runOf describes the attempts of jobs of a generation that were claimed together. progress is as the handlers report it: frames
// of the plan, or segments of an audio track.
func runOf(plan media.Plan, claim []jobs.Job, progress int64) (run pace.Run, err error) {
	var w work
	for _, j := range claim {
		if w, err = jobs.Payload[work](j); err != nil {
			return run, err
		}
		name := w.Rendition
		if j.Kind == kindImages {
			name = images
		}
		run.Parts = append(run.Parts, name)
		if j.ClaimedAt != nil {
			run.Began = *j.ClaimedAt
		}
	}
	switch run.Of = 1; {
	case claim[0].Kind == kindAudio:
		run.Done = float64(progress) / float64(plan.Segments())
	case claim[0].Kind == kindPiece && w.Piece < len(plan.Pieces):
		run.Of = float64(plan.PieceFrames(plan.Pieces[w.Piece])) / float64(plan.Frames)
		run.Done = float64(progress) / float64(plan.Frames)
	}
	run.Done = min(run.Done, run.Of)
	return run, nil
}

// recordRun adds a run that has ended well to the pace of the video's current generation.
func (s *Service) recordRun(ctx context.Context, tx bun.IDB, v Video, claim []jobs.Job) error {
	g, err := generation(ctx, tx, v.ID, v.Generation)
	if err != nil {
		return err
	}
	run, err := runOf(g.Plan.V, claim, 0)
	if err != nil {
		return err
	}
	run.Done = run.Of
	g.Pace.V.Add(run, s.clock.Now())
	return saveGeneration(ctx, tx, g)
}

// timeLeft estimates when the processing of g ends, from the jobs that are running; nil while nothing can be said.
func timeLeft(g Generation, running []jobs.Job, now time.Time) (seconds *int64, err error) {
	var runs []pace.Run
	for len(running) > 0 {
		n := 1
		for n < len(running) && claimedTogether(running[0], running[n]) {
			n++
		}
		claim := running[:n]
		running = running[n:]
		w, err := jobs.Payload[work](claim[0])
		if err != nil {
			return nil, err
		}
		if w.Generation != g.Generation || claim[0].Kind == kindPoster || claim[0].Kind == kindRemove || claim[0].Kind == kindProbe {
			continue
		}
		run, err := runOf(g.Plan.V, claim, claim[0].Progress)
		if err != nil {
			return nil, err
		}
		runs = append(runs, run)
	}
	left, known := g.Pace.V.Left(runs, now)
	if !known {
		return nil, nil
	}
	whole := int64(left / time.Second)
	return &whole, nil
}

func claimedTogether(a, b jobs.Job) bool {
	return a.Batch != "" && a.Batch == b.Batch && a.ClaimedAt != nil && b.ClaimedAt != nil && a.ClaimedAt.Equal(*b.ClaimedAt)
}
