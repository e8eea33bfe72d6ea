package announcement_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/announcement"
	"lectern/internal/testapp"
)

// Filters and orders of lists, and who is counted as a reader.
func TestListsAndReadStatus(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	admin, second := c.User(access.Admin), c.User(access.Student)
	c.Enroll(second, c.CourseID)
	plain := create(t, admin, strings.Replace(body("all", ""), "Swarm", "Alder", 1))
	c.Clock.Advance(time.Minute)
	create(t, admin, strings.Replace(body("course:"+c.CourseID, `,"sticky":true,"priority":"urgent","type":"event"`), "Swarm", "Birch", 1))
	c.Clock.Advance(time.Minute)
	last := create(t, admin, strings.Replace(body("specificStudents", `,"specificStudents":["`+c.Student.ID+`"]`), "Swarm", "Clover", 1))
	for query, want := range map[string]string{
		"": "Clover,Birch,Alder", "sortBy=title": "Alder,Birch,Clover", "sortBy=createdAt&limit=1&page=2": "Birch", "type=event": "Birch", "priority=urgent": "Birch", "search=birch s": "Birch",
		"audience=all": "Alder", "audience=specificStudents": "Clover", "audience=course:" + c.CourseID: "Birch", "audience=none": "", "mine=true": "Alder", "mine=true&unread=true": "Alder", "search=wasp": "",
	} {
		if got := strings.ReplaceAll(strings.Join(titles(t, admin, strings.ReplaceAll(query, " ", "%20")), ","), " season", ""); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	c.Student.Do("POST", "/announcements/"+last.ID+"/read", "", 200)
	if got := titles(t, c.Student, ""); !slices.Equal(got, []string{"Clover season", "Birch season", "Alder season"}) {
		t.Error(got)
	}
	if got := titles(t, c.Student, "mine=true"); !slices.Equal(got, []string{"Birch season", "Alder season", "Clover season"}) {
		t.Error("unread first, sticky above:", got)
	}
	if got := testapp.Read[rest.Answer[[]announcement.Announcement]](t, c.Student.Do("GET", "/announcements/recent?limit=2", "", 200)).Data; len(got) != 2 || got[0].Title != "Birch season" || got[1].Title != "Clover season" || !got[1].IsRead {
		t.Errorf("%+v", got)
	}
	if got := titles(t, c.Teacher, ""); !slices.Equal(got, []string{"Birch season", "Alder season"}) {
		t.Error("an instructor sees", got)
	}
	second.Do("POST", "/announcements/read-all", "", 200)
	status := testapp.Read[rest.Answer[announcement.AnnouncementReaders]](t, admin.Do("GET", "/announcements/"+plain.ID+"/read-status", "", 200)).Data
	if s := status.Summary; s.TotalTargeted != 4 || s.TotalRead != 1 || s.TotalUnread != 3 || s.ReadPercentage != 25 || len(status.ReadBy) != 1 || status.ReadBy[0].ID != second.ID || len(status.UnreadBy) != 3 {
		t.Errorf("%+v", status)
	}
	figures := testapp.Read[rest.Answer[announcement.AnnouncementFigures]](t, admin.Do("GET", "/announcements/analytics", "", 200)).Data
	if figures.Total != 3 || figures.ByStatus["published"] != 3 || figures.ByType["event"] != 1 || figures.ByPriority["medium"] != 2 || figures.AverageReadRate != 42.9 || len(figures.RecentActivity) != 30 || figures.RecentActivity[29].Published != 3 {
		t.Errorf("%+v", figures)
	}
	c.Teacher.Do("GET", "/announcements/analytics", "", 403)
	c.Student.Do("GET", "/announcements/students", "", 403)
	c.Exec("INSERT INTO user_search_keys (user_id, search_key) VALUES (?, 'somebody')", c.Student.ID)
	if got := c.Teacher.Do("GET", "/announcements/students?search=some", "", 200); !strings.Contains(got, c.Student.ID) || strings.Contains(got, second.ID) {
		t.Error(got)
	}
	if got := c.User(access.Instructor).Do("GET", "/announcements/students?search=some", "", 200); strings.Contains(got, c.Student.ID) {
		t.Error("an instructor finds learners of others:", got)
	}
}

// More than 100 unread are counted as 101.
func TestUnreadCountStops(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	a := create(t, c.User(access.Admin), body("all", ""))
	for range 120 {
		id := db.NewID()
		c.Exec(`INSERT INTO announcements SELECT ?, title, title_key, content, format, type, priority, state, publish_at, expires_at, sticky, requires_ack, notify, version, round, send_number,
			send_after, sent, sent_at, edited_at, created_by, created_at, reminded_at, remind_after FROM announcements WHERE id = ?`, id, a.ID)
		c.Exec("INSERT INTO announcement_targets SELECT ?, audience, visible_from, visible_until FROM announcement_targets WHERE announcement_id = ?", id, a.ID)
	}
	if n := unread(t, c.Student); n != 101 {
		t.Error(n)
	}
	c.Student.Do("POST", "/announcements/read-all", "", 200)
	if n := unread(t, c.Student); n != 0 {
		t.Error(n)
	}
}
