package classschedule_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/classschedule"
	"lectern/internal/teaching/planning"
	"lectern/internal/testapp"
)

// tag is the If-Match of a new schedule.
func (c term) tag(t *testing.T) string {
	t.Helper()
	return testapp.Read[rest.Answer[planning.Batch]](t, c.Teacher.Do("GET", "/batches/"+c.batch, "", 200)).Data.ScheduleTag
}

func (c term) replace(t *testing.T, more string, want int, entries ...string) (done classschedule.ReplacedSchedule, answer string) {
	t.Helper()
	answer = c.Teacher.Do("PUT", "/batches/individual/"+c.batch+"/schedule", `{"schedule":[`+strings.Join(entries, ",")+`]`+more+`}`, want)
	if want == 200 {
		done = testapp.Read[rest.Answer[classschedule.ReplacedSchedule]](t, answer).Data
	}
	return done, answer
}

// What has begun stays; of what is ahead equal sessions keep their ids, the nearest others move, and the rest is cancelled or added.
func TestReplaceSchedule(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	before := c.add(t, fmt.Sprintf(weekly, 4, "")).Entries // 2, 9, 16, 23 September
	c.Clock.Advance(time.Date(2026, 9, 3, 8, 0, 0, 0, time.UTC).Sub(c.Clock.Now()))
	past, same := entry("2026-09-02", "18:00", "19:30"), entry("2026-09-16", "18:00", "19:30")

	done, _ := c.replace(t, "", 200, past, same, entry("2026-09-10", "18:00", "19:00"), entry("2026-09-24", "08:00", "09:00"), entry("2026-10-01", "08:00", "09:00"))
	if got := days(done.Schedule); got != "09-02 09-10 09-16 09-24 10-01" || done.Kept != 1 || done.Moved != 2 || done.Added != 1 || done.Cancelled != 0 {
		t.Errorf("%s %+v", got, done)
	}
	moved, kept := done.Schedule[1], done.Schedule[2]
	if moved.ID != before[1].ID || moved.Sequence != 1 || moved.Title != "Hive" || moved.EndTime != "19:00" || !moved.Detached || kept.ID != before[2].ID || kept.Sequence != 0 || done.Schedule[3].ID != before[3].ID {
		t.Errorf("%+v %+v", moved, kept)
	}
	c.mustAgree(t)
	if n := c.Count("SELECT count(*) FROM batch_session_moves"); n != 2 {
		t.Errorf("%d moves are recorded", n)
	}

	// One day takes the place of another, and what is left over is cancelled.
	if done, _ := c.replace(t, `,"reschedule_reason":"Shorter"`, 200, entry("2026-09-24", "18:00", "19:00"), entry("2026-09-10", "08:00", "09:00")); done.Kept != 0 || done.Moved != 2 || done.Cancelled != 2 {
		t.Errorf("%+v", done)
	}
	if got := days(c.sessions(t)); got != "09-02 09-10 (09-16) 09-24 (10-01)" {
		t.Error(got)
	}
	c.mustAgree(t)
	if again, _ := c.replace(t, "", 200, entry("2026-09-24", "18:00", "19:00"), entry("2026-09-10", "08:00", "09:00")); again.Kept != 2 || again.Moved+again.Added+again.Cancelled != 0 {
		t.Errorf("the same schedule changes %+v", again)
	}

	// A session that stays can have another title, which moves nothing.
	moves := c.rows()[3]
	tag := c.tag(t)
	named := strings.Replace(entry("2026-09-24", "18:00", "19:00"), "}", `,"title":"Queens"}`, 1)
	done, _ = c.replace(t, "", 200, named, entry("2026-09-10", "08:00", "09:00"))
	if s := done.Schedule[3]; done.Kept != 2 || s.Title != "Queens" || s.Sequence != 3 || c.rows()[3] != moves {
		t.Errorf("%+v", done)
	}

	// Who has read the schedule before that overwrites nothing; who reads it again may change it.
	conditional := func(tag, query string) int {
		r := httptest.NewRequest("PUT", "/api/v1/batches/individual/"+c.batch+"/schedule"+query, strings.NewReader(`{"schedule":[`+entry("2026-09-24", "18:00", "19:00")+`]}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("If-Match", tag)
		return c.Teacher.SendRaw(r).Code
	}
	if got := conditional(tag, ""); got != 412 || len(c.sessions(t)) != len(done.Schedule) {
		t.Errorf("a stale schedule: %d", got)
	}
	if got := conditional(c.tag(t), "?dry_run=true"); got != 200 {
		t.Errorf("the schedule as it is: %d", got)
	}
}

func TestReplacementsAreRefused(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	c.add(t, fmt.Sprintf(weekly, 2, ""))
	other := createBatch(t, c.Class, c.CourseID, "")
	c.Teacher.Do("POST", "/batches/"+other+"/schedule", entry("2026-10-05", "18:00", "19:00"), 201)
	c.Clock.Advance(time.Date(2026, 9, 8, 18, 0, 0, 0, time.UTC).Sub(c.Clock.Now())) // the second begins within a day
	before, at := c.rows(), "/batches/individual/"+c.batch+"/schedule"
	for sentence, entries := range map[string]string{
		"At least one schedule entry is required":           ``,
		"Date 2026-09-01 is in the past":                    entry("2026-09-01", "18:00", "19:30"),
		"Date 2027-08-01 is outside the dates of the batch": entry("2027-08-01", "18:00", "19:30"),
		"There is already a session on 2026-09-02":          entry("2026-09-02", "10:00", "11:00"),
		"There are two entries on 2026-10-01":               entry("2026-10-01", "18:00", "19:30") + "," + entry("2026-10-01", "10:00", "11:00"),
		"Say why: a session begins within 24 hours":         entry("2026-10-01", "18:00", "19:30"),
	} {
		if _, answer := c.replace(t, "", 400, entries); !strings.Contains(answer, sentence) {
			t.Errorf("%s: %s", sentence, answer)
		}
	}
	if _, answer := c.replace(t, `,"reschedule_reason":"Ill"`, 409, entry("2026-10-05", "18:30", "19:30")); !strings.Contains(answer, "schedule_conflict") {
		t.Error(answer)
	}
	valid := `{"reschedule_reason":"Ill","schedule":[` + entry("2026-10-01", "18:00", "19:30") + `]}`
	for status, who := range map[int]testapp.User{401: c.Nobody(), 403: c.Student} {
		who.Do("PUT", at, valid, status)
	}
	c.User(access.Instructor).Do("PUT", at, valid, 403)
	c.Teacher.Do("PUT", at+"?dry_run=true", valid, 200)
	c.Exec("UPDATE batches SET status = 'Completed' WHERE id = ?", c.batch)
	c.Teacher.Do("PUT", at, valid, 409)
	if after := c.rows(); after != before || days(c.sessions(t)) != "09-02 09-09" {
		t.Error("refused requests have changed", before, "to", after)
	}
}
