// Package authoring creates and changes courses and shows the page of one: what its authors set, its teachers, its
// brochure, and what only courses of its type have.
package authoring

import (
	"cmp"
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/price"
	"lectern/internal/learning/searchindex"
	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/picture"
	"lectern/internal/platform/settings"
	"lectern/internal/platform/slots"
	"lectern/internal/platform/text"
)

// Weeks looks up sections in curricula.
type Weeks interface {
	// HasWeek reports whether a section is in the draft or the published version of a course.
	HasWeek(ctx context.Context, courseID, sectionID string) (bool, error)
	// Weeks lists the sections of the published version of a course in their order, or of the draft if there is none.
	Weeks(ctx context.Context, courseID string) ([]string, error)
}

type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Blob      blob.Store
	Audit     *audit.Log
	Brochures attachment.Signer // with base BrochurePath
	Weeks     Weeks
	Settings  *settings.Store
	Queue     *jobs.Queue
	Cleaner   *text.Cleaner
	Pictures  *picture.Widescreen
	Covers    CoverTools
	Calendars *busy.Calendars // of instructors, whose time doubt sessions take
	Doubts    Doubts
}

type Service struct {
	db         *db.DB
	clock      clock.Clock
	blob       blob.Store
	audit      *audit.Log
	brochures  attachment.Signer
	weeks      Weeks
	settings   *settings.Store
	cleaner    *text.Cleaner
	pictures   *picture.Widescreen
	covers     *picture.Store
	coverTools CoverTools
	frameSlots *slots.Slots
	calendars  *busy.Calendars
	doubts     Doubts
}

func New(d Deps) *Service {
	deps.Require(d)
	covers := picture.NewStore(picture.StoreDeps{DB: d.DB, Clock: d.Clock, Blob: d.Blob, Queue: d.Queue, Prefix: objectkey.Covers, Job: coverJob, InUse: isCoverInUse})
	return &Service{d.DB, d.Clock, d.Blob, d.Audit, d.Brochures, d.Weeks, d.Settings, d.Cleaner, d.Pictures, covers, d.Covers, slots.New(frameLimits), d.Calendars, d.Doubts}
}

// Handlers delete covers that are not in use.
func (s *Service) Handlers() map[string]jobs.Handler { return s.covers.Handlers() }

// Where a course was created.
const (
	originCourses = "courses"
	originTyped   = "tcourse"
)

// Create creates a draft that the caller teaches. For authors, as the gate has checked. It returns fault.Invalid.
func (s *Service) Create(ctx context.Context, who access.Caller, n course.NewCourse) (CourseDetail, error) {
	return s.create(ctx, who, originCourses, NewTypedCourse{NewCourse: n})
}

func (s *Service) create(ctx context.Context, who access.Caller, origin string, n NewTypedCourse) (c CourseDetail, err error) {
	n.NewCourse = s.stored(n.NewCourse)
	if err := n.Check(); err != nil {
		return c, err
	}
	now := s.clock.Now()
	made := page{row: row{Found: course.Found{Teaches: true, Record: course.Record{
		Course:     course.Course{ID: db.NewID(), Status: course.Draft, IsFree: true, Origin: origin, CreatedBy: who.ID, CreatedAt: now},
		AccessType: course.Registered,
	}}}}
	made.Record = made.With(n.NewCourse, now)
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := insert(ctx, tx, made.row); err != nil {
			return err
		}
		if err := s.putParts(ctx, tx, &made, n.NewCourse); err != nil {
			return err
		}
		if err := s.putExtras(ctx, tx, who, &made, n); err != nil {
			return err
		}
		p, err := s.read(ctx, tx, who, made.ID)
		c = s.detail(p)
		return err
	})
	return c, err
}

// stored returns n in stored form.
func (s *Service) stored(n course.NewCourse) course.NewCourse {
	n = n.Normalise()
	n.Summary = s.cleaner.Message(n.SummaryFormat, n.Summary)
	n.Description = s.cleaner.Message(n.DescriptionFormat, n.Description)
	n.FAQ = s.cleanFAQ(n.FAQ)
	return n
}

// cleanFAQ returns the questions with clean answers.
func (s *Service) cleanFAQ(faq []course.FAQEntry) []course.FAQEntry {
	clean := make([]course.FAQEntry, len(faq))
	for i, q := range faq {
		q.Format = cmp.Or(q.Format, text.PlainFormat) // it may have been stored before there were formats
		q.Answer = s.cleaner.Message(q.Format, q.Answer)
		clean[i] = q
	}
	return clean
}

// putParts stores the parts of n that are not in the row of the course.
func (s *Service) putParts(ctx context.Context, tx bun.IDB, p *page, n course.NewCourse) error {
	if err := putCategory(ctx, tx, n.Category); err != nil {
		return err
	}
	if err := putTags(ctx, tx, p.ID, n); err != nil {
		return err
	}
	if n.Prices != nil || n.CourseType == course.Free {
		p.prices = price.Rows(p.ID, n.Prices)
		p.IsFree, p.CourseFee, p.FeeCurrency = price.Fee(p.prices)
		if err := price.Put(ctx, tx, p.ID, p.prices); err != nil {
			return err
		}
	}
	return searchindex.Reindex(ctx, tx, p.ID)
}

// Update replaces what authors may set; holds reports whether a version is the one that was edited. For teachers of
// the course. It returns fault.NotFound if the caller may not know of the course, fault.Forbidden if they see it but
// do not teach it, fault.Invalid, or fault.Precondition if another author was faster.
func (s *Service) Update(ctx context.Context, who access.Caller, id string, n course.NewCourse, holds func(version int64) bool) (CourseDetail, error) {
	p, err := s.update(ctx, who, anyType, id, NewTypedCourse{NewCourse: n}, holds)
	return s.detail(p), err
}

func (s *Service) update(ctx context.Context, who access.Caller, kind, id string, n NewTypedCourse, holds func(version int64) bool) (page, error) {
	n.NewCourse = s.stored(n.NewCourse)
	if err := n.Check(); err != nil {
		return page{}, err
	}
	return s.change(ctx, who, kind, id, actionChanged, func(tx bun.IDB, p *page) error {
		if err := s.requireVersion(*p, holds); err != nil {
			return err
		}
		typeBefore := p.CourseType
		p.Record = p.With(n.NewCourse, s.clock.Now())
		if err := update(ctx, tx, p.Record); err != nil {
			return err
		}
		if p.CourseType != typeBefore { // the access of a free course says nothing of another
			if err := events.Publish(ctx, tx, s.clock.Now(), AccessChanged{p.ID}); err != nil {
				return err
			}
			if err := s.doubts.LayOut(ctx, tx, who, p.ID); err != nil { // only a blended course has doubt sessions
				return err
			}
		}
		if err := s.putParts(ctx, tx, p, n.NewCourse); err != nil {
			return err
		}
		return s.putExtras(ctx, tx, who, p, n)
	})
}

// requireVersion returns fault.Precondition, with the course as it is, unless its version holds.
func (s *Service) requireVersion(p page, holds func(version int64) bool) error {
	if now := s.detail(p); !holds(now.EditVersion()) {
		return fault.New(fault.Precondition, "stale_version", "Another user has changed this course. Your change is not saved yet.").WithDetails(now)
	}
	return nil
}

// TogglePublished publishes a draft or turns a published course into one. Same callers as Update. It returns fault.Conflict
// for an archived course.
func (s *Service) TogglePublished(ctx context.Context, who access.Caller, id string) (CourseDetail, error) {
	p, err := s.change(ctx, who, anyType, id, "course.published", func(tx bun.IDB, p *page) error {
		switch p.Status {
		case course.Draft:
			return s.setStatus(ctx, tx, who, p, course.Published)
		case course.Published:
			return s.setStatus(ctx, tx, who, p, course.Draft)
		}
		return fault.New(fault.Conflict, "course_archived", "This course is archived. Restore it before you publish it.")
	})
	return s.detail(p), err
}

// Archive archives a course, or restores it as a draft. Enrolled students keep access. Same callers as Update.
func (s *Service) Archive(ctx context.Context, who access.Caller, id string, archive bool) (CourseDetail, error) {
	p, err := s.change(ctx, who, anyType, id, "course.archived", func(tx bun.IDB, p *page) error {
		switch {
		case archive && p.Status != course.Archived:
			return s.setStatus(ctx, tx, who, p, course.Archived)
		case !archive && p.Status == course.Archived:
			return s.setStatus(ctx, tx, who, p, course.Draft)
		}
		return nil
	})
	return s.detail(p), err
}

func (s *Service) setStatus(ctx context.Context, tx bun.IDB, who access.Caller, p *page, status string) error {
	p.Status, p.UpdatedAt = status, s.clock.Now()
	if err := course.PutStatus(ctx, tx, p.ID, p.Status, p.UpdatedAt); err != nil {
		return err
	}
	if p.CourseType == course.Blended {
		if err := s.doubts.LayOut(ctx, tx, who, p.ID); err != nil {
			return err
		}
	}
	return searchindex.Reindex(ctx, tx, p.ID)
}

// Delete permanently deletes an archived course with its curriculum and all progress in it. Same callers as Update.
// It returns fault.Conflict unless it is archived, holds no videos and nobody has paid for it, fault.Invalid if it has or had enrollments and
// confirm is not its title.
func (s *Service) Delete(ctx context.Context, who access.Caller, id, confirm string) error {
	var brochure brochureFile
	err := s.calendars.InTx(ctx, func(tx bun.IDB) error {
		p, err := s.read(ctx, tx, who, id)
		if err == nil {
			err = p.RequireTeaches()
		}
		if err != nil {
			return err
		}
		if p.Status != course.Archived {
			return fault.New(fault.Conflict, "course_not_archived", "Archive this course before you delete it.")
		}
		in, err := contentsOf(ctx, tx, id)
		if err != nil {
			return err
		}
		if in.Videos > 0 {
			return fault.New(fault.Conflict, "course_holds_videos", fmt.Sprintf("This course still has %d videos or uploads. Delete them first.", in.Videos))
		}
		if in.Orders > 0 {
			return fault.New(fault.Conflict, "course_has_orders", "People have paid for this course, and it stays in the books. Leave it archived.")
		}
		if in.Batches > 0 {
			return fault.New(fault.Conflict, "course_has_batches", fmt.Sprintf("This course still has %d batches that are active or upcoming. Complete or cancel them first.", in.Batches))
		}
		if in.Enrollments > 0 && course.Line(confirm) != p.Title {
			return fault.Fields{{Name: "confirm", Code: "required", Message: fmt.Sprintf("%d people are or were enrolled in this course. Type its title to delete it.", in.Enrollments)}}.Err()
		}
		brochure = p.Brochure.V
		if err := s.doubts.FreeTimes(ctx, tx, id); err != nil {
			return err
		}
		if err := remove(ctx, tx, id); err != nil {
			return err
		}
		if p.CoverID != "" {
			if err := s.covers.Release(ctx, tx, p.CoverID); err != nil {
				return err
			}
		}
		if err := events.Publish(ctx, tx, s.clock.Now(), Deleted{id}); err != nil {
			return err
		}
		return course.AuditChange(ctx, tx, s.audit, who, "course.deleted", id, s.detail(p), nil)
	})
	if err != nil {
		return err
	}
	return s.deleteBrochure(ctx, id, brochure)
}

const (
	actionChanged = "course.changed" // action in the audit log
	anyType       = ""               // accepted by change for a course of any type
)

// change reads once a course of a type, or of any type, that the caller may change. fn writes a change and makes the
// same change in p, from which the response is built. action goes to the audit log if the caller is an administrator.
// It returns course.ErrNotFound or fault.Forbidden.
func (s *Service) change(ctx context.Context, who access.Caller, kind, id, action string, fn func(tx bun.IDB, p *page) error) (p page, err error) {
	err = s.calendars.InTx(ctx, func(tx bun.IDB) error {
		if p, err = s.read(ctx, tx, who, id); err != nil {
			return err
		}
		if err := requireType(p.Record, kind); err != nil {
			return err
		}
		if err := p.RequireTeaches(); err != nil {
			return err
		}
		before := s.detail(p)
		if err := fn(tx, &p); err != nil {
			return err
		}
		return course.AuditChange(ctx, tx, s.audit, who, action, id, before, s.detail(p))
	})
	return p, err
}

// Get returns a course: in the catalogue to anyone, otherwise to its teachers, its students and administrators.
// Others get fault.NotFound. With a student's id it shows their enrollment and progress, to the student and the
// teachers of the course; others get fault.Forbidden.
func (s *Service) Get(ctx context.Context, who access.Caller, id, studentID string) (CourseDetail, error) {
	p, err := s.readFor(ctx, who, id, studentID)
	return s.detail(p), err
}

func (s *Service) readFor(ctx context.Context, who access.Caller, id, studentID string) (page, error) {
	q := s.db.Reader()
	p, err := s.read(ctx, q, who, id)
	if err != nil || studentID == "" || studentID == who.ID {
		return p, err
	}
	if !p.Teaches {
		return page{}, fault.New(fault.Forbidden, "not_your_course", "Only instructors of this course can see its learners' progress.")
	}
	p.enrollment, p.progress, err = course.EnrollmentAndProgress(ctx, q, studentID, id)
	return p, err
}
