package membership

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
	"lectern/internal/teaching/batch"
)

var (
	errNoSuchUser  = fault.New(fault.NotFound, "no_such_user", "This user doesn't exist, or their account is deactivated.")
	errNotAStudent = fault.New(fault.Conflict, "not_a_student", "This user doesn't have the role of students.")
	errSuspended   = fault.New(fault.Conflict, "suspended", "This learner's enrolment in the course is suspended or has expired. Reactivate it first.")
)

// enrolling is the enrollment of many learners in a batch, within one transaction.
type enrolling struct {
	*Service
	who      access.Caller
	batch    batch.Found
	request  NewMembers
	joinedAt time.Time
	learners map[string]learner
	free     int64 // seats

	overDeadline error // if learners can no longer join the batch
	result       EnrolledMembers
}

// Enroll gives learners seats in a batch, and enrols them in its course: each by themselves, or with AllOrNothing all together. A dry run
// says what would happen. For instructors of the batch. batch.ErrNotFound, batch.ErrNotTaught, fault.Invalid, fault.Conflict for a batch
// that is closed, or with EnrolledMembers if one of all cannot be enrolled.
func (s *Service) Enroll(ctx context.Context, who access.Caller, n NewMembers, dryRun bool) (EnrolledMembers, error) {
	e := enrolling{Service: s, who: who, request: n, result: EnrolledMembers{Details: []EnrolledOutcome{}, DryRun: dryRun}}
	err := db.Try(ctx, s.deps.DB.InTx, dryRun, func(tx bun.IDB) error {
		if err := e.prepare(ctx, tx); err != nil {
			return err
		}
		for _, id := range unique(n.StudentIDs) {
			if err := e.enroll(ctx, tx, id); err != nil {
				return err
			}
		}
		if n.AllOrNothing && e.result.FailedCount > 0 {
			return fault.New(fault.Conflict, "enrollment_failed", "Nobody was enrolled, because some of these learners can't be. See why for each of them.").WithDetails(e.result)
		}
		return nil
	})
	return e.result, err
}

// prepare locks the batch and reads what it needs of all learners.
func (e *enrolling) prepare(ctx context.Context, tx bun.IDB) (err error) {
	if e.batch, err = batch.FindTaught(ctx, tx, e.who, e.request.BatchID); err != nil {
		return err
	}
	if err := e.batch.CheckOpen(); err != nil {
		return err
	}
	now := e.deps.Clock.Now()
	e.joinedAt, e.free, e.overDeadline = now, e.batch.FreeSeats(), e.batch.CheckDeadline(now)
	if e.request.EnrollmentDate != "" {
		day, err := time.ParseInLocation(time.DateOnly, e.request.EnrollmentDate, e.batch.Zone())
		if err != nil {
			return fault.InvalidField("enrollment_date", "invalid_format", "enrollment_date must be a date such as 2026-11-20")
		}
		if day.After(now) {
			return fault.InvalidField("enrollment_date", "in_the_future", "The enrolment date can't be in the future")
		}
		e.joinedAt = day.UTC()
	}
	e.learners, err = learners(ctx, tx, e.batch.Row, e.request.StudentIDs, now)
	return err
}

// enroll enrols one learner and notes the outcome. It returns an error that is not about this learner.
func (e *enrolling) enroll(ctx context.Context, tx bun.IDB, userID string) error {
	about := e.learners[userID]
	noted := EnrolledOutcome{StudentID: userID, FullName: about.FullName, Warnings: about.warnings()}
	outcome, err := e.add(ctx, tx, about, userID)
	refusal, refused := errors.AsType[*fault.Error](err)
	switch {
	case refused && (refusal.Kind == fault.Conflict || refusal == errNoSuchUser):
		noted.Code, noted.Message, outcome = refusal.Code, refusal.Message, outcomeFailed
		e.result.FailedCount++
	case err != nil:
		return err
	case outcome == outcomeWaitlisted:
		e.result.WaitlistedCount++
	case outcome == outcomeEnrolled:
		e.result.EnrolledCount++
	}
	noted.Status = outcome
	e.result.Details = append(e.result.Details, noted)
	return nil
}

// add gives a learner a seat unless they have one, or a place on the waiting list. It returns a fault before it writes anything.
func (e *enrolling) add(ctx context.Context, tx bun.IDB, about learner, userID string) (outcome string, err error) {
	isFull := e.free <= 0 && !about.IsOffered
	switch {
	case about.HasSeat:
		return outcomeAlready, nil
	case !about.IsActive:
		return "", errNoSuchUser
	case !about.IsStudent:
		return "", errNotAStudent
	case e.overDeadline != nil:
		return "", e.overDeadline
	case isFull && e.request.OnFull != "waitlist":
		return "", batch.ErrFull
	}
	err = e.deps.Enrollments.Admit(ctx, tx, e.who, e.batch.CourseID, userID)
	if fault.Is(err, fault.Conflict) {
		return "", errSuspended
	}
	if err != nil {
		return "", err
	}
	now := e.deps.Clock.Now()
	if isFull {
		_, err := batch.Wait(ctx, tx, e.batch.ID, userID, now)
		return outcomeWaitlisted, err
	}
	if !about.IsOffered {
		e.free--
	}
	m := batch.Member{BatchID: e.batch.ID, UserID: userID, MemberState: batch.MemberState{Status: batch.MemberActive}, Notes: text.OneLine(e.request.Notes), JoinedAt: e.joinedAt, UpdatedAt: now}
	if _, err := batch.AddMember(ctx, tx, m); err != nil {
		return "", err
	}
	return outcomeEnrolled, events.Publish(ctx, tx, now, batch.MemberAdded{BatchID: e.batch.ID, UserID: userID, ActorID: e.who.ID})
}

// unique returns ids without repetitions, in their order.
func unique(ids []string) (once []string) {
	for _, id := range ids {
		if !slices.Contains(once, id) {
			once = append(once, id)
		}
	}
	return once
}
