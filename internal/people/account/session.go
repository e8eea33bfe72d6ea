package account

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/text"
)

const (
	idle  = 30 * 24 * time.Hour // a session ends when it is not used for so long
	grace = 10 * time.Second    // in which two tabs, or an answer that got lost, are no theft
	kept  = 30 * 24 * time.Hour // an ended session's row stays so long, for who asks what happened
)

var errSessionEnded = fault.New(fault.Unauthenticated, "session_ended", "Your session has expired. Please log in again.")

// session is one device that is signed in.
type session struct {
	bun.BaseModel `bun:"table:sessions,alias:s"`

	ID         string `bun:",pk"`
	UserID     string
	Generation int64
	RotatedAt  time.Time
	UserAgent  string
	Place      string // the network of the last rotation
	CreatedAt  time.Time
	ExpiresAt  time.Time
	RevokedAt  *time.Time
	RevokedWhy string
	TwoFactor  bool       // its owner has proven more than a password
	ProvenAt   *time.Time // when its owner last did
}

// openKnown begins a session of u on a device that was known before.
func (s *Service) openKnown(ctx context.Context, tx bun.IDB, u User, by proof, from access.Client) (SignedIn, error) {
	now := s.Clock.Now()
	row := session{ID: db.NewID(), UserID: u.ID, Generation: 1, RotatedAt: now, UserAgent: text.Truncate(from.UserAgent, 300),
		Place: from.Network(), CreatedAt: now, ExpiresAt: now.Add(idle), TwoFactor: by.twoFactor, ProvenAt: &now}
	if err := insertSession(ctx, tx, row); err != nil {
		return SignedIn{}, err
	}
	return s.admit(u, row.ID, row.Generation)
}

// admit is what the device gets: an access token of now and the refresh token of this generation.
func (s *Service) admit(u User, sessionID string, generation int64) (SignedIn, error) {
	token, err := s.Tokens.Sign(access.Caller{ID: u.ID, Session: sessionID, Roles: u.Roles})
	return SignedIn{AccessToken: token, RefreshToken: s.refreshToken(sessionID, generation),
		ExpiresIn: int64(s.Tokens.TTL / time.Second), User: u}, err
}

// Refresh exchanges a refresh token for the next and an access token with the roles of now. For whoever holds one.
// Of several exchanges at once one rotates, the others get the same successor. A token that comes again later is in two
// hands: the session ends for both. fault.Unauthenticated for every token that is not good.
func (s *Service) Refresh(ctx context.Context, token string, from access.Client) (answer SignedIn, err error) {
	id, generation, ok := s.readRefreshToken(token)
	if !ok {
		return SignedIn{}, errSessionEnded
	}
	now, live := s.Clock.Now(), false
	err = s.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := rotate(ctx, tx, id, generation, from.Network(), now); err != nil {
			return err
		}
		row, err := liveSession(ctx, tx, id, now)
		if fault.Is(err, fault.NotFound) {
			return nil
		} else if err != nil {
			return err
		}
		if row.Generation != generation+1 || now.Sub(row.RotatedAt) > grace {
			if err := revoke(ctx, tx, id, "reuse", now); err != nil {
				return err
			}
			if err := s.NoteSecurity(ctx, tx, row.UserID, "session_reused"); err != nil {
				return err
			}
			return s.warn(ctx, tx, order{Occasion: onReuse, User: row.UserID}, SessionReused{row.UserID})
		}
		u, err := userByID(ctx, tx, row.UserID)
		if err != nil || u.Status != active {
			return err
		}
		if !row.TwoFactor {
			if must, err := mustProveMore(ctx, tx, u.ID); err != nil || must {
				return err
			}
		}
		live = true
		answer, err = s.admit(u, id, row.Generation)
		return err
	})
	if err == nil && !live { // said after the commit: the end of a reused session must stay
		err = errSessionEnded
	}
	return answer, err
}

// SignOut ends the session of a refresh token; a token that is no longer good has nothing left to end. For whoever
// holds one, so that it works when the access token has just expired.
func (s *Service) SignOut(ctx context.Context, token string) error {
	id, _, ok := s.readRefreshToken(token)
	if !ok {
		return nil
	}
	return s.DB.InTx(ctx, func(tx bun.IDB) error { return revoke(ctx, tx, id, "logout", s.Clock.Now()) })
}

// Sweep forgets sessions that ended a month ago, counts of failed attempts that no longer count, devices that have
// not been used for half a year, sign-ups that nobody confirms, and old letters. For the periodic job.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.Clock.Now()
	err := s.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := deleteEnded(ctx, tx, now.Add(-kept)); err != nil {
			return err
		}
		if err := deleteOldChallenges(ctx, tx, now); err != nil {
			return err
		}
		if err := deleteOldSecurityEvents(ctx, tx, now.Add(-securityKept)); err != nil {
			return err
		}
		if err := deleteOldEmailChanges(ctx, tx, now.Add(-kept)); err != nil {
			return err
		}
		if err := deleteOldLinks(ctx, tx, now.Add(-kept)); err != nil {
			return err
		}
		if err := deleteOldSignUps(ctx, tx, now.Add(-signUpWaiting)); err != nil {
			return err
		}
		if err := deleteOldLockouts(ctx, tx, now); err != nil {
			return err
		}
		return s.Locks.Sweep(ctx, tx)
	})
	if err != nil {
		return err
	}
	return s.Letters.Sweep(now.Add(-kept))
}

// refreshToken is session, generation and a MAC over both. It can be made again, so it need not be kept anywhere.
func (s *Service) refreshToken(sessionID string, generation int64) string {
	id := uuid.MustParse(sessionID)
	body := binary.BigEndian.AppendUint64(id[:], uint64(generation))
	return base64.RawURLEncoding.EncodeToString(append(body, s.mac("refresh token", body)...))
}

// readRefreshToken says of which session and generation a token is, when it is one of ours at all.
func (s *Service) readRefreshToken(token string) (sessionID string, generation int64, ok bool) {
	const body = 16 + 8
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != body+sha256.Size || !hmac.Equal(raw[body:], s.mac("refresh token", raw[:body])) {
		return "", 0, false
	}
	return uuid.UUID(raw[:16]).String(), int64(binary.BigEndian.Uint64(raw[16:body])), true
}

// mac is an HMAC under the service's key; purpose keeps what is made for one thing from passing for another.
func (s *Service) mac(purpose string, body []byte) []byte {
	m := hmac.New(sha256.New, s.Key)
	m.Write([]byte(purpose))
	m.Write([]byte{0})
	m.Write(body)
	return m.Sum(nil)
}

// Sweeps runs Sweep from time to time.
func (s *Service) Sweeps() jobs.Sweeps { return jobs.Sweeps{"account.sweep": s.Sweep} }
