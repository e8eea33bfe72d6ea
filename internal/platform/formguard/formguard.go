// Package formguard keeps robots from forms that are open to everybody, without a third party and without puzzles: a form is opened by the
// server, takes a person a while and has a field that people don't see. Where something speaks for a robot, the sender proves their address by
// a code in an email.
package formguard

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/settings"
	"lectern/internal/platform/sign"
)

const (
	formLifetime = 2 * time.Hour
	codeLifetime = 10 * time.Minute
	mostTries    = 5
	lastOfCode   = 1_000_000 // exclusive: codes have 6 digits
)

// FormAge is how old a form is at least when a person sends it.
const FormAge = 3 * time.Second

// Rules of a network address.
var codeRule = ratelimit.Rule{Name: "form codes", Limit: 10, Window: time.Hour} // emails with codes

// trusted is how many forms of a purpose a network sends before its next ones look like a robot's.
func trusted(purpose string) ratelimit.Rule {
	return ratelimit.Rule{Name: "forms of " + purpose, Limit: 3, Window: time.Hour}
}

var (
	errFormOver     = fault.New(fault.Gone, "form_expired", "This form has expired. Choose the time again.")
	errTooFast      = fault.New(fault.TooMany, "too_fast", "Please wait a moment, then send the form again.").WithRetryAfter(FormAge)
	errCodeRequired = fault.New(fault.Conflict, "email_code_required", "We sent a code with 6 digits to this email address. Enter it, then send the form again.")
	errCodeWrong    = fault.New(fault.Conflict, "email_code_wrong", "This code isn't right. Use the one in our latest email.")
)

// Deps are what New needs.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *settings.Store
	Limits   *ratelimit.Limiter
	Queue    *jobs.Queue
	Mail     mail.Sender
	Key      []byte // for the tokens of forms, and the codes
}

// Guard guards the forms of all features; each of them names its purpose.
type Guard struct {
	deps  Deps
	forms sign.Signer
	codes sign.Signer
}

func New(d Deps) *Guard {
	deps.Require(d)
	return &Guard{d, sign.New(d.Key, "forms"), sign.New(d.Key, "form codes")}
}

// Form is a form that was opened.
type Form struct {
	ID       string
	OpenedAt time.Time
}

// Open returns the token of a new form.
func (g *Guard) Open(purpose string) string {
	now := g.deps.Clock.Now()
	return g.forms.Token(now.Add(formLifetime), purpose, db.NewID(), now.Format(time.RFC3339Nano))
}

// Read returns the form of a token: fault.Gone for one of another purpose, or that has expired.
func (g *Guard) Read(purpose, token string) (Form, error) {
	fields, err := g.forms.Read(token, g.deps.Clock.Now(), 3)
	if err != nil || fields[0] != purpose {
		return Form{}, errFormOver.WithCause(err)
	}
	opened, err := time.Parse(time.RFC3339Nano, fields[2])
	return Form{fields[1], opened}, err
}

// Submission is a form as its visitor sends it.
type Submission struct {
	Purpose string
	Form    Form   // zero for who sends none
	Website string // what stands in the field that people don't see
	Email   string
	Code    string // of our email, "" for none
}

// Asked says until when the code that a visitor is asked for works. It is nil where none is asked for.
type Asked struct{ Until time.Time }

// Check lets a visitor's form pass, or not: fault.Invalid for an address that the school has blocked, fault.TooMany for who is faster than people
// or tries codes, and fault.Conflict, with the lifetime of the code, for who has to enter one, which it emails. It is not for users who are signed in, except CheckAddress.
func (g *Guard) Check(ctx context.Context, s Submission) (*Asked, error) {
	if err := g.CheckAddress(ctx, s.Email); err != nil {
		return nil, err
	}
	if s.Form.ID != "" && g.deps.Clock.Now().Before(s.Form.OpenedAt.Add(FormAge)) {
		return nil, errTooFast
	}
	isAsked, err := g.asks(ctx, s)
	if err != nil || !isAsked {
		return nil, err
	}
	if s.Code != "" {
		return nil, g.try(ctx, addressKey(s.Email), strings.TrimSpace(s.Code))
	}
	until, err := g.ask(ctx, s.Email)
	if err != nil {
		return nil, err
	}
	return &Asked{until}, errCodeRequired
}

// asks reports whether the sender of a form has to enter a code.
func (g *Guard) asks(ctx context.Context, s Submission) (bool, error) {
	current, err := g.deps.Settings.Current(ctx, g.deps.DB.Reader())
	if err != nil {
		return false, err
	}
	switch current.Forms.EmailCode {
	case settings.CodeNever:
		return false, nil
	case settings.CodeAlways:
		return true, nil
	}
	if s.Form.ID == "" || s.Website != "" {
		return true, nil
	}
	err = g.deps.Limits.Check(ctx, hit(ctx, trusted(s.Purpose)))
	if fault.Is(err, fault.TooMany) {
		return true, nil
	}
	return false, err
}

// Sent counts a form that has passed and done what it is for.
func (g *Guard) Sent(ctx context.Context, purpose string) error {
	return g.deps.Limits.Count(ctx, hit(ctx, trusted(purpose)))
}

// CheckAddress refuses an address that the school has blocked: fault.Invalid.
func (g *Guard) CheckAddress(ctx context.Context, email string) error {
	current, err := g.deps.Settings.Current(ctx, g.deps.DB.Reader())
	if err == nil && current.Forms.Blocks(email) {
		err = fault.InvalidField("email", "not_allowed", "This email address can't be used here. Use another one.")
	}
	return err
}

func hit(ctx context.Context, r ratelimit.Rule) ratelimit.Hit {
	return ratelimit.Hit{Rule: r, Subject: access.ClientOf(ctx).NetworkKey()}
}

func addressKey(email string) string { return strings.ToLower(email) }

// codeOf returns the digits of a code: made again whenever they are needed, never stored.
func (g *Guard) codeOf(c code) string {
	return fmt.Sprintf("%06d", binary.BigEndian.Uint64(g.codes.Hash(c.ID))%lastOfCode)
}
