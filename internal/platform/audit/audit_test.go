package audit_test

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
	"lectern/internal/testapp"
)

type page = rest.List[audit.AuditRow]

// wrote writes entries, one a minute, as who.
func wrote(t *testing.T, app *testapp.App, who access.Caller, entries ...audit.Entry) {
	t.Helper()
	for _, e := range entries {
		if err := app.DB.InTx(t.Context(), func(tx bun.IDB) error { return app.Audit.Write(t.Context(), tx, who, e) }); err != nil {
			t.Fatal(err)
		}
		app.Clock.Advance(time.Minute)
	}
}

func list(t *testing.T, by testapp.User, query string) page {
	t.Helper()
	return testapp.Read[page](t, by.Do("GET", "/audit-log?"+query, "", 200))
}

// actions lists the actions of a page.
func actions(l page) (actions []string) {
	for _, r := range l.Data {
		actions = append(actions, r.Action)
	}
	return actions
}

func TestLogAccess(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	for _, role := range []access.Role{access.Student, access.Instructor, access.Corporate} {
		who := app.User(role)
		who.Do("GET", "/audit-log", "", 403)
		who.Do("GET", "/audit-log/export", "", 403)
	}
	app.Nobody().Do("GET", "/audit-log", "", 401)
	if got := app.User(access.Admin).Do("GET", "/audit-log", "", 200); !strings.Contains(got, `"data":[]`) {
		t.Error(got)
	}
}

// Only changes are stored, and no secrets, whichever caller passes them.
func TestOnlyChangesWithoutSecretsAreStored(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, ann := app.User(access.Admin), app.User(access.Student)
	type person struct {
		Name     string `json:"name"`
		Status   string `json:"status"`
		Password string `json:"new_password,omitempty"`
	}
	as := access.Caller{ID: ann.ID, Actor: admin.ID}
	wrote(t, app, as, audit.Entry{Action: "user.status_changed", TargetKind: "user", TargetID: ann.ID,
		Before: person{"Ann", "active", "canary-one"}, After: person{"Ann", "disabled", "canary-two"}})
	wrote(t, app, access.Caller{}, audit.Entry{Action: "user.unlocked", TargetKind: "user", TargetID: ann.ID, After: []string{"x"}})
	body := admin.Do("GET", "/audit-log", "", 200)
	rows := testapp.Read[page](t, body).Data
	if len(rows) != 2 {
		t.Fatal(body)
	}
	if r := rows[1]; r.ActorID != admin.ID || r.OnBehalfOfID != ann.ID || r.TargetName != "Somebody" || !r.At.Equal(testapp.Start) ||
		fmt.Sprint(r.Before) != "map[new_password:not shown status:active]" || fmt.Sprint(r.After) != "map[new_password:not shown status:disabled]" {
		t.Errorf("%+v", r)
	}
	if r := rows[0]; r.ActorID != "" || r.Before != nil || fmt.Sprint(r.After) != "map[value:[x]]" || r.UserAgent != "at the machine" {
		t.Errorf("%+v", r)
	}
	if n := app.Count("SELECT count(*) FROM audit_log WHERE CAST(before AS TEXT) LIKE '%canary%' OR CAST(after AS TEXT) LIKE '%canary%'"); n != 0 || strings.Contains(body, "canary") {
		t.Error("a secret is in the log")
	}
}

// An entry has the request's network, not its address, and the browser.
func TestEntriesRecordTheClient(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, ann := app.User(access.Admin), app.User(access.Student)
	r := httptest.NewRequest("POST", "/api/v1/auth/lock-account/"+ann.ID, strings.NewReader(`{"reason":"Spam"}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Firefox\x00"+strings.Repeat("é", 400))
	r.RemoteAddr = "192.0.2.77:1234"
	if w := admin.SendRaw(r); w.Code != 200 {
		t.Fatal(w.Body)
	}
	row := list(t, admin, "").Data[0]
	if row.Action != "user.locked" || row.ActorID != admin.ID || row.TargetID != ann.ID || row.Network != "192.0.2.0/24" ||
		!strings.HasPrefix(row.UserAgent, "Firefoxé") || utf8.RuneCountInString(row.UserAgent) != 300 || fmt.Sprint(row.After) != "map[reason:Spam]" {
		t.Errorf("%+v", row)
	}
	admin.Do("POST", "/auth/lock-account/none", `{"reason":"Spam"}`, 404)
	if n := app.Count("SELECT count(*) FROM audit_log"); n != 1 {
		t.Errorf("refused entries are stored: %d rows", n)
	}
}

// The log cannot be changed, even with access to the database, and it outlives its users.
// Entries name what their values refer to, as long as it exists.
func TestEntriesNameWhatChangesReferTo(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, ann := app.User(access.Admin), app.User(access.Instructor)
	course := ann.CreateCourse(`,"title":"Bees"`)
	app.Exec("UPDATE users SET full_name = 'Ann' WHERE id = ?", ann.ID)
	gone := "01a221ab-cfe3-7616-ab32-b72bc97661c0"
	wrote(t, app, access.Caller{ID: admin.ID}, audit.Entry{Action: "announcement.changed", TargetKind: "announcement", TargetID: "a",
		Before: map[string]any{"assigned_to": gone}, After: map[string]any{"assigned_to": ann.ID, "target_audience": []string{"course:" + course.ID, "all"}}})
	wrote(t, app, access.Caller{ID: admin.ID}, audit.Entry{Action: "settings.changed", TargetKind: "settings", TargetID: "limits", After: map[string]any{"limit": 5}})
	got := list(t, admin, "action=announcement").Data[0].Names
	if len(got) != 2 || got[ann.ID] != "Ann" || got[course.ID] != "Bees" {
		t.Errorf("%v", got)
	}
	if got := list(t, admin, "action=settings").Data[0].Names; got == nil || len(got) > 0 {
		t.Errorf("%v", got)
	}
}

func TestAppendOnly(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, ann := app.User(access.Admin), app.User(access.Student)
	wrote(t, app, access.Caller{ID: ann.ID}, audit.Entry{Action: "user.left", TargetKind: "user", TargetID: ann.ID})
	for _, change := range []string{"UPDATE audit_log SET action = 'x'", "UPDATE audit_log SET at = at", "DELETE FROM audit_log"} {
		err := app.DB.InTx(t.Context(), func(tx bun.IDB) error {
			_, err := tx.NewRaw(change).Exec(t.Context())
			return err
		})
		if err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v", change, err)
		}
	}
	app.Exec("DELETE FROM users WHERE id = ?", ann.ID)
	if rows := list(t, admin, "").Data; len(rows) != 1 || rows[0].Action != "user.left" || rows[0].ActorID != ann.ID || rows[0].ActorName != "" {
		t.Errorf("%+v", rows)
	}
}

func TestFilters(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, ann, ben := app.User(access.Admin), app.User(access.Student), app.User(access.Student)
	wrote(t, app, access.Caller{ID: ann.ID}, audit.Entry{Action: "user.created", TargetID: "1"}, audit.Entry{Action: "user.locked", TargetID: "2"})
	wrote(t, app, access.Caller{ID: ben.ID}, audit.Entry{Action: "users.imported", TargetID: "1"})
	wrote(t, app, access.Caller{ID: ben.ID, Actor: ann.ID}, audit.Entry{Action: "course.created", TargetID: "3"})
	for query, want := range map[string]string{
		"":                              "course.created users.imported user.locked user.created",
		"actor=" + ann.ID:               "course.created user.locked user.created",
		"on_behalf_of=" + ben.ID:        "course.created",
		"target=1":                      "users.imported user.created",
		"action=user":                   "user.locked user.created",
		"action=user.locked":            "user.locked",
		"action=user.":                  "",
		"action=us%25":                  "",
		"from=2026-09-01T08:01:00Z":     "course.created users.imported user.locked",
		"to=2026-09-01T08:01:00Z":       "user.created",
		"from=2026-09-02":               "",
		"from=2026-09-01&to=2026-09-01": "course.created users.imported user.locked user.created",
		"actor=" + ann.ID + "&target=2&action=user&from=2026-08-01": "user.locked",
	} {
		if got := strings.Join(actions(list(t, admin, query)), " "); got != want {
			t.Errorf("%s: %s", query, got)
		}
	}
	for _, bad := range []string{"from=yesterday", "to=2026-13-01", "from=2026-09-02&to=2026-09-01", "cursor=x", "cursor=WyJ4IiwieSJd", "page=0"} {
		admin.Do("GET", "/audit-log?"+bad, "", 400)
	}
	admin.Do("GET", "/audit-log/export?from=yesterday", "", 400)
}

// A page by cursor continues where the previous one ended, whatever is added in between; pages by number show the same.
func TestPaging(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	var want []string
	for i := range 7 {
		want = append(want, fmt.Sprintf("n.%d", i))
		wrote(t, app, access.Caller{ID: "a"}, audit.Entry{Action: want[i]})
	}
	slices.Reverse(want)
	first := list(t, admin, "limit=3")
	second := list(t, admin, "limit=3&page=2")
	wrote(t, app, access.Caller{ID: "a"}, audit.Entry{Action: "n.new"})
	got, cursor := actions(first), first.NextCursor
	for cursor != "" {
		l := list(t, admin, "limit=3&cursor="+cursor)
		got, cursor = append(got, actions(l)...), l.NextCursor
	}
	if !slices.Equal(got, want) || !slices.Equal(actions(second), want[3:6]) || first.Pagination.TotalItems != 7 || first.Pagination.IsExact != nil || !first.Pagination.HasNextPage {
		t.Errorf("%v; %v; %+v", got, actions(second), first.Pagination)
	}
}

// The export has everything that the filter selects, including what does not fit into one batch.
func TestExport(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	err := app.DB.InTx(t.Context(), func(tx bun.IDB) error {
		for i := range 1203 { // at the same instant: the id decides
			if err := app.Audit.Write(t.Context(), tx, access.Caller{ID: "a"}, audit.Entry{Action: "user.named", TargetID: fmt.Sprint(i), After: map[string]string{"name": "=1+1"}}); err != nil {
				return err
			}
		}
		return app.Audit.Write(t.Context(), tx, access.Caller{ID: "a"}, audit.Entry{Action: "other.thing", TargetID: "=2"})
	})
	if err != nil {
		t.Fatal(err)
	}
	w := admin.Send("GET", "/api/v1/audit-log/export?action=user", "")
	rows := testapp.Sheet(t, w.Body)
	if w.Code != 200 || w.Header().Get("Content-Type") != sheet.Type || !strings.Contains(w.Header().Get("Content-Disposition"), "audit-log.csv") {
		t.Fatal(w.Code, w.Header())
	}
	seen := map[string]bool{}
	for _, r := range rows[1:] {
		seen[r.Cells[slices.Index(rows[0].Cells, "target_id")]] = true
	}
	if len(rows) != 1204 || len(seen) != 1203 || rows[1].Cells[slices.Index(rows[0].Cells, "after")] != `{"name":"=1+1"}` {
		t.Errorf("%d rows, %d different ones: %q", len(rows), len(seen), rows[1].Cells)
	}
	if got := admin.Do("GET", "/audit-log/export?target=%3D2", "", 200); !strings.Contains(got, ",'=2,") {
		t.Error(got)
	}
}
