package attendance

import "time"

// Kind is what someone attends, which decides where their stays are stored.
type Kind string

// Kinds of what is attended.
const (
	OfSession Kind = "session" // of a batch
	OfMeeting Kind = "meeting" // outside of batches
)

// Stay is a stretch of time in which a user was in a session or a meeting, as far as it is known.
type Stay struct {
	Kind     Kind
	OwnerID  string // of the session or the meeting
	UserID   string
	Key      string // of the provider, within the session or the meeting
	JoinedAt time.Time
	LeftAt   time.Time // the last time of which it is known that they were in
	HasLeft  bool      // at that time, so that nothing prolongs it
}
