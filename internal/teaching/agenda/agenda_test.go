package agenda_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/agenda"
	"lectern/internal/teaching/planning"
	"lectern/internal/testapp"
)

// createBatch creates a batch with weekly sessions from 2 September 2026 on at 18:00 in Berlin; start is their hour.
func createBatch(t *testing.T, teacher testapp.User, course, name, start string) planning.Batch {
	t.Helper()
	begin, _ := time.Parse("15:04", start)
	body := fmt.Sprintf(`{"batch_name":%q,"timezone":"Europe/Berlin","assigned_instructor":%q,"recurrence":{"freq":"weekly","count":8,"start_date":"2026-09-02","start_time":%q,"end_time":%q}}`,
		name, teacher.ID, start, begin.Add(time.Hour).Format("15:04"))
	return testapp.Read[rest.Answer[planning.Batch]](t, teacher.Do("POST", "/batches/courses/"+course+"/batches", body, 201)).Data
}

func join(c *testapp.Class, batch string, who testapp.User, status string) {
	c.Exec("INSERT INTO batch_members (batch_id, user_id, status, by_enrollment, notes, joined_at, updated_at) VALUES (?, ?, ?, FALSE, '', ?, ?)", batch, who.ID, status, c.Clock.Now(), c.Clock.Now())
}

// seen lists a calendar as "name day", "?" for names that the caller may not know.
func seen(t *testing.T, who testapp.User, query string) string {
	t.Helper()
	var found []string
	for _, e := range testapp.Read[rest.Answer[[]agenda.Entry]](t, who.Do("GET", "/calendar?"+query, "", 200)).Data {
		name := e.BatchName
		if e.ID == "" && name == "" && e.BatchID == "" && e.Title == "" {
			name = "?"
		}
		found = append(found, fmt.Sprint(name, " ", e.Date[8:]))
	}
	return strings.Join(found, ", ")
}

// Everybody has the calendar of their own batches; administrators that of the school. A colleague only sees when an instructor is busy.
func TestCalendar(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	colleague, stranger, dropped := c.User(access.Instructor), c.User(access.Instructor), c.User(access.Student)
	c.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", c.CourseID, colleague.ID)
	second := c.Course(c.Teacher)
	bees, wasps := createBatch(t, c.Teacher, c.CourseID, "Bees", "18:00"), createBatch(t, c.Teacher, second, "Wasps", "20:00")
	join(c, bees.ID, c.Student, "active")
	join(c, wasps.ID, dropped, "dropped")
	c.Teacher.Do("POST", "/online-meetings/create", fmt.Sprintf(`{"title":"Questions","date":"2026-09-10","start_time":"18:00","end_time":"19:00","timezone":"Europe/Berlin","course_id":%q,
		"student_ids":[%q],"url":"https://meet.example.org/x"}`, c.CourseID, c.Student.ID), 201)
	const week = "from=2026-09-07&to=2026-09-13"
	for name, check := range map[string]struct {
		who         testapp.User
		query, want string
	}{
		"a member":                 {c.Student, week, "Bees 09,  10"},
		"six weeks from now":       {c.Student, "", "Bees 02, Bees 09,  10, Bees 16, Bees 23, Bees 30, Bees 07"},
		"a dropped member":         {dropped, week, ""},
		"the instructor":           {c.Teacher, week, "Bees 09, Wasps 09,  10"},
		"another instructor":       {stranger, week, ""},
		"an administrator":         {c.User(access.Admin), week, "Bees 09, Wasps 09,  10"},
		"one batch":                {c.Teacher, week + "&batch_id=" + wasps.ID, "Wasps 09"},
		"a batch of others":        {c.Student, week + "&batch_id=" + wasps.ID, ""},
		"a colleague":              {colleague, week + "&instructor_id=" + c.Teacher.ID, "Bees 09, ? 09, ? 10"},
		"a colleague's own":        {colleague, week, "Bees 09"},
		"two instructors":          {colleague, week + "&instructor_ids=" + c.Teacher.ID + "&instructor_ids=" + colleague.ID, "Bees 09, ? 09, ? 10"},
		"the same one twice":       {c.Teacher, week + "&instructor_ids=" + c.Teacher.ID + "&instructor_id=" + c.Teacher.ID, "Bees 09, Wasps 09,  10"},
		"a colleague without any":  {c.Teacher, week + "&instructor_ids=" + colleague.ID, ""},
		"the first and last day":   {c.Student, "from=2026-09-09&to=2026-09-16", "Bees 09,  10, Bees 16"},
		"an instant ends a query":  {c.Student, "from=2026-09-09T17:00:00Z&to=2026-09-16T16:00:00Z", " 10"},
		"one course":               {c.Teacher, week + "&course_id=" + second, "Wasps 09"},
		"a course of a colleague":  {colleague, week + "&instructor_id=" + c.Teacher.ID + "&course_id=" + second, ""}, // which would tell what the busy time is
		"sessions":                 {c.Teacher, week + "&kinds=session", "Bees 09, Wasps 09"},
		"meetings":                 {c.Teacher, week + "&kinds=meeting", " 10"},
		"both of a course":         {c.Teacher, week + "&kinds=meeting&kinds=session&course_id=" + c.CourseID, "Bees 09,  10"},
		"meetings of a course":     {c.Teacher, week + "&kinds=meeting&course_id=" + second, ""},
		"a session that has begun": {c.Student, "from=2026-09-09T16:30:00Z&to=2026-09-09T17:00:00Z", "Bees 09"},
	} {
		if got := seen(t, check.who, check.query); got != check.want {
			t.Errorf("%s: %s, not %s", name, got, check.want)
		}
	}
	c.Nobody().Do("GET", "/calendar?"+week, "", 401)
	stranger.Do("GET", "/calendar?"+week+"&instructor_id="+c.Teacher.ID, "", 400)
	c.Student.Do("GET", "/calendar?"+week+"&instructor_id="+c.Teacher.ID, "", 400)
	colleague.Do("GET", "/calendar?"+week+"&instructor_ids="+c.Teacher.ID+"&instructor_ids="+stranger.ID, "", 400)
	c.Teacher.Do("GET", "/calendar?"+week+strings.Repeat("&instructor_ids="+c.Teacher.ID, 51), "", 400)
	for _, query := range []string{"to=x", "from=x&to=2026-09-13", "from=2026-09-01&to=2026-12-03", "from=2026-09-13&to=2026-09-01", "kinds=demo"} {
		c.Student.Do("GET", "/calendar?"+query, "", 400)
	}
	if got := seen(t, c.Student, "from=2026-09-01&to=2026-12-02"); strings.Count(got, "Bees") != 8 {
		t.Error(got)
	}
}

// Members see cancelled sessions as cancelled; only instructors may move a session, and only while it is ahead.
func TestCalendarSaysWhatCanMove(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	b := createBatch(t, c.Teacher, c.CourseID, "Bees", "18:00")
	join(c, b.ID, c.Student, "active")
	c.Teacher.Do("DELETE", "/batches/"+b.ID+"/schedule/"+b.Schedule[1].ID, "", 200)
	c.Clock.Advance(48 * time.Hour) // the first session is over
	can := func(who testapp.User) (said []string) {
		for _, e := range testapp.Read[rest.Answer[[]agenda.Entry]](t, who.Do("GET", "/calendar?from=2026-09-01&to=2026-09-20", "", 200)).Data {
			said = append(said, fmt.Sprintf("%s %v %v", e.Status, e.CanMove, e.InSeries))
		}
		return said
	}
	if got := fmt.Sprint(can(c.Teacher)); got != "[scheduled false true cancelled false true scheduled true true]" {
		t.Error(got)
	}
	if got := fmt.Sprint(can(c.Student)); got != "[scheduled false true cancelled false true scheduled false true]" {
		t.Error(got)
	}
}

func TestUpcomingSessions(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	b := createBatch(t, c.Teacher, c.CourseID, "Bees", "18:00")
	join(c, b.ID, c.Student, "active")
	c.Teacher.Do("DELETE", "/batches/"+b.ID+"/schedule/"+b.Schedule[2].ID, "", 200)
	at := "/batches/students/" + c.Student.ID + "/upcoming-sessions"
	for query, want := range map[string]struct {
		days  string
		total int64
	}{"": {"2026-09-02", 1}, "?days_ahead=30": {"2026-09-02 2026-09-09 2026-09-23 2026-09-30", 4}, "?days_ahead=90&limit=2": {"2026-09-02 2026-09-09", 7}} {
		got := testapp.Read[agenda.Upcoming](t, c.Student.Do("GET", at+query, "", 200))
		var days []string
		for _, e := range got.Data {
			days = append(days, e.Date)
		}
		if strings.Join(days, " ") != want.days || got.TotalUpcoming != want.total || got.Count != int64(len(days)) || got.Student.ID != c.Student.ID {
			t.Errorf("%s: %+v", query, got)
		}
	}
	c.Teacher.Do("GET", at, "", 200)
	c.User(access.Admin).Do("GET", at, "", 200)
	c.User(access.Instructor).Do("GET", at, "", 404)
	c.User(access.Student).Do("GET", at, "", 404)
	c.Nobody().Do("GET", at, "", 401)
	c.Student.Do("GET", at+"?days_ahead=91", "", 400)
	c.Exec("UPDATE batch_members SET status = 'dropped'")
	if got := testapp.Read[agenda.Upcoming](t, c.Student.Do("GET", at+"?days_ahead=90", "", 200)); len(got.Data) != 0 || got.TotalUpcoming != 0 {
		t.Errorf("%+v", got)
	}
	c.Teacher.Do("GET", at, "", 404)
}

// Q&A sessions are in the calendar of their instructor and of the learners of their course, and in what other programs read.
func TestQuestionsInCalendars(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	colleague, stranger := c.User(access.Instructor), c.User(access.Student)
	starts := time.Date(2026, 9, 9, 16, 0, 0, 0, time.UTC)
	now := c.Clock.Now()
	c.Exec(`INSERT INTO online_meetings (id, kind, course_id, for_course, title, description, date, start_time, end_time, timezone, starts_at, ends_at, instructor_id, provider, url, status, sequence,
		planned_at, reminded, weekly_key, weekly_date, created_at, updated_at)
		VALUES ('asked', 'doubt', ?, TRUE, 'Stings', '', '2026-09-09', '18:00', '19:00', 'Europe/Berlin', ?, ?, ?, 'none', '', 'scheduled', 0, ?, 9999, '', '', ?, ?)`,
		c.CourseID, starts, starts.Add(time.Hour), c.Teacher.ID, now, now, now)
	const week = "/calendar?from=2026-09-07&to=2026-09-13"
	for name, check := range map[string]struct {
		who   testapp.User
		query string
		sees  bool
	}{
		"a learner":                         {c.Student, "", true},
		"a learner, of the course":          {c.Student, "&course_id=" + c.CourseID, true},
		"its instructor":                    {c.Teacher, "", true},
		"its instructor, only Q&A sessions": {c.Teacher, "&kinds=doubt", true},
		"its instructor, only sessions":     {c.Teacher, "&kinds=session", false},
		"an administrator":                  {c.User(access.Admin), "&instructor_ids=" + c.Teacher.ID, true},
		"a stranger":                        {stranger, "", false},
		"an instructor of another course":   {colleague, "", false},
		"a stranger who names the course":   {stranger, "&course_id=" + c.CourseID, false},
	} {
		got := testapp.Read[rest.Answer[[]agenda.Entry]](t, check.who.Do("GET", week+check.query, "", 200)).Data
		if sees := len(got) == 1 && got[0].ID == "asked" && got[0].Kind == "doubt" && got[0].Title == "Stings" && got[0].CanMove == (check.who.ID != c.Student.ID); sees != check.sees || !sees && len(got) > 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
	c.Teacher.Do("GET", week+"&kinds=lunch", "", 400)
	feed := testapp.Read[rest.Answer[agenda.FeedAddress]](t, c.Student.Do("POST", "/calendar/feeds", `{"name":"Phone"}`, 201)).Data
	if got := c.Nobody().Do("GET", strings.TrimPrefix(feed.URL, "/api/v1"), "", 200); !strings.Contains(got, "SUMMARY:Stings") || !strings.Contains(got, "doubt-asked@") {
		t.Error(got)
	}
}
