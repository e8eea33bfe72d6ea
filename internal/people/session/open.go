package session

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
)

// start opens a session of u, or a challenge when u needs a second step.
func (s *Service) start(ctx context.Context, tx bun.IDB, u directory.User, deviceID string, from access.Client) (SignInResult, error) {
	methods, err := s.factors.Methods(ctx, tx, u.ID)
	if err != nil {
		return SignInResult{}, err
	}
	required := len(methods) > 0
	if !required {
		if required, err = rolesDemandFactor(ctx, tx, u.ID); err != nil {
			return SignInResult{}, err
		}
	}
	if required {
		step, err := s.challenge(ctx, tx, u, deviceID, methods)
		return SignInResult{Second: &step}, err
	}
	answer, err := s.open(ctx, tx, u, proof{deviceID: deviceID}, from)
	return SignInResult{First: &answer}, err
}

// open opens a session of u on a device that is known, or becomes so, and cancels u's own request to delete the account.
func (s *Service) open(ctx context.Context, tx bun.IDB, u directory.User, by proof, from access.Client) (authn.SignedIn, error) {
	if u.Status != directory.Active {
		if err := s.reactivate(ctx, tx, u.ID); err != nil {
			return authn.SignedIn{}, err
		}
	}
	if err := s.security.Record(ctx, tx, u.ID, "signed_in"); err != nil {
		return authn.SignedIn{}, err
	}
	now := s.clock.Now()
	if err := directory.MarkSeen(ctx, tx, u.ID, now); err != nil {
		return authn.SignedIn{}, err
	}
	current, err := s.settings.Current(ctx, tx)
	if err != nil {
		return authn.SignedIn{}, err
	}
	row := session{ID: db.NewID(), UserID: u.ID, Generation: 1, RotatedAt: now, UserAgent: from.UserAgent,
		Network: from.Network(), CreatedAt: now, ExpiresAt: now.Add(current.Sessions.IdleTimeout()), TwoFactor: by.twoFactor, ProvenAt: &now}
	if err := insertSession(ctx, tx, row); err != nil {
		return authn.SignedIn{}, err
	}
	if err := s.endExcess(ctx, tx, row, current.Sessions.MaxPerUser); err != nil {
		return authn.SignedIn{}, err
	}
	answer, err := s.signedIn(u, row.ID, row.Generation)
	if err != nil {
		return authn.SignedIn{}, err
	}
	if by.deviceID != "" {
		return answer, touchDevice(ctx, tx, by.deviceID, now)
	}
	answer.DeviceToken, err = s.rememberDevice(ctx, tx, u.ID)
	return answer, err
}

// endExcess ends the sessions of a user that are more than the school allows beside the newest, those not used for longest first.
func (s *Service) endExcess(ctx context.Context, tx bun.IDB, newest session, allowed int64) error {
	if allowed == 0 {
		return nil
	}
	now := s.clock.Now()
	rows, err := liveSessions(ctx, tx, newest.UserID, now)
	if err != nil {
		return err
	}
	rows = slices.DeleteFunc(rows, func(r session) bool { return r.ID == newest.ID })
	for _, r := range rows[min(int64(len(rows)), allowed-1):] {
		if err := revoke(ctx, tx, r.ID, "elsewhere", now); err != nil {
			return err
		}
		if err := s.security.Record(ctx, tx, r.UserID, "session_over_limit"); err != nil {
			return err
		}
	}
	return nil
}

// reactivate restores an account whose owner had deleted it.
func (s *Service) reactivate(ctx context.Context, tx bun.IDB, user string) error {
	if err := s.deletions.Restore(ctx, tx, user); err != nil {
		return err
	}
	if err := s.security.Record(ctx, tx, user, "account_reopened"); err != nil {
		return err
	}
	return directory.SetStatus(ctx, tx, user, directory.Active, s.clock.Now())
}

// signedIn returns a new access token and the refresh token of this generation.
func (s *Service) signedIn(u directory.User, sessionID string, generation int64) (authn.SignedIn, error) {
	token, err := s.tokens.Sign(access.Caller{ID: u.ID, Session: sessionID, Roles: u.Roles})
	return authn.SignedIn{AccessToken: token, RefreshToken: s.refreshToken(sessionID, generation),
		ExpiresIn: int64(s.tokens.TTL / time.Second), User: u}, err
}
