package recording

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/teaching/meeting"
)

// poll looks for recordings of sessions that ended not long ago, of which messages may have been lost.
func (s *Service) poll(ctx context.Context) error {
	if len(s.deps.Recorders) == 0 {
		return nil
	}
	now := s.deps.Clock.Now()
	ids, err := unheardSessions(ctx, s.deps.DB.Reader(), now.Add(-pollFor), now.Add(-pollEvery))
	if err != nil {
		return err
	}
	var failures []error
	for _, id := range ids {
		if err := s.lookFor(ctx, id); err != nil {
			failures = append(failures, fmt.Errorf("session %s: %w", id, err))
		}
	}
	return errors.Join(failures...)
}

func (s *Service) find(ctx context.Context, claimed []jobs.Job) error {
	p, err := jobs.Payload[findPayload](claimed[0])
	if err != nil {
		return err
	}
	return s.later(claimed[0], s.lookFor(ctx, p.SessionID))
}

// later lets what a server has not answered be tried again, for as long as recordings are polled.
func (s *Service) later(j jobs.Job, err error) error {
	if err != nil && s.deps.Clock.Now().Sub(j.CreatedAt) < pollFor {
		return jobs.Postpone(err, askAgain)
	}
	return err
}

// lookFor stores what was recorded of a session, and lets it be fetched where that is wanted.
func (s *Service) lookFor(ctx context.Context, sessionID string) error {
	var failures []error
	for name, server := range s.deps.Recorders { // one that doesn't answer is no reason to ask none of the others
		found, err := server.Recorded(ctx, sessionID)
		if err == nil {
			err = s.keep(ctx, sessionID, name, best(found))
		}
		failures = append(failures, err)
	}
	return errors.Join(failures...)
}

// keep stores what a server has recorded of a session, as far as it is new, and lets it be fetched where that is wanted.
func (s *Service) keep(ctx context.Context, sessionID, server string, found []meeting.RecordedFile) error {
	now := s.deps.Clock.Now()
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		settings, err := settingsOfSession(ctx, tx, sessionID)
		if fault.Is(err, fault.NotFound) { // deleted since
			return nil
		}
		if err != nil {
			return err
		}
		for _, f := range found {
			n := file{ID: db.NewID(), SessionID: sessionID, Provider: server, ExternalID: f.ID, Instance: f.Instance, StartedAt: f.StartedAt, Kind: f.Kind, Size: f.Size,
				Address: f.Address, State: Found, CreatedAt: now, UpdatedAt: now}
			n.UploadID = n.ID
			if f.Kind == meeting.Playback && (settings.Trashes || !isPage(f.Address)) { // it would lead nowhere
				continue
			}
			isNew, err := insertFile(ctx, tx, n)
			if err == nil && isNew && settings.Imports {
				err = s.addFetch(ctx, tx, n.ID)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// isPage reports whether an address can be opened by those who watch.
func isPage(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme == "https" && u.Hostname() != "" && u.User == nil
}

// best returns one file of each kind for each piece of a session, by time.
func best(found []meeting.RecordedFile) []meeting.RecordedFile {
	found = slices.Clone(found)
	slices.SortFunc(found, func(a, b meeting.RecordedFile) int {
		return cmp.Or(a.StartedAt.Compare(b.StartedAt), cmp.Compare(a.Instance, b.Instance), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.View, b.View), cmp.Compare(a.ID, b.ID))
	})
	return slices.CompactFunc(found, func(a, b meeting.RecordedFile) bool {
		return a.StartedAt.Equal(b.StartedAt) && a.Instance == b.Instance && a.Kind == b.Kind
	})
}
