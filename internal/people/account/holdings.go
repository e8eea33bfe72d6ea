package account

import "lectern/internal/platform/personaldata"

// Holdings are the tables of this package that hold something of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "users", Column: "id", Export: []string{"id", "email", "full_name", "status", "email_verified_at", "created_at", "updated_at"}},
		{Table: "user_roles", Column: "user_id", Export: []string{"role"}},
		{Table: "email_changes", Column: "user_id", Export: []string{"old_email", "new_email", "created_at", "confirmed_at", "ended_at"}},
		{Table: "sessions", Column: "user_id", Export: []string{"user_agent", "place", "created_at", "rotated_at", "expires_at", "revoked_at", "revoked_why"}},
		{Table: "devices", Column: "user_id", Export: []string{"created_at", "last_used_at"}},
		{Table: "lockouts", Column: "user_id", Export: []string{"reason", "attempts", "last_at", "locked_until"}},
		{Table: "lockout_events", Column: "user_id", Export: []string{"reason", "attempts", "locked_at", "locked_until"}},
		{Table: "admin_locks", Column: "user_id", Export: []string{"note", "locked_at", "locked_until"}},
		{Table: "admin_locks", Column: "locked_by", Excuse: personaldata.Others},
		{Table: "account_links", Column: "user_id", Export: []string{"purpose", "created_at", "expires_at", "used_at"}},
		{Table: "role_applications", Column: "user_id", Export: []string{"role", "about", "status", "note", "created_at", "decided_at"}},
		{Table: "role_applications", Column: "decided_by", Excuse: personaldata.Others},
		{Table: "invitations", Column: "invited_by", Excuse: personaldata.Others},
		{Table: "sign_in_challenges", Column: "user_id", Excuse: personaldata.Passing},
		{Table: "security_events", Column: "user_id", Export: []string{"at", "kind", "network", "user_agent"}},
	}
}
