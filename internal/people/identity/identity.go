// Package identity lets users sign in with an account at an identity provider: Google, Apple, Microsoft, Facebook, GitHub,
// LinkedIn, or any OpenID Connect provider.
//
// A connected identity replaces the password, not the second factor. An identity is never connected to an account merely
// because the email addresses match: the user proves both. Nothing from a provider is trusted unless it came straight from
// it, for this authorization request and this browser.
package identity

import (
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"lectern/internal/people/authn"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

// IdentityProvider is a provider as the sign-in page shows it.
type IdentityProvider struct {
	Name  string `json:"name" enum:"google,facebook,github,linkedin,microsoft,apple,oidc"`
	Label string `json:"label" doc:"What people call it."`
}

// NewAuthorizationRequest is what the browser sends to start a sign-in at a provider.
type NewAuthorizationRequest struct {
	Next string `json:"next,omitempty" maxLength:"500" doc:"Where to go here afterwards: a path of this application." msg:"maxLength=This address is too long"`
}

// localPath matches paths of this application only, however a browser may parse them.
var localPath = regexp.MustCompile(`^/(?:[^/\\[:cntrl:]][^\\[:cntrl:]]*)?$`)

func (v NewAuthorizationRequest) validate() error {
	var broken fault.Fields
	broken.Require(v.Next == "" || localPath.MatchString(v.Next), "next", "invalid_format", "This is not an address of this site")
	return broken.Err()
}

// AuthorizationRequest tells the browser where to go and what to keep until it returns.
type AuthorizationRequest struct {
	URL string `json:"url" doc:"Of the provider, to go to."`
	Key string `json:"key" doc:"For the page to keep for this visit: what comes back is good only together with it, so that nobody can finish what another has begun."`
}

// IdentityCallback is what the browser brings back from a provider.
type IdentityCallback struct {
	State       string `json:"state" minLength:"1" maxLength:"200" msg:"The provider's answer is incomplete. Please start again;maxLength=This answer was not asked for. Please start again"`
	Key         string `json:"key" minLength:"1" maxLength:"200" msg:"This sign-in was started in another browser or tab. Start again here;maxLength=This sign-in was started in another browser or tab. Start again here"`
	Code        string `json:"code" minLength:"1" maxLength:"4096" msg:"The provider's answer is incomplete. Please start again;maxLength=The provider's answer is too long"`
	Issuer      string `json:"iss,omitempty" maxLength:"500" doc:"As the provider has named itself (RFC 9207)."`
	Name        string `json:"name,omitempty" maxLength:"500" doc:"Only Apple: the name, which it tells the browser and at the first time alone."`
	DeviceToken string `json:"deviceToken,omitempty" maxLength:"100" doc:"Of an earlier sign-in on this device."`
}

// SignInResult is a session, or the second step that is needed first.
type SignInResult = rest.Either[authn.SignedIn, authn.SecondStep]

// IdentityCallbackResult is the outcome of an authorization request.
type IdentityCallbackResult struct {
	Outcome string        `json:"outcome" enum:"entered,connected,link_required,address_unconfirmed" doc:"entered: entry says how to go on. connected: the identity is now connected to the caller's account. link_required: there is an account with this email address, whose owner must sign in to it and send the link's token to /auth/identities. address_unconfirmed: the provider does not vouch for the address; an email to it says how to go on, in this browser."`
	Entry   *SignInResult `json:"entry,omitempty"`
	Link    *Link         `json:"link,omitempty"`
	Key     string        `json:"key,omitempty" doc:"Of address_unconfirmed: for the browser to keep until the email's link is opened in it, and to send to /auth/complete-registration."`
	Label   string        `json:"label" doc:"What people call the provider."`
	Next    string        `json:"next" doc:"Where the visitor wanted to go, may be empty."`
}

// Link is a proven identity whose owner has yet to prove the account too.
type Link struct {
	Token     string `json:"token"`
	Email     string `json:"email" doc:"Of the account."`
	ExpiresIn int64  `json:"expiresIn" doc:"Seconds that the token is good for."`
}

// IdentityProof connects the identity of a Link to the caller's account.
type IdentityProof struct {
	Token string `json:"token" minLength:"1" maxLength:"200" msg:"The request is incomplete;maxLength=The request is incomplete"`
}

// Connected is an identity with which a user can sign in.
type Connected struct {
	bun.BaseModel `bun:"table:federated_identities,alias:o" json:"-"`

	ID         string    `bun:",pk" json:"id"`
	UserID     string    `json:"-"`
	Provider   string    `json:"provider"`
	Label      string    `bun:"-" json:"label" doc:"What people call the provider."`
	Issuer     string    `json:"-"`
	Subject    string    `json:"-"`
	Email      string    `json:"email" doc:"As the provider has told it, may be empty."`
	CreatedAt  time.Time `json:"connected_at"`
	LastUsedAt time.Time `json:"last_used_at"`
	OnlyWayIn  bool      `bun:"-" json:"only_way_in" doc:"There is no password and no other identity: it cannot be disconnected."`
}

// authorizationRequest is an unfinished sign-in at a provider (RFC 6749, 4.1.1).
type authorizationRequest struct {
	bun.BaseModel `bun:"table:authorization_requests,alias:v"`

	ID        string `bun:",pk"`
	Provider  string
	UserID    *string
	Next      string
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    *time.Time
}

// proof is a proven identity that waits to be connected to an existing account, or to the one that a sign-up makes.
type proof struct {
	bun.BaseModel `bun:"table:identity_proofs,alias:f"`

	ID        string `bun:",pk"`
	UserID    *string
	SignUp    string
	Provider  string
	Issuer    string
	Subject   string
	Email     string
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    *time.Time
}

// providerUser is the user as described by the provider.
type providerUser struct {
	Issuer, Subject string
	Email           string
	Verified        bool // the provider vouches that the address is theirs
	Name            string
}

const longestName, longestEmail, longestSubject = 120, 254, 255

// normalise returns p cleaned for storage: providers may send arbitrary text.
func (p providerUser) normalise() providerUser {
	p.Name = strings.TrimSpace(text.Printable(strings.TrimSpace(p.Name), longestName))
	if p.Email = strings.TrimSpace(p.Email); len(p.Email) > longestEmail || strings.ContainsFunc(p.Email, unusable) {
		p.Email, p.Verified = "", false
	}
	if p.Name == "" {
		p.Name, _, _ = strings.Cut(p.Email, "@")
	}
	return p
}

// isValid reports whether the subject identifies exactly one user.
func (p providerUser) isValid() bool {
	return p.Subject != "" && len(p.Subject) <= longestSubject && !strings.ContainsFunc(p.Subject, unusable)
}

// unusable matches what no address or subject may hold. U+FFFD stands for bytes that were not UTF-8: two subjects with different ones
// would be the same.
func unusable(r rune) bool { return text.IsUnprintable(r) || r == utf8.RuneError }

// Changed is published when an identity is connected or disconnected.
type Changed struct {
	User      string
	Provider  string
	Connected bool
}

// EventName is stored in the outbox: do not change it.
func (Changed) EventName() string { return "identity.changed" }
