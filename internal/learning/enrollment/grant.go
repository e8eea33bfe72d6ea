package enrollment

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
)

// CourseGrant is a right to learn in a course, with where it comes from. A user may have several for one course, a purchase beside a seat of
// their company: while one of them is live they may learn, whatever becomes of the others. Leaving a course revokes none, so that coming
// back costs nothing.
type CourseGrant struct {
	bun.BaseModel `bun:"table:course_grants,alias:g"`

	ID        string `bun:",pk"`
	UserID    string
	CourseID  string
	Source    string // free, admin, order_line, seat, gift or plan
	SourceID  string // of free and admin: the enrollment
	CreatedAt time.Time
	RevokedAt *time.Time
}

// Sources of grants that this package gives itself.
const (
	freeSource  = "free"  // the course asked for no payment
	adminSource = "admin" // an administrator or a teacher of the course has let the user in
)

// Give gives a user a grant, for a feature in which access to a course is part of more, with its transaction; giving it again takes back
// that it was revoked. The user's enrollment opens; one that was suspended stays so until its teachers reactivate it.
func (s *Service) Give(ctx context.Context, tx bun.IDB, g CourseGrant) error {
	now := s.clock.Now()
	g.CreatedAt = now
	if err := insertGrant(ctx, tx, g); err != nil {
		return err
	}
	if err := reopenExpired(ctx, tx, g.UserID, g.CourseID, now); err != nil {
		return err
	}
	n := course.Enrollment{ID: db.NewID(), UserID: g.UserID, CourseID: g.CourseID, Status: "active", CreatedAt: now, UpdatedAt: now}
	opened, err := admit(ctx, tx, n, admissible)
	if err != nil {
		return err
	}
	e, err := s.followOne(ctx, tx, g.UserID, g.CourseID)
	if err == nil && opened {
		err = s.publishEnrolled(ctx, tx, e)
	}
	return err
}

// Revoke revokes what a source has granted, with the transaction of the feature whose source it is. Users who are left without a live
// grant are withdrawn from their courses; what they have done there stays.
func (s *Service) Revoke(ctx context.Context, tx bun.IDB, source, sourceID string) error {
	now := s.clock.Now()
	revoked, err := revokeGrants(ctx, tx, now, course.Where("source = ? AND source_id = ?", source, sourceID))
	if err != nil {
		return err
	}
	for _, g := range revoked {
		changed, err := followAccess(ctx, tx, now, course.Where("e.user_id = ? AND e.course_id = ?", g.UserID, g.CourseID))
		if err != nil {
			return err
		}
		for _, e := range changed {
			if err := events.Publish(ctx, tx, now, EnrollmentChanged{e.ID, e.UserID, e.CourseID, e.Status}); err != nil {
				return err
			}
		}
	}
	return nil
}

// MayBuy returns fault.Conflict for who learns in a course already, or may not come back. For those who want to buy it, or were given it.
func (s *Service) MayBuy(ctx context.Context, q bun.IDB, userID, courseID string) error {
	e, err := course.EnrollmentOf(ctx, q, userID, courseID)
	switch {
	case fault.Is(err, fault.NotFound):
		return nil
	case err != nil:
		return err
	case e.Enrolled:
		return fault.New(fault.Conflict, "already_enrolled", "You are enrolled in this course already.")
	case e.Status == "suspended":
		return fault.New(fault.Conflict, "enrollment_suspended", whyClosed["suspended"])
	}
	granted, err := holdsGrant(ctx, q, userID, courseID)
	if err == nil && granted {
		err = fault.New(fault.Conflict, "already_paid", "You have a right to this course. Enrol again without paying.")
	}
	return err
}

// recordGrant records why an enrollment that has just been opened is open.
func recordGrant(ctx context.Context, tx bun.IDB, e course.Enrollment, source string, now time.Time) error {
	return insertGrant(ctx, tx, CourseGrant{UserID: e.UserID, CourseID: e.CourseID, Source: source, SourceID: e.ID, CreatedAt: now})
}
