// Package enrollment manages who is enrolled in courses: enrolling and withdrawing, what teachers do with enrollments
// singly or by spreadsheet, and the courses that users save for later.
//
// Only the view enrolled_students decides whether an enrollment lets its user learn.
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

// Accounts is what this package needs of users.
type Accounts interface {
	// EmailKey is equal for all spellings of an email address.
	EmailKey(email string) string
}

type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Audit    *audit.Log
	Accounts Accounts
}

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

// Enrolled is a course in a student's own list.
type Enrolled struct {
	course.Enrollment
	Course   course.Course                 `bun:"-" json:"course"`
	Progress *course.LearnerCourseProgress `bun:"-" json:"progress,omitempty" doc:"Absent before they have begun."`
}

// EnrolledFilter narrows a student's own list.
type EnrolledFilter struct {
	Search string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"Occurs in the title; upper and lower case and accents do not matter."`
	Closed bool   `query:"closed" msg:"closed must be true or false" doc:"Only courses in which the caller can't learn at the moment: invited, not paid, on the waiting list, suspended, expired."`
}

// Enroll enrols the caller in a course of the catalogue. Enrolling again changes nothing, and after a withdrawal it
// reopens the same enrollment. In a free course, and for users with a live grant, the enrollment is active at once, otherwise it awaits payment. For
// signed-in callers. It returns fault.NotFound if the caller may not see the course, fault.Conflict if the course is
// not in the catalogue, not open at the moment, or the caller may not reopen their enrollment.
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
		var opened bool
		e, opened, err = s.open(ctx, tx, who.ID, c.Record)
		if err == nil && opened && e.Status != "expired" {
			return s.publishEnrolled(ctx, tx, e)
		}
		if err == nil && !e.Enrolled && e.Status != "pending_payment" {
			err = fault.New(fault.Conflict, "enrollment_"+e.Status, whyClosed[e.Status])
		}
		return err
	})
	return e, err
}

// open creates or reopens an enrollment, in the status that follows from the price of the course and the grants of the user. It returns false
// for one that stays as it was.
func (s *Service) open(ctx context.Context, tx bun.IDB, userID string, c course.Record) (e course.Enrollment, opened bool, err error) {
	now := s.clock.Now()
	status, err := initialStatus(ctx, tx, userID, c)
	if err != nil {
		return e, false, err
	}
	opened, err = enroll(ctx, tx, course.Enrollment{ID: db.NewID(), UserID: userID, CourseID: c.ID, Status: status, CreatedAt: now, UpdatedAt: now})
	if err != nil {
		return e, false, err
	}
	if e, err = course.EnrollmentOf(ctx, tx, userID, c.ID); err != nil {
		return e, false, err
	}
	if opened && c.IsFree {
		if err := recordGrant(ctx, tx, e, freeSource, now); err != nil {
			return e, false, err
		}
	}
	e, err = s.followOne(ctx, tx, userID, c.ID)
	return e, opened, err
}

// mayJoin returns fault.Conflict if a course is not open for enrollment, except for users already enrolled.
func mayJoin(ctx context.Context, q bun.IDB, userID string, c course.Record, now time.Time) error {
	closed := c.CheckOpen(now)
	if c.Status != course.Published {
		closed = fault.New(fault.Conflict, "course_not_open", "This course is not open for enrolment.")
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

// initialStatus is the status of a new enrollment.
func initialStatus(ctx context.Context, q bun.IDB, userID string, c course.Record) (string, error) {
	if c.IsFree {
		return "active", nil
	}
	granted, err := holdsGrant(ctx, q, userID, c.ID)
	if granted {
		return "active", err
	}
	return "pending_payment", err
}

// publishChanged publishes a change of status: as a new enrollment if the user is let in for the first time.
func (s *Service) publishChanged(ctx context.Context, tx bun.IDB, before string, e course.Enrollment) error {
	if before != "suspended" && before != "expired" {
		return s.publishEnrolled(ctx, tx, e)
	}
	return events.Publish(ctx, tx, s.clock.Now(), EnrollmentChanged{e.ID, e.UserID, e.CourseID, e.Status})
}

// publishEnrolled publishes a new enrollment, or that it awaits payment.
func (s *Service) publishEnrolled(ctx context.Context, tx bun.IDB, e course.Enrollment) error {
	if e.Enrolled {
		return events.Publish(ctx, tx, s.clock.Now(), StudentEnrolled{e.ID, e.UserID, e.CourseID})
	}
	return events.Publish(ctx, tx, s.clock.Now(), EnrollmentChanged{e.ID, e.UserID, e.CourseID, e.Status})
}

// whyClosed says why enrolling again does not reopen an enrollment.
var whyClosed = map[string]string{
	"waitlisted": "You are on this course's waiting list.",
	"suspended":  "Your enrolment in this course is suspended. Ask your instructor.",
	"expired":    "Your enrolment in this course has expired. Ask your instructor.",
}

// Withdraw ends the caller's enrollment; doing so again changes nothing. For signed-in callers. It returns
// fault.NotFound if they are not enrolled, fault.Conflict if the enrollment has ended otherwise.
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
			err = fault.New(fault.Conflict, "enrollment_"+e.Status, "You can't leave this course any more. Reload the page to see your enrolment.")
		}
		return err
	})
	return e, err
}

// Enrolled lists the caller's courses, last enrolled first, and their number. For signed-in callers.
func (s *Service) Enrolled(ctx context.Context, who access.Caller, f EnrolledFilter, limit, offset int64) ([]Enrolled, int64, error) {
	return enrolled(ctx, s.db.Reader(), who.ID, f, limit, offset)
}

// Complete records that a student has completed a course: an active enrollment becomes a completed one. For other features, which
// have recorded the completion in tx.
func (s *Service) Complete(ctx context.Context, tx bun.IDB, userID, courseID string) error {
	_, err := followAccess(ctx, tx, s.clock.Now(), course.Where("e.user_id = ? AND e.course_id = ?", userID, courseID))
	return err
}

// Erase deletes a user's enrollments and saved courses. Figures of courses count them still where their results are kept.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	if err := deleteEnrollments(ctx, tx, user); err != nil {
		return err
	}
	if err := deleteGrants(ctx, tx, user); err != nil {
		return err
	}
	return deleteSaved(ctx, tx, user)
}
