package goal_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/goal"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// world is a class with two sections of two lessons each.
type world struct {
	*testapp.Class
	t        *testing.T
	sections []string
	lessons  []string
}

func newWorld(t *testing.T) *world {
	w := &world{Class: testapp.NewClass(t), t: t}
	for range 2 {
		section := w.Section("").ID
		w.sections = append(w.sections, section)
		w.lessons = append(w.lessons, w.Lesson(section, "").ID, w.Lesson(section, "").ID)
	}
	w.Publish()
	return w
}

func (w *world) set(body string) goal.Goal {
	w.t.Helper()
	return testapp.Read[rest.Answer[goal.Goal]](w.t, w.Student.Do("POST", "/goals", body, 201)).Data
}

func (w *world) get(id string) goal.Goal {
	w.t.Helper()
	return testapp.Read[rest.Answer[goal.Goal]](w.t, w.Student.Do("GET", "/goals/"+id, "", 200)).Data
}

func (w *world) patch(id, body string) goal.Goal {
	w.t.Helper()
	return testapp.Read[rest.Answer[goal.Goal]](w.t, w.Student.Do("PATCH", "/goals/"+id, body, 200)).Data
}

// does records what the student does in a lesson now, and what follows from it.
func (w *world) does(lesson, kind string, value int) {
	w.t.Helper()
	body, _ := json.Marshal(map[string]any{"events": []any{map[string]any{"id": db.NewID(), "courseId": w.CourseID, "lessonId": lesson,
		"type": kind, "at": w.Clock.Now().Format(time.RFC3339), "value": value}}})
	w.Student.Do("POST", "/progress/events", string(body), 200)
	w.Work()
}

// at moves the clock to an instant.
func (w *world) at(instant string) {
	w.t.Helper()
	to, err := time.Parse(time.RFC3339, instant)
	if err != nil || to.Before(w.Clock.Now()) {
		w.t.Fatal(instant, err, w.Clock.Now())
	}
	w.Clock.Advance(to.Sub(w.Clock.Now()))
}

func (w *world) review() {
	w.t.Helper()
	if err := w.Goals.ReviewDue(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	w.Work()
}

func kinds(h goal.GoalHistory) (all string) {
	for _, e := range h.Events {
		all += e.Kind + " "
	}
	return all
}

// Nobody but the learner sees or changes a goal, not even those who teach them; what is refused changes nothing.
func TestGoalsArePrivate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	g := w.set(`{"title":"My secret","kind":"custom","milestones":[{"title":"One"},{"title":"Two"}]}`)
	step := "/goals/" + g.ID + "/milestones/" + g.Milestones[0].ID
	w.Nobody().Do("GET", "/goals", "", 401)
	for name, who := range map[string]testapp.User{"a learner": w.User(access.Student), "the teacher": w.Teacher, "an administrator": w.User(access.Admin)} {
		if list := who.Do("GET", "/goals", "", 200); strings.Contains(list, "secret") {
			t.Errorf("%s sees it", name)
		}
		who.Do("GET", "/goals/"+g.ID, "", 404)
		who.Do("GET", "/goals/"+g.ID+"/history", "", 404)
		who.Do("PATCH", "/goals/"+g.ID, `{"title":"Taken"}`, 404)
		who.Do("POST", "/goals/"+g.ID+"/milestones", `{"title":"Taken"}`, 404)
		who.Do("PUT", "/goals/"+g.ID+"/milestones/order", `{"ids":[]}`, 404)
		who.Do("POST", step+"/done", `{}`, 404)
		who.Do("PATCH", step, `{"title":"Taken"}`, 404)
		who.Do("DELETE", step, "", 404)
		who.Do("DELETE", "/goals/"+g.ID, "", 404)
	}
	for body, message := range map[string]string{
		`{"title":" ","kind":"custom"}`:                                                                                        "Please enter a title",
		`{"title":"A","kind":"course"}`:                                                                                        "Choose a course in which you are enrolled",
		`{"title":"A","kind":"course","courseId":"` + w.Course(w.Teacher) + `"}`:                                               "Choose a course in which you are enrolled",
		`{"title":"A","kind":"minutes"}`:                                                                                       "The target must be a number from 1 to 100000",
		`{"title":"A","kind":"streak","period":"week","target":8}`:                                                             "A week has 1 to 7 days",
		`{"title":"A","kind":"custom","period":"week"}`:                                                                        "Only lessons, minutes and days can be weekly goals",
		`{"title":"A","kind":"minutes","period":"week","target":60,"dueOn":"2099-01-01"}`:                                      "A weekly goal has no last day. Pause or drop it when you no longer need it.",
		`{"title":"A","kind":"minutes","target":60,"dueOn":"2020-01-01"}`:                                                      "Choose today or a later day",
		`{"title":"A","kind":"minutes","target":60,"dueOn":"2026-02-30"}`:                                                      "Choose a date such as 2026-12-24",
		`{"title":"A","kind":"minutes","target":60,"timezone":"Local"}`:                                                        "Choose a time zone from the list, such as Europe/Berlin",
		`{"title":"A","kind":"custom","milestones":[{"title":"B","kind":"percent","target":5}]}`:                               "Choose a course for the goal first",
		`{"title":"A","kind":"course","courseId":"` + w.CourseID + `","milestones":[{"title":"B","kind":"lesson","ref":"x"}]}`: "Choose a section or lesson of the course",
	} {
		if answer := w.Student.Do("POST", "/goals", body, 400); !strings.Contains(answer, message) {
			t.Errorf("%s: %s", body, answer)
		}
	}
	if now := w.get(g.ID); now.Title != g.Title || len(now.Milestones) != 2 || now.Milestones[0].DoneAt != nil || w.Count("SELECT count(*) FROM goals") != 1 {
		t.Errorf("%+v", now)
	}
}

// What is learned ticks milestones once, and nothing takes that back; the course completes the goal, of which its learner is notified.
func TestMilestonesFollowWhatIsLearned(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	g := w.set(fmt.Sprintf(`{"title":"All about bees","kind":"course","courseId":%q,"milestones":[{"title":"First lesson","kind":"lesson","ref":%q},
		{"title":"First part","kind":"section","ref":%q},{"title":"Three quarters","kind":"percent","target":75},{"title":"An hour","kind":"minutes","target":60},{"title":"Celebrate"}]}`,
		w.CourseID, w.lessons[0], w.sections[0]))
	done := func() (all string) {
		for _, m := range w.get(g.ID).Milestones {
			all += fmt.Sprintf("%s:%s ", m.Title, m.How)
		}
		return all
	}
	w.does(w.lessons[0], "viewed", 0)
	if got := done(); got != "First lesson:event First part: Three quarters: An hour: Celebrate: " {
		t.Error(got)
	}
	w.does(w.lessons[0], "undone", 0) // its lesson may be reopened, the milestone stays
	w.does(w.lessons[1], "viewed", 0)
	w.does(w.lessons[2], "viewed", 0)
	w.review()
	w.does(w.lessons[0], "viewed", 0)
	w.review()
	if got := done(); got != "First lesson:event First part:event Three quarters:event An hour: Celebrate: " {
		t.Error(got)
	}
	w.Student.Do("POST", "/goals/"+g.ID+"/milestones/"+g.Milestones[0].ID+"/done", `{"undo":true}`, 409)
	w.Student.Do("POST", "/goals/"+g.ID+"/milestones/"+g.Milestones[4].ID+"/done", `{}`, 200)
	w.does(w.lessons[3], "viewed", 0)
	if got := w.get(g.ID); got.Status != "achieved" || got.Value != 100 || got.EndedAt == nil {
		t.Errorf("%+v", got)
	}
	h := testapp.Read[rest.Answer[goal.GoalHistory]](t, w.Student.Do("GET", "/goals/"+g.ID+"/history", "", 200)).Data
	if got := kinds(h); got != "achieved milestone milestone milestone milestone set " {
		t.Error(got)
	}
	w.Student.Do("PATCH", "/goals/"+g.ID, `{"action":"drop"}`, 409)
	if news := w.Student.Do("GET", "/notifications", "", 200); strings.Count(news, "Goal achieved: All about bees") != 1 {
		t.Error(news)
	}
}

// A week ends at midnight of its Sunday where the learner is, also when the clocks change on it, and is kept with the target that it had.
// What is said of it leaves out the goals for which nothing was done.
func TestWeeklyGoalAcrossClockChange(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.at("2027-03-24T10:00:00Z") // a Wednesday; the clocks go forward in Berlin on Sunday the 28th
	const weekly = `"kind":"lessons","period":"week","target":2,"timezone"`
	berlin := w.set(`{"title":"Berlin",` + weekly + `:"Europe/Berlin"}`)
	newYork := w.set(`{"title":"New York",` + weekly + `:"America/New_York"}`)
	idle := w.set(`{"title":"Idle","kind":"minutes","period":"week","target":30,"timezone":"Europe/Berlin"}`)
	w.at("2027-03-28T21:45:00Z") // 23:45 on Sunday in Berlin, by the new time
	w.does(w.lessons[0], "viewed", 0)
	w.at("2027-03-28T22:15:00Z") // Monday in Berlin, Sunday in New York
	w.does(w.lessons[1], "viewed", 0)
	w.review()
	w.patch(berlin.ID, `{"target":5}`)
	if got := w.get(berlin.ID); len(got.Weeks) != 2 || got.Weeks[0] != (goal.GoalWeek{StartsOn: "2027-03-22", Value: 1, Target: 2}) ||
		got.Weeks[1] != (goal.GoalWeek{StartsOn: "2027-03-29", Value: 1, Target: 5}) || got.Status != "active" {
		t.Errorf("%+v", got.Weeks)
	}
	if got := w.get(newYork.ID); len(got.Weeks) != 1 || got.Value != 2 {
		t.Errorf("%+v", got)
	}
	if got := w.get(idle.ID); len(got.Weeks) != 2 || got.Weeks[0].Value != 0 {
		t.Errorf("%+v", got.Weeks)
	}
	w.review()
	news := w.Student.Do("GET", "/notifications", "", 200)
	if strings.Count(news, "Your goals last week") != 1 || !strings.Contains(news, "Berlin: 1 / 2") || strings.Contains(news, "Idle") {
		t.Error(news)
	}
	w.patch(berlin.ID, `{"action":"pause"}`)
	w.at("2027-04-20T10:00:00Z")
	w.review()
	if weeks := w.Count("SELECT count(*) FROM goal_weeks WHERE goal_id = ?", berlin.ID); weeks != 1 {
		t.Errorf("%d weeks while paused", weeks)
	}
}

// A goal whose date has passed is missed; moving it, making it smaller and dropping it are the ways on.
func TestMissedGoal(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.at("2027-05-03T10:00:00Z")
	g := w.set(`{"title":"Four lessons","kind":"lessons","target":4,"dueOn":"2027-05-05","timezone":"Asia/Kolkata"}`)
	w.does(w.lessons[0], "viewed", 0)
	w.at("2027-05-05T18:29:00Z") // 23:59 in Kolkata
	w.review()
	if got := w.get(g.ID); got.Status != "active" || got.Value != 1 {
		t.Errorf("%+v", got)
	}
	w.at("2027-05-05T18:30:00Z")
	w.review()
	if got := w.get(g.ID); got.Status != "missed" || got.Value != 1 {
		t.Errorf("%+v", got)
	}
	w.Student.Do("PATCH", "/goals/"+g.ID, `{"dueOn":"2027-05-05","action":"resume"}`, 400)
	w.Student.Do("PATCH", "/goals/"+g.ID, `{"target":2}`, 400) // one of two is not enough, and the date has passed
	w.Student.Do("PATCH", "/goals/"+g.ID, `{"action":"achieve"}`, 400)
	if got := w.patch(g.ID, `{"dueOn":"2027-05-10"}`); got.Status != "active" || got.Target != 4 {
		t.Errorf("%+v", got)
	}
	w.at("2027-05-11T10:00:00Z")
	w.review()
	if got := w.patch(g.ID, `{"target":1}`); got.Status != "achieved" {
		t.Errorf("%+v", got)
	}
	second := w.set(`{"title":"Read","kind":"custom","milestones":[{"title":"Read"}]}`)
	if got := w.patch(second.ID, `{"action":"drop"}`); got.Status != "dropped" || got.EndedAt == nil {
		t.Errorf("%+v", got)
	}
	if got := w.patch(second.ID, `{"action":"resume"}`); got.Status != "active" || got.EndedAt != nil {
		t.Errorf("%+v", got)
	}
	tick := "/goals/" + second.ID + "/milestones/" + second.Milestones[0].ID + "/done"
	if got := testapp.Read[rest.Answer[goal.Goal]](t, w.Student.Do("POST", tick, `{}`, 200)).Data; got.Status != "achieved" {
		t.Errorf("%+v", got)
	}
	if got := testapp.Read[rest.Answer[goal.Goal]](t, w.Student.Do("POST", tick, `{"undo":true}`, 200)).Data; got.Status != "active" {
		t.Errorf("%+v", got)
	}
}

// Suggestions have the date of the forecast where there is one, and leave out what is a goal already.
func TestSuggestions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	suggestions := func() []goal.GoalSuggestion {
		return testapp.Read[rest.Answer[[]goal.GoalSuggestion]](t, w.Student.Do("GET", "/goals/suggestions", "", 200)).Data
	}
	w.at("2027-05-03T10:00:00Z")
	if all := suggestions(); len(all) != 2 || all[0].Basis != "plan" || all[0].DueOn != "2027-05-17" || all[1].Kind != "lessons" || all[1].Target != 3 {
		t.Errorf("%+v", all)
	}
	w.does(w.lessons[0], "viewed", 0)
	w.at("2027-05-05T10:00:00Z")
	w.does(w.lessons[1], "viewed", 0)
	if all := suggestions(); all[0].Basis != "pace" || all[0].DueOn != "2027-05-08" {
		t.Errorf("%+v", all)
	}
	g := w.set(fmt.Sprintf(`{"title":"Bees","kind":"course","courseId":%q,"dueOn":"2027-05-07"}`, w.CourseID))
	if got := w.get(g.ID); got.Forecast != "2027-05-08" || got.OnTrack == nil || *got.OnTrack {
		t.Errorf("%+v", got)
	}
	w.set(`{"title":"Weekly","kind":"minutes","period":"week","target":30}`)
	if all := suggestions(); len(all) != 0 {
		t.Errorf("%+v", all)
	}
}
