package membership

import (
	"cmp"
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/batch"
)

// Enrollments is what this package needs of the enrollments in courses.
type Enrollments interface {
	// Admit enrols a user in a course, or lets them pay for it first. It returns fault.NotFound, fault.Forbidden unless the caller teaches
	// the course, or fault.Conflict for a user who may not be enrolled.
	Admit(ctx context.Context, tx bun.IDB, who access.Caller, courseID, userID string) error
	// Dismiss takes away a user's enrollment in a course. It returns fault.NotFound, or fault.Forbidden unless the caller teaches the course.
	Dismiss(ctx context.Context, tx bun.IDB, who access.Caller, courseID, userID string) error
}

type Deps struct {
	DB          *db.DB
	Clock       clock.Clock
	Enrollments Enrollments
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

var errNotMember = fault.New(fault.NotFound, "member_not_found", "This person is not in the batch.")

// Members lists who is in a batch, those who joined first before others, with their number. For its instructors. batch.ErrNotFound,
// batch.ErrNotTaught.
func (s *Service) Members(ctx context.Context, who access.Caller, id string, f MemberFilter, limit, offset int64) (ms []BatchLearner, total int64, err error) {
	q := s.deps.DB.Reader()
	if _, err := batch.ReadTaught(ctx, q, who, id); err != nil {
		return nil, 0, err
	}
	if ms, err = members(ctx, q, id, f, limit, offset); err != nil {
		return nil, 0, err
	}
	if err := s.addRates(ctx, q, id, ms); err != nil {
		return nil, 0, err
	}
	total, err = countMembers(ctx, q, id, f)
	return ms, total, err
}

// errHidden is for those who may not know who is in a batch.
var errHidden = fault.New(fault.NotFound, "roster_hidden", "The members of this batch don't see each other's names.")

// Roster lists the names of the members of a batch, and nothing else of them. For its members, if the batch shows them, and its instructors.
// batch.ErrNotFound, errHidden.
func (s *Service) Roster(ctx context.Context, who access.Caller, id string) ([]Classmate, error) {
	q := s.deps.DB.Reader()
	f, err := batch.Find(ctx, q, who, id)
	if err == nil && !f.Teaches && !(f.RosterVisible && f.IsMember()) {
		err = errHidden
	}
	if err != nil {
		return nil, err
	}
	return roster(ctx, q, id)
}

// addRates fills in the attendance of members of a batch so far.
func (s *Service) addRates(ctx context.Context, q bun.IDB, batchID string, ms []BatchLearner) error {
	members := make([]batch.Member, len(ms))
	for i, m := range ms {
		members[i] = batch.Member{BatchID: batchID, UserID: m.ID, MemberState: batch.MemberState{Status: m.Status}, JoinedAt: m.EnrollmentDate, LeftAt: m.LeftAt}
	}
	rates, err := attendance.Rates(ctx, q, batchID, members, s.deps.Clock.Now())
	for i := range ms {
		ms[i].AttendanceRate = rates[ms[i].ID].Percent()
	}
	return err
}

// member returns one member of a batch, or errNotMember.
func (s *Service) member(ctx context.Context, q bun.IDB, batchID, userID string) (BatchLearner, error) {
	m, err := member(ctx, q, batchID, userID)
	if err != nil {
		return m, err
	}
	ms := []BatchLearner{m}
	err = s.addRates(ctx, q, batchID, ms)
	return ms[0], err
}

// SetStatus changes the status of a member; the status that they have is accepted and changes nothing. One who is active again is enrolled
// in the course again. For instructors of the batch. errNotMember, fault.Conflict for a status that cannot follow, or if no seat is free.
func (s *Service) SetStatus(ctx context.Context, who access.Caller, id, userID string, n MemberChange) (changed BatchLearner, err error) {
	to := batch.MemberState{Status: n.Status}
	if n.Status == "inactive" {
		to.Status = batch.MemberOnHold
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		b, err := batch.FindTaught(ctx, tx, who, id)
		if err != nil {
			return err
		}
		before, err := memberOf(ctx, tx, id, userID)
		if err != nil {
			return err
		}
		if before.Status != to.Status {
			if err := s.put(ctx, tx, who, b, before, to); err != nil {
				return err
			}
		}
		changed, err = s.member(ctx, tx, id, userID)
		return err
	})
	return changed, err
}

// put changes the status of a member to another one.
func (s *Service) put(ctx context.Context, tx bun.IDB, who access.Caller, b batch.Found, before batch.Member, to batch.MemberState) error {
	if err := before.CheckTransition(to.Status); err != nil {
		return err
	}
	if !before.HasSeat() {
		if err := b.CheckOpen(); err != nil {
			return err
		}
	}
	if to.Status == batch.MemberActive {
		if err := s.deps.Enrollments.Admit(ctx, tx, who, b.CourseID, before.UserID); err != nil {
			return err
		}
	}
	return s.store(ctx, tx, before, to, who.ID)
}

// store stores another state of a member, and publishes whether they got or lost a seat.
func (s *Service) store(ctx context.Context, tx bun.IDB, before batch.Member, to batch.MemberState, actorID string) error {
	now := s.deps.Clock.Now()
	after, err := batch.PutMember(ctx, tx, before, to, now)
	switch {
	case err != nil || before.HasSeat() == after.HasSeat():
		return err
	case after.HasSeat():
		return events.Publish(ctx, tx, now, batch.MemberAdded{BatchID: before.BatchID, UserID: before.UserID, ActorID: actorID})
	}
	return events.Publish(ctx, tx, now, batch.MemberRemoved{BatchID: before.BatchID, UserID: before.UserID, ActorID: actorID})
}

// memberOf returns a member, or errNotMember.
func memberOf(ctx context.Context, tx bun.IDB, batchID, userID string) (batch.Member, error) {
	m, err := batch.MemberOf(ctx, tx, batchID, userID)
	if err != nil || m == nil {
		return batch.Member{}, cmp.Or[error](err, errNotMember)
	}
	return *m, nil
}

// Remove takes a member out of a batch, withdraw also out of its course. One who has left already stays so. For instructors of the batch
// and, in a group, the member. errNotMember, batch.ErrNotTaught, fault.Conflict for one who has completed the batch.
func (s *Service) Remove(ctx context.Context, who access.Caller, id, userID string, withdraw bool) (left Membership, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		b, err := batch.FindLocked(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if !b.Teaches && (userID != who.ID || withdraw) {
			return batch.ErrNotTaught
		}
		before, err := memberOf(ctx, tx, id, userID)
		if err != nil {
			return err
		}
		if !b.Teaches && b.BatchType == batch.Individual {
			return batch.ErrIndividual
		}
		if before.HasSeat() {
			if err := s.put(ctx, tx, who, b, before, batch.MemberState{Status: batch.MemberDropped}); err != nil {
				return err
			}
		}
		if withdraw {
			if err := s.deps.Enrollments.Dismiss(ctx, tx, who, b.CourseID, userID); err != nil {
				return err
			}
		}
		after, err := memberOf(ctx, tx, id, userID)
		left = own(after)
		return err
	})
	return left, err
}

// Join gives the caller a seat in a group of a course in which they are enrolled; who has one keeps it. batch.ErrNotFound, fault.Forbidden
// for those who are not enrolled, fault.Conflict for a batch that is full, closed or individual, or that
// learners can no longer join.
func (s *Service) Join(ctx context.Context, who access.Caller, id string) (joined Membership, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		b, err := batch.FindLocked(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if !b.IsMember() {
			if err := s.join(ctx, tx, who, b); err != nil {
				return err
			}
		}
		m, err := memberOf(ctx, tx, id, who.ID)
		joined = own(m)
		return err
	})
	return joined, err
}

func (s *Service) join(ctx context.Context, tx bun.IDB, who access.Caller, b batch.Found) error {
	now := s.deps.Clock.Now()
	if err := b.CheckJoin(now); err != nil {
		return err
	}
	m := batch.Member{BatchID: b.ID, UserID: who.ID, MemberState: batch.MemberState{Status: batch.MemberActive}, JoinedAt: now, UpdatedAt: now}
	if _, err := batch.AddMember(ctx, tx, m); err != nil {
		return err
	}
	return events.Publish(ctx, tx, now, batch.MemberAdded{BatchID: b.ID, UserID: who.ID, ActorID: who.ID})
}
