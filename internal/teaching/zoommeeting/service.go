package zoommeeting

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/config"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/meeting"
	"lectern/internal/teaching/zoom"
)

type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Queue     *jobs.Queue
	Audit     *audit.Log
	Resources *busy.Calendars
	Config    config.MeetingServers
	Address   string // of this site; "" if it is not known
}

type Service struct {
	deps   Deps
	client *zoom.Client // nil: the school has no account there
}

func New(d Deps) *Service {
	deps.Require(d)
	s := &Service{deps: d}
	if d.Config.Zoom.AccountID != "" {
		s.client = zoom.New(d.Config.Zoom, d.Clock)
	}
	return s
}

// In returns the meeting servers of the school with Zoom, if it has an account there.
func (s *Service) In(servers meeting.Servers) meeting.Servers {
	if s.client != nil {
		servers.All = append(servers.All, meeting.Configured{Name: meeting.Zoom, Host: s.client.Host(), Server: s})
	}
	return servers
}

// Open implements meeting.Server: the meeting was made before, or is not ready.
func (s *Service) Open(ctx context.Context, r meeting.Room, p meeting.Person) error {
	m, err := s.usable(ctx, r.SessionID)
	if err != nil || p.Moderates {
		return err
	}
	known, err := registrantOf(ctx, s.deps.DB.Reader(), m.ID, p)
	if err != nil {
		return err
	}
	return known.check()
}

func (s *Service) usable(ctx context.Context, ownerID string) (record, error) {
	m, err := currentOf(ctx, s.deps.DB.Reader(), ownerID)
	if err == nil && !m.isUsable() || fault.Is(err, fault.NotFound) {
		err = errNotReady
	}
	return m, err
}

// Address implements meeting.Server. Instructors get the address of the host, learners their own: both are asked of Zoom now and kept nowhere.
func (s *Service) Address(ctx context.Context, r meeting.Room, p meeting.Person, now time.Time) (string, error) {
	m, err := s.usable(ctx, r.SessionID)
	if err != nil {
		return "", err
	}
	var address string
	if p.Moderates {
		address, err = s.client.StartURL(ctx, m.ExternalID)
	} else {
		address, err = s.joinURL(ctx, m, p, now)
	}
	return address, asFault(err)
}

// Check implements meeting.Server.
func (s *Service) Check(ctx context.Context) error {
	err := s.client.Check(ctx)
	if err == nil {
		return nil
	}
	if zoom.IsUnknown(err) {
		return fault.New(fault.Unavailable, "meeting_server_unreachable", "Zoom doesn't answer as it should. Check that it can be reached from here.").WithCause(err)
	}
	return fault.New(fault.Unavailable, "meeting_server_secret", "Zoom refuses the application. Compare account, client and secret, and the scopes of the application, with the operations guide.").WithCause(err)
}

// Meetings returns the meetings at Zoom that are not over, those that have failed first. For administrators.
func (s *Service) Meetings(ctx context.Context) ([]SessionMeeting, error) {
	return listMeetings(ctx, s.deps.DB.Reader(), s.deps.Clock.Now())
}

// MakeAgain tries again at once to make the meeting of a session, of a meeting outside of batches or of a demo class, for which the caller has checked who asks. fault.NotFound if it has none
// that is wanted now.
func (s *Service) MakeAgain(ctx context.Context, tx bun.IDB, ownerID string) error {
	m, err := currentOf(ctx, tx, ownerID)
	if err != nil || m.State == ready {
		return err
	}
	now := s.deps.Clock.Now()
	m.again(now)
	if err := put(ctx, tx, m, now); err != nil {
		return err
	}
	return s.wake(ctx, tx, m)
}

// Retry tries again at once to make the meeting of a session. For its instructors; fault.NotFound also if it has none that is wanted now, batch.ErrNotTaught.
func (s *Service) Retry(ctx context.Context, who access.Caller, sessionID string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		batchID, err := batchOf(ctx, tx, sessionID)
		if err != nil {
			return err
		}
		f, err := batch.Find(ctx, tx, who, batchID)
		if fault.Is(err, fault.NotFound) || err == nil && !f.Teaches && !f.IsMember() {
			err = errNoMeeting
		}
		if err != nil {
			return err
		}
		if !f.Teaches {
			return batch.ErrNotTaught
		}
		return s.MakeAgain(ctx, tx, sessionID)
	})
}
