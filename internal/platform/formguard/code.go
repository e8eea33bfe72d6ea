package formguard

import (
	"context"
	"crypto/subtle"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
)

const emailJob = "form_code.email"

// ask emails a code to an address, unless it has one that still works, and returns until when it does. fault.TooMany for a network that has had
// many emails sent.
func (g *Guard) ask(ctx context.Context, email string) (until time.Time, err error) {
	now := g.deps.Clock.Now()
	live, err := liveCode(ctx, g.deps.DB.Reader(), addressKey(email), now)
	if err != nil || live != nil {
		return expiryOf(live), err
	}
	if err := g.deps.Limits.Allow(ctx, hit(ctx, codeRule)); err != nil {
		return until, err
	}
	c := code{ID: db.NewID(), EmailKey: addressKey(email), Email: email, Languages: access.ClientOf(ctx).Languages, CreatedAt: now, ExpiresAt: now.Add(codeLifetime)}
	err = g.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		isFirst, err := putCode(ctx, tx, c)
		if err != nil || !isFirst {
			return err
		}
		_, err = g.deps.Queue.Add(ctx, tx, jobs.New{Kind: emailJob, Payload: emailPayload{c.ID}})
		return err
	})
	return c.ExpiresAt, err
}

func expiryOf(c *code) time.Time {
	if c == nil {
		return time.Time{}
	}
	return c.ExpiresAt
}

// try compares a code with the one that was sent to an address; wrong ones are counted. A right one works until it expires.
func (g *Guard) try(ctx context.Context, emailKey, typed string) error {
	now := g.deps.Clock.Now()
	refused := errCodeWrong
	err := g.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		c, err := lockCode(ctx, tx, emailKey, now)
		if err != nil || c == nil {
			return err
		}
		if c.Tries >= mostTries {
			refused = fault.New(fault.TooMany, "too_many_attempts", "Too many wrong codes. Wait until this one has expired, then send the form again.").WithRetryAfter(c.ExpiresAt.Sub(now))
			return nil
		}
		if subtle.ConstantTimeCompare([]byte(g.codeOf(*c)), []byte(typed)) == 1 {
			refused = nil
			return nil
		}
		return countTry(ctx, tx, c.ID)
	})
	if err != nil {
		return err
	}
	if refused != nil {
		return refused
	}
	return nil
}

// emailPayload is the payload of an email job.
type emailPayload struct{ CodeID string }

// Handlers include the job that emails codes.
func (g *Guard) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{emailJob: {Do: jobs.One(g.send)}}
}

func (g *Guard) send(ctx context.Context, j jobs.Job) error {
	p, err := jobs.Payload[emailPayload](j)
	if err != nil {
		return err
	}
	now := g.deps.Clock.Now()
	c, err := codeByID(ctx, g.deps.DB.Reader(), p.CodeID)
	if err != nil || c == nil || !c.ExpiresAt.After(now) {
		return err
	}
	email := mail.Email{ID: j.ID, To: c.Email, Language: mail.Language(c.Languages), At: now}
	email.SetText(codeText, "{code}", g.codeOf(*c))
	return mail.JobError(g.deps.Mail.Send(ctx, email), now.Sub(j.DueAt))
}

// Sweeps delete codes that have expired.
func (g *Guard) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"form_codes.sweep": func(ctx context.Context) error {
		return g.deps.DB.InTx(ctx, func(tx bun.IDB) error { return deleteExpired(ctx, tx, g.deps.Clock.Now()) })
	}}
}

// codeText is the email with a code.
var codeText = mail.Translations{
	English: mail.Text{Subject: "{code} is your code", Lines: []string{"Enter this code in the form: {code}", "It works for 10 minutes."},
		Afterword: []string{"If you haven't filled in a form on our site, ignore this email."}},
	German: mail.Text{Subject: "{code} ist Ihr Code", Lines: []string{"Geben Sie diesen Code in das Formular ein: {code}", "Er gilt 10 Minuten."},
		Afterword: []string{"Wenn Sie auf unserer Website kein Formular ausgefüllt haben, ignorieren Sie diese E-Mail."}},
}
