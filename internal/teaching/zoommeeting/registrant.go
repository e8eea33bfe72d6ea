package zoommeeting

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/meeting"
	"lectern/internal/teaching/zoom"
)

// A learner can be registered for a meeting, and their registration changed, this often on a day in UTC: Zoom takes no more.
const (
	addsADay    = 3
	changesADay = 10
)

var (
	errRegisteredOften = fault.New(fault.Conflict, "registrant_limit", "Zoom lets a learner be registered for a meeting 3 times on a day. Try again tomorrow.")
	errChangedOften    = fault.New(fault.Conflict, "registrant_limit", "Zoom lets the registration of a learner be changed 10 times on a day. Try again tomorrow.")
	errRefused         = fault.New(fault.Forbidden, "registration_refused", "Your instructor has cancelled or denied your registration for this Zoom meeting. Ask them to approve it.")
)

// registrant is a learner as Zoom knows them in one meeting; without an ID they are not registered.
type registrant struct {
	ID      string
	UserID  string
	Status  string
	Changed int64 // today
}

// check returns errRefused for who may not enter.
func (r registrant) check() error {
	if r.Status == zoom.Cancelled || r.Status == zoom.Denied {
		return errRefused
	}
	return nil
}

// joinURL registers a learner for the meeting, once, and returns the address that Zoom has for them. errRefused, errRegisteredOften.
func (s *Service) joinURL(ctx context.Context, m record, p meeting.Person, now time.Time) (string, error) {
	known, err := registrantOf(ctx, s.deps.DB.Reader(), m.ID, p)
	if err == nil {
		err = known.check()
	}
	if err != nil {
		return "", err
	}
	if known.ID != "" {
		address, err := s.client.JoinURL(ctx, m.ExternalID, known.ID)
		if !zoom.IsNotFound(err) {
			return address, err
		}
	}
	id, err := s.register(ctx, m, p, now, nil)
	if err != nil {
		return "", err
	}
	return s.client.JoinURL(ctx, m.ExternalID, id)
}

// register adds a learner to those who can join at Zoom; errRegisteredOften if it can't be done again today. Only what Zoom has done is counted, so that an outage of Zoom costs
// nobody a try: of what it did without our knowledge, it says so itself. log, which is nil for who joins by themselves, writes to the audit log.
func (s *Service) register(ctx context.Context, m record, p meeting.Person, now time.Time, log func(tx bun.IDB) error) (id string, err error) {
	added, err := addedToday(ctx, s.deps.DB.Reader(), m.ID, p, dayOf(now))
	if err != nil {
		return "", err
	}
	if added >= addsADay {
		return "", errRegisteredOften
	}
	if id, err = s.client.Register(ctx, m.ExternalID, s.registrant(p)); err != nil {
		if isLimit(err, now) {
			err = errRegisteredOften
		}
		return "", err
	}
	return id, s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := countAdded(ctx, tx, m.ID, p, dayOf(now)); err != nil {
			return err
		}
		if err := putRegistrant(ctx, tx, m.ID, p, id, now); err != nil || log == nil {
			return err
		}
		return log(tx)
	})
}

// isLimit reports whether Zoom refuses a call because of the number of such calls on a day, and not of a second.
func isLimit(err error, now time.Time) bool {
	refused, ok := errors.AsType[*zoom.RefusedError](err)
	return ok && refused.RetryAt.After(now.Add(time.Minute))
}

// registrant is what Zoom learns of a person: the name that others see, and an address that only distinguishes registrants.
func (s *Service) registrant(p meeting.Person) zoom.Registrant {
	first, last, _ := strings.Cut(p.Name, " ")
	host := "example.com"
	if u, err := url.Parse(s.deps.Address); err == nil && u.Hostname() != "" {
		host = u.Hostname()
	}
	return zoom.Registrant{Email: p.ID + "@" + host, FirstName: first, LastName: last}
}

// AddRegistrant registers a user for the meeting of a session, or of one outside of batches, as happens by itself when they first join; whose registration was cancelled or
// denied is approved. The audit log keeps who did it. The caller has checked that they are expected. fault.Unavailable while there is no meeting or Zoom doesn't answer, fault.Conflict if Zoom takes them no
// more today.
func (s *Service) AddRegistrant(ctx context.Context, who access.Caller, ownerID, userID string) error {
	if s.client == nil {
		return errNotOffered
	}
	m, err := s.usable(ctx, ownerID)
	if err != nil {
		return err
	}
	q := s.deps.DB.Reader()
	known, err := registrantOf(ctx, q, m.ID, meeting.Person{ID: userID})
	if err != nil || known.Status == zoom.Approved {
		return err
	}
	if known.ID != "" {
		outcomes, err := s.ChangeRegistrants(ctx, who, ownerID, zoom.Approve, []string{known.ID})
		if err != nil {
			return err
		}
		return outcomes[known.ID]
	}
	name, err := nameOf(ctx, q, userID)
	if err != nil {
		return err
	}
	_, err = s.register(ctx, m, meeting.Person{ID: userID, Name: name}, s.deps.Clock.Now(), func(tx bun.IDB) error {
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "zoom_registration.added", TargetKind: "user", TargetID: userID, After: registration{m.Topic, zoom.Approved}})
	})
	return asFault(err)
}
