package account_test

import (
	"slices"
	"testing"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/testapp"
)

func TestOperatorCreatesAccounts(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	r := directory.Registration{FullName: "Ada", Email: "ada@lectern.test", Password: password}
	ada, err := app.Accounts.Create(t.Context(), r, access.Admin, access.Instructor, access.Admin)
	if err != nil {
		t.Fatal(err)
	}
	app.Nobody().Do("POST", "/auth/login", testapp.Credentials("ada@lectern.test", password), 200)
	if state, err := app.SignUps.Setup(t.Context()); err != nil || state.Needed {
		t.Error("set-up is still open although there is an administrator")
	}
	for want, c := range map[fault.Kind]struct {
		r     directory.Registration
		roles []access.Role
	}{
		fault.Conflict: {r, []access.Role{access.Student}},
		fault.Invalid:  {directory.Registration{FullName: "Eve", Email: "eve@lectern.test", Password: password}, []access.Role{"root"}},
	} {
		if _, err := app.Accounts.Create(t.Context(), c.r, c.roles...); !fault.Is(err, want) {
			t.Errorf("%v: %v", c.roles, err)
		}
	}
	if _, err := app.Accounts.Create(t.Context(), directory.Registration{FullName: "Eve", Email: "eve@lectern.test", Password: "short"}, access.Student); !fault.Is(err, fault.Invalid) {
		t.Errorf("a short password: %v", err)
	}
	found, err := app.Accounts.Find(t.Context(), "ADA@lectern.test")
	if err != nil || found.ID != ada.ID || !slices.Equal(found.Roles, []access.Role{access.Admin, access.Instructor}) {
		t.Errorf("%+v, %v", found, err)
	}
	ben := app.Register("ben@lectern.test").User
	first, err1 := app.Accounts.Users(t.Context(), "", 1)
	second, err2 := app.Accounts.Users(t.Context(), ada.ID, 10)
	if err1 != nil || err2 != nil || len(first) != 1 || first[0].ID != ada.ID || len(second) != 1 || second[0].ID != ben.ID {
		t.Errorf("%+v, %+v", first, second)
	}
}
