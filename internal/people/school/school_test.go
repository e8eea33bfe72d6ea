package school_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/people/school"
	"lectern/internal/platform/access"
	"lectern/internal/platform/palette"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
	"lectern/internal/testapp"
)

type (
	info        = rest.Answer[school.SchoolInfo]
	schoolGroup = rest.Answer[school.SettingsGroup[settings.SchoolSettings]]
)

const honeyfield = `{"name":"Honeyfield","support_email":"help@honeyfield.test","time_zone":"Europe/Berlin"}`

func put(u testapp.User, path, body, tag string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("PUT", "/api/v1"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	if tag != "" {
		r.Header.Set("If-Match", tag)
	}
	return u.SendRaw(r)
}

func TestSettingsAccess(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	for name, c := range map[string]struct {
		who  testapp.User
		want int
	}{
		"nobody": {a.Nobody(), 401}, "a student": {a.User(access.Student), 403}, "an instructor": {a.User(access.Instructor), 403}, "an admin": {admin, 200},
	} {
		c.who.Do("GET", "/settings/school", "", c.want)
		if c.who.Do("PUT", "/settings/school", honeyfield, c.want); c.want != 200 && a.Count("SELECT count(*) FROM setting_groups") != 0 {
			t.Errorf("%s has changed something", name)
		}
		a.Exec("DELETE FROM setting_groups")
		c.who.Do("GET", "/school", "", 200)
	}
	a.Clock.Advance(10 * time.Minute)
	admin.Do("PUT", "/settings/school", honeyfield, 403) // not fresh
	if a.Count("SELECT count(*) FROM setting_groups") != 0 {
		t.Error("a session that was not fresh has changed something")
	}
}

// The defaults are what applied before there were settings.
func TestDefaults(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	for group, want := range map[string]string{
		"school":       `{"name":"Lectern","support_email":"","time_zone":"UTC"}`,
		"appearance":   `{"primary_color":"#0d5c54"}`,
		"registration": `{"mode":"open","domains":[]}`,
		"passwords":    `{"min_length":10,"lock_after":3,"longest_lock":30}`,
		"sessions":     `{"idle_days":30,"max_per_user":0}`,
		"limits":       `{"sign_in_failures":600,"sign_ups":600,"emails":300,"dead_links":120,"trusted_networks":[]}`,
		"retention":    `{"grade_months":0}`,
		"forms":        `{"email_code":"suspicious","blocked":[]}`,
		"crawlers":     `{"no_training":false}`,
		"home":         `{"search":true,"sections":["courses","batches","catalogue","instructors","testimonials","posts","demo","companies","newsletter"]}`,
	} {
		if got := admin.Do("GET", "/settings/"+group, "", 200); !strings.Contains(got, `"values":`+want+`,"fixed":[],"changed_at":null`) {
			t.Errorf("%s: %s", group, got)
		}
	}
}

// Broken rules are refused by field, and change nothing.
func TestSettingsRules(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	for _, c := range []struct{ group, body, field string }{
		{"school", `{"name":" ","support_email":"","time_zone":"UTC"}`, "name"},
		{"school", `{"name":"` + strings.Repeat("é", 61) + `","support_email":"","time_zone":"UTC"}`, "name"},
		{"school", `{"name":"https://evil.test","support_email":"","time_zone":"UTC"}`, "name"},
		{"school", `{"name":"{school}","support_email":"","time_zone":"UTC"}`, "name"},
		{"school", `{"name":"S","support_email":"Help <help@school.test>","time_zone":"UTC"}`, "support_email"},
		{"school", `{"name":"S","support_email":"","time_zone":"Local"}`, "time_zone"},
		{"school", `{"name":"S","support_email":"","time_zone":"Mars/Base"}`, "time_zone"},
		{"school", `{"name":"S","support_email":""}`, "time_zone"},
		{"appearance", `{"primary_color":"red"}`, "primary_color"},
		{"appearance", `{"primary_color":"#12345"}`, "primary_color"},
		{"appearance", `{"primary_color":"#12345g"}`, "primary_color"},
		{"appearance", `{"primary_color":"#123456;background:url(//eve.test)"}`, "primary_color"},
		{"appearance", `{}`, "primary_color"},
		{"registration", `{"mode":"closed","domains":[]}`, "mode"},
		{"registration", `{"mode":"domains","domains":[" "]}`, "domains"},
		{"registration", `{"mode":"domains","domains":["ann@school.test"]}`, "domains"},
		{"registration", `{"mode":"domains","domains":["localhost"]}`, "domains"},
		{"passwords", `{"min_length":9,"lock_after":3,"longest_lock":30}`, "min_length"},
		{"passwords", `{"min_length":10,"lock_after":2,"longest_lock":30}`, "lock_after"},
		{"passwords", `{"min_length":10,"lock_after":3,"longest_lock":29}`, "longest_lock"},
		{"sessions", `{"idle_days":0,"max_per_user":0}`, "idle_days"},
		{"sessions", `{"idle_days":30,"max_per_user":-1}`, "max_per_user"},
		{"retention", `{"grade_months":-1}`, "grade_months"},
		{"retention", `{"grade_months":121}`, "grade_months"},
		{"forms", `{"email_code":"sometimes","blocked":[]}`, "email_code"},
		{"forms", `{"email_code":"never","blocked":["localhost"]}`, "blocked"},
		{"forms", `{"email_code":"never","blocked":["Ann <ann@lectern.test>"]}`, "blocked"},
		{"limits", `{"sign_in_failures":1,"sign_ups":600,"emails":300,"dead_links":120,"trusted_networks":[]}`, "sign_in_failures"},
		{"limits", `{"sign_in_failures":600,"sign_ups":600,"emails":300,"dead_links":120,"trusted_networks":["0.0.0.0/0"]}`, "trusted_networks"},
		{"limits", `{"sign_in_failures":600,"sign_ups":600,"emails":300,"dead_links":120,"trusted_networks":["the library"]}`, "trusted_networks"},
	} {
		if got := admin.Do("PUT", "/settings/"+c.group, c.body, 400); !strings.Contains(got, `"field":"`+c.field+`"`) {
			t.Errorf("%s %s: %s", c.group, c.body, got)
		}
	}
	if n := a.Count("SELECT (SELECT count(*) FROM setting_groups) + (SELECT count(*) FROM audit_log)"); n != 0 {
		t.Errorf("%d rows", n)
	}
}

// What two administrators edit at once is not lost, and the log says who has changed what.
func TestSettingsAreVersioned(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann, ben := a.User(access.Admin), a.User(access.Admin)
	tag := ann.Send("GET", "/api/v1/settings/school", "").Header().Get("ETag")
	if w := put(ann, "/settings/school", honeyfield, tag); w.Code != 200 {
		t.Fatal(w.Body)
	}
	if w := put(ben, "/settings/school", strings.Replace(honeyfield, "Honeyfield", "Beehive", 1), tag); w.Code != 412 || !strings.Contains(w.Body.String(), "Honeyfield") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if got := testapp.Read[info](t, a.Nobody().Do("GET", "/school", "", 200)).Data; got.Name != "Honeyfield" || got.SupportEmail != "help@honeyfield.test" || got.TimeZone != "Europe/Berlin" {
		t.Errorf("%+v", got)
	}
	now := testapp.Read[schoolGroup](t, ben.Do("GET", "/settings/school", "", 200)).Data
	if now.ChangedAt == nil || !now.ChangedAt.Equal(a.Clock.Now()) {
		t.Errorf("%+v", now)
	}
	if log := ben.Do("GET", "/audit-log", "", 200); !strings.Contains(log, `"before":{"name":"Lectern","support_email":"","time_zone":"UTC"}`) || !strings.Contains(log, "settings.changed") {
		t.Error(log)
	}
}

// A change applies on other servers without a restart.
func TestSettingsReachOtherServers(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	other := testapp.New(t, func(p *app.Deps) { p.DB, p.Clock = a.DB, a.Clock })
	name := func(u testapp.User) string { return testapp.Read[info](t, u.Do("GET", "/school", "", 200)).Data.Name }
	if got := name(other.Nobody()); got != "Lectern" {
		t.Fatal(got)
	}
	a.User(access.Admin).Do("PUT", "/settings/school", honeyfield, 200)
	if got := name(a.Nobody()); got != "Honeyfield" {
		t.Errorf("here: %s", got)
	}
	a.Clock.Advance(settings.Interval)
	if got := name(other.Nobody()); got != "Honeyfield" {
		t.Errorf("on the other server: %s", got)
	}
}

func fixed(t *testing.T, text string) func(*app.Deps) {
	t.Helper()
	f, err := settings.ParseFixed(text)
	if err != nil {
		t.Fatal(err)
	}
	return func(p *app.Deps) { p.Config.FixedSettings = f }
}

// What the operator has fixed wins over what was stored, is named, and cannot be changed.
func TestOperatorFixesSettings(t *testing.T) {
	t.Parallel()
	a := testapp.New(t, fixed(t, `{"school":{"time_zone":" Asia/Kolkata "}}`))
	admin := a.User(access.Admin)
	if got := admin.Do("GET", "/settings/school", "", 200); !strings.Contains(got, `"fixed":["time_zone"]`) || !strings.Contains(got, "Asia/Kolkata") {
		t.Error(got)
	}
	if got := admin.Do("PUT", "/settings/school", honeyfield, 409); !strings.Contains(got, "fixed_by_operator") || a.Count("SELECT count(*) FROM setting_groups") != 0 {
		t.Error(got)
	}
	admin.Do("PUT", "/settings/school", strings.Replace(honeyfield, "Europe/Berlin", "Asia/Kolkata", 1), 200)
	if _, err := settings.ParseFixed(`{"logo":{"hash":"x"}}`); err == nil {
		t.Error("a logo can be fixed, of which there is no picture")
	}
	colored := testapp.New(t, fixed(t, `{"appearance":{"primary_color":"#7A1F5C"}}`))
	if got := colored.User(access.Admin).Do("PUT", "/settings/appearance", `{"primary_color":"#000000"}`, 409); !strings.Contains(got, "fixed_by_operator") {
		t.Error(got)
	}
	a.Exec("UPDATE setting_groups SET value = '" + honeyfield + "'")
	a.Clock.Advance(settings.Interval)
	if got := testapp.Read[info](t, a.Nobody().Do("GET", "/school", "", 200)).Data; got.TimeZone != "Asia/Kolkata" || got.Name != "Honeyfield" {
		t.Errorf("%+v", got)
	}
}

const orchid = `{"primary_color":" #7A1F5C "}`

// A colour is public with all that is derived from it, is on every server within moments, and is on record.
func TestColorIsDerivedForEveryone(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	other := testapp.New(t, func(p *app.Deps) { p.DB, p.Clock = a.DB, a.Clock })
	admin := a.User(access.Admin)
	link := func(u testapp.User) string {
		return testapp.Read[info](t, u.Do("GET", "/school", "", 200)).Data.Palette.Light.Link
	}
	if got := link(other.Nobody()); got != palette.Default {
		t.Error(got)
	}
	if w := put(admin, "/settings/appearance", orchid, ""); w.Code != 428 {
		t.Errorf("without a version: %d %s", w.Code, w.Body)
	}
	admin.Do("PUT", "/settings/appearance", orchid, 200)
	if got := link(a.Nobody()); got != "#7a1f5c" {
		t.Errorf("here: %s", got)
	}
	a.Clock.Advance(settings.Interval)
	if got := link(other.Nobody()); got != "#7a1f5c" {
		t.Errorf("on the other server: %s", got)
	}
	if log := admin.Do("GET", "/audit-log", "", 200); !strings.Contains(log, `"after":{"primary_color":"#7a1f5c"}`) {
		t.Error(log)
	}
	admin.Do("POST", "/auth/invitations", `{"email":"ann@lectern.test","roles":["student"]}`, 201)
	for _, e := range a.Emails("ann@lectern.test") {
		if !strings.Contains(e.HTML, "background-color:#7a1f5c;color:#ffffff") || strings.Contains(e.HTML, palette.Default) {
			t.Error(e.HTML)
		}
		return
	}
	t.Error("no email")
}

// Before a colour is saved, administrators see what would be derived from it.
func TestColorIsPreviewed(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	const path = "/settings/appearance/palette?primary_color="
	if got := testapp.Read[rest.Answer[palette.Palette]](t, admin.Do("GET", path+"%23FFD500", "", 200)).Data; got.Dark.Fill != "#ffd500" || got.Light.Fill == "#ffd500" {
		t.Errorf("%+v", got)
	}
	if got := admin.Do("GET", path+"yellow", "", 400); !strings.Contains(got, `"field":"primary_color"`) {
		t.Error(got)
	}
	a.User(access.Instructor).Do("GET", path+"%23ffd500", "", 403)
}

// Emails come in the name of the school.
func TestEmailsNameTheSchool(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	admin.Do("PUT", "/settings/school", honeyfield, 200)
	admin.Do("POST", "/auth/invitations", `{"email":"ann@lectern.test","roles":["student"]}`, 201)
	for _, e := range a.Emails("ann@lectern.test") {
		if whole := fmt.Sprint(e.Subject, e.Text, e.HTML); e.Subject != "You are invited to Honeyfield" || strings.Contains(whole, "Lectern") ||
			!strings.Contains(e.Text, "Questions? Write to help@honeyfield.test") || !strings.Contains(e.HTML, "mailto:help@honeyfield.test") {
			t.Error(whole)
		}
		return
	}
	t.Error("no email")
}
