package zoommeeting_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/db"
	"lectern/internal/testapp"
)

func TestHosts(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	for body, says := range map[string]string{
		`{"name":"nobody@school.example"}`: "Zoom knows no user", `{"name":"basic@school.example"}`: "has no licence", `{"name":""}`: "Enter the email address",
	} {
		if got := w.admin.Do("POST", "/meeting-hosts", body, 400); !strings.Contains(got, says) {
			t.Errorf("%s: %s", body, got)
		}
	}
	w.Teacher.Do("POST", "/meeting-hosts", `{"name":"host1@school.example"}`, 403)
	w.Teacher.Do("GET", "/meeting-hosts", "", 403)
	w.Teacher.Do("GET", "/session-meetings", "", 403)
	w.zoom.change(func() { w.zoom.down = true })
	w.admin.Do("POST", "/meeting-hosts", `{"name":"host1@school.example"}`, 503)
	w.zoom.change(func() { w.zoom.down = false })
	if w.Count("SELECT count(*) FROM resources") != 0 {
		t.Error("a refused host is stored")
	}
	w.admin.Do("POST", "/meeting-hosts", `{"name":" Host1@School.example "}`, 201)
	w.admin.Do("POST", "/meeting-hosts", `{"name":"host1@school.example"}`, 409)
	w.at(-time.Hour)
	w.plan()
	host := w.hosts()[0]
	if got := w.admin.Do("DELETE", "/meeting-hosts/"+host.ID, "", 409); !strings.Contains(got, "meeting_host_in_use") {
		t.Error(got)
	}
	w.Teacher.Do("DELETE", "/meeting-hosts/"+host.ID, "", 403)
	w.room("batches/"+w.batch, "built_in", "")
	w.plan()
	w.admin.Do("DELETE", "/meeting-hosts/"+host.ID, "", 200)
	w.admin.Do("DELETE", "/meeting-hosts/"+host.ID, "", 404)
	if n := w.Count("SELECT count(*) FROM audit_log WHERE action LIKE 'meeting_host.%'"); n != 2 {
		t.Errorf("%d entries in the audit log", n)
	}
}

// Sessions at the same time have different hosts, and a third one has none. Behind the code the database refuses what overlaps.
func TestHostsAreNeverDoubleBooked(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	other, third := w.User(access.Instructor), w.User(access.Instructor)
	for _, u := range []string{other.ID, third.ID} {
		w.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", w.CourseID, u)
	}
	second, _ := w.newBatch("Wasps", "18:30", "19:30", other)
	w.newBatch("Ants", "18:45", "19:45", third)
	w.at(-40 * time.Hour)
	w.plan()
	hosts := map[string]int{}
	for _, m := range w.meetings() {
		hosts[m.Host]++
	}
	if len(hosts) != 3 || hosts[""] != 1 || hosts["host1@school.example"] != 1 || len(w.zoom.meetings) != 2 {
		t.Errorf("%v, %d meetings", hosts, len(w.zoom.meetings))
	}
	host := w.hosts()[0].ID
	err := w.DB.InTx(t.Context(), func(tx bun.IDB) error {
		_, err := tx.NewRaw("INSERT INTO resource_busy (id, resource_id, kind, ref_id, label, from_at, until_at, starts_at, ends_at) VALUES (?, ?, 'meeting', 'x', '', ?, ?, ?, ?)",
			db.NewID(), host, w.starts.Add(40*time.Minute), w.starts.Add(time.Hour), w.starts.Add(40*time.Minute), w.starts.Add(time.Hour)).Exec(t.Context())
		return err
	})
	if !busy.IsOverlap(err) {
		t.Error("the database takes two meetings of one host at a time")
	}
	w.room("batches/"+second, "built_in", "")
	w.plan()
	w.plan() // the time that was given up is taken in the next round
	for _, m := range w.meetings() {
		if m.Host == "" || m.State != "ready" {
			t.Errorf("%+v", m)
		}
	}
}

// The last calls of a day are kept for sessions within 24 hours; a host without calls waits for the next day.
func TestDailyBudget(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	w.at(-40 * time.Hour) // on 6 September, 00:00 UTC
	host := w.hosts()[0].ID
	w.Exec("INSERT INTO host_calls (host_id, day, used) VALUES (?, '2026-09-06', 90)", host)
	w.plan()
	if got := w.state(); got != "preparing no_budget" || w.zoom.calls[creates] != 0 {
		t.Errorf("%s, %d calls", got, w.zoom.calls[creates])
	}
	if m := w.meetings()[0]; m.Tries != 0 || !m.NextTryAt.Equal(time.Date(2026, 9, 7, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("%+v", m)
	}
	w.Clock.Advance(24 * time.Hour)
	w.plan()
	if w.only(); w.state() != "ready" || w.hosts()[0].UsedToday != 1 {
		t.Errorf("%s %+v", w.state(), w.hosts())
	}
	// Zoom counts more than we know of: its answer says when to come back
	w.zoom.change(func() { w.zoom.used["host1@school.example2026-09-07"] = 100 })
	w.Teacher.Do("PUT", "/batches/"+w.batch+"/schedule/"+w.session, `{"date":"2026-09-07","start_time":"18:15","end_time":"19:00","reason":"later"}`, 200)
	w.plan()
	if m := w.meetings()[0]; m.State != "updating" || m.Error != "too_many_calls" || m.Tries != 0 || !m.NextTryAt.Equal(time.Date(2026, 9, 8, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("%+v", m)
	}
}

// A repetition adds no second host, and no second job.
func TestRepeatedRequestsForMeetings(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	w.zoom.change(func() { w.zoom.refuses = true })
	w.at(-time.Hour)
	w.plan()
	w.admin.Do("POST", "/meeting-hosts", `{"name":"host1@school.example"}`, 409)
	if n := w.Count("SELECT count(*) FROM resources"); n != 1 {
		t.Errorf("%d hosts", n)
	}
	w.retryTwice(w.Teacher, "/sessions/"+w.session+"/meeting/retry")
	online := testapp.Read[onlineMeeting](t, w.Teacher.Do("POST", "/online-meetings/create", w.officeHours(`,"start_time":"19:30","end_time":"20:30"`), 201)).Data.ID
	w.plan()
	w.retryTwice(w.Teacher, "/online-meetings/"+online+"/zoom-meeting/retry")
}

// retryTwice sends the same request twice, which adds one job.
func (w *world) retryTwice(who testapp.User, path string) {
	w.t.Helper()
	jobs := w.Count("SELECT count(*) FROM jobs WHERE kind = 'zoom.meeting'")
	for range 2 {
		r := httptest.NewRequest("POST", "/api/v1"+path, nil)
		r.Header.Set("Idempotency-Key", path)
		if answer := who.SendRaw(r); answer.Code != 200 {
			w.t.Errorf("%d %s", answer.Code, answer.Body)
		}
	}
	if n := w.Count("SELECT count(*) FROM jobs WHERE kind = 'zoom.meeting'"); n != jobs+1 {
		w.t.Errorf("%d more jobs", n-jobs)
	}
}

// What TestProvidersKeepWhatRoomsHaveToKeep tries for the others.
func TestZoomKeepsWhatRoomsHaveToKeep(t *testing.T) {
	t.Parallel()
	z := newZoom(t)
	testapp.TryRooms(t, testapp.RoomProvider{Name: "zoom", Drops: true,
		Configure: z.configured, Rooms: func() int { return len(z.meetings) },
		Away: func(isAway bool) { z.change(func() { z.down = isAway }) },
		Plan: func(c *testapp.Class) {
			if c.Count("SELECT count(*) FROM resources") == 0 {
				c.User(access.Admin).Do("POST", "/meeting-hosts", `{"name":"host1@school.example"}`, 201)
			}
			for range 3 { // what has failed is tried again
				if err := c.Runner.Handlers["zoom.plan"].Do(t.Context(), nil); err != nil {
					t.Fatal(err)
				}
				c.Work()
				c.Clock.Advance(30 * time.Second)
			}
		}})
}
