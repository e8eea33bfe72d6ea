package classschedule_test

import (
	"fmt"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/classschedule"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/planning"
	"lectern/internal/testapp"
)

// term is a class with a batch in Berlin from September 2026 to the summer of 2027, taught by the teacher, without sessions.
type term struct {
	*testapp.Class
	batch string
}

func newTerm(t *testing.T) term {
	t.Helper()
	c := testapp.NewClass(t)
	return term{c, createBatch(t, c, c.CourseID, "")}
}

func createBatch(t *testing.T, c *testapp.Class, course, members string) string {
	t.Helper()
	body := fmt.Sprintf(`{"batch_name":"Bees","timezone":"Europe/Berlin","assigned_instructor":%q,"start_date":"2026-09-01","end_date":"2027-07-31"%s}`, c.Teacher.ID, members)
	return testapp.Read[rest.Answer[planning.Batch]](t, c.Teacher.Do("POST", "/batches/courses/"+course+"/batches", body, 201)).Data.ID
}

func (c term) add(t *testing.T, body string) classschedule.AddedSessions {
	t.Helper()
	return testapp.Read[rest.Answer[classschedule.AddedSessions]](t, c.Teacher.Do("POST", "/batches/"+c.batch+"/schedule", body, 201)).Data
}

func (c term) sessions(t *testing.T) []classsession.Session {
	t.Helper()
	return testapp.Read[rest.Answer[planning.Batch]](t, c.Teacher.Do("GET", "/batches/"+c.batch, "", 200)).Data.Schedule
}

// rows counts what a refused request may have left.
func (c term) rows() (n [4]int64) {
	for i, table := range []string{"batch_sessions", "batch_series", "instructor_busy", "batch_session_moves"} {
		n[i] = c.Count("SELECT count(*) FROM " + table)
	}
	return n
}

func entry(date, start, end string) string {
	return fmt.Sprintf(`{"date":%q,"start_time":%q,"end_time":%q}`, date, start, end)
}

const weekly = `{"recurrence":{"freq":"weekly","count":%d,"start_date":"2026-09-02","start_time":"18:00","end_time":"19:30","title":"Hive"}%s}`

func TestAddSessions(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	at := "/batches/" + c.batch + "/schedule"
	c.Nobody().Do("POST", at, entry("2026-09-07", "18:00", "19:00"), 401)
	c.Student.Do("POST", at, entry("2026-09-07", "18:00", "19:00"), 403)
	c.User(access.Instructor).Do("POST", at, entry("2026-09-07", "18:00", "19:00"), 403)
	if c.rows() != [4]int64{} {
		t.Fatal("refused requests have left", c.rows())
	}
	if one := c.add(t, entry("2026-09-07", "18:00", "19:00")); len(one.Entries) != 1 || one.Entries[0].StartsAt.Format("15:04") != "16:00" || one.Entries[0].OriginalDate != "2026-09-07" || one.Entries[0].SeriesID != nil {
		t.Errorf("%+v", one)
	}
	c.add(t, `{"entries":[`+entry("2026-09-08", "18:00", "19:00")+`,`+entry("2026-09-10", "18:00", "19:00")+`]}`)
	series := c.add(t, fmt.Sprintf(weekly, 24, ""))
	if len(series.Entries) != 24 || series.Entries[0].SeriesID == nil || *series.Entries[0].SeriesID != *series.Entries[23].SeriesID || series.Entries[23].Title != "Hive" {
		t.Errorf("%+v", series)
	}
	if summer, winter := series.Entries[7], series.Entries[8]; summer.Date != "2026-10-21" || summer.StartsAt.Format("15:04") != "16:00" || winter.StartsAt.Format("15:04") != "17:00" {
		t.Error("the hour did not stay when the clocks changed:", summer, winter)
	}
	if n := c.rows(); n != [4]int64{27, 1, 27} || len(c.sessions(t)) != 27 {
		t.Error(n)
	}
}

func TestInvalidSessionsAreRefused(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	c.add(t, entry("2026-09-07", "18:00", "19:00"))
	before := c.rows()
	for sentence, body := range map[string]string{
		"At least one schedule entry is required":                     `{}`,
		"Invalid date format for entry 1":                             entry("7.9.2026", "18:00", "19:00"),
		"Date 2026-08-31 is in the past":                              entry("2026-08-31", "18:00", "19:00"),
		"Date 2027-08-01 is outside the dates of the batch":           entry("2027-08-01", "18:00", "19:00"),
		"There is already a session on 2026-09-07":                    entry("2026-09-07", "10:00", "11:00"),
		"There are two entries on 2026-09-08":                         `{"entries":[` + entry("2026-09-08", "10:00", "11:00") + `,` + entry("2026-09-08", "18:00", "19:00") + `]}`,
		"A schedule is either one entry":                              `{"date":"2026-09-08","entries":[` + entry("2026-09-09", "10:00", "11:00") + `]}`,
		"A schedule is either a list of entries or a recurrence":      fmt.Sprintf(weekly, 3, `,"entries":[`+entry("2026-09-09", "10:00", "11:00")+`]`),
		"On 2027-03-28 the clocks in Europe/Berlin go forward":        `{"recurrence":{"freq":"weekly","until":"2027-04-04","start_date":"2027-03-21","start_time":"02:30","end_time":"04:00"}}`,
		"This calendar of holidays doesn't exist":                     `{"recurrence":{"freq":"weekly","count":2,"start_time":"18:00","end_time":"19:00","holiday_calendar":"mars"}}`,
		"The number of sessions must be a whole number from 1 to 500": fmt.Sprintf(weekly, 501, ""),
	} {
		if answer := c.Teacher.Do("POST", "/batches/"+c.batch+"/schedule", body, 400); !strings.Contains(answer, sentence) {
			t.Errorf("%s: %s", sentence, answer)
		}
	}
	c.Exec("UPDATE batches SET status = 'Completed'")
	c.Teacher.Do("POST", "/batches/"+c.batch+"/schedule", entry("2026-09-08", "18:00", "19:00"), 409)
	if after := c.rows(); after != before {
		t.Error("refused requests have changed", before, "to", after)
	}
}

// A schedule with a session at a taken time is refused whole, or without that session where the instructor asks so; a dry run says the same
// and stores nothing.
func TestConflictsOfASchedule(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	c.add(t, entry("2026-09-09", "17:00", "18:30"))
	other := term{c.Class, createBatch(t, c.Class, c.CourseID, "")}
	before := c.rows()
	at := "/batches/" + other.batch + "/schedule"
	if answer := c.Teacher.Do("POST", at, fmt.Sprintf(weekly, 3, ""), 409); !strings.Contains(answer, "schedule_conflict") || !strings.Contains(answer, "2026-09-09") {
		t.Error(answer)
	}
	type answer = rest.Answer[classschedule.AddedSessions]
	dry := testapp.Read[answer](t, c.Teacher.Do("POST", at+"?dry_run=true", fmt.Sprintf(weekly, 3, `,"on_conflict":"skip"`), 201)).Data
	if after := c.rows(); after != before {
		t.Error("a refused request and a dry run have changed", before, "to", after)
	}
	added := other.add(t, fmt.Sprintf(weekly, 3, `,"on_conflict":"skip"`))
	for _, a := range []classschedule.AddedSessions{dry, added} {
		if len(a.Entries) != 2 || len(a.Conflicts) != 1 || a.Conflicts[0].Date != "2026-09-09" || a.Conflicts[0].Label != "Bees" {
			t.Errorf("%+v", a)
		}
	}
	if got := other.sessions(t); len(got) != 2 || got[1].Date != "2026-09-16" {
		t.Errorf("%+v", got)
	}
}

func TestCheckConflicts(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	c.add(t, entry("2026-09-09", "17:00", "18:30"))
	before := c.rows()
	check := func(who testapp.User, more string) classschedule.ScheduleCheck {
		body := fmt.Sprintf(`{"instructor_id":%q,"timezone":"Europe/Berlin","recurrence":{"freq":"weekly","count":3,"start_date":"2026-09-02","start_time":"18:00","end_time":"19:30"}%s}`, c.Teacher.ID, more)
		return testapp.Read[rest.Answer[classschedule.ScheduleCheck]](t, who.Do("POST", "/batches/check-conflicts", body, 200)).Data
	}
	found := check(c.Teacher, "")
	if !found.HasConflicts || len(found.Conflicts) != 1 || len(found.Entries) != 3 || !found.Entries[0].IsFree || found.Entries[1].IsFree || found.Entries[1].Date != "2026-09-09" {
		t.Errorf("%+v", found)
	}
	if none := check(c.Teacher, `,"exclude_batch_id":"`+c.batch+`"`); none.HasConflicts || !none.Entries[1].IsFree {
		t.Errorf("%+v", none)
	}
	stranger := c.User(access.Instructor)
	body := fmt.Sprintf(`{"instructor_id":%q,"schedule":[%s]}`, c.Teacher.ID, entry("2026-09-09", "17:00", "18:30"))
	c.Student.Do("POST", "/batches/check-conflicts", body, 403)
	if answer := stranger.Do("POST", "/batches/check-conflicts", body, 400); !strings.Contains(answer, "doesn't teach any of your courses") {
		t.Error(answer)
	}
	stranger.Do("POST", "/batches/check-conflicts", strings.Replace(body, c.Teacher.ID, stranger.ID+`","exclude_batch_id":"`+c.batch, 1), 403)
	c.Teacher.Do("POST", "/batches/check-conflicts", `{"instructor_id":"`+c.Teacher.ID+`"}`, 400)
	c.User(access.Admin).Do("POST", "/batches/check-conflicts", body, 200)
	if after := c.rows(); after != before {
		t.Error("checking has changed", before, "to", after)
	}
}

// A batch can be created with the rule of its sessions: its dates are those of the first and the last one. A dry run answers the same and
// stores nothing.
func TestCreateBatchWithRecurrence(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	c.Exec("INSERT INTO holiday_calendars (calendar, version, updated_at) VALUES ('school', 1, ?)", c.Clock.Now())
	c.Exec("INSERT INTO holidays (calendar, date, name) VALUES ('school', '2026-09-16', 'Bees'' day')")
	at := "/batches/courses/" + c.CourseID + "/batches"
	body := `{"batch_name":"Bees by rule","timezone":"Europe/Berlin","assigned_instructor":"` + c.Teacher.ID + `","recurrence":{"freq":"weekly","count":3,"start_date":"2026-09-02","start_time":"18:00","end_time":"19:30"}}`
	type answer = rest.Answer[planning.Batch]
	before := c.rows()
	dry := testapp.Read[answer](t, c.Teacher.Do("POST", at+"?dry_run=true", body, 201)).Data
	if after := c.rows(); after != before || c.Count("SELECT count(*) FROM batches") != 1 {
		t.Error("a dry run has changed", before, "to", after)
	}
	made := testapp.Read[answer](t, c.Teacher.Do("POST", at, body, 201)).Data
	for _, b := range []planning.Batch{dry, made} {
		if b.StartDate != "2026-09-02" || b.EndDate != "2026-09-23" || len(b.Schedule) != 3 || b.Schedule[2].Date != "2026-09-23" {
			t.Errorf("%+v", b)
		}
	}
	skip := testapp.Read[answer](t, c.Teacher.Do("POST", at, strings.Replace(body, `{"batch_name"`, `{"on_conflict":"skip","start_date":"2026-09-01","end_date":"2026-10-31","batch_name"`, 1), 201)).Data
	if len(skip.Schedule) != 0 {
		t.Errorf("%+v", skip.Schedule)
	}
	c.Teacher.Do("POST", at, body, 409)
}
