package assignment_test

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/learning/analytics"
	"lectern/internal/learning/assignment"
	"lectern/internal/learning/progress"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type (
	made     = rest.Answer[struct{ ID string }]
	overview = rest.Answer[assignment.AssignmentOverview]
	detail   = rest.Answer[assignment.SubmissionDetail]
	listed   = rest.List[assignment.SubmissionRow]
	file     = rest.Answer[assignment.SubmissionFile]
)

// world is a course with an assignment, its teacher and one learner.
type world struct {
	*testapp.App
	t                *testing.T
	teacher, learner testapp.User
	course, lesson   string
	path             string
	sequence         int
}

func newWorld(t *testing.T, settings string) *world {
	t.Helper()
	app := testapp.New(t)
	w := &world{App: app, t: t, teacher: app.User(access.Instructor), learner: app.User(access.Student)}
	w.course = app.Course(w.teacher)
	app.Enroll(w.learner, w.course)
	base := "/curriculum/course/" + w.course
	section := testapp.Read[made](t, w.teacher.Do("POST", base+"/sections", `{"title":"Basics"}`, 201)).Data.ID
	w.lesson = testapp.Read[made](t, w.teacher.Do("POST", base+"/sections/"+section+"/lessons", `{"type":"assignment","title":"Watch a hive"}`, 201)).Data.ID
	w.path = "/assignments/" + w.lesson
	w.teacher.Do("PUT", w.path+"/settings", `{"settings":{`+settings+`}}`, 200)
	w.teacher.Do("POST", base+"/publish", "{}", 200)
	return w
}

func (w *world) see(who testapp.User) assignment.AssignmentOverview {
	w.t.Helper()
	return testapp.Read[overview](w.t, who.Do("GET", w.path, "", 200)).Data
}

func (w *world) write(text string) {
	w.t.Helper()
	w.sequence++
	w.learner.Do("PUT", w.path+"/draft", fmt.Sprintf(`{"text":%q,"sequence":%d}`, text, w.sequence), 200)
}

func (w *world) handIn(number, want int) string {
	w.t.Helper()
	return w.learner.Do("POST", w.path+"/hand-in", fmt.Sprintf(`{"number":%d}`, number), want)
}

func (w *world) list(query string) listed {
	w.t.Helper()
	return testapp.Read[listed](w.t, w.teacher.Do("GET", "/assignments/courses/"+w.course+"/submissions"+query, "", 200))
}

func (w *world) submission() assignment.SubmissionDetail {
	w.t.Helper()
	return testapp.Read[detail](w.t, w.teacher.Do("GET", "/submissions/"+w.list("").Data[0].ID, "", 200)).Data
}

func (w *world) grade(d assignment.SubmissionDetail, done bool, want int, marks ...string) string {
	w.t.Helper()
	return w.teacher.Do("PUT", "/submissions/"+d.ID+"/grade",
		fmt.Sprintf(`{"revision":%d,"number":%d,"done":%t,"comment":"s3cret words","marks":[%s]}`, d.Revision, d.Number, done, strings.Join(marks, ",")), want)
}

func (w *world) upload(name, content string) *httptest.ResponseRecorder {
	w.t.Helper()
	r := httptest.NewRequest("POST", "/api/v1"+w.path+"/files?name="+name, strings.NewReader(content))
	r.Header.Set("Content-Type", "application/octet-stream")
	return w.learner.SendRaw(r)
}

func (w *world) progress() progress.CourseProgressDetail {
	w.t.Helper()
	return testapp.Read[rest.Answer[progress.CourseProgressDetail]](w.t, w.learner.Do("GET", "/progress/courses/"+w.course, "", 200)).Data
}

const rubric = `"rubric":[{"title":"Care","points":4},{"title":"Words","description":"Own ones","points":6}],"resubmissions":1`

// What each side sees from draft to submission, grade and second version.
func TestSubmissionLifeCycle(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rubric)
	if o := w.see(w.learner); o.Submission.Status != "not_submitted" || o.Refusal != "" || len(o.Settings.Rubric) != 2 || o.Settings.Rubric[0].Ref == "" {
		t.Errorf("%+v", o)
	}
	w.handIn(1, 400) // nothing to hand in
	w.write("Bees came and went.")
	if len(w.list("").Data) != 0 {
		t.Error("a draft is listed")
	}
	w.handIn(1, 200)
	w.handIn(1, 200) // repeating it hands in once
	if o := w.see(w.learner); o.Submission.Status != "submitted" || len(o.Submission.Versions) != 1 || o.Submission.DraftText != "" {
		t.Errorf("%+v", o.Submission)
	}
	if p := w.progress(); p.Completed != 1 {
		t.Errorf("%+v", p)
	}
	d := w.submission()
	care, words := d.Criteria[0].Ref, d.Criteria[1].Ref
	w.grade(d, true, 400, mark(care, "3"))
	w.grade(d, true, 400, mark(care, "5"), mark(words, "1"))
	w.grade(d, true, 400, mark(care, "0.333"), mark(words, "1"))
	w.grade(d, false, 200, mark(care, "3"))
	w.grade(d, true, 412, mark(care, "1"), mark(words, "1")) // another teacher was faster
	if d = w.submission(); d.Status != "pending_review" || d.Grade.Marks[0].Points != 3 {
		t.Errorf("%+v", d)
	}
	w.teacher.Do("POST", "/submissions/"+d.ID+"/return", "{}", 409)
	w.grade(d, true, 200, mark(care, "3.25"), mark(words, "5"))
	if body := w.learner.Do("GET", w.path, "", 200); strings.Contains(body, "s3cret") || strings.Contains(body, "3.25") || !strings.Contains(body, `"status":"pending_review"`) {
		t.Errorf("a grade is visible before it is returned: %s", body)
	}
	w.teacher.Do("POST", "/submissions/"+d.ID+"/return", "{}", 200)
	w.teacher.Do("POST", "/submissions/"+d.ID+"/return", "{}", 200)
	o := w.see(w.learner)
	if g := o.Submission.Grade; o.Submission.Status != "returned" || g == nil || g.Earned != 8.25 || g.Percent != 82 || g.Comment != "s3cret words" {
		t.Errorf("%+v", o.Submission)
	}
	if p := w.progress(); *p.Lessons[0].Score != 82 {
		t.Errorf("%+v", p)
	}
	w.write("Better.")
	w.handIn(2, 200)
	if again := w.see(w.learner); again.Submission.Status != "pending_review" || again.Submission.Grade == nil || again.Refusal == "" {
		t.Errorf("%+v", again)
	}
	w.write("Once more.")
	w.handIn(3, 409)
	w.teacher.Do("POST", "/submissions/"+d.ID+"/return", "{}", 409)
	if d = w.submission(); len(d.Versions) != 2 || d.Versions[0].Text != "Better." || d.Versions[1].Text != "Bees came and went." {
		t.Errorf("%+v", d.Versions)
	}
	for query, want := range map[string]int{"?status=to_grade": 1, "?status=returned": 0, "?lesson=" + w.lesson: 1, "?lesson=x": 0} {
		if got := w.list(query); len(got.Data) != want {
			t.Errorf("%s: %+v", query, got)
		}
	}
}

func mark(ref, points string) string { return fmt.Sprintf(`{"ref":%q,"points":%s}`, ref, points) }

// Each rule for work handed in after the due date.
func TestLateWork(t *testing.T) {
	t.Parallel()
	due := testapp.Start.Add(time.Hour).Format(`"due":{"date":"2006-01-02","time":"15:04","timezone":"UTC"}`)
	for name, c := range map[string]struct {
		late    string
		after   time.Duration
		want    int
		penalty int64
		percent int64
	}{
		"on time":          {`"late":{"rule":"penalty","percent_a_day":10}`, time.Hour, 200, 0, 90},
		"one second late":  {`"late":{"rule":"penalty","percent_a_day":10}`, time.Hour + time.Second, 200, 10, 81},
		"25 hours late":    {`"late":{"rule":"penalty","percent_a_day":10}`, 26 * time.Hour, 200, 20, 72},
		"a year late":      {`"late":{"rule":"penalty","percent_a_day":10}`, 8760 * time.Hour, 200, 100, 0},
		"accepted":         {`"late":{"rule":"accept"}`, 26 * time.Hour, 200, 0, 90},
		"refused":          {`"late":{"rule":"refuse"}`, time.Hour + time.Second, 409, 0, 0},
		"just not refused": {`"late":{"rule":"refuse"}`, time.Hour, 200, 0, 90},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, due+","+c.late)
			w.write("Bees")
			w.Clock.Advance(c.after)
			w.handIn(1, c.want)
			o := w.see(w.learner).Submission
			if c.want != 200 {
				if o.Number != 0 || !o.Missing || o.DraftText != "Bees" {
					t.Errorf("the refusal has lost the draft: %+v", o)
				}
				return
			}
			if o.Late != (c.after > time.Hour) || o.Missing || o.Versions[0].Penalty != c.penalty {
				t.Errorf("%+v", o)
			}
			d := w.submission()
			w.grade(d, true, 200, mark(d.Criteria[0].Ref, "90"))
			w.teacher.Do("POST", "/submissions/"+d.ID+"/return", "{}", 200)
			if g := w.see(w.learner).Submission.Grade; g.Percent != c.percent || g.Penalty != c.penalty {
				t.Errorf("%+v", g)
			}
		})
	}
}

// A corrected grade takes the place of the one before it, in the lesson and in every average; a completion stays.
func TestACorrectedGradeCounts(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	w.minimum(50)
	w.write("Bees")
	w.handIn(1, 200)
	w.returns("100")
	done := w.progress().Lessons[0]
	if *done.Score != 100 || done.Status != "completed" {
		t.Fatalf("%+v", done)
	}
	w.Clock.Advance(time.Hour)
	w.returns("30")
	if p := w.progress().Lessons[0]; *p.Score != 30 || p.Status != "completed" || !p.CompletedAt.Equal(*done.CompletedAt) {
		t.Errorf("%+v", p)
	}
	if a := w.analytics(); *a.Lessons[0].AverageScore != 30 || a.AtRisk != 0 {
		t.Errorf("%+v", a)
	}
	if r, err := w.Progress.Rebuild(t.Context()); err != nil || r.Differences != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// Work that is returned under the minimum of its lesson has failed it, and its learner is at risk until they hand in again.
func TestWorkUnderTheMinimumFails(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `"resubmissions":1`)
	w.minimum(50)
	w.write("Bees")
	w.handIn(1, 200)
	w.returns("49")
	if p := w.progress().Lessons[0]; p.Status != "failed" || p.CompletedAt != nil {
		t.Errorf("%+v", p)
	}
	if a := w.analytics(); a.AtRisk != 1 {
		t.Errorf("%+v", a)
	}
	w.Clock.Advance(time.Minute)
	w.write("Bees again")
	w.handIn(2, 200)
	if p, a := w.progress().Lessons[0], w.analytics(); p.Status != "in_progress" || a.AtRisk != 0 {
		t.Errorf("%+v %+v", p, a)
	}
	w.returns("50")
	if p := w.progress().Lessons[0]; p.Status != "completed" || *p.Score != 50 {
		t.Errorf("%+v", p)
	}
}

// minimum publishes the lesson with a minimum score, in percent.
func (w *world) minimum(percent int) {
	w.t.Helper()
	base := "/curriculum/course/" + w.course
	w.teacher.Do("PUT", base+"/lessons/"+w.lesson, fmt.Sprintf(`{"completion":{"rule":"score","minimum_score":%d}}`, percent), 200)
	w.teacher.Do("POST", base+"/publish", "{}", 200)
}

// returns grades the newest version with so many points of 100, and returns it.
func (w *world) returns(points string) {
	w.t.Helper()
	w.Clock.Advance(time.Minute)
	d := w.submission()
	w.grade(d, true, 200, mark(d.Criteria[0].Ref, points))
	w.teacher.Do("POST", "/submissions/"+d.ID+"/return", "{}", 200)
}

func (w *world) analytics() analytics.CourseAnalytics {
	w.t.Helper()
	return testapp.Read[rest.Answer[analytics.CourseAnalytics]](w.t, w.teacher.Do("GET", "/student-analytics/courses/"+w.course, "", 200)).Data
}

// Drafts saved on two devices, in any order, end up as the newest.
func TestOlderDraftIsIgnored(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `"accepts":["text"]`)
	for _, sequence := range []int{2, 5, 3, 5, 1} {
		w.learner.Do("PUT", w.path+"/draft", fmt.Sprintf(`{"text":"%d","sequence":%d}`, sequence, sequence), 200)
	}
	if o := w.see(w.learner).Submission; o.DraftText != "5" || o.DraftSequence != 5 {
		t.Errorf("%+v", o)
	}
	w.learner.Do("PUT", w.path+"/draft", `{"text":"x","link":"https://bees.test","sequence":6}`, 200)
	w.handIn(1, 400) // links are not accepted
	w.learner.Do("PUT", w.path+"/draft", `{"text":"x","sequence":7}`, 200)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { w.learner.Send("POST", "/api/v1"+w.path+"/hand-in", `{"number":1}`) })
	}
	all.Wait()
	if n := w.Count("SELECT count(*) FROM submission_versions"); n != 1 {
		t.Errorf("handed in %d times", n)
	}
}

func TestHandInFiles(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `"max_files":2,"max_file_size":100`)
	first := testapp.Read[file](t, w.upload("..%2F..%2Fbees.html", "<script>alert(1)</script>").Body.String()).Data
	got := w.Nobody().Send("GET", first.Address, "")
	if cache := got.Header().Get("Cache-Control"); cache != "no-store" {
		t.Errorf("browsers keep what was handed in: %q", cache)
	}
	if first.Name != "bees.html" || got.Code != 200 || got.Header().Get("Content-Type") != "application/octet-stream" ||
		!strings.HasPrefix(got.Header().Get("Content-Disposition"), "attachment") || got.Body.String() != "<script>alert(1)</script>" {
		t.Errorf("%+v %d %v", first, got.Code, got.Header())
	}
	if picture := testapp.Read[file](t, w.upload("a.png", "\x89PNG\r\n\x1a\nabcdefgh").Body.String()).Data; picture.Type != "image/png" {
		t.Errorf("%+v", picture)
	}
	for name, code := range map[string]int{"three.txt": 409, "": 400} {
		if got := w.upload(name, "x"); got.Code != code {
			t.Errorf("%s: %d %s", name, got.Code, got.Body)
		}
	}
	if got := w.upload("large.txt", strings.Repeat("x", 101)); got.Code != 413 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	w.handIn(1, 200)
	d := w.submission()
	if len(d.Versions[0].Files) != 2 || d.Versions[0].Files[0].Address == "" {
		t.Errorf("%+v", d.Versions)
	}
	w.learner.Do("DELETE", w.path+"/files/"+first.ID, "", 404) // already handed in
	if got := w.Nobody().Send("GET", first.Address, ""); got.Code != 200 {
		t.Errorf("%d", got.Code)
	}
	for _, address := range []string{first.Address + "x", strings.Replace(first.Address, first.ID, d.Versions[0].Files[1].ID, 1)} {
		if got := w.Nobody().Send("GET", address, ""); got.Code != 401 {
			t.Errorf("%s: %d", address, got.Code)
		}
	}
	w.Clock.Advance(25 * time.Hour)
	if got := w.Nobody().Send("GET", first.Address, ""); got.Code != 401 {
		t.Errorf("a signed URL never expires: %d", got.Code)
	}
}

// Files removed from a draft, and files that an erased user handed in, are deleted from storage.
func TestFilesAreDeleted(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `"resubmissions":3`)
	kept := testapp.Read[file](t, w.upload("kept.txt", "x").Body.String()).Data
	gone := testapp.Read[file](t, w.upload("gone.txt", "x").Body.String()).Data
	w.learner.Do("DELETE", w.path+"/files/"+gone.ID, "", 200)
	w.Work()
	objects, err := w.Blob.List(t.Context(), "submissions/")
	if err != nil || len(objects) != 1 || !strings.HasSuffix(objects[0], kept.ID) {
		t.Errorf("%v %v", objects, err)
	}
	w.handIn(1, 200)
	w.learner.Do("DELETE", "/profile/me?permanent=true", "", 200)
	w.Work()
	objects, err = w.Blob.List(t.Context(), "submissions/")
	if err != nil || len(objects) != 0 || w.Count("SELECT count(*) FROM submissions") != 0 {
		t.Errorf("%v %v", objects, err)
	}
}

// Who may do what; other users' submissions return 404.
func TestAccess(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rubric)
	w.write("Bees")
	w.handIn(1, 200)
	d := w.submission()
	fellow := w.User(access.Student)
	w.Enroll(fellow, w.course)
	for name, c := range map[string]struct {
		who              testapp.User
		see, work, judge int
	}{
		"nobody":                 {w.Nobody(), 401, 401, 401},
		"a student not enrolled": {w.User(access.Student), 200, 403, 403},
		"another learner":        {fellow, 200, 200, 403},
		"the learner":            {w.learner, 200, 200, 403},
		"another teacher":        {w.User(access.Instructor), 200, 403, 404},
		"its teacher":            {w.teacher, 200, 403, 200},
		"an administrator":       {w.User(access.Admin), 200, 403, 200},
	} {
		t.Run(name, func(t *testing.T) {
			seen := c.who.Do("GET", w.path, "", c.see)
			if (c.who.ID != w.learner.ID) == strings.Contains(seen, `"text":"Bees"`) {
				t.Errorf("sees %s", seen)
			}
			c.who.Do("PUT", w.path+"/draft", `{"sequence":99}`, c.work)
			for _, path := range []string{w.path + "/settings", w.path + "/missing", "/assignments/courses/" + w.course + "/submissions", "/submissions/" + d.ID} {
				c.who.Do("GET", path, "", c.judge)
			}
			c.who.Do("POST", w.path+"/learners/"+fellow.ID+"/excuse", `{"excused":false}`, c.judge)
			if c.judge != 200 {
				c.who.Do("PUT", "/submissions/"+d.ID+"/grade", `{"revision":0,"number":1,"marks":[]}`, c.judge)
				c.who.Do("POST", "/submissions/"+d.ID+"/return", "{}", c.judge)
			}
		})
	}
	if n := w.Count("SELECT count(*) FROM submissions WHERE revision > 0 OR returned_at IS NOT NULL"); n != 0 {
		t.Error("a caller graded without permission")
	}
}

// An excused learner has nothing to hand in, and the lesson counts as completed.
func TestExcuse(t *testing.T) {
	t.Parallel()
	w := newWorld(t, rubric)
	missing := func() []assignment.MissingLearner {
		return testapp.Read[rest.List[assignment.MissingLearner]](t, w.teacher.Do("GET", w.path+"/missing", "", 200)).Data
	}
	if got := missing(); len(got) != 1 || got[0].UserID != w.learner.ID || got[0].Excused {
		t.Errorf("%+v", got)
	}
	w.teacher.Do("POST", w.path+"/learners/"+w.User(access.Student).ID+"/excuse", `{"excused":true}`, 404)
	for range 2 {
		w.teacher.Do("POST", w.path+"/learners/"+w.learner.ID+"/excuse", `{"excused":true}`, 200)
	}
	if got := missing(); len(got) != 1 || !got[0].Excused {
		t.Errorf("%+v", got)
	}
	if p := w.progress(); p.Completed != 1 || !w.see(w.learner).Submission.Excused {
		t.Errorf("%+v", p)
	}
	if n := w.Count("SELECT count(*) FROM submissions"); n != 1 {
		t.Errorf("%d submissions", n)
	}
}

func TestInvalidSettings(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	for name, settings := range map[string]string{
		"no due time":    `"late":{"rule":"refuse"}`,
		"no penalty":     `"due":{"date":"2026-10-01","time":"10:00","timezone":"UTC"},"late":{"rule":"penalty"}`,
		"no such format": `"accepts":["fax"]`,
		"no such day":    `"due":{"date":"2026-02-30","time":"10:00","timezone":"UTC"}`,
		"a title needed": `"rubric":[{"title":" ","points":1}]`,
	} {
		t.Run(name, func(t *testing.T) { w.teacher.Do("PUT", w.path+"/settings", `{"settings":{`+settings+`}}`, 400) })
	}
}

func TestSubmissionsByScore(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	var ids []string
	for _, points := range []string{"40", "90", "40", ""} {
		w.learner = w.User(access.Student)
		w.Enroll(w.learner, w.course)
		w.write("Bees")
		w.handIn(1, 200)
		d := testapp.Read[detail](t, w.teacher.Do("GET", "/submissions/"+w.list("?order=newest").Data[0].ID, "", 200)).Data
		ids = append(ids, d.ID)
		if points != "" {
			w.grade(d, true, 200, mark(d.Criteria[0].Ref, points))
		}
		w.Clock.Advance(time.Minute)
	}
	for order, best := range map[string]int{"score": 2, "-score": 0} {
		var got []string
		for cursor := ""; len(got) < 9; {
			page := w.list("?limit=1&order=" + order + "&cursor=" + cursor)
			if got = append(got, page.Data[0].ID); page.Pagination.TotalItems != 3 {
				t.Errorf("%s counts %d", order, page.Pagination.TotalItems)
			}
			if cursor = page.NextCursor; cursor == "" {
				break
			}
		}
		if len(got) != 3 || got[best] != ids[1] || slices.Contains(got, ids[3]) {
			t.Errorf("%s: %q of %q", order, got, ids)
		}
	}
	w.teacher.Do("GET", "/assignments/courses/"+w.course+"/submissions?order=score&cursor=x", "", 400)
}
