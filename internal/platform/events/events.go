// Package events is a transactional outbox: events are written in the transaction that made them true and delivered to
// listeners after it has committed. An event holds ids only; a listener reads the current state.
//
// Delivery uses jobs, so that it survives a crash: first one that finds the listeners, then one for each of them, so that a
// failing listener does not delay the others. Delivery is at least once, in no particular order.
package events

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/jobs"
)

// Event is a fact, named in the past tense by the feature that owns it: "course.enrolled". Names must not change: an event
// may be delivered by a later version of the program.
type Event interface{ EventName() string }

const (
	dispatchKind  = "events.dispatch" // kind of the job that finds the listeners of an event
	deliverPrefix = "events.deliver." // followed by listener and event: kind of the job that delivers to one of them
	maxAttempts   = 100               // in about 80 minutes; then the listener's job has failed and operators see it
)

// eventPayload is the payload of a dispatch job.
type eventPayload struct {
	Name  string
	Event json.RawMessage
}

// deliveryPayload is the payload of a delivery job.
type deliveryPayload struct {
	eventPayload
	ID string
	At time.Time
}

// Publish writes e with the transaction tx, to be delivered from the instant due on, usually now.
func Publish(ctx context.Context, tx bun.IDB, due time.Time, e Event) error {
	body, err := json.Marshal(e)
	if err != nil {
		return err
	}
	_, err = jobs.AddAt(ctx, tx, jobs.New{Kind: dispatchKind, Due: due, Payload: eventPayload{e.EventName(), body}, MaxAttempts: maxAttempts}, due)
	return err
}

// Delivery is an event delivered to a listener.
type Delivery[E Event] struct {
	ID    string    // the same in every delivery of an event
	At    time.Time // when it was due
	Event E
}

// Listener receives one kind of event.
type Listener struct {
	name, event string
	handle      func(ctx context.Context, h deliveryPayload) error
}

// On returns a listener. name is the listening feature, "notification": it and the event's name are stored in the database.
// hear is called outside any transaction and must be idempotent for the same ID.
func On[E Event](name string, hear func(ctx context.Context, h Delivery[E]) error) Listener {
	var e E
	return Listener{name, e.EventName(), func(ctx context.Context, h deliveryPayload) error {
		var e E
		if err := json.Unmarshal(h.Event, &e); err != nil {
			return jobs.Permanent(fmt.Errorf("event %s: %w", h.Name, err))
		}
		return hear(ctx, Delivery[E]{h.ID, h.At, e})
	}}
}

func (l Listener) kind() string { return deliverPrefix + l.name + "." + l.event }

// Handlers returns the jobs that deliver to the listeners. It panics when a listener is given twice, which is a programming
// mistake.
func Handlers(q *jobs.Queue, listeners ...Listener) map[string]jobs.Handler {
	handlers, kinds := map[string]jobs.Handler{}, map[string][]string{}
	for _, l := range listeners {
		if _, twice := handlers[l.kind()]; twice {
			panic("events: " + l.kind() + " listens twice")
		}
		kinds[l.event] = append(kinds[l.event], l.kind())
		handlers[l.kind()] = jobs.Handler{Do: func(ctx context.Context, claim []jobs.Job) error {
			h, err := jobs.Payload[deliveryPayload](claim[0])
			if err != nil {
				return err
			}
			return l.handle(ctx, h)
		}}
	}
	handlers[dispatchKind] = jobs.Handler{Do: func(ctx context.Context, claim []jobs.Job) error { return dispatch(ctx, q, kinds, claim[0]) }}
	return handlers
}

// dispatch queues a job for each listener of an event, in the transaction that completes the event's own job.
func dispatch(ctx context.Context, q *jobs.Queue, kinds map[string][]string, j jobs.Job) error {
	e, err := jobs.Payload[eventPayload](j)
	if err != nil {
		return err
	}
	return q.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := q.Complete(ctx, tx, j); err != nil {
			return err
		}
		for _, kind := range kinds[e.Name] {
			if _, err := q.Add(ctx, tx, jobs.New{Kind: kind, Payload: deliveryPayload{e, j.ID, j.CreatedAt}, MaxAttempts: maxAttempts}); err != nil {
				return err
			}
		}
		return nil
	})
}
