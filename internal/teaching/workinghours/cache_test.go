package workinghours_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/availability"
	"lectern/internal/teaching/demo"
	"lectern/internal/teaching/workinghours"
	"lectern/internal/testapp"
)

const wednesday = 24 * time.Hour // from testapp.Start

// cached is an application with a cache that has seen all its calendars.
type cached struct {
	*testapp.App
	t         *testing.T
	calendars *busy.Calendars
	cache     *workinghours.Cache
}

func newCached(t *testing.T) *cached {
	a := testapp.New(t)
	calendars := busy.NewInstructors(busy.Deps{DB: a.DB, Clock: a.Clock})
	return &cached{a, t, calendars, workinghours.NewCache(workinghours.CacheDeps{DB: a.DB, Calendars: calendars})}
}

// opens sets hours of an instructor from Monday to Sunday.
func (c *cached) opens(who testapp.User, from string) {
	windows := make([]string, 7)
	for i := range windows {
		windows[i] = fmt.Sprintf(`{"weekday":%d,"from":%q,"until":"20:00"}`, i+1, from)
	}
	who.Do("PUT", "/instructors/me/availability", `{"timezone":"UTC","takes_demos":true,"hours":[`+strings.Join(windows, ",")+`]}`, 200)
}

// text describes calendars within [from, until), in an order of its own.
func text(calendars []workinghours.Calendar, from, until time.Time) string {
	slices.SortFunc(calendars, func(a, b workinghours.Calendar) int { return cmp.Compare(a.InstructorID, b.InstructorID) })
	var lines []string
	for _, c := range calendars {
		lines = append(lines, fmt.Sprintln(c.InstructorID, c.Version, c.Hours.V, c.Zone()))
		for _, t := range c.Taken {
			if t.FromAt.Before(until) && t.UntilAt.After(from) {
				lines = append(lines, fmt.Sprintln(t.Kind, t.RefID, t.FromAt.UTC(), t.UntilAt.UTC()))
			}
		}
	}
	return strings.Join(lines, "")
}

// agrees expects that the cache knows what the database does about a range, and returns it.
func (c *cached) agrees(after string, from, until time.Time) string {
	c.t.Helper()
	read, err := workinghours.CalendarsOfDemos(c.t.Context(), c.DB.Reader(), c.calendars, "", from, until)
	if err != nil {
		c.t.Fatal(err)
	}
	kept, err := c.cache.OfDemos(c.t.Context(), nil, "", from, until, c.Clock.Now())
	if err != nil {
		c.t.Fatal(err)
	}
	want := text(read, from, until)
	if got := text(kept, from, until); got != want {
		c.t.Errorf("after %s the cache has\n%s\nwhere the database has\n%s", after, got, want)
	}
	return want
}

// What the cache has read does not outlive any change of hours, accounts or calendars.
func TestCacheIsAsCurrentAsTheDatabase(t *testing.T) {
	c := newCached(t)
	ann, ben, admin, visitor := c.User(access.Instructor), c.User(access.Instructor), c.User(access.Admin), c.Nobody()
	admin.Do("PUT", "/settings/forms", `{"email_code":"never","blocked":[]}`, 200)
	var booked demo.Booked
	var off availability.TimeOff
	var batch struct {
		ID       string
		Schedule []struct{ ID string }
	}
	course := c.Course(ann)
	from, until := testapp.Start.Add(wednesday), testapp.Start.Add(3*wednesday)
	last := c.agrees("nothing", from, until)
	for _, step := range []struct {
		name string
		act  func()
	}{
		{"an instructor has set hours", func() { c.opens(ann, "08:00") }},
		{"another one has", func() { c.opens(ben, "09:00") }},
		{"hours have changed", func() { c.opens(ann, "07:00") }},
		{"a demo class is booked", func() {
			body := fmt.Sprintf(`{"email":"eve@lectern.test","fullName":"Eve","timeSlot":"2026-09-02T11:00:00Z","instructorId":%q}`, ann.ID)
			booked = testapp.Read[rest.Answer[demo.Booked]](t, visitor.Do("POST", "/demo-booking", body, 201)).Data
		}},
		{"it is cancelled", func() { admin.Do("POST", "/demo-booking/"+booked.ID+"/cancel", `{"reason":"Ill"}`, 200) }},
		{"a session is planned", func() {
			body := fmt.Sprintf(`{"batch_name":"Bees","assigned_instructor":%q,"timezone":"UTC","start_date":"2026-09-01","end_date":"2026-12-31","schedule":[{"date":"2026-09-02","start_time":"09:00","end_time":"10:00"}]}`, ann.ID)
			answer := ann.Do("POST", "/batches/courses/"+course+"/batches", body, 201)
			if err := json.Unmarshal([]byte(answer), &struct{ Data any }{&batch}); err != nil {
				t.Fatal(err)
			}
		}},
		{"it is moved", func() {
			ann.Do("PUT", "/batches/"+batch.ID+"/schedule/"+batch.Schedule[0].ID, `{"start_time":"10:00","end_time":"11:00"}`, 200)
		}},
		{"and cancelled", func() { ann.Do("DELETE", "/batches/"+batch.ID+"/schedule/"+batch.Schedule[0].ID, "", 200) }},
		{"an instructor is away", func() {
			off = testapp.Read[rest.Answer[availability.TimeOff]](t, ann.Do("POST", "/instructors/me/time-off", `{"from":"2026-09-02","until":"2026-09-02","timezone":"UTC"}`, 201)).Data
		}},
		{"and is not", func() { ann.Do("DELETE", "/instructors/me/time-off/"+off.ID, "", 200) }},
		{"a slot is held", func() {
			form := testapp.Read[rest.Answer[demo.FreeSlots]](t, visitor.Do("GET", "/demo-booking/available-slots?date=2026-09-02", "", 200)).Data
			visitor.Do("POST", "/demo-booking/hold", fmt.Sprintf(`{"holdId":%q,"timeSlot":"2026-09-02T14:00:00Z"}`, form.HoldID), 200)
		}},
		{"the hold has expired", func() { c.Clock.Advance(time.Hour) }},
		{"an account is deactivated", func() { admin.Do("PATCH", "/users/"+ben.ID+"/status", `{"status":"disabled"}`, 200) }},
		{"it is active again", func() { admin.Do("PATCH", "/users/"+ben.ID+"/status", `{"status":"active"}`, 200) }},
	} {
		step.act()
		now := c.agrees(step.name, from, until)
		if now == last {
			t.Fatalf("%s: nothing has changed that the cache could miss", step.name)
		}
		last = c.agrees(step.name+", asked again", from, until)
	}
	c.agrees("a day that was never asked for", until, until.Add(wednesday))
	c.agrees("a longer range", from, until.Add(wednesday))
}
