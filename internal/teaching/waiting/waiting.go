// Package waiting manages the waiting lists of batches: who waits for a seat, in which order, and what becomes of the seats that are offered
// to them.
package waiting

import (
	"time"

	"lectern/internal/teaching/batch"
)

// WaitingLearner is a learner on the waiting list of a batch, as its instructors see them.
type WaitingLearner struct {
	ID         string     `json:"id" doc:"Of the entry."`
	UserID     string     `json:"user_id"`
	FullName   string     `json:"full_name"`
	Status     string     `json:"status" enum:"waiting,offered"`
	OfferUntil *time.Time `json:"offer_until" doc:"How long the offered seat is reserved; null while there is no offer."`
	CreatedAt  time.Time  `json:"createdAt"`
}

// WaitingOrder is the order in which seats are to be offered.
type WaitingOrder struct {
	IDs []string `json:"ids" maxItems:"10000" msg:"ids must list the waiting list" doc:"The entries of all who wait, the first one first. Those who are offered a seat are not among them."`
}

// CurrentWaitingOrder is who waits, for those who have sorted another list.
type CurrentWaitingOrder struct {
	IDs []string `json:"ids"`
}

// WaitingDetails are a place on a waiting list with its batch.
type WaitingDetails struct {
	batch.WaitingPlace
	BatchID   string `json:"batch_id"`
	BatchName string `json:"batch_name"`
	CourseID  string `json:"course_id"`
}
