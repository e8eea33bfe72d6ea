package zoommeeting

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/busy"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
)

const (
	planJob = "zoom.plan"
	makeJob = "zoom.meeting"
	// planEvery is how long a change of a session takes to be seen.
	planEvery = time.Minute
	// forgotten is how long after its next try was due a meeting gets another job.
	forgotten = 5 * time.Minute
	// prepareWithin is how long an instructor waits for Zoom who has asked for a meeting.
	prepareWithin = 3 * time.Second
)

// Handlers compare every minute what is wanted with what there is, and make each difference so; they learn from Zoom who was in.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{
		planJob:   {Every: planEvery, Do: func(ctx context.Context, _ []jobs.Job) error { return s.plan(ctx) }},
		makeJob:   {Do: s.make},
		eventJob:  {Do: s.handleEvents, MaxBatch: 50},
		reportJob: {Every: reportEvery, Do: func(ctx context.Context, _ []jobs.Job) error { return s.report(ctx) }},
	}
}

type makePayload struct{ MeetingID string }

// wake lets a worker make a meeting as it should be, when its next try is due.
func (s *Service) wake(ctx context.Context, tx bun.IDB, m record) error {
	_, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: makeJob, Ref: m.ID, Due: m.NextTryAt, Payload: makePayload{m.ID}})
	return err
}

// plan decides which meetings there should be. A meeting that can't be decided keeps none of the others from it.
func (s *Service) plan(ctx context.Context) error {
	if s.client == nil {
		return nil
	}
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	wants, err := allWanted(ctx, q, now, now.Add(made), "")
	if err != nil {
		return err
	}
	current, err := currentMeetings(ctx, q, now)
	if err != nil {
		return err
	}
	var failures []error
	for _, w := range wants {
		m, exists := current[w.OwnerID]
		delete(current, w.OwnerID)
		if exists && m.WantHash == w.hash() && m.HostID != nil && (m.isUsable() || !isLate(m, now)) {
			continue
		}
		if err := s.decide(ctx, w); err != nil {
			failures = append(failures, fmt.Errorf("%s %s: %w", w.OwnerKind, w.OwnerID, err))
		}
	}
	for _, m := range current { // not wanted any more
		if err := s.drop(ctx, m.ID); err != nil {
			failures = append(failures, fmt.Errorf("meeting %s: %w", m.ID, err))
		}
	}
	return errors.Join(append(failures, s.rouse(ctx))...)
}

// Prepare makes the meeting of a session, or of a meeting outside of batches, as it should be, as far as Zoom answers within seconds; a job goes on with what is missing then.
// One that begins in more than two days has to wait.
func (s *Service) Prepare(ctx context.Context, ownerID string) error {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	wants, err := allWanted(ctx, q, now, now.Add(made), ownerID)
	if err != nil || len(wants) == 0 {
		return err
	}
	if err := s.decide(ctx, wants[0]); err != nil {
		return err
	}
	m, err := currentOf(ctx, q, ownerID)
	if err == nil {
		err = s.attempt(ctx, m.ID, prepareWithin, func(bun.IDB) error { return nil })
	}
	if errors.Is(err, errClaimed) || fault.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

// rouse adds the jobs of meetings whose workers have died too often.
func (s *Service) rouse(ctx context.Context) error {
	now := s.deps.Clock.Now()
	ids, err := staleMeetings(ctx, s.deps.DB.Reader(), now)
	if err != nil || len(ids) == 0 {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		for _, id := range ids {
			m, err := lock(ctx, tx, id)
			if err != nil {
				return err
			}
			m.NextTryAt = now
			if err := put(ctx, tx, m, now); err != nil {
				return err
			}
			if err := s.wake(ctx, tx, m); err != nil {
				return err
			}
		}
		return nil
	})
}

// isLate reports whether a meeting that is not ready should have been by now, after a try or without a host.
func isLate(m record, now time.Time) bool {
	return m.State != failed && !now.Before(m.StartsAt.Add(-decided)) && (m.Tries > 0 || m.HostID == nil)
}

// decide writes which meeting there should be, and takes the time of its host.
func (s *Service) decide(ctx context.Context, w want) error {
	return s.deps.Resources.InTx(ctx, func(tx bun.IDB) error {
		now := s.deps.Clock.Now()
		hosts, err := hostsByUse(ctx, tx, dayOf(now))
		if err == nil {
			err = s.deps.Resources.Lock(ctx, tx, hosts)
		}
		if err != nil {
			return err
		}
		m, err := lockCurrent(ctx, tx, w.OwnerID)
		if fault.Is(err, fault.NotFound) {
			m = record{ID: db.NewID(), State: wanted, CreatedAt: now}
			m.put(w)
			return s.host(ctx, tx, m, nil, now)
		}
		switch {
		case err != nil:
			return err
		case m.WantHash != w.hash():
			return s.change(ctx, tx, m, w, now)
		case m.HostID == nil || !m.isUsable() && isLate(m, now):
			return s.help(ctx, tx, m, w, now)
		}
		return nil // another process was first
	})
}

// change adapts a meeting to what takes place in it; if its host is not free then, another one gets a meeting of its own.
func (s *Service) change(ctx context.Context, tx bun.IDB, m record, w want, now time.Time) error {
	m.put(w)
	m.again(now)
	if m.HostID == nil {
		return s.host(ctx, tx, m, nil, now)
	}
	taken, err := s.deps.Resources.Replace(ctx, tx, busy.Meeting, []string{m.ID}, []busy.Time{m.busyTime(*m.HostID)})
	if err != nil {
		return err
	}
	if len(taken) > 0 {
		return s.another(ctx, tx, m, w, false, now)
	}
	if err := put(ctx, tx, m, now); err != nil {
		return err
	}
	return s.wake(ctx, tx, m)
}

// help takes another host for a meeting that is late. If none is free and there is another room to fall back to, the meeting is given up, so that
// all its people go there.
func (s *Service) help(ctx context.Context, tx bun.IDB, m record, w want, now time.Time) error {
	if m.HostID == nil {
		if err := s.host(ctx, tx, m, nil, now); err != nil {
			return err
		}
		if m, err := currentOf(ctx, tx, m.OwnerID); err != nil || m.HostID != nil {
			return err
		}
	} else if !m.IsSecond {
		free, err := s.freeHost(ctx, tx, m, *m.HostID)
		if err != nil {
			return err
		}
		if free != "" {
			return s.another(ctx, tx, m, w, true, now)
		}
	}
	if !w.HasOther && s.deps.Config.Jitsi.URL == "" || now.Before(m.StartsAt.Add(-decided)) {
		return nil
	}
	return s.giveUp(ctx, tx, m, now)
}

// another drops a meeting and begins one on another host.
func (s *Service) another(ctx context.Context, tx bun.IDB, m record, w want, isSecond bool, now time.Time) error {
	before := m.HostID
	if err := s.dropIn(ctx, tx, m, now); err != nil {
		return err
	}
	next := record{ID: db.NewID(), State: wanted, IsSecond: isSecond, CreatedAt: now}
	next.put(w)
	return s.host(ctx, tx, next, before, now)
}

// host takes the time of a host that is free, and lets the meeting be made there. Without one the meeting waits.
func (s *Service) host(ctx context.Context, tx bun.IDB, m record, except *string, now time.Time) error {
	not := ""
	if except != nil {
		not = *except
	}
	free, err := s.freeHost(ctx, tx, m, not)
	if err != nil {
		return err
	}
	m.HostID, m.NextTryAt, m.LastError = nil, now, noHost
	if free != "" {
		m.HostID, m.LastError = &free, ""
	}
	if err := put(ctx, tx, m, now); err != nil || m.HostID == nil {
		return err
	}
	return s.wake(ctx, tx, m)
}

// freeHost takes the time of a meeting from the host with the fewest calls today, other than one; "" if none is free.
func (s *Service) freeHost(ctx context.Context, tx bun.IDB, m record, except string) (string, error) {
	hosts, err := hostsByUse(ctx, tx, dayOf(s.deps.Clock.Now()))
	if err != nil {
		return "", err
	}
	for _, id := range slices.DeleteFunc(hosts, func(id string) bool { return id == except }) {
		taken, err := s.deps.Resources.Replace(ctx, tx, busy.Meeting, []string{m.ID}, []busy.Time{m.busyTime(id)})
		if err != nil || len(taken) == 0 {
			return id, err
		}
	}
	return "", nil
}

// busyTime is what a meeting takes of its host.
func (m record) busyTime(host string) busy.Time {
	return busy.Time{OwnerID: host, Kind: busy.Meeting, RefID: m.ID, Label: m.Topic, FromAt: m.StartsAt.Add(-opensBefore), UntilAt: m.EndsAt, StartsAt: m.StartsAt, EndsAt: m.EndsAt}
}

// drop lets a meeting be deleted.
func (s *Service) drop(ctx context.Context, id string) error {
	return s.deps.Resources.InTx(ctx, func(tx bun.IDB) error {
		m, err := lock(ctx, tx, id)
		if err != nil || m.State == deleting || m.State == deleted {
			return err
		}
		return s.dropIn(ctx, tx, m, s.deps.Clock.Now())
	})
}

func (s *Service) dropIn(ctx context.Context, tx bun.IDB, m record, now time.Time) error {
	if _, err := s.deps.Resources.Replace(ctx, tx, busy.Meeting, []string{m.ID}, nil); err != nil {
		return err
	}
	m.Tries, m.NextTryAt, m.LastError, m.LastDetail = 0, now, "", ""
	if m.State == wanted { // was never asked for
		m.State = deleted
		return put(ctx, tx, m, now)
	}
	m.State = deleting
	if err := put(ctx, tx, m, now); err != nil {
		return err
	}
	return s.wake(ctx, tx, m)
}
