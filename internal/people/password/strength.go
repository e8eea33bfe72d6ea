package password

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ccojocar/zxcvbn-go"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/settings"
	"lectern/internal/platform/text"
)

const (
	minLength   = 10  // characters
	maxLength   = 128 // characters
	minScore    = 3   // of zxcvbn's 0 to 4: not found with 10^8 guesses
	scoredRunes = 24  // further characters cost zxcvbn time without lowering the score
)

// RequireLength rejects a password that is too short or too long for every school.
func RequireLength(broken *fault.Fields, field, password string) {
	characters := utf8.RuneCountInString(password)
	broken.Require(characters >= minLength, field, "too_short", "Your password must have at least 10 characters")
	broken.Require(characters <= maxLength, field, "too_long", "Your password must have at most 128 characters")
}

// Policy is what passwords that users choose must satisfy.
type Policy struct {
	Hasher   *Hasher
	Settings *settings.Store
	DB       *db.DB
}

// Require returns fault.Invalid for a password that is shorter than the school wants or easily guessed, including from facts about
// its owner. Scoring costs about as much as hashing and uses the same queue: fault.Unavailable when that is full.
func (p *Policy) Require(ctx context.Context, field, password string, about ...string) error {
	current, err := p.Settings.Current(ctx, p.DB.Reader())
	if err != nil {
		return err
	}
	least := current.Passwords.MinLength
	if int64(utf8.RuneCountInString(password)) < least {
		return fault.InvalidField(field, "too_short", fmt.Sprintf("Your password must have at least %d characters", least))
	}
	words := strings.FieldsFunc(strings.ToLower(strings.Join(about, " ")), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	var score int
	err = p.Hasher.do(ctx, func() { score = zxcvbn.PasswordStrength(text.Truncate(password, scoredRunes), words).Score })
	if err != nil {
		return err
	}
	var broken fault.Fields
	broken.Require(score >= minScore, field, "too_common", "This password is easy to guess. Use three or four unusual words.")
	return broken.Err()
}

// ErrNone answers users who have no password because they signed up with an identity provider.
var ErrNone = fault.New(fault.Conflict, "no_password", "Your account has no password yet. Use “Forgot your password?” on the sign-in page to get a link to choose one.")
