package account_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// What gives power over others needs a fresh proof of identity. A session that was left open for longer changes nothing.
func TestPowerOverOthersNeedsStepUp(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin, ann := a.User(access.Admin), a.User(access.Student)
	a.Clock.Advance(11 * time.Minute)
	users := func() string {
		return fmt.Sprint(a.Count("SELECT count(*) FROM users"), a.Count("SELECT count(*) FROM user_roles WHERE role = 'admin'"), a.Count("SELECT count(*) FROM users WHERE email LIKE 'other%'"),
			a.Count("SELECT count(*) FROM deletion_requests"), a.Count("SELECT count(*) FROM audit_log"), a.Count("SELECT count(*) FROM jobs"), a.Count("SELECT count(*) FROM invitations"))
	}
	before := users()
	for _, r := range []struct{ method, path, body string }{
		{"POST", "/users", `{"full_name":"Bob","email":"bob@lectern.test","roles":["admin","student"]}`},
		{"POST", "/auth/invitations", `{"email":"bob@lectern.test","roles":["admin"]}`},
		{"PUT", "/users/" + ann.ID + "/roles", `{"roles":["admin"]}`},
		{"POST", "/users/bulk", `{"ids":["` + ann.ID + `"],"action":"add_role","role":"admin"}`},
		{"PATCH", "/users/" + ann.ID, `{"email":"other@lectern.test"}`},
		{"POST", "/users/bulk", `{"ids":["` + ann.ID + `"],"action":"delete"}`},
		{"GET", "/users/export", ""},
		{"POST", "/users/" + ann.ID + "/impersonate", `{"reason":"x","readOnly":false}`},
	} {
		if got := admin.Do(r.method, r.path, r.body, 403); !strings.Contains(got, `"confirm_identity"`) {
			t.Errorf("%s %s: %s", r.method, r.path, got)
		}
	}
	if got := importSheet(admin, "full_name,email,roles\nBob,bob@lectern.test,admin\n"); got.Code != 403 || !strings.Contains(got.Body.String(), `"confirm_identity"`) {
		t.Errorf("import: %s", got.Body)
	}
	if after := users(); after != before {
		t.Errorf("a refused request has changed something: %s, before %s", after, before)
	}
	// The same without such power is not asked for.
	admin.Do("POST", "/users", `{"full_name":"Bob","email":"bob@lectern.test","roles":["student"]}`, 201)
	admin.Do("POST", "/auth/invitations", `{"email":"eve@lectern.test","roles":["instructor"]}`, 201)
	admin.Do("PUT", "/users/"+ann.ID+"/roles", `{"roles":["instructor"]}`, 200)
	admin.Do("PATCH", "/users/"+ann.ID, `{"full_name":"Ann Other"}`, 200)
	admin.Do("POST", "/users/bulk", `{"ids":["`+ann.ID+`"],"action":"delete","dryRun":true}`, 200)
	admin.Do("POST", "/users/"+ann.ID+"/impersonate", `{"reason":"x"}`, 200)
}

func importSheet(by testapp.User, text string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "/api/v1/users/imports", strings.NewReader(text))
	r.Header.Set("Content-Type", "text/csv")
	return by.SendRaw(r)
}

// The address of an administrator changes only after both addresses were notified and the new one was confirmed.
func TestAdministratorsAddressIsConfirmedFirst(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	boss := testapp.Read[rest.Answer[directory.User]](t, admin.Do("POST", "/users", `{"full_name":"Boss","email":"boss@lectern.test","roles":["admin"],"password":"`+testapp.Password+`"}`, 201)).Data
	change := func(to string) { admin.Do("PATCH", "/users/"+boss.ID, `{"email":"`+to+`"}`, 200) }
	address := func() string {
		u, err := directory.ByID(t.Context(), a.DB.Reader(), boss.ID)
		if err != nil {
			t.Fatal(err)
		}
		return u.Email
	}
	change("thief@lectern.test")
	if address() != "boss@lectern.test" {
		t.Fatal("it changed before anybody knew")
	}
	prevent, confirm := a.EmailToken("boss@lectern.test", "/undo-email"), a.EmailToken("thief@lectern.test", "/confirm-email")
	a.Nobody().Do("POST", "/auth/undo-email", testapp.LinkBody(prevent), 200)
	a.Nobody().Do("POST", "/auth/confirm-email", testapp.LinkBody(confirm), 410)
	a.Nobody().Do("POST", "/auth/login", testapp.Credentials("boss@lectern.test", testapp.Password), 200)
	change("new@lectern.test")
	a.Nobody().Do("POST", "/auth/confirm-email", testapp.LinkBody(a.EmailToken("new@lectern.test", "/confirm-email")), 200)
	if address() != "new@lectern.test" {
		t.Error("the confirmed address is not the account's")
	}
	admin.Do("PATCH", "/users/"+boss.ID, `{"email":"`+admin.ID+`@lectern.test"}`, 409)
}
