package externalcalendar

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/ics"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/outbound"
)

const (
	readJob   = "external_calendar.read"
	dueJob    = "external_calendars.due"
	dueEvery  = 5 * time.Minute
	mostAdded = 100 // jobs at a time
	mostBytes = 5 << 20
)

type payload struct{ CalendarID string }

// Handlers are the job that reads a calendar, and the periodic one that adds it for those that are due.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{
		readJob: {Do: func(ctx context.Context, claim []jobs.Job) error {
			p, err := jobs.Payload[payload](claim[0])
			if err != nil {
				return err
			}
			return s.read(ctx, p.CalendarID)
		}},
		dueJob: {Every: dueEvery, Do: func(ctx context.Context, _ []jobs.Job) error { return s.addDue(ctx) }},
	}
}

func (s *Service) queue(ctx context.Context, tx bun.IDB, id string) error {
	_, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: readJob, Ref: id, Payload: payload{id}})
	return err
}

// addDue adds a job for each calendar that is to be read again.
func (s *Service) addDue(ctx context.Context) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		now := s.deps.Clock.Now()
		ids, err := due(ctx, tx, now)
		if err != nil || len(ids) == 0 {
			return err
		}
		if err := postpone(ctx, tx, ids, now.Add(readEvery)); err != nil {
			return err
		}
		for _, id := range ids {
			if err := s.queue(ctx, tx, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// read reads a calendar and replaces its busy times; one that can't be read keeps those that it has, and why.
func (s *Service) read(ctx context.Context, id string) error {
	c, err := find(ctx, s.deps.DB.Reader(), id)
	if err != nil || c == nil {
		return err
	}
	found, etag, wrong := s.fetch(ctx, *c)
	if wrong != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	now := s.deps.Clock.Now()
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if wrong != nil {
			since := c.FailedSince
			if since == nil {
				since = &now
			}
			return setFailed(ctx, tx, id, wrong.Error(), *since, now.Add(min(max(firstRetry, now.Sub(*since)), lastRetry)))
		}
		return setRead(ctx, tx, *c, found, etag, now)
	})
}

// fetch returns the busy times of a calendar, nil if they are those of the last time, or an error in words for its owner.
func (s *Service) fetch(ctx context.Context, c ExternalCalendar) (found *ics.BusyTimes, etag string, err error) {
	address, err := s.addressOf(c)
	if err != nil {
		return nil, "", cantRead("The address can't be read any more. Delete the calendar and add it again.")
	}
	now := s.deps.Clock.Now()
	if c.ReadAt == nil || !c.ReadAt.UTC().Truncate(24*time.Hour).Equal(now.UTC().Truncate(24*time.Hour)) { // once a day all is read: the year that is looked ahead moves on
		c.Etag = ""
	}
	sent, err := s.fetcher.Fetch(ctx, address, "text/calendar", c.Etag)
	if err != nil {
		return nil, "", words(err)
	}
	if sent.Body == nil {
		return nil, sent.ETag, nil
	}
	defer func() { _ = sent.Body.Close() }()
	zone, err := time.LoadLocation(c.Timezone)
	if err != nil {
		zone = time.UTC
	}
	busy, err := ics.ReadBusy(sent.Body, zone, now.Add(-past), now.Add(ahead))
	if err != nil {
		return nil, "", words(err)
	}
	return &busy, sent.ETag, nil
}

// cantRead says to its owner why a calendar can't be read.
func cantRead(why string) error { return errors.New(why) }

// words says to its owner why a calendar can't be read. What a server inside the own network answers is nobody's business.
func words(err error) error {
	var status outbound.StatusError
	switch {
	case errors.As(err, &status):
		return cantRead(fmt.Sprintf("The server answers with the status %d. Check whether the calendar is still shared.", status.Status))
	case errors.Is(err, outbound.ErrPrivateNetwork):
		return cantRead("The address lies in a private network, which is not read.")
	case errors.Is(err, outbound.ErrTooLarge):
		return cantRead("The calendar is larger than 5 MB.")
	case errors.Is(err, ics.ErrNotCalendar):
		return cantRead("The address leads to something that is no calendar. Enter its iCal address.")
	case errors.Is(err, ics.ErrTooMany):
		return cantRead("The calendar has more than 10,000 events.")
	case errors.Is(err, outbound.ErrRedirect):
		return cantRead("The address leads to another one. Enter that one.")
	}
	return cantRead("The server can't be reached.")
}
