// Package session signs users in and out, and knows what a session may do.
//
// A session is one device. Its access token is short-lived and carries the roles; its refresh token rotates at each use
// and ends the session when it is used twice.
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

// Credentials are what a user signs in with. No password has more than 1,024 bytes.
type Credentials struct {
	Email       string `json:"email" pattern:"\\S" maxLength:"254" msg:"Please enter your e-mail address"`
	Password    string `json:"password" minLength:"1" maxLength:"1024" msg:"Please enter your password;maxLength=This password is too long to be yours"`
	DeviceToken string `json:"deviceToken,omitempty" maxLength:"100" doc:"Of an earlier sign-in on this device: what strangers get wrong then locks nobody out here."`
}

// RefreshRequest names a session by its refresh token.
type RefreshRequest struct {
	RefreshToken string `json:"refreshToken" minLength:"1" maxLength:"1000" msg:"The refresh token is missing;maxLength=This is not a refresh token"`
}

// Entry is the answer to a proven identity: a session, or what is to be proven besides.
type Entry = rest.Either[authn.SignedIn, authn.SecondStep]

// SignedOut is the empty answer to signing out.
type SignedOut struct{}

// Permissions is what the caller may do; the browser hides by it and enforces nothing.
type Permissions struct {
	User       directory.User `json:"user"`
	Roles      []access.Role  `json:"roles" enum:"student,instructor,corporate,admin"`
	Operations []string       `json:"operations" doc:"Every operation that the caller's roles open, as \"METHOD /path\"."`
	Acting     *ActingAs      `json:"acting,omitempty" doc:"Present when an administrator sees this as somebody else; then user is whom they see it as."`
}

// ActingAs tells that an administrator acts as another user.
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

// SessionView is a session as its owner sees it.
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
	idleTimeout = 30 * 24 * time.Hour // after which a session that is not used ends
	reuseGrace  = 10 * time.Second    // in which a second use of a refresh token is two tabs or a lost answer, and no theft
	retention   = 30 * 24 * time.Hour // of the row of an ended session, for operators who ask what happened
)

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
	TwoFactor  bool       // opened by more than a password
	ProvenAt   *time.Time // when its owner last proved who they are
}

// proof is how the owner of a new session has proven who they are.
type proof struct {
	deviceID  string // the known device on which they are, "" for another
	twoFactor bool
}

var errSessionEnded = fault.New(fault.Unauthenticated, "session_ended", "Your session has expired. Please log in again.")
