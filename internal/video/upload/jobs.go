package upload

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
)

// kindFinish is the job that assembles a large file: verifying it, or completing S3's multipart upload, can outlast a request.
const kindFinish = "upload.finish"

type finishPayload struct {
	UploadID string `json:"uploadId"`
}

// finishLater leaves assembling the file to a job and answers with that.
func (s *Service) finishLater(ctx context.Context, id string) (done Completion, err error) {
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		session, err := lockLatest(ctx, tx, id)
		switch {
		case err != nil:
			return err
		case session.Status == "completed" || session.Status == "completing":
			done = session.completion()
			return nil
		case !isRunning(session.Status):
			return errSessionNotFound()
		}
		session.JobID, err = s.queue.Add(ctx, tx, jobs.New{Kind: kindFinish, Ref: session.VideoID, Payload: finishPayload{session.ID}})
		session.Status, session.UpdatedAt = "completing", s.clock.Now()
		session.EstimateSeconds = int64(session.FileSize/(100<<20)+1) * 120 // until it has been probed: two minutes for 100 MB
		done = session.completion()
		return errors.Join(err, saveSession(ctx, tx, session), s.rows(session).MarkReceived(ctx, tx, session.VideoID))
	})
	return done, err
}

// Handlers are the jobs of this feature.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{kindFinish: {Do: s.finishJobs, Failed: s.finishFailed}}
}

func (s *Service) finishJobs(ctx context.Context, claimed []jobs.Job) error {
	work, err := jobs.Payload[finishPayload](claimed[0])
	if err != nil {
		return err
	}
	session, err := findSession(ctx, s.db.Reader(), work.UploadID)
	if err != nil || session.Status != "completing" {
		return err
	}
	held, err := partsOf(ctx, s.db.Reader(), session.VideoID)
	if err != nil {
		return err
	}
	if _, err = s.finishUpload(ctx, session, held); fault.Is(err, fault.Conflict) {
		return nil // damaged, and the upload is open again
	}
	return err
}

// finishFailed reopens an upload whose file could not be assembled.
func (s *Service) finishFailed(ctx context.Context, tx bun.IDB, j jobs.Job, _ error) error {
	var work finishPayload
	if err := json.Unmarshal(j.Payload.V, &work); err != nil {
		return err
	}
	session, err := lockSession(ctx, tx, work.UploadID)
	if err != nil || session.Status != "completing" {
		return err
	}
	now := s.clock.Now()
	session.Status, session.JobID, session.ExpiresAt, session.UpdatedAt = "uploading", "", now.Add(s.ttl), now
	if err := saveSession(ctx, tx, session); err != nil {
		return err
	}
	return s.rows(session).Release(ctx, tx, session.VideoID, "failed", "The file could not be put together on the server. Choose the same file again to go on.")
}
