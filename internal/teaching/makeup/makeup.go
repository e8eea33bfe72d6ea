// Package makeup lets learners who have missed a session of their batch, or are excused from it, attend the same session of another batch of the course as guests.
package makeup

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
)

// MakeUps are the sessions in which a learner can make up one that they have missed.
type MakeUps struct {
	CanChoose bool            `json:"can_choose" doc:"The learner has missed the session or is excused from it, and has no place in another one that is ahead."`
	Place     *MakeUpSession  `json:"place,omitempty" doc:"The session that was chosen last, ahead or over. Absent for none."`
	Sessions  []MakeUpSession `json:"sessions" doc:"To choose from, by time: the sessions ahead in other groups of the course that are about the same: with the same title, if it names one session in each group, and else with the same number. Empty unless can_choose."`
}

// MakeUpSession is a session of another batch.
type MakeUpSession struct {
	ID             string    `json:"id"`
	BatchID        string    `json:"batch_id"`
	BatchName      string    `json:"batch_name"`
	InstructorName string    `json:"instructor_name" doc:"Empty for none."`
	Title          string    `json:"title"`
	Date           string    `json:"date" doc:"In the time zone of the session."`
	StartTime      string    `json:"start_time"`
	EndTime        string    `json:"end_time"`
	Timezone       string    `json:"timezone" doc:"IANA name."`
	StartsAt       time.Time `json:"starts_at"`
	EndsAt         time.Time `json:"ends_at"`
	FreePlaces     int64     `json:"free_places" doc:"Seats of the batch that neither members nor other guests take."`
	Overlaps       bool      `json:"overlaps" doc:"The learner has a session of their own at the same time."`
}

// NewMakeUp chooses a session.
type NewMakeUp struct {
	SessionID string `json:"session_id" pattern:"\\S" maxLength:"36" msg:"Choose a session;maxLength=This session can't be chosen" doc:"One of those that are listed."`
	UserID    string `json:"user_id,omitempty" maxLength:"36" msg:"This learner wasn't expected in this session" doc:"For instructors: the learner. Absent: the caller."`
}

// guest is a row of session_guests.
type guest struct {
	bun.BaseModel `bun:"table:session_guests,alias:g"`

	SessionID    string `bun:",pk"`
	UserID       string `bun:",pk"`
	ForSessionID string
	CreatedBy    *string
	CreatedAt    time.Time
}

// GuestChanged is published when a learner gets a place in a session as a guest, or loses it.
type GuestChanged struct {
	SessionID, UserID, ActorID string
	Comes                      bool
}

// EventName implements events.Event.
func (GuestChanged) EventName() string { return "batch.session_guest_changed" }

var (
	errNoSession   = fault.New(fault.NotFound, "session_not_found", "This session doesn't exist.")
	errNoGuest     = fault.New(fault.NotFound, "guest_not_found", "This learner isn't a guest of this session.")
	errNotMissed   = fault.New(fault.Conflict, "not_missed", "Only a session that was missed or is excused can be made up.")
	errHasPlace    = fault.New(fault.Conflict, "make_up_chosen", "A make-up session is chosen already. Cancel it first to choose another one.")
	errNotOffered  = fault.New(fault.Conflict, "make_up_not_offered", "This session can't be chosen any more. Choose another one.")
	errFull        = fault.New(fault.Conflict, "session_full", "All places in this session are taken. Choose another one.")
	errBegun       = fault.New(fault.Conflict, "session_begun", "This session has begun. A guest can't be removed any more.")
	errNotExpected = fault.InvalidField("user_id", "unknown_value", "This learner wasn't expected in this session")
)
