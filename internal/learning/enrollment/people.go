package enrollment

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// EnrolledPerson is a user's enrollment as teachers of the course see it.
type EnrolledPerson struct {
	EnrollmentID string     `json:"enrollment_id"`
	UserID       string     `json:"user_id"`
	FullName     string     `json:"full_name"`
	Status       string     `json:"status" enum:"invited,pending_payment,waitlisted,active,suspended,completed,withdrawn,expired"`
	Percent      *int64     `json:"percent" doc:"Of the required lessons; null before they have begun, and where nothing is required."`
	EndsAt       *time.Time `json:"ends_at" doc:"When it expires by itself; null for never."`
	CreatedAt    time.Time  `json:"createdAt"`
	UpdatedAt    time.Time  `json:"updatedAt"`
}

// PeopleFilter narrows the list of a course's enrollments.
type PeopleFilter struct {
	Search string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"The beginning of a word of the name."`
	Status string `query:"status" enum:"invited,pending_payment,waitlisted,active,suspended,completed,withdrawn,expired" msg:"status must be one of an enrolment"`
}

// NewEnrollment names the user to enrol, and how.
type NewEnrollment struct {
	Email  string     `json:"email" pattern:"\\S" maxLength:"320" msg:"An email address is required" doc:"Of a user with an account here."`
	Status string     `json:"status,omitempty" enum:"active,invited,waitlisted" default:"active" msg:"status must be active, invited or waitlisted" doc:"active: may learn at once. invited: may learn once they accept. waitlisted: waits until a teacher lets them in."`
	EndsAt *time.Time `json:"ends_at,omitempty" msg:"ends_at must be a time such as 2026-11-20T10:00:00Z" doc:"When the enrolment expires by itself. Absent: never."`
}

// EnrollmentChange changes the status or the end of an enrollment.
type EnrollmentChange struct {
	Action string     `json:"action" enum:"activate,suspend,reactivate,withdraw,set_end" msg:"action must be activate, suspend, reactivate, withdraw or set_end" doc:"activate: lets in who was invited, waits or has not paid. suspend: locks out who is in. reactivate: takes that back; an expired enrolment loses its end. withdraw: takes the enrolment away. set_end: sets when it expires, or that it never does."`
	EndsAt *time.Time `json:"ends_at,omitempty" msg:"ends_at must be a time such as 2026-11-20T10:00:00Z" doc:"Of set_end. Absent: never."`
}

// transitions lists for each action the statuses that it applies to and the resulting one.
var transitions = map[string]struct {
	from []string
	to   string
}{
	"activate":   {[]string{"invited", "pending_payment", "waitlisted"}, "active"},
	"suspend":    {[]string{"active", "completed"}, "suspended"},
	"reactivate": {[]string{"suspended", "expired"}, "active"},
	"withdraw":   {[]string{"invited", "pending_payment", "waitlisted", "active", "completed", "suspended", "expired"}, "withdrawn"},
}

var errNotEnrolled = fault.New(fault.NotFound, "not_enrolled", "This person is not enrolled in the course.")

// People lists the current and former enrollments of a course, newest first, with their number and the cursor of the
// next page. Same callers as for updating the course. It returns fault.Invalid for an invalid cursor.
func (s *Service) People(ctx context.Context, who access.Caller, id string, f PeopleFilter, page rest.Page, scroll rest.CursorParam) (ps []EnrolledPerson, n rest.Count, next string, err error) {
	q := s.db.Reader()
	if _, err := course.FindTaught(ctx, q, who, id); err != nil {
		return nil, n, "", err
	}
	behind, err := scroll.Decode(2)
	if err != nil {
		return nil, n, "", err
	}
	limit, offset := page.LimitOffset()
	if ps, err = people(ctx, q, id, f, behind, limit+1, offset); err != nil {
		return nil, n, "", err
	}
	if n, err = countPeople(ctx, q, id, f); err != nil {
		return nil, n, "", err
	}
	if int64(len(ps)) > limit {
		ps = ps[:limit]
		last := ps[limit-1]
		next = rest.EncodeCursor(last.CreatedAt.Format(time.RFC3339Nano), last.EnrollmentID)
	}
	return ps, n, next, nil
}

// mayGrant returns fault.Forbidden if the caller may not enrol users: in a paid course, only administrators may.
func mayGrant(who access.Caller, c course.Found) error {
	if c.IsFree || who.HasRole(access.Admin) {
		return nil
	}
	return fault.New(fault.Forbidden, "course_costs", "This course has a price: only an administrator can enrol learners for free.")
}

// Grant enrols a user; an existing enrollment stays. For teachers of the course, in a paid course only for
// administrators. It returns fault.NotFound if no user has the address.
func (s *Service) Grant(ctx context.Context, who access.Caller, id string, n NewEnrollment) (e course.Enrollment, err error) {
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		c, err := course.FindTaught(ctx, tx, who, id)
		if err != nil {
			return err
		}
		now, status := s.clock.Now(), cmp.Or(n.Status, "active")
		if status == "active" {
			if err := mayGrant(who, c); err != nil {
				return err
			}
		}
		if err := checkEnd(n.EndsAt, now); err != nil {
			return err
		}
		key := s.accounts.EmailKey(n.Email)
		known, err := usersByMail(ctx, tx, []string{key})
		if err != nil {
			return err
		}
		user, there := known[key]
		if !there {
			return fault.New(fault.NotFound, "user_not_found", "No user has the email address "+strings.TrimSpace(n.Email)+".")
		}
		e, _, err = s.grant(ctx, tx, who, course.Enrollment{ID: db.NewID(), UserID: user, CourseID: id, Status: status, EndsAt: exact(n.EndsAt), CreatedAt: now, UpdatedAt: now})
		return err
	})
	return e, err
}

// checkEnd is fault.Invalid for an end that has passed.
func checkEnd(endsAt *time.Time, now time.Time) error {
	if endsAt != nil && !endsAt.After(now) {
		return fault.InvalidField("ends_at", "in_the_past", "The end must be in the future")
	}
	return nil
}

// exact is an instant as both databases store it.
func exact(at *time.Time) *time.Time {
	if at == nil {
		return nil
	}
	return new(clock.Exact(*at))
}

// grant enrols a user and reports whether that changed anything.
func (s *Service) grant(ctx context.Context, tx bun.IDB, who access.Caller, n course.Enrollment) (e course.Enrollment, granted bool, err error) {
	from := admissible
	if n.Status != "active" {
		// A user who is enrolled or owes money is not put back on the waiting list, and an invited user is not invited and notified again.
		from = slices.DeleteFunc([]string{"withdrawn", "invited", "waitlisted"}, func(s string) bool { return s == n.Status })
	}
	if granted, err = admit(ctx, tx, n, from); err != nil {
		return e, false, err
	}
	if granted && n.Status == "active" {
		if err := s.recordAdmission(ctx, tx, n.UserID, n.CourseID); err != nil {
			return e, false, err
		}
	}
	if e, err = s.followOne(ctx, tx, n.UserID, n.CourseID); err != nil || !granted {
		return e, false, err
	}
	if err := s.publishEnrolled(ctx, tx, e); err != nil {
		return e, false, err
	}
	return e, true, s.auditEnrollment(ctx, tx, who, "course.place_granted", e, "")
}

// recordAdmission records that a user was let in by those who may.
func (s *Service) recordAdmission(ctx context.Context, tx bun.IDB, userID, courseID string) error {
	e, err := course.EnrollmentOf(ctx, tx, userID, courseID)
	if err != nil {
		return err
	}
	return recordGrant(ctx, tx, e, adminSource, s.clock.Now())
}

// followOne brings the status of an enrollment to what follows from its end, the access to the course and what its user has
// completed, and reads it.
func (s *Service) followOne(ctx context.Context, tx bun.IDB, userID, courseID string) (course.Enrollment, error) {
	if _, err := followAccess(ctx, tx, s.clock.Now(), course.Where("e.user_id = ? AND e.course_id = ?", userID, courseID)); err != nil {
		return course.Enrollment{}, err
	}
	return course.EnrollmentOf(ctx, tx, userID, courseID)
}

// auditEnrollment records in the audit log what an administrator did to an enrollment.
func (s *Service) auditEnrollment(ctx context.Context, tx bun.IDB, who access.Caller, action string, e course.Enrollment, before string) error {
	if !who.HasRole(access.Admin) {
		return nil
	}
	return s.audit.Write(ctx, tx, who, audit.Entry{Action: action, TargetKind: "user", TargetID: e.UserID,
		Before: map[string]any{"course_id": e.CourseID, "status": before}, After: map[string]any{"course_id": e.CourseID, "status": e.Status, "ends_at": e.EndsAt}})
}

// ChangeEnrollment changes the status of an enrollment. For teachers of the course; letting users into a paid course, only
// for administrators. It returns errNotEnrolled, or fault.Conflict if the current status does not allow the action.
func (s *Service) ChangeEnrollment(ctx context.Context, who access.Caller, id, userID string, n EnrollmentChange) (e course.Enrollment, err error) {
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		e, err = s.change(ctx, tx, who, id, userID, n)
		return err
	})
	return e, err
}

// change is ChangeEnrollment in a transaction.
func (s *Service) change(ctx context.Context, tx bun.IDB, who access.Caller, id, userID string, n EnrollmentChange) (e course.Enrollment, err error) {
	c, err := course.FindTaught(ctx, tx, who, id)
	if err != nil {
		return e, err
	}
	if n.Action == "activate" {
		if err := mayGrant(who, c); err != nil {
			return e, err
		}
	}
	before, err := course.EnrollmentOf(ctx, tx, userID, id)
	if fault.Is(err, fault.NotFound) {
		return e, errNotEnrolled
	}
	if err != nil {
		return e, err
	}
	if err := s.applyChange(ctx, tx, before, n); err != nil {
		return e, err
	}
	if e, err = s.followOne(ctx, tx, userID, id); err != nil {
		return e, err
	}
	if n.Action == "reactivate" && before.Status == "expired" && e.Status == "expired" {
		return e, fault.New(fault.Conflict, "course_over", "This course has closed for everyone. Change its end date first.")
	}
	if e.Status != before.Status {
		if err := s.publishChanged(ctx, tx, before.Status, e); err != nil {
			return e, err
		}
	}
	return e, s.auditEnrollment(ctx, tx, who, "course.place_changed", e, before.Status)
}

// applyChange does to an enrollment what an action says, before its status follows from its end. fault.Invalid, fault.Conflict.
func (s *Service) applyChange(ctx context.Context, tx bun.IDB, e course.Enrollment, n EnrollmentChange) error {
	now := s.clock.Now()
	impossible := fault.New(fault.Conflict, "enrollment_"+e.Status, "This enrolment has another status now, which doesn't allow that. Reload the page.")
	switch {
	case n.Action == "set_end" && e.Status == "withdrawn":
		return impossible
	case n.Action == "set_end":
		if err := checkEnd(n.EndsAt, now); err != nil {
			return err
		}
		return setEnd(ctx, tx, e.ID, exact(n.EndsAt), now)
	case n.Action == "reactivate" && e.Status == "expired":
		if err := setEnd(ctx, tx, e.ID, nil, now); err != nil {
			return err
		}
	}
	change := transitions[n.Action]
	done, err := updateStatus(ctx, tx, e.ID, change.from, change.to, now)
	if err == nil && !done {
		err = impossible
	}
	if err != nil {
		return err
	}
	switch n.Action {
	case "activate":
		return recordGrant(ctx, tx, e, adminSource, now)
	case "withdraw": // what was bought stays theirs: it ends with a refund
		_, err = revokeGrants(ctx, tx, now, course.Where("source_id = ? AND source IN (?)", e.ID, bun.List([]string{freeSource, adminSource})))
	}
	return err
}

// Admit enrols a user in a course for a feature in which a place of the course is part of more, with its transaction: an administrator
// lets them in, an instructor of a course that costs lets them pay for it. It returns fault.NotFound, fault.Forbidden unless the caller
// teaches the course, or fault.Conflict for a user whose enrollment is suspended or has expired.
func (s *Service) Admit(ctx context.Context, tx bun.IDB, who access.Caller, courseID, userID string) error {
	c, err := course.FindTaught(ctx, tx, who, courseID)
	if err != nil {
		return err
	}
	status, now := "active", s.clock.Now()
	if mayGrant(who, c) != nil {
		var err error
		if status, err = initialStatus(ctx, tx, userID, c.Record); err != nil {
			return err
		}
	}
	e, _, err := s.grant(ctx, tx, who, course.Enrollment{ID: db.NewID(), UserID: userID, CourseID: courseID, Status: status, CreatedAt: now, UpdatedAt: now})
	if err == nil && (e.Status == "suspended" || e.Status == "expired") {
		err = fault.New(fault.Conflict, "enrollment_"+e.Status, "This learner's enrolment in the course is suspended or has expired. Reactivate it first.")
	}
	return err
}

// Dismiss takes away a user's enrollment in a course for a feature in which it was part of more, with its transaction; one that they have
// not, or not any more, stays as it is. It returns fault.NotFound, or fault.Forbidden unless the caller teaches the course.
func (s *Service) Dismiss(ctx context.Context, tx bun.IDB, who access.Caller, courseID, userID string) error {
	_, err := s.change(ctx, tx, who, courseID, userID, EnrollmentChange{Action: "withdraw"})
	if refusal, ok := errors.AsType[*fault.Error](err); ok && (refusal.Code == "not_enrolled" || refusal.Code == "enrollment_withdrawn") {
		return nil
	}
	return err
}
