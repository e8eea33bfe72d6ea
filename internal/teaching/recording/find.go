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

// poll looks for recordings of sessions and meetings that ended not long ago, of which messages may have been lost.
func (s *Service) poll(ctx context.Context) error {
	if len(s.deps.Recorders) == 0 {
		return nil
	}
	now := s.deps.Clock.Now()
	owners, err := unheard(ctx, s.deps.DB.Reader(), now)
	if err != nil {
		return err
	}
	var failures []error
	for _, o := range owners {
		if err := s.lookFor(ctx, o); err != nil {
			failures = append(failures, fmt.Errorf("session or meeting %s: %w", o.id(), err))
		}
	}
	return errors.Join(failures...)
}

func (s *Service) find(ctx context.Context, claimed []jobs.Job) error {
	o, err := jobs.Payload[Owner](claimed[0])
	if err != nil {
		return err
	}
	return s.later(claimed[0], s.lookFor(ctx, o))
}

// later lets what a server has not answered be tried again, for as long as recordings are polled.
func (s *Service) later(j jobs.Job, err error) error {
	if err != nil && s.deps.Clock.Now().Sub(j.CreatedAt) < pollFor {
		return jobs.Postpone(err, askAgain)
	}
	return err
}

// lookFor stores what was recorded of an owner, and lets it be fetched where that is wanted.
func (s *Service) lookFor(ctx context.Context, o Owner) error {
	var failures []error
	for name, server := range s.deps.Recorders { // one that doesn't answer is no reason to ask none of the others
		found, err := server.Recorded(ctx, o.id())
		if err == nil {
			err = s.keep(ctx, o, name, best(found))
		}
		failures = append(failures, err)
	}
	return errors.Join(failures...)
}

// keep stores what a server has recorded of an owner, as far as it is new, and lets it be fetched where that is wanted and there is a course for it.
func (s *Service) keep(ctx context.Context, o Owner, server string, found []meeting.RecordedFile) error {
	now := s.deps.Clock.Now()
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		of, err := aboutOf(ctx, tx, o)
		if fault.Is(err, fault.NotFound) { // deleted since
			return nil
		}
		if err != nil {
			return err
		}
		settings, err := settingsOf(ctx, tx, of.BatchID)
		if err != nil {
			return err
		}
		for _, f := range found {
			n := file{ID: db.NewID(), Owner: o, Provider: server, ExternalID: f.ID, Instance: f.Instance, StartedAt: f.StartedAt, Kind: f.Kind, Size: f.Size,
				Address: f.Address, State: Found, CreatedAt: now, UpdatedAt: now}
			n.UploadID = n.ID
			if f.Kind == meeting.Playback && (settings.Trashes || !isPage(f.Address)) { // it would lead nowhere
				continue
			}
			isNew, err := insertFile(ctx, tx, n)
			if err == nil && isNew && settings.Imports && of.CourseID != "" {
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
