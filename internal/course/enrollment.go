package course

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/access"
	"lectern/internal/db"
	"lectern/internal/events"
	"lectern/internal/fault"
)

// Enroll gives the caller a place in a course of the catalogue; a second time changes nothing, and after a withdrawal
// the same place is theirs again. No course has a price, so the place is active at once. For whoever is signed in.
// fault.NotFound when there is no course that the caller may see, fault.Conflict when it is not in the catalogue or
// their place is not theirs to open.
func (s *Service) Enroll(ctx context.Context, who access.Caller, courseID string) (e Enrollment, err error) {
	err = s.DB.InTx(ctx, func(tx bun.IDB) error {
		c, err := detail(ctx, tx, who, courseID)
		if err != nil {
			return err
		}
		if c.Status != published && (c.Enrollment == nil || !opens(c.Enrollment.Status)) {
			return fault.New(fault.Conflict, "course_not_open", "This course is not open for enrolment at the moment.")
		}
		now := s.Clock.Now()
		opened, err := enroll(ctx, tx, Enrollment{ID: db.NewID(), UserID: who.ID, CourseID: courseID, Status: "active", CreatedAt: now, UpdatedAt: now})
		if err != nil {
			return err
		}
		e, err = enrollmentOf(ctx, tx, who.ID, courseID)
		if err == nil && opened {
			return events.Publish(ctx, tx, now, StudentEnrolled{e.ID, who.ID, courseID})
		}
		if err == nil && !opens(e.Status) {
			err = fault.New(fault.Conflict, "enrollment_"+e.Status, closed[e.Status])
		}
		return err
	})
	return e, err
}

// closed says why a place that exists does not open by enrolling again.
var closed = map[string]string{
	"pending_payment": "Your place is kept until it is paid for.",
	"waitlisted":      "You are on the waiting list of this course.",
	"suspended":       "Your enrolment in this course is suspended. Please ask your instructor.",
	"expired":         "Your enrolment in this course has expired. Please ask your instructor.",
}

// Withdraw gives the caller's place back; a second time changes nothing. For whoever is signed in.
// fault.NotFound when they have no place, fault.Conflict when it is over already.
func (s *Service) Withdraw(ctx context.Context, who access.Caller, courseID string) (e Enrollment, err error) {
	err = s.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := withdraw(ctx, tx, who.ID, courseID, s.Clock.Now()); err != nil {
			return err
		}
		e, err = enrollmentOf(ctx, tx, who.ID, courseID)
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

// MayWatch says whether the caller may watch a video of a course: those who teach it, and those whose enrollment is
// open; a preview anybody, while the course is in the catalogue. For other features.
func (s *Service) MayWatch(ctx context.Context, who access.Caller, courseID string, preview bool) (bool, error) {
	if preview {
		return exists(ctx, s.DB.Reader(), courseID, visible(who))
	}
	if who.ID == "" {
		return false, nil
	}
	return exists(ctx, s.DB.Reader(), courseID, belongs(who))
}

// Complete notes that somebody has completed a course; only an active place becomes a completed one. For other features.
func (s *Service) Complete(ctx context.Context, tx bun.IDB, userID, courseID string) error {
	return complete(ctx, tx, userID, courseID, s.Clock.Now())
}
