package twofactor

import "lectern/internal/platform/personaldata"

// Holdings lists the tables of this package that hold personal data.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "two_factor_roles", Column: "set_by", Excuse: personaldata.Others},
		{Table: "authenticators", Column: "user_id", Export: []string{"confirmed", "created_at"}},
		{Table: "passkeys", Column: "user_id", Export: []string{"name", "created_at", "last_used_at"}},
		{Table: "passkey_challenges", Column: "user_id", Excuse: personaldata.Passing},
		{Table: "recovery_codes", Column: "user_id", Excuse: personaldata.Secret},
	}
}
