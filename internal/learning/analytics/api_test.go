package analytics_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"lectern/internal/learning/analytics"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// world is a course of some text lessons, published, with a learner.
type world struct {
	*testapp.App
	t                *testing.T
	teacher, learner testapp.User
	course           string
	lessons          []string
}

func newWorld(t *testing.T, lessons int) *world {
	t.Helper()
	app := testapp.New(t)
	w := &world{App: app, t: t, teacher: app.User(access.Instructor), learner: app.User(access.Student)}
	w.course, w.lessons = w.taught(lessons)
	w.Enroll(w.learner, w.course)
	return w
}

// taught is a published course of the teacher with so many lessons.
func (w *world) taught(lessons int) (course string, ids []string) {
	w.t.Helper()
	type made = rest.Answer[struct{ ID string }]
	course = w.Course(w.teacher)
	base := "/curriculum/course/" + course
	section := testapp.Read[made](w.t, w.teacher.Do("POST", base+"/sections", `{"title":"S"}`, 201)).Data.ID
	for i := range lessons {
		ids = append(ids, testapp.Read[made](w.t, w.teacher.Do("POST", base+"/sections/"+section+"/lessons",
			fmt.Sprintf(`{"type":"text","title":"Lesson %d","content":{"html":"x"},"completion":{"rule":"view"}}`, i+1), 201)).Data.ID)
	}
	w.teacher.Do("POST", base+"/publish", "{}", 200)
	w.Work()
	return course, ids
}

// does records that a user does something in a lesson of a course at this moment.
func (w *world) does(who testapp.User, course, lesson, kind string, value int) {
	w.t.Helper()
	body, _ := json.Marshal(map[string]any{"events": []any{map[string]any{"id": db.NewID(), "courseId": course, "lessonId": lesson,
		"type": kind, "at": w.Clock.Now().Format(time.RFC3339), "value": value}}})
	if a := testapp.Read[rest.Answer[struct{ Accepted int64 }]](w.t, who.Do("POST", "/progress/events", string(body), 200)); a.Data.Accepted != 1 {
		w.t.Fatalf("%s was not accepted", kind)
	}
}

// at moves the clock to an instant.
func (w *world) at(instant string) {
	w.t.Helper()
	to, err := time.Parse(time.RFC3339, instant)
	if err != nil || to.Before(w.Clock.Now()) {
		w.t.Fatal(instant, err)
	}
	w.Clock.Advance(to.Sub(w.Clock.Now()))
}

func (w *world) overview(who testapp.User, query string) analytics.LearningOverview {
	w.t.Helper()
	return testapp.Read[rest.Answer[analytics.LearningOverview]](w.t, who.Do("GET", "/enhanced-progress/overview"+query, "", 200)).Data
}

func (w *world) detail(who testapp.User, query string) analytics.EnhancedCourseDetail {
	w.t.Helper()
	return testapp.Read[rest.Answer[analytics.EnhancedCourseDetail]](w.t, who.Do("GET", "/enhanced-progress/courses/"+w.course+query, "", 200)).Data
}

func (w *world) board(who testapp.User) analytics.Leaderboard {
	w.t.Helper()
	return testapp.Read[rest.Answer[analytics.Leaderboard]](w.t, who.Do("GET", "/enhanced-progress/courses/"+w.course+"/leaderboard", "", 200)).Data
}

func TestAccess(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	gone := w.User(access.Student)
	w.Enroll(gone, w.course)
	w.Exec("UPDATE enrollments SET status = 'suspended' WHERE user_id = ?", gone.ID)
	for name, c := range map[string]struct {
		who                           testapp.User
		overview, course, board, part int
	}{
		"nobody":           {w.Nobody(), 401, 401, 401, 401},
		"a stranger":       {w.User(access.Student), 200, 404, 404, 404},
		"its learner":      {w.learner, 200, 200, 200, 200},
		"who was sent off": {gone, 200, 200, 404, 404},
		"another teacher":  {w.User(access.Instructor), 200, 404, 404, 404},
		"its teacher":      {w.teacher, 200, 404, 200, 404},
		"an administrator": {w.User(access.Admin), 200, 404, 200, 404},
	} {
		t.Log(name)
		c.who.Do("GET", "/enhanced-progress/overview", "", c.overview)
		c.who.Do("GET", "/enhanced-progress/courses", "", c.overview)
		c.who.Do("GET", "/enhanced-progress/courses/"+w.course, "", c.course)
		c.who.Do("GET", "/enhanced-progress/courses/"+w.course+"/leaderboard", "", c.board)
		c.who.Do("DELETE", "/enhanced-progress/courses/"+w.course+"/leaderboard/own", "", c.part)
	}
	if n := w.Count("SELECT count(*) FROM leaderboard_opt_outs"); n != 1 {
		t.Errorf("%d have left the leaderboard", n)
	}
	for _, query := range []string{"?timezone=Mars/Olympus", "?timezone=Local", "?timezone=../etc/passwd", "?weeks=0", "?weeks=54"} {
		w.learner.Do("GET", "/enhanced-progress/overview"+query, "", 400)
	}
}

// Who has done nothing yet is told so, and of nothing that there is not.
func TestNothingYet(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	o := w.overview(w.learner, "")
	if o.Streak.Days != 0 || o.Streak.LastDay != nil || len(o.Weeks) != 12 || o.Timezone != "UTC" || o.Begun+o.Completed != 0 || len(o.Skills) != 1 {
		t.Errorf("%+v", o)
	}
	if s := o.Skills[0]; s.Skill != "Nature" || *s.Percent != 0 || s.Required != 2 {
		t.Errorf("a course that names no tools teaches its category: %+v", s)
	}
	d := w.detail(w.learner, "")
	if d.Status != "not_started" || *d.Percent != 0 || d.Next == nil || d.Next.LessonID != w.lessons[0] || d.Forecast.Reason != "not_started" || len(d.Lessons) != 2 {
		t.Errorf("%+v", d)
	}
	stranger := w.overview(w.User(access.Student), "?weeks=1")
	if len(stranger.Weeks) != 1 || len(stranger.Skills) != 0 || stranger.Skills == nil {
		t.Errorf("%+v", stranger)
	}
}

// Days are those of the learner's zone, also when its clocks are put forward or back.
func TestDaysOfAZone(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 4)
	w.learner.Do("PATCH", "/profile/me/comprehensive", `{"timeZone":"Europe/Berlin"}`, 200)
	for i, instant := range []string{ // clocks go back in the night to 25 October 2026
		"2026-10-23T22:30:00Z", // Saturday 24th, 00:30
		"2026-10-25T22:30:00Z", // Sunday 25th, 23:30; the day had 25 hours
		"2026-10-25T23:30:00Z", // Monday 26th, 00:30
	} {
		w.at(instant)
		w.does(w.learner, w.course, w.lessons[i], "time", 60*(i+1))
		w.does(w.learner, w.course, w.lessons[i], "viewed", 0)
	}
	o := w.overview(w.learner, "?weeks=2")
	if o.Timezone != "Europe/Berlin" || o.Streak.Days != 3 || !o.Streak.LearnedToday || *o.Streak.LastDay != "2026-10-26" {
		t.Errorf("%+v", o.Streak)
	}
	want := []analytics.LearningWeek{{Week: "2026-W43", StartsOn: "2026-10-19", TimeSpent: 180, Completed: 2, Days: 2}, {Week: "2026-W44", StartsOn: "2026-10-26", TimeSpent: 180, Completed: 1, Days: 1}}
	if len(o.Weeks) != 2 || o.Weeks[0] != want[0] || o.Weeks[1] != want[1] {
		t.Errorf("%+v", o.Weeks)
	}
	if utc := w.overview(w.learner, "?timezone=UTC"); utc.Streak.Days != 1 || *utc.Streak.LastDay != "2026-10-25" || utc.Weeks[11].Days != 2 {
		t.Errorf("in UTC there is a day between: %+v", utc)
	}
	if far := w.overview(w.learner, "?timezone=Asia/Kathmandu"); far.Streak.Days != 1 || *far.Streak.LastDay != "2026-10-26" {
		t.Errorf("a quarter of an hour is enough for every zone: %+v", far.Streak)
	}
	if w.detail(w.learner, "?weeks=2").Weeks[0] != want[0] {
		t.Error("the one course is all of it")
	}
}

// A day on which nothing was learned ends a streak; today does not, while it lasts.
func TestStreak(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	learn := func() { w.does(w.learner, w.course, w.lessons[0], "opened", 0) }
	streak := func(days int64, today bool) {
		t.Helper()
		if s := w.overview(w.learner, "").Streak; s.Days != days || s.LearnedToday != today {
			t.Errorf("%s: %+v", w.Clock.Now(), s)
		}
	}
	w.at("2026-09-10T23:50:00Z")
	learn()
	streak(1, true)
	w.at("2026-09-11T10:00:00Z")
	streak(1, false)
	learn()
	streak(2, true)
	w.at("2026-09-12T23:59:00Z")
	streak(2, false)
	w.at("2026-09-13T00:00:00Z")
	streak(0, false)
	learn()
	streak(1, true)
}

func TestForecast(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 7)
	course := func() analytics.EnhancedCourse {
		all := testapp.Read[rest.List[analytics.EnhancedCourse]](t, w.learner.Do("GET", "/enhanced-progress/courses", "", 200)).Data
		if len(all) != 1 {
			t.Fatalf("%+v", all)
		}
		return all[0]
	}
	view := func(lesson int) { w.does(w.learner, w.course, w.lessons[lesson], "viewed", 0) }
	view(0)
	view(1)
	if f := course().Forecast; f.FinishesOn != nil || f.Reason != "too_little" || f.Remaining != 5 {
		t.Errorf("one day: %+v", f)
	}
	w.Clock.Advance(24 * time.Hour)
	view(2) // three in two days, so that four take two and two thirds
	c := course()
	if c.Forecast.FinishesOn == nil || *c.Forecast.FinishesOn != "2026-09-05" || c.Forecast.LessonsPerWeek != 10.5 || c.Next.LessonID != w.lessons[3] || c.Next.Title != "Lesson 4" {
		t.Errorf("%+v %+v", c.Forecast, c.Next)
	}
	w.Clock.Advance(40 * 24 * time.Hour)
	if f := course().Forecast; f.FinishesOn != nil || f.Reason != "stopped" {
		t.Errorf("later: %+v", f)
	}
	for i := 3; i < 7; i++ {
		view(i)
	}
	if c := course(); c.Forecast.Reason != "completed" || c.Next != nil || c.Status != "completed" || c.Forecast.Remaining != 0 {
		t.Errorf("%+v", c)
	}
}

func TestLeaderboard(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 3)
	best, last, idle := w.User(access.Student), w.User(access.Student), w.User(access.Student)
	for i, u := range []testapp.User{best, last, idle} {
		w.Enroll(u, w.course)
		w.Exec("UPDATE users SET full_name = ? WHERE id = ?", []string{"Best", "Last", "Idle"}[i], u.ID)
	}
	for i, lesson := range w.lessons {
		w.does(best, w.course, lesson, "viewed", 0)
		if i < 1 {
			w.does(last, w.course, lesson, "viewed", 0)
			w.does(w.learner, w.course, lesson, "viewed", 0)
		}
	}
	b := w.board(w.learner)
	if b.Total != 3 || len(b.Entries) != 3 || b.Entries[0].Name != "Best" || *b.Entries[0].Percent != 100 || b.Entries[1].Rank != 2 || b.Entries[2].Rank != 2 ||
		b.Own == nil || b.Own.Rank != 2 || !b.Own.IsCaller || b.HasLeft {
		t.Errorf("%+v, own %+v", b, b.Own)
	}
	if b := w.board(w.teacher); b.Total != 3 || b.Own != nil || b.HasLeft {
		t.Errorf("its teacher: %+v", b)
	}
	if b := w.board(idle); b.Own != nil {
		t.Errorf("who has not begun: %+v", b.Own)
	}
	own := "/enhanced-progress/courses/" + w.course + "/leaderboard/own"
	best.Do("DELETE", own, "", 200)
	best.Do("DELETE", own, "", 200)
	if b := w.board(w.learner); b.Total != 2 || b.Entries[0].Name == "Best" || b.Own.Rank != 1 {
		t.Errorf("who has left still counts: %+v", b)
	}
	if b := w.board(best); !b.HasLeft || b.Own != nil {
		t.Errorf("to who has left: %+v", b)
	}
	best.Do("PUT", own, "", 200)
	w.Exec("UPDATE enrollments SET status = 'withdrawn' WHERE user_id = ?", last.ID)
	if b := w.board(best); b.Total != 2 || b.HasLeft || b.Own.Rank != 1 {
		t.Errorf("back, without who left the course: %+v", b)
	}
}

// A skill is counted over all courses that teach it, by their tools.
func TestSkills(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	other, lessons := w.taught(2)
	w.Enroll(w.learner, other)
	for _, tag := range []struct{ course, tag string }{{w.course, "Go"}, {other, "Go"}, {other, "SQL"}} {
		w.Exec("INSERT INTO course_tags (course_id, kind, tag_key, tag) VALUES (?, 'tool', ?, ?)", tag.course, tag.tag, tag.tag)
	}
	w.does(w.learner, other, lessons[0], "viewed", 0)
	w.does(w.learner, other, lessons[0], "time", 90)
	o := w.overview(w.learner, "")
	if len(o.Skills) != 2 || o.TimeSpent != 90 || o.Begun != 1 {
		t.Fatalf("%+v", o)
	}
	if s := o.Skills[0]; s.Skill != "Go" || s.Courses != 2 || s.Completed != 1 || s.Required != 4 || *s.Percent != 25 || s.TimeSpent != 90 {
		t.Errorf("%+v", s)
	}
	if s := o.Skills[1]; s.Skill != "SQL" || *s.Percent != 50 {
		t.Errorf("%+v", s)
	}
}
