// Package access identifies the caller of a request.
package access

import (
	"slices"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
)

type Role string

const (
	Student    Role = "student"
	Instructor Role = "instructor"
	Corporate  Role = "corporate"
	Admin      Role = "admin"
)

var AllRoles = []Role{Student, Instructor, Corporate, Admin}

// Caller is the sender of a request. Handlers receive one that a gate has admitted; the zero value is nobody.
type Caller struct {
	ID       string
	Session  string // the session of the token; while impersonating, the impersonation's id
	Roles    []Role
	Actor    string // the administrator who impersonates ID, otherwise ""
	ReadOnly bool   // the administrator may read only
	Client   Client // of the request
	// MustAccept is the fault of most operations while the caller has not accepted the terms of this site; otherwise nil.
	MustAccept error
}

// OwnOrAll is the user to whom a list of what users own is narrowed: the caller; "" for administrators, who manage that of all.
func (c Caller) OwnOrAll() string {
	if c.HasRole(Admin) {
		return ""
	}
	return c.ID
}

// HasRole reports whether the caller has one of the roles.
func (c Caller) HasRole(roles ...Role) bool {
	return slices.ContainsFunc(roles, func(r Role) bool { return slices.Contains(c.Roles, r) })
}

// Tokens signs and parses access tokens.
type Tokens struct {
	Key   []byte
	Clock clock.Clock
	TTL   time.Duration
}

type claims struct {
	jwt.RegisteredClaims
	Session  string `json:"sid"`
	Roles    []Role `json:"roles"`
	Actor    *actor `json:"act,omitempty"`
	ReadOnly bool   `json:"read_only,omitempty"`
}

// actor is the party acting on behalf of the subject (RFC 8693, section 4.1).
type actor struct {
	Subject string `json:"sub"`
}

// issuer and audience reject tokens that another application made with the same key.
const issuer, audience = "lectern", "lectern-api"

// Sign returns an access token for c that expires after TTL.
func (t Tokens) Sign(c Caller) (string, error) {
	now := t.Clock.Now()
	body := claims{RegisteredClaims: jwt.RegisteredClaims{
		Issuer: issuer, Audience: jwt.ClaimStrings{audience}, Subject: c.ID,
		IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(t.TTL)),
	}, Session: c.Session, Roles: c.Roles, ReadOnly: c.ReadOnly}
	if c.Actor != "" {
		body.Actor = &actor{c.Actor}
	}
	return jwt.NewWithClaims(jwt.SigningMethodHS256, body).SignedString(t.Key)
}

// Parse reads a token. An invalid or expired one is fault.Unauthenticated, "token_invalid".
func (t Tokens) Parse(token string) (Caller, error) {
	var body claims
	_, err := jwt.ParseWithClaims(token, &body, func(*jwt.Token) (any, error) { return t.Key, nil },
		jwt.WithValidMethods([]string{"HS256"}), jwt.WithExpirationRequired(), jwt.WithTimeFunc(t.Clock.Now),
		jwt.WithIssuer(issuer), jwt.WithAudience(audience), jwt.WithIssuedAt())
	if err != nil || body.Subject == "" {
		return Caller{}, fault.New(fault.Unauthenticated, "token_invalid", "Your session has expired. Please log in again.").WithCause(err)
	}
	who := Caller{ID: body.Subject, Session: body.Session, Roles: body.Roles, ReadOnly: body.ReadOnly}
	if body.Actor != nil {
		who.Actor = body.Actor.Subject
	}
	return who, nil
}
