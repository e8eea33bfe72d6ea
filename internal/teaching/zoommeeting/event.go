package zoommeeting

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/zoom"
)

const (
	eventJob = "zoom.event"
	// eventsKept is how long an event is known, so that a repetition has no effect. Zoom repeats within two hours.
	eventsKept = 7 * 24 * time.Hour
)

// eventBody is the largest body of an event, in bytes.
const eventBody = 256 << 10

var errNotSigned = fault.New(fault.Unauthenticated, "webhook_not_signed", "This request isn't signed by Zoom.")

// URLProof answers the question whether this address belongs to who knows the secret.
type URLProof struct {
	PlainToken     string `json:"plainToken" doc:"Empty for another event."`
	EncryptedToken string `json:"encryptedToken" doc:"The HMAC of the plain token; empty for another event."`
}

// Receive stores an event for a job, and returns a proof where that is what is asked for. For Zoom: fault.Unauthenticated for who can't sign with the secret of the
// application, also for other accounts, and for what is older than five minutes.
func (s *Service) Receive(ctx context.Context, timestamp, signature string, body []byte) (proof URLProof, err error) {
	secret, now := s.deps.Config.Zoom.WebhookSecret, s.deps.Clock.Now()
	if s.client == nil || secret == "" {
		return proof, errNotSigned // nobody can sign
	}
	var e zoom.Event
	if !zoom.Signed(secret, timestamp, signature, body, now) || json.Unmarshal(body, &e) != nil {
		return proof, errNotSigned
	}
	if e.Kind == zoom.URLValidation {
		return URLProof{e.Payload.PlainToken, zoom.Proof(secret, e.Payload.PlainToken)}, nil
	}
	if e.Payload.AccountID != s.deps.Config.Zoom.AccountID {
		return proof, errNotSigned
	}
	sum := sha256.Sum256(body)
	digest := hex.EncodeToString(sum[:])
	return proof, s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		isNew, err := insertEvent(ctx, tx, digest, body, now)
		if err != nil || !isNew {
			return err
		}
		_, err = s.deps.Queue.Add(ctx, tx, jobs.New{Kind: eventJob, Ref: digest, Batch: eventJob, Payload: eventPayload{digest}})
		return err
	})
}

type eventPayload struct{ Digest string }

// handleEvents gives each event its effect once. What is stored depends on what the events say, not on their order.
func (s *Service) handleEvents(ctx context.Context, claimed []jobs.Job) error {
	for _, j := range claimed {
		p, err := jobs.Payload[eventPayload](j)
		if err != nil {
			return err
		}
		err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
			if err := s.handleEvent(ctx, tx, p.Digest); err != nil {
				return err
			}
			return s.deps.Queue.Complete(ctx, tx, j)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) handleEvent(ctx context.Context, tx bun.IDB, digest string) error {
	body, err := bodyOf(ctx, tx, digest)
	if err != nil || body == "" {
		return err
	}
	var e zoom.Event
	if err := json.Unmarshal([]byte(body), &e); err != nil {
		return jobs.Permanent(err)
	}
	m, err := lockExternal(ctx, tx, e.Payload.Object.ID.String())
	if err == nil {
		err = s.apply(ctx, tx, m, e)
	}
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	return emptyEvent(ctx, tx, digest) // it names people
}

// publishRecorded says that there are recordings of a meeting; nobody fetches those of demo classes.
func (s *Service) publishRecorded(ctx context.Context, tx bun.IDB, m record) error {
	switch m.OwnerKind {
	case ofSession:
		return events.Publish(ctx, tx, s.deps.Clock.Now(), SessionRecorded{SessionID: m.OwnerID})
	case ofMeeting:
		return events.Publish(ctx, tx, s.deps.Clock.Now(), SessionRecorded{MeetingID: m.OwnerID})
	}
	return nil
}

// apply gives an event about a meeting its effect.
func (s *Service) apply(ctx context.Context, tx bun.IDB, m record, e zoom.Event) error {
	now, o := s.deps.Clock.Now(), e.Payload.Object
	if e.Kind == zoom.MeetingDeleted { // by hand, at Zoom: by ourselves it has been marked before
		if !m.isUsable() || !m.EndsAt.After(now) {
			return nil
		}
		m.State, m.ExternalID, m.ExternalUUID, m.NextTryAt = wanted, "", "", now
		if err := put(ctx, tx, m, now); err != nil {
			return err
		}
		return s.wake(ctx, tx, m)
	}
	if e.Kind == zoom.Recorded || e.Kind == zoom.Transcribed {
		return s.publishRecorded(ctx, tx, m)
	}
	if !m.isSession(o.StartedAt) || m.OwnerKind == ofDemo {
		return nil
	}
	i := instance{MeetingID: m.ID, UUID: o.UUID, StartedAt: o.StartedAt}
	switch e.Kind {
	case zoom.MeetingEnded:
		i.EndedAt = &o.EndedAt
		if err := putInstance(ctx, tx, i); err != nil {
			return err
		}
		return attendance.End(ctx, tx, attendance.Kind(m.OwnerKind), m.OwnerID, prefixOf(o.UUID), o.EndedAt)
	case zoom.ParticipantJoined:
		ended, err := endOf(ctx, tx, m.ID, o.UUID)
		if err != nil {
			return err
		}
		left := o.Participant.JoinedAt
		if ended != nil && ended.After(left) {
			left = *ended
		}
		return attend(ctx, tx, m, o.UUID, o.Participant, o.Participant.JoinedAt, left, false)
	case zoom.ParticipantLeft:
		return attend(ctx, tx, m, o.UUID, o.Participant, o.Participant.LeftAt, o.Participant.LeftAt, true)
	}
	return nil
}
