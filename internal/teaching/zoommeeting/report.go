package zoommeeting

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/zoom"
)

const (
	reportJob = "zoom.report"
	// reportEvery is how often Zoom is asked for reports of sessions that are over.
	reportEvery = 15 * time.Minute
	// reportAfter is when a session is over for good.
	reportAfter = 30 * time.Minute
	// reportFor is how long Zoom is asked for a report.
	reportFor = 24 * time.Hour
	// An instance that begins this long before a session, or after it, is not the session.
	early = 30 * time.Minute
	late  = 2 * time.Hour
)

// isSession reports whether an instance of a meeting that began at some time is the session, and not a rehearsal.
func (m record) isSession(startedAt time.Time) bool {
	return !startedAt.Before(m.StartsAt.Add(-early)) && startedAt.Before(m.EndsAt.Add(late))
}

// report asks Zoom who was in the sessions and meetings that are over. A meeting of which it has no report keeps none of the others from being asked for.
func (s *Service) report(ctx context.Context) error {
	if s.client == nil {
		return nil
	}
	now := s.deps.Clock.Now()
	due, err := unreported(ctx, s.deps.DB.Reader(), now.Add(-reportFor), now.Add(-reportAfter))
	if err != nil {
		return err
	}
	var failures []error
	for _, m := range due {
		if err := s.reportOf(ctx, m); err != nil {
			failures = append(failures, fmt.Errorf("meeting %s: %w", m.ID, err))
		}
	}
	return errors.Join(failures...)
}

func (s *Service) reportOf(ctx context.Context, m record) error {
	instances, err := s.client.Instances(ctx, m.ExternalID)
	if err != nil {
		return err
	}
	type stay struct {
		zoom.Participant
		uuid string
	}
	var stays []stay
	for _, i := range instances {
		if !m.isSession(i.StartedAt) {
			continue
		}
		in, err := s.client.Participants(ctx, i.UUID)
		if err != nil {
			return err
		}
		for _, p := range in {
			stays = append(stays, stay{p, i.UUID})
		}
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		for _, p := range stays {
			if p.Status == zoom.WaitingRoom || p.JoinedAt.IsZero() || p.LeftAt.Before(p.JoinedAt) {
				continue
			}
			if err := attend(ctx, tx, m, p.uuid, p.Participant, p.JoinedAt, p.LeftAt, true); err != nil {
				return err
			}
		}
		return markReported(ctx, tx, m.ID, s.deps.Clock.Now())
	})
}

// attend stores what is known of a participant. They are known by their registration only, never by their name, which anybody can take.
func attend(ctx context.Context, tx bun.IDB, m record, uuid string, p zoom.Participant, joined, left time.Time, hasLeft bool) error {
	userID, err := userOf(ctx, tx, m.ID, p.RegistrantID)
	if err != nil || userID == "" {
		return err
	}
	return attendance.Record(ctx, tx, attendance.Stay{Kind: attendance.Kind(m.OwnerKind), OwnerID: m.OwnerID, UserID: userID, Key: prefixOf(uuid) + p.UserID, JoinedAt: joined, LeftAt: left, HasLeft: hasLeft})
}

// prefixOf begins the keys of stays in an instance.
func prefixOf(uuid string) string { return "zoom " + uuid + " " }
