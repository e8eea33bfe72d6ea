package account

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// SessionView is a session as its owner sees it.
type SessionView struct {
	ID        string    `json:"id"`
	Device    string    `json:"device" doc:"As people name it: Firefox on Linux."`
	UserAgent string    `json:"user_agent"`
	Place     string    `json:"place" doc:"The network, not the machine: 192.0.2.0/24."`
	CreatedAt time.Time `json:"created_at"`
	LastSeen  time.Time `json:"last_seen" doc:"To within the 15 minutes that an access token lives."`
	Current   bool      `json:"current" doc:"The one that asks."`
}

// Renew is who, who holds a good access token, with the roles of now. For package rest, at every request: it asks the
// database, so that what is revoked, switched off, locked or given other roles is so on every server with the next
// request. fault.Unauthenticated when the session is over.
func (s *Service) Renew(ctx context.Context, who access.Caller) (access.Caller, error) {
	roles, err := rolesOfSession(ctx, s.DB.Reader(), who.Session, who.ID, s.Clock.Now())
	if fault.Is(err, fault.NotFound) {
		err = errSessionEnded
	}
	if err != nil {
		return access.Caller{}, err
	}
	who.Roles = []access.Role{}
	for role := range strings.SplitSeq(roles, ",") {
		if role != "" {
			who.Roles = append(who.Roles, access.Role(role))
		}
	}
	slices.Sort(who.Roles)
	return who, nil
}

// Sessions is where the caller is signed in, the last used first.
func (s *Service) Sessions(ctx context.Context, who access.Caller) ([]SessionView, error) {
	rows, err := liveSessions(ctx, s.DB.Reader(), who.ID, s.Clock.Now())
	views := make([]SessionView, len(rows))
	for i, r := range rows {
		views[i] = SessionView{r.ID, deviceName(r.UserAgent), r.UserAgent, r.Place, r.CreatedAt, r.RotatedAt, r.ID == who.Session}
	}
	return views, err
}

// EndSession signs the caller out on one device. fault.NotFound when the session is over, or another's.
func (s *Service) EndSession(ctx context.Context, who access.Caller, id string) error {
	now := s.Clock.Now()
	return s.DB.InTx(ctx, func(tx bun.IDB) error {
		row, err := liveSession(ctx, tx, id, now)
		if err == nil && row.UserID != who.ID {
			err = errNoSession
		}
		if err != nil {
			return err
		}
		if err := s.NoteSecurity(ctx, tx, who.ID, "session_ended"); err != nil {
			return err
		}
		return revoke(ctx, tx, id, "elsewhere", now)
	})
}

// EndSessionFor signs somebody out on one device. For administrators. fault.NotFound when the session is over, or not that
// user's.
func (s *Service) EndSessionFor(ctx context.Context, who access.Caller, user, id string) error {
	now := s.Clock.Now()
	return s.DB.InTx(ctx, func(tx bun.IDB) error {
		row, err := liveSession(ctx, tx, id, now)
		if err == nil && row.UserID != user {
			err = errNoSession
		}
		if err != nil {
			return err
		}
		if err := s.NoteSecurity(ctx, tx, user, "session_ended_by_admin"); err != nil {
			return err
		}
		if err := revoke(ctx, tx, id, "elsewhere", now); err != nil {
			return err
		}
		return s.Audit.Write(ctx, tx, who, audit.Entry{Action: "user.session_ended", TargetKind: "user", TargetID: user})
	})
}

// EndOthers signs the caller out everywhere else, and with alsoThis here too.
func (s *Service) EndOthers(ctx context.Context, who access.Caller, alsoThis bool) error {
	keep := who.Session
	if alsoThis {
		keep = ""
	}
	return s.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := s.NoteSecurity(ctx, tx, who.ID, "sessions_ended"); err != nil {
			return err
		}
		return revokeAll(ctx, tx, who.ID, keep, "elsewhere", s.Clock.Now())
	})
}

type sessionInput struct {
	ID string `path:"id"`
}

type theirSessionInput struct {
	ID        string `path:"id"`
	SessionID string `path:"sessionId"`
}

func (s *Service) registerSessions(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/auth/sessions", "Where one is signed in"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[[]SessionView], error) {
			views, err := s.Sessions(ctx, who)
			return rest.One("", views, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/auth/sessions/{id}", "Sign out on one device", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *sessionInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Signed out there", s.EndSession(ctx, who, in.ID))
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/auth/sessions", "Sign out everywhere else"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Signed out everywhere else", s.EndOthers(ctx, who, false))
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Delete("/auth/users/{id}/sessions/{sessionId}", "Sign somebody out on one device", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *theirSessionInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("They are signed out there", s.EndSessionFor(ctx, who, in.ID, in.SessionID))
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/auth/logout-all", "Sign out everywhere"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Signed out everywhere", s.EndOthers(ctx, who, true))
		})
}
