package user_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/people/user"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type (
	page = rest.List[user.UserRow]
	one  = rest.Answer[user.UserDetail]
)

// made creates an account through the API, a minute after the previous one, and returns its id.
func made(t *testing.T, admin testapp.User, app *testapp.App, name, email string, roles ...access.Role) string {
	t.Helper()
	app.Clock.Advance(time.Minute)
	body := fmt.Sprintf(`{"full_name":%q,"email":%q,"roles":[%s]}`, name, email, `"`+strings.ReplaceAll(strings.Trim(fmt.Sprint(roles), "[]"), " ", `","`)+`"`)
	return testapp.Read[rest.Answer[directory.User]](t, admin.Do("POST", "/users", body, 201)).Data.ID
}

func list(t *testing.T, by testapp.User, query string) page {
	t.Helper()
	return testapp.Read[page](t, by.Do("GET", "/users?"+query, "", 200))
}

func names(l page) string {
	var names []string
	for _, u := range l.Data {
		names = append(names, u.FullName)
	}
	return strings.Join(names, ",")
}

func TestListAccess(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann := app.User(access.Student)
	for _, path := range []string{"/users", "/users/" + ann.ID, "/users/filters"} {
		app.Nobody().Do("GET", path, "", 401)
		for _, role := range []access.Role{access.Student, access.Instructor, access.Corporate} {
			app.User(role).Do("GET", path, "", 403)
		}
		app.User(access.Admin).Do("GET", path, "", 200)
	}
	app.User(access.Admin).Do("GET", "/users/none", "", 404)
}

func TestFilters(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	made(t, admin, app, "Émile Zola", "zola@paris.test", access.Student, access.Instructor)
	anna := made(t, admin, app, "Anna Lee-Smith", "anna_lee@lectern.test", access.Student)
	zoe := made(t, admin, app, "zoe 100%", "zoe@lectern.test", access.Admin)
	bob := made(t, admin, app, "Bob", "bob@lectern.test", access.Corporate)
	admin.Do("PATCH", "/users/"+bob+"/status", `{"status":"disabled"}`, 200)
	admin.Do("POST", "/auth/lock-account/"+anna, `{"reason":"x"}`, 200)
	app.Exec("UPDATE users SET email_verified_at = ? WHERE id = ?", app.Clock.Now(), zoe)
	for range 3 {
		app.Nobody().Send("POST", "/api/v1/auth/login", `{"email":"zola@paris.test","password":"wrong"}`)
	}
	app.Exec("DELETE FROM sessions WHERE user_id <> ?", admin.ID)
	for query, want := range map[string]string{
		"":                                  "Bob,zoe 100%,Anna Lee-Smith,Émile Zola,Somebody",
		"sort=oldest":                       "Somebody,Émile Zola,Anna Lee-Smith,zoe 100%,Bob",
		"sort=name&search=lectern.test":     "Anna Lee-Smith,Bob,zoe 100%,Somebody",
		"sort=email":                        "Somebody,Anna Lee-Smith,Bob,zoe 100%,Émile Zola",
		"sort=-email&role=student":          "Émile Zola,Anna Lee-Smith",
		"search=EMILE":                      "Émile Zola",
		"search=%20zola%20":                 "Émile Zola",
		"search=emile+z":                    "Émile Zola",
		"search=smith":                      "Anna Lee-Smith",
		"search=lee":                        "Anna Lee-Smith",
		"search=mith":                       "",
		"search=zo":                         "zoe 100%,Émile Zola",
		"search=ANNA_LEE@":                  "Anna Lee-Smith",
		"search=annaXlee":                   "",
		"search=%25":                        "",
		"search=100%25":                     "zoe 100%",
		"search=_":                          "",
		"search=%27":                        "",
		"role=student":                      "Anna Lee-Smith,Émile Zola",
		"role=instructor":                   "Émile Zola",
		"role=admin&search=z":               "zoe 100%",
		"status=disabled":                   "Bob",
		"status=active&role=corporate":      "",
		"verified=true":                     "zoe 100%",
		"verified=false&role=admin":         "Somebody",
		"locked=true&sort=oldest":           "Émile Zola,Anna Lee-Smith",
		"locked=false&role=student":         "",
		"created_from=2026-09-01T08:03:00Z": "Bob,zoe 100%",
		"created_to=2026-09-01T08:02:00Z&sort=oldest":                  "Somebody,Émile Zola",
		"created_from=2026-09-01&created_to=2026-09-01&role=corporate": "Bob",
		"created_from=2026-09-02":                                      "",
	} {
		if got := names(list(t, admin, query)); got != want && !(strings.HasPrefix(query, "sort=") && sameBut(got, want, "Somebody")) {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	for _, bad := range []string{"role=ghost", "status=gone", "verified=maybe", "locked=1", "sort=status", "sort=created_at%3BDROP", "created_from=x", "created_from=2026-09-02&created_to=2026-09-01",
		"page=501", "page=0", "cursor=x", "cursor=WyJhIl0", "search=" + strings.Repeat("x", 201)} {
		admin.Do("GET", "/users?"+bad, "", 400)
	}
	admin.Do("GET", "/users?created_from=2026-01-01&cursor="+rest.EncodeCursor("x", "y"), "", 400)
}

// The filter finds users who cannot sign in, for whatever reason; a lock of password changes or an expired lock does not
// count.
func TestLockedFilter(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	until := app.Clock.Now().Add(time.Hour)
	for name, reason := range map[string]string{"At the password": "failed_login_attempts", "At the second step": "two_factor_attempts", "At the change": "password_change_attempts"} {
		id := made(t, admin, app, name, reason+"@lectern.test", access.Student)
		app.Exec("INSERT INTO lockouts (key, reason, user_id, attempts, last_at, locked_until, locked_by) VALUES (?, ?, ?, 5, ?, ?, '')",
			reason, reason, id, app.Clock.Now(), until)
	}
	admin.Do("POST", "/auth/lock-account/"+made(t, admin, app, "By hand", "hand@lectern.test", access.Student), `{"reason":"x"}`, 200)
	for _, want := range []string{"At the password,At the second step,By hand", "By hand"} {
		l := list(t, admin, "locked=true&sort=name")
		if got := names(l); got != want || slices.ContainsFunc(l.Data, func(u user.UserRow) bool { return !u.Locked }) {
			t.Errorf("%s, want %s: %+v", got, want, l.Data)
		}
		if got := list(t, admin, "locked=false"); slices.ContainsFunc(got.Data, func(u user.UserRow) bool { return u.Locked }) {
			t.Errorf("not locked: %+v", got.Data)
		}
		app.Clock.Advance(until.Sub(app.Clock.Now()))
	}
}

// sameBut reports whether two lists are equal apart from a user with a random address.
func sameBut(got, want, without string) bool {
	cut := func(s string) []string {
		return slices.DeleteFunc(strings.Split(s, ","), func(name string) bool { return name == without })
	}
	return slices.Equal(cut(got), cut(want))
}

// A row holds what administrators look for, and no secrets.
func TestRow(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	id := made(t, admin, app, "Ann", "ann@lectern.test", access.Student, access.Instructor)
	admin.Do("POST", "/auth/lock-account/"+id, `{"reason":"x"}`, 200)
	body := admin.Do("GET", "/users?search=ann", "", 200)
	u := testapp.Read[page](t, body).Data[0]
	if u.ID != id || u.Email != "ann@lectern.test" || u.Status != "active" || !u.Locked || u.EmailVerifiedAt != nil || u.LastSeenAt != nil ||
		!slices.Equal(u.Roles, []access.Role{"instructor", "student"}) || strings.Contains(body, "hash") {
		t.Error(body)
	}
	if got := list(t, admin, "role=admin").Data[0]; got.LastSeenAt == nil || !got.LastSeenAt.Equal(testapp.Start) || got.Locked {
		t.Errorf("%+v", got)
	}
}

// Paging by cursor returns everybody once, in every order, also with equal names and with users added in between.
func TestPaging(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	for i := range 11 {
		made(t, admin, app, []string{"Ann", "Ben", "cleo"}[i%3], fmt.Sprintf("u%d@lectern.test", i), access.Student)
	}
	for _, query := range []string{"sort=newest", "sort=oldest", "sort=name", "sort=-name", "sort=email", "sort=-email", "sort=newest&created_from=2026-09-01", "sort=oldest&created_from=2026-09-01",
		"sort=-name&search=lectern"} {
		whole := list(t, admin, query+"&role=student&limit=100")
		query += "&role=student&limit=4"
		if strings.Contains(query, "created") {
			query = strings.Replace(query, "&role=student", "&status=active", 1)
			whole = list(t, admin, strings.Replace(query, "limit=4", "limit=100", 1))
		}
		first := list(t, admin, query)
		second := list(t, admin, query+"&page=2")
		got, cursor := first.Data, first.NextCursor
		for cursor != "" {
			next := list(t, admin, query+"&cursor="+url.QueryEscape(cursor))
			got, cursor = append(got, next.Data...), next.NextCursor
		}
		same := func(a, b user.UserRow) bool { return a.ID == b.ID }
		if len(whole.Data) < 11 || !slices.EqualFunc(got, whole.Data, same) || !slices.EqualFunc(second.Data, whole.Data[4:8], same) || first.Pagination.TotalItems != int64(len(whole.Data)) {
			t.Errorf("%s: %d of %d, then %+v", query, len(got), len(whole.Data), first.Pagination)
		}
	}
}

func TestSavedFilters(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann, ben := app.User(access.Admin), app.User(access.Admin)
	keep := func(by testapp.User, name string, want int) (f user.UserFilter) {
		body := by.Do("POST", "/users/filters", fmt.Sprintf(`{"name":%q,"query":"role=admin&sort=name","owner_id":"x"}`, name), want)
		return testapp.Read[rest.Answer[user.UserFilter]](t, body).Data
	}
	kept := func(by testapp.User) (names []string) {
		for _, f := range testapp.Read[rest.Answer[[]user.UserFilter]](t, by.Do("GET", "/users/filters", "", 200)).Data {
			names = append(names, f.Name+" "+f.Query)
		}
		return names
	}
	f := keep(ann, " Admins ", 201)
	keep(ann, "Admins", 409)
	keep(ann, " ", 400)
	ann.Do("POST", "/users/filters", `{"name":"x","query":"%zz"}`, 400)
	keep(ben, "Admins", 201)
	other := keep(ann, "Others", 201)
	ann.Do("PUT", "/users/filters/"+other.ID, `{"name":"Admins","query":""}`, 409)
	ann.Do("PUT", "/users/filters/"+other.ID, `{"name":"All","query":""}`, 200)
	ben.Do("PUT", "/users/filters/"+f.ID, `{"name":"Mine","query":""}`, 404)
	ben.Do("DELETE", "/users/filters/"+f.ID, "", 404)
	if got := kept(ann); !slices.Equal(got, []string{"Admins role=admin&sort=name", "All "}) {
		t.Errorf("%q", got)
	}
	ann.Do("DELETE", "/users/filters/"+f.ID, "", 200)
	ann.Do("DELETE", "/users/filters/"+f.ID, "", 404)
	for i := range 49 {
		keep(ann, fmt.Sprint(i), 201)
	}
	keep(ann, "one more", 409)
	if n := len(kept(ben)); n != 1 {
		t.Errorf("%d", n)
	}
}

// pupils makes 10,200 students called Pupil 0 to Pupil 10199, and gives them names and words as the directory does.
const pupils = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 10199)
	INSERT INTO users (id, email, email_key, full_name, name_key, password_hash, status, created_at, updated_at)
	SELECT 'p' || i, 'p' || i || '@school.test', 'p' || i || '@school.test', 'Pupil ' || i, 'pupil ' || i, '', 'active', ?, ? FROM n`

// A search looks at everybody before it counts and cuts: together with any other filter, and in the export.
func TestSearchFiltersBeforeItCuts(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	app.Exec(pupils, testapp.Start, testapp.Start)
	app.Exec("INSERT INTO user_roles (user_id, role) SELECT id, 'student' FROM users WHERE id LIKE 'p%'")
	app.Exec("INSERT INTO user_search_keys (search_key, user_id) SELECT name_key, id FROM users WHERE id LIKE 'p%'")
	teacher := made(t, admin, app, "Pupil Zwingli", "zwingli@school.test", access.Instructor)
	for query, want := range map[string]int64{"search=pupil": 10_000, "search=pupil+1": 1 + 10 + 100 + 1000 + 200, "search=pupil&role=instructor": 1, "search=pupil+z": 1, "search=pupil&role=admin": 0} {
		for _, sort := range []string{"newest", "name", "-email"} {
			l := list(t, admin, query+"&limit=1&sort="+sort)
			if exact := l.Pagination.IsExact == nil; l.Pagination.TotalItems != want || exact != (want < 10_000) {
				t.Errorf("%s, %s: %d, exact: %v; want %d", query, sort, l.Pagination.TotalItems, exact, want)
			}
		}
	}
	if l := list(t, admin, "search=pupil&role=instructor"); len(l.Data) != 1 || l.Data[0].ID != teacher {
		t.Errorf("the teacher among the pupils: %s", names(l))
	}
	if rows := strings.Count(admin.Do("GET", "/users/export?search=pupil+1", "", 200), "\n") - 1; rows != 1311 {
		t.Errorf("%d rows exported, want 1311", rows)
	}
	if rows := strings.Count(admin.Do("GET", "/users/export?search=pupil&role=instructor", "", 200), "\n") - 1; rows != 1 {
		t.Errorf("%d teachers exported, want 1", rows)
	}
}

// Users are found and sorted by when they were last seen, also long after their sessions are gone.
func TestLastSeen(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	app.Exec("UPDATE users SET last_seen_at = ?", testapp.Start.AddDate(1, 0, 0))
	made(t, admin, app, "Never", "never@lectern.test", access.Student)
	early := app.Register("early@lectern.test")
	app.Clock.Advance(24 * time.Hour)
	app.Register("late@lectern.test")
	app.Clock.Advance(24 * time.Hour)
	app.Exec("DELETE FROM sessions WHERE user_id <> ?", admin.ID)
	for query, want := range map[string]string{
		"role=student&sort=seen": "Never,early,late", "role=student&sort=-seen": "late,early,Never", "search=lectern.test&role=student&seen_to=2026-09-01&sort=name": "early,Never",
		"seen_from=2026-09-01&seen_to=2026-09-01": "early", "role=student&seen_from=2026-09-02": "late", "seen_to=1980-01-01": "Never",
	} {
		if got := names(list(t, admin, query)); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	if got := list(t, admin, "search=never").Data[0].LastSeenAt; got != nil {
		t.Errorf("never seen: %v", got)
	}
	if got := list(t, admin, "search=early").Data[0].LastSeenAt; got == nil || !got.Equal(testapp.Start.Add(time.Minute)) {
		t.Errorf("last seen at %v", got)
	}
	for _, sort := range []string{"seen", "-seen"} {
		whole, first := list(t, admin, "sort="+sort), list(t, admin, "limit=2&sort="+sort)
		next := list(t, admin, "limit=2&sort="+sort+"&cursor="+url.QueryEscape(first.NextCursor))
		if got := names(first) + "," + names(next); got != names(whole) {
			t.Errorf("%s: %s, want %s", sort, got, names(whole))
		}
	}
	app.Exec("UPDATE users SET last_seen_at = ? WHERE id = ?", directory.NeverSeen, early.User.ID)
	again := testapp.Read[rest.Answer[authn.SignedIn]](t, app.Nobody().Do("POST", "/auth/login", testapp.Credentials("early@lectern.test", testapp.Password), 200)).Data
	app.Clock.Advance(time.Minute)
	app.Refresh(again.RefreshToken, 200)
	if got := list(t, admin, "search=early").Data[0].LastSeenAt; got == nil || !got.Equal(app.Clock.Now()) {
		t.Errorf("after a renewal: %v", got)
	}
	for _, bad := range []string{"seen_from=x", "seen_from=2026-09-02&seen_to=2026-09-01"} {
		admin.Do("GET", "/users?"+bad, "", 400)
	}
}
