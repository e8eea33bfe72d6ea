// Package enrollment is the places of users in courses: enrolling and withdrawing, what teachers do with places one by one or by a sheet,
// and the courses that users keep for later.
//
// Whether a place lets its user learn, the view enrolled_students says alone.
package enrollment

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
)

// Accounts is the owner of users, as this package asks it.
type Accounts interface {
	// Spelling is what two spellings of one e-mail address have in common.
	Spelling(email string) string
}

// Deps are what New needs.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Audit    *audit.Log
	Accounts Accounts
}

// Service is the use cases.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	audit    *audit.Log
	accounts Accounts
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d.DB, d.Clock, d.Audit, d.Accounts}
}

// Enrolled is a course in the list of a student's own.
type Enrolled struct {
	course.Enrollment
	Course   course.Course          `bun:"-" json:"course"`
	Progress *course.CourseStanding `bun:"-" json:"progress,omitempty" doc:"Absent before they have begun."`
}

// Enroll gives the caller a place in a course of the catalogue; a second time changes nothing, and after a withdrawal
// the same place is theirs again. In a free course the place is active at once, in another it waits for its payment. For
// whoever is signed in. fault.NotFound when there is no course that the caller may see, fault.Conflict when it is not in the
// catalogue, not open at the moment, or their place is not theirs to open.
func (s *Service) Enroll(ctx context.Context, who access.Caller, courseID string) (e course.Enrollment, err error) {
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		c, err := course.Find(ctx, tx, who, courseID)
		if err != nil {
			return err
		}
		now := s.clock.Now()
		if err := mayJoin(ctx, tx, who.ID, c.Record, now); err != nil {
			return err
		}
		opened, err := enroll(ctx, tx, course.Enrollment{ID: db.NewID(), UserID: who.ID, CourseID: courseID, Status: initialStatus(c.Record), CreatedAt: now, UpdatedAt: now})
		if err != nil {
			return err
		}
		e, err = course.EnrollmentOf(ctx, tx, who.ID, courseID)
		if err == nil && opened {
			return s.publishEnrolled(ctx, tx, e)
		}
		if err == nil && !e.Enrolled && e.Status != "pending_payment" {
			err = fault.New(fault.Conflict, "enrollment_"+e.Status, whyClosed[e.Status])
		}
		return err
	})
	return e, err
}

// mayJoin is fault.Conflict where a course is not open for enrolment, but for those who are enrolled.
func mayJoin(ctx context.Context, q bun.IDB, userID string, c course.Record, now time.Time) error {
	closed := c.Closed(now)
	if c.Status != course.Published {
		closed = fault.New(fault.Conflict, "course_not_open", "This course is not open for enrolment at the moment.")
	}
	if closed == nil {
		return nil
	}
	before, err := course.EnrollmentOf(ctx, q, userID, c.ID)
	switch {
	case before.Enrolled:
		return nil
	case err != nil && !fault.Is(err, fault.NotFound):
		return err
	}
	return closed
}

// initialStatus is that of a place that a user has just taken.
func initialStatus(c course.Record) string {
	if c.IsFree {
		return "active"
	}
	return "pending_payment"
}

// publishChanged publishes that a place is in another status: as enrolled for who is let in the first time.
func (s *Service) publishChanged(ctx context.Context, tx bun.IDB, before string, e course.Enrollment) error {
	if before != "suspended" && before != "expired" {
		return s.publishEnrolled(ctx, tx, e)
	}
	return events.Publish(ctx, tx, s.clock.Now(), EnrollmentChanged{e.ID, e.UserID, e.CourseID, e.Status})
}

// publishEnrolled publishes that a user has got a place: that they are enrolled, or that the place waits for its payment.
func (s *Service) publishEnrolled(ctx context.Context, tx bun.IDB, e course.Enrollment) error {
	if e.Enrolled {
		return events.Publish(ctx, tx, s.clock.Now(), StudentEnrolled{e.ID, e.UserID, e.CourseID})
	}
	return events.Publish(ctx, tx, s.clock.Now(), EnrollmentChanged{e.ID, e.UserID, e.CourseID, e.Status})
}

// whyClosed says why a place that exists does not open by enrolling again.
var whyClosed = map[string]string{
	"waitlisted": "You are on the waiting list of this course.",
	"suspended":  "Your enrolment in this course is suspended. Please ask your instructor.",
	"expired":    "Your enrolment in this course has expired. Please ask your instructor.",
}

// Withdraw gives the caller's place back; a second time changes nothing. For whoever is signed in.
// fault.NotFound when they have no place, fault.Conflict when it is over already.
func (s *Service) Withdraw(ctx context.Context, who access.Caller, courseID string) (e course.Enrollment, err error) {
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		withdrawn, err := withdraw(ctx, tx, who.ID, courseID, s.clock.Now())
		if err != nil {
			return err
		}
		e, err = course.EnrollmentOf(ctx, tx, who.ID, courseID)
		if err == nil && withdrawn {
			return s.publishEnrolled(ctx, tx, e)
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
	return enrolled(ctx, s.db.Reader(), who.ID, limit, offset)
}

// Complete notes that a student has completed a course; only an active place becomes a completed one. For other features.
func (s *Service) Complete(ctx context.Context, tx bun.IDB, userID, courseID string) error {
	return complete(ctx, tx, userID, courseID, s.clock.Now())
}

// Erase deletes what a user has kept for later.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return deleteSaved(ctx, tx, user)
}
