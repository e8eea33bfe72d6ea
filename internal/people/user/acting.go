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
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/rest"
)

// NewActing is what an administrator sends who wants to see the product as somebody else does.
type NewActing struct {
	Reason   string `json:"reason" pattern:"\\S" maxLength:"500" msg:"Please say why;maxLength=The reason must be at most 500 characters"`
	ReadOnly *bool  `json:"readOnly,omitempty" msg:"readOnly must be true or false" doc:"Whether nothing can be changed; so it is unless this is false."`
}

// Acting is a token with which an administrator is somebody else for a while. There is no refresh token.
type Acting struct {
	AccessToken string    `json:"accessToken"`
	ReadOnly    bool      `json:"readOnly"`
	ExpiresAt   time.Time `json:"expiresAt"`
	User        UserRow   `json:"user"`
}

// acting is one such while.
type acting struct {
	bun.BaseModel `bun:"table:user_actings,alias:a"`

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
	actsFor     = time.Hour
	actingsKept = 400 * 24 * time.Hour
)

var errActingEnded = fault.New(fault.Unauthenticated, "acting_ended", "You no longer act as somebody else.")

// Act lets the caller be a user for an hour at most. For administrators. fault.NotFound, fault.Conflict when the user is an
// administrator or switched off.
func (s *Service) Act(ctx context.Context, who access.Caller, id string, n NewActing) (Acting, error) {
	now := s.clock.Now()
	row := acting{ID: db.NewID(), AdminID: who.ID, SessionID: who.Session, UserID: id, Reason: strings.TrimSpace(n.Reason), ReadOnly: n.ReadOnly == nil || *n.ReadOnly,
		CreatedAt: now, ExpiresAt: now.Add(actsFor)}
	var us []UserRow
	err := s.db.InTx(ctx, func(tx bun.IDB) (err error) {
		if us, err = (query{db: tx, now: now}).byID(ctx, id); err != nil {
			return err
		}
		switch {
		case slices.Contains(us[0].Roles, access.Admin):
			return fault.New(fault.Conflict, "is_administrator", "Nobody can act as an administrator.")
		case us[0].Status != "active":
			return fault.New(fault.Conflict, "account_disabled", "This account is switched off.")
		}
		if err := insertActing(ctx, tx, row); err != nil {
			return err
		}
		if err := s.security.Record(ctx, tx, id, "administrator_acted"); err != nil {
			return err
		}
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.acting_began", TargetKind: "user", TargetID: id,
			After: map[string]any{"reason": row.Reason, "read_only": row.ReadOnly}})
	})
	if err != nil {
		return Acting{}, err
	}
	tokens := s.tokens
	tokens.TTL = actsFor
	token, err := tokens.Sign(access.Caller{ID: id, Session: row.ID, Roles: us[0].Roles, Actor: who.ID, ReadOnly: row.ReadOnly})
	return Acting{token, row.ReadOnly, row.ExpiresAt, us[0]}, err
}

// Renew is who, an administrator who acts as somebody else, with the roles of now of whom they act as. For package rest, at
// every request. fault.Unauthenticated when it is over: stopped, an hour old, the administrator signed out, switched off,
// locked or no longer one, or the user switched off or made an administrator.
func (s *Service) Renew(ctx context.Context, who access.Caller) (access.Caller, error) {
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

// Acted keeps what an administrator does as somebody else. For package rest, before it is done.
func (s *Service) Acted(ctx context.Context, who access.Caller, operation string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.acted", TargetKind: "user", TargetID: who.ID, After: map[string]any{"operation": operation}})
	})
}

// Stop ends the caller's acting as somebody else. fault.Conflict when they are themselves.
func (s *Service) Stop(ctx context.Context, who access.Caller) error {
	if who.Actor == "" {
		return fault.New(fault.Conflict, "not_acting", "You act as nobody else.")
	}
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := endActing(ctx, tx, who.Session, s.clock.Now()); err != nil {
			return err
		}
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.acting_ended", TargetKind: "user", TargetID: who.ID})
	})
}

// Sweep forgets who has acted long ago; the audit log has it. For the periodic job.
func (s *Service) Sweep(ctx context.Context) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		return deleteActingsBefore(ctx, tx, s.clock.Now().Add(-actingsKept))
	})
}

type actInput struct {
	ID   string `path:"id"`
	Body NewActing
}

func (s *Service) registerActing(api *rest.API) {
	rest.Handle(api, rest.Roles(access.Admin), rest.Post("/users/{id}/impersonate", "See the product as a user does, for an hour at most; read-only unless asked otherwise",
		fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *actInput) (rest.Answer[Acting], error) {
			a, err := s.Act(ctx, who, in.ID, in.Body)
			return rest.One("You see what they see", a, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/auth/stop-impersonation", "Be oneself again", fault.Conflict).AllowImpersonation(),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[rest.Nothing], error) {
			return rest.Done("You are yourself again", s.Stop(ctx, who))
		})
}

// Sweeps runs Sweep from time to time.
func (s *Service) Sweeps() jobs.Sweeps { return jobs.Sweeps{"user.sweep": s.Sweep} }
