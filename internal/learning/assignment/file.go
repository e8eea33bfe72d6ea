package assignment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
)

// AddFile adds a file to the caller's draft, for learners of the course. name is for display only, never used as a
// path. It returns fault.Invalid, fault.TooLarge, or fault.Conflict when the draft holds as many files as allowed.
func (s *Service) AddFile(ctx context.Context, who access.Caller, lessonID, name string, body io.Reader, size int64) (f SubmissionFile, err error) {
	l, settings, err := s.assignment(ctx, who, lessonID, false)
	if err == nil {
		err = maySubmit(l)
	}
	if err != nil {
		return f, err
	}
	name = attachment.Name(name)
	if err := settings.checkFile(name, size); err != nil {
		return f, err
	}
	kind, body, err := attachment.Sniff(body, size)
	if err != nil {
		return f, err
	}
	var sub submission
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) (err error) {
		sub, err = s.lockOrCreate(ctx, tx, l.CourseID, lessonID, who.ID)
		return err
	})
	if err != nil {
		return f, err
	}
	f = SubmissionFile{ID: db.NewID(), SubmissionID: sub.ID, Name: name, Type: kind, Size: size, CreatedAt: s.deps.Clock.Now()}
	key := objectkey.SubmissionFile(sub.ID, f.ID)
	if err := s.deps.Blob.Put(ctx, key, body, size); err != nil {
		return f, attachment.ExplainCutOff(err)
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, err := lockOf(ctx, tx, who.ID, lessonID); err != nil { // so that concurrent uploads count each other
			return err
		}
		there, err := draftFiles(ctx, tx, sub.ID)
		if err == nil && int64(len(there)) >= settings.MaxFiles {
			err = fault.New(fault.Conflict, "too_many_files", fmt.Sprintf("At most %d files can be handed in. Remove one first.", settings.MaxFiles))
		}
		if err != nil {
			return err
		}
		return insertFile(ctx, tx, f)
	})
	if err != nil {
		return f, errors.Join(err, s.deps.Blob.Delete(context.WithoutCancel(ctx), key))
	}
	f.Address = s.deps.Files.Address(f.ID)
	return f, nil
}

// checkFile checks a file against the settings.
func (s AssignmentSettings) checkFile(name string, size int64) error {
	var broken fault.Fields
	broken.Require(slices.Contains(s.Accepts, "file"), "file", "not_accepted", "This assignment doesn't accept files")
	broken.Require(size > 0, "file", "required", "The file is empty, or its size was not sent.")
	broken.Require(name != "", "name", "required", "File name is required")
	ending := strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
	broken.Require(len(s.FileTypes) == 0 || slices.Contains(s.FileTypes, ending), "file", "not_accepted",
		fmt.Sprintf("This assignment accepts only these file types: %s", strings.Join(s.FileTypes, ", ")))
	if err := broken.Err(); err != nil {
		return err
	}
	if size > s.MaxFileSize {
		return fault.New(fault.TooLarge, "file_too_large", fmt.Sprintf("A file in this assignment can be at most %d MB.", max(1, s.MaxFileSize/megabyte)))
	}
	return nil
}

// RemoveFile deletes a file from the caller's draft. Files that have been handed in stay. It returns errNoFile.
func (s *Service) RemoveFile(ctx context.Context, who access.Caller, lessonID, id string) (AssignmentOverview, error) {
	return s.work(ctx, who, lessonID, func(tx bun.IDB, _ AssignmentSettings, sub *submission) error {
		if err := deleteDraftFile(ctx, tx, sub.ID, id); err != nil {
			return err
		}
		_, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: dropJob, Payload: dropWork{sub.ID, id}})
		return err
	})
}

// OpenFile returns a file for a valid signed URL, fault.Unauthenticated otherwise.
func (s *Service) OpenFile(ctx context.Context, id, until, signature string) (f SubmissionFile, o blob.Object, err error) {
	if err = s.deps.Files.Check(id, until, signature); err != nil {
		return f, o, err
	}
	if f, err = fileByID(ctx, s.deps.DB.Reader(), id); err != nil {
		return f, o, err
	}
	o, err = s.deps.Blob.Open(ctx, objectkey.SubmissionFile(f.SubmissionID, f.ID))
	if errors.Is(err, fs.ErrNotExist) {
		err = errNoFile
	}
	return f, o, err
}

const dropJob = "assignment.drop"

// dropWork is the payload of the job that deletes orphaned files: one, or all of a submission.
type dropWork struct{ Submission, File string }

func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{dropJob: {Do: func(ctx context.Context, claim []jobs.Job) error {
		w, err := jobs.Payload[dropWork](claim[0])
		switch {
		case err != nil:
			return err
		case w.File == "":
			return s.deps.Blob.DeletePrefix(ctx, objectkey.Submission(w.Submission))
		}
		return s.deps.Blob.Delete(ctx, objectkey.SubmissionFile(w.Submission, w.File))
	}}}
}

// Erase deletes what a user has handed in, in the transaction that erases the user.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	ids, err := erase(ctx, tx, user)
	for _, id := range ids {
		if _, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: dropJob, Payload: dropWork{Submission: id}}); err != nil {
			return err
		}
	}
	return err
}
