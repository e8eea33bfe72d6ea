package classschedule_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lectern/internal/platform/rest"
	"lectern/internal/teaching/classschedule"
	"lectern/internal/teaching/classsession"
	"lectern/internal/testapp/soak"
)

func init() { soak.Checks(4, 150) }

// Random moves of one session and of series, cancellations and restores in two batches of one instructor, some by the day and the hour of
// another session: no two sessions of the instructor ever overlap, calendars and sessions agree, what is
// refused changes nothing, and what is acknowledged is there.
func TestSchedulesStaySound(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	second := term{c.Class, createBatch(t, c.Class, c.CourseID, "")}
	all := func() []classsession.Session { return append(c.sessions(t), second.sessions(t)...) }
	rapid.Check(t, func(r *rapid.T) {
		for _, table := range []string{"instructor_busy", "batch_sessions"} {
			c.Exec("DELETE FROM " + table)
		}
		c.add(t, fmt.Sprintf(weekly, 6, ""))
		second.add(t, `{"recurrence":{"freq":"daily","interval":3,"count":6,"start_date":"2026-09-03","start_time":"18:30","end_time":"19:30"},"on_conflict":"skip"}`)
		for range rapid.IntRange(5, 15).Draw(r, "steps") {
			of := rapid.SampledFrom([]term{c, second}).Draw(r, "batch")
			sessions := of.sessions(t)
			if len(sessions) == 0 {
				continue
			}
			s := rapid.SampledFrom(sessions).Draw(r, "session")
			scope := rapid.SampledFrom([]string{"one", "one", "following", "all"}).Draw(r, "scope")
			at, verb, body := "/api/v1/batches/"+of.batch+"/schedule/"+s.ID, "PUT", ""
			switch rapid.IntRange(0, 5).Draw(r, "step") {
			case 0:
				verb, at = "DELETE", at+"?scope="+scope
			case 1:
				verb, at = "POST", at+"/restore"
			default:
				day, _ := time.Parse(time.DateOnly, s.Date)
				hour := rapid.IntRange(16, 19).Draw(r, "hour")
				body = fmt.Sprintf(`{"date":%q,"start_time":"%d:00","end_time":"%d:30","scope":%q,"include_detached":%v,"on_conflict":%q}`,
					day.AddDate(0, 0, rapid.IntRange(-4, 9).Draw(r, "days")).Format(time.DateOnly), hour, hour+1, scope, rapid.Bool().Draw(r, "detached"),
					rapid.SampledFrom([]string{"fail", "skip"}).Draw(r, "on conflict"))
			}
			before := all()
			w := c.Teacher.Send(verb, at, body)
			after := all()
			if w.Code >= http.StatusInternalServerError {
				r.Fatalf("%s %s %s: %s", verb, at, body, w.Body)
			}
			if w.Code != http.StatusOK && !slices.EqualFunc(before, after, sameTime) {
				r.Fatalf("refused, but changed from %v to %v: %s", before, after, w.Body)
			}
			if w.Code == http.StatusOK {
				acknowledged(r, w.Body.Bytes(), after)
			}
			sound(r, after)
			c.mustAgree(t)
		}
	})
}

func sameTime(a, b classsession.Session) bool {
	return a.ID == b.ID && a.Date == b.Date && a.StartsAt.Equal(b.StartsAt) && a.EndsAt.Equal(b.EndsAt) && a.Status == b.Status && a.Sequence == b.Sequence
}

// acknowledged fails unless the sessions of an answer are there as it says.
func acknowledged(r *rapid.T, answer []byte, there []classsession.Session) {
	var done rest.Answer[classschedule.ChangedSessions]
	if err := json.Unmarshal(answer, &done); err != nil {
		r.Fatal(err)
	}
	for _, s := range done.Data.Entries {
		if !slices.ContainsFunc(there, func(t classsession.Session) bool { return sameTime(s, t) }) {
			r.Fatalf("acknowledged, but not there: %+v", s)
		}
	}
}

// sound fails if two sessions overlap, all of one instructor.
func sound(r *rapid.T, sessions []classsession.Session) {
	for i, a := range sessions {
		for _, b := range sessions[:i] {
			if a.Status == classsession.Scheduled && b.Status == classsession.Scheduled && a.StartsAt.Before(b.EndsAt) && b.StartsAt.Before(a.EndsAt) {
				r.Fatalf("two sessions overlap: %+v and %+v", a, b)
			}
		}
	}
}
