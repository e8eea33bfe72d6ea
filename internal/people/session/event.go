package session

// AccountLocked is published when failed sign-ins have locked an account temporarily; UserID is "" for an address without
// one.
type AccountLocked struct{ UserID string }

// SessionReused is published when a session was ended because its refresh token was used twice.
type SessionReused struct{ UserID string }

func (AccountLocked) EventName() string { return "account.locked" }
func (SessionReused) EventName() string { return "account.session_reused" }
