package externalcalendar_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/availability"
	"lectern/internal/teaching/demo"
	"lectern/internal/teaching/externalcalendar"
	"lectern/internal/testapp"
)

const path = "/calendar/external"

// elsewhere is a server with a calendar, whose answers a test decides.
type elsewhere struct {
	*httptest.Server

	mu     sync.Mutex
	answer http.HandlerFunc
	asked  []http.Header
}

func newElsewhere(t *testing.T, start func(http.Handler) *httptest.Server) *elsewhere {
	t.Helper()
	e := &elsewhere{}
	e.Server = start(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.asked = append(e.asked, r.Header)
		e.answer(w, r)
	}))
	t.Cleanup(e.Close)
	return e
}

// answers sets what the server answers from now on.
func (e *elsewhere) answers(answer http.HandlerFunc) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.answer = answer
}

// requests returns the headers of the requests so far.
func (e *elsewhere) requests() []http.Header {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.asked
}

func body(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(text)) }
}

// calendar has an appointment on a day of September 2026.
func calendar(day int, from, until string) string {
	return fmt.Sprintf("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Dentist\r\nDTSTART:202609%02dT%s00Z\r\nDTEND:202609%02dT%s00Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n", day, from, day, until)
}

// world has an instructor who takes demo classes on Wednesdays from 9:00 to 12:00 UTC, and a server of the school's network with a calendar. It is Tuesday, 2026-09-01, 8:00.
type world struct {
	*testapp.Class
	t      *testing.T
	server *elsewhere
}

func newWorld(t *testing.T) *world {
	t.Helper()
	server := newElsewhere(t, httptest.NewServer)
	c := testapp.NewClass(t, func(d *app.Deps) { d.Config.CalendarHosts = []string{server.Listener.Addr().String()} })
	c.Teacher.Do("PUT", "/instructors/me/availability", `{"timezone":"UTC","takes_demos":true,"hours":[{"weekday":3,"from":"09:00","until":"12:00"}]}`, 200)
	return &world{c, t, server}
}

func input(url string) string { return fmt.Sprintf(`{"name":"Private","url":%q}`, url) }

func (w *world) add(url string) externalcalendar.ExternalCalendar {
	w.t.Helper()
	return testapp.Read[rest.Answer[externalcalendar.ExternalCalendar]](w.t, w.Teacher.Do("POST", path, input(url), 201)).Data
}

func (w *world) list(who testapp.User) []externalcalendar.ExternalCalendar {
	w.t.Helper()
	return testapp.Read[rest.Answer[[]externalcalendar.ExternalCalendar]](w.t, who.Do("GET", path, "", 200)).Data
}

// reread has the calendar read again, and returns it.
func (w *world) reread(id string) externalcalendar.ExternalCalendar {
	w.t.Helper()
	w.Teacher.Do("POST", path+"/"+id+"/refresh", "{}", 200)
	w.Work()
	return w.list(w.Teacher)[0]
}

// free returns when the instructor is free on the Wednesday, as learners see it, and how many demo classes visitors can book then.
func (w *world) free() string {
	w.t.Helper()
	free := testapp.Read[rest.Answer[[]availability.FreeInstructor]](w.t, w.Student.Do("GET", "/instructors/free?from=2026-09-02&to=2026-09-02&instructor_id="+w.Teacher.ID, "", 200)).Data
	days := testapp.Read[rest.Answer[demo.FreeSlots]](w.t, w.Nobody().Do("GET", "/demo-booking/available-slots?startDate=2026-09-02&days=1&timezone=UTC", "", 200)).Data.Days
	spans := ""
	for _, s := range free[0].Spans {
		spans += s.FromAt.UTC().Format("15:04") + "-" + s.UntilAt.UTC().Format("15:04") + " "
	}
	return fmt.Sprintf("%s%d slots", spans, days[0].Free)
}

func TestCalendarsElsewhereAreAdded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	stranger := w.User(access.Instructor)
	good := w.server.URL + "/private-a1b2c3/basic.ics"
	w.server.answers(body(calendar(2, "0930", "1030")))
	w.Nobody().Do("POST", path, input(good), 401)
	w.Student.Do("POST", path, input(good), 403)
	w.Student.Do("GET", path, "", 403)
	for _, bad := range []string{"", "calendar", "ftp://example.org/a.ics", "http://example.org/a.ics", "http://127.0.0.1/a.ics", "https://ann:secret@example.org/a.ics", "https:///a.ics",
		"https://example.org/" + strings.Repeat("a", 2000)} {
		if answer := w.Teacher.Do("POST", path, input(bad), 400); !strings.Contains(answer, "Enter the secret iCal address of the calendar") {
			t.Errorf("%s: %s", bad, answer)
		}
	}
	if n := w.Count("SELECT count(*) FROM external_calendars"); n != 0 {
		t.Fatal("refused requests have left", n)
	}
	before := w.free()
	c := w.add(good)
	if c.ReadAt != nil || c.Host != w.server.Listener.Addr().String() {
		t.Errorf("%+v", c)
	}
	w.Work()
	c = w.list(w.Teacher)[0]
	if c.ReadAt == nil || c.BusyCount != 1 || c.LastError != "" || c.FailedSince != nil {
		t.Errorf("%+v", c)
	}
	if after := w.free(); before != "09:00-12:00 5 slots" || after != "10:30-12:00 2 slots" {
		t.Errorf("%s, then %s", before, after)
	}
	if answer := w.Teacher.Do("GET", path, "", 200); strings.Contains(answer, "a1b2c3") {
		t.Error("the address is shown again:", answer)
	}
	tables := fmt.Sprint(w.Tables())
	for _, secret := range []string{"Dentist", "a1b2c3"} {
		if strings.Contains(tables, secret) {
			t.Error(secret, "is stored")
		}
	}
	if len(w.list(stranger)) != 0 {
		t.Error("others see the calendar")
	}
	stranger.Do("DELETE", path+"/"+c.ID, "", 404)
	stranger.Do("POST", path+"/"+c.ID+"/refresh", "{}", 404)
	for range 4 {
		w.add(good)
	}
	if answer := w.Teacher.Do("POST", path, input(good), 409); !strings.Contains(answer, "at most 5") {
		t.Error(answer)
	}
	for _, c := range w.list(w.Teacher) {
		w.Teacher.Do("DELETE", path+"/"+c.ID, "", 200)
	}
	w.Work() // jobs of calendars that are gone
	if after := w.free(); after != before || w.Count("SELECT count(*) FROM external_busy") != 0 {
		t.Errorf("deleted calendars still block: %s", after)
	}
}

// What can't be read any more blocks as it did when it was last read, and says since when and why.
func TestUnreadableCalendarsKeepTheirBusyTimes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	elsewhere := newElsewhere(t, httptest.NewServer)
	elsewhere.answers(body(calendar(2, "1000", "1200")))
	w.server.answers(body(calendar(2, "0930", "1030")))
	id := w.add(w.server.URL + "/a.ics").ID
	w.Work()
	good, readAt := w.free(), w.Clock.Now()
	many := strings.Repeat("BEGIN:VEVENT\r\nDTSTART:20260902T090000Z\r\nDTEND:20260902T100000Z\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT\r\n", 100)
	for _, c := range []struct {
		answer http.HandlerFunc
		says   string
	}{
		{func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) }, "The server answers with the status 503. Check whether the calendar is still shared."},
		{body("<html>Sign in</html>"), "The address leads to something that is no calendar. Enter its iCal address."},
		{body(strings.TrimSuffix(calendar(2, "1000", "1200"), "END:VCALENDAR\r\n") + many + "END:VCALENDAR\r\n"), "The calendar has more than 10,000 events."},
		{body("BEGIN:VCALENDAR\r\n" + strings.Repeat("X-A:"+strings.Repeat("a", 1000)+"\r\n", 5300)), "The calendar is larger than 5 MB."},
		{func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, elsewhere.URL, http.StatusFound) }, "The address leads to another one. Enter that one."},
		{func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "The server can't be reached."},
	} {
		w.server.answers(c.answer)
		w.Clock.Advance(time.Minute)
		got := w.reread(id)
		if got.LastError != c.says || got.FailedSince == nil || !got.FailedSince.Equal(readAt.Add(time.Minute)) || !got.ReadAt.Equal(readAt) || w.free() != good {
			t.Errorf("%s: %+v, %s", c.says, got, w.free())
		}
	}
	if n := len(elsewhere.requests()); n != 0 {
		t.Error("a redirect into the own network was followed", n, "times")
	}
	w.server.answers(body(calendar(2, "1100", "1200")))
	if got := w.reread(id); got.LastError != "" || got.FailedSince != nil || w.free() == good {
		t.Errorf("%+v, %s", got, w.free())
	}
}

// Only servers that the operator has named may be in the own network, whatever an address is called.
func TestPrivateAddressesAreNotRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	inside := newElsewhere(t, httptest.NewTLSServer)
	inside.answers(body(calendar(2, "0930", "1030")))
	port := inside.URL[strings.LastIndex(inside.URL, ":"):]
	before := w.free()
	for _, host := range []string{"127.0.0.1", "localhost", "[::ffff:127.0.0.1]"} {
		w.add(strings.Replace("webcal://host/a.ics", "host", host+port, 1))
	}
	w.add("https://169.254.169.254/latest/meta-data/")
	w.Work()
	for _, c := range w.list(w.Teacher) {
		if c.LastError != "The address lies in a private network, which is not read." || c.ReadAt != nil {
			t.Errorf("%+v", c)
		}
	}
	if len(inside.requests()) != 0 || w.free() != before {
		t.Error("a private address was read")
	}
}

// Calendars are read again each hour; the server need not send what has not changed, but once a day, as the year that is looked ahead moves on.
func TestCalendarsAreReadAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.server.answers(func(rw http.ResponseWriter, r *http.Request) {
		rw.Header().Set("ETag", `"1"`)
		if r.Header.Get("If-None-Match") == `"1"` {
			rw.WriteHeader(http.StatusNotModified)
			return
		}
		body(calendar(2, "0930", "1030"))(rw, r)
	})
	w.add(w.server.URL + "/a.ics")
	w.Work()
	want := []string{"", `"1"`, `"1"`, ""} // 8:00, 9:01 and 10:02, and the next day
	for _, d := range []time.Duration{61 * time.Minute, 61 * time.Minute, 15 * time.Hour} {
		w.pass(d)
	}
	asked := w.server.requests()
	if len(asked) != len(want) {
		t.Fatal(len(asked), "requests")
	}
	for i, h := range asked {
		if h.Get("If-None-Match") != want[i] {
			t.Errorf("request %d: %q", i, h.Get("If-None-Match"))
		}
	}
	if c := w.list(w.Teacher)[0]; !c.ReadAt.Equal(w.Clock.Now()) || c.BusyCount != 1 {
		t.Errorf("%+v", c)
	}
}

// pass lets time pass, after which the calendars that are due are read.
func (w *world) pass(d time.Duration) {
	w.t.Helper()
	w.Clock.Advance(d)
	if err := w.Runner.Handlers["external_calendars.due"].Do(w.t.Context(), nil); err != nil {
		w.t.Fatal(err)
	}
	w.Work()
}

// The calendars of people who teach no more are not read, until they teach again: neither when they are due nor by a job that was added before.
func TestCalendarsOfFormerInstructorsAreNotRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.server.answers(body(calendar(2, "0930", "1030")))
	w.add(w.server.URL + "/a.ics")
	for _, c := range []struct{ leave, comeBack string }{
		{"UPDATE user_roles SET role = 'student' WHERE user_id = ?", "UPDATE user_roles SET role = 'instructor' WHERE user_id = ?"},
		{"UPDATE users SET status = 'disabled' WHERE id = ?", "UPDATE users SET status = 'active' WHERE id = ?"},
	} {
		before := len(w.server.requests())
		w.Exec(c.leave, w.Teacher.ID)
		w.Work()
		w.pass(2 * time.Hour)
		if n := len(w.server.requests()); n != before {
			t.Error(c.leave, "- the calendar was read", n-before, "times")
		}
		w.Exec(c.comeBack, w.Teacher.ID)
		w.pass(time.Hour)
		if n := len(w.server.requests()); n != before+1 {
			t.Error(c.comeBack, "- the calendar was read", n-before, "times")
		}
	}
}
