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

const maxPasskeys = 20 // of one person

// Passkey is one as its owner sees it.
type Passkey struct {
	ID         string     `bun:",pk" json:"id"`
	Name       string     `json:"name"`
	CreatedAt  time.Time  `json:"created_at"`
	LastUsedAt *time.Time `json:"last_used_at" doc:"null until it has been used."`
}

// PasskeyName is what people call a passkey.
type PasskeyName struct {
	Name string `json:"name" pattern:"\\S" maxLength:"60" msg:"Please give the passkey a name;maxLength=A name must be at most 60 characters"`
}

// NewPasskey is what a browser has made of a PasskeyCreation.
type NewPasskey struct {
	PasskeyName
	ChallengeID string         `json:"challengeId" minLength:"1" maxLength:"100" msg:"The passkey is not complete"`
	Credential  MadeCredential `json:"credential" msg:"The passkey is not complete"`
}

// AddedPasskey is a passkey that counts from now on.
type AddedPasskey struct {
	Passkey Passkey `json:"passkey"`
	RecoveryCodes
}

// AskForPasskey is what the caller's authenticator is asked to make. fault.Forbidden when the caller is not fresh,
// fault.Conflict when they have too many, fault.Unavailable where the site has no name.
func (s *Service) AskForPasskey(ctx context.Context, who access.Caller) (PasskeyCreation, error) {
	if err := s.sessions.Fresh(ctx, s.db.Reader(), who); err != nil {
		return PasskeyCreation{}, err
	}
	h, err := s.webauthnUserOf(ctx, s.db.Reader(), who.ID)
	if err != nil {
		return PasskeyCreation{}, err
	}
	if len(h.keys) >= maxPasskeys {
		return PasskeyCreation{}, fault.New(fault.Conflict, "too_many_passkeys", "You have 20 passkeys. Please remove one that you do not use.")
	}
	party, err := s.relyingParty()
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
	answer.ChallengeID, err = s.saveChallenge(ctx, toRegister, who.ID, session)
	return answer, err
}

// AddPasskey makes a passkey of the caller count. fault.Invalid when it does not verify, fault.Conflict when it is there
// already, fault.Forbidden when the caller is not fresh.
func (s *Service) AddPasskey(ctx context.Context, who access.Caller, n NewPasskey) (added AddedPasskey, err error) {
	if err := s.sessions.Fresh(ctx, s.db.Reader(), who); err != nil {
		return added, err
	}
	session, err := s.takeChallenge(ctx, n.ChallengeID, toRegister, who.ID)
	if err != nil {
		return added, err
	}
	party, err := s.relyingParty()
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
	if err := s.sessions.Confirmed(ctx, tx, who, true); err != nil {
		return AddedPasskey{}, err
	}
	if err := s.recordEvent(ctx, tx, who, who.ID, onPasskey, row.Name); err != nil {
		return AddedPasskey{}, err
	}
	codes, err := s.firstCodes(ctx, tx, who.ID)
	return AddedPasskey{row.Passkey, codes}, err
}

// RenamePasskey calls a passkey of the caller otherwise. fault.NotFound when they have no such.
func (s *Service) RenamePasskey(ctx context.Context, who access.Caller, id string, n PasskeyName) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error { return renamePasskey(ctx, tx, who.ID, id, strings.TrimSpace(n.Name)) })
}

// RemovePasskey takes a passkey of the caller away. fault.NotFound when they have no such, fault.Conflict when it is the
// last factor and their role demands one, fault.Forbidden when they are not fresh.
func (s *Service) RemovePasskey(ctx context.Context, who access.Caller, id string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := s.sessions.Fresh(ctx, tx, who); err != nil {
			return err
		}
		name, err := deletePasskey(ctx, tx, who.ID, id)
		if err != nil {
			return err
		}
		if err := s.keepOne(ctx, tx, who.ID); err != nil {
			return err
		}
		return s.recordEvent(ctx, tx, who, who.ID, onPasskeyGone, name)
	})
}

// challengeUser is what the authenticator of a user, whose password has been right, is asked to prove.
func (s *Service) challengeUser(ctx context.Context, p purpose, user string) (PasskeyRequest, error) {
	h, err := s.webauthnUserOf(ctx, s.db.Reader(), user)
	if err != nil {
		return PasskeyRequest{}, err
	}
	if len(h.keys) == 0 {
		return PasskeyRequest{}, fault.New(fault.Conflict, "no_passkey", "This account has no passkey.")
	}
	party, err := s.relyingParty()
	if err != nil {
		return PasskeyRequest{}, err
	}
	request, session, err := party.BeginLogin(h, webauthn.WithUserVerification(protocol.VerificationPreferred))
	if err != nil {
		return PasskeyRequest{}, err
	}
	return s.request(ctx, p, user, request, session)
}

// challengeAnyone is what any authenticator is asked to prove that knows this site: the answer says whose it is, and that
// they have shown a finger or a PIN.
func (s *Service) challengeAnyone(ctx context.Context) (PasskeyRequest, error) {
	party, err := s.relyingParty()
	if err != nil {
		return PasskeyRequest{}, err
	}
	request, session, err := party.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return PasskeyRequest{}, err
	}
	return s.request(ctx, toSignIn, "", request, session)
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

// provePasskey does then, with the user whose passkey has answered, in the transaction that notes the use. user is ""
// for whoever answers. refused when it does not verify, or its counter goes backwards, of which the owner is told.
func (s *Service) provePasskey(ctx context.Context, p purpose, user string, proof PasskeyProof, then func(tx bun.IDB, user string) error) error {
	session, err := s.takeChallenge(ctx, proof.ChallengeID, p, user)
	if err != nil {
		return err
	}
	party, err := s.relyingParty()
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
	var copied string // the name of a passkey that counts backwards
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

// usePasskey verifies an answer of the user's and notes the use; copied is the passkey's name when its counter goes
// backwards, as that of a copy does.
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

// webauthnUserOf is a user with their passkeys.
func (s *Service) webauthnUserOf(ctx context.Context, q bun.IDB, user string) (h webauthnUser, err error) {
	if h.account, err = accountOf(ctx, q, user); err != nil {
		return h, err
	}
	h.keys, err = passkeysOf(ctx, q, user)
	return h, err
}

// byCredential is the passkey of a credential that the library has found among them.
func (h webauthnUser) byCredential(id []byte) passkeyRow {
	text := base64.RawURLEncoding.EncodeToString(id)
	for _, row := range h.keys {
		if row.CredentialID == text {
			return row
		}
	}
	return passkeyRow{}
}
