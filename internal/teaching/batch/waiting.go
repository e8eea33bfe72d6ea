package batch

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
)

// Statuses of an entry of a waiting list. Only the first two are open.
const (
	EntryWaiting  = "waiting"
	EntryOffered  = "offered"
	EntryAccepted = "accepted"
	EntryDeclined = "declined"
	EntryExpired  = "expired"
)

// How long an offered seat is reserved, and how long before a session none is offered.
const (
	offerTerm      = 24 * time.Hour
	shortOfferTerm = 2 * time.Hour // if the next session is soon
	soon           = 48 * time.Hour
	noOffersBefore = 2 * time.Hour
)

var (
	// ErrEntryNotFound is returned for an entry of a waiting list that does not exist or that the caller may not know of.
	ErrEntryNotFound = fault.New(fault.NotFound, "waiting_not_found", "This entry of a waiting list doesn't exist.")
	// ErrOfferOver is returned for an offer that was answered or has expired.
	ErrOfferOver = fault.New(fault.Conflict, "offer_over", "This seat is no longer offered to you. Reload the page.")
)

// WaitingEntry is a learner's wish for a seat of a batch that is full.
type WaitingEntry struct {
	bun.BaseModel `bun:"table:batch_waiting,alias:w"`

	ID         string `bun:",pk"`
	BatchID    string
	UserID     string
	Position   int64
	Status     string
	OfferedAt  *time.Time
	OfferUntil *time.Time
	CreatedAt  time.Time
	UpdatedAt  time.Time
}

// WaitingPlace is a place on the waiting list of a batch, as its learner sees it.
type WaitingPlace struct {
	ID         string     `json:"id" doc:"Of the entry, by which an offer is accepted or declined."`
	Status     string     `json:"status" enum:"waiting,offered,accepted,declined,expired"`
	Place      int64      `json:"place" doc:"Among those who wait without an offer: 1 for the first. 0 for those who do not wait."`
	OfferUntil *time.Time `json:"offer_until" doc:"How long the offered seat is reserved; null while there is no offer."`
}

// IsOpen reports whether the learner still waits or has an offer.
func (e WaitingEntry) IsOpen() bool { return e.Status == EntryWaiting || e.Status == EntryOffered }

// HoldsSeat reports whether a seat is reserved for the learner and can be taken.
func (e WaitingEntry) HoldsSeat(now time.Time) bool {
	return e.Status == EntryOffered && e.OfferUntil != nil && e.OfferUntil.After(now)
}

// offerUntil returns how long a seat that is offered now is reserved; false if none is offered so shortly before the next session. The zero
// time stands for no session ahead.
func offerUntil(now, nextSession time.Time) (until time.Time, ok bool) {
	ahead := nextSession.Sub(now)
	switch {
	case nextSession.IsZero() || ahead > soon:
		return now.Add(offerTerm), true
	case ahead >= noOffersBefore:
		return now.Add(shortOfferTerm), true
	}
	return time.Time{}, false
}
