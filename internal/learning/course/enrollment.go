package course

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
)

// Enrollment is one person's place in one course.
type Enrollment struct {
	bun.BaseModel `bun:"table:enrollments,alias:e" json:"-"`

	ID        string    `bun:",pk" json:"id"`
	UserID    string    `json:"-"`
	CourseID  string    `json:"course_id"`
	Enrolled  bool      `bun:",scanonly" json:"-"` // as the view enrolled_students says
	Status    string    `json:"status" enum:"invited,pending_payment,waitlisted,active,suspended,completed,withdrawn,expired"`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
}

// Enrolled is a course in somebody's own list.
type Enrolled struct {
	Enrollment
	Course   Course          `bun:"-" json:"course"`
	Progress *CourseStanding `bun:"-" json:"progress,omitempty" doc:"Absent before they have begun."`
}

// Enroll gives the caller a place in a course of the catalogue; a second time changes nothing, and after a withdrawal
// the same place is theirs again. In a free course the place is active at once, in another it waits for its payment. For
// whoever is signed in. fault.NotFound when there is no course that the caller may see, fault.Conflict when it is not in the
// catalogue, not open at the moment, or their place is not theirs to open.
func (s *Service) Enroll(ctx context.Context, who access.Caller, courseID string) (e Enrollment, err error) {
	err = s.DB.InTx(ctx, func(tx bun.IDB) error {
		c, err := s.detail(ctx, tx, who, courseID)
		if err != nil {
			return err
		}
		if c.Status != published && (c.Enrollment == nil || !c.Enrollment.Enrolled) {
			return fault.New(fault.Conflict, "course_not_open", "This course is not open for enrolment at the moment.")
		}
		now := s.Clock.Now()
		if err := c.closed(now); err != nil && (c.Enrollment == nil || !c.Enrollment.Enrolled) {
			return err
		}
		opened, err := enroll(ctx, tx, Enrollment{ID: db.NewID(), UserID: who.ID, CourseID: courseID, Status: c.entrance(), CreatedAt: now, UpdatedAt: now})
		if err != nil {
			return err
		}
		e, err = enrollmentOf(ctx, tx, who.ID, courseID)
		if err == nil && opened {
			return s.tellEnrolled(ctx, tx, e)
		}
		if err == nil && !e.Enrolled && e.Status != "pending_payment" {
			err = fault.New(fault.Conflict, "enrollment_"+e.Status, closed[e.Status])
		}
		return err
	})
	return e, err
}

// entrance is the status of a place that somebody has just taken.
func (c CourseDetail) entrance() string {
	if c.IsFree {
		return "active"
	}
	return "pending_payment"
}

// closed says why nobody can join at an instant; nil while they can.
func (c CourseDetail) closed(now time.Time) error {
	if c.CourseType != free {
		return nil
	}
	return c.Access.closed(now)
}

// tellChanged publishes that a place is in another status: as enrolled for who is let in the first time.
func (s *Service) tellChanged(ctx context.Context, tx bun.IDB, before string, e Enrollment) error {
	if before != "suspended" && before != "expired" {
		return s.tellEnrolled(ctx, tx, e)
	}
	return events.Publish(ctx, tx, s.Clock.Now(), EnrollmentChanged{e.ID, e.UserID, e.CourseID, e.Status})
}

// tellEnrolled publishes that somebody has got a place: that they are in, or that it waits for its payment.
func (s *Service) tellEnrolled(ctx context.Context, tx bun.IDB, e Enrollment) error {
	if e.Enrolled {
		return events.Publish(ctx, tx, s.Clock.Now(), StudentEnrolled{e.ID, e.UserID, e.CourseID})
	}
	return events.Publish(ctx, tx, s.Clock.Now(), EnrollmentChanged{e.ID, e.UserID, e.CourseID, e.Status})
}

// closed says why a place that exists does not open by enrolling again.
var closed = map[string]string{
	"waitlisted": "You are on the waiting list of this course.",
	"suspended":  "Your enrolment in this course is suspended. Please ask your instructor.",
	"expired":    "Your enrolment in this course has expired. Please ask your instructor.",
}

// Withdraw gives the caller's place back; a second time changes nothing. For whoever is signed in.
// fault.NotFound when they have no place, fault.Conflict when it is over already.
func (s *Service) Withdraw(ctx context.Context, who access.Caller, courseID string) (e Enrollment, err error) {
	err = s.DB.InTx(ctx, func(tx bun.IDB) error {
		given, err := withdraw(ctx, tx, who.ID, courseID, s.Clock.Now())
		if err != nil {
			return err
		}
		e, err = enrollmentOf(ctx, tx, who.ID, courseID)
		if err == nil && given {
			return s.tellEnrolled(ctx, tx, e)
		}
		if err == nil && e.Status != "withdrawn" {
			err = fault.New(fault.Conflict, "enrollment_"+e.Status, "This enrolment cannot be withdrawn any more: it is "+e.Status+".")
		}
		return err
	})
	return e, err
}

// Enrolled is one page of the caller's courses, the newest place first, and how many there are in all.
// For whoever is signed in.
func (s *Service) Enrolled(ctx context.Context, who access.Caller, limit, offset int64) ([]Enrolled, int64, error) {
	return enrolled(ctx, s.DB.Reader(), who.ID, limit, offset)
}

// MayTeach says whether the caller may change a course and what hangs on it. For other features.
func (s *Service) MayTeach(ctx context.Context, who access.Caller, courseID string) (bool, error) {
	if who.ID == "" {
		return false, nil
	}
	return exists(ctx, s.DB.Reader(), courseID, teaches(who))
}

// MayWatch says whether the caller may watch a video of a course: those who teach it, those whose enrollment is open, and
// anybody where a free course is open to all; a preview anybody, while the course is in the catalogue. For other features.
func (s *Service) MayWatch(ctx context.Context, who access.Caller, courseID string, preview bool) (bool, error) {
	if preview {
		return exists(ctx, s.DB.Reader(), courseID, visible(who))
	}
	return exists(ctx, s.DB.Reader(), courseID, learns(who, s.Clock.Now()))
}

// Complete notes that somebody has completed a course; only an active place becomes a completed one. For other features.
func (s *Service) Complete(ctx context.Context, tx bun.IDB, userID, courseID string) error {
	return complete(ctx, tx, userID, courseID, s.Clock.Now())
}
