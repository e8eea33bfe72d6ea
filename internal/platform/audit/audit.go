// Package audit records what administrators do: who, on behalf of whom, what, before and after, and from where. An entry is
// written in the transaction of the change. Rows are only ever added.
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
	"lectern/internal/platform/deps"
)

// Deps are what New needs.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
}

// Log is the audit log.
type Log struct{ deps Deps }

func New(d Deps) *Log {
	deps.Require(d)
	return &Log{d}
}

// Entry is one action.
type Entry struct {
	Action     string // area and event: "user.role_changed"
	TargetKind string // "user"
	TargetID   string
	Before     any // of the change; nil for something new
	After      any
	Personal   []string // members of both that identify the target, a user; removed when the user is erased
}

// AuditRow is a stored entry, as administrators see it.
type AuditRow struct {
	bun.BaseModel `bun:"table:audit_log,alias:a" json:"-"`

	ID             string            `bun:",pk" json:"id"`
	At             time.Time         `json:"at"`
	ActorID        string            `json:"actor_id" doc:"Who did it; empty for an operator on the command line."`
	ActorName      string            `bun:",scanonly" json:"actor_name" doc:"Empty when the account is gone."`
	OnBehalfOfID   string            `json:"on_behalf_of_id" doc:"As whom, when an administrator impersonated another user; otherwise empty."`
	OnBehalfOfName string            `bun:",scanonly" json:"on_behalf_of_name"`
	Action         string            `json:"action" doc:"What was done, such as user.role_changed."`
	Area           string            `json:"-"`
	TargetKind     string            `json:"target_kind" doc:"What it was done to: user, invitation, application, …"`
	TargetID       string            `json:"target_id"`
	TargetName     string            `bun:",scanonly" json:"target_name" doc:"Of a user, the name; of an invitation, the email address; of a course or an announcement, the title; otherwise empty."`
	StoredBefore   *db.JSON[Values]  `bun:"before,type:jsonb" json:"-"`
	StoredAfter    *db.JSON[Values]  `bun:"after,type:jsonb" json:"-"`
	PersonalBefore *db.JSON[Values]  `bun:",scanonly" json:"-"`
	PersonalAfter  *db.JSON[Values]  `bun:",scanonly" json:"-"`
	Before         Values            `bun:"-" json:"before" nullable:"true" doc:"What was changed, as it was; null when there was nothing."`
	After          Values            `bun:"-" json:"after" nullable:"true" doc:"What was changed, as it is now; null when there is nothing left."`
	Names          map[string]string `bun:"-" json:"names" doc:"Of accounts, courses, batches and companies whose ids stand in before and after: the names, by id. Without those that are gone."`
	Network        string            `json:"network" doc:"From where: the network, not the machine."`
	UserAgent      string            `json:"user_agent"`
}

// Values are the changed members of a target.
type Values map[string]any

// Write records, with the transaction tx, that who has done e. It stores only those members of Before and After that
// differ, and of possible secrets only that they have changed.
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
	personalBefore, personalAfter := redact(before, e.Personal), redact(after, e.Personal)
	row := AuditRow{ID: db.NewID(), At: l.deps.Clock.Now(), ActorID: who.ID, Action: e.Action, Area: area, TargetKind: e.TargetKind, TargetID: e.TargetID,
		StoredBefore: column(before), StoredAfter: column(after), Network: who.Client.Network(), UserAgent: who.Client.UserAgent}
	if who.Actor != "" {
		row.ActorID, row.OnBehalfOfID = who.Actor, who.ID
	}
	if who.ID == "" {
		row.Network, row.UserAgent = "", "at the machine"
	}
	if _, err := tx.NewInsert().Model(&row).Exec(ctx); err != nil {
		return fmt.Errorf("write to the audit log: %w", err)
	}
	if len(personalBefore)+len(personalAfter) == 0 {
		return nil
	}
	_, err = tx.NewInsert().Model(&personal{ID: row.ID, UserID: e.TargetID, Before: db.JSON[Values]{V: personalBefore}, After: db.JSON[Values]{V: personalAfter}}).Exec(ctx)
	return err
}

// personal holds the members of a row that identify its target.
type personal struct {
	bun.BaseModel `bun:"table:audit_personal"`

	ID     string `bun:",pk"`
	UserID string
	Before db.JSON[Values] `bun:"type:jsonb"`
	After  db.JSON[Values] `bun:"type:jsonb"`
}

// redacted stands in the log for a value stored in personal.
const redacted = "(erased)"

// redact replaces the named members of values and returns them.
func redact(values Values, names []string) Values {
	removed := Values{}
	for _, name := range names {
		if value, ok := values[name]; ok {
			removed[name], values[name] = value, redacted
		}
	}
	return removed
}

// Erase deletes everything that identifies a user, with the transaction tx. The actions stay. For package profile, when the
// account is erased.
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

// valuesOf returns the members of v by their JSON names; what is not an object becomes the member "value".
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

// diff keeps the members that differ.
func diff(before, after Values) (Values, Values) {
	for name, old := range before {
		if current, ok := after[name]; ok && reflect.DeepEqual(old, current) {
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

// isSecret reports whether a member's name suggests a secret. Callers should not pass any; this is the safety net.
func isSecret(name string) bool {
	name = strings.ToLower(name)
	for _, word := range []string{"password", "secret", "token", "hash", "recovery_code"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}
