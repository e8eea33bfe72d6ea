package session_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/mail"
	"lectern/internal/testapp"
)

// No secret appears in a log, whether requests succeed or fail.
func TestLogsContainNoSecrets(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	server := &testapp.MailServer{Err: mail.ErrRefused}
	a := testapp.New(t, func(p *app.Deps) {
		p.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		p.Mail = server
	})
	ann := a.RegisterUnverified("ann@lectern.test")
	for range 3 {
		a.SignIn("ann@lectern.test", wrong)
	}
	a.Nobody().Do("POST", "/auth/forgot-password", `{"email":"ann@lectern.test"}`, 200)
	a.Work()
	a.Exec("UPDATE users SET password_hash = 'damaged'") // leads to a 500
	a.Clock.Advance(time.Minute)
	if got := a.SignIn("ann@lectern.test", password); got.Code != 500 || !strings.Contains(log.String(), "request failed") || !strings.Contains(log.String(), "a job failed") {
		t.Fatalf("%s; the log: %s", testapp.Summary(got), &log)
	}
	secrets := []string{password, wrong, ann.AccessToken, ann.RefreshToken, ann.DeviceToken, "ann@lectern.test"}
	for _, l := range server.Sent {
		if _, token, ok := strings.Cut(l.ActionURL, "#"); ok {
			secrets = append(secrets, token)
		}
	}
	if len(secrets) != 9 {
		t.Errorf("%d secrets were made", len(secrets))
	}
	for _, secret := range secrets {
		if strings.Contains(log.String(), secret) {
			t.Errorf("%q is in the log", secret)
		}
	}
}
