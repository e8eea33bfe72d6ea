package twofactor

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

const maxPasskeys = 20 // per user

// Passkey as shown to its owner.
type Passkey struct {
	ID         string     `bun:",pk" json:"id"`
	Name       string     `json:"name"`
	CreatedAt  time.Time  `json:"created_at"`
	LastUsedAt *time.Time `json:"last_used_at" doc:"null until it has been used."`
}

// PasskeyName is the owner's name for a passkey.
type NamedPasskey struct {
	Name string `json:"name" pattern:"\\S" maxLength:"60" msg:"Please name the passkey;maxLength=A name must be at most 60 characters"`
}

// NewPasskey is the browser's answer to a PasskeyCreation.
type NewPasskey struct {
	NamedPasskey
	ChallengeID string              `json:"challengeId" minLength:"1" maxLength:"100" msg:"The passkey is incomplete"`
	Credential  PasskeyRegistration `json:"credential" msg:"The passkey is incomplete"`
}

// AddedPasskey is a passkey that can be used from now on.
type AddedPasskey struct {
	Passkey Passkey `json:"passkey"`
	RecoveryCodes
}

// BeginPasskey returns the options for creating a passkey. fault.Forbidden when the session is not fresh, fault.Conflict
// when the caller has too many, fault.Unavailable when the site has no domain name.
func (s *Service) BeginPasskey(ctx context.Context, who access.Caller) (PasskeyCreation, error) {
	if err := s.sessions.Fresh(ctx, s.db.Reader(), who); err != nil {
		return PasskeyCreation{}, err
	}
	h, err := s.webauthnUserOf(ctx, s.db.Reader(), who.ID)
	if err != nil {
		return PasskeyCreation{}, err
	}
	if len(h.keys) >= maxPasskeys {
		return PasskeyCreation{}, fault.New(fault.Conflict, "too_many_passkeys", "You have 20 passkeys. Remove one you don't use.")
	}
	party, err := s.relyingParty(ctx)
	if err != nil {
		return PasskeyCreation{}, err
	}
	creation, session, err := party.BeginRegistration(h, webauthn.WithExclusions(webauthn.Credentials(h.WebAuthnCredentials()).CredentialDescriptors()),
		webauthn.WithAuthenticatorSelection(protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementPreferred, RequireResidentKey: protocol.ResidentKeyNotRequired(), UserVerification: protocol.VerificationPreferred,
		}))
	if err != nil {
		return PasskeyCreation{}, err
	}
	var answer PasskeyCreation
	if answer.PublicKey, err = convertJSON[PasskeyCreationOptions](creation.Response); err != nil {
		return PasskeyCreation{}, err
	}
	if answer.PublicKey.ExcludeCredentials == nil {
		answer.PublicKey.ExcludeCredentials = []PasskeyReference{}
	}
	answer.ChallengeID, err = s.saveChallenge(ctx, forRegistration, who.ID, session)
	return answer, err
}

// AddPasskey registers a passkey for the caller. fault.Invalid when it does not verify, fault.Conflict when it is already
// registered, fault.Forbidden when the session is not fresh.
func (s *Service) AddPasskey(ctx context.Context, who access.Caller, n NewPasskey) (added AddedPasskey, err error) {
	if err := s.sessions.Fresh(ctx, s.db.Reader(), who); err != nil {
		return added, err
	}
	session, err := s.takeChallenge(ctx, n.ChallengeID, forRegistration, who.ID)
	if err != nil {
		return added, err
	}
	party, err := s.relyingParty(ctx)
	if err != nil {
		return added, err
	}
	text, err := json.Marshal(n.Credential)
	if err != nil {
		return added, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(text)
	if err != nil {
		return added, errPasskeyRefused(err)
	}
	return added, s.db.InTx(ctx, func(tx bun.IDB) error {
		h, err := s.webauthnUserOf(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		credential, err := party.CreateCredential(h, session, parsed)
		if err != nil {
			return errPasskeyRefused(err)
		}
		row := passkeyRow{UserID: who.ID, CredentialID: base64.RawURLEncoding.EncodeToString(credential.ID), Credential: db.JSON[webauthn.Credential]{V: *credential},
			Passkey: Passkey{ID: db.NewID(), Name: strings.TrimSpace(n.Name), CreatedAt: s.clock.Now()}}
		added, err = s.keepPasskey(ctx, tx, who, row)
		return err
	})
}

func (s *Service) keepPasskey(ctx context.Context, tx bun.IDB, who access.Caller, row passkeyRow) (AddedPasskey, error) {
	if err := insertPasskey(ctx, tx, row); err != nil {
		return AddedPasskey{}, err
	}
	if err := s.sessions.MarkFresh(ctx, tx, who, true); err != nil {
		return AddedPasskey{}, err
	}
	if err := s.recordEvent(ctx, tx, who, who.ID, onPasskey, row.Name); err != nil {
		return AddedPasskey{}, err
	}
	codes, err := s.firstCodes(ctx, tx, who.ID)
	return AddedPasskey{row.Passkey, codes}, err
}

// RenamePasskey renames a passkey of the caller. fault.NotFound when they have no such passkey.
func (s *Service) RenamePasskey(ctx context.Context, who access.Caller, id string, n NamedPasskey) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error { return renamePasskey(ctx, tx, who.ID, id, strings.TrimSpace(n.Name)) })
}

// RemovePasskey removes a passkey of the caller. fault.NotFound when they have no such passkey, fault.Conflict when it is
// the last factor and their role requires one, fault.Forbidden when the session is not fresh.
func (s *Service) RemovePasskey(ctx context.Context, who access.Caller, id string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := s.sessions.Fresh(ctx, tx, who); err != nil {
			return err
		}
		name, err := deletePasskey(ctx, tx, who.ID, id)
		if err != nil {
			return err
		}
		if err := s.requireRemainingFactor(ctx, tx, who.ID); err != nil {
			return err
		}
		return s.recordEvent(ctx, tx, who, who.ID, onPasskeyGone, name)
	})
}

// challengeUser returns a request for one of the user's passkeys, after a right password.
func (s *Service) challengeUser(ctx context.Context, p purpose, user string) (PasskeyRequest, error) {
	h, err := s.webauthnUserOf(ctx, s.db.Reader(), user)
	if err != nil {
		return PasskeyRequest{}, err
	}
	if len(h.keys) == 0 {
		return PasskeyRequest{}, fault.New(fault.Conflict, "no_passkey", "This account has no passkey.")
	}
	party, err := s.relyingParty(ctx)
	if err != nil {
		return PasskeyRequest{}, err
	}
	request, session, err := party.BeginLogin(h, webauthn.WithUserVerification(protocol.VerificationPreferred))
	if err != nil {
		return PasskeyRequest{}, err
	}
	return s.request(ctx, p, user, request, session)
}

// challengeAnyone returns a request for any passkey of this site. The answer identifies the user and must include user
// verification (a finger or a PIN).
func (s *Service) challengeAnyone(ctx context.Context) (PasskeyRequest, error) {
	party, err := s.relyingParty(ctx)
	if err != nil {
		return PasskeyRequest{}, err
	}
	request, session, err := party.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return PasskeyRequest{}, err
	}
	return s.request(ctx, forSignIn, "", request, session)
}

func (s *Service) request(ctx context.Context, p purpose, user string, request *protocol.CredentialAssertion, session *webauthn.SessionData) (answer PasskeyRequest, err error) {
	if answer.PublicKey, err = convertJSON[PasskeyRequestOptions](request.Response); err != nil {
		return PasskeyRequest{}, err
	}
	if answer.PublicKey.AllowCredentials == nil {
		answer.PublicKey.AllowCredentials = []PasskeyReference{}
	}
	answer.ChallengeID, err = s.saveChallenge(ctx, p, user, session)
	return answer, err
}

// provePasskey verifies a proof and runs then, with the passkey's user, in the transaction that records the use. user is ""
// when any user may answer. refused when the proof does not verify or its counter goes backwards; the owner is notified of
// the latter.
func (s *Service) provePasskey(ctx context.Context, p purpose, user string, proof PasskeyProof, then func(tx bun.IDB, user string) error) error {
	session, err := s.takeChallenge(ctx, proof.ChallengeID, p, user)
	if err != nil {
		return err
	}
	party, err := s.relyingParty(ctx)
	if err != nil {
		return err
	}
	text, err := json.Marshal(proof.Credential)
	if err != nil {
		return err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(text)
	if err != nil {
		return errPasskeyRefused(err)
	}
	if user == "" {
		id, err := uuid.FromBytes(parsed.Response.UserHandle)
		if err != nil {
			return errPasskeyRefused(err)
		}
		user = id.String()
	}
	var copied string // name of a passkey whose counter went backwards
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		copied, err = s.usePasskey(ctx, tx, party, session, parsed, user)
		if err != nil || copied != "" {
			return err
		}
		return then(tx, user)
	})
	if err != nil || copied == "" {
		return err
	}
	if err := s.db.InTx(ctx, func(tx bun.IDB) error { return s.queueEmail(ctx, tx, user, onCopiedPasskey, copied) }); err != nil {
		return err
	}
	return errPasskeyRefused(nil)
}

// usePasskey verifies a user's proof and records the use. copied is the passkey's name when its counter went backwards,
// which indicates a clone.
func (s *Service) usePasskey(ctx context.Context, tx bun.IDB, party *webauthn.WebAuthn, session webauthn.SessionData,
	parsed *protocol.ParsedCredentialAssertionData, user string) (copied string, err error) {
	if err := lockPasskeys(ctx, tx, user); err != nil {
		return "", err
	}
	h, err := s.webauthnUserOf(ctx, tx, user)
	if fault.Is(err, fault.NotFound) {
		return "", errPasskeyRefused(err)
	}
	if err != nil {
		return "", err
	}
	var credential *webauthn.Credential
	if len(session.UserID) == 0 {
		_, credential, err = party.ValidatePasskeyLogin(func(_, _ []byte) (webauthn.User, error) { return h, nil }, session, parsed)
	} else {
		credential, err = party.ValidateLogin(h, session, parsed)
	}
	if err != nil {
		return "", errPasskeyRefused(err)
	}
	row := h.byCredential(credential.ID)
	if credential.Authenticator.CloneWarning {
		return row.Name, nil
	}
	return "", notePasskeyUse(ctx, tx, row.ID, *credential, s.clock.Now())
}

// webauthnUserOf returns a user with their passkeys.
func (s *Service) webauthnUserOf(ctx context.Context, q bun.IDB, user string) (h webauthnUser, err error) {
	if h.account, err = accountOf(ctx, q, user); err != nil {
		return h, err
	}
	h.keys, err = passkeysOf(ctx, q, user)
	return h, err
}

// byCredential returns the passkey with a credential id that the library has matched.
func (h webauthnUser) byCredential(id []byte) passkeyRow {
	text := base64.RawURLEncoding.EncodeToString(id)
	for _, row := range h.keys {
		if row.CredentialID == text {
			return row
		}
	}
	return passkeyRow{}
}
