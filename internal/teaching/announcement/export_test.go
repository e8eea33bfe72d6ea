package announcement

import (
	"context"

	"github.com/uptrace/bun"
)

// SendNext takes the next step of notifying an announcement's audience.
func (s *Service) SendNext(ctx context.Context, tx bun.IDB, id string) error {
	r, err := lock(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.sendNext(ctx, tx, sending{ID: id, Number: r.SendNumber})
}
