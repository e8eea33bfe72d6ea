package twofactor

import (
	"bytes"
	"context"
	"crypto/subtle"
	"encoding/base32"
	"encoding/base64"
	"image/png"
	"strings"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	apps "github.com/pquerna/otp/totp"
	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/seal"
	"lectern/internal/platform/text"
)

// RFC 6238, with the values that every authenticator app supports.
const (
	period     = 30  // seconds that a code is valid
	skew       = 1   // time steps by which a phone's clock may be off
	secretSize = 20  // bytes: the digest size of SHA-1, as RFC 4226 §4 recommends
	qrSize     = 264 // pixels
)

// AuthenticatorSetup holds what an authenticator app scans. The app counts only after one of its codes has been confirmed.
type AuthenticatorSetup struct {
	Secret string `json:"secret" doc:"To type where the picture cannot be scanned."`
	URI    string `json:"uri" doc:"otpauth://totp/…"`
	QR     string `json:"qr" doc:"The URI as a picture: data:image/png;base64,…"`
}

// CodeOnly is the code of an authenticator app.
type CodeOnly struct {
	Code string `json:"code" pattern:"\\S" maxLength:"40" msg:"Please enter the code;maxLength=This code is too long"`
}

// BeginAuthenticator creates a new secret for the caller's authenticator app. An app that was set up before stays valid
// until a code of the new one is confirmed. fault.Forbidden when the session is not fresh.
func (s *Service) BeginAuthenticator(ctx context.Context, who access.Caller) (AuthenticatorSetup, error) {
	if err := s.sessions.Fresh(ctx, s.db.Reader(), who); err != nil {
		return AuthenticatorSetup{}, err
	}
	return s.newAuthenticator(ctx, who.ID)
}

func (s *Service) newAuthenticator(ctx context.Context, user string) (AuthenticatorSetup, error) {
	key, wrapped, err := s.master.NewKey(keyOf(user))
	if err != nil {
		return AuthenticatorSetup{}, err
	}
	u, err := accountOf(ctx, s.db.Reader(), user)
	if err != nil {
		return AuthenticatorSetup{}, err
	}
	issuer, err := s.issuer(ctx)
	if err != nil {
		return AuthenticatorSetup{}, err
	}
	setup, err := describe(issuer, u.Email, secretOf(key))
	if err != nil {
		return AuthenticatorSetup{}, err
	}
	return setup, s.db.InTx(ctx, func(tx bun.IDB) error {
		return upsertPending(ctx, tx, authenticator{UserID: user, Secret: wrapped.Text, MasterVersion: wrapped.Master, CreatedAt: s.clock.Now()})
	})
}

// keyOf binds the sealed secret to its user.
func keyOf(user string) seal.KeyID { return seal.KeyID{Video: "authenticator of " + user} }

// secretOf returns the first bytes of a random key.
func secretOf(key *seal.Key) []byte {
	raw := key.Bytes()
	return raw[:secretSize]
}

// issuer is the name of the site in authenticator apps and in the dialogs of passkeys. A colon would end it in the app's URI.
func (s *Service) issuer(ctx context.Context) (string, error) {
	current, err := s.settings.Current(ctx, s.db.Reader())
	return text.OneLine(strings.ReplaceAll(current.School.Name, ":", " ")), err
}

func describe(issuer, email string, secret []byte) (AuthenticatorSetup, error) {
	key, err := apps.Generate(apps.GenerateOpts{Issuer: issuer, AccountName: email, Secret: secret, Period: period, Digits: otp.DigitsSix})
	if err != nil {
		return AuthenticatorSetup{}, err
	}
	picture, err := key.Image(qrSize, qrSize)
	if err != nil {
		return AuthenticatorSetup{}, err
	}
	var image bytes.Buffer
	if err := png.Encode(&image, picture); err != nil {
		return AuthenticatorSetup{}, err
	}
	return AuthenticatorSetup{key.Secret(), key.URL(), "data:image/png;base64," + base64.StdEncoding.EncodeToString(image.Bytes())}, nil
}

// ConfirmAuthenticator activates the app whose setup was begun, replacing an earlier one. fault.Invalid for a wrong code,
// fault.Conflict when no setup was begun, fault.Forbidden when the session is not fresh.
func (s *Service) ConfirmAuthenticator(ctx context.Context, who access.Caller, c CodeOnly) (codes RecoveryCodes, err error) {
	return codes, s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := s.sessions.Fresh(ctx, tx, who); err != nil {
			return err
		}
		if codes, err = s.confirmAuthenticator(ctx, tx, who, c.Code); err != nil {
			return err
		}
		return s.sessions.MarkFresh(ctx, tx, who, true)
	})
}

func (s *Service) confirmAuthenticator(ctx context.Context, tx bun.IDB, who access.Caller, code string) (RecoveryCodes, error) {
	pending, err := authenticatorOf(ctx, tx, who.ID, false)
	if err != nil {
		return RecoveryCodes{}, err
	}
	if pending == nil {
		return RecoveryCodes{}, errNothingBegun
	}
	step, err := s.stepOf(*pending, code)
	if err != nil {
		return RecoveryCodes{}, err
	}
	if step == 0 {
		return RecoveryCodes{}, errWrongCode(totp)
	}
	if err := confirmPending(ctx, tx, who.ID, step); err != nil {
		return RecoveryCodes{}, err
	}
	if err := s.recordEvent(ctx, tx, who, who.ID, onAuthenticator, ""); err != nil {
		return RecoveryCodes{}, err
	}
	return s.firstCodes(ctx, tx, who.ID)
}

var errNothingBegun = fault.New(fault.Conflict, "not_begun", "There is no authenticator app to confirm. Start again.")

func errWrongCode(m Method) *fault.Error {
	message := "This code is wrong. A new one appears every 30 seconds."
	if m == recovery {
		message = "This recovery code is wrong or was already used."
	}
	return &fault.Error{Kind: fault.Invalid, Code: "wrong_code", Message: message,
		Fields: fault.Fields{{Name: "code", Code: "wrong_code", Message: message}}}
}

// RemoveAuthenticator removes the caller's authenticator app. fault.NotFound when they have none, fault.Conflict when their
// role requires it, fault.Forbidden when the session is not fresh.
func (s *Service) RemoveAuthenticator(ctx context.Context, who access.Caller) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := s.sessions.Fresh(ctx, tx, who); err != nil {
			return err
		}
		if err := deleteAuthenticator(ctx, tx, who.ID); err != nil {
			return err
		}
		if err := s.requireRemainingFactor(ctx, tx, who.ID); err != nil {
			return err
		}
		return s.recordEvent(ctx, tx, who, who.ID, onAuthenticatorGone, "")
	})
}

// takeCode consumes a code of the user's authenticator app: each works once.
func (s *Service) takeCode(ctx context.Context, tx bun.IDB, user, code string) (right bool, err error) {
	a, err := authenticatorOf(ctx, tx, user, true)
	if err != nil || a == nil {
		return false, err
	}
	step, err := s.stepOf(*a, code)
	if err != nil || step == 0 {
		return false, err
	}
	return advanceStep(ctx, tx, user, step)
}

// stepOf returns the time step that a code belongs to, within the allowed clock skew; 0 for a wrong code.
func (s *Service) stepOf(a authenticator, code string) (int64, error) {
	key, err := s.master.Unwrap(keyOf(a.UserID), seal.WrappedKey{Text: a.Secret, Master: a.MasterVersion})
	if err != nil {
		return 0, err
	}
	secret := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(secretOf(key))
	typed := strings.Join(strings.Fields(code), "")
	now := s.clock.Now().Unix() / period
	var found int64
	for step := now - skew; step <= now+skew; step++ {
		right, err := hotp.GenerateCode(secret, uint64(step))
		if err != nil {
			return 0, err
		}
		if subtle.ConstantTimeCompare([]byte(typed), []byte(right)) == 1 {
			found = step
		}
	}
	return found, nil
}
