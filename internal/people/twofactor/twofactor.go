// Package twofactor keeps what people prove themselves with beside their password: an authenticator app, passkeys and
// recovery codes, and which roles must have one of them.
package twofactor

import (
	"context"
	"time"

	"github.com/uptrace/bun"

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
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/seal"
)

// Method is one way to take the second step.
type Method = string

const (
	totp     Method = "totp"
	passkey  Method = "passkey"
	recovery Method = "recovery_code"
)

// Sessions is what this feature asks of whoever owns sessions.
type Sessions interface {
	// Challenged is whose second step a token is for, and whether it is for setting one up. fault.Gone.
	Challenged(ctx context.Context, q bun.IDB, token string) (user string, enrol bool, err error)
	// Fresh is fault.Forbidden when the caller has not proven themselves within the last minutes.
	Fresh(ctx context.Context, q bun.IDB, who access.Caller) error
	// Confirmed notes that they just have; twoFactor that it was by more than a password.
	Confirmed(ctx context.Context, tx bun.IDB, who access.Caller, twoFactor bool) error
	// EndSessionsOf signs a user out everywhere.
	EndSessionsOf(ctx context.Context, tx bun.IDB, user string) error
}

// Deps is what the service needs.
type Deps struct {
	DB          *db.DB
	Clock       clock.Clock
	Master      *seal.Master // seals the secrets of authenticators
	Key         []byte       // of hashed recovery codes; 32 bytes that every server of an installation shares
	Limits      *ratelimit.Limiter
	Lockouts    *lockout.Counter
	Queue       *jobs.Queue
	Mail        mail.Sender
	Preferences mail.Preferences
	Address     string // where people reach the site; passkeys are bound to its name
	Sessions    Sessions
	Security    *securitylog.Log
	Audit       *audit.Log
}

// Service is the use cases.
type Service struct {
	db          *db.DB
	clock       clock.Clock
	master      *seal.Master
	key         []byte
	limits      *ratelimit.Limiter
	lockouts    *lockout.Counter
	queue       *jobs.Queue
	mail        mail.Sender
	preferences mail.Preferences
	address     string
	sessions    Sessions
	security    *securitylog.Log
	audit       *audit.Log
}

// New builds the service.
func New(d Deps) *Service {
	deps.Require(d)
	return &Service{db: d.DB, clock: d.Clock, master: d.Master, key: d.Key, limits: d.Limits, lockouts: d.Lockouts, queue: d.Queue, mail: d.Mail, preferences: d.Preferences, address: d.Address, sessions: d.Sessions, security: d.Security, audit: d.Audit}
}

// TwoFactorState is what one has set up.
type TwoFactorState struct {
	HasPassword       bool       `json:"hasPassword" doc:"Whoever came from elsewhere has none until they choose one by a link: /auth/forgot-password."`
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

// Standing is what a user has set up, by its number: whether there is an app, how many passkeys, how many recovery codes that
// are not used. For other features.
func (s *Service) Standing(ctx context.Context, q bun.IDB, user string) (authenticator bool, passkeys, recoveryCodes int64, err error) {
	has, err := factorsOf(ctx, q, user)
	return has.Authenticator, has.Passkeys, has.RecoveryCodes, err
}

// State is what the caller has set up.
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

// keepOne is fault.Conflict when taking a factor away would leave the user without one that their role demands. Where
// nothing is left, and may be, the recovery codes go too.
func (s *Service) keepOne(ctx context.Context, tx bun.IDB, user string) error {
	has, err := factorsOf(ctx, tx, user)
	if err != nil || has.any() {
		return err
	}
	required, err := isRequired(ctx, tx, user)
	if err != nil {
		return err
	}
	if required {
		return fault.New(fault.Conflict, "factor_required", "Your role needs a second factor. Set another one up before you take this one away.")
	}
	return deleteRecoveryCodes(ctx, tx, user)
}

// Reset takes everything away that a user has set up, who has lost it, and signs them out everywhere. For
// administrators, for others than themselves. fault.NotFound when there is no such user, fault.Conflict for oneself,
// fault.Forbidden when the caller is not fresh.
func (s *Service) Reset(ctx context.Context, who access.Caller, user string) error {
	if who.ID == user {
		return fault.New(fault.Conflict, "own_account", "You cannot reset your own. Change it in your settings, or ask another administrator.")
	}
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := s.sessions.Fresh(ctx, tx, who); err != nil {
			return err
		}
		return s.reset(ctx, tx, who, user)
	})
}

// ResetByOperator is Reset for somebody at the machine.
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
