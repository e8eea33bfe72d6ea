package demo

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/teaching/demoroom"
	"lectern/internal/teaching/joinlink"
	"lectern/internal/teaching/meeting"
)

// Pages to which a link into a room leads that doesn't work any more.
const (
	staffPage   = "/teach/demos"
	learnerPage = "/demo"
)

// DemoJoin leads into the room of a demo class.
type DemoJoin struct {
	URL       string    `json:"url" doc:"A path of this site, which works once. It is opened as a page."`
	ExpiresAt time.Time `json:"expiresAt"`
}

// Join makes a link into the room of a demo class, which works once and for a minute; a room on a meeting server is opened before. For its learner, from 10 minutes before it begins until 30
// minutes after its end, and for its instructor and administrators at any time. Others get errNoBooking; fault.Conflict, fault.Gone, fault.Unavailable.
func (s *Service) Join(ctx context.Context, who access.Caller, id string) (DemoJoin, error) {
	b, err := bookingByID(ctx, s.deps.DB.Reader(), id)
	if err != nil {
		return DemoJoin{}, err
	}
	as, err := readerOf(who, b)
	if err != nil {
		return DemoJoin{}, err
	}
	return s.join(ctx, as, b)
}

// JoinByLink is Join for who has the link of a booking, its learner.
func (s *Service) JoinByLink(ctx context.Context, token string) (DemoJoin, error) {
	b, err := s.byLink(ctx, token)
	if err != nil {
		return DemoJoin{}, err
	}
	return s.join(ctx, reader{byLink: true}, b)
}

func (s *Service) join(ctx context.Context, as reader, b DemoBooking) (j DemoJoin, err error) {
	now := s.deps.Clock.Now()
	if err := b.checkEntry(as, now); err != nil {
		return j, err
	}
	p, err := s.placeOf(ctx, as, b)
	if err != nil {
		return j, err
	}
	if err := p.Open(ctx); err != nil {
		return j, err
	}
	token, link := joinlink.New(now)
	j = DemoJoin{URL: "/api/v1/demo-booking/enter/" + token, ExpiresAt: link.ExpiresAt}
	l := demoroom.EntryLink{Link: link, BookingID: b.ID}
	if as.isStaff {
		l.UserID = &as.userID
	}
	return j, s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return demoroom.InsertEntry(ctx, tx, l) })
}

// Enter uses a link into a demo class and returns the address to which it leads. For everybody who has it, once: later, without use, and when the demo class can't be entered any more, it
// leads to a page of this site. fault.Unauthenticated for what is no link, fault.Unavailable if its server doesn't answer: then the link still works.
func (s *Service) Enter(ctx context.Context, token string, use bool) (address string, err error) {
	now, q := s.deps.Clock.Now(), s.deps.DB.Reader()
	l, err := demoroom.EntryOf(ctx, q, joinlink.DigestOf(token))
	if err != nil {
		return "", err
	}
	as, page := reader{byLink: true}, learnerPage
	if l.UserID != nil {
		as, page = reader{userID: *l.UserID, isStaff: true}, staffPage
	}
	if !use || !l.Works(now) {
		return page, nil
	}
	b, err := bookingByID(ctx, q, l.BookingID)
	if err != nil {
		return "", err
	}
	if b.checkEntry(as, now) != nil { // it was cancelled or moved since: the page says so
		return page, nil
	}
	p, err := s.placeOf(ctx, as, b)
	if err == nil {
		address, err = p.Address(ctx, now)
	}
	if err != nil {
		return "", err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		works, err := demoroom.UseEntry(ctx, tx, l, now)
		if err != nil {
			return err
		}
		if !works { // used by another request since
			address = page
			return nil
		}
		return markJoined(ctx, tx, b.ID, as, now)
	})
	return address, err
}

// placeOf returns where a reader of a booking enters it.
func (s *Service) placeOf(ctx context.Context, as reader, b DemoBooking) (p demoroom.Place, err error) {
	q := s.deps.DB.Reader()
	person := meeting.Person{ID: "learner-" + b.ID, Name: b.FullName, Moderates: as.isStaff, IsGuest: !as.isStaff}
	if as.isStaff {
		staff, err := instructorByID(ctx, q, as.userID)
		if err != nil {
			return p, err
		}
		person.ID, person.Name = as.userID, staff.FullName
	}
	return demoroom.PlaceOf(ctx, q, s.deps.Servers, b.class(), person, s.deps.Address)
}
