package account

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/events"
)

// PasswordChanged is told when somebody has a new password.
type PasswordChanged struct{ UserID string }

// AccountLocked is told when failed attempts to sign in have locked an account for a while; UserID is "" for an address
// without one.
type AccountLocked struct{ UserID string }

// SessionReused is told when a session was ended because its refresh token was used twice.
type SessionReused struct{ UserID string }

// ApplicationReceived is told when somebody applies for a role, ApplicationDecided when an administrator has answered.
type (
	ApplicationReceived struct{ ApplicationID string }
	ApplicationDecided  struct {
		ApplicationID, UserID string
		Approved              bool
	}
)

// InvitationAccepted is told when whoever was invited has made their account.
type InvitationAccepted struct{ InvitationID, InvitedBy, UserID string }

// Renamed is told when somebody has another name.
type Renamed struct{ UserID string }

func (Renamed) EventName() string             { return "account.renamed" }
func (PasswordChanged) EventName() string     { return "account.password_changed" }
func (AccountLocked) EventName() string       { return "account.locked" }
func (SessionReused) EventName() string       { return "account.session_reused" }
func (ApplicationReceived) EventName() string { return "account.application_received" }
func (ApplicationDecided) EventName() string  { return "account.application_decided" }
func (InvitationAccepted) EventName() string  { return "account.invitation_accepted" }

// tell publishes a fact with the transaction tx.
func (s *Service) tell(ctx context.Context, tx bun.IDB, e events.Event) error {
	return events.Publish(ctx, tx, s.Clock.Now(), e)
}

// warn orders a letter to a user and tells others of its reason.
func (s *Service) warn(ctx context.Context, tx bun.IDB, o order, e events.Event) error {
	if err := s.write(ctx, tx, o); err != nil {
		return err
	}
	return s.tell(ctx, tx, e)
}
