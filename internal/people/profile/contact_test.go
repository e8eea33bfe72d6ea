package profile_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"lectern/internal/people/profile"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// Administrators see and correct contact details; the audit log keeps who changed what, and nobody else sees them.
func TestContactDetails(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin, ann := a.User(access.Admin), a.User(access.Student)
	path := "/users/" + ann.ID + "/contact"
	read := func() profile.ContactView {
		return testapp.Read[rest.Answer[profile.ContactView]](t, admin.Do("GET", path, "", 200)).Data
	}
	for _, role := range []access.Role{access.Student, access.Instructor, access.Corporate} {
		a.User(role).Do("GET", path, "", 403)
		a.User(role).Do("PUT", path, `{"phone":"+49301234567","birthDate":"","address":{}}`, 403)
	}
	ann.Do("PATCH", "/profile/me/comprehensive", `{"phone":"+49 30 1234567","headline":"Beekeeper"}`, 200)
	before := read()
	if before.Phone != "+49301234567" {
		t.Errorf("%+v", before)
	}
	for _, bad := range []string{`{"phone":"12","birthDate":"","address":{}}`, `{"phone":"","birthDate":"tomorrow","address":{}}`, `{"phone":"","birthDate":"","address":{"country":"Atlantis"}}`} {
		admin.Do("PUT", path, bad, 400)
	}
	const right = `{"phone":"+49 30 7654321","birthDate":"2001-02-03","address":{"city":"Bern","country":"ch"}}`
	put := func(tag string) int {
		r := httptest.NewRequest("PUT", "/api/v1"+path, strings.NewReader(right))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("If-Match", tag)
		return admin.SendRaw(r).Code
	}
	tag := admin.Send("GET", "/api/v1"+path, "").Header().Get("ETag")
	if got := put(tag); got != 200 {
		t.Fatal(got)
	}
	if got := put(tag); got != 412 {
		t.Errorf("a change of an older version: %d", got)
	}
	after := read()
	if after.Phone != "+49307654321" || after.BirthDate != "2001-02-03" || after.Address.City != "Bern" || after.Address.Country != "CH" {
		t.Errorf("%+v", after)
	}
	if own := ann.Do("GET", "/profile/me/comprehensive", "", 200); !strings.Contains(own, `"headline":"Beekeeper"`) || !strings.Contains(own, `"phone":"+49307654321"`) {
		t.Errorf("the rest of the profile: %s", own)
	}
	if n := a.Count("SELECT count(*) FROM audit_log WHERE action = 'user.contact_changed' AND actor_id = ? AND target_id = ?", admin.ID, ann.ID); n != 1 {
		t.Errorf("%d entries in the audit log", n)
	}
	admin.Do("GET", "/users/none/contact", "", 404)
	admin.Do("PUT", "/users/none/contact", right, 404)
}
