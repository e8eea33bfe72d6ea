// Package audit keeps what administrators do: who, on behalf of whom, what, before and after, from where. Whoever does
// something worth keeping writes it in the same transaction. Rows are added and never changed.
package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
)

// Log is the audit log. It is built once, in package app.
type Log struct {
	DB    *db.DB
	Clock clock.Clock
}

// Entry is something that was done.
type Entry struct {
	Action     string // area and what has happened: "user.role_changed"
	TargetKind string // "user"
	TargetID   string
	Before     any // of what was changed; nil when there was nothing before
	After      any
	Personal   []string // members of both that tell who the target, a user, is: they are erased with them
}

// AuditRow is an entry as it is kept and as administrators see it.
type AuditRow struct {
	bun.BaseModel `bun:"table:audit_log,alias:a" json:"-"`

	ID             string           `bun:",pk" json:"id"`
	At             time.Time        `json:"at"`
	ActorID        string           `json:"actor_id" doc:"Who did it; empty for somebody at the machine."`
	ActorName      string           `bun:",scanonly" json:"actor_name" doc:"Empty when the account is gone."`
	BehalfID       string           `json:"on_behalf_of_id" doc:"As whom, when an administrator acted as somebody else; otherwise empty."`
	BehalfName     string           `bun:",scanonly" json:"on_behalf_of_name"`
	Action         string           `json:"action" doc:"What was done, such as user.role_changed."`
	Area           string           `json:"-"`
	TargetKind     string           `json:"target_kind" doc:"What it was done to: user, invitation, application, …"`
	TargetID       string           `json:"target_id"`
	TargetName     string           `bun:",scanonly" json:"target_name" doc:"Of a user, the name; of an invitation, the address; otherwise empty."`
	Was            *db.JSON[Values] `bun:"type:jsonb" json:"-"`
	Became         *db.JSON[Values] `bun:"type:jsonb" json:"-"`
	PersonalWas    *db.JSON[Values] `bun:",scanonly" json:"-"`
	PersonalBecame *db.JSON[Values] `bun:",scanonly" json:"-"`
	Before         Values           `bun:"-" json:"before" nullable:"true" doc:"What was changed, as it was; null when there was nothing."`
	After          Values           `bun:"-" json:"after" nullable:"true" doc:"What was changed, as it is now; null when there is nothing left."`
	Network        string           `json:"network" doc:"From where: the network, not the machine."`
	UserAgent      string           `json:"user_agent"`
}

// Values are the members of a thing that were changed.
type Values map[string]any

const maxUserAgent = 300 // bytes of a User-Agent that are kept

// Write keeps, with the transaction tx, that who has done e. Of Before and After only the members that differ are kept, and
// of anything that sounds like a secret only that it has changed.
func (l *Log) Write(ctx context.Context, tx bun.IDB, who access.Caller, e Entry) error {
	before, err := valuesOf(e.Before)
	if err != nil {
		return err
	}
	after, err := valuesOf(e.After)
	if err != nil {
		return err
	}
	before, after = diff(before, after)
	area, _, _ := strings.Cut(e.Action, ".")
	wasPersonal, isPersonal := redact(before, e.Personal), redact(after, e.Personal)
	row := AuditRow{ID: db.NewID(), At: l.Clock.Now(), ActorID: who.ID, Action: e.Action, Area: area, TargetKind: e.TargetKind, TargetID: e.TargetID,
		Was: column(before), Became: column(after), Network: who.Client.Network(), UserAgent: who.Client.UserAgent[:min(len(who.Client.UserAgent), maxUserAgent)]}
	row.UserAgent = strings.ToValidUTF8(strings.ReplaceAll(row.UserAgent, "\x00", ""), "")
	if who.Actor != "" {
		row.ActorID, row.BehalfID = who.Actor, who.ID
	}
	if who.ID == "" {
		row.Network, row.UserAgent = "", "at the machine"
	}
	if _, err := tx.NewInsert().Model(&row).Exec(ctx); err != nil {
		return fmt.Errorf("write to the audit log: %w", err)
	}
	if len(wasPersonal)+len(isPersonal) == 0 {
		return nil
	}
	_, err = tx.NewInsert().Model(&personal{ID: row.ID, UserID: e.TargetID, Was: db.JSON[Values]{V: wasPersonal}, Became: db.JSON[Values]{V: isPersonal}}).Exec(ctx)
	return err
}

// personal is what of a row tells who its target is.
type personal struct {
	bun.BaseModel `bun:"table:audit_personal"`

	ID     string `bun:",pk"`
	UserID string
	Was    db.JSON[Values] `bun:"type:jsonb"`
	Became db.JSON[Values] `bun:"type:jsonb"`
}

// redacted stands in the log for what lies beside it.
const redacted = "(erased)"

// redact takes the members of these names out of values, which say so.
func redact(values Values, names []string) Values {
	taken := Values{}
	for _, name := range names {
		if value, ok := values[name]; ok {
			taken[name], values[name] = value, redacted
		}
	}
	return taken
}

// Erase takes everything away that tells who a user was, with the transaction tx. What was done stays. For package profile,
// when they are forgotten.
func (l *Log) Erase(ctx context.Context, tx bun.IDB, user string) error {
	_, err := tx.NewRaw("DELETE FROM audit_personal WHERE user_id = ?", user).Exec(ctx)
	return err
}

func column(v Values) *db.JSON[Values] {
	if v == nil {
		return nil
	}
	return &db.JSON[Values]{V: v}
}

// valuesOf is the members of v as JSON has them; what is no object becomes the member "value".
func valuesOf(v any) (Values, error) {
	if v == nil {
		return nil, nil
	}
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	var values Values
	if json.Unmarshal(text, &values) == nil {
		return values, nil
	}
	var value any
	err = json.Unmarshal(text, &value)
	return Values{"value": value}, err
}

// diff leaves of both what differs.
func diff(before, after Values) (Values, Values) {
	for name, was := range before {
		if is, ok := after[name]; ok && reflect.DeepEqual(was, is) {
			delete(before, name)
			delete(after, name)
		}
	}
	for _, values := range []Values{before, after} {
		for name := range values {
			if isSecret(name) {
				values[name] = "not shown"
			}
		}
	}
	return before, after
}

// isSecret says that a member of this name has no place in the log. Callers do not hand such over; this is the net below.
func isSecret(name string) bool {
	name = strings.ToLower(name)
	for _, word := range []string{"password", "secret", "token", "hash", "recovery_code"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}
