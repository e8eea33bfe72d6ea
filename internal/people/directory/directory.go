// Package directory stores users, their roles and their search index for the features of this wing.
package directory

import (
	"net/mail"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/text"
)

// User is both the row and the API's representation.
type User struct {
	bun.BaseModel `bun:"table:users,alias:u" json:"-"`

	ID               string        `bun:",pk" json:"id"`
	Email            string        `json:"email"`
	EmailKey         string        `json:"-"` // EmailKey of Email; unique
	FullName         string        `json:"full_name"`
	Roles            []access.Role `bun:"-" json:"roles" enum:"student,instructor,corporate,admin"`
	PasswordHash     string        `json:"-"` // "" until the user has chosen a password
	EmailVerifiedAt  *time.Time    `json:"email_verified_at,omitempty" doc:"Absent until the user has confirmed that the address is theirs."`
	Status           string        `json:"-"`                 // Active or Disabled
	StudentNumber    string        `bun:",nullzero" json:"-"` // "" for none; for administrators and the user alone
	StudentNumberKey string        `bun:",nullzero" json:"-"` // StudentNumberKey of StudentNumber; unique
	CreatedAt        time.Time     `json:"created_at"`
	UpdatedAt        time.Time     `json:"-"`
	NameKey          string        `json:"-"` // sort key of FullName
}

const (
	Active   = "active"
	Disabled = "disabled" // may not sign in
)

// Version identifies a state of a user, for If-Match.
func (u User) EditVersion() int64 { return u.UpdatedAt.UnixMicro() }

// Imported are the details that a row of a sheet gives of a user; what is empty is not given.
type Imported struct {
	FullName, Email, StudentNumber string
	Roles                          []access.Role
	Status                         string
	Contact                        ImportedContact
}

// ImportedContact are the contact details that a row of a sheet gives of a user; what is empty is not given.
type ImportedContact struct {
	Phone, BirthDate, Street, PostalCode, City, Region, Country string
}

// StudentNumberKey returns the key that all spellings of a student number share; "" for none.
func StudentNumberKey(number string) string { return strings.ToLower(number) }

// IsAddress reports whether email is one bare address of RFC 5322, without a display name.
func IsAddress(email string) bool {
	parsed, err := mail.ParseAddress(email)
	return err == nil && parsed.Address == email && len(email) <= 254 && !strings.ContainsFunc(email, text.IsUnprintable)
}

// EmailKey returns the key that all spellings of an address share. It holds no NUL, which PostgreSQL cannot compare.
func EmailKey(email string) string {
	return strings.ToLower(strings.TrimSpace(strings.ReplaceAll(email, "\x00", "")))
}
