package agenda_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	ical "github.com/arran4/golang-ical"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/agenda"
	"lectern/internal/testapp"
)

type feedMade = rest.Answer[agenda.FeedAddress]

func subscribe(t *testing.T, who testapp.User) agenda.FeedAddress {
	t.Helper()
	return testapp.Read[feedMade](t, who.Do("POST", "/calendar/feeds", `{"name":"Phone"}`, 201)).Data
}

// fetch reads an address as a calendar program does, which is not signed in.
func fetch(c *testapp.Class, address, known string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, address, nil)
	if known != "" {
		r.Header.Set("If-None-Match", known)
	}
	return c.Nobody().SendRaw(r)
}

func parse(t *testing.T, answer *httptest.ResponseRecorder) []*ical.VEvent {
	t.Helper()
	if answer.Code != 200 {
		t.Fatal(answer.Code, answer.Body)
	}
	calendar, err := ical.ParseCalendar(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return calendar.Events()
}

// A program reads the sessions of a learner: a moved one with the next number, a cancelled one as cancelled, none of a batch that the learner has left.
func TestFeed(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	b := createBatch(t, c.Teacher, c.CourseID, "Bees", "18:00")
	join(c, b.ID, c.Student, "active")
	at := "/batches/" + b.ID + "/schedule/"
	feed := subscribe(t, c.Student)
	first := fetch(c, feed.URL, "")
	tag := first.Header().Get("ETag")
	for name, want := range map[string]string{"Content-Type": "text/calendar; charset=utf-8", "Cache-Control": "private, no-cache", "Referrer-Policy": "no-referrer"} {
		if got := first.Header().Get(name); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	if again := fetch(c, feed.URL, tag); again.Code != 304 || again.Body.Len() != 0 || tag == "" {
		t.Error(again.Code, tag)
	}
	c.Teacher.Do("PUT", at+b.Schedule[1].ID, `{"date":"2026-09-10","start_time":"17:00","end_time":"18:30"}`, 200)
	c.Teacher.Do("DELETE", at+b.Schedule[7].ID, "", 200)
	changed := fetch(c, feed.URL, tag)
	if changed.Header().Get("ETag") == tag {
		t.Error("the entity tag does not change with the sessions")
	}
	text := changed.Body.String()
	events := parse(t, changed)
	if len(events) != 8 || strings.Count(text, "BEGIN:VTIMEZONE") != 1 || !strings.Contains(text, "DTSTART;TZID=Europe/Berlin:20260910T170000") {
		t.Fatal(text)
	}
	for i, want := range map[int]string{0: "CONFIRMED 0", 1: "CONFIRMED 1", 7: "CANCELLED 1"} {
		e := events[i]
		if got := e.GetProperty(ical.ComponentPropertyStatus).Value + " " + e.GetProperty(ical.ComponentPropertySequence).Value; got != want {
			t.Errorf("session %d is %s, not %s", i, got, want)
		}
		if !strings.HasPrefix(e.Id(), "session-"+b.Schedule[i].ID+"@") {
			t.Error(e.Id())
		}
	}
	if got := parse(t, fetch(c, subscribe(t, c.Teacher).URL, "")); len(got) != 8 {
		t.Errorf("the instructor has %d sessions", len(got))
	}
	if got := parse(t, fetch(c, subscribe(t, c.User(access.Admin)).URL, "")); len(got) != 0 {
		t.Errorf("an administrator has %d sessions of others", len(got))
	}
	c.Clock.Advance(50 * 24 * time.Hour) // cancelled and over more than 30 days ago
	if got := parse(t, fetch(c, feed.URL, "")); len(got) != 4 {
		t.Errorf("%d sessions are left", len(got))
	}
	c.Exec("UPDATE batch_members SET status = 'dropped'")
	if got := parse(t, fetch(c, feed.URL, "")); len(got) != 0 {
		t.Errorf("a member who has left sees %d sessions", len(got))
	}
}

// Addresses end at once when they are removed, or while their user is locked by an administrator or disabled, and nothing tells why. The token is nowhere in the database.
func TestAddresses(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	b := createBatch(t, c.Teacher, c.CourseID, "Bees", "18:00")
	join(c, b.ID, c.Student, "active")
	feed, other := subscribe(t, c.Student), subscribe(t, c.Student)
	token := strings.TrimSuffix(feed.URL[strings.LastIndex(feed.URL, "/")+1:], ".ics")
	if len(token) != 43 { // 256 bits
		t.Error(feed.URL)
	}
	list := func() []agenda.Feed {
		return testapp.Read[rest.Answer[[]agenda.Feed]](t, c.Student.Do("GET", "/calendar/feeds", "", 200)).Data
	}
	if text := c.Student.Do("GET", "/calendar/feeds", "", 200); strings.Contains(text, token) || len(list()) != 2 || list()[1].LastUsedAt != nil {
		t.Error(text)
	}
	fetch(c, feed.URL, "")
	used := list()[1].LastUsedAt
	if used == nil || !used.Equal(c.Clock.Now()) {
		t.Error(used)
	}
	c.Clock.Advance(59 * time.Minute)
	fetch(c, feed.URL, "")
	if again := list()[1].LastUsedAt; !again.Equal(*used) {
		t.Error("every reading writes")
	}
	if n := c.Count("SELECT count(*) FROM calendar_feeds WHERE digest = ? OR id = ? OR name = ?", token, token, token); n != 0 {
		t.Error("the token is stored")
	}
	unknown := fetch(c, strings.Replace(feed.URL, token, strings.Repeat("A", 43), 1), "")
	c.Teacher.Do("DELETE", "/calendar/feeds/"+feed.ID, "", 404)
	if fetch(c, feed.URL, "").Code != 200 {
		t.Error("another user has removed the address")
	}
	c.Student.Do("DELETE", "/calendar/feeds/"+feed.ID, "", 200)
	c.Student.Do("DELETE", "/calendar/feeds/"+feed.ID, "", 404)
	removed := fetch(c, feed.URL, "")
	c.Exec("INSERT INTO admin_locks (user_id, locked_by, note, locked_at, locked_until) VALUES (?, ?, '', ?, ?)", c.Student.ID, c.Teacher.ID, c.Clock.Now(), c.Clock.Now().Add(time.Hour))
	locked := fetch(c, other.URL, "")
	c.Clock.Advance(61 * time.Minute)
	if again := fetch(c, other.URL, "").Code; again != 200 {
		t.Error("after the lock: ", again)
	}
	c.Exec("UPDATE users SET status = 'disabled' WHERE id = ?", c.Student.ID)
	disabled := fetch(c, other.URL, "")
	for name, answer := range map[string]*httptest.ResponseRecorder{"unknown": unknown, "removed": removed, "locked": locked, "disabled": disabled} {
		if answer.Code != 404 || !strings.Contains(answer.Body.String(), "feed_not_found") {
			t.Error(name, answer.Code, answer.Body)
		}
	}
	c.Nobody().Do("GET", "/calendar/feeds", "", 401)
	c.Nobody().Do("POST", "/calendar/feeds", `{"name":"Phone"}`, 401)
}

// A user has at most ten, also when they ask for many at once; a refused one is not stored.
func TestAddressesAreLimited(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	for _, body := range []string{`{}`, `{"name":" "}`, fmt.Sprintf(`{"name":%q}`, strings.Repeat("x", 61))} {
		c.Student.Do("POST", "/calendar/feeds", body, 400)
	}
	var all sync.WaitGroup
	codes := make([]int, 20)
	for i := range codes {
		all.Go(func() { codes[i] = c.Student.Send("POST", "/api/v1/calendar/feeds", `{"name":"Phone"}`).Code })
	}
	all.Wait()
	n := 0
	for _, code := range codes {
		if code == 201 {
			n++
		} else if code != 409 {
			t.Error(code)
		}
	}
	if stored := c.Count("SELECT count(*) FROM calendar_feeds"); n != 10 || stored != 10 {
		t.Errorf("%d were made, %d are stored", n, stored)
	}
}
