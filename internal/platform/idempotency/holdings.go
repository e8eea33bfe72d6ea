package idempotency

import "lectern/internal/platform/personaldata"

// Holdings lists the tables of this package that hold personal data.
func (*Store) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "idempotency_keys", Column: "user_id", Excuse: personaldata.Answered},
	}
}
