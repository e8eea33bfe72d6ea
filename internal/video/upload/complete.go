package upload

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/fault"
)

// Completion is the answer to complete-upload, the same however often it is asked.
type Completion struct {
	VideoID                 string `json:"videoId"`
	Status                  string `json:"status" enum:"pending" doc:"What the status says until a worker begins."`
	ProcessingJobID         string `json:"processingJobId"`
	EstimatedProcessingTime int64  `json:"estimatedProcessingTime" doc:"Seconds, a guess."`
	Message                 string `json:"message"`
}

func (s Session) completion() Completion {
	return Completion{s.video(), "pending", s.JobID, s.EstimateSeconds, "Upload complete. The video is being processed."}
}

// WrongParts is the error info of an upload that cannot be completed.
type WrongParts struct {
	ErrorType    string  `json:"errorType"`
	MissingParts []int64 `json:"missingParts" doc:"The server does not hold these, or they were not named."`
	WrongParts   []int64 `json:"wrongParts" doc:"These do not exist, were named twice or with another etag, or are damaged in storage."`
}

// Complete checks that every part has arrived and hands the file to processing. For the uploader and admins. fault.Invalid
// with missing or wrong parts; fault.Conflict with parts that were damaged in storage and have to be sent again.
func (s *Service) Complete(ctx context.Context, who access.Caller, ref Reference, named []UploadedPart) (Completion, error) {
	if ref.UploadID == "" {
		return Completion{}, fault.New(fault.Invalid, "DETAILED_PARAMETER_VALIDATION_ERROR", "Invalid upload data. Please restart the upload.")
	}
	session, err := s.sessionOf(ctx, who, ref)
	if err == nil {
		session, _, err = s.latest(ctx, session)
	}
	switch {
	case err != nil:
		return Completion{}, err
	case session.Status == "completed" || session.Status == "completing":
		return session.completion(), nil
	case !isRunning(session.Status):
		return Completion{}, errSessionNotFound()
	}
	held, err := s.parts(ctx, session)
	if err == nil {
		err = compareParts(session, named, held)
	}
	if err != nil {
		return s.resolveCompletionError(ctx, session, err)
	}
	s.inFlight.cancelAll(session.VideoID)
	if session.FileSize > s.finishInline {
		return s.finishLater(ctx, session.ID)
	}
	return s.finishUpload(ctx, session, held)
}

// compareParts returns what an upload lacks to be complete.
func compareParts(s Session, named []UploadedPart, held []receivedPart) error {
	info := WrongParts{"PARAMETER_MISMATCH", []int64{}, []int64{}}
	etags := map[int64]string{}
	for _, p := range held {
		etags[p.PartNumber] = p.Etag
	}
	seen := map[int64]bool{}
	for _, n := range named {
		etag, ok := etags[n.PartNumber]
		known := n.PartNumber >= 1 && n.PartNumber <= s.TotalChunks
		if !known || seen[n.PartNumber] || ok && !equalConstantTime(strings.Trim(n.Etag, `"`), etag) {
			info.WrongParts = append(info.WrongParts, n.PartNumber)
		}
		seen[n.PartNumber] = true
	}
	for n := int64(1); n <= s.TotalChunks; n++ {
		if _, ok := etags[n]; !ok || !seen[n] {
			info.MissingParts = append(info.MissingParts, n)
		}
	}
	if len(info.MissingParts)+len(info.WrongParts) > 0 || blob.TotalSize(storedParts(held)) != s.FileSize {
		return fault.New(fault.Invalid, "PARAMETER_MISMATCH", "Invalid upload data. Please restart the upload.").WithDetails(info)
	}
	return nil
}

// finishUpload assembles the file and accepts it. Everything before the last transaction can be repeated after a crash.
func (s *Service) finishUpload(ctx context.Context, session Session, held []receivedPart) (Completion, error) {
	err := s.blob.Verify(ctx, session.ObjectKey, session.StorageRef, storedParts(held))
	if err == nil {
		err = s.blob.Finish(ctx, session.ObjectKey, session.StorageRef, storedParts(held))
	}
	if damaged, ok := errors.AsType[*blob.Damaged](err); ok {
		return s.reopenDamaged(ctx, session, damaged)
	}
	if err != nil {
		return s.resolveCompletionError(ctx, session, err)
	}
	done, err := s.acceptVideo(ctx, session.ID)
	if fault.Is(err, fault.NotFound) { // aborted in between: the abort could not know of the object
		err = errors.Join(err, s.blob.Delete(ctx, session.ObjectKey))
	}
	return done, err
}

// resolveCompletionError is the answer to a completion that failed with an error. Another request may have ended the upload
// since seen was read, and storages return many different errors when parts vanish: then the answer is how the upload ended,
// and the error otherwise.
func (s *Service) resolveCompletionError(ctx context.Context, seen Session, because error) (Completion, error) {
	session, err := s.latestByID(ctx, seen.ID)
	switch {
	case err != nil:
		return Completion{}, errors.Join(because, err)
	case session.Status == "completed", session.Status == "completing" && seen.Status != "completing":
		return session.completion(), nil
	case errors.Is(because, fs.ErrNotExist) && isRunning(session.Status): // its parts are gone although no request removed them
		return Completion{}, errSessionNotFound()
	case isRunning(session.Status), session.Status == "completing":
		return Completion{}, because
	}
	s.discardStorage(ctx, session) // the abort could not know what storage made of the parts
	return Completion{}, errSessionNotFound()
}

// acceptVideo hands the file to processing, once: in the latest session.
func (s *Service) acceptVideo(ctx context.Context, id string) (done Completion, err error) {
	now := s.clock.Now()
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		session, err := lockLatest(ctx, tx, id)
		if err != nil {
			return err
		}
		if session.Status != "completed" {
			if !isRunning(session.Status) && session.Status != "completing" {
				return errSessionNotFound()
			}
			job, estimate, err := s.rows(session).StartProcessing(ctx, tx, session.VideoID)
			if err != nil {
				return err
			}
			if session.Status != "completing" { // the client has been given the id of another job
				session.JobID, session.EstimateSeconds = job, int64(estimate/time.Second)
			}
			session.Status, session.CompletedAt, session.UpdatedAt = "completed", &now, now
			if err := saveSession(ctx, tx, session); err != nil {
				return err
			}
			if err := clearStorage(ctx, tx, session.VideoID, now); err != nil {
				return err
			}
		}
		done = session.completion()
		return nil
	})
	return done, err
}

// reopenDamaged deletes damaged parts, so that the client sends them again. When the upload was completed or aborted
// in between, the parts were not damaged but gone, and the answer is how it ended.
func (s *Service) reopenDamaged(ctx context.Context, session Session, damaged *blob.Damaged) (done Completion, err error) {
	now := s.clock.Now()
	completed := false
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		locked, err := lockLatest(ctx, tx, session.ID)
		if err != nil {
			return err
		}
		if completed = locked.Status == "completed"; completed {
			done = locked.completion()
			return nil
		}
		if !isRunning(locked.Status) && locked.Status != "completing" {
			return errSessionNotFound()
		}
		if err := deleteParts(ctx, tx, session.VideoID, damaged.Numbers); err != nil {
			return err
		}
		if locked.Status == "completing" {
			const sentence = "A part of the file was damaged in storage. Choose the same file again: only that part will be sent."
			if err := s.rows(session).Release(ctx, tx, session.VideoID, "failed", sentence); err != nil {
				return err
			}
		}
		locked.Status, locked.JobID, locked.ExpiresAt, locked.UpdatedAt = "uploading", "", now.Add(s.ttl), now
		return saveSession(ctx, tx, locked)
	})
	if err != nil || completed {
		return done, err
	}
	s.log.ErrorContext(ctx, "parts of an upload were damaged in storage", "video", session.VideoID, "parts", damaged.Numbers)
	return done, fault.New(fault.Conflict, "BACKEND_RESPONSE_ERROR",
		fmt.Sprintf("The stored data of %s is damaged. Send it again, then complete the upload.", partList(damaged.Numbers))).
		WithDetails(WrongParts{"BACKEND_RESPONSE_ERROR", damaged.Numbers, damaged.Numbers}).WithCause(damaged)
}

func partList(numbers []int64) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = fmt.Sprint(n)
	}
	if len(words) == 1 {
		return "part " + words[0]
	}
	return "parts " + strings.Join(words[:min(len(words), 20)], ", ")
}
