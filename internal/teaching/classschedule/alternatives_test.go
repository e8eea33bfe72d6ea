package classschedule_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/classschedule"
	"lectern/internal/teaching/classsession"
	"lectern/internal/testapp"
)

func times(free []classsession.FreeTime) (all []string) {
	for _, f := range free {
		all = append(all, f.Date+" "+f.StartTime+"-"+f.EndTime)
	}
	return all
}

func (c term) check(t *testing.T, who testapp.User, members string) classschedule.ScheduleCheck {
	t.Helper()
	return testapp.Read[rest.Answer[classschedule.ScheduleCheck]](t, who.Do("POST", "/batches/check-conflicts", `{"timezone":"Europe/Berlin",`+members+`}`, 200)).Data
}

// What is in the way comes with the nearest other times: at any hour for an instructor without hours, within them for others, and never on the day of another session of the batch.
func TestAlternatives(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	c.add(t, entry("2026-09-07", "18:00", "19:00"))
	wanted := fmt.Sprintf(`"instructor_id":%q,"schedule":[%s,%s]`, c.Teacher.ID, entry("2026-09-07", "18:30", "19:30"), entry("2026-09-14", "18:30", "19:30"))
	found := c.check(t, c.Teacher, wanted)
	if len(found.Conflicts) != 1 || !slices.Equal(times(found.Conflicts[0].Alternatives), []string{"2026-09-07 19:00-20:00", "2026-09-07 19:15-20:15", "2026-09-07 19:30-20:30"}) {
		t.Errorf("%+v", found.Conflicts)
	}
	if found.Shift == nil || found.Shift.Minutes != 30 || found.Shift.Days != 0 || times(found.Shift.Entries)[1] != "2026-09-14 19:00-20:00" {
		t.Errorf("%+v", found.Shift)
	}
	hours := `{"timezone":"Europe/Berlin","takes_demos":false,"hours":[{"weekday":1,"from":"17:00","until":"19:00"}],"overrides":[]}`
	c.Teacher.Do("PUT", "/instructors/"+c.Teacher.ID+"/availability", hours, 200)
	found = c.check(t, c.Teacher, wanted)
	if got := times(found.Conflicts[0].Alternatives); !slices.Equal(got, []string{"2026-09-07 17:00-18:00", "2026-09-21 18:00-19:00", "2026-09-21 17:45-18:45"}) {
		t.Error(got)
	}
	if found.Shift == nil || found.Shift.Minutes != -90 {
		t.Errorf("%+v", found.Shift)
	}
	if nothing := c.check(t, c.Teacher, fmt.Sprintf(`"instructor_id":%q,"schedule":[%s]`, c.Teacher.ID, entry("2026-09-08", "18:30", "19:30"))); nothing.HasConflicts || nothing.Shift != nil {
		t.Errorf("%+v", nothing)
	}
	// A refused change says the same.
	c.Teacher.Do("PUT", "/instructors/"+c.Teacher.ID+"/availability", `{"timezone":"UTC","takes_demos":false,"hours":[{"weekday":1,"from":"00:00","until":"24:00"}],"overrides":[]}`, 200)
	type refusal struct {
		Error classsession.ScheduleConflicts
	}
	before := c.rows()
	other := createBatch(t, c.Class, c.CourseID, "")
	r := testapp.Read[refusal](t, c.Teacher.Do("POST", "/batches/"+other+"/schedule", entry("2026-09-07", "18:30", "19:30"), 409))
	if got := times(r.Error.Conflicts[0].Alternatives); len(got) != 3 || got[0] != "2026-09-07 19:00-20:00" || c.rows() != before {
		t.Error(got)
	}
}

// The time that the clocks skip is no alternative, and neither is one in the past.
func TestAlternativesExist(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	c.add(t, `{"entries":[`+entry("2027-03-28", "03:00", "05:00")+`,`+entry("2026-09-01", "11:00", "12:00")+`]}`) // it is 10:00 in Berlin
	found := c.check(t, c.Teacher, fmt.Sprintf(`"instructor_id":%q,"schedule":[%s,%s]`, c.Teacher.ID, entry("2027-03-28", "03:00", "04:00"), entry("2026-09-01", "11:00", "12:00")))
	if got := times(found.Conflicts[1].Alternatives); !slices.Equal(got, []string{"2027-03-28 01:00-02:00", "2027-03-28 05:00-06:00", "2027-03-28 00:45-01:45"}) && !slices.Equal(got, []string{"2027-03-28 05:00-06:00", "2027-03-28 00:45-01:45", "2027-03-28 05:15-06:15"}) {
		t.Error(got)
	}
	if got := times(found.Conflicts[0].Alternatives); !slices.Equal(got, []string{"2026-09-01 12:00-13:00", "2026-09-01 12:15-13:15", "2026-09-01 12:30-13:30"}) {
		t.Error(got)
	}
}

func TestSuggestedInstructors(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	colleague, capped := c.User(access.Instructor), c.User(access.Instructor)
	for _, who := range []testapp.User{colleague, capped} {
		c.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", c.CourseID, who.ID)
	}
	c.Exec("UPDATE batches SET assigned_instructor = ?, batch_type = 'individual', capacity = 1 WHERE id = ?", capped.ID, createBatch(t, c.Class, c.CourseID, ""))
	for n := range 9 {
		c.Exec("UPDATE batches SET assigned_instructor = ?, batch_type = 'individual', capacity = 1 WHERE id = ?", capped.ID, createBatch(t, c.Class, c.CourseID, fmt.Sprintf(`,"batch_code":"B%d"`, n)))
	}
	c.add(t, entry("2026-09-07", "18:00", "19:00"))
	at := "/batches/suggest-instructor?course_id=" + c.CourseID
	c.Student.Do("GET", at, "", 403)
	c.User(access.Instructor).Do("GET", at, "", 403)
	c.Teacher.Do("GET", "/batches/suggest-instructor", "", 400)
	c.Teacher.Do("GET", at+"&schedule=x", "", 400)
	suggest := func(query string) (r classschedule.SuggestedInstructors) {
		return testapp.Read[rest.Answer[classschedule.SuggestedInstructors]](t, c.Teacher.Do("GET", at+query, "", 200)).Data
	}
	r := suggest("")
	if len(r.Instructors) != 2 || r.Instructors[0].InstructorID != c.Teacher.ID || r.Instructors[0].Parts.Experience != -0.1 || r.Instructors[1].Score != 0 {
		t.Errorf("%+v", r)
	}
	if len(r.Unsuitable) != 1 || r.Unsuitable[0].InstructorID != capped.ID || r.Unsuitable[0].Reason != "over_cap" {
		t.Errorf("%+v", r.Unsuitable)
	}
	r = suggest("&schedule=" + url.QueryEscape("["+entry("2026-09-07", "16:30", "17:30")+"]")) // UTC, the zone of the school
	if len(r.Instructors) != 1 || r.Instructors[0].InstructorID != colleague.ID || len(r.Unsuitable) != 2 {
		t.Errorf("%+v", r)
	}
	checked := c.check(t, c.Teacher, fmt.Sprintf(`"course_id":%q,"schedule":[%s]`, c.CourseID, entry("2026-09-07", "18:30", "19:30")))
	if checked.HasConflicts || checked.Instructors == nil || len(checked.Instructors.Instructors) != 1 || checked.Instructors.Instructors[0].InstructorID != colleague.ID {
		t.Errorf("%+v", checked)
	}
}

func TestCheckInstructor(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	c.add(t, entry("2026-09-07", "18:00", "19:00"))
	const at = "/batches/individual/check-instructor-availability"
	ask := func(who testapp.User, want int, entries ...string) string {
		return who.Do("POST", at, fmt.Sprintf(`{"instructor_id":%q,"timezone":"Europe/Berlin","proposed_schedule":[%s]}`, c.Teacher.ID, strings.Join(entries, ",")), want)
	}
	ask(c.Student, 403, entry("2026-09-08", "18:00", "19:00"))
	ask(c.User(access.Instructor), 400, entry("2026-09-08", "18:00", "19:00")) // shares no course
	ask(c.Teacher, 400)
	got := func(entries ...string) classschedule.InstructorCheck {
		return testapp.Read[rest.Answer[classschedule.InstructorCheck]](t, ask(c.Teacher, 200, entries...)).Data
	}
	if free := got(entry("2026-09-08", "18:00", "19:00")); !free.IsAvailable || len(free.Conflicts) != 0 || len(free.Suggestions) != 0 {
		t.Errorf("%+v", free)
	}
	if near := got(entry("2026-09-07", "19:05", "20:00")); !near.IsAvailable || len(near.Conflicts) != 1 || near.Conflicts[0].ConflictType != "back_to_back" {
		t.Errorf("%+v", near)
	}
	taken := got(entry("2026-09-07", "18:30", "19:30"), entry("2026-09-09", "18:30", "19:30"))
	if taken.IsAvailable || taken.Conflicts[0].ConflictType != "time_overlap" || taken.Conflicts[0].Label != "Bees" || len(taken.Suggestions) != 2 {
		t.Fatalf("%+v", taken)
	}
	if s := taken.Suggestions[1]; s.ConfidenceScore != 0.997 || s.AlternativeSchedule[0].StartTime != "19:00" || s.AlternativeSchedule[1].StartTime != "18:30" {
		t.Errorf("%+v", s)
	}
	for n := range 10 {
		c.Exec("UPDATE batches SET batch_type = 'individual', capacity = 1 WHERE id = ?", createBatch(t, c.Class, c.CourseID, fmt.Sprintf(`,"batch_code":"B%d"`, n)))
	}
	if full := got(entry("2026-09-08", "18:00", "19:00")); full.IsAvailable || full.Conflicts[0].ConflictType != "overload" {
		t.Errorf("%+v", full)
	}
}
