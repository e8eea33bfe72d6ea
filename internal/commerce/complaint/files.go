package complaint

import (
	"context"
	"errors"
	"io"
	"io/fs"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/ratelimit"
)

// FilePath is the prefix of signed URLs of files.
const FilePath = "/api/v1/complaints/files"

// Upload is a file on its way to the server.
type Upload struct {
	Name string // for display only, never used as a path
	Body io.Reader
	Size int64 // bytes
}

// AddStaffFile stores a file for the next message of an administrator. fault.NotFound, fault.Invalid, fault.TooLarge over 10 MB, fault.TooMany.
func (s *Service) AddStaffFile(ctx context.Context, id string, u Upload) (ComplaintFile, error) {
	if _, err := find(ctx, s.deps.DB.Reader(), id); err != nil {
		return ComplaintFile{}, err
	}
	return s.addFile(ctx, ComplaintFile{ComplaintID: id, FromStaff: true}, u)
}

// AddFile stores a file for the next message of who complained. Callers as of Track. fault.NotFound, fault.Invalid, fault.TooLarge over 10 MB, fault.TooMany.
func (s *Service) AddFile(ctx context.Context, who access.Caller, key string, u Upload) (f ComplaintFile, err error) {
	id, err := s.resolve(ctx, who, key)
	if err != nil {
		return f, err
	}
	if _, err := find(ctx, s.deps.DB.Reader(), id); err != nil { // deleted since the link was sent
		return f, err
	}
	return s.addFile(ctx, ComplaintFile{ComplaintID: id}, u)
}

func (s *Service) addFile(ctx context.Context, f ComplaintFile, u Upload) (_ ComplaintFile, err error) {
	f.ID, f.Name, f.Size, f.CreatedAt = db.NewID(), attachment.Name(u.Name), u.Size, s.deps.Clock.Now()
	var broken fault.Fields
	broken.Require(u.Size > 0, "file", "required", "The file is empty, or its size was not sent.")
	broken.Require(f.Name != "", "name", "required", "File name is required")
	if err := broken.Err(); err != nil {
		return f, err
	}
	if u.Size > maxFile {
		return f, fault.New(fault.TooLarge, "file_too_large", "A file can be at most 10 MB.")
	}
	if err := s.deps.Limits.Allow(ctx, ratelimit.Hit{Rule: fileRule, Subject: f.ComplaintID}); err != nil {
		return f, err
	}
	if f.Type, u.Body, err = attachment.Sniff(u.Body, u.Size); err != nil {
		return f, err
	}
	key := objectkey.ComplaintFile(f.ComplaintID, f.ID)
	if err := s.deps.Blob.Put(ctx, key, u.Body, u.Size); err != nil {
		return f, attachment.ExplainCutOff(err)
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, err := lock(ctx, tx, f.ComplaintID); err != nil {
			return err
		}
		return insertFile(ctx, tx, f)
	})
	if err != nil {
		return f, errors.Join(err, s.deps.Blob.Delete(context.WithoutCancel(ctx), key))
	}
	return s.signed(f), nil
}

func (s *Service) signed(f ComplaintFile) ComplaintFile {
	f.URL = s.deps.Files.Address(f.ID)
	return f
}

// OpenFile returns a file for a valid signed URL. fault.Unauthenticated, fault.NotFound.
func (s *Service) OpenFile(ctx context.Context, id, until, signature string) (f ComplaintFile, o blob.Object, err error) {
	if err := s.deps.Files.Check(id, until, signature); err != nil {
		return f, o, fault.New(fault.Unauthenticated, "address_expired", "This link is invalid or has expired. Open the complaint again.").WithCause(err)
	}
	if f, err = fileByID(ctx, s.deps.DB.Reader(), id); err != nil {
		return f, o, err
	}
	o, err = s.deps.Blob.Open(ctx, objectkey.ComplaintFile(f.ComplaintID, f.ID))
	if errors.Is(err, fs.ErrNotExist) {
		err = errNoFile
	}
	return f, o, err
}

var errNoFile = fault.New(fault.NotFound, "file_not_found", "This file doesn't exist.")

const dropJob = "complaint.drop"

// dropWork is the payload of the job that deletes files: one, or all of a complaint.
type dropWork struct{ Complaint, File string }

func (s *Service) drop(ctx context.Context, tx bun.IDB, w dropWork) error {
	_, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: dropJob, Payload: w})
	return err
}

func (s *Service) dropFiles(ctx context.Context, j jobs.Job) error {
	w, err := jobs.Payload[dropWork](j)
	switch {
	case err != nil:
		return err
	case w.File == "":
		return s.deps.Blob.DeletePrefix(ctx, objectkey.Complaint(w.Complaint))
	}
	return s.deps.Blob.Delete(ctx, objectkey.ComplaintFile(w.Complaint, w.File))
}
