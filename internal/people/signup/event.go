package signup

// ApplicationReceived is published when a user applies for a role, ApplicationDecided when an administrator has answered.
type (
	ApplicationReceived struct{ ApplicationID string }
	ApplicationDecided  struct {
		ApplicationID, UserID string
		Approved              bool
	}
)

// InvitationAccepted is published when an invited user has created their account.
type InvitationAccepted struct{ InvitationID, InvitedBy, UserID string }

func (ApplicationReceived) EventName() string { return "account.application_received" }
func (ApplicationDecided) EventName() string  { return "account.application_decided" }
func (InvitationAccepted) EventName() string  { return "account.invitation_accepted" }
