package notification

import (
	"context"

	"github.com/uptrace/bun"
)

// Erase deletes a user's notifications and preferences, with the transaction tx. For package profile, when the account is
// erased.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	for _, table := range []string{"notifications", "notification_inboxes", "notification_preferences", "notification_schedules"} {
		if _, err := tx.NewDelete().Table(table).Where("user_id = ?", user).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}
