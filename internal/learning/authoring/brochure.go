package authoring

import (
	"context"
	"errors"
	"io"
	"io/fs"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/rest"
)

// BrochurePath is the prefix of brochures' signed URLs; course and file id follow.
const BrochurePath = "/api/v1/courses/brochures"

const (
	maxBrochure = 20 << 20 // bytes
	pdfType     = "application/pdf"
)

// CourseBrochure is a PDF about a course for prospective students.
type CourseBrochure struct {
	Name    string `json:"name"`
	Size    int64  `json:"size" doc:"Bytes."`
	Address string `json:"address,omitempty" doc:"Where it can be fetched for some hours. Absent while it has to be asked for, but not for its teachers."`
}

// brochureFile is a stored brochure; ID is "" if there is none.
type brochureFile struct {
	ID, Name string
	Size     int64
}

var errNoBrochure = fault.New(fault.NotFound, "brochure_not_found", "This course has no brochure.")

// BrochureUpload is a brochure on its way to the server.
type BrochureUpload struct {
	Name string // for display only, never used as a path
	Body io.Reader
	Size int64 // bytes
}

// SetBrochure stores or replaces the brochure of a course. Same callers as Update. It returns fault.Invalid, fault.UnsupportedType if
// the file is not a PDF, fault.TooLarge over 20 MB, or fault.Precondition, with the course as it is, unless its version holds.
func (s *Service) SetBrochure(ctx context.Context, who access.Caller, id string, u BrochureUpload, holds func(version int64) bool) (CourseDetail, error) {
	if _, err := course.FindTaught(ctx, s.db.Reader(), who, id); err != nil {
		return CourseDetail{}, err
	}
	f := brochureFile{ID: db.NewID(), Name: attachment.Name(u.Name), Size: u.Size}
	if err := s.storeBrochure(ctx, id, f, u.Body); err != nil {
		return CourseDetail{}, err
	}
	p, old, err := s.replaceBrochure(ctx, who, id, f, holds)
	if err != nil {
		return CourseDetail{}, errors.Join(err, s.deleteBrochure(ctx, id, f))
	}
	return s.detail(p), s.deleteBrochure(ctx, id, old)
}

func (s *Service) storeBrochure(ctx context.Context, id string, f brochureFile, body io.Reader) error {
	switch {
	case f.Size > maxBrochure:
		return fault.New(fault.TooLarge, "file_too_large", "A brochure can be at most 20 MB.")
	case f.Size < 1:
		return fault.Fields{{Name: "file", Code: "required", Message: "The file is empty, or its size was not sent."}}.Err()
	case f.Name == "":
		return fault.Fields{{Name: "name", Code: "required", Message: "File name is required"}}.Err()
	}
	kind, body, err := attachment.Sniff(body, f.Size)
	if err != nil {
		return err
	}
	if kind != pdfType {
		return fault.New(fault.UnsupportedType, "unsupported_type", "A brochure must be a PDF file.")
	}
	return attachment.ExplainCutOff(s.blob.Put(ctx, objectkey.Brochure(id, f.ID), body, f.Size))
}

// RemoveBrochure deletes the brochure of a course, if there is one. Same callers as Update.
func (s *Service) RemoveBrochure(ctx context.Context, who access.Caller, id string) (CourseDetail, error) {
	p, old, err := s.replaceBrochure(ctx, who, id, brochureFile{}, rest.IfMatch{}.Matches)
	if err != nil {
		return CourseDetail{}, err
	}
	return s.detail(p), s.deleteBrochure(ctx, id, old)
}

// replaceBrochure sets or clears the brochure of a course and returns the previous one.
func (s *Service) replaceBrochure(ctx context.Context, who access.Caller, id string, f brochureFile, holds func(version int64) bool) (p page, old brochureFile, err error) {
	p, err = s.change(ctx, who, anyType, id, actionChanged, func(tx bun.IDB, p *page) error {
		if err := s.requireVersion(*p, holds); err != nil {
			return err
		}
		old = p.Brochure.V
		if old.ID == "" && f.ID == "" {
			return nil
		}
		p.Brochure.V, p.UpdatedAt = f, s.clock.Now()
		return putBrochure(ctx, tx, id, f, p.UpdatedAt)
	})
	return p, old, err
}

func (s *Service) deleteBrochure(ctx context.Context, courseID string, f brochureFile) error {
	if f.ID == "" {
		return nil
	}
	return s.blob.Delete(context.WithoutCancel(ctx), objectkey.Brochure(courseID, f.ID))
}

// brochure returns a brochure, nil if there is none. Its signed URL is for teachers, and for everybody unless it has to be asked for.
func (s *Service) brochure(p page) *CourseBrochure {
	f := p.Brochure.V
	if f.ID == "" {
		return nil
	}
	b := CourseBrochure{Name: f.Name, Size: f.Size}
	if p.Teaches || !p.Page.V.BrochureGated {
		b.Address = s.brochures.Address(p.ID + "/" + f.ID)
	}
	return &b
}

// OpenBrochure returns a brochure for a valid signed URL. Otherwise it returns fault.Unauthenticated, or
// fault.NotFound if the brochure has been replaced.
func (s *Service) OpenBrochure(ctx context.Context, courseID, id, until, signature string) (f brochureFile, o blob.Object, err error) {
	if err := s.brochures.Check(courseID+"/"+id, until, signature); err != nil {
		return f, o, fault.New(fault.Unauthenticated, "address_expired", "This link is invalid or has expired. Open the course again.").WithCause(err)
	}
	if f, err = brochureOf(ctx, s.db.Reader(), courseID); err != nil {
		return f, o, err
	}
	if f.ID != id {
		return f, o, errNoBrochure
	}
	o, err = s.blob.Open(ctx, objectkey.Brochure(courseID, id))
	if errors.Is(err, fs.ErrNotExist) {
		err = errNoBrochure
	}
	return f, o, err
}

// BrochureEntry is a course of the catalogue that has a brochure.
type BrochureEntry struct {
	BrochureID  string `json:"brochure_id"`
	CourseID    string `json:"course_id"`
	CourseTitle string `json:"course_title"`
	Name        string `json:"name" doc:"Of the file."`
	Size        int64  `json:"size" doc:"Bytes."`
}

// Brochures lists the courses of the catalogue that have a brochure, by title, and their number. For everybody.
func (s *Service) Brochures(ctx context.Context, limit, offset int64) ([]BrochureEntry, rest.Count, error) {
	return listBrochures(ctx, s.db.Reader(), limit, offset)
}

// RequireBrochure returns fault.NotFound unless a course is in the catalogue and has a brochure.
func (s *Service) RequireBrochure(ctx context.Context, q bun.IDB, courseID string) error {
	_, err := publishedBrochure(ctx, q, courseID)
	return err
}

// PublishedBrochure returns the brochure of a course of the catalogue, for who has asked for it. fault.NotFound.
func (s *Service) PublishedBrochure(ctx context.Context, courseID string) (name string, o blob.Object, err error) {
	f, err := publishedBrochure(ctx, s.db.Reader(), courseID)
	if err != nil {
		return "", o, err
	}
	o, err = s.blob.Open(ctx, objectkey.Brochure(courseID, f.ID))
	if errors.Is(err, fs.ErrNotExist) {
		err = errNoBrochure
	}
	return f.Name, o, err
}
