// Package session signs users in and out.
//
// A session belongs to one device. Its access token is short-lived and carries the roles; its refresh token rotates at each
// use, and using one twice ends the session.
package session

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// Credentials of a sign-in. A password has at most 1,024 bytes.
type Credentials struct {
	Email       string `json:"email" pattern:"\\S" maxLength:"254" msg:"Please enter your email address"`
	Password    string `json:"password" minLength:"1" maxLength:"1024" msg:"Please enter your password;maxLength=This password is too long to be yours"`
	DeviceToken string `json:"deviceToken,omitempty" maxLength:"100" doc:"Of an earlier sign-in on this device: what strangers get wrong then locks nobody out here."`
}

// RefreshRequest identifies a session by its refresh token.
type RefreshRequest struct {
	RefreshToken string `json:"refreshToken" minLength:"1" maxLength:"1000" msg:"The refresh token is missing;maxLength=This is not a refresh token"`
}

// SignOutRequest names the session to end.
type SignOutRequest struct {
	RefreshToken string `json:"refreshToken,omitempty" maxLength:"1000" msg:"This is not a refresh token" doc:"Of the session that ends; absent: that of the access token."`
}

// SignInResult is the answer to a proven identity: a session, or the second step.
type SignInResult = rest.Either[authn.SignedIn, authn.SecondStep]

// SignedOut is the empty answer to signing out.
type SignedOut struct{}

// Permissions tell the browser what to show; the gates enforce them.
type Permissions struct {
	User       directory.User `json:"user"`
	Roles      []access.Role  `json:"roles" enum:"student,instructor,corporate,admin"`
	Operations []string       `json:"operations" doc:"Every operation that the caller's roles open, as \"METHOD /path\"."`
	Locale     string         `json:"locale,omitempty" doc:"The caller's language and region (BCP 47), when they have chosen one."`
	MustAccept bool           `json:"must_accept_terms,omitempty" doc:"true: most operations answer 403 (terms_not_accepted) until the caller has accepted what GET /legal-acceptances lists."`
	Acting     *ActingAs      `json:"acting,omitempty" doc:"Present while an administrator acts as another user; user is then that user."`
}

// ActingAs is set while an administrator impersonates a user.
type ActingAs struct {
	AdminID  string `json:"admin_id"`
	ReadOnly bool   `json:"read_only"`
}

func actingOf(who access.Caller) *ActingAs {
	if who.Actor == "" {
		return nil
	}
	return &ActingAs{who.Actor, who.ReadOnly}
}

// SessionView is a session as shown to its owner.
type SessionView struct {
	ID        string    `json:"id"`
	Device    string    `json:"device" doc:"As people name it: Firefox on Linux."`
	UserAgent string    `json:"user_agent"`
	Place     string    `json:"place" doc:"The network, not the machine: 192.0.2.0/24."`
	CreatedAt time.Time `json:"created_at"`
	LastSeen  time.Time `json:"last_seen" doc:"To within the 15 minutes that an access token lives."`
	Current   bool      `json:"current" doc:"The one that asks."`
}

const (
	reuseGrace = 10 * time.Second    // a second use of a refresh token within it is two tabs or a lost answer, not theft
	retention  = 30 * 24 * time.Hour // of the row of an ended session, for investigations
)

// session is one signed-in device.
type session struct {
	bun.BaseModel `bun:"table:sessions,alias:s"`

	ID            string `bun:",pk"`
	UserID        string
	Generation    int64
	RotatedAt     time.Time
	UserAgent     string
	Network       string // network of the last rotation
	CreatedAt     time.Time
	ExpiresAt     time.Time
	RevokedAt     *time.Time
	RevokedReason string
	TwoFactor     bool       // opened with a second factor
	ProvenAt      *time.Time // when the user last proved their identity
}

// proof describes how the user of a new session has proven their identity.
type proof struct {
	deviceID  string // the known device, "" for a new one
	twoFactor bool
}

var errSessionEnded = fault.New(fault.Unauthenticated, "session_ended", "Your session has expired. Please log in again.")
