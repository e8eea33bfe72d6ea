package user

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// NewImpersonation is an administrator's request to impersonate a user.
type NewImpersonation struct {
	Reason   string `json:"reason" pattern:"\\S" maxLength:"500" msg:"Please enter a reason;maxLength=The reason must be at most 500 characters"`
	ReadOnly *bool  `json:"readOnly,omitempty" msg:"readOnly must be true or false" doc:"Whether nothing can be changed; so it is unless this is false."`
}

// Impersonation holds the access token of a time-limited impersonation. There is no refresh token.
type Impersonation struct {
	AccessToken string    `json:"accessToken"`
	ReadOnly    bool      `json:"readOnly"`
	ExpiresAt   time.Time `json:"expiresAt"`
	User        UserRow   `json:"user"`
}

// impersonation is the row.
type impersonation struct {
	bun.BaseModel `bun:"table:impersonations,alias:a"`

	ID        string `bun:",pk"`
	AdminID   string
	SessionID string
	UserID    string
	Reason    string
	ReadOnly  bool
	CreatedAt time.Time
	ExpiresAt time.Time
	EndedAt   *time.Time
}

const (
	impersonationTTL       = time.Hour
	impersonationRetention = 400 * 24 * time.Hour
)

var errImpersonationEnded = fault.New(fault.Unauthenticated, "acting_ended", "You are no longer viewing the site as another user.")

// Impersonate lets the caller act as a user for at most an hour. For administrators; fault.Forbidden when they want to change
// things and their session is not fresh, fault.NotFound, fault.Conflict when the user is an administrator or disabled.
func (s *Service) Impersonate(ctx context.Context, who access.Caller, id string, n NewImpersonation) (Impersonation, error) {
	now := s.clock.Now()
	row := impersonation{ID: db.NewID(), AdminID: who.ID, SessionID: who.Session, UserID: id, Reason: strings.TrimSpace(n.Reason), ReadOnly: n.ReadOnly == nil || *n.ReadOnly,
		CreatedAt: now, ExpiresAt: now.Add(impersonationTTL)}
	var us []UserRow
	err := s.db.InTx(ctx, func(tx bun.IDB) (err error) {
		if !row.ReadOnly {
			if err := s.sessions.Fresh(ctx, tx, who); err != nil {
				return err
			}
		}
		if us, err = (query{db: tx, now: now}).byID(ctx, id); err != nil {
			return err
		}
		switch {
		case slices.Contains(us[0].Roles, access.Admin):
			return fault.New(fault.Conflict, "is_administrator", "You can't view the site as an administrator. Choose another user.")
		case us[0].Status != "active":
			return fault.New(fault.Conflict, "account_disabled", "This account is deactivated.")
		}
		if err := insertImpersonation(ctx, tx, row); err != nil {
			return err
		}
		if err := s.security.Record(ctx, tx, id, "administrator_acted"); err != nil {
			return err
		}
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.acting_began", TargetKind: "user", TargetID: id,
			After: map[string]any{"reason": row.Reason, "read_only": row.ReadOnly}})
	})
	if err != nil {
		return Impersonation{}, err
	}
	tokens := s.tokens
	tokens.TTL = impersonationTTL
	token, err := tokens.Sign(access.Caller{ID: id, Session: row.ID, Roles: us[0].Roles, Actor: who.ID, ReadOnly: row.ReadOnly})
	return Impersonation{token, row.ReadOnly, row.ExpiresAt, us[0]}, err
}

// AuthenticateImpersonation returns the impersonating caller with the user's current roles. For package rest, on every request.
// fault.Unauthenticated when the impersonation is over: stopped or an hour old; the administrator signed out, was disabled
// or locked or lost the role; or the user was disabled or became an administrator.
func (s *Service) AuthenticateImpersonation(ctx context.Context, who access.Caller) (access.Caller, error) {
	row, err := impersonatedBy(ctx, s.db.Reader(), who, s.clock.Now())
	if err != nil {
		return access.Caller{}, err
	}
	who.Roles, who.ReadOnly = []access.Role{}, row.ReadOnly
	for role := range strings.SplitSeq(row.Roles, ",") {
		if role != "" {
			who.Roles = append(who.Roles, access.Role(role))
		}
	}
	slices.Sort(who.Roles)
	return who, nil
}

// RecordImpersonatedChange audits a change before an administrator makes it as another user. For package rest.
func (s *Service) RecordImpersonatedChange(ctx context.Context, who access.Caller, operation string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.acted", TargetKind: "user", TargetID: who.ID, After: map[string]any{"operation": operation}})
	})
}

// StopImpersonation ends the caller's impersonation. fault.Conflict when there is none.
func (s *Service) StopImpersonation(ctx context.Context, who access.Caller) error {
	if who.Actor == "" {
		return fault.New(fault.Conflict, "not_acting", "You are not viewing the site as another user.")
	}
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := endImpersonation(ctx, tx, who.Session, s.clock.Now()); err != nil {
			return err
		}
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.acting_ended", TargetKind: "user", TargetID: who.ID})
	})
}

// Sweep deletes old impersonations; the audit log keeps them. For the periodic job.
func (s *Service) Sweep(ctx context.Context) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		return deleteImpersonationsBefore(ctx, tx, s.clock.Now().Add(-impersonationRetention))
	})
}

type actInput struct {
	ID   string `path:"id"`
	Body NewImpersonation
}

func (s *Service) registerActing(api *rest.API) {
	rest.Handle(api, rest.Roles(access.Admin), rest.Post("/users/{id}/impersonate", "Impersonate a user for at most an hour, read-only unless requested otherwise",
		fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *actInput) (rest.Answer[Impersonation], error) {
			a, err := s.Impersonate(ctx, who, in.ID, in.Body)
			return rest.One("You see what they see", a, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/auth/stop-impersonation", "Stop impersonating", fault.Conflict).AllowImpersonation(),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[rest.Nothing], error) {
			return rest.Done("You are yourself again", s.StopImpersonation(ctx, who))
		})
}
