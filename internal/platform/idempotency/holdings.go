package idempotency

import "lectern/internal/platform/personaldata"

// Holdings are the tables of this package that hold something of a user.
func (*Store) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "idempotency_keys", Column: "user_id", Excuse: personaldata.Answered},
	}
}
