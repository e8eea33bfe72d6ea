package account_test

import (
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func TestMailFolderAccess(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	a.Nobody().Do("GET", "/mails", "", 401)
	for _, role := range []access.Role{access.Student, access.Instructor, access.Corporate} {
		a.User(role).Do("GET", "/mails", "", 403)
		a.User(role).Do("GET", "/mails/01990000-0000-7000-8000-000000000001", "", 403)
	}
	admin := a.User(access.Admin)
	admin.Do("GET", "/mails/..%2F..%2Fmaster.json", "", 404)
	if l := testapp.Read[rest.List[mail.StoredEmail]](t, admin.Do("GET", "/mails", "", 200)); l.Pagination.TotalItems != 0 || l.Data == nil {
		t.Errorf("%+v", l)
	}
}
