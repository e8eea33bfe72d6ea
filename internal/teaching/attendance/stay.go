package attendance

import "time"

// Stay is a stretch of time in which a user was in a session, as far as it is known.
type Stay struct {
	SessionID string
	UserID    string
	Key       string // of the provider, within the session
	JoinedAt  time.Time
	LeftAt    time.Time // the last time of which it is known that they were in
	HasLeft   bool      // at that time, so that nothing prolongs it
}
