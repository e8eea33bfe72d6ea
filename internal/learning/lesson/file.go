package lesson

import (
	"context"
	"errors"
	"io"
	"io/fs"

	"github.com/uptrace/bun"

	"lectern/internal/learning/content"
	"lectern/internal/learning/coursework"
	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// AddFile stores a file of a course, for its teachers. name is for display only, never used as a path. It returns
// fault.Invalid, or fault.TooLarge over 100 MB.
func (s *Service) AddFile(ctx context.Context, who access.Caller, courseID, name string, body io.Reader, size int64) (content.CourseFile, error) {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return content.CourseFile{}, err
	}
	name = attachment.Name(name)
	switch {
	case size > content.MaxFile:
		return content.CourseFile{}, fault.New(fault.TooLarge, "file_too_large", "A file in a lesson can be at most 100 MB. Upload videos to the video library.")
	case size < 1:
		return content.CourseFile{}, fault.InvalidField("file", "required", "The file is empty, or its size was not sent.")
	case name == "":
		return content.CourseFile{}, fault.InvalidField("name", "required", "File name is required")
	}
	kind, body, err := attachment.Sniff(body, size)
	if err != nil {
		return content.CourseFile{}, err
	}
	f := content.CourseFile{ID: db.NewID(), CourseID: courseID, Name: name, Type: kind, Size: size, UploadedBy: who.ID, CreatedAt: s.deps.Clock.Now()}
	if err := s.deps.Blob.Put(ctx, f.Key(), body, size); err != nil {
		return content.CourseFile{}, attachment.ExplainCutOff(err)
	}
	if err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return content.InsertFile(ctx, tx, f) }); err != nil {
		return content.CourseFile{}, errors.Join(err, s.deps.Blob.Delete(context.WithoutCancel(ctx), f.Key()))
	}
	f.Address = s.deps.Files.ForOwner(courseID).Address(f.ID)
	return f, nil
}

// Files lists the files of a course, newest first, for its teachers.
func (s *Service) Files(ctx context.Context, who access.Caller, courseID string, limit, offset int64) ([]content.CourseFile, int64, error) {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return nil, 0, err
	}
	files, total, err := filesOf(ctx, s.deps.DB.Reader(), courseID, limit, offset)
	for i := range files {
		files[i].Address = s.deps.Files.ForOwner(courseID).Address(files[i].ID)
	}
	return files, total, err
}

// OpenFile returns a file for a valid signed URL, fault.Unauthenticated otherwise. disposition prevents browsers from
// displaying anything that could run scripts in the site's origin.
func (s *Service) OpenFile(ctx context.Context, id, until, signature string) (f content.CourseFile, o blob.Object, disposition string, err error) {
	if f, err = content.FileByID(ctx, s.deps.DB.Reader(), id); err != nil && !fault.Is(err, fault.NotFound) {
		return f, o, "", err
	}
	if err = s.deps.Files.ForOwner(f.CourseID).Check(id, until, signature); err != nil {
		return f, o, "", err
	}
	o, err = s.deps.Blob.Open(ctx, f.Key())
	if errors.Is(err, fs.ErrNotExist) {
		return f, o, "", fault.New(fault.NotFound, "file_not_found", "This file doesn't exist.").WithCause(err)
	}
	return f, o, attachment.Disposition(f.Type, f.Name), err
}
