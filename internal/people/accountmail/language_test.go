package accountmail_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"lectern/internal/testapp"
)

// asks posts a body from a browser that prefers these languages.
func asks(a *testapp.App, languages, path, body string) int {
	r := httptest.NewRequest("POST", "/api/v1"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept-Language", languages)
	return a.Nobody().SendRaw(r).Code
}

// Emails are in the language of the profile, or else of the browser, or else English.
func TestEmailsUseTheReadersLanguage(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	body := func(email string) string {
		return `{"email":"` + email + `","full_name":"Ann Lee","password":"an unusual pair of shoes"}`
	}
	for email, want := range map[string][2]string{
		"en@lectern.test": {"fr-FR, en;q=0.5", "Confirm your email address"},
		"de@lectern.test": {"de-CH, de;q=0.9, en;q=0.5", "Bestätigen Sie Ihre E-Mail-Adresse"},
	} {
		if got := asks(a, want[0], "/auth/register", body(email)); got != 202 && got != 201 && got != 200 {
			t.Fatal(got)
		}
		if l := a.Emails(email); len(l) != 1 || l[0].Subject != want[1] || !strings.Contains(l[0].Text, map[bool]string{true: "Guten Tag", false: "Hello"}[email == "de@lectern.test"]) {
			t.Errorf("%s: %+v", email, l)
		}
	}
	ann, ben := a.Register("ann@lectern.test").User, a.Register("ben@lectern.test").User
	a.Exec(`INSERT INTO profiles (user_id, version, about, avatar_id, updated_at) VALUES (?, 1, '{"locale":"de-AT"}', '', ?)`, ann.ID, a.Clock.Now())
	for _, email := range []string{ann.Email, ben.Email} {
		asks(a, "en", "/auth/forgot-password", `{"email":"`+email+`"}`)
		for range 3 { // locking an account by failed attempts does not choose its owner's language
			asks(a, "de", "/auth/login", `{"email":"`+email+`","password":"wrong horse"}`)
		}
	}
	for email, want := range map[string][2]string{
		ann.Email: {"Wählen Sie ein neues Passwort", "Ihr Konto ist vorübergehend gesperrt"},
		ben.Email: {"Choose a new password", "Your account is temporarily locked"},
	} {
		subjects := ""
		for _, l := range a.Emails(email) {
			subjects += l.Subject + "\n"
		}
		if !strings.Contains(subjects, want[0]) || !strings.Contains(subjects, want[1]) {
			t.Errorf("%s got %q", email, subjects)
		}
	}
}
