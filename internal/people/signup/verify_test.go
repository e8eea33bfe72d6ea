package signup_test

import (
	"strings"
	"testing"
	"time"

	"lectern/internal/testapp"
)

func TestVerifyEmail(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	a.RegisterUnverified("ann@lectern.test")
	link := a.EmailToken("ann@lectern.test", "/verify-email")
	a.Clock.Advance(24*time.Hour - time.Microsecond)
	a.Nobody().Do("POST", "/auth/reset-password", testapp.ResetBody(link, another), 410) // a link has one purpose
	a.Nobody().Do("POST", "/auth/verify-email", testapp.LinkBody(link), 200)
	a.Nobody().Do("POST", "/auth/verify-email", testapp.LinkBody(link), 410)
	now := testapp.Read[signedIn](t, a.Nobody().Do("POST", "/auth/login", testapp.Credentials("ann@lectern.test", password), 200)).Data
	if at := now.User.EmailVerifiedAt; at == nil || !at.Equal(a.Clock.Now()) {
		t.Errorf("verified at %v", at)
	}
	before := len(a.Emails("ann@lectern.test"))
	a.Nobody().Do("POST", "/auth/resend-verification", `{"email":"ann@lectern.test"}`, 200)
	if n := len(a.Emails("ann@lectern.test")); n != before {
		t.Error("a verified user is asked again")
	}

	a.RegisterUnverified("ben@lectern.test")
	old := a.EmailToken("ben@lectern.test", "/verify-email")
	a.Clock.Advance(24 * time.Hour)
	a.Nobody().Do("POST", "/auth/verify-email", testapp.LinkBody(old), 410)
	a.Nobody().Do("POST", "/auth/resend-verification", `{"email":"BEN@lectern.test"}`, 200)
	a.Nobody().Do("POST", "/auth/verify-email", testapp.LinkBody(a.EmailToken("ben@lectern.test", "/verify-email")), 200)
	for _, bad := range []string{"x", old[1:], old + "A", strings.Repeat("A", 64)} {
		a.Nobody().Do("POST", "/auth/verify-email", testapp.LinkBody(bad), 410)
	}
	a.Nobody().Do("POST", "/auth/verify-email", `{}`, 400)
}
