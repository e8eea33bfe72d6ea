package assignment_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/assignment"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// The assignments of a learner stand as their dates, their work and its grade say, in the list, in the summary and in the calendar to which
// they subscribe; only those of courses that are open to them.
func TestAssignmentsAcrossCourses(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `"instructions":"Watch","due":{"date":"2026-09-03","time":"18:00","timezone":"Europe/Berlin"}`)
	other := w.User(access.Student)
	list := func(who testapp.User, query string) []assignment.OwnAssignment {
		t.Helper()
		return testapp.Read[rest.Answer[[]assignment.OwnAssignment]](t, who.Do("GET", "/assignments"+query, "", 200)).Data
	}
	summary := func(who testapp.User) assignment.AssignmentSummary {
		t.Helper()
		return testapp.Read[rest.Answer[assignment.AssignmentSummary]](t, who.Do("GET", "/assignments/summary", "", 200)).Data
	}
	waiting := func(who testapp.User, query string) []assignment.WaitingSubmission {
		t.Helper()
		return testapp.Read[rest.Answer[[]assignment.WaitingSubmission]](t, who.Do("GET", "/assignments/to-grade"+query, "", 200)).Data
	}
	feed := testapp.Read[rest.Answer[struct{ URL string }]](t, w.learner.Do("POST", "/calendar/feeds", `{"name":"Phone"}`, 201)).Data.URL
	inCalendar := func() bool {
		t.Helper()
		text := w.Nobody().SendRaw(httptest.NewRequest("GET", feed, nil)).Body.String()
		if there := strings.Contains(text, "Watch a hive"); there && !strings.Contains(text, "DTEND:20260903T160000Z") {
			t.Errorf("%s", text)
		}
		return strings.Contains(text, "Watch a hive")
	}

	if all := list(w.learner, ""); len(all) != 1 || all[0].State != "due" || all[0].CourseTitle != "Bees" || !inCalendar() {
		t.Errorf("%+v", all)
	}
	if sum := summary(w.learner); sum != (assignment.AssignmentSummary{DueIn7Days: 1}) {
		t.Errorf("%+v", sum)
	}
	w.Clock.Advance(3 * 24 * time.Hour)
	if all := list(w.learner, "?state=overdue"); len(all) != 1 || len(list(w.learner, "?state=due")) != 0 || summary(w.learner).Overdue != 1 {
		t.Errorf("%+v", all)
	}
	w.write("A day")
	w.learner.Do("POST", w.path+"/hand-in", `{"number":1}`, 200)
	if all := list(w.learner, ""); all[0].State != "submitted" || !all[0].Late || inCalendar() {
		t.Errorf("%+v", all)
	}
	work := waiting(w.teacher, "?course_id="+w.course)
	if len(work) != 1 || work[0].CourseTitle != "Bees" || work[0].LessonTitle != "Watch a hive" || summary(w.teacher).ToGrade != 1 {
		t.Fatalf("%+v", work)
	}
	w.teacher.Do("POST", "/submissions/"+work[0].ID+"/grade-and-return", `{"revision":0,"number":1,"marks":[{"ref":"work","points":80}]}`, 200)
	if all := list(w.learner, "?state=returned"); len(all) != 1 || all[0].Score == nil || all[0].Score.Percent != 80 || summary(w.learner).ReturnedLately != 1 {
		t.Errorf("%+v", all)
	}
	if work := waiting(w.teacher, ""); len(work) != 0 {
		t.Errorf("%+v", work)
	}

	if all := list(other, ""); len(all) != 0 || summary(other) != (assignment.AssignmentSummary{}) {
		t.Errorf("%+v", all)
	}
	if work := waiting(w.User(access.Instructor), ""); len(work) != 0 {
		t.Errorf("%+v", work)
	}
	w.learner.Do("GET", "/assignments/to-grade", "", 403)
	w.Exec("UPDATE enrollments SET status = 'suspended' WHERE user_id = ?", w.learner.ID)
	if all := list(w.learner, ""); len(all) != 0 {
		t.Errorf("%+v", all)
	}
}
