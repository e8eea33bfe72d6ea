package transcode

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/objectkey"
	"lectern/internal/video/media"
)

// Replacement is another file for a video. The video plays its old file until a generation made of this one is complete, and keeps
// playing it if there never is one. Its id names its object, as that of a video names its first.
type Replacement struct {
	bun.BaseModel `bun:"table:video_replacements,alias:p"`

	ID               string `bun:",pk"`
	VideoID          string
	OriginalFileName string
	ContentType      string
	FileSize         int64
	Generation       int64 // 0 while it is being uploaded
	Notices          db.JSON[[]string]
	CreatedAt        time.Time
}

// ReserveReplacement begins to replace the file of a video of the course of n, with the transaction tx; n.ID is that of the upload. It
// takes the place of an upload for the same purpose. fault.Conflict while the video is being processed.
func (s *Service) ReserveReplacement(ctx context.Context, tx bun.IDB, n NewVideo, videoID string) error {
	v, err := lockVideo(ctx, tx, videoID)
	if err == nil && v.CourseID != n.CourseID {
		err = notFound()
	}
	if err != nil {
		return err
	}
	if v.isRunning() {
		return errBusy()
	}
	if v.UploadedAt == nil {
		return fault.New(fault.Conflict, "video_not_uploaded", "This video's file arrived incomplete. Upload it again.")
	}
	if err := deleteReplacement(ctx, tx, v.ID); err != nil {
		return err
	}
	return insertReplacement(ctx, tx, Replacement{ID: n.ID, VideoID: v.ID, OriginalFileName: n.OriginalFileName, ContentType: n.ContentType,
		FileSize: n.FileSize, Notices: db.JSON[[]string]{V: []string{}}, CreatedAt: s.clock.Now()})
}

// StartReplacement is StartProcessing for another file of a video that exists. fault.NotFound if the video was deleted or a later upload
// took the place of this one, fault.Conflict while the video is being processed.
func (s *Service) StartReplacement(ctx context.Context, tx bun.IDB, id string) (jobID string, estimate time.Duration, err error) {
	p, v, err := lockReplacement(ctx, tx, id)
	if err != nil {
		return "", 0, err
	}
	if v.isRunning() {
		return "", 0, errBusy()
	}
	p.Generation = v.Generation + 1
	if err := saveReplacement(ctx, tx, p); err != nil {
		return "", 0, err
	}
	if err := s.log(ctx, tx, v, "info", "upload", "Another file has been uploaded. The old one plays until it is ready.", ""); err != nil {
		return "", 0, err
	}
	jobID, err = s.startGeneration(ctx, tx, v, objectkey.Source(p.ID), false)
	return jobID, estimateProcessing(p.FileSize), err
}

// errBusy refuses another file for a video that is being made of one. Uploads announce no details.
func errBusy() error {
	return fault.New(fault.Conflict, "video_busy", "This video is already being processed. Wait until that has ended.")
}

// ReleaseReplacement forgets a replacement whose upload was given up, with the transaction tx. The video stays as it is.
func (s *Service) ReleaseReplacement(ctx context.Context, tx bun.IDB, id string) error {
	p, v, err := lockReplacement(ctx, tx, id)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil || p.Generation > 0 {
		return err
	}
	return deleteReplacement(ctx, tx, v.ID)
}

// describe records what the probe of the current generation has found: of the video, or of the file that may become it.
func (s *Service) describe(ctx context.Context, tx bun.IDB, v *Video, plan media.Plan, probe media.Probe) (replaces bool, err error) {
	p, err := replacementBy(ctx, tx, v.ID, v.Generation)
	if err != nil {
		return false, err
	}
	if p != nil {
		p.Notices.V = noticesOf(probe)
		return true, saveReplacement(ctx, tx, *p)
	}
	v.measure(plan)
	v.StoredNotices.V = noticesOf(probe)
	return false, nil
}

// measure takes over the length and size of a plan.
func (v *Video) measure(plan media.Plan) {
	v.DurationMS = int64(plan.Seconds()*1000 + 0.5)
	v.Width, v.Height = int64(plan.Rungs[0].Width), int64(plan.Rungs[0].Height)
}

// goLive makes the current generation the one that plays. If it is made of another file, the video is that file from now on.
func (s *Service) goLive(ctx context.Context, tx bun.IDB, v *Video, plan media.Plan) error {
	v.LiveGeneration = v.Generation
	p, err := replacementBy(ctx, tx, v.ID, v.Generation)
	if err != nil || p == nil {
		return err
	}
	now, old := s.clock.Now(), v.SourceKey
	v.measure(plan)
	v.SourceKey, v.OriginalFileName, v.ContentType, v.FileSize = objectkey.Source(p.ID), p.OriginalFileName, p.ContentType, p.FileSize
	v.StoredNotices.V, v.UploadedAt, v.RefusedAt = p.Notices.V, &now, nil
	return errors.Join(deleteReplacement(ctx, tx, v.ID), s.queueRemoval(ctx, tx, v.ID, now, work{Video: v.ID, Source: old}))
}

// rejectReplacement ends the current generation if it is made of another file: the old one plays on, with the reason. done is false if it
// is not, or if nothing plays.
func (s *Service) rejectReplacement(ctx context.Context, tx bun.IDB, v *Video, code, reason string) (done bool, err error) {
	p, err := replacementBy(ctx, tx, v.ID, v.Generation)
	if err != nil || p == nil {
		return false, err
	}
	err = errors.Join(deleteReplacement(ctx, tx, v.ID), deleteRenditions(ctx, tx, v.ID, v.Generation),
		s.queueRemoval(ctx, tx, v.ID, s.clock.Now(), work{Video: v.ID, Prefix: objectkey.Generation(v.ID, v.Generation), Source: objectkey.Source(p.ID)}))
	if err != nil || v.LiveGeneration == 0 {
		return false, err
	}
	live, err := generation(ctx, tx, v.ID, v.LiveGeneration)
	if err != nil {
		return false, err
	}
	if code == codeTruncated {
		code, reason = "VIDEO_CUT_OFF", "The end of the new file is missing. Copy or download it again, then upload the whole file."
	}
	v.Status, v.CompletedAt, v.UpdatedAt = "completed", live.FinishedAt, s.clock.Now()
	v.FailureCode, v.FailureReason = code, reason
	return true, errors.Join(s.log(ctx, tx, *v, "error", "publish", "The new file can't be used, the old one plays on: "+reason, ""), s.publishFailure(ctx, tx, *v))
}
