package account

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

// SecurityEvent is something that happened to the door of an account, as its owner and administrators see it.
type SecurityEvent struct {
	bun.BaseModel `bun:"table:security_events,alias:e" json:"-"`

	ID        string    `bun:",pk" json:"id"`
	UserID    *string   `json:"-"`
	At        time.Time `json:"at"`
	Kind      string    `json:"kind" doc:"signed_in, sign_in_failed, password_changed, …"`
	Network   string    `json:"network" doc:"From where: the network, not the machine."`
	UserAgent string    `json:"user_agent"`
}

const securityKept = 400 * 24 * time.Hour // of a security event

// NoteSecurity keeps, with the transaction tx, that something happened to the door of a user's account; user "" is nobody,
// for whom the same work is done. For other features too.
func (s *Service) NoteSecurity(ctx context.Context, tx bun.IDB, user, kind string) error {
	from := rest.ClientOf(ctx)
	e := SecurityEvent{ID: db.NewID(), At: s.Clock.Now(), Kind: kind, Network: from.Network(), UserAgent: text.Truncate(from.UserAgent, 300)}
	if user != "" {
		e.UserID = &user
	}
	_, err := tx.NewInsert().Model(&e).Exec(ctx)
	return err
}

func deleteOldSecurityEvents(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("DELETE FROM security_events WHERE at < ?", before).Exec(ctx)
	return err
}
