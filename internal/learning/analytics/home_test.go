package analytics_test

import (
	"fmt"
	"testing"
	"time"

	"lectern/internal/learning/analytics"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func (w *world) home(who testapp.User) analytics.LearningHome {
	w.t.Helper()
	return testapp.Read[rest.Answer[analytics.LearningHome]](w.t, who.Do("GET", "/enhanced-progress/home?timezone=UTC", "", 200)).Data
}

// add adds a lesson to the only section of a course, and publishes it.
func (w *world) add(course, lesson string) (id string) {
	w.t.Helper()
	type shown = rest.Answer[struct{ Sections []struct{ ID string } }]
	base := "/curriculum/course/" + course
	section := testapp.Read[shown](w.t, w.teacher.Do("GET", base+"?draft=true", "", 200)).Data.Sections[0].ID
	id = testapp.Read[rest.Answer[struct{ ID string }]](w.t, w.teacher.Do("POST", base+"/sections/"+section+"/lessons", lesson, 201)).Data.ID
	w.teacher.Do("POST", base+"/publish", "{}", 200)
	w.Work()
	return id
}

// wall is an instant as the settings of lessons have it.
func wall(at time.Time) string {
	return at.Format(`{"date":"2006-01-02","time":"15:04","timezone":"UTC"}`)
}

func (w *world) assignment(course, title string, due time.Time, late string) string {
	w.t.Helper()
	return w.add(course, fmt.Sprintf(`{"type":"assignment","title":%q,"content":{"due":%s,"late":{"rule":%q}}}`, title, wall(due), late))
}

func titles(ds []analytics.DueLesson) (all string) {
	for _, d := range ds {
		if all += d.Title; d.Overdue {
			all += "!"
		}
		all += ";"
	}
	return all
}

func TestHomeOfNewLearner(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	w.Nobody().Do("GET", "/enhanced-progress/home", "", 401)
	w.learner.Do("GET", "/enhanced-progress/home?timezone=Mars/Olympus", "", 400)
	if h := w.home(w.User(access.Student)); h.Resume != nil || len(h.Courses)+len(h.Due)+len(h.Pending) > 0 || h.Enrolled != 0 || h.Streak.Days != 0 || h.Week.Week == "" {
		t.Errorf("%+v", h)
	}
}

// The course that was begun comes first and is continued at its next lesson; a completed one is not there.
func TestHomeResumes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	begun, lessons := w.taught(3)
	w.Enroll(w.learner, begun)
	if h := w.home(w.learner); h.Enrolled != 2 || len(h.Courses) != 2 || h.Resume == nil || h.Resume.CourseID != h.Courses[0].CourseID || h.Courses[0].Course.Instructors == nil {
		t.Errorf("%+v", h)
	}
	w.does(w.learner, begun, lessons[0], "viewed", 0)
	w.Clock.Advance(time.Minute)
	h := w.home(w.learner)
	if h.Courses[0].CourseID != begun || h.Courses[0].Course.ID != begun || *h.Courses[0].Percent != 33 || h.Resume.LessonID != lessons[1] || h.Resume.Position != 2 || h.Resume.StoppedAt != nil || h.Resume.Duration != nil {
		t.Errorf("%+v", h)
	}
	if h.Streak.Days != 1 || h.Week.Completed != 1 {
		t.Errorf("%+v", h)
	}
	for _, l := range w.lessons {
		w.does(w.learner, w.course, l, "viewed", 0)
	}
	if h := w.home(w.learner); len(h.Courses) != 1 || h.Courses[0].CourseID != begun || h.Enrolled != 2 {
		t.Errorf("a completed course is still to be continued: %+v", h.Courses)
	}
	w.Exec("UPDATE enrollments SET status = 'suspended' WHERE course_id = ?", begun)
	if h := w.home(w.learner); len(h.Courses) != 0 || h.Resume != nil {
		t.Errorf("%+v", h)
	}
}

// A video is continued where it was left.
func TestHomeKnowsWhereVideoStopped(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	course := w.Course(w.teacher)
	w.Enroll(w.learner, course)
	video := w.teacher.Video(course)
	w.Exec("UPDATE videos SET duration_ms = 120000 WHERE id = ?", video)
	w.teacher.Do("POST", "/curriculum/course/"+course+"/sections", `{"title":"S"}`, 201)
	lesson := w.add(course, fmt.Sprintf(`{"type":"video","title":"Film","content":{"video_id":%q}}`, video))
	w.does(w.learner, course, lesson, "opened", 0)
	w.Exec("INSERT INTO watch_positions (user_id, video_id, position_ms, client_time, updated_at) VALUES (?, ?, 61500, ?, ?)", w.learner.ID, video, testapp.Start, testapp.Start)
	h := w.home(w.learner)
	if r := h.Resume; r == nil || r.LessonID != lesson || r.StoppedAt == nil || *r.StoppedAt != 61.5 || *r.Duration != 120 {
		t.Errorf("%+v", h.Resume)
	}
	w.Exec("DELETE FROM watch_positions")
	if r := w.home(w.learner).Resume; r.StoppedAt != nil || *r.Duration != 120 {
		t.Errorf("%+v", r)
	}
}

// What has a date is listed until it is handed in, or can no longer be; what is overdue comes first.
func TestHomeListsWhatIsDue(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	now := w.Clock.Now()
	essay := w.assignment(w.course, "Essay", now.Add(48*time.Hour), "accept")
	w.assignment(w.course, "Refused", now.Add(24*time.Hour), "refuse")
	w.add(w.course, `{"type":"assignment","title":"Undated","content":{}}`)
	question := testapp.Read[rest.Answer[struct{ ID string }]](t, w.teacher.Do("POST", "/question-banks/"+w.course+"/questions", `{"kind":"numeric","prompt":"?","value":"6"}`, 201)).Data.ID
	quiz := w.add(w.course, fmt.Sprintf(`{"type":"quiz","title":"Quiz","content":{"questions":[{"question_id":%q}],"closes":%s}}`, question, wall(now.Add(72*time.Hour))))
	other := w.Course(w.teacher)
	w.teacher.Do("POST", "/curriculum/course/"+other+"/sections", `{"title":"S"}`, 201)
	w.assignment(other, "Elsewhere", now.Add(time.Hour), "accept")

	h := w.home(w.learner)
	if got := titles(h.Due); got != "Refused;Essay;Quiz;" || !h.Due[0].DueIsFinal || h.Due[1].DueIsFinal || h.Due[1].LessonID != essay || !h.Due[2].DueIsFinal || h.Due[0].CourseTitle == "" {
		t.Errorf("%s %+v", got, h.Due)
	}
	w.Clock.Advance(49 * time.Hour)
	if got := titles(w.home(w.learner).Due); got != "Essay!;Quiz;" {
		t.Error(got)
	}
	w.learner.Do("PUT", "/assignments/"+essay+"/draft", `{"text":"Words","sequence":1}`, 200)
	if got := titles(w.home(w.learner).Due); got != "Essay!;Quiz;" {
		t.Errorf("a draft counts as handed in: %s", got)
	}
	w.learner.Do("POST", "/assignments/"+essay+"/hand-in", `{"number":1}`, 200)
	if got := titles(w.home(w.learner).Due); got != "Quiz;" {
		t.Error(got)
	}
	attempt := testapp.Read[rest.Answer[struct{ ID string }]](t, w.learner.Do("POST", "/quizzes/"+quiz+"/attempts", "{}", 200)).Data.ID
	if got := titles(w.home(w.learner).Due); got != "Quiz;" {
		t.Errorf("a running attempt counts as done: %s", got)
	}
	w.learner.Do("POST", "/quiz-attempts/"+attempt+"/submit", "{}", 200)
	if got := titles(w.home(w.learner).Due); got != "" {
		t.Error(got)
	}
}

// A date that is changed and published again is the one that counts.
func TestDueDateFollowsPublishedVersion(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	due := w.Clock.Now().Add(48 * time.Hour).Truncate(time.Minute)
	lesson := w.assignment(w.course, "Essay", due, "accept")
	set := func(settings string) {
		type found = rest.Answer[struct{ Revision int64 }]
		revision := testapp.Read[found](t, w.teacher.Do("GET", "/assignments/"+lesson+"?draft=true", "", 200)).Data.Revision
		w.teacher.Do("PUT", "/assignments/"+lesson+"/settings", fmt.Sprintf(`{"revision":%d,"settings":{%s}}`, revision, settings), 200)
	}
	set(`"due":` + wall(due.Add(time.Hour)))
	if d := w.home(w.learner).Due; len(d) != 1 || !d[0].DueAt.Equal(due) {
		t.Errorf("a draft is due: %+v", d)
	}
	w.teacher.Do("POST", "/curriculum/course/"+w.course+"/publish", "{}", 200)
	if d := w.home(w.learner).Due; len(d) != 1 || !d[0].DueAt.Equal(due.Add(time.Hour)) {
		t.Errorf("%+v", d)
	}
	set("")
	w.teacher.Do("POST", "/curriculum/course/"+w.course+"/publish", "{}", 200)
	if d := w.home(w.learner).Due; len(d) != 0 {
		t.Errorf("%+v", d)
	}
}

func TestHomeListsPendingCourses(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	for _, status := range []string{"invited", "pending_payment", "waitlisted", "suspended", "withdrawn", "expired"} {
		course := w.Course(w.teacher)
		w.Enroll(w.learner, course)
		w.Exec("UPDATE enrollments SET status = ? WHERE course_id = ?", status, course)
	}
	var got []string
	for _, p := range w.home(w.learner).Pending {
		got = append(got, p.Status)
		if p.Course.Title == "" {
			t.Errorf("%+v", p)
		}
	}
	if len(got) != 3 {
		t.Error(got)
	}
}

func TestCoursesByStatusSearchAndOrder(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2) // "half"
	open, _ := w.taught(1)
	full, lessons := w.taught(1)
	for id, title := range map[string]string{w.course: "Café half", open: "Bees open", full: "Apples full"} {
		w.Exec("UPDATE courses SET title = ?, title_key = ? WHERE id = ?", title, map[string]string{w.course: "cafe half", open: "bees open", full: "apples full"}[id], id)
	}
	w.Clock.Advance(time.Minute)
	w.Enroll(w.learner, full)
	w.Clock.Advance(time.Minute)
	w.Enroll(w.learner, open)
	w.does(w.learner, full, lessons[0], "viewed", 0)
	w.Clock.Advance(time.Minute)
	w.does(w.learner, w.course, w.lessons[0], "viewed", 0)
	for query, want := range map[string]string{
		"":                           "Bees open;Apples full;Café half;",
		"?sort=recent":               "Café half;Bees open;Apples full;",
		"?sort=title":                "Apples full;Bees open;Café half;",
		"?sort=progress":             "Apples full;Café half;Bees open;",
		"?status=not_started":        "Bees open;",
		"?status=in_progress":        "Café half;",
		"?status=completed":          "Apples full;",
		"?search=CAFE":               "Café half;",
		"?search=%25":                "",
		"?limit=1&page=2&sort=title": "Bees open;",
	} {
		got := ""
		for _, c := range testapp.Read[rest.List[analytics.LearnerCourse]](t, w.learner.Do("GET", "/enhanced-progress/courses"+query, "", 200)).Data {
			if got += c.Title + ";"; c.Course.ID != c.CourseID {
				t.Errorf("%+v", c)
			}
		}
		if got != want {
			t.Errorf("%q: %q, not %q", query, got, want)
		}
	}
	for _, query := range []string{"?sort=price", "?status=done"} {
		w.learner.Do("GET", "/enhanced-progress/courses"+query, "", 400)
	}
}
