package zoommeeting

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/text"
	"lectern/internal/teaching/zoom"
)

const (
	// claimFor is longer than all calls of one try take.
	claimFor = time.Minute
	// nearly is how long before a session tries follow each other closely.
	nearly = time.Hour
)

var errClaimed = errors.New("another worker is at this meeting")

// errNoBudget means that a host has no calls left today.
var errNoBudget = errors.New("no calls left today")

// make makes one meeting as it should be. Zoom is asked outside of transactions; before a meeting is created, it is marked as being created, so that the next
// try looks for it.
func (s *Service) make(ctx context.Context, claimed []jobs.Job) error {
	p, err := jobs.Payload[makePayload](claimed[0])
	if err != nil || s.client == nil {
		return err
	}
	err = s.attempt(ctx, p.MeetingID, claimFor, func(tx bun.IDB) error { return s.deps.Queue.Complete(ctx, tx, claimed[0]) })
	if errors.Is(err, errClaimed) {
		return jobs.Postpone(err, 10*time.Second)
	}
	return err
}

// attempt claims a meeting and tries to make it as it should be, within some time. What it has come to is written together with what done writes; if there is nothing
// to do, done is not called. errClaimed.
func (s *Service) attempt(ctx context.Context, id string, within time.Duration, done func(tx bun.IDB) error) error {
	m, host, err := s.claim(ctx, id)
	if err != nil || m.ID == "" {
		return err
	}
	trying, stop := context.WithTimeout(ctx, within)
	r, err := s.try(trying, m, host)
	stop()
	ctx = context.WithoutCancel(ctx) // who has asked may be gone
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := s.finish(ctx, tx, m, r, err); err != nil {
			return err
		}
		return done(tx)
	})
}

// claim takes a meeting for this worker and spends a call of its host if one is needed; a record without an id if there is nothing to do.
func (s *Service) claim(ctx context.Context, id string) (m record, host string, err error) {
	now := s.deps.Clock.Now()
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if m, err = lock(ctx, tx, id); err != nil {
			return err
		}
		if m.ClaimedUntil != nil && now.Before(*m.ClaimedUntil) {
			return errClaimed
		}
		over := m.State != deleting && !m.EndsAt.After(now)
		if over || m.State == ready || m.State == deleted || m.State == failed || m.HostID == nil || now.Before(m.NextTryAt) {
			m = record{}
			return nil
		}
		if host, err = hostName(ctx, tx, *m.HostID); err != nil {
			return err
		}
		until := now.Add(claimFor)
		m.ClaimedUntil = &until
		return put(ctx, tx, m, now)
	})
	if fault.Is(err, fault.NotFound) {
		return record{}, "", nil
	}
	return m, host, err
}

// result is what a try has come to.
type result struct {
	made    zoom.Made // "" for none
	gone    bool      // it is not at Zoom
	unknown bool      // it may be at Zoom
}

// try makes a meeting as it should be.
func (s *Service) try(ctx context.Context, m record, host string) (r result, err error) {
	switch m.State {
	case deleting:
		return result{gone: true}, s.delete(ctx, m, host)
	case updating:
		if err := s.spend(ctx, m); err != nil {
			return r, err
		}
		err := s.client.Update(ctx, m.ExternalID, m.atZoom(host))
		if zoom.IsNotFound(err) {
			return result{gone: true}, fmt.Errorf("somebody has deleted it: %w", err)
		}
		return r, err
	case creating:
		found, err := s.client.Find(ctx, host, m.reference())
		if err != nil {
			return result{unknown: true}, err
		}
		if found != nil {
			if err := s.spend(ctx, m); err != nil {
				return result{unknown: true}, err
			}
			if err := s.client.Update(ctx, found.Number(), m.atZoom(host)); err != nil {
				return result{unknown: true}, err
			}
			return result{made: *found}, nil
		}
	}
	if err := s.spend(ctx, m); err != nil {
		return r, err
	}
	if r.made, err = s.client.Create(ctx, m.atZoom(host)); err != nil {
		r.unknown = zoom.IsUnknown(err)
	}
	return r, err
}

// delete removes a meeting from Zoom, wherever a lost answer has left it.
func (s *Service) delete(ctx context.Context, m record, host string) error {
	if m.ExternalID != "" {
		return s.client.Delete(ctx, m.ExternalID)
	}
	found, err := s.client.Find(ctx, host, m.reference())
	if err != nil || found == nil {
		return err
	}
	return s.client.Delete(ctx, found.Number())
}

// spend counts a call of the host of a meeting, and marks a meeting that is about to be created. errNoBudget if there is none left today.
func (s *Service) spend(ctx context.Context, m record) error {
	now := s.deps.Clock.Now()
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		limit := int64(callsForLater)
		if m.StartsAt.Before(now.Add(24 * time.Hour)) {
			limit = callsADay
		}
		spent, err := spendCall(ctx, tx, *m.HostID, dayOf(now), limit)
		if err != nil {
			return err
		}
		if !spent {
			return errNoBudget
		}
		if m.ExternalID == "" {
			return markCreating(ctx, tx, m.ID)
		}
		return nil
	})
}

// finish writes what a try has come to. What is wanted may have changed since: then the next job goes on.
func (s *Service) finish(ctx context.Context, tx bun.IDB, tried record, r result, cause error) error {
	now := s.deps.Clock.Now()
	m, err := lock(ctx, tx, tried.ID)
	if err != nil {
		return err
	}
	m.ClaimedUntil = nil
	if r.made.ID != 0 {
		m.ExternalID, m.ExternalUUID = r.made.Number(), r.made.UUID
	}
	if cause != nil {
		return s.fail(ctx, tx, m, r, cause, now)
	}
	m.Tries, m.NextTryAt, m.LastError, m.LastDetail = 0, now, "", ""
	switch {
	case tried.State == deleting:
		m.State = deleted
	case m.State == deleting || m.State == deleted: // it was dropped while it was made
		m.State = deleting
	case m.State == failed: // it was given up while it was made: its people are elsewhere
		return put(ctx, tx, m, now)
	case m.WantHash != tried.WantHash:
		m.State = updating
	default:
		m.State = ready
	}
	if err := put(ctx, tx, m, now); err != nil || m.State != deleting && m.State != updating {
		return err
	}
	return s.wake(ctx, tx, m)
}

// fail writes that a try has failed, and when the next one is.
func (s *Service) fail(ctx context.Context, tx bun.IDB, m record, r result, cause error, now time.Time) error {
	switch {
	case m.State == failed || m.State == deleted:
		return put(ctx, tx, m, now)
	case m.State == updating && r.gone:
		m.State, m.ExternalID, m.ExternalUUID = wanted, "", ""
	case m.State == creating && !r.unknown:
		m.State = wanted // Zoom has said no
	}
	m.LastError, m.LastDetail = reasonOf(cause)
	until := limitedUntil(cause, now)
	if until.IsZero() {
		m.Tries++
		if int(m.Tries) > len(retryAfter) && m.State != deleting {
			return s.giveUp(ctx, tx, m, now)
		}
		until = now.Add(retryAfter[min(int(m.Tries), len(retryAfter))-1])
	}
	if soon := now.Add(time.Minute); m.StartsAt.Before(now.Add(nearly)) && m.State != deleting && until.After(soon) {
		until = soon
	}
	m.NextTryAt = until
	if err := put(ctx, tx, m, now); err != nil {
		return err
	}
	return s.wake(ctx, tx, m)
}

// limitedUntil returns until when a call is not allowed because of too many others, which is no failure of the meeting; zero for another cause.
func limitedUntil(cause error, now time.Time) time.Time {
	if errors.Is(cause, errNoBudget) {
		return now.UTC().Truncate(24 * time.Hour).Add(24 * time.Hour)
	}
	if refused, ok := errors.AsType[*zoom.RefusedError](cause); ok {
		return refused.RetryAt
	}
	return time.Time{}
}

// giveUp ends the tries of a meeting, until somebody asks for another one.
func (s *Service) giveUp(ctx context.Context, tx bun.IDB, m record, now time.Time) error {
	m.State, m.ClaimedUntil = failed, nil
	if err := put(ctx, tx, m, now); err != nil {
		return err
	}
	e := MeetingFailed{}
	switch m.OwnerKind {
	case ofMeeting:
		e.MeetingID = m.OwnerID
	case ofDemo:
		e.DemoID = m.OwnerID
	default:
		e.SessionID = m.OwnerID
	}
	return events.Publish(ctx, tx, now, e)
}

// MeetingFailed is published when the meeting of a session, of a meeting outside of batches or of a demo class can't be made.
type MeetingFailed struct{ SessionID, MeetingID, DemoID string }

func (MeetingFailed) EventName() string { return "live.meeting_failed" }

// reasonOf is a cause for instructors.
func reasonOf(cause error) (reason, detail string) {
	answer, ok := errors.AsType[*zoom.RefusedError](cause)
	switch {
	case errors.Is(cause, errNoBudget):
		return noBudget, ""
	case !ok:
		return unreachable, ""
	case !answer.RetryAt.IsZero():
		return tooManyCalls, ""
	case answer.Status >= 500:
		return providerFault, ""
	case zoom.IsUnauthorized(cause):
		return notAuthorized, text.OneLine(answer.Message)
	}
	return refused, text.OneLine(answer.Message)
}
