// Package securityreport shows administrators the security events of all accounts, and of addresses without an account.
package securityreport

import (
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
)

// SecurityEvent is an event of the security log, with the user whom it is about.
type SecurityEvent struct {
	bun.BaseModel `bun:"table:security_events,alias:e" json:"-"`

	ID        string    `bun:",pk" json:"id"`
	At        time.Time `json:"at"`
	Kind      string    `json:"kind" doc:"Such as signed_in, sign_in_failed, signed_out, password_changed."`
	UserID    *string   `json:"user_id" doc:"null: an address without an account."`
	FullName  string    `bun:",scanonly" json:"full_name"`
	Email     string    `bun:",scanonly" json:"email"`
	Network   string    `json:"network" doc:"Not the machine: 192.0.2.0/24."`
	Address   string    `json:"address" doc:"The full IP address, where the operator has chosen to keep it."`
	UserAgent string    `json:"user_agent"`
}

// Filter selects events; empty members select all.
type Filter struct {
	Kind    string `query:"kind" maxLength:"60" msg:"kind must be one such as sign_in_failed" doc:"A kind of event, such as sign_in_failed."`
	User    string `query:"user" maxLength:"100" msg:"user must be the id of a user" doc:"Id of a user."`
	Search  string `query:"search" maxLength:"200" msg:"A search has at most 200 characters" doc:"The beginning of any word of the name or the email address of the user."`
	Network string `query:"network" maxLength:"60" msg:"network must be a network or an IP address" doc:"A network as the log has it, 192.0.2.0/24, or an IP address."`
	From    string `query:"from" doc:"The first instant, RFC 3339, or a day in UTC."`
	To      string `query:"to" doc:"The instant after the last, RFC 3339, or the last day in UTC."`

	from, to time.Time
}

// parse parses the instants. fault.Invalid when they are malformed.
func (f *Filter) parse() error {
	var broken fault.Fields
	f.from, f.to = broken.Period("from", f.From, "to", f.To)
	f.Network = strings.TrimSpace(f.Network)
	return broken.Err()
}

// used is the filter for the audit log.
func (f Filter) used() map[string]any {
	used := map[string]any{}
	for name, value := range map[string]string{"kind": f.Kind, "user": f.User, "search": f.Search, "network": f.Network, "from": f.From, "to": f.To} {
		if value != "" {
			used[name] = value
		}
	}
	return used
}
