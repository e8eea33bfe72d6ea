package notification_test

import (
	"fmt"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type made = rest.Answer[struct{ ID string }]

// lesson publishes a lesson of the course and returns its id.
func (s *school) lesson(members string) string {
	s.t.Helper()
	base := "/curriculum/course/" + s.course
	section := testapp.Read[made](s.t, s.teacher.Do("POST", base+"/sections", `{"title":"S"}`, 201)).Data.ID
	id := testapp.Read[made](s.t, s.teacher.Do("POST", base+"/sections/"+section+"/lessons", `{"title":"Hives",`+members+`}`, 201)).Data.ID
	s.teacher.Do("POST", base+"/publish", "{}", 200)
	s.Enroll(s.student, s.course)
	s.Work()
	return id
}

// Graders are notified of submitted work, and students of the grade once it is returned, not before.
func TestAssignmentNotifications(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	lesson := s.lesson(`"type":"assignment","content":{"points":10}`)
	s.Exec("UPDATE users SET full_name = 'Mina Öz' WHERE id = ?", s.student.ID)
	s.student.Do("PUT", "/assignments/"+lesson+"/draft", `{"text":"Bees came.","sequence":1}`, 200)
	s.student.Do("POST", "/assignments/"+lesson+"/hand-in", `{"number":1}`, 200)
	s.Work()
	if got := list(t, s.teacher, ""); titles(got) != "New submission for Hives" || !strings.HasPrefix(got.Data[0].Body, "Mina Öz has handed in") || got.Data[0].Link != "/teach/courses/"+s.course+"/submissions" {
		t.Errorf("%+v", got.Data)
	}
	if mails := s.post.to(s.teacher); len(mails) != 0 {
		t.Errorf("unwanted email: %+v", mails)
	}
	s.Exec("UPDATE users SET full_name = 'Mina Berg' WHERE id = ?", s.student.ID)
	if got := list(t, s.teacher, "").Data[0]; !strings.HasPrefix(got.Body, "Mina Berg has") {
		t.Errorf("not by the name that the user has now: %+v", got)
	}
	s.Exec("UPDATE users SET status = 'disabled' WHERE id = ?", s.student.ID)
	if got := list(t, s.teacher, "").Data[0]; !strings.HasPrefix(got.Body, "Someone has") {
		t.Errorf("the name of a closed account: %+v", got)
	}
	s.Exec("UPDATE users SET status = 'active' WHERE id = ?", s.student.ID)
	work := "/submissions/" + testapp.Read[rest.List[struct{ ID string }]](t, s.teacher.Do("GET", "/assignments/courses/"+s.course+"/submissions", "", 200)).Data[0].ID
	s.teacher.Do("PUT", work+"/grade", `{"revision":0,"number":1,"marks":[{"ref":"work","points":7}],"done":true}`, 200)
	s.Work()
	if got := titles(list(t, s.student, "")); strings.Contains(got, "graded") {
		t.Errorf("notified before it is returned: %s", got)
	}
	for range 2 {
		s.teacher.Do("POST", work+"/return", "{}", 200)
		s.Work()
	}
	got := list(t, s.student, "").Data
	if mails := s.post.to(s.student); got[0].Title != "Graded: Hives" || got[0].Link != "/learn/"+s.course+"/"+lesson || len(mails) != 1 || !strings.Contains(mails[0].Subject, "Graded: Hives") {
		t.Errorf("%+v, %+v", got, mails)
	}
}

// Authors are notified of answers to their comments, and why a comment was hidden.
func TestCommentNotifications(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	lesson := s.lesson(`"type":"text","content":{"html":"x"}`)
	at, other := "/progress/lessons/"+lesson+"/comments", s.User(access.Student)
	s.Enroll(other, s.course)
	say := func(who testapp.User, thread string) string {
		return testapp.Read[made](t, who.Do("POST", at, fmt.Sprintf(`{"body":"Buy my bees","threadId":%q}`, thread), 201)).Data.ID
	}
	first := say(s.student, "")
	say(s.student, first) // users are not notified of their own comments
	s.Work()
	if got := titles(list(t, s.student, "")); strings.Contains(got, "answer") {
		t.Error(got)
	}
	s.Exec("UPDATE users SET full_name = 'Ola Nordmann' WHERE id = ?", other.ID)
	answer := say(other, first)
	s.Work()
	if got := list(t, s.student, "").Data[0]; got.Title != "Ola Nordmann replied to you" || got.Link != "/learn/"+s.course+"/"+lesson {
		t.Errorf("%+v", got)
	}
	s.teacher.Do("PUT", "/progress/comments/"+answer+"/hidden", `{"hidden":true,"reason":"No advertising, please."}`, 200)
	s.Work()
	if got := list(t, other, "").Data; len(got) != 1 || got[0].Title != "Your comment was hidden" || !strings.HasSuffix(got[0].Body, "No advertising, please.") {
		t.Errorf("%+v", got)
	}
	s.teacher.Do("PUT", "/progress/comments/"+answer+"/hidden", `{"hidden":false}`, 200)
	s.Work()
	if got := list(t, other, "").Data; len(got) != 1 {
		t.Errorf("%+v", got)
	}
}

// A user who is invited to a course is notified, also by email with its cover and in their language, and can accept or decline.
func TestCourseInvitations(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	other := s.User(access.Student)
	s.Exec("UPDATE users SET email_verified_at = created_at")
	other.Do("PATCH", "/profile/me/comprehensive", `{"locale":"de"}`, 200)
	s.Exec("UPDATE courses SET title = ?, cover_id = 'picture', cover_width = 1200 WHERE id = ?", `Bees <&> "hives"`, s.course)
	for _, who := range []testapp.User{s.student, other} {
		s.Exec("DELETE FROM enrollments WHERE user_id = ? AND course_id = ?", who.ID, s.course)
		invite := fmt.Sprintf(`{"email":%q,"status":"invited"}`, who.ID+"@lectern.test")
		s.teacher.Do("POST", "/courses/"+s.course+"/enrollments", invite, 200)
		s.teacher.Do("POST", "/courses/"+s.course+"/enrollments", invite, 200)
	}
	s.Work()
	for _, c := range []struct {
		who   testapp.User
		title string
	}{{s.student, "You are invited to "}, {other, "Sie sind zu "}} {
		got, mails := list(t, c.who, "").Data, s.post.to(c.who)
		if len(got) == 0 || !strings.HasPrefix(got[0].Title, c.title) || got[0].Link != "/courses/"+s.course {
			t.Errorf("%+v", got)
		}
		if len(mails) != 1 || !strings.HasPrefix(mails[0].Subject, c.title) {
			t.Errorf("%+v", mails)
		} else if p := mails[0].Picture; p == nil || p.Alt != `Bees <&> "hives"` || !strings.HasSuffix(p.URL, "/api/v1/covers/picture/960") || !strings.HasPrefix(p.URL, "http") || p.Width != 494 || p.Height != 277 {
			t.Errorf("%+v", p)
		}
	}
	s.student.Do("POST", "/courses/"+s.course+"/enroll", "", 200)
	other.Do("DELETE", "/courses/"+s.course+"/enroll", "", 200)
	for who, want := range map[string]string{s.student.ID: "active", other.ID: "withdrawn"} {
		if n := s.Count("SELECT count(*) FROM enrollments WHERE user_id = ? AND status = ?", who, want); n != 1 {
			t.Errorf("not %s", want)
		}
	}
}
