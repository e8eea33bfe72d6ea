package identity

import "lectern/internal/platform/personaldata"

// Holdings lists the tables of this package that hold personal data.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "federated_identities", Column: "user_id", Export: []string{"provider", "issuer", "subject", "email", "created_at", "last_used_at"}},
		{Table: "authorization_requests", Column: "user_id", Excuse: personaldata.Passing},
		{Table: "identity_proofs", Column: "user_id", Excuse: personaldata.Passing},
	}
}
