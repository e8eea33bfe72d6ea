package zoommeeting

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/teaching/meeting"
	"lectern/internal/teaching/zoom"
)

var errRegisteredOften = fault.New(fault.Conflict, "registrant_limit", "Zoom lets a learner be registered for a meeting 3 times on a day. Try again tomorrow.")

// joinURL registers a learner for the meeting, once, and returns the address that Zoom has for them.
func (s *Service) joinURL(ctx context.Context, m record, p meeting.Person, now time.Time) (string, error) {
	registrant, err := registrantOf(ctx, s.deps.DB.Reader(), m.ID, p.ID)
	if err != nil {
		return "", err
	}
	if registrant != "" {
		address, err := s.client.JoinURL(ctx, m.ExternalID, registrant)
		if !zoom.IsNotFound(err) {
			return address, err
		}
	}
	if registrant, err = s.register(ctx, m, p, now); err != nil {
		return "", err
	}
	return s.client.JoinURL(ctx, m.ExternalID, registrant)
}

// register adds a learner to those whom Zoom lets in.
func (s *Service) register(ctx context.Context, m record, p meeting.Person, now time.Time) (registrant string, err error) {
	if registrant, err = s.client.Register(ctx, m.ExternalID, s.registrant(p)); err != nil {
		return "", err
	}
	return registrant, s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return putRegistrant(ctx, tx, m.ID, p.ID, registrant, now) })
}

// registrant is what Zoom learns of a person: the name that others see, and an address that only serves to tell registrants apart.
func (s *Service) registrant(p meeting.Person) zoom.Registrant {
	first, last, _ := strings.Cut(p.Name, " ")
	host := "example.com"
	if u, err := url.Parse(s.deps.Address); err == nil && u.Hostname() != "" {
		host = u.Hostname()
	}
	return zoom.Registrant{Email: p.ID + "@" + host, FirstName: first, LastName: last}
}

// AddRegistrant registers a user for the meeting of a session, or of one outside of batches, as happens by itself when they first join; who is registered stays so. The caller has
// checked that they are expected. fault.Unavailable while there is no meeting or Zoom doesn't answer, fault.Conflict if Zoom takes them no more today.
func (s *Service) AddRegistrant(ctx context.Context, ownerID, userID string) error {
	if s.client == nil {
		return errNotOffered
	}
	m, err := s.usable(ctx, ownerID)
	if err != nil {
		return err
	}
	q := s.deps.DB.Reader()
	known, err := registrantOf(ctx, q, m.ID, userID)
	if err != nil || known != "" {
		return err
	}
	name, err := nameOf(ctx, q, userID)
	if err != nil {
		return err
	}
	_, err = s.register(ctx, m, meeting.Person{ID: userID, Name: name}, s.deps.Clock.Now())
	if refused, ok := errors.AsType[*zoom.RefusedError](err); ok && !refused.RetryAt.IsZero() {
		return errRegisteredOften
	}
	if err != nil {
		return errUnavailable(err)
	}
	return nil
}
