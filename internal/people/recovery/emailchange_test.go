package recovery_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/people/authn"
	"lectern/internal/platform/access"
	"lectern/internal/testapp"
)

const newEmail = `{"new_email": "anna@lectern.test"}`

// A new address takes effect when its link is opened, not before; the old address is notified.
func TestNewEmailTakesEffectOnceConfirmed(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.Register("ann@lectern.test")
	a.Nobody().Do("POST", "/auth/forgot-password", `{"email": "ann@lectern.test"}`, 200)
	a.Work()
	reset := a.EmailToken("ann@lectern.test", "/reset-password")
	a.DoAs(ann, "POST", "/auth/change-email", newEmail, 200)
	a.Work()
	if emailOf(t, a, ann.User.ID) != "ann@lectern.test" {
		t.Error("the address changed before it was confirmed")
	}
	link := a.EmailToken("anna@lectern.test", "/confirm-email")
	a.Nobody().Do("POST", "/auth/confirm-email", testapp.LinkBody(link), 200)
	a.Nobody().Do("POST", "/auth/confirm-email", testapp.LinkBody(link), 410)
	a.Nobody().Do("POST", "/auth/undo-email", testapp.LinkBody(link), 410) // a link has one purpose
	if emailOf(t, a, ann.User.ID) != "anna@lectern.test" || a.Count("SELECT count(*) FROM users WHERE id = ? AND email_verified_at IS NOT NULL", ann.User.ID) != 1 {
		t.Error("the address has not changed, or is unconfirmed")
	}
	a.Nobody().Do("POST", "/auth/reset-password", `{"token": "`+reset+`", "new_password": "orbit kettle plum sparrow"}`, 410)
	a.Nobody().Do("POST", "/auth/login", testapp.Credentials("anna@lectern.test", password), 200)
	a.Nobody().Do("POST", "/auth/login", testapp.Credentials("ann@lectern.test", password), 401)
	a.DoAs(ann, "GET", "/auth/profile", "", 200)
	a.Work()
	if got := a.Emails("ann@lectern.test"); !strings.Contains(got[0].Subject, "was changed") {
		t.Errorf("the old address got %q", got[0].Subject)
	}
}

func emailOf(t *testing.T, a *testapp.App, id string) (email string) {
	t.Helper()
	if err := a.DB.Reader().NewRaw("SELECT email FROM users WHERE id = ?", id).Scan(t.Context(), &email); err != nil {
		t.Fatal(err)
	}
	return email
}

// For a week the old address can revert the change, which signs out the user who made it.
func TestOldAddressUndoesEmailChange(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.Register("ann@lectern.test")
	for _, to := range []string{"thief@lectern.test", "second@lectern.test"} {
		a.DoAs(ann, "POST", "/auth/change-email", `{"new_email": "`+to+`"}`, 200)
		a.Work()
		a.Nobody().Do("POST", "/auth/confirm-email", testapp.LinkBody(a.EmailToken(to, "/confirm-email")), 200)
		a.Work()
	}
	back := a.EmailToken("ann@lectern.test", "/undo-email")
	later := a.EmailToken("thief@lectern.test", "/undo-email")
	a.Clock.Advance(6 * 24 * time.Hour)
	a.Nobody().Do("POST", "/auth/undo-email", testapp.LinkBody(back), 200)
	a.Nobody().Do("POST", "/auth/undo-email", testapp.LinkBody(back), 410)
	a.Nobody().Do("POST", "/auth/undo-email", testapp.LinkBody(later), 410)
	a.DoAs(ann, "GET", "/auth/profile", "", 401)
	a.Nobody().Do("POST", "/auth/login", testapp.Credentials("ann@lectern.test", password), 401) // the thief knows it
	a.Work()
	if emailOf(t, a, ann.User.ID) != "ann@lectern.test" || a.EmailToken("ann@lectern.test", "/reset-password") == "" {
		t.Error("the change was not reverted, or there is no link to choose a password")
	}
}

// The answer does not reveal whether an address has an account; the email goes to that account's owner.
func TestTakenAddressIsNotRevealed(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.Register("ann@lectern.test")
	ben := a.Register("ben@lectern.test")
	free := a.DoAs(ann, "POST", "/auth/change-email", newEmail, 200)
	taken := a.DoAs(ann, "POST", "/auth/change-email", `{"new_email": "Ben@lectern.test"}`, 200)
	if free != taken {
		t.Errorf("%s\n%s", free, taken)
	}
	a.Work()
	got := a.Emails("ben@lectern.test")
	if len(got) == 0 || !strings.Contains(got[0].Subject, "already has an account") || emailOf(t, a, ben.User.ID) != "ben@lectern.test" {
		t.Errorf("%+v", got)
	}
	if n := a.Count("SELECT count(*) FROM email_changes WHERE user_id = ? AND ended_at IS NULL", ann.User.ID); n != 1 {
		t.Error(n, "open requests; only the last one should be")
	}
	// The address was free when the email was sent, and is taken when the link is opened.
	a.DoAs(ann, "POST", "/auth/change-email", newEmail, 200)
	a.Work()
	link := a.EmailToken("anna@lectern.test", "/confirm-email")
	a.Register("anna@lectern.test")
	a.Nobody().Do("POST", "/auth/confirm-email", testapp.LinkBody(link), 409)
	if emailOf(t, a, ann.User.ID) != "ann@lectern.test" {
		t.Error("the address of another user was taken")
	}
}

func TestEmailChangeIsCanceled(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	for name, end := range map[string]func(who authn.SignedIn){
		"time": func(authn.SignedIn) { a.Clock.Advance(24*time.Hour + time.Second) },
		"password": func(who authn.SignedIn) {
			a.DoAs(who, "PUT", "/auth/change-password", `{"current_password": "`+password+`", "new_password": "orbit kettle plum sparrow", "confirm_password": "orbit kettle plum sparrow"}`, 200)
		},
		"another request": func(who authn.SignedIn) { a.DoAs(who, "POST", "/auth/change-email", newEmail, 200) },
	} {
		address := strings.ReplaceAll(name, " ", "-") + "@lectern.test"
		who := a.Register(address)
		a.DoAs(who, "POST", "/auth/change-email", `{"new_email": "new-`+address+`"}`, 200)
		link := a.EmailToken("new-"+address, "/confirm-email")
		end(who)
		a.Nobody().Do("POST", "/auth/confirm-email", testapp.LinkBody(link), 410)
	}
}

func TestChangeEmailAccess(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.Register("ann@lectern.test")
	for body, want := range map[string]int{`{}`: 400, `{"new_email": " "}`: 400, `{"new_email": "nobody"}`: 400, `{"new_email": "ANN@lectern.test"}`: 400} {
		a.DoAs(ann, "POST", "/auth/change-email", body, want)
	}
	a.Nobody().Do("POST", "/auth/change-email", newEmail, 401)
	a.Clock.Advance(11 * time.Minute)
	a.DoAs(ann, "POST", "/auth/change-email", newEmail, 403)
	if n := a.Count("SELECT count(*) FROM email_changes"); n != 0 {
		t.Error("a refused request was stored")
	}
	for range 5 {
		a.User(access.Student).Do("POST", "/auth/change-email", newEmail, 200)
	}
}

// Of concurrent uses of a link one succeeds.
func TestEmailChangeLinkWorksOnce(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.Register("ann@lectern.test")
	a.DoAs(ann, "POST", "/auth/change-email", newEmail, 200)
	a.Work()
	link := a.EmailToken("anna@lectern.test", "/confirm-email")
	var group sync.WaitGroup
	codes := make([]int, 10)
	for i := range codes {
		group.Go(func() {
			codes[i] = a.Nobody().Send("POST", "/api/v1/auth/confirm-email", testapp.LinkBody(link)).Code
		})
	}
	group.Wait()
	confirmed := 0
	for _, code := range codes {
		if code == 200 {
			confirmed++
		}
	}
	if confirmed != 1 || a.Count("SELECT count(*) FROM security_events WHERE user_id = ? AND kind = 'email_changed'", ann.User.ID) != 1 {
		t.Error(codes)
	}
}
