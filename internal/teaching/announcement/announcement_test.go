package announcement_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/announcement"
	"lectern/internal/testapp"
)

// body is an announcement to an audience, as JSON; members come after a comma.
func body(audience, members string) string {
	return fmt.Sprintf(`{"title":"Swarm season","content":"Watch your hives.","type":"general","targetAudience":%q%s}`, audience, members)
}

func create(t *testing.T, who testapp.User, body string) announcement.Announcement {
	t.Helper()
	return testapp.Read[rest.Answer[announcement.Announcement]](t, who.Do("POST", "/announcements", body, 201)).Data
}

func one(t *testing.T, who testapp.User, id string) announcement.Announcement {
	t.Helper()
	return testapp.Read[rest.Answer[announcement.Announcement]](t, who.Do("GET", "/announcements/"+id, "", 200)).Data
}

// titles lists what a user sees.
func titles(t *testing.T, who testapp.User, query string) (found []string) {
	t.Helper()
	for _, a := range testapp.Read[rest.List[announcement.Announcement]](t, who.Do("GET", "/announcements?"+query, "", 200)).Data {
		found = append(found, a.Title)
	}
	return found
}

func unread(t *testing.T, who testapp.User) int64 {
	t.Helper()
	n := testapp.Read[rest.Answer[announcement.UnreadAnnouncements]](t, who.Do("GET", "/announcements/unread-count", "", 200)).Data
	if n.Count != n.UnreadCount {
		t.Errorf("%+v", n)
	}
	return n.Count
}

// batchOf adds a batch of the class with members.
func batchOf(t *testing.T, c *testapp.Class, members ...testapp.User) (id string) {
	t.Helper()
	id = testapp.Read[rest.Answer[struct{ ID string }]](t, c.Teacher.Do("POST", "/batches/courses/"+c.CourseID+"/batches",
		`{"batch_name":"Bees in autumn","start_date":"2026-10-01","end_date":"2026-10-31"}`, 201)).Data.ID
	for _, m := range members {
		c.Exec("INSERT INTO batch_members (batch_id, user_id, status, by_enrollment, notes, joined_at, updated_at) VALUES (?, ?, 'active', ?, '', ?, ?)", id, m.ID, false, c.Clock.Now(), c.Clock.Now())
	}
	return id
}

// rows counts what a refused request may have left.
func rows(c *testapp.App) (n [5]int64) {
	for i, table := range []string{"announcements", "announcement_targets", "announcement_receipts", "jobs", "audit_log"} {
		n[i] = c.Count("SELECT count(*) FROM " + table)
	}
	return n
}

// Each audience sees what is meant for it, others hear the same as of one that does not exist; who joins later sees it too, who leaves does not.
func TestAudiences(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	admin, corporate, stranger, member := c.User(access.Admin), c.User(access.Corporate), c.User(access.Student), c.User(access.Student)
	group := batchOf(t, c, member)
	people := map[string]testapp.User{"teacher": c.Teacher, "student": c.Student, "corporate": corporate, "stranger": stranger, "member": member, "admin": admin}
	for audience, sees := range map[string][]string{
		"all": {"admin", "corporate", "member", "stranger", "student", "teacher"}, "students": {"member", "stranger", "student"}, "instructors": {"teacher"},
		"corporate": {"corporate"}, "admins": {"admin"}, "course:" + c.CourseID: {"student"}, "batch:" + group: {"member"}, "specificStudents": {"stranger"},
	} {
		members := ""
		if audience == "specificStudents" {
			members = fmt.Sprintf(`,"specificStudents":[%q]`, stranger.ID)
		}
		a := create(t, admin, body(audience, members))
		if preview := testapp.Read[rest.Answer[announcement.TargetingPreview]](t, admin.Do("POST", "/announcements/preview-targeting", body(audience, members), 200)).Data; int(preview.EstimatedReach) != len(sees) || len(preview.Sample) != min(5, len(sees)) {
			t.Errorf("%s: %+v", audience, preview)
		}
		for name, who := range people {
			shown := slices.Contains(sees, name)
			if got := titles(t, who, "mine=true"); (len(got) == 1) != shown || (unread(t, who) == 1) != shown {
				t.Errorf("%s sees of %s: %v", name, audience, got)
			}
			status := map[bool]int{true: 200, false: 404}[shown]
			who.Do("POST", "/announcements/"+a.ID+"/read", "", status)
			if n := unread(t, who); n != 0 {
				t.Errorf("%s has %d unread of %s", name, n, audience)
			}
			if name != "admin" && !(name == "teacher" && strings.Contains(audience, c.CourseID+group)) && !strings.HasPrefix(audience, "course:") && !strings.HasPrefix(audience, "batch:") {
				who.Do("GET", "/announcements/"+a.ID, "", status)
			}
		}
		if n := c.Count("SELECT count(*) FROM announcement_receipts"); n != int64(len(sees)) {
			t.Errorf("%s: %d receipts", audience, n)
		}
		admin.Do("DELETE", "/announcements/"+a.ID, "", 200)
		if n := c.Count("SELECT (SELECT count(*) FROM announcement_receipts) + (SELECT count(*) FROM announcement_targets)"); n != 0 {
			t.Errorf("%s: a deleted announcement has left %d rows", audience, n)
		}
	}
	a := create(t, c.Teacher, body("course:"+c.CourseID, ""))
	stranger.Do("GET", "/announcements/"+a.ID, "", 404)
	c.Enroll(stranger, c.CourseID)
	if got := one(t, stranger, a.ID); got.TargetAudience != nil || got.Notify != "" || got.CanEdit {
		t.Errorf("%+v", got)
	}
	c.Exec("UPDATE enrollments SET status = 'withdrawn' WHERE user_id = ?", stranger.ID)
	stranger.Do("GET", "/announcements/"+a.ID, "", 404)
	if unread(t, stranger) != 0 || unread(t, c.Student) != 1 {
		t.Error("who leaves still has it unread, or the others do not")
	}
}

// The rules and sentences of the specification, with whom instructors may address; a refused request leaves nothing.
func TestInvalidAnnouncementsAreRefused(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	admin, other := c.User(access.Admin), c.User(access.Instructor)
	group, stranger := batchOf(t, c), c.User(access.Student)
	many, _ := json.Marshal(slices.Repeat([]string{c.Student.ID}, 1001))
	before := rows(c.App)
	for name, refused := range map[string]struct {
		who      testapp.User
		body     string
		status   int
		sentence string
	}{
		"nobody":              {c.Nobody(), body("all", ""), 401, ""},
		"a student":           {c.Student, body("all", ""), 403, ""},
		"no title":            {admin, `{"title":" ","content":"x","type":"general","targetAudience":"all"}`, 400, "Title is required"},
		"no content":          {admin, `{"title":"x","content":" ","type":"general","targetAudience":"all"}`, 400, "Content is required"},
		"no text":             {admin, `{"title":"x","content":"<p></p>","format":"html","type":"general","targetAudience":"all"}`, 400, "Content is required"},
		"no type":             {admin, `{"title":"x","content":"x","targetAudience":"all"}`, 400, "Type is required"},
		"a long title":        {admin, body("all", `,"title":"`+strings.Repeat("x", 201)+`"`), 400, "Title must be at most 200 characters"},
		"a long text":         {admin, body("all", `,"content":"`+strings.Repeat("x", 20001)+`"`), 400, "Content must be at most 20,000 characters"},
		"no audience":         {admin, `{"title":"x","content":"x","type":"general"}`, 400, "Either a target audience or specific students is required"},
		"no students":         {admin, body("specificStudents", ""), 400, "Either a target audience or specific students is required"},
		"a company":           {admin, body("company:x", ""), 400, "Target audience is not one of the known audiences"},
		"parents":             {admin, body("parents", ""), 400, "Target audience is not one of the known audiences"},
		"expired":             {admin, body("all", `,"expiryDate":"2026-08-31T00:00:00Z"`), 400, "Expiry date must be in the future"},
		"expires first":       {admin, body("all", `,"publishDate":"2026-10-02T00:00:00Z","expiryDate":"2026-10-01T00:00:00Z"`), 400, "Publish date must be before expiry date"},
		"1,001 students":      {admin, body("all", `,"specificStudents":`+string(many)), 400, "Cannot target more than 1000 specific students at once"},
		"an unknown student":  {admin, body("all", `,"specificStudents":["x"]`), 400, "Unknown students: x"},
		"no such course":      {admin, body("course:x", ""), 404, ""},
		"another's course":    {other, body("course:"+c.CourseID, ""), 404, ""},
		"another's batch":     {other, body("batch:"+group, ""), 404, ""},
		"another's student":   {other, body("specificStudents", `,"specificStudents":["`+c.Student.ID+`"]`), 400, "Unknown students: " + c.Student.ID},
		"a stranger":          {c.Teacher, body("specificStudents", `,"specificStudents":["`+stranger.ID+`"]`), 400, "Unknown students: " + stranger.ID},
		"all by a teacher":    {c.Teacher, body("all", ""), 403, "Only administrators can address everyone"},
		"a role by a teacher": {c.Teacher, body("students", ""), 403, "Only administrators can address everyone"},
	} {
		if answer := refused.who.Do("POST", "/announcements", refused.body, refused.status); !strings.Contains(answer, refused.sentence) {
			t.Errorf("%s: %s", name, answer)
		}
	}
	if after := rows(c.App); after != before {
		t.Error("refused requests have changed", before, "to", after)
	}
	create(t, c.Teacher, strings.Replace(body("specificStudents", `,"specificStudents":["`+c.Student.ID+`"]`), `"specificStudents"`, `["batch:`+group+`","course:`+c.CourseID+`"]`, 1))
}

// A draft, a scheduled, an expired and an archived announcement are shown to those who can change them only.
func TestStatusFollowsDates(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	admin := c.User(access.Admin)
	hours := func(n int) string { return c.Clock.Now().Add(time.Duration(n) * time.Hour).Format(time.RFC3339) }
	a := create(t, admin, body("students", fmt.Sprintf(`,"status":"draft","type":"system","expiryDate":%q`, hours(10))))
	status := func() string { t.Helper(); return one(t, admin, a.ID).Status }
	shown := func(want bool) {
		t.Helper()
		if n := unread(t, c.Student); (n == 1) != want || len(titles(t, c.Student, "")) != int(n) {
			t.Errorf("%d are shown, %s", n, status())
		}
	}
	if a.Type != "maintenance" || a.Priority != "medium" || a.Status != "draft" {
		t.Errorf("%+v", a)
	}
	shown(false)
	bulk := func(body, want string) {
		t.Helper()
		got := testapp.Read[rest.Answer[[]announcement.StatusOutcome]](t, admin.Do("PUT", "/announcements/bulk-status", fmt.Sprintf(`{"ids":[%q]%s}`, a.ID, body), 200)).Data
		if len(got) != 1 || got[0].Outcome+" "+got[0].Status != want {
			t.Errorf("%s: %+v", body, got)
		}
	}
	bulk(fmt.Sprintf(`,"status":"scheduled","publishDate":%q`, hours(2)), "changed scheduled")
	shown(false)
	bulk(`,"status":"published"`, "changed published")
	bulk(`,"status":"published"`, "unchanged published")
	shown(true)
	bulk(`,"status":"archived"`, "changed archived")
	shown(false)
	bulk(`,"status":"published"`, "changed published")
	shown(true)
	for _, s := range []string{"draft", "scheduled", "published", "expired", "archived"} {
		if got := titles(t, admin, "status="+s); (len(got) == 1) != (s == "published") {
			t.Errorf("%s: %v", s, got)
		}
	}
	c.Clock.Advance(10 * time.Hour)
	shown(false)
	if status() != "expired" || len(titles(t, admin, "status=expired")) != 1 {
		t.Error(status())
	}
	c.Student.Do("POST", "/announcements/"+a.ID+"/read", "", 404)
	bulk(`,"status":"archived"`, "changed archived")
	bulk(`,"status":"published"`, "refused archived")
	admin.Do("PUT", "/announcements/bulk-status", `{"ids":["x"],"status":"scheduled"}`, 400)
	c.Teacher.Do("PUT", "/announcements/bulk-status", `{"ids":["x"],"status":"draft"}`, 403)
	a = create(t, admin, body("students", ""))
	c.Clock.Advance(366 * 24 * time.Hour)
	shown(true)
	c.Sweep()
	shown(false)
	if status() != "archived" {
		t.Error(status())
	}
}

// An edit keeps who has read it, unless everyone is asked to read it anew; the author alone and administrators may.
func TestChange(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	admin, colleague := c.User(access.Admin), c.User(access.Instructor)
	c.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", c.CourseID, colleague.ID)
	a := create(t, c.Teacher, body("course:"+c.CourseID, `,"requiresAck":true`))
	at, edited := "/announcements/"+a.ID, strings.Replace(body("course:"+c.CourseID, `,"requiresAck":true,"sticky":true`), "Swarm", "Honey", 1)
	c.Student.Do("POST", at+"/seen", "", 200)
	if got := one(t, c.Student, a.ID); got.IsRead || unread(t, c.Student) != 1 {
		t.Errorf("%+v", got)
	}
	c.Student.Do("POST", at+"/acknowledge", "", 200)
	if got := one(t, c.Student, a.ID); !got.IsRead || got.AcknowledgedAt == nil || unread(t, c.Student) != 0 {
		t.Errorf("%+v", got)
	}
	before := rows(c.App)
	c.Student.Do("PUT", at, edited, 403)
	put := func(who testapp.User, body string, version int64, want int) string {
		t.Helper()
		r := httptest.NewRequest("PUT", "/api/v1"+at, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		if version > 0 {
			r.Header.Set("If-Match", fmt.Sprintf(`"v%d-"`, version))
		}
		answer := who.SendRaw(r)
		if answer.Code != want {
			t.Fatalf("%d %s", answer.Code, answer.Body)
		}
		return answer.Body.String()
	}
	put(c.Teacher, edited, 0, 428)
	put(colleague, edited, 1, 403)
	put(c.User(access.Instructor), edited, 1, 404)
	if after := rows(c.App); after != before || one(t, c.Teacher, a.ID).Title != "Swarm season" {
		t.Error("refused requests have changed", before, "to", after)
	}
	put(c.Teacher, edited, 1, 200)
	if answer := put(c.Teacher, edited, 1, 412); !strings.Contains(answer, "Honey season") {
		t.Error(answer)
	}
	if got := one(t, c.Student, a.ID); got.Title != "Honey season" || !got.IsRead || got.EditedAt == nil || !got.Sticky || !got.PublishDate.Equal(a.PublishDate) {
		t.Errorf("%+v", got)
	}
	put(admin, strings.Replace(edited, "{", `{"again":true,`, 1), 2, 200)
	if got := one(t, c.Student, a.ID); got.IsRead || got.AcknowledgedAt != nil || unread(t, c.Student) != 1 {
		t.Errorf("%+v", got)
	}
	c.Exec("DELETE FROM course_instructors WHERE user_id = ?", c.Teacher.ID) // who no longer teaches the course may not change it, and others still see it
	put(c.Teacher, edited, 3, 403)
	c.Teacher.Do("DELETE", at, "", 403)
	c.Teacher.Do("GET", at+"/read-status", "", 403)
	if one(t, c.Student, a.ID).Title != "Honey season" {
		t.Error("learners no longer see it")
	}
}
