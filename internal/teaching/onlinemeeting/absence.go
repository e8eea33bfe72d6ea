package onlinemeeting

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/absence"
	"lectern/internal/teaching/classsession"
)

// Substitutes lists by meeting who could hold it in place of its instructor, by name: the instructors of its course, or else of one of the courses of its instructor,
// who are free then.
func (s *Service) Substitutes(ctx context.Context, q bun.IDB, ids []string) (map[string][]classsession.Substitute, error) {
	found := map[string][]classsession.Substitute{}
	for _, id := range ids {
		m, err := byID(ctx, q, id)
		if err != nil {
			return nil, err
		}
		if found[id], err = s.substitutes(ctx, q, m); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (s *Service) substitutes(ctx context.Context, q bun.IDB, m OnlineMeeting) ([]classsession.Substitute, error) {
	colleagues, err := colleaguesOf(ctx, q, m)
	if err != nil || len(colleagues) == 0 {
		return colleagues, err
	}
	owners := make([]string, len(colleagues))
	for i, c := range colleagues {
		owners[i] = c.ID
	}
	taken, err := s.deps.Calendars.Between(ctx, q, owners, m.StartsAt, m.EndsAt)
	free := []classsession.Substitute{}
	for _, c := range colleagues {
		isFree := true
		for _, t := range taken {
			isFree = isFree && t.OwnerID != c.ID
		}
		if isFree {
			free = append(free, c)
		}
	}
	return free, err
}

// Lock keeps meetings as they are until the transaction ends, and returns the instructors whose calendars Resolve or Undo of them may change besides those who are named.
func (s *Service) Lock(ctx context.Context, tx bun.IDB, ids []string) (owners []string, err error) {
	for _, id := range ids {
		if err := lock(ctx, tx, id); err != nil {
			return nil, err
		}
		m, err := byID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		owners = append(owners, m.InstructorID)
	}
	return owners, nil
}

// Resolve does with meetings what was decided, in the transaction in which their instructor takes time off and has locked them and the calendars. errNoMeeting,
// fault.Conflict for one that has begun, absence.ErrNobodyFree.
func (s *Service) Resolve(ctx context.Context, tx bun.IDB, who access.Caller, wanted []absence.BookingDecision, _ string) (done []absence.Done, err error) {
	for _, d := range wanted {
		m, err := find(ctx, tx, who, d.ID)
		if err == nil && !m.CanManage {
			err = errNotManaged
		}
		if err == nil {
			err = m.checkAhead(s.deps.Clock.Now())
		}
		if err != nil {
			return nil, err
		}
		one := absence.Done{ID: d.ID, Action: d.Action, From: m.InstructorID}
		if d.Action == absence.Cancel {
			m.Status = cancelled
		} else if m.InstructorID, err = s.standIn(ctx, tx, m, d.InstructorID); err != nil {
			return nil, err
		}
		if one.Sequence, err = s.handOver(ctx, tx, who, m, one.From); err != nil {
			return nil, err
		}
		done = append(done, one)
	}
	return done, nil
}

// standIn returns the wanted one of those who could hold a meeting.
func (s *Service) standIn(ctx context.Context, tx bun.IDB, m OnlineMeeting, wanted string) (string, error) {
	free, err := s.substitutes(ctx, tx, m)
	for _, one := range free {
		if one.ID == wanted {
			return wanted, err
		}
	}
	if err == nil {
		err = absence.ErrNobodyFree
	}
	return "", err
}

// handOver stores a meeting that is cancelled, planned again or held by another instructor than from, takes their time for it, notifies its people, and returns its sequence.
func (s *Service) handOver(ctx context.Context, tx bun.IDB, who access.Caller, m OnlineMeeting, from string) (int64, error) {
	now := s.deps.Clock.Now()
	m.Sequence, m.UpdatedAt = m.Sequence+1, now
	if err := s.occupy(ctx, tx, who, m); fault.Is(err, fault.Conflict) {
		return 0, absence.ErrNobodyFree
	} else if err != nil {
		return 0, err
	}
	if err := put(ctx, tx, m); err != nil {
		return 0, err
	}
	changed := MeetingChanged{MeetingID: m.ID, What: invitedTo, From: m.StartsAt, ActorID: who.ID}
	if m.Status == cancelled {
		changed.What = isCancelled
	} else if m.InstructorID != from {
		for what, user := range map[string]string{assigned: m.InstructorID, substituted: from} {
			if err := events.Publish(ctx, tx, now, MeetingChanged{m.ID, what, []string{user}, m.StartsAt, who.ID}); err != nil {
				return 0, err
			}
		}
		changed.What = substituted
	}
	return m.Sequence, events.Publish(ctx, tx, now, changed)
}

// Undo gives meetings back to their instructor, and plans those again that were cancelled. absence.ErrChanged.
func (s *Service) Undo(ctx context.Context, tx bun.IDB, who access.Caller, done []absence.Done) error {
	for _, d := range done {
		m, err := byID(ctx, tx, d.ID)
		if err != nil {
			return err
		}
		if m.Sequence != d.Sequence || !m.StartsAt.After(s.deps.Clock.Now()) {
			return absence.ErrChanged
		}
		from := m.InstructorID
		m.Status, m.InstructorID = scheduled, d.From
		if _, err := s.handOver(ctx, tx, who, m, from); err != nil {
			return err
		}
	}
	return nil
}
