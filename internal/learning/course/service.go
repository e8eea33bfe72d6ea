package course

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

// Weeks says what stands in curricula. Package curriculum fills it.
type Weeks interface {
	// HasWeek says whether a section is one of a course, in its draft or its published version.
	HasWeek(ctx context.Context, courseID, sectionID string) (bool, error)
}

// Service is the use cases. It is built once, in package app.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Blob     blob.Store
	Audit    *audit.Log
	Key      []byte // of the addresses of brochures; 32 bytes that every server of an installation shares
	Weeks    Weeks
	Accounts Accounts

	counts memory[rest.Count]
	facets memory[CourseFacets]
}

// Create makes a draft that the caller teaches; origin is the address at which it is made. For teachers; the gate has seen
// to that. fault.Invalid when a rule is broken.
func (s *Service) Create(ctx context.Context, who access.Caller, n NewCourse) (CourseDetail, error) {
	return s.create(ctx, who, n, "courses", nil)
}

// create is Create; then runs in the same transaction, on the course that has been made.
func (s *Service) create(ctx context.Context, who access.Caller, n NewCourse, origin string, then func(tx bun.IDB, c CourseDetail) error) (c CourseDetail, err error) {
	n = n.normalise()
	if err := n.check(); err != nil {
		return c, err
	}
	now := s.Clock.Now()
	r := row{Course: Course{ID: db.NewID(), Status: draft, IsFree: true, Origin: origin, CreatedBy: who.ID, CreatedAt: now}, AccessType: registered}
	err = s.DB.InTx(ctx, func(tx bun.IDB) (err error) {
		if err := insert(ctx, tx, r.with(n, now)); err != nil {
			return err
		}
		if err := s.writeParts(ctx, tx, r.ID, n); err != nil {
			return err
		}
		if c, err = s.detail(ctx, tx, who, r.ID); err != nil || then == nil {
			return err
		}
		if err := then(tx, c); err != nil {
			return err
		}
		c, err = s.detail(ctx, tx, who, r.ID)
		return err
	})
	return c, err
}

// with is r as a normalised n wants it.
func (r row) with(n NewCourse, now time.Time) row {
	r.Title, r.TitleKey, r.Summary, r.Description, r.Category = n.Title, text.Fold(n.Title), n.Summary, n.Description, n.Category
	r.CourseType, r.Level, r.Language = n.CourseType, n.Level, n.Language
	r.IsCertification, r.IsAssignments, r.IsProjects, r.IsQuizzes = n.IsCertification, n.IsAssignments, n.IsProjects, n.IsQuizzes
	r.MinHoursPerWeek, r.MaxHoursPerWeek, r.NoOfSessions = n.MinHoursPerWeek, n.MaxHoursPerWeek, n.NoOfSessions
	r.Page.V, r.UpdatedAt = n.page(), now
	return r
}

// writeParts writes what of n is not in the row of the course.
func (s *Service) writeParts(ctx context.Context, tx bun.IDB, id string, n NewCourse) error {
	if err := putCategory(ctx, tx, n.Category); err != nil {
		return err
	}
	if err := putTags(ctx, tx, id, n); err != nil {
		return err
	}
	if n.Prices != nil || n.CourseType == free {
		if err := putPrices(ctx, tx, id, n.prices(id)); err != nil {
			return err
		}
	}
	return reindex(ctx, tx, id)
}

// Update replaces what the author may set; holds says whether the version is the one that was edited. For teachers of the
// course: fault.NotFound for whom it is not theirs to know of, fault.Forbidden for other teachers of what is in the
// catalogue, fault.Invalid when a rule is broken, fault.Precondition when somebody else was faster.
func (s *Service) Update(ctx context.Context, who access.Caller, id string, n NewCourse, holds func(version int64) bool) (c CourseDetail, err error) {
	n = n.normalise()
	if err := n.check(); err != nil {
		return c, err
	}
	return s.change(ctx, who, id, "course.changed", func(tx bun.IDB, before CourseDetail) error {
		if !holds(before.Version()) {
			return fault.New(fault.Precondition, "changed_meanwhile", "Somebody else has changed this course meanwhile. Your text is not saved yet.").WithDetails(before)
		}
		if err := update(ctx, tx, row{Course: Course{ID: id}}.with(n, s.Clock.Now())); err != nil {
			return err
		}
		return s.writeParts(ctx, tx, id, n)
	})
}

// Toggle takes a draft into the catalogue, or what is there out of it. For teachers of the course, as Update;
// fault.Conflict for an archived one.
func (s *Service) Toggle(ctx context.Context, who access.Caller, id string) (CourseDetail, error) {
	return s.change(ctx, who, id, "course.published", func(tx bun.IDB, c CourseDetail) error {
		switch c.Status {
		case draft:
			return setStatus(ctx, tx, id, published, s.Clock.Now())
		case published:
			return setStatus(ctx, tx, id, draft, s.Clock.Now())
		}
		return fault.New(fault.Conflict, "course_archived", "This course is archived. Restore it before you publish it.")
	})
}

// Archive puts a course away, or takes it back as a draft. Who is enrolled keeps it. For teachers of the course, as Update.
func (s *Service) Archive(ctx context.Context, who access.Caller, id string, archive bool) (CourseDetail, error) {
	return s.change(ctx, who, id, "course.archived", func(tx bun.IDB, c CourseDetail) error {
		switch {
		case archive && c.Status != archived:
			return setStatus(ctx, tx, id, archived, s.Clock.Now())
		case !archive && c.Status == archived:
			return setStatus(ctx, tx, id, draft, s.Clock.Now())
		}
		return nil
	})
}

// Delete removes an archived course for good, with its curriculum and everybody's progress in it. For teachers of the course,
// as Update. fault.Conflict while it is not archived or holds videos, fault.Invalid when people are or were enrolled and
// confirm is not its title.
func (s *Service) Delete(ctx context.Context, who access.Caller, id, confirm string) error {
	var brochure brochureFile
	err := s.DB.InTx(ctx, func(tx bun.IDB) error {
		c, err := s.teachable(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if c.Status != archived {
			return fault.New(fault.Conflict, "course_not_archived", "Archive this course before you delete it.")
		}
		held, err := holds(ctx, tx, id)
		if err != nil {
			return err
		}
		if held.Videos > 0 {
			return fault.New(fault.Conflict, "course_holds_videos", fmt.Sprintf("This course still holds %d videos or uploads. Delete them first.", held.Videos))
		}
		if held.Enrollments > 0 && line(confirm) != c.Title {
			return fault.Fields{{Name: "confirm", Code: "required", Message: fmt.Sprintf("%d people are or were enrolled in this course. Type its title to delete it.", held.Enrollments)}}.Err()
		}
		if brochure, err = brochureOf(ctx, tx, id); err != nil {
			return err
		}
		if err := remove(ctx, tx, id); err != nil {
			return err
		}
		if err := events.Publish(ctx, tx, s.Clock.Now(), Deleted{id}); err != nil {
			return err
		}
		return s.note(ctx, tx, who, "course.deleted", id, c, nil)
	})
	if err == nil && brochure.ID != "" {
		err = s.Blob.Delete(context.WithoutCancel(ctx), brochureKey(id, brochure.ID))
	}
	return err
}

// teachable is a course that the caller may change: fault.NotFound, fault.Forbidden.
func (s *Service) teachable(ctx context.Context, tx bun.IDB, who access.Caller, id string) (CourseDetail, error) {
	c, err := s.detail(ctx, tx, who, id)
	if err == nil && !c.CanTeach {
		err = fault.New(fault.Forbidden, "not_your_course", "Only those who teach this course can change it.")
	}
	return c, err
}

// change runs fn on a course that the caller may teach, and reads what has become of it; action is how it is called where
// an administrator did it.
func (s *Service) change(ctx context.Context, who access.Caller, id, action string, fn func(tx bun.IDB, before CourseDetail) error) (c CourseDetail, err error) {
	err = s.DB.InTx(ctx, func(tx bun.IDB) error {
		before, err := s.teachable(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if err := fn(tx, before); err != nil {
			return err
		}
		if c, err = s.detail(ctx, tx, who, id); err != nil {
			return err
		}
		return s.note(ctx, tx, who, action, id, before, c)
	})
	return c, err
}

// note keeps what an administrator has done to a course.
func (s *Service) note(ctx context.Context, tx bun.IDB, who access.Caller, action, id string, before, after any) error {
	if !who.HasRole(access.Admin) {
		return nil
	}
	return s.Audit.Write(ctx, tx, who, audit.Entry{Action: action, TargetKind: "course", TargetID: id, Before: before, After: after})
}

// Get is one course. For anybody when it is in the catalogue, else for those who teach it, are enrolled in it or
// administer; fault.NotFound for everybody else. With a student's id it shows that student's place and progress: for
// themselves and those who teach the course; fault.Forbidden for others.
func (s *Service) Get(ctx context.Context, who access.Caller, id, studentID string) (CourseDetail, error) {
	q := s.DB.Reader()
	c, err := s.detail(ctx, q, who, id)
	if err != nil || studentID == "" || studentID == who.ID {
		return c, err
	}
	if !c.CanTeach {
		return CourseDetail{}, fault.New(fault.Forbidden, "not_your_course", "Only those who teach this course see how others are doing in it.")
	}
	c.Enrollment, c.Progress, err = standing(ctx, q, studentID, id)
	return c, err
}

// Quote is what places in a course cost at this moment. For whoever may see the course. fault.NotFound, fault.Conflict when
// it has no price in the currency, fault.Invalid for more places than a batch has.
func (s *Service) Quote(ctx context.Context, who access.Caller, id string, r PriceRequest) (PriceQuote, error) {
	c, err := s.detail(ctx, s.DB.Reader(), who, id)
	if err != nil {
		return PriceQuote{}, err
	}
	code := strings.ToUpper(r.Currency)
	if code == "" {
		code = c.FeeCurrency
	}
	if c.IsFree {
		return PriceQuote{CourseID: id, Currency: code, MinorDigits: minorDigits(code), Plan: r.Plan, Places: r.Places, At: s.Clock.Now()}, nil
	}
	for _, p := range c.Prices {
		if p.Currency == code && p.IsActive {
			return p.quote(r.Plan, r.Places, s.Clock.Now())
		}
	}
	return PriceQuote{}, fault.New(fault.Conflict, "no_price", "This course has no price in "+code+".")
}
