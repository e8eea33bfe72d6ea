package externalcalendar

import (
	"context"
	"encoding/base64"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/outbound"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/seal"
	"lectern/internal/platform/settings"
	"lectern/internal/teaching/workinghours"
)

type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *settings.Store
	Queue    *jobs.Queue
	Key      []byte   // seals addresses; 32 bytes
	Hosts    []string `optional:"none of the own network is read"` // host:port inside the own network that may be read
}

type Service struct {
	deps    Deps
	key     *seal.Key
	fetcher *outbound.Fetcher
}

func New(d Deps) *Service {
	deps.Require(d)
	key, err := seal.NewKey([seal.KeySize]byte(d.Key))
	if err != nil {
		panic(err) // a key of 32 bytes is one of AES-256
	}
	return &Service{d, key, outbound.NewFetcher(mostBytes, d.Hosts...)}
}

// Calendars returns the caller's own calendars, by when they were added.
func (s *Service) Calendars(ctx context.Context, who access.Caller) ([]ExternalCalendar, error) {
	return calendarsOf(ctx, s.deps.DB.Reader(), who.ID, s.deps.Clock.Now())
}

// Add adds a calendar of the caller's, which is read at once by a job. fault.Invalid, errTooMany.
func (s *Service) Add(ctx context.Context, who access.Caller, n NewExternalCalendar) (added ExternalCalendar, err error) {
	if added, err = n.row(s.deps.Hosts); err != nil {
		return added, err
	}
	now := s.deps.Clock.Now()
	added.ID, added.InstructorID, added.NextAt, added.CreatedAt = db.NewID(), who.ID, now.Add(readEvery), now
	added.Address = base64.StdEncoding.EncodeToString(s.key.Seal(nil, sealID(added.ID), []byte(added.Address)))
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := lockUser(ctx, tx, who.ID); err != nil { // two at once would pass the limit
			return err
		}
		if added.Timezone, err = s.zoneOf(ctx, tx, who.ID); err != nil {
			return err
		}
		has, err := calendarsOf(ctx, tx, who.ID, now)
		if err == nil && len(has) >= mostCalendars {
			err = errTooMany
		}
		if err != nil {
			return err
		}
		if err := insert(ctx, tx, added); err != nil {
			return err
		}
		return s.queue(ctx, tx, added.ID)
	})
	return added, err
}

// zoneOf returns the time zone of an instructor's hours, or the school's.
func (s *Service) zoneOf(ctx context.Context, q bun.IDB, id string) (string, error) {
	rows, err := workinghours.Of(ctx, q, []string{id})
	if err != nil || len(rows) > 0 {
		return append(rows, workinghours.Row{})[0].Timezone, err
	}
	current, err := s.deps.Settings.Current(ctx, q)
	return current.School.TimeZone, err
}

// Refresh has a calendar of the caller's read anew by a job. errNotFound.
func (s *Service) Refresh(ctx context.Context, who access.Caller, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := setNext(ctx, tx, who.ID, id, s.deps.Clock.Now().Add(firstRetry)); err != nil {
			return err
		}
		return s.queue(ctx, tx, id)
	})
}

// Remove deletes a calendar of the caller's with its busy times. errNotFound.
func (s *Service) Remove(ctx context.Context, who access.Caller, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return remove(ctx, tx, who.ID, id) })
}

// sealID names what is sealed. The address of a calendar never changes, so that each is sealed once.
func sealID(id string) seal.ID { return seal.ID{Video: "external calendar " + id} }

// addressOf unseals an address.
func (s *Service) addressOf(c ExternalCalendar) (string, error) {
	sealed, err := base64.StdEncoding.DecodeString(c.Address)
	if err != nil {
		return "", err
	}
	plain, err := s.key.Open(sealID(c.ID), sealed)
	return string(plain), err
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "external_calendars", Column: "instructor_id", Export: []string{"name", "host", "created_at"}},
		{Table: "external_busy", Column: "instructor_id", Export: []string{"from_at", "until_at"}},
	}
}

// Erase deletes the calendars of a user, in the transaction that erases the user.
func (*Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return erase(ctx, tx, user)
}
