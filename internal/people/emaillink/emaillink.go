// Package emaillink issues and redeems the links in emails about accounts: each has one purpose, works once, and expires.
package emaillink

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/sign"
)

type Purpose string

// Purposes of links to users. Features with links to rows of their own declare theirs.
const (
	Verify Purpose = "verify" // confirms the address
	Reset  Purpose = "reset"  // chooses another password
	Unlock Purpose = "unlock" // ends the locks of failed attempts
)

// lifetimes of links, from when the email was ordered.
var lifetimes = map[Purpose]time.Duration{Verify: 24 * time.Hour, Reset: 30 * time.Minute, Unlock: 30 * time.Minute}

// pages that the links lead to.
var pages = map[Purpose]string{Verify: "/verify-email", Reset: "/reset-password", Unlock: "/unlock"}

// retention is how long expired links are kept for investigations.
const retention = 30 * 24 * time.Hour

type link struct {
	bun.BaseModel `bun:"table:email_links,alias:k"`

	ID        string `bun:",pk"`
	UserID    string
	Purpose   Purpose
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    *time.Time
}

// LinkToken is the body of a request that redeems a link: the token in its fragment.
type LinkRedemption struct {
	Token string `json:"token" minLength:"1" maxLength:"200" msg:"This link is incomplete. Open it again from the email;maxLength=This link is incomplete. Open it again from the email"`
}

// ErrDead is returned for every invalid link, without saying why.
var ErrDead = fault.New(fault.Gone, "link_dead", "This link has expired or was already used. Request a new one.")

// Deps of Links.
type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Key     []byte // signs tokens; shared by all servers
	Address string // public address of the site: https://learn.example.org
}

// Links issues and redeems links.
type Links struct {
	db      *db.DB
	clock   clock.Clock
	key     []byte
	address string
}

func New(d Deps) *Links {
	deps.Require(d)
	return &Links{d.DB, d.Clock, d.Key, d.Address}
}

// Token returns a token for a row of another feature, for a link or for a browser.
func (l *Links) Token(p Purpose, id string) string {
	return l.signer(p).Token(time.Time{}, id) // the row holds the expiry
}

// Read returns the id in a token with a valid signature for this purpose.
func (l *Links) Read(p Purpose, token string) (id string, ok bool) {
	fields, err := l.signer(p).Read(token, l.clock.Now(), 1)
	if err != nil {
		return "", false
	}
	return fields[0], true
}

func (l *Links) signer(p Purpose) sign.Signer { return sign.New(l.key, "link to "+string(p)) }

// URL is a link to a row of another feature. Its token is in the fragment, which browsers do not send: it appears in no log
// and no Referer.
func (l *Links) URL(p Purpose, page, id string) string { return l.Page(page) + "#" + l.Token(p, id) }

// Page returns the URL of a page of the site.
func (l *Links) Page(path string) string { return l.address + path }

// Issue returns the link for the email that j sends to a user. A job that runs twice gets the same link.
func (l *Links) Issue(ctx context.Context, user string, p Purpose, j jobs.Job) (url string, err error) {
	return l.IssueFor(ctx, user, p, lifetimes[p], j)
}

// IssueFor is Issue with another lifetime, for a link that its reader has not asked for.
func (l *Links) IssueFor(ctx context.Context, user string, p Purpose, lifetime time.Duration, j jobs.Job) (url string, err error) {
	row := link{ID: j.ID, UserID: user, Purpose: p, CreatedAt: j.CreatedAt, ExpiresAt: j.CreatedAt.Add(lifetime)}
	err = l.db.InTx(ctx, func(tx bun.IDB) error { return insert(ctx, tx, row) })
	return l.URL(p, pages[p], row.ID), err
}

// Redeem uses a link and returns its user. Of several concurrent calls one succeeds; ErrDead for the others.
func (l *Links) Redeem(ctx context.Context, tx bun.IDB, p Purpose, token string) (directory.User, error) {
	id, ok := l.Read(p, token)
	if !ok {
		return directory.User{}, ErrDead
	}
	user, err := use(ctx, tx, id, p, l.clock.Now())
	if err != nil {
		return directory.User{}, err
	}
	return active(ctx, tx, user)
}

// active returns a user who may sign in; ErrDead, because the links of the others open nothing.
func active(ctx context.Context, q bun.IDB, user string) (directory.User, error) {
	u, err := directory.ByID(ctx, q, user)
	if err == nil && u.Status != directory.Active {
		err = ErrDead
	}
	return u, err
}

// Peek returns the user of a valid link without using it. ErrDead.
func (l *Links) Peek(ctx context.Context, p Purpose, token string) (directory.User, error) {
	id, ok := l.Read(p, token)
	if !ok {
		return directory.User{}, ErrDead
	}
	user, err := ownerOf(ctx, l.db.Reader(), id, p, l.clock.Now())
	if err != nil {
		return directory.User{}, err
	}
	return active(ctx, l.db.Reader(), user)
}

// Revoke revokes every link to a user.
func (l *Links) Revoke(ctx context.Context, tx bun.IDB, user string) error {
	return revoke(ctx, tx, user, l.clock.Now())
}

// Sweeps delete links that expired long ago.
func (l *Links) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"emaillink.sweep": func(ctx context.Context) error {
		return l.db.InTx(ctx, func(tx bun.IDB) error { return deleteExpired(ctx, tx, l.clock.Now().Add(-retention)) })
	}}
}

// Holdings lists the tables of this package that hold personal data.
func (*Links) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "email_links", Column: "user_id", Export: []string{"purpose", "created_at", "expires_at", "used_at"}},
	}
}

// Erase deletes the links to a user.
func (*Links) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return deleteOf(ctx, tx, user)
}
