package accountmail_test

import (
	"errors"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/mail"
	"lectern/internal/testapp"
)

// While the mail server is down the same email is retried; an email that it refuses is given up.
func TestEmailsAreRetried(t *testing.T) {
	t.Parallel()
	server := &testapp.MailServer{Err: errors.New("connection refused")}
	a := testapp.New(t, func(p *app.Deps) { p.Mail = server })
	a.RegisterUnverified("ann@lectern.test")
	waiting := func() int64 {
		return a.Count("SELECT count(*) FROM jobs WHERE kind LIKE '%.email' AND state = 'waiting'")
	}
	for range 3 {
		a.Work()
		a.Clock.Advance(30 * time.Minute)
	}
	server.Err = nil
	a.Work()
	if len(server.Sent) != 4 || waiting() != 0 || server.Sent[0].ActionURL != server.Sent[3].ActionURL || server.Sent[0].ID != server.Sent[3].ID {
		t.Errorf("%d tries, %d waiting: %+v", len(server.Sent), waiting(), server.Sent)
	}
	for name, err := range map[string]error{"refused": mail.ErrRefused, "a day later": errors.New("connection refused")} {
		server.Err = err
		a.Nobody().Do("POST", "/auth/forgot-password", `{"email":"ann@lectern.test"}`, 200)
		if name != "refused" {
			a.Clock.Advance(24*time.Hour + time.Second)
		}
		a.Work()
		if waiting() != 0 {
			t.Errorf("%s: retried for ever", name)
		}
	}
	if n := a.Count("SELECT count(*) FROM jobs WHERE kind LIKE '%.email' AND state = 'failed'"); n != 2 {
		t.Errorf("%d failed", n)
	}
}
