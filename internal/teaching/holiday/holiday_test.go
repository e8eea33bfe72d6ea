package holiday_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

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

const file = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261227\nSUMMARY:Winter\nEND:VEVENT\n" +
	"BEGIN:VEVENT\nDTSTART;VALUE=DATE:20250101\nSUMMARY:Gone\nEND:VEVENT\nEND:VCALENDAR\n"

// Administrators import a calendar file: first they see what it adds, then it is added to what is there.
func TestImport(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	admin := c.User(access.Admin)
	admin.Do("PUT", "/holidays/school", `{"holidays":[{"date":"2026-12-25","name":"Christmas"}]}`, 200)
	send := func(who testapp.User, at, body string, status int) string {
		t.Helper()
		r := httptest.NewRequest("POST", "/api/v1/holidays/"+at, strings.NewReader(body))
		r.Header.Set("Content-Type", "text/calendar")
		w := who.SendRaw(r)
		if w.Code != status {
			t.Fatalf("%s: %d %s", at, w.Code, w.Body)
		}
		return w.Body.String()
	}
	send(c.Nobody(), "school/import", file, 401)
	send(c.Teacher, "school/import", file, 403)
	send(admin, "No%20Name/import", file, 404)
	if said := send(admin, "school/import", "<html>", 400); !strings.Contains(said, "This is not a calendar file.") {
		t.Error(said)
	}
	send(admin, "school/import", "BEGIN:VCALENDAR\n"+strings.Repeat("X:"+strings.Repeat("x", 1000)+"\n", 5300), 413)
	many := &strings.Builder{}
	for day := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() < 2030; day = day.AddDate(0, 0, 1) {
		many.WriteString("BEGIN:VEVENT\nDTSTART;VALUE=DATE:" + day.Format("20060102") + "\nSUMMARY:x\nEND:VEVENT\n")
	}
	for _, dry := range []string{"?dry_run=true", ""} {
		if said := send(admin, "school/import"+dry, "BEGIN:VCALENDAR\n"+many.String()+"END:VCALENDAR", 400); !strings.Contains(said, "A calendar has at most 1,000 holidays.") {
			t.Error(said)
		}
	}
	would := testapp.Read[rest.Answer[holiday.HolidayImport]](t, send(admin, "school/import?dry_run=true", file, 200)).Data
	if len(would.Added) != 2 || would.Added[1] != (holiday.Holiday{Date: "2026-12-26", Name: "Winter"}) || would.Known != 1 || would.Past != 1 || !would.DryRun {
		t.Errorf("%+v", would)
	}
	if n := c.Count("SELECT count(*) FROM holidays"); n != 1 || c.Count("SELECT count(*) FROM audit_log WHERE action = 'holidays.imported'") != 0 {
		t.Error("refused requests and a dry run have left", n, "holidays")
	}
	for _, added := range []int{2, 0} {
		if done := testapp.Read[rest.Answer[holiday.HolidayImport]](t, send(admin, "school/import", file, 200)).Data; len(done.Added) != added || done.DryRun {
			t.Errorf("%+v", done)
		}
	}
	if got := testapp.Read[answer](t, c.Teacher.Do("GET", "/holidays/school", "", 200)).Data.Holidays; len(got) != 3 || got[0].Name != "Winter" || got[1].Name != "Christmas" {
		t.Errorf("%+v", got)
	}
	admin.Do("PUT", "/holidays/de-by", `{"holidays":[{"date":"2025-12-25","name":"Christmas"}]}`, 200)
	list := testapp.Read[rest.Answer[[]holiday.CalendarName]](t, c.Teacher.Do("GET", "/holidays", "", 200)).Data
	if len(list) != 2 || list[0] != (holiday.CalendarName{Calendar: "school", Holidays: 3, Ahead: 3}) || list[1] != (holiday.CalendarName{Calendar: "de-by", Holidays: 1}) {
		t.Errorf("%+v", list)
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
