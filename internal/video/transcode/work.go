package transcode

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
	"lectern/internal/video/media"
	"lectern/internal/video/pace"
	"lectern/internal/video/sandbox"
)

// Kinds of jobs, in the order in which a video needs them.
const (
	kindProbe  = "transcode.probe"
	kindPiece  = "transcode.piece"
	kindAudio  = "transcode.audio"
	kindImages = "transcode.images"
	kindPoster = "transcode.poster"
	kindRemove = "transcode.remove"
)

// Lowest first: the first rung of a new video goes before the upper rungs of older ones.
const (
	priorityProbe  = 0
	priorityFirst  = 10
	priorityAudio  = 11
	priorityImages = 20
	priorityUpper  = 30
	priorityRemove = 40
)

// maxToolFailures is how often a piece may make its tool fail before it is given up; attempts of killed workers count too.
const maxToolFailures = 2

// work is the payload of a job; each kind uses some of the fields.
type work struct {
	Video      string `json:"video"`
	Generation int64  `json:"generation,omitempty"`
	Rendition  string `json:"rendition,omitempty"`
	Piece      int    `json:"piece,omitempty"`
	Prefix     string `json:"prefix,omitempty"`
	Source     string `json:"source,omitempty"`
}

// Handlers of jobs. Without a sandbox there are none for jobs that touch media, which wait for a worker that has one.
func (s *Service) Handlers() map[string]jobs.Handler {
	handlers := map[string]jobs.Handler{kindRemove: {Do: s.one(s.remove)}}
	if s.media == nil {
		return handlers
	}
	handlers[kindProbe] = jobs.Handler{Do: s.one(s.probe), Failed: s.onFailure(s.probeFailed)}
	handlers[kindPiece] = jobs.Handler{Do: s.encodePiece, Failed: s.onFailure(s.renditionFailed), Lane: jobs.Heavy, MaxBatch: 6}
	handlers[kindAudio] = jobs.Handler{Do: s.one(s.encodeAudio), Failed: s.onFailure(s.renditionFailed), Lane: jobs.Heavy}
	handlers[kindImages] = jobs.Handler{Do: s.one(s.takeImages), Failed: s.onFailure(s.imagesFailed), Lane: jobs.Heavy}
	handlers[kindPoster] = jobs.Handler{Do: s.one(s.takePoster)}
	return handlers
}

// one decodes the payload of a kind whose jobs are claimed one by one.
func (s *Service) one(do func(context.Context, jobs.Job, work) error) func(context.Context, []jobs.Job) error {
	return func(ctx context.Context, claim []jobs.Job) error {
		w, err := jobs.Payload[work](claim[0])
		if err != nil {
			return err
		}
		err = do(ctx, claim[0], w)
		if fault.Is(err, fault.NotFound) { // deleted in between
			return jobs.ErrFenced
		}
		return classify(err, claim[0])
	}
}

// classify decides about a job whose tool has failed: a refused video is permanent, and so is one that makes the tool fail
// twice. A tool that was killed from outside says nothing about the video; it is retried like any job.
func classify(err error, j jobs.Job) error {
	if _, ok := errors.AsType[*media.Refusal](err); ok {
		return jobs.Permanent(err)
	}
	if tool, ok := errors.AsType[*sandbox.Error](err); ok && tool.Class != sandbox.Killed && j.Attempts >= maxToolFailures {
		return jobs.Permanent(err)
	}
	return err
}

// probe inspects the upload, plans the generation and queues its jobs. It replaces the plan of an interrupted attempt.
func (s *Service) probe(ctx context.Context, j jobs.Job, w work) error {
	g, err := generation(ctx, s.db.Reader(), w.Video, w.Generation)
	if err != nil {
		return err
	}
	source, probe, text, err := s.inspect(ctx, g, j.Fence)
	if err != nil {
		return err
	}
	if probe.Truncated != nil && !g.AcceptTruncated {
		return jobs.Permanent(&truncated{*probe.Truncated})
	}
	plan := media.NewPlan(probe, media.PlanOptions{})
	keys, err := s.newKeys(w, plan)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		v, err := s.lockCurrent(ctx, tx, w)
		if err != nil {
			return err
		}
		if err := s.queue.Complete(ctx, tx, j); err != nil {
			return err
		}
		v.Status, v.UpdatedAt = "processing", s.clock.Now()
		replaces, err := s.describe(ctx, tx, &v, plan, probe)
		if err != nil {
			return err
		}
		earlier, err := recentPaces(ctx, tx)
		if err != nil {
			return err
		}
		g.SourceKey, g.Plan.V, g.Pace.V = source, plan, pace.New(workload(plan), earlier)
		if err := dropPlan(ctx, tx, v.ID, v.Generation); err != nil {
			return err
		}
		if err := errors.Join(saveVideo(ctx, tx, v), saveGeneration(ctx, tx, g), insertKeys(ctx, tx, keys)); err != nil {
			return err
		}
		if err := s.queueRenditions(ctx, tx, v, plan); err != nil {
			return err
		}
		if replaces { // its captions stay as they are
			text = nil
		}
		for _, t := range text {
			if err := s.captions.AddFound(ctx, tx, v.ID, t.language, t.title, t.content); err != nil {
				return err
			}
		}
		return s.log(ctx, tx, v, "info", "probe", summary(probe, plan), "")
	})
}

// noticesOf tells the teacher what of the file the video does not show.
func noticesOf(p media.Probe) []string {
	notices := append([]string{}, p.Notices...)
	if p.Truncated != nil {
		notices = append(notices, "The file was cut off: "+p.Truncated.String()+".")
	}
	return notices
}

// summary describes the result of the probe, for the log.
func summary(p media.Probe, plan media.Plan) string {
	sound := "no sound"
	if plan.HasAudio {
		sound = fmt.Sprintf("%s sound with %d channels", p.Audio.Codec, p.Audio.Channels)
	}
	return fmt.Sprintf("The video is %s, %d×%d, %.2f frames a second, %.1f s, %s. It is encoded in %d qualities and %d pieces.",
		p.Video.Codec, p.Video.Width, p.Video.Height, p.FrameRate, plan.Seconds(), sound, len(plan.Rungs), len(plan.Pieces))
}

// queueRenditions inserts the pending renditions of a generation and a job for each of their pieces.
func (s *Service) queueRenditions(ctx context.Context, tx bun.IDB, v Video, plan media.Plan) error {
	var rows []Rendition
	for i, rung := range plan.Rungs {
		rows = append(rows, Rendition{VideoID: v.ID, Generation: v.Generation, Name: rung.Name, Rank: int64(len(plan.Rungs) - 1 - i),
			Status: "pending", PiecesTotal: int64(len(plan.Pieces)), FramesTotal: int64(plan.Frames)})
	}
	for _, track := range plan.Audio() {
		rows = append(rows, Rendition{VideoID: v.ID, Generation: v.Generation, Name: track.Name, Rank: -1,
			Status: "pending", PiecesTotal: 1, FramesTotal: int64(plan.Segments()), Codec: media.AudioCodec})
		if err := s.queueWork(ctx, tx, kindAudio, priorityAudio, "", work{Video: v.ID, Generation: v.Generation, Rendition: track.Name}); err != nil {
			return err
		}
	}
	if err := insertRenditions(ctx, tx, rows); err != nil {
		return err
	}
	for piece := range plan.Pieces {
		for _, rung := range plan.Rungs {
			priority, group := int64(priorityUpper), "upper"
			if rung.Name == plan.First().Name {
				priority, group = priorityFirst, "first"
			}
			batch := fmt.Sprintf("%s/g%d/%d/%s", v.ID, v.Generation, piece, group)
			err := s.queueWork(ctx, tx, kindPiece, priority, batch, work{Video: v.ID, Generation: v.Generation, Rendition: rung.Name, Piece: piece})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Service) queueWork(ctx context.Context, tx bun.IDB, kind string, priority int64, batch string, w work) error {
	_, err := s.queue.Add(ctx, tx, jobs.New{Kind: kind, Ref: w.Video, Batch: batch, Priority: priority, Payload: w})
	return err
}

// lockCurrent locks the video of a job. ErrFenced when a newer generation has begun: nobody waits for this result.
func (s *Service) lockCurrent(ctx context.Context, tx bun.IDB, w work) (Video, error) {
	v, err := lockVideo(ctx, tx, w.Video)
	if fault.Is(err, fault.NotFound) || err == nil && v.Generation != w.Generation {
		return v, jobs.ErrFenced
	}
	return v, err
}

// updateProgress checks, with the video locked, whether a generation has become playable or settled, and makes it live.
func (s *Service) updateProgress(ctx context.Context, tx bun.IDB, v Video) error {
	g, err := generation(ctx, tx, v.ID, v.Generation)
	if err != nil {
		return err
	}
	parts, err := renditions(ctx, tx, v.ID, v.Generation)
	if err != nil {
		return err
	}
	now, state := s.clock.Now(), outcomeOf(parts)
	if state.playable && !g.Playable {
		g.Playable, g.PlayableAt = true, &now
		if v.LiveGeneration == 0 { // an older generation plays until this one is complete
			if err := s.goLive(ctx, tx, &v, g.Plan.V); err != nil {
				return err
			}
		}
	}
	v.UpdatedAt = now
	if state.settled && g.ImagesSettled {
		g.FinishedAt = &now
		if err := s.finish(ctx, tx, &v, g.Plan.V, state); err != nil {
			return err
		}
	}
	return errors.Join(saveGeneration(ctx, tx, g), saveVideo(ctx, tx, v))
}

// finish ends a generation whose parts are all settled.
func (s *Service) finish(ctx context.Context, tx bun.IDB, v *Video, plan media.Plan, state outcome) error {
	if !state.playable {
		if done, err := s.rejectReplacement(ctx, tx, v, "encoding_failed", state.reason); done || err != nil {
			return err
		}
		v.Status, v.FailureCode, v.FailureReason = "failed", "encoding_failed", state.reason
		return errors.Join(s.log(ctx, tx, *v, "error", "publish", "The video could not be processed: "+state.reason, ""), s.publishOutcome(ctx, tx, *v))
	}
	now := s.clock.Now()
	v.Status, v.CompletedAt = "completed", &now
	if err := s.goLive(ctx, tx, v, plan); err != nil {
		return err
	}
	old, err := olderGenerations(ctx, tx, v.ID, v.LiveGeneration)
	if err != nil {
		return err
	}
	for _, number := range old {
		if err := s.queueGenerationRemoval(ctx, tx, v.ID, number); err != nil {
			return err
		}
	}
	return errors.Join(s.log(ctx, tx, *v, "info", "publish", "The video is ready.", ""), s.publishOutcome(ctx, tx, *v))
}

// queueGenerationRemoval queues the removal of a replaced generation for when nobody can be watching it any more.
func (s *Service) queueGenerationRemoval(ctx context.Context, tx bun.IDB, videoID string, number int64) error {
	return s.queueRemoval(ctx, tx, videoID, s.clock.Now().Add(s.retainReplaced), work{Video: videoID, Generation: number, Prefix: objectkey.Generation(videoID, number)})
}

// outcome is the state of a generation, derived from its renditions.
type outcome struct {
	playable bool // a rung and the audio are complete
	settled  bool // every rendition is complete or has failed
	reason   string
}

func outcomeOf(parts []Rendition) outcome {
	st := outcome{settled: true}
	rung, sound := false, true
	for _, r := range parts {
		switch {
		case media.IsAudio(r.Name) && r.Name != media.AudioRendition: // a further track: the video plays without it
		case r.Name == media.AudioRendition:
			sound = r.Status == "completed"
		case r.Status == "completed":
			rung = true
		}
		if r.Status != "completed" && r.Status != "failed" {
			st.settled = false
		}
		if r.Status == "failed" {
			st.reason = r.FailureReason
		}
	}
	st.playable = rung && sound
	return st
}

// queueRemoval queues the removal of the objects of w, with the transaction tx; ref as in jobs.New.
func (s *Service) queueRemoval(ctx context.Context, tx bun.IDB, ref string, due time.Time, w work) error {
	_, err := s.queue.Add(ctx, tx, jobs.New{Kind: kindRemove, Ref: ref, Priority: priorityRemove, Due: due, Payload: w, MaxAttempts: math.MaxInt64})
	return err
}

// remove deletes the objects of a video, or of one of its generations. No row references them any more, so it retries until
// it succeeds: after 2 s, 4 s and so on, up to an hour.
func (s *Service) remove(ctx context.Context, j jobs.Job, w work) error {
	err := s.removeObjects(ctx, w)
	if err == nil || ctx.Err() != nil {
		return err
	}
	wait := min(time.Second<<min(j.Fence, 12), time.Hour)
	s.logger.WarnContext(ctx, "objects of a deleted video could not be removed yet", "video", w.Video, "attempt", j.Fence, "again_in", wait, "err", err)
	return jobs.Postpone(err, wait)
}

func (s *Service) removeObjects(ctx context.Context, w work) error {
	if w.Prefix != "" { // without one it would be every object
		if err := s.blob.DeletePrefix(ctx, w.Prefix); err != nil {
			return err
		}
	}
	if w.Source != "" {
		return s.blob.Delete(ctx, w.Source)
	}
	return s.db.InTx(ctx, func(tx bun.IDB) error { return deleteGeneration(ctx, tx, w.Video, w.Generation) })
}
