package securityreport_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/people/securityreport"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type page = rest.List[securityreport.SecurityEvent]

func kinds(l page) (kinds []string) {
	for _, e := range l.Data {
		kinds = append(kinds, e.Kind)
	}
	return kinds
}

// The log of the whole installation: sign-ins, failures at addresses without an account and sign-outs, by every filter.
func TestSecurityLogOfTheInstallation(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	for _, path := range []string{"/security-log", "/security-log/export"} {
		a.Nobody().Do("GET", path, "", 401)
		for _, role := range []access.Role{access.Student, access.Instructor, access.Corporate} {
			a.User(role).Do("GET", path, "", 403)
		}
	}
	list := func(query string) page {
		return testapp.Read[page](t, admin.Do("GET", "/security-log?"+query, "", 200))
	}
	ann := a.Register("ann@lectern.test")
	a.Clock.Advance(time.Minute)
	a.SignInFrom("203.0.113.9:1", "nobody@lectern.test", "wrong", "")
	a.Clock.Advance(time.Minute)
	a.SignInFrom("203.0.113.9:1", "ann@lectern.test", "wrong", "")
	a.Clock.Advance(time.Minute)
	a.Nobody().Do("POST", "/auth/logout", `{"refreshToken":"`+ann.RefreshToken+`"}`, 200)
	a.Nobody().Do("POST", "/auth/logout", `{"refreshToken":"`+ann.RefreshToken+`"}`, 200) // has ended already, and is no event
	for query, want := range map[string][]string{
		"":                       {"signed_out", "sign_in_failed", "sign_in_failed", "signed_in"},
		"kind=sign_in_failed":    {"sign_in_failed", "sign_in_failed"},
		"user=" + ann.User.ID:    {"signed_out", "sign_in_failed", "signed_in"},
		"search=ann":             {"signed_out", "sign_in_failed", "signed_in"},
		"network=203.0.113.0/24": {"sign_in_failed", "sign_in_failed"},
		"network=203.0.113.9":    nil,
		"from=2026-09-01T08:01:00Z&to=2026-09-01T08:03:00Z": {"sign_in_failed", "sign_in_failed"},
		"kind=ghost": nil,
	} {
		l := list(query)
		if got := kinds(l); !slices.Equal(got, want) || l.Pagination.TotalItems != int64(len(want)) {
			t.Errorf("%s: %q of %d, want %q", query, got, l.Pagination.TotalItems, want)
		}
	}
	failed := list("kind=sign_in_failed").Data
	if failed[0].FullName != "ann" || failed[0].Email != "ann@lectern.test" || failed[1].UserID != nil || failed[0].Address != "" {
		t.Errorf("%+v", failed)
	}
	first := list("limit=3")
	if next := list("limit=3&cursor=" + url.QueryEscape(first.NextCursor)); !slices.Equal(kinds(next), []string{"signed_in"}) || next.NextCursor != "" {
		t.Errorf("behind the cursor: %q", kinds(next))
	}
	for _, bad := range []string{"from=x", "from=2026-09-02&to=2026-09-01", "cursor=x", "page=0", "page=9223372036854775807"} {
		admin.Do("GET", "/security-log?"+bad, "", 400)
	}
	sheet := admin.Do("GET", "/security-log/export?kind=sign_in_failed", "", 200)
	if strings.Count(sheet, "\n") != 3 || !strings.Contains(sheet, "203.0.113.0/24") || a.Count("SELECT count(*) FROM audit_log WHERE action = 'security_log.exported'") != 1 {
		t.Errorf("%s", sheet)
	}
	a.Clock.Advance(11 * time.Minute)
	if got := admin.Do("GET", "/security-log/export", "", 403); !strings.Contains(got, "confirm_identity") {
		t.Errorf("an export without a fresh proof: %s", got)
	}
}

// The full address is kept where the operator has chosen so, and nowhere else.
func TestFullAddressIsTheOperatorsChoice(t *testing.T) {
	t.Parallel()
	a := testapp.New(t, func(d *app.Deps) { d.Config.LogAddresses = true })
	admin := a.User(access.Admin)
	a.SignInFrom("203.0.113.9:1", "nobody@lectern.test", "wrong", "")
	got := testapp.Read[page](t, admin.Do("GET", "/security-log?network=203.0.113.9", "", 200)).Data
	if len(got) != 1 || got[0].Address != "203.0.113.9" || got[0].Network != "203.0.113.0/24" {
		t.Errorf("%+v", got)
	}
}
