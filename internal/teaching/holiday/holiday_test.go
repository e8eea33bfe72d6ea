package holiday_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/classschedule"
	"lectern/internal/teaching/holiday"
	"lectern/internal/testapp"
)

type answer = rest.Answer[holiday.Calendar]

func TestHolidays(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	admin := c.User(access.Admin)
	const at, two = "/holidays/school", `{"holidays":[{"date":"2026-12-25","name":"Christmas"},{"date":"2026-09-09","name":" Bees' day "}]}`
	c.Nobody().Do("PUT", at, two, 401)
	c.Student.Do("GET", at, "", 403)
	c.Teacher.Do("PUT", at, two, 403)
	for sentence, body := range map[string]string{
		"Holidays must be dates such as 2026-12-25": `{"holidays":[{"date":"25.12.2026","name":"Christmas"}]}`,
		"A holiday needs a name":                    `{"holidays":[{"date":"2026-12-25","name":" "}]}`,
		"There are two holidays on 2026-12-25":      `{"holidays":[{"date":"2026-12-25","name":"A"},{"date":"2026-12-25","name":"B"}]}`,
	} {
		if said := admin.Do("PUT", at, body, 400); !strings.Contains(said, sentence) {
			t.Errorf("%s: %s", sentence, said)
		}
	}
	admin.Do("PUT", "/holidays/No%20Name", two, 404)
	if empty := testapp.Read[answer](t, c.Teacher.Do("GET", at, "", 200)).Data; len(empty.Holidays) != 0 || c.Count("SELECT count(*) FROM holiday_calendars") != 0 {
		t.Fatalf("refused requests have left %+v", empty)
	}
	admin.Do("PUT", at, two, 200)
	if got := testapp.Read[answer](t, c.Teacher.Do("GET", at, "", 200)).Data.Holidays; len(got) != 2 || got[0] != (holiday.Holiday{Date: "2026-09-09", Name: "Bees' day"}) {
		t.Errorf("%+v", got)
	}
	stale := httptest.NewRequest("PUT", "/api/v1"+at, strings.NewReader(`{"holidays":[]}`))
	stale.Header.Set("Content-Type", "application/json")
	stale.Header.Set("If-Match", `"v0-x"`)
	if w := admin.SendRaw(stale); w.Code != 412 || c.Count("SELECT count(*) FROM holidays") != 2 {
		t.Error(w.Code, w.Body)
	}
	if n := c.Count("SELECT count(*) FROM audit_log WHERE action = 'holidays.changed' AND actor_id = ?", admin.ID); n != 1 {
		t.Error(n, "entries in the audit log")
	}
}

// A recurrence leaves out the holidays of the school, or of the calendar that it names.
func TestRecurrencesFollowHolidays(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	admin := c.User(access.Admin)
	admin.Do("PUT", "/holidays/school", `{"holidays":[{"date":"2026-09-09","name":"Bees' day"}]}`, 200)
	admin.Do("PUT", "/holidays/de-by", `{"holidays":[{"date":"2026-09-02","name":"Wasps' day"}]}`, 200)
	for calendar, want := range map[string]struct{ off, last string }{"": {"2026-09-09", "2026-09-16"}, "de-by": {"2026-09-02", "2026-09-16"}} {
		check := testapp.Read[rest.Answer[classschedule.ScheduleCheck]](t, c.Teacher.Do("POST", "/batches/check-conflicts",
			`{"recurrence":{"freq":"weekly","count":2,"start_date":"2026-09-02","start_time":"18:00","end_time":"19:00","holiday_calendar":"`+calendar+`"}}`, 200)).Data
		if len(check.LeftOut) != 1 || check.LeftOut[0].Date != want.off || len(check.Entries) != 2 || check.Entries[1].Date != want.last {
			t.Errorf("%s: %+v", calendar, check)
		}
	}
}
