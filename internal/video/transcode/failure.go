package transcode

import (
	"context"
	"errors"

	"github.com/uptrace/bun"

	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
	"lectern/internal/video/media"
	"lectern/internal/video/sandbox"
)

// failureFor explains an error to the teacher, with a stable code and the end of the tool's output for the log.
func failureFor(err error) (code, reason, detail string) {
	if r, ok := errors.AsType[*media.Refusal](err); ok {
		return r.Code, r.Message, ""
	}
	if t, ok := errors.AsType[*truncated](err); ok {
		return codeTruncated, t.Error(), ""
	}
	if t, ok := errors.AsType[*sandbox.Error](err); ok {
		return "encoder_" + string(t.Class), "The encoder failed on this video. Export it again, as MP4 with H.264 if you can, and upload that file.", t.Tail
	}
	return "processing_failed", "The video could not be processed because of a problem on our side. Try again; if it keeps happening, contact your administrator.", ""
}

// codeTruncated is the failure of a video whose file lacks its end, until a teacher accepts it as it is.
const codeTruncated = "VIDEO_TRUNCATED"

// truncated holds back a video whose file lacks its end.
type truncated struct{ of media.Truncation }

func (t *truncated) Error() string {
	return "The file is incomplete: " + t.of.String() + ". Upload the whole file, or publish what is there."
}

// probeFailed ends a video that was refused or could not be read. A refused file will never play: its bytes, up to 10 GB,
// are removed, unless an earlier generation of it plays.
func (s *Service) probeFailed(ctx context.Context, tx bun.IDB, v Video, _ work, cause error) error {
	code, reason, detail := failureFor(cause)
	if done, err := s.rejectReplacement(ctx, tx, &v, code, reason); done || err != nil {
		return errors.Join(err, saveVideo(ctx, tx, v))
	}
	now := s.clock.Now()
	v.Status, v.FailureCode, v.FailureReason, v.UpdatedAt = "failed", code, reason, now
	if _, refused := errors.AsType[*media.Refusal](cause); refused && v.LiveGeneration == 0 {
		v.RefusedAt = &now
		if err := s.queueRemoval(ctx, tx, v.ID, now, work{Video: v.ID, Prefix: objectkey.Video(v.ID), Source: v.SourceKey}); err != nil {
			return err
		}
	}
	return errors.Join(saveVideo(ctx, tx, v), s.log(ctx, tx, v, "error", "probe", reason, detail), s.publishOutcome(ctx, tx, v))
}

// renditionFailed gives up one rendition; the others go on.
func (s *Service) renditionFailed(ctx context.Context, tx bun.IDB, v Video, w work, cause error) error {
	r, err := rendition(ctx, tx, w.Video, w.Generation, w.Rendition)
	if err != nil {
		return err
	}
	step := "piece"
	if media.IsAudio(w.Rendition) {
		step = "audio"
	}
	if r.Status != "failed" {
		g, err := generation(ctx, tx, w.Video, w.Generation)
		if err != nil {
			return err
		}
		g.Pace.V.Drop(w.Rendition)
		if err := errors.Join(saveGeneration(ctx, tx, g), s.queueImagesAfterFirstRung(ctx, tx, g.Plan.V, w)); err != nil {
			return err
		}
	}
	_, reason, detail := failureFor(cause)
	r.Status, r.FailureReason = "failed", reason
	if err := errors.Join(saveRendition(ctx, tx, r), s.log(ctx, tx, v, "error", step, w.Rendition+": "+reason, detail)); err != nil {
		return err
	}
	return s.updateProgress(ctx, tx, v)
}

// imagesFailed leaves a video without pictures.
func (s *Service) imagesFailed(ctx context.Context, tx bun.IDB, v Video, _ work, cause error) error {
	_, reason, detail := failureFor(cause)
	if err := s.log(ctx, tx, v, "warning", "images", "Thumbnails could not be made: "+reason, detail); err != nil {
		return err
	}
	return s.settleImages(ctx, tx, v, 0, nil)
}

// onFailure runs follow for a job that has failed for good, with its video locked; it does nothing when a newer generation
// has begun or the video was deleted, because then nobody waits for the result.
func (s *Service) onFailure(follow func(ctx context.Context, tx bun.IDB, v Video, w work, cause error) error) func(context.Context, bun.IDB, jobs.Job, error) error {
	return func(ctx context.Context, tx bun.IDB, j jobs.Job, cause error) error {
		w, err := jobs.Payload[work](j)
		if err != nil {
			return err
		}
		v, err := s.lockCurrent(ctx, tx, w)
		if errors.Is(err, jobs.ErrFenced) {
			return nil
		}
		if err != nil {
			return err
		}
		return follow(ctx, tx, v, w, cause)
	}
}
