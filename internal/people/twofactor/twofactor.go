// Package twofactor manages second factors (authenticator apps, passkeys and recovery codes) and which roles require one.
package twofactor

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/authn"
	"lectern/internal/people/lockout"
	"lectern/internal/people/securitylog"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/seal"
	"lectern/internal/platform/settings"
)

type Method = string

const (
	totp     Method = "totp"
	passkey  Method = "passkey"
	recovery Method = "recovery_code"
)

// Sessions is the part of the session feature that this one needs.
type Sessions interface {
	// ChallengedUser returns the user of a challenge, and whether it is for enrolment. fault.Gone.
	ChallengedUser(ctx context.Context, q bun.IDB, token string) (user string, enrol bool, err error)
	// Fresh returns fault.Forbidden when the caller's session is not fresh.
	Fresh(ctx context.Context, q bun.IDB, who access.Caller) error
	// MarkFresh makes the caller's session fresh; twoFactor: by more than a password.
	MarkFresh(ctx context.Context, tx bun.IDB, who access.Caller, twoFactor bool) error
	EndSessionsOf(ctx context.Context, tx bun.IDB, user string) error
	// CompleteChallenge uses up a challenge whose second step has been taken, and opens the session.
	CompleteChallenge(ctx context.Context, tx bun.IDB, token string, from access.Client) (authn.SignedIn, error)
	// EnterWithTwoFactors opens a session for a user who has proven two factors at once.
	EnterWithTwoFactors(ctx context.Context, tx bun.IDB, user, deviceToken string, from access.Client) (authn.SignedIn, error)
}

// Deps of the service.
type Deps struct {
	DB          *db.DB
	Clock       clock.Clock
	Master      *seal.Master // seals the secrets of authenticators
	Key         []byte       // of hashed recovery codes; 32 bytes that every server of an installation shares
	Limits      *authn.Limits
	Lockouts    *lockout.Counter
	Queue       *jobs.Queue
	Mail        mail.Sender
	Preferences mail.Preferences
	Address     string // public address of the site; passkeys are bound to its domain
	Sessions    Sessions
	Security    *securitylog.Log
	Audit       *audit.Log
	Settings    *settings.Store
}

// Service implements the use cases.
type Service struct {
	db          *db.DB
	clock       clock.Clock
	master      *seal.Master
	key         []byte
	limits      *authn.Limits
	lockouts    *lockout.Counter
	queue       *jobs.Queue
	mail        mail.Sender
	preferences mail.Preferences
	address     string
	sessions    Sessions
	security    *securitylog.Log
	audit       *audit.Log
	settings    *settings.Store
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{db: d.DB, clock: d.Clock, master: d.Master, key: d.Key, limits: d.Limits, lockouts: d.Lockouts, queue: d.Queue, mail: d.Mail, preferences: d.Preferences, address: d.Address, sessions: d.Sessions, security: d.Security, audit: d.Audit, settings: d.Settings}
}

// TwoFactorState lists the caller's second factors.
type TwoFactorState struct {
	HasPassword       bool       `json:"hasPassword" doc:"A user who came from elsewhere has none until they choose one by a link: /auth/forgot-password."`
	Authenticator     *time.Time `json:"authenticator" doc:"Since when an authenticator app is set up; null when none is."`
	Passkeys          []Passkey  `json:"passkeys" doc:"The newest first."`
	RecoveryCodesLeft int64      `json:"recoveryCodesLeft"`
	Required          bool       `json:"required" doc:"Whether one's role demands a second factor: the last one then cannot be taken away."`
	PasskeysPossible  bool       `json:"passkeysPossible" doc:"Browsers bind passkeys to a name: a site that is reached by a bare IP address has none."`
}

// RecoveryCodes are shown once.
type RecoveryCodes struct {
	RecoveryCodes []string `json:"recoveryCodes" doc:"Each opens the account once in place of the second factor. They are not shown again. Empty when those that were made before stay good."`
}

// CountFactors returns whether a user has an authenticator app, and how many passkeys and unused recovery codes. For other
// features.
func (s *Service) CountFactors(ctx context.Context, q bun.IDB, user string) (authenticator bool, passkeys, recoveryCodes int64, err error) {
	has, err := factorsOf(ctx, q, user)
	return has.Authenticator, has.Passkeys, has.RecoveryCodes, err
}

// State returns the caller's second factors.
func (s *Service) State(ctx context.Context, who access.Caller) (state TwoFactorState, err error) {
	_, _, trouble := s.relyingPartyID()
	state = TwoFactorState{Passkeys: []Passkey{}, PasskeysPossible: trouble == nil}
	return state, s.db.Snapshot(ctx, func(q bun.IDB) error {
		has, err := factorsOf(ctx, q, who.ID)
		if err != nil {
			return err
		}
		state.RecoveryCodesLeft = has.RecoveryCodes
		if state.HasPassword, err = hasPassword(ctx, q, who.ID); err != nil {
			return err
		}
		if state.Authenticator, err = authenticatorSince(ctx, q, who.ID); err != nil {
			return err
		}
		if state.Required, err = isRequired(ctx, q, who.ID); err != nil {
			return err
		}
		rows, err := passkeysOf(ctx, q, who.ID)
		for _, row := range rows {
			state.Passkeys = append(state.Passkeys, row.Passkey)
		}
		return err
	})
}

// requireRemainingFactor returns fault.Conflict when removing a factor would leave the user without one that their role requires. When the
// last factor goes, so do the recovery codes.
func (s *Service) requireRemainingFactor(ctx context.Context, tx bun.IDB, user string) error {
	has, err := factorsOf(ctx, tx, user)
	if err != nil || has.any() {
		return err
	}
	required, err := isRequired(ctx, tx, user)
	if err != nil {
		return err
	}
	if required {
		return fault.New(fault.Conflict, "factor_required", "Your role needs two-factor authentication. Set up another method before you remove this one.")
	}
	return deleteRecoveryCodes(ctx, tx, user)
}

// Reset removes the second factors of a user who has lost them and signs them out everywhere. For administrators.
// fault.NotFound when there is no such user, fault.Conflict for themselves, fault.Forbidden when the session is not fresh.
func (s *Service) Reset(ctx context.Context, who access.Caller, user string) error {
	if who.ID == user {
		return fault.New(fault.Conflict, "own_account", "You can't reset your own two-factor authentication. Change it in your settings, or ask another administrator.")
	}
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := s.sessions.Fresh(ctx, tx, who); err != nil {
			return err
		}
		return s.reset(ctx, tx, who, user)
	})
}

// ResetByOperator is Reset from the command line.
func (s *Service) ResetByOperator(ctx context.Context, user string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error { return s.reset(ctx, tx, access.Caller{}, user) })
}

func (s *Service) reset(ctx context.Context, tx bun.IDB, who access.Caller, user string) error {
	if _, err := accountOf(ctx, tx, user); err != nil {
		return err
	}
	if err := s.Erase(ctx, tx, user); err != nil {
		return err
	}
	if err := s.sessions.EndSessionsOf(ctx, tx, user); err != nil {
		return err
	}
	return s.recordEvent(ctx, tx, who, user, onReset, "")
}
