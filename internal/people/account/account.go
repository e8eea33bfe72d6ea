// Package account knows who people are: users and their roles, signing in and out, and what a session may do.
//
// A session is one device. Its access token is short-lived and carries the roles; its refresh token rotates at each use
// and ends the session when it is used twice.
package account

import (
	"net/mail"
	"strings"
	"time"
	"unicode"

	"github.com/uptrace/bun"

	"lectern/internal/people/password"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// User is both the row and what people are sent about themselves.
type User struct {
	bun.BaseModel `bun:"table:users,alias:u" json:"-"`

	ID              string        `bun:",pk" json:"id"`
	Email           string        `json:"email"`
	EmailKey        string        `json:"-"`
	FullName        string        `json:"full_name"`
	Roles           []access.Role `bun:"-" json:"roles" enum:"student,instructor,corporate,admin"`
	PasswordHash    string        `json:"-"`
	EmailVerifiedAt *time.Time    `json:"email_verified_at,omitempty" doc:"Absent until somebody has shown that the address is theirs."`
	Status          string        `json:"-"`
	CreatedAt       time.Time     `json:"created_at"`
	UpdatedAt       time.Time     `json:"-"`
	NameKey         string        `json:"-"` // FullName as it is sorted; enlist writes it
}

const active = "active" // the status of a user who may sign in

// Registration is what somebody says of themselves to get an account.
type Registration struct {
	FullName string `json:"full_name" pattern:"\\S" maxLength:"120" msg:"Please enter your name;maxLength=Your name must be at most 120 characters"`
	Email    string `json:"email" pattern:"\\S" maxLength:"254" msg:"Please enter your e-mail address;maxLength=An e-mail address has at most 254 characters"`
	Password string `json:"password" minLength:"10" maxLength:"128" msg:"Please choose a password;minLength=Your password must have at least 10 characters;maxLength=Your password must have at most 128 characters"`
}

// normalise is r as it is stored, or fault.Invalid with every rule that it breaks: also those of the tags, which what
// an operator types has not passed. The password is left as it is, to the byte.
func (r Registration) normalise() (Registration, error) {
	r = r.trimmed()
	var broken fault.Fields
	r.checkPerson(&broken)
	password.RequireLength(&broken, "password", r.Password)
	return r, broken.Err()
}

func (r Registration) trimmed() Registration {
	r.FullName, r.Email = strings.TrimSpace(r.FullName), strings.TrimSpace(r.Email)
	return r
}

// checkPerson notes what is wrong with all but the password.
func (r Registration) checkPerson(broken *fault.Fields) {
	broken.Require(r.FullName != "", "full_name", "required", "Please enter your name")
	broken.Require(!strings.ContainsFunc(r.FullName, unicode.IsControl), "full_name", "invalid_format", "Your name holds a character that cannot be shown")
	broken.Require(isAddress(r.Email), "email", "invalid_format", "This is not a valid e-mail address")
}

// isAddress says that mail could be sent there: one bare address of RFC 5322, without a display name.
func isAddress(email string) bool {
	parsed, err := mail.ParseAddress(email)
	return err == nil && parsed.Address == email && len(email) <= 254 && !strings.ContainsFunc(email, unicode.IsControl)
}

// emailKey is what two spellings of one address have in common. It has no NUL, which PostgreSQL cannot even compare.
func emailKey(email string) string {
	return strings.ToLower(strings.TrimSpace(strings.ReplaceAll(email, "\x00", "")))
}

// Credentials are what somebody signs in with. Longer passwords than 1,024 bytes are nobody's.
type Credentials struct {
	Email       string `json:"email" pattern:"\\S" maxLength:"254" msg:"Please enter your e-mail address"`
	Password    string `json:"password" minLength:"1" maxLength:"1024" msg:"Please enter your password;maxLength=This password is too long to be yours"`
	DeviceToken string `json:"deviceToken,omitempty" maxLength:"100" doc:"Of an earlier sign-in on this device: what strangers get wrong then locks nobody out here."`
}

// RefreshRequest names a session by its refresh token.
type RefreshRequest struct {
	RefreshToken string `json:"refreshToken" minLength:"1" maxLength:"1000" msg:"The refresh token is missing;maxLength=This is not a refresh token"`
}

// FirstAdmin is what the set-up page sends.
type FirstAdmin struct {
	Code string `json:"code" pattern:"\\S" maxLength:"64" msg:"Please enter the code that the console shows"`
	Registration
}

// Setup says whether the installation waits for its first administrator.
type Setup struct {
	Needed bool `json:"needed"`
}

// SignedIn is what a device gets to act for a person.
type SignedIn struct {
	AccessToken  string `json:"accessToken" doc:"For the header Authorization: Bearer."`
	RefreshToken string `json:"refreshToken" doc:"For one use at /auth/refresh-token, which answers with the next."`
	ExpiresIn    int64  `json:"expiresIn" doc:"Seconds that the access token is good for."`
	DeviceToken  string `json:"deviceToken,omitempty" doc:"To send with the next sign-in on this device. Absent when that which was sent stays good."`
	User         User   `json:"user"`
}

// SignedOut is the empty answer to signing out.
type SignedOut struct{}

// Permissions is what the caller may do; the browser hides by it and enforces nothing.
type Permissions struct {
	User       User          `json:"user"`
	Roles      []access.Role `json:"roles" enum:"student,instructor,corporate,admin"`
	Operations []string      `json:"operations" doc:"Every operation that the caller's roles open, as \"METHOD /path\"."`
	Acting     *ActingAs     `json:"acting,omitempty" doc:"Present when an administrator sees this as somebody else; then user is whom they see it as."`
}

// ActingAs tells that an administrator acts as somebody else.
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
