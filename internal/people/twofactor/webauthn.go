package twofactor

import (
	"context"
	"encoding/json"
	"net"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// The dictionaries of WebAuthn level 3 (§5.1.8 and §5.1.9) in the JSON form that browsers use. Binary members are
// base64url.

// PasskeyCreation holds the options for creating a passkey.
type PasskeyCreation struct {
	ChallengeID string                 `json:"challengeId" doc:"To send back with the answer. Good once, for five minutes."`
	PublicKey   PasskeyCreationOptions `json:"publicKey" doc:"For navigator.credentials.create."`
}

type PasskeyCreationOptions struct {
	RP                     RelyingParty           `json:"rp"`
	User                   PasskeyUser            `json:"user"`
	Challenge              string                 `json:"challenge"`
	PubKeyCredParams       []PasskeyKind          `json:"pubKeyCredParams"`
	Timeout                int64                  `json:"timeout" doc:"Milliseconds."`
	ExcludeCredentials     []PasskeyReference     `json:"excludeCredentials"`
	AuthenticatorSelection AuthenticatorSelection `json:"authenticatorSelection"`
	Attestation            string                 `json:"attestation" enum:"none,indirect,direct,enterprise"`
}

type RelyingParty struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type PasskeyUser struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	DisplayName string `json:"displayName"`
}

type PasskeyKind struct {
	Type string `json:"type" enum:"public-key"`
	Alg  int64  `json:"alg" doc:"A COSE algorithm."`
}

type PasskeyReference struct {
	Type       string   `json:"type" enum:"public-key"`
	ID         string   `json:"id"`
	Transports []string `json:"transports,omitempty" enum:"ble,hybrid,internal,nfc,smart-card,usb"`
}

type AuthenticatorSelection struct {
	ResidentKey        string `json:"residentKey" enum:"discouraged,preferred,required"`
	RequireResidentKey bool   `json:"requireResidentKey"`
	UserVerification   string `json:"userVerification" enum:"discouraged,preferred,required"`
}

// PasskeyRequest holds the options for asserting a passkey.
type PasskeyRequest struct {
	ChallengeID string                `json:"challengeId" doc:"To send back with the answer. Good once, for five minutes."`
	PublicKey   PasskeyRequestOptions `json:"publicKey" doc:"For navigator.credentials.get."`
}

type PasskeyRequestOptions struct {
	Challenge        string             `json:"challenge"`
	Timeout          int64              `json:"timeout" doc:"Milliseconds."`
	RPID             string             `json:"rpId"`
	AllowCredentials []PasskeyReference `json:"allowCredentials"`
	UserVerification string             `json:"userVerification" enum:"discouraged,preferred,required"`
}

// PasskeyRegistration is the result of navigator.credentials.create.
type PasskeyRegistration struct {
	ID                     string             `json:"id" maxLength:"2000" msg:"The passkey is incomplete"`
	RawID                  string             `json:"rawId" maxLength:"2000" msg:"The passkey is incomplete"`
	Type                   string             `json:"type" enum:"public-key" msg:"This is not a passkey"`
	Response               PasskeyAttestation `json:"response" msg:"The passkey is incomplete"`
	ClientExtensionResults struct{}           `json:"clientExtensionResults,omitzero"`
}

type PasskeyAttestation struct {
	ClientDataJSON    string   `json:"clientDataJSON" maxLength:"20000" msg:"The passkey is incomplete"`
	AttestationObject string   `json:"attestationObject" maxLength:"100000" msg:"The passkey is incomplete"`
	Transports        []string `json:"transports,omitempty" maxItems:"10" msg:"The passkey is incomplete"`
}

// PasskeyProof is the result of navigator.credentials.get, with the id of its challenge.
type PasskeyProof struct {
	ChallengeID string                `json:"challengeId" minLength:"1" maxLength:"100" msg:"The passkey is incomplete"`
	Credential  PasskeyAuthentication `json:"credential" msg:"The passkey is incomplete"`
}

type PasskeyAuthentication struct {
	ID       string           `json:"id" maxLength:"2000" msg:"The passkey is incomplete"`
	RawID    string           `json:"rawId" maxLength:"2000" msg:"The passkey is incomplete"`
	Type     string           `json:"type" enum:"public-key" msg:"This is not a passkey"`
	Response PasskeyAssertion `json:"response" msg:"The passkey is incomplete"`
}

type PasskeyAssertion struct {
	ClientDataJSON    string `json:"clientDataJSON" maxLength:"20000" msg:"The passkey is incomplete"`
	AuthenticatorData string `json:"authenticatorData" maxLength:"20000" msg:"The passkey is incomplete"`
	Signature         string `json:"signature" maxLength:"20000" msg:"The passkey is incomplete"`
	UserHandle        string `json:"userHandle,omitempty" maxLength:"200" msg:"The passkey is incomplete"`
}

// purpose of a challenge.
type purpose string

const (
	forRegistration purpose = "register"
	forSignIn       purpose = "sign_in"
	forSecondStep   purpose = "second_step"
	forConfirmation purpose = "confirm"
	answeredIn              = 5 * time.Minute
)

var errNoSite = fault.New(fault.Unavailable, "passkeys_need_a_name",
	"Passkeys need a site with a domain name. Ask its operator to set one with --public-url.")

// relyingPartyID returns the domain that passkeys are bound to and the origin that may request them. A loopback address
// becomes localhost, because browsers accept no IP address as relying party. fault.Unavailable for any other IP address
// and without a host name.
func (s *Service) relyingPartyID() (name, origin string, err error) {
	u, err := url.Parse(s.address)
	if err != nil || u.Hostname() == "" {
		return "", "", errNoSite
	}
	name, origin = u.Hostname(), u.Scheme+"://"+u.Host
	ip := net.ParseIP(name)
	switch {
	case ip == nil:
		return name, origin, nil
	case ip.IsLoopback():
		origin = u.Scheme + "://localhost"
		if port := u.Port(); port != "" {
			origin += ":" + port
		}
		return "localhost", origin, nil
	}
	return "", "", errNoSite
}

func (s *Service) relyingParty(ctx context.Context) (*webauthn.WebAuthn, error) {
	name, origin, err := s.relyingPartyID()
	if err != nil {
		return nil, err
	}
	issuer, err := s.issuer(ctx)
	if err != nil {
		return nil, err
	}
	return webauthn.New(&webauthn.Config{RPID: name, RPDisplayName: issuer, RPOrigins: []string{origin}, AttestationPreference: protocol.PreferNoAttestation})
}

// webauthnUser adapts a user to the library. The user handle is the id, which reveals nothing.
type webauthnUser struct {
	account
	keys []passkeyRow
}

func (h webauthnUser) WebAuthnID() []byte          { return userHandle(h.ID) }
func (h webauthnUser) WebAuthnName() string        { return h.Email }
func (h webauthnUser) WebAuthnDisplayName() string { return h.FullName }

func (h webauthnUser) WebAuthnCredentials() []webauthn.Credential {
	credentials := make([]webauthn.Credential, len(h.keys))
	for i, k := range h.keys {
		credentials[i] = k.Credential.V
	}
	return credentials
}

// userHandle returns the bytes of a user's UUID.
func userHandle(user string) []byte {
	raw := uuid.MustParse(user)
	return raw[:]
}

// convertJSON converts v through JSON to T, which has some of its members.
func convertJSON[T any](v any) (t T, err error) {
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &t)
	}
	return t, err
}

// saveChallenge stores a challenge for the user, or for any user when "", and returns its id.
func (s *Service) saveChallenge(ctx context.Context, p purpose, user string, session *webauthn.SessionData) (id string, err error) {
	row := passkeyChallenge{ID: db.NewID(), Purpose: p, Data: db.JSON[webauthn.SessionData]{V: *session}, ExpiresAt: s.clock.Now().Add(answeredIn)}
	if user != "" {
		row.UserID = &user
	}
	return row.ID, s.db.InTx(ctx, func(tx bun.IDB) error { return insertPasskeyChallenge(ctx, tx, row) })
}

// takeChallenge consumes a challenge, whatever the outcome. refused when it is invalid or another user's.
func (s *Service) takeChallenge(ctx context.Context, id string, p purpose, user string) (session webauthn.SessionData, err error) {
	return session, s.db.InTx(ctx, func(tx bun.IDB) error {
		row, err := takePasskeyChallenge(ctx, tx, id, p, s.clock.Now())
		if err != nil {
			return err
		}
		if row == nil || row.UserID != nil && *row.UserID != user {
			return errPasskeyRefused(nil)
		}
		session = row.Data.V
		return nil
	})
}

// errPasskeyRefused answers a passkey that is not accepted; the reason is for the log.
func errPasskeyRefused(why error) error {
	return fault.New(fault.Invalid, "passkey_refused", "This passkey was not accepted. Try again.").WithCause(why)
}
