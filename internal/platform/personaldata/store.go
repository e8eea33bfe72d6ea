package personaldata

import (
	"context"

	"github.com/uptrace/bun"
)

// ownAddress is what stands for a user's address in email_key, if they have proved that it is theirs.
const ownAddress = "(SELECT u.email_key FROM users AS u WHERE u.id = ?1 AND u.email_verified_at IS NOT NULL)"

// DeleteSent deletes the rows of a table (id, user_id, email_key) that a user has sent, also before they had an account, if its address is certainly theirs. It
// returns their ids.
func DeleteSent(ctx context.Context, tx bun.IDB, table, user string) (ids []string, err error) {
	return ids, tx.NewRaw("DELETE FROM ?0 WHERE user_id = ?1 OR email_key = "+ownAddress+" RETURNING id", bun.Ident(table), user).Scan(ctx, &ids)
}

// Adopt gives users who have confirmed their address the rows of a table that were sent with it, some at a time.
func Adopt(ctx context.Context, tx bun.IDB, table string) error {
	_, err := tx.NewRaw(`UPDATE ?0 SET user_id = (SELECT u.id FROM users AS u WHERE u.email_key = ?0.email_key)
		WHERE id IN (SELECT t.id FROM ?0 AS t JOIN users AS u ON u.email_key = t.email_key
			WHERE t.user_id IS NULL AND u.status = 'active' AND u.email_verified_at IS NOT NULL LIMIT 1000)`, bun.Ident(table)).Exec(ctx)
	return err
}
