package assignment_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/learning/assignment"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func (w *world) gradeAndReturn(d assignment.SubmissionDetail, want int, marks ...string) string {
	w.t.Helper()
	return w.teacher.Do("POST", "/submissions/"+d.ID+"/grade-and-return",
		fmt.Sprintf(`{"revision":%d,"number":%d,"format":"html","comment":"<p>Well <strong>seen</strong></p>","marks":[%s]}`, d.Revision, d.Number, strings.Join(marks, ",")), want)
}

// A grade is saved and returned in one act, or nothing of it is.
func TestGradeAndReturn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rubric)
	w.write("Bees")
	w.handIn(1, 200)
	d := w.submission()
	care, words := mark(d.Criteria[0].Ref, "4"), mark(d.Criteria[1].Ref, "5")
	for _, marks := range [][]string{{care}, {care, mark(d.Criteria[1].Ref, "7")}, {care, care}, {}} {
		w.gradeAndReturn(d, 400, marks...)
		if now := w.submission(); now.Status != "submitted" || now.Grade != nil || now.Revision != d.Revision || w.see(w.learner).Submission.Grade != nil {
			t.Errorf("a refused grade has changed the submission: %+v", now)
		}
	}
	w.User(access.Instructor).Do("POST", "/submissions/"+d.ID+"/grade-and-return", fmt.Sprintf(`{"revision":0,"number":1,"marks":[%s,%s]}`, care, words), 404)
	w.gradeAndReturn(d, 200, care, words)
	if g := w.see(w.learner).Submission.Grade; g == nil || g.Earned != 9 || g.Format != "html" || g.Comment != "<p>Well <strong>seen</strong></p>" {
		t.Errorf("%+v", g)
	}
	if p := w.progress(); *p.Lessons[0].Score != 90 {
		t.Errorf("%+v", p)
	}
	w.gradeAndReturn(d, 412, care, words)
	w.write("Bees again")
	w.handIn(2, 200)
	stale := w.submission()
	stale.Number = 1
	w.gradeAndReturn(stale, 412, care, mark(d.Criteria[1].Ref, "0"))
	if now := w.submission(); now.Status != "pending_review" || now.Score != nil || w.see(w.learner).Submission.Grade.Earned != 9 {
		t.Errorf("a grade of the version before counts: %+v", now)
	}
}

// Of two graders at once one is refused, and the learner sees the other's grade.
func TestTwoGradersAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	w.write("Bees")
	w.handIn(1, 200)
	d := w.submission()
	codes := make([]int, 2)
	var both sync.WaitGroup
	for i := range codes {
		both.Go(func() {
			codes[i] = w.teacher.Send("POST", "/api/v1/submissions/"+d.ID+"/grade-and-return", fmt.Sprintf(`{"revision":0,"number":1,"marks":[%s]}`, mark("work", fmt.Sprint(10+i)))).Code
		})
	}
	both.Wait()
	won := 0
	if codes[1] == 200 {
		won = 1
	}
	if codes[0]+codes[1] != 200+412 {
		t.Errorf("the graders got %v", codes)
	}
	if g := w.see(w.learner).Submission.Grade; g == nil || g.Earned != float64(10+won) {
		t.Errorf("%d was saved, the learner sees %+v", won, g)
	}
}

// Several graded submissions are returned in one act; those that are not graded stay, and one of another course refuses all.
func TestReturnAll(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	var ids []string
	for i := range 3 {
		if i > 0 {
			w.learner = w.User(access.Student)
			w.Enroll(w.learner, w.course)
		}
		w.write("Bees")
		w.handIn(1, 200)
		ids = append(ids, w.list("?order=newest").Data[0].ID)
		w.Clock.Advance(time.Second)
	}
	for _, id := range ids[1:] {
		w.teacher.Do("PUT", "/submissions/"+id+"/grade", `{"revision":0,"number":1,"done":true,"marks":[{"ref":"work","points":70}]}`, 200)
	}
	path := "/assignments/courses/" + w.course + "/submissions/return"
	body := func(ids ...string) string { return `{"ids":["` + strings.Join(ids, `","`) + `"]}` }
	other := newWorld(t, "")
	w.teacher.Do("POST", path, body(append(ids, "01980000-0000-7000-8000-000000000001")...), 404)
	w.teacher.Do("POST", "/assignments/courses/"+other.course+"/submissions/return", body(ids...), 404)
	w.teacher.Do("POST", path, `{"ids":[]}`, 400)
	if n := len(w.list("?status=returned").Data); n != 0 {
		t.Errorf("a refused request has returned %d", n)
	}
	done := testapp.Read[rest.Answer[assignment.ReturnedWork]](t, w.teacher.Do("POST", path, body(append(ids, ids[1])...), 200)).Data
	if done.Returned != 2 || done.NotGraded != 1 || len(w.list("?status=returned").Data) != 2 {
		t.Errorf("%+v", done)
	}
	again := testapp.Read[rest.Answer[assignment.ReturnedWork]](t, w.teacher.Do("POST", path, body(ids...), 200)).Data
	if again.Returned != 0 {
		t.Errorf("%+v", again)
	}
}

// The list of submissions by search, state and order, and as a sheet.
func TestListOfSubmissions(t *testing.T) {
	t.Parallel()
	w := newWorld(t, testapp.Start.Add(time.Hour).Format(`"due":{"date":"2006-01-02","time":"15:04","timezone":"UTC"}`))
	w.write("Bees")
	w.handIn(1, 200)
	first := w.submission()
	w.gradeAndReturn(first, 200, mark("work", "80.5"))
	w.Clock.Advance(2 * time.Hour)
	w.learner = w.User(access.Student)
	w.Exec("UPDATE users SET full_name = '=Zoe Moss' WHERE id = ?", w.learner.ID)
	w.Exec("INSERT INTO user_search_keys (user_id, search_key) VALUES (?, 'zoe moss')", w.learner.ID)
	w.Enroll(w.learner, w.course)
	w.write("Late bees")
	w.handIn(1, 200)
	late := w.list("?order=newest").Data[0]
	for query, want := range map[string]string{"": first.ID + " " + late.ID, "?order=newest": late.ID + " " + first.ID, "?status=late": late.ID, "?status=returned": first.ID,
		"?status=to_grade": late.ID, "?search=zoe": late.ID, "?search=nobody": "", "?search=zoe&status=returned": "", "?order=newest&limit=1": late.ID} {
		var ids []string
		for _, r := range w.list(query).Data {
			ids = append(ids, r.ID)
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("%s lists %s, want %s", query, got, want)
		}
	}
	page := w.list("?order=newest&limit=1")
	if next := w.list("?order=newest&limit=1&cursor=" + page.NextCursor); len(next.Data) != 1 || next.Data[0].ID != first.ID {
		t.Errorf("%+v", next)
	}
	if s := w.list("?status=returned").Data[0].Score; s == nil || s.Earned != 80.5 || s.Possible != 100 || s.Percent != 80 {
		t.Errorf("%+v", s)
	}
	path := "/assignments/courses/" + w.course + "/submissions"
	w.teacher.Do("GET", path+"?status=wrong", "", 400)
	w.learner.Do("GET", path+"/export", "", 403)
	w.User(access.Instructor).Do("GET", path+"/export", "", 404)
	out := w.teacher.Do("GET", path+"/export?status=late", "", 200)
	if lines := strings.Split(strings.TrimSpace(out), "\n"); len(lines) != 2 || !strings.Contains(lines[1], `'=Zoe Moss,Watch a hive,submitted,1`) || !strings.Contains(lines[1], "true,,,") {
		t.Errorf("%s", out)
	}
	if all := w.teacher.Do("GET", path+"/export", "", 200); !strings.Contains(all, "returned,1,") || !strings.Contains(all, "80.5,100,80") {
		t.Errorf("%s", all)
	}
}
