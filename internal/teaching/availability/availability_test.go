package availability_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/availability"
	"lectern/internal/testapp"
)

const mornings = `{"timezone":"Europe/Berlin","takes_demos":true,"hours":[{"weekday":2,"from":"09:00","until":"12:00"},{"weekday":1,"from":"09:00","until":"12:00"}]%s}`

func hours(more string) string { return fmt.Sprintf(mornings, more) }

func read(t *testing.T, who testapp.User, id string) availability.InstructorAvailability {
	t.Helper()
	return testapp.Read[rest.Answer[availability.InstructorAvailability]](t, who.Do("GET", "/instructors/"+id+"/availability", "", 200)).Data
}

// session books a session of an instructor on a day of September 2026, in Berlin.
func session(t *testing.T, c *testapp.Class, day int, start, end string) {
	t.Helper()
	c.Teacher.Do("POST", "/batches/courses/"+c.CourseID+"/batches", fmt.Sprintf(`{"batch_name":"Bees","timezone":"Europe/Berlin","assigned_instructor":%q,
		"schedule":[{"date":"2026-09-%02d","start_time":%q,"end_time":%q}]}`, c.Teacher.ID, day, start, end), 201)
}

func rows(c *testapp.App) string {
	return fmt.Sprint(c.Count("SELECT count(*) FROM instructor_rules"), c.Count("SELECT count(*) FROM instructor_time_off"), c.Count("SELECT count(*) FROM instructor_busy"))
}

func TestInstructorsSetTheirHours(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	at, admin, stranger := "/instructors/me/availability", c.User(access.Admin), c.User(access.Instructor)
	if a := read(t, c.Teacher, "me"); a.TakesDemos || len(a.Hours) != 0 || a.Timezone != "UTC" || a.SlotMinutes != 60 || a.DailyCap != 6 || a.UpdatedAt != nil || a.InstructorID != c.Teacher.ID {
		t.Errorf("%+v", a)
	}
	c.Nobody().Do("PUT", at, hours(""), 401)
	c.Student.Do("PUT", at, hours(""), 403)
	admin.Do("PUT", at, hours(""), 404) // is no instructor
	for _, path := range []string{"/instructors/" + c.Teacher.ID + "/availability", "/instructors/x/availability"} {
		stranger.Do("GET", path, "", 404)
		stranger.Do("PUT", path, hours(""), 404)
	}
	for body, sentence := range map[string]string{
		strings.Replace(hours(""), "Europe/Berlin", "Mars", 1):                                        "Please choose a time zone, such as Europe/Berlin",
		strings.Replace(hours(""), "12:00", "12:60", 1):                                               "Please enter a time such as 17:00",
		strings.Replace(hours(""), "12:00", "09:00", 1):                                               "The window from 09:00 must end after it begins",
		strings.Replace(hours(""), `"weekday":2,"from":"09:00"`, `"weekday":1,"from":"11:00"`, 1):     "The window from 11:00 overlaps the one before it",
		hours(`,"notice_minutes":119`):                                                                "The notice must be from 2 hours to 14 days",
		hours(`,"overrides":[{"date":"2026-02-30","windows":[]}]`):                                    "Please enter a date such as 2026-11-20",
		hours(`,"overrides":[{"date":"2026-09-07","windows":[]},{"date":"2026-09-07","windows":[]}]`): "There are two entries on 2026-09-07",
	} {
		if answer := c.Teacher.Do("PUT", at, body, 400); !strings.Contains(answer, sentence) {
			t.Errorf("%s: %s", body, answer)
		}
	}
	if got := rows(c.App); got != "0 0 0" {
		t.Fatal("refused requests have left", got)
	}
	c.Teacher.Do("PUT", at, hours(`,"overrides":[{"date":"2026-09-14","windows":[]}]`), 200)
	a := read(t, admin, c.Teacher.ID)
	if !a.TakesDemos || len(a.Hours) != 2 || a.Hours[0].Weekday != 1 || a.BufferAfterMinutes != 10 || len(a.Overrides) != 1 || a.UpdatedAt == nil {
		t.Errorf("%+v", a)
	}
	admin.Do("PUT", "/instructors/"+c.Teacher.ID+"/availability", hours(`,"weight":200`), 200)
	if a := read(t, c.Teacher, "me"); a.Weight != 200 || len(a.Overrides) != 0 {
		t.Errorf("the whole document is replaced: %+v", a)
	}
}

func TestHoursAreEditedByVersion(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	put := func(tag, body string, want int) string {
		r := httptest.NewRequest("PUT", "/api/v1/instructors/me/availability", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("If-Match", tag)
		answer := c.Teacher.SendRaw(r)
		if answer.Code != want {
			t.Errorf("%d: %s", answer.Code, answer.Body)
		}
		return answer.Header().Get("ETag") + answer.Body.String()
	}
	tag := c.Teacher.Send("GET", "/api/v1/instructors/me/availability", "").Header().Get("ETag")
	put("", hours(""), 428)
	put(tag, hours(`,"weight":50`), 200)
	if answer := put(tag, hours(`,"weight":70`), 412); !strings.Contains(answer, `"weight":50`) {
		t.Error(answer)
	}
	if a := read(t, c.Teacher, "me"); a.Weight != 50 {
		t.Error(a.Weight)
	}
}

func TestWhatIsBookedStays(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	session(t, c, 7, "09:00", "10:00")  // a Monday
	session(t, c, 14, "11:30", "12:30") // partly outside
	c.Teacher.Do("PUT", "/instructors/me/availability", hours(""), 200)
	if a := read(t, c.Teacher, "me"); len(a.Warnings) != 1 || a.Warnings[0].Kind != "session" || a.Warnings[0].Label != "Bees" || a.Warnings[0].StartsAt.Format(time.RFC3339) != "2026-09-14T09:30:00Z" {
		t.Errorf("%+v", a.Warnings)
	}
}

func TestTimeOff(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	at, stranger := "/instructors/me/time-off", c.User(access.Instructor)
	session(t, c, 9, "09:00", "10:00")
	before := rows(c.App)
	c.Student.Do("POST", at, `{"from":"2026-09-07","until":"2026-09-08"}`, 403)
	stranger.Do("POST", "/instructors/"+c.Teacher.ID+"/time-off", `{"from":"2026-09-07","until":"2026-09-08"}`, 404)
	for body, sentence := range map[string]string{
		`{"from":"soon","until":"2026-09-08"}`:                         "Please enter a date such as 2026-11-20, or a time such as 2026-11-20T09:00",
		`{"from":"2026-09-09","until":"2026-09-08"}`:                   "The end must be after the beginning",
		`{"from":"2026-08-01","until":"2026-08-02"}`:                   "This time is over already",
		`{"from":"2026-09-07","until":"2027-09-08"}`:                   "Time off must be at most 366 days long",
		`{"from":"2026-09-07","until":"2026-09-08","timezone":"Mars"}`: "Please choose a time zone, such as Europe/Berlin",
	} {
		if answer := c.Teacher.Do("POST", at, body, 400); !strings.Contains(answer, sentence) {
			t.Errorf("%s: %s", body, answer)
		}
	}
	type refusal struct{ Error availability.BookedTimes }
	r := testapp.Read[refusal](t, c.Teacher.Do("POST", at, `{"from":"2026-09-07","until":"2026-09-11","timezone":"Europe/Berlin"}`, 409))
	if len(r.Error.Conflicts) != 1 || r.Error.Conflicts[0].Kind != "session" || r.Error.Conflicts[0].Label != "Bees" {
		t.Errorf("%+v", r)
	}
	if after := rows(c.App); after != before {
		t.Fatal("refused requests have changed", before, "to", after)
	}
	o := testapp.Read[rest.Answer[availability.TimeOff]](t, c.Teacher.Do("POST", at, `{"from":"2026-10-23T12:00","until":"2026-10-26","timezone":"Europe/Berlin","reason":"Autumn"}`, 201)).Data
	if o.StartsAt.Format(time.RFC3339) != "2026-10-23T10:00:00Z" || o.EndsAt.Format(time.RFC3339) != "2026-10-26T23:00:00Z" || o.UntilLocal != "2026-10-27T00:00" {
		t.Errorf("%+v", o)
	}
	if n := c.Count("SELECT count(*) FROM instructor_busy WHERE kind = 'time_off' AND ref_id = ?", o.ID); n != 4 {
		t.Error("days in the calendar:", n)
	}
	if a := read(t, c.Teacher, "me"); len(a.TimeOff) != 1 || a.TimeOff[0].Reason != "Autumn" {
		t.Errorf("%+v", a.TimeOff)
	}
	c.Teacher.Do("POST", at, `{"from":"2026-10-24","until":"2026-10-24","timezone":"Europe/Berlin"}`, 409)
	stranger.Do("DELETE", at+"/"+o.ID, "", 404)
	stranger.Do("DELETE", "/instructors/"+c.Teacher.ID+"/time-off/"+o.ID, "", 404)
	if n := c.Count("SELECT count(*) FROM instructor_time_off"); n != 1 {
		t.Error(n)
	}
	c.Teacher.Do("DELETE", at+"/"+o.ID, "", 200)
	c.Teacher.Do("DELETE", at+"/"+o.ID, "", 404)
	if after := rows(c.App); after != before {
		t.Error("what was given up is still there:", after)
	}
}

func TestWhoIsFree(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	c.Teacher.Do("PUT", "/instructors/me/availability", hours(""), 200)
	session(t, c, 7, "10:00", "11:30")
	get := func(query string, want int) string {
		return c.Student.Do("GET", "/instructors/free?"+query, "", want)
	}
	c.Nobody().Do("GET", "/instructors/free?from=2026-09-07&to=2026-09-07&instructor_id="+c.Teacher.ID, "", 401)
	for query, sentence := range map[string]string{
		"from=2026-09-07&to=2026-09-08":                                   "course_id or instructor_id is required",
		"from=2026-09-07&to=2026-10-09&course_id=" + c.CourseID:           "The range must be at most 31 days long",
		"from=2026-09-07&to=2026-09-06&course_id=" + c.CourseID:           "to can't be before from",
		"from=2026-09-07&to=2026-09-08&minutes=4&course_id=" + c.CourseID: "minutes must be a number from 5 to 480",
	} {
		if answer := get(query, 400); !strings.Contains(answer, sentence) {
			t.Errorf("%s: %s", query, answer)
		}
	}
	answer := get("from=2026-09-07&to=2026-09-08&course_id="+c.CourseID, 200)
	free := testapp.Read[rest.Answer[[]availability.FreeInstructor]](t, answer).Data
	if len(free) != 1 || len(free[0].Spans) != 2 || free[0].Spans[0].FromAt.Format("15:04")+free[0].Spans[0].UntilAt.Format("15:04") != "07:0008:00" || strings.Contains(answer, "Bees") {
		t.Error(answer) // the half hour from 11:30 is shorter than an hour; Tuesday is free
	}
	if free := testapp.Read[rest.Answer[[]availability.FreeInstructor]](t, get("from=2026-09-07&to=2026-09-08&minutes=30&instructor_id="+c.Teacher.ID, 200)).Data; len(free) != 1 || len(free[0].Spans) != 3 {
		t.Errorf("%+v", free)
	}
	if answer := get("from=2026-09-07&to=2026-09-08&instructor_id="+c.Student.ID, 200); !strings.Contains(answer, `"data":[]`) {
		t.Error(answer)
	}
}
