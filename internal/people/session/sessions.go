package session

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
)

// Sessions lists the caller's sessions, last used first.
func (s *Service) Sessions(ctx context.Context, who access.Caller) ([]SessionView, error) {
	rows, err := liveSessions(ctx, s.db.Reader(), who.ID, s.clock.Now())
	views := make([]SessionView, len(rows))
	for i, r := range rows {
		views[i] = SessionView{r.ID, deviceName(r.UserAgent), r.UserAgent, r.Network, r.CreatedAt, r.RotatedAt, r.ID == who.Session}
	}
	return views, err
}

// EndSession ends a session of the caller. fault.NotFound when it is over, or another user's.
func (s *Service) EndSession(ctx context.Context, who access.Caller, id string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error { return s.endOne(ctx, tx, who.ID, id, "session_ended") })
}

// EndSessionFor ends a session of a user. For administrators. fault.NotFound when it is over, or not that user's.
func (s *Service) EndSessionFor(ctx context.Context, who access.Caller, user, id string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := s.endOne(ctx, tx, user, id, "session_ended_by_admin"); err != nil {
			return err
		}
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.session_ended", TargetKind: "user", TargetID: user})
	})
}

// EndAllFor signs a user out everywhere. For administrators. fault.NotFound.
func (s *Service) EndAllFor(ctx context.Context, who access.Caller, user string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		_, err := s.EndAllOf(ctx, tx, who, user)
		return err
	})
}

// EndAllOf is EndAllFor with the transaction tx; it reports whether the user was signed in anywhere. For package user.
func (s *Service) EndAllOf(ctx context.Context, tx bun.IDB, who access.Caller, user string) (changed bool, err error) {
	if _, err := directory.ByID(ctx, tx, user); err != nil {
		return false, err
	}
	live, err := liveSessions(ctx, tx, user, s.clock.Now())
	if err != nil {
		return false, err
	}
	if err := s.EndSessionsOf(ctx, tx, user); err != nil || len(live) == 0 {
		return false, err
	}
	if err := s.security.Record(ctx, tx, user, "session_ended_by_admin"); err != nil {
		return false, err
	}
	return true, s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.sessions_ended", TargetKind: "user", TargetID: user})
}

func (s *Service) endOne(ctx context.Context, tx bun.IDB, user, id, event string) error {
	now := s.clock.Now()
	row, err := liveSession(ctx, tx, id, now)
	if err == nil && row.UserID != user {
		err = errNoSession
	}
	if err != nil {
		return err
	}
	if err := s.security.Record(ctx, tx, user, event); err != nil {
		return err
	}
	return revoke(ctx, tx, id, "elsewhere", now)
}

// EndOthers ends the caller's other sessions, and with alsoThis the current one too.
func (s *Service) EndOthers(ctx context.Context, who access.Caller, alsoThis bool) error {
	keep := who.Session
	if alsoThis {
		keep = ""
	}
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := s.security.Record(ctx, tx, who.ID, "sessions_ended"); err != nil {
			return err
		}
		return revokeAll(ctx, tx, who.ID, keep, "elsewhere", s.clock.Now())
	})
}

// EndAll ends the sessions of a user except the one to keep, "" for none; the row records why. For other features, within
// their transaction.
func (s *Service) EndAll(ctx context.Context, tx bun.IDB, user, keep, why string) error {
	return revokeAll(ctx, tx, user, keep, why, s.clock.Now())
}

// EndSessionsOf signs a user out everywhere and cancels sign-ins that wait for their second step, because a credential was
// removed. For other features, within their transaction.
func (s *Service) EndSessionsOf(ctx context.Context, tx bun.IDB, user string) error {
	if err := s.EndAll(ctx, tx, user, "", "elsewhere"); err != nil {
		return err
	}
	return s.CancelChallenges(ctx, tx, user)
}

// CancelChallenges cancels sign-ins of a user that wait for their second step. For other features.
func (s *Service) CancelChallenges(ctx context.Context, tx bun.IDB, user string) error {
	return deleteChallenges(ctx, tx, user)
}
