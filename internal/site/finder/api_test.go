package finder_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/site/finder"
	"lectern/internal/testapp"
)

// What is found is what the caller may see: a stranger, a visitor and another instructor find nothing of what a learner and their instructor find.
func TestFindOnlyWhatIsTheirs(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	c.Lesson(c.Section("").ID, "")
	c.Publish()
	now := c.Clock.Now()
	c.Exec("UPDATE users SET full_name = 'Beesley Lernt' WHERE id = ?", c.Student.ID)
	c.Exec("INSERT INTO user_search_keys (user_id, search_key) VALUES (?, 'beesley lernt')", c.Student.ID)
	batch := testapp.Read[rest.Answer[struct{ ID string }]](t, c.Teacher.Do("POST", "/batches/courses/"+c.CourseID+"/batches", `{"batch_name":"Bees in spring","start_date":"2026-10-01","end_date":"2026-10-31"}`, 201)).Data.ID
	c.Exec(`INSERT INTO orders (id, number, buyer_id, cart_key, status, currency, prices_include_tax, net, tax, rounding, total, paid, refund_reserved, refunded, billing, expires_at, created_at, updated_at)
		VALUES (?, 'LEC-BEES0001', ?, 'a cart', 'pending', 'EUR', FALSE, 500, 0, 0, 500, 0, 0, 0, '{}', ?, ?, ?)`, db.NewID(), c.Student.ID, now.AddDate(1, 0, 0), now, now)
	find := func(who testapp.User, query string) string {
		t.Helper()
		var all []string
		for _, g := range testapp.Read[rest.Answer[[]finder.FoundGroup]](t, who.Do("GET", "/search?query="+url.QueryEscape(query), "", 200)).Data {
			for _, i := range g.Items {
				all = append(all, g.Kind+" "+i.Title)
			}
		}
		return strings.Join(all, ", ")
	}
	c.Exec("UPDATE courses SET status = 'draft'")
	for who, want := range map[*testapp.User]string{
		&c.Student:                  "course Bees, lesson Bees, order LEC-BEES0001",
		&c.Teacher:                  "course Bees, lesson Bees, person Beesley Lernt, batch Bees in spring",
		new(c.User(access.Student)): "", new(c.User(access.Instructor)): "", new(c.Nobody()): "",
	} {
		if got := find(*who, "bees"); got != want {
			t.Errorf("finds %q, want %q", got, want)
		}
	}
	if got := find(c.Teacher, "Beesley"); got != "person Beesley Lernt" {
		t.Error(got)
	}
	if got := find(c.User(access.Admin), "Beesley"); got != "person Beesley Lernt" {
		t.Error(got)
	}
	if got := find(c.User(access.Admin), "lec-bees0001"); got != "order LEC-BEES0001" {
		t.Error(got)
	}
	for _, who := range []testapp.User{c.Teacher, c.User(access.Student)} {
		if got := find(who, "LEC-BEES0001"); got != "" {
			t.Errorf("an order of another user: %s", got)
		}
	}
	if got := find(c.User(access.Instructor), "Beesley"); got != "" {
		t.Error(got)
	}
	if got := find(c.Student, "%"); got != "" { // no pattern
		t.Error(got)
	}
	c.Exec("INSERT INTO batch_members (batch_id, user_id, status, by_enrollment, notes, joined_at, updated_at) VALUES (?, ?, 'active', ?, '', ?, ?)", batch, c.Student.ID, false, now, now)
	answer := c.Student.Do("GET", "/search?query=bees&kinds=batch&limit=1", "", 200)
	if g := testapp.Read[rest.Answer[[]finder.FoundGroup]](t, answer).Data; len(g) != 1 || g[0].HasMore || g[0].Items[0] != (finder.FoundItem{ID: batch, Title: "Bees in spring", Hint: "Bees", Path: "/batches/" + batch}) {
		t.Errorf("%+v", g)
	}
	c.Exec("UPDATE enrollments SET status = 'suspended'")
	if got := find(c.Student, "bees"); strings.Contains(got, "lesson") || strings.Contains(got, "course") {
		t.Error(got)
	}
	c.Student.Do("GET", "/search?query=+", "", 400)
	c.Student.Do("GET", fmt.Sprintf("/search?query=%s", strings.Repeat("x", 101)), "", 400)
}
