package session

import (
	"context"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/sign"
)

// Refresh exchanges a refresh token for the next one and an access token with the current roles. Of several concurrent
// exchanges one rotates, the others get the same successor. A token used again later has been stolen: the session ends.
// fault.Unauthenticated for every invalid token.
func (s *Service) Refresh(ctx context.Context, token string, from access.Client) (answer authn.SignedIn, err error) {
	id, generation, ok := s.readRefreshToken(token)
	if !ok {
		return authn.SignedIn{}, errSessionEnded
	}
	now, live := s.clock.Now(), false
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		current, err := s.settings.Current(ctx, tx)
		if err != nil {
			return err
		}
		idle := current.Sessions.IdleTimeout()
		if err := endIdle(ctx, tx, id, now, idle); err != nil {
			return err
		}
		if err := markSeen(ctx, tx, id, now); err != nil {
			return err
		}
		if err := rotate(ctx, tx, id, generation, from.Network(), now, idle); err != nil {
			return err
		}
		row, err := liveSession(ctx, tx, id, now)
		if fault.Is(err, fault.NotFound) {
			return nil
		} else if err != nil {
			return err
		}
		if row.Generation != generation+1 || now.Sub(row.RotatedAt) > reuseGrace {
			return s.endReused(ctx, tx, row)
		}
		u, err := directory.ByID(ctx, tx, row.UserID)
		if err != nil || u.Status != directory.Active {
			return err
		}
		if !row.TwoFactor {
			if required, err := rolesDemandFactor(ctx, tx, u.ID); err != nil || required {
				return err
			}
		}
		live = true
		answer, err = s.signedIn(u, id, row.Generation)
		return err
	})
	if err == nil && !live { // after the commit, because the end of a reused session must persist
		err = errSessionEnded
	}
	return answer, err
}

// endReused ends a session whose refresh token was used twice, and alerts its owner.
func (s *Service) endReused(ctx context.Context, tx bun.IDB, row session) error {
	if err := revoke(ctx, tx, row.ID, "reuse", s.clock.Now()); err != nil {
		return err
	}
	if err := s.security.Record(ctx, tx, row.UserID, "session_reused"); err != nil {
		return err
	}
	if err := s.mailer.QueueAlert(ctx, tx, emailJob, accountmail.QueuedEmail{Template: reuseEmail, User: row.UserID}); err != nil {
		return err
	}
	return events.Publish(ctx, tx, s.clock.Now(), SessionReused{row.UserID})
}

// SignOut ends the session of a refresh token or, without one, of the access token; an invalid token is no error. The refresh token
// authorises it, so that it works with an expired access token. fault.Invalid when there is neither.
func (s *Service) SignOut(ctx context.Context, who access.Caller, r SignOutRequest) error {
	if r.RefreshToken == "" {
		if who.ID == "" {
			return fault.InvalidField("refreshToken", "required", "The refresh token is missing")
		}
		return s.signOut(ctx, who.Session)
	}
	id, _, ok := s.readRefreshToken(r.RefreshToken)
	if !ok {
		return nil
	}
	return s.signOut(ctx, id)
}

// signOut ends a session, unless it has ended.
func (s *Service) signOut(ctx context.Context, id string) error {
	now := s.clock.Now()
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		row, err := liveSession(ctx, tx, id, now)
		if fault.Is(err, fault.NotFound) {
			return nil
		} else if err != nil {
			return err
		}
		if err := revoke(ctx, tx, id, "logout", now); err != nil {
			return err
		}
		return s.security.Record(ctx, tx, row.UserID, "signed_out")
	})
}

// refreshTokens signs refresh tokens, which name a session and a generation. The session's row holds the expiry.
func (s *Service) refreshTokens() sign.Signer { return sign.New(s.key, "refresh token") }

func (s *Service) refreshToken(sessionID string, generation int64) string {
	return s.refreshTokens().Token(time.Time{}, sessionID, strconv.FormatInt(generation, 10))
}

// readRefreshToken returns session and generation of a token with a valid signature.
func (s *Service) readRefreshToken(token string) (sessionID string, generation int64, ok bool) {
	fields, err := s.refreshTokens().Read(token, s.clock.Now(), 2)
	if err != nil {
		return "", 0, false
	}
	generation, err = strconv.ParseInt(fields[1], 10, 64)
	return fields[0], generation, err == nil
}
