// Package securitylog records security events of accounts: sign-ins and failures, locks, changes of passwords, addresses,
// factors and roles. Users see their own log, administrators everybody's.
package securitylog

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
)

// retention is how long an event is kept.
const retention = 400 * 24 * time.Hour

type event struct {
	bun.BaseModel `bun:"table:security_events"`

	ID        string
	UserID    *string
	At        time.Time
	Kind      string // signed_in, sign_in_failed, password_changed, …
	Network   string // not the full IP address
	Address   string // the full one, where the operator has chosen to keep it
	UserAgent string
}

type Log struct {
	db        *db.DB
	clock     clock.Clock
	addresses bool
}

// New returns the log. With addresses it keeps the full IP address of each request beside its network.
func New(d *db.DB, c clock.Clock, addresses bool) *Log { return &Log{d, c, addresses} }

// Record adds an event to a user's log, with the network and browser of the request in ctx. For "", an address without an
// account, it does the same work, so that timing reveals nothing.
func (l *Log) Record(ctx context.Context, tx bun.IDB, user, kind string) error {
	from := access.ClientOf(ctx)
	e := event{ID: db.NewID(), At: l.clock.Now(), Kind: kind, Network: from.Network(), UserAgent: from.UserAgent}
	if user != "" {
		e.UserID = &user
	}
	if l.addresses && from.Address.IsValid() {
		e.Address = from.Address.Unmap().WithZone("").String()
	}
	return insert(ctx, tx, e)
}

// Sweeps delete events beyond their retention.
func (l *Log) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"securitylog.sweep": func(ctx context.Context) error {
		return l.db.InTx(ctx, func(tx bun.IDB) error { return deleteBefore(ctx, tx, l.clock.Now().Add(-retention)) })
	}}
}

// Holdings lists the tables of this package that hold personal data.
func (*Log) Holdings() []personaldata.Holding {
	return []personaldata.Holding{{Table: "security_events", Column: "user_id", Export: []string{"at", "kind", "network", "address", "user_agent"}}}
}

// Erase deletes a user's log.
func (*Log) Erase(ctx context.Context, tx bun.IDB, user string) error { return deleteOf(ctx, tx, user) }
