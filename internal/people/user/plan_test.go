package user_test

import (
	"strings"
	"testing"

	"github.com/uptrace/bun"

	"lectern/internal/people/user"
	"lectern/internal/testapp"
)

// insertUsers inserts 6,000 users over half a year: one in ten teaches, and one in a hundred each is disabled, unconfirmed or an
// administrator.
const insertUsers = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 5999)
	INSERT INTO users (id, email, email_key, full_name, name_key, password_hash, status, created_at, updated_at, email_verified_at)
	SELECT 'u' || (100000 + i), 'u' || i || '@lectern.test', 'u' || i || '@lectern.test', 'User ' || i, 'user ' || (i * 7919 % 6000), '',
		CASE i % 100 WHEN 1 THEN 'disabled' ELSE 'active' END, ?, ?, CASE i % 100 WHEN 2 THEN NULL ELSE CAST(? AS TIMESTAMPTZ) END FROM n`

// The cost of a page does not depend on the number of users: rows come from an index in the requested order. No plan sorts
// the users or scans their table. The plans are of the statements that are really sent.
func TestPagesUseAnIndex(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	now := testapp.Start
	lite := insertUsers
	if !app.DB.Postgres {
		lite = strings.ReplaceAll(insertUsers, "CAST(? AS TIMESTAMPTZ)", "?")
	}
	app.Exec(lite, now, now, now)
	app.Exec("INSERT INTO user_roles (user_id, role) SELECT id, 'student' FROM users")
	app.Exec("INSERT INTO user_roles (user_id, role) SELECT id, 'instructor' FROM users WHERE id LIKE '%5'")
	app.Exec("INSERT INTO user_search_keys (search_key, user_id) SELECT name_key, id FROM users")
	if app.DB.Postgres { // whose planner needs statistics, which it otherwise gathers later
		app.Exec("UPDATE users SET created_at = created_at + (substr(id, 2)::int - 100000) * INTERVAL '1 minute'")
		app.Exec("ANALYZE")
	}
	for name, f := range map[string]user.Filter{
		"newest": {Sort: "newest"}, "oldest": {Sort: "oldest"}, "name": {Sort: "name"}, "-name": {Sort: "-name"}, "email": {Sort: "email"}, "seen": {Sort: "seen"}, "-seen": {Sort: "-seen"}, "not seen since": {Sort: "seen", SeenTo: "2026-09-03"}, "-email": {Sort: "-email"},
		"role": {Sort: "newest", Role: "student"}, "some role": {Sort: "newest", Role: "instructor"}, "role by name": {Sort: "name", Role: "student"}, "role by mail": {Sort: "-email", Role: "student"},
		"role since": {Sort: "newest", Role: "student", CreatedFrom: "2026-09-03"}, "role, oldest": {Sort: "oldest", Role: "instructor"},
		"status": {Sort: "newest", Status: "disabled"}, "unverified": {Sort: "newest", Verified: "false"},
		"made since": {Sort: "newest", CreatedFrom: "2026-09-03"}, "made until": {Sort: "oldest", CreatedTo: "2026-09-03"},
	} {
		behind, err := user.Mark(t.Context(), app.DB.Reader(), f, now)
		if err != nil {
			t.Fatal(name, err)
		}
		for _, at := range [][]string{nil, behind} {
			statement, err := user.Statement(app.DB.Reader(), f, at, now)
			if err != nil {
				t.Fatal(name, err)
			}
			if steps := plan(t, app, statement); strings.Contains(steps, "Seq Scan on users u") || strings.Contains(steps, "Sort Key: u.") ||
				strings.Contains(steps, "SCAN u\n") || strings.Contains(steps, "USE TEMP B-TREE FOR ORDER BY\n") {
				t.Errorf("%s, behind %v:\n%s\n%s", name, at, statement, steps)
			}
		}
	}
}

// plan returns the database's plan of a statement, one step a line, without subplans for each row of the page.
func plan(t *testing.T, app *testapp.App, statement string) string {
	t.Helper()
	var steps []string
	if app.DB.Postgres {
		if err := app.DB.Reader().NewRaw("EXPLAIN (COSTS OFF) ?", bun.Safe(statement)).Scan(t.Context(), &steps); err != nil {
			t.Fatal(err)
		}
		whole := strings.Join(steps, "\n") + "\n"
		whole, _, _ = strings.Cut(whole, "SubPlan") // looked up for each user on the page
		return whole
	}
	var rows []struct {
		ID, Parent, Notused int64
		Detail              string
	}
	if err := app.DB.Reader().NewRaw("EXPLAIN QUERY PLAN ?", bun.Safe(statement)).Scan(t.Context(), &rows); err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.Parent == 0 {
			steps = append(steps, r.Detail)
		}
	}
	return strings.Join(steps, "\n") + "\n"
}
