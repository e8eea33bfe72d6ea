package session_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/testapp"
	"lectern/internal/testapp/soak"
)

// A whole school behind one address opens its welcome links and signs in within ten minutes, mistyped passwords included.
func TestSchoolBehindOneAddressSignsIn(t *testing.T) {
	t.Parallel()
	pupils := soak.Rounds(130, 5000)
	server := new(testapp.MailServer)
	a := testapp.New(t, func(d *app.Deps) { d.Mail = server })
	var rows strings.Builder
	rows.WriteString("full_name,email\n")
	for i := range pupils {
		fmt.Fprintf(&rows, "Pupil %d,pupil%d@school.test\n", i, i)
	}
	r := httptest.NewRequest("POST", "/api/v1/users/imports", strings.NewReader(rows.String()))
	r.Header.Set("Content-Type", "text/csv")
	if w := a.User(access.Admin).SendRaw(r); w.Code != 200 {
		t.Fatalf("import: %s", testapp.Summary(w))
	}
	a.Work()
	if len(server.Sent) != pupils {
		t.Fatalf("%d welcomes for %d pupils", len(server.Sent), pupils)
	}
	for i, email := range server.Sent {
		_, token, _ := strings.Cut(email.ActionURL, "#")
		a.Clock.Advance(10 * time.Minute / time.Duration(pupils))
		if w := a.PostFrom("203.0.113.9:1", "/auth/reset-password", testapp.ResetBody(token, password)); w.Code != 200 {
			t.Fatalf("link %d: %s", i, testapp.Summary(w))
		}
		if i%20 == 0 {
			if w := a.SignInFrom("203.0.113.9:1", email.To, wrong, ""); w.Code != 401 {
				t.Fatalf("mistyped password %d: %s", i, testapp.Summary(w))
			}
		}
		if w := a.SignInFrom("203.0.113.9:1", email.To, password, ""); w.Code != 200 {
			t.Fatalf("sign-in %d: %s", i, testapp.Summary(w))
		}
	}
	if most := a.Count("SELECT max(taken) FROM rate_limits"); most > int64(pupils/20+1) {
		t.Errorf("a limit has counted %d, not failures alone", most)
	}
}
