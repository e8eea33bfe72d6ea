package review_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/review"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// world is a published course of four lessons.
type world struct {
	*testapp.Class
	t       *testing.T
	at, own string
	lessons []string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	c := testapp.NewClass(t)
	w := &world{Class: c, t: t, at: "/courses/" + c.CourseID + "/reviews", own: "/courses/" + c.CourseID + "/reviews/own"}
	section := c.Section("").ID
	for range 4 {
		w.lessons = append(w.lessons, c.Lesson(section, "").ID)
	}
	c.Publish()
	return w
}

// complete completes the first n lessons.
func (w *world) complete(who testapp.User, n int) {
	w.t.Helper()
	for i, lesson := range w.lessons[:n] {
		w.Clock.Advance(time.Minute)
		who.Do("POST", "/progress/events", fmt.Sprintf(`{"events":[{"id":"01990000-0000-7000-8000-%012d","courseId":%q,"lessonId":%q,"type":"viewed","at":%q}]}`,
			w.Clock.Now().UnixMilli()%1_000_000_000*100+int64(i), w.CourseID, lesson, w.Clock.Now().Format(time.RFC3339)), 200)
	}
}

// learner is a student who has completed a quarter of the course.
func (w *world) learner() testapp.User {
	w.t.Helper()
	who := w.User(access.Student)
	w.Enroll(who, w.CourseID)
	w.complete(who, 1)
	return who
}

// putOver sends a PUT that is based on a version.
func (w *world) putOver(version string, who testapp.User, path, body string, want int) string {
	w.t.Helper()
	r := httptest.NewRequest("PUT", "/api/v1"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("If-Match", version)
	answer := who.SendRaw(r)
	if answer.Code != want {
		w.t.Errorf("%s: %d, not %d: %s", body, answer.Code, want, answer.Body)
	}
	return answer.Body.String()
}

func (w *world) put(who testapp.User, stars int, body string) review.Review {
	w.t.Helper()
	return *testapp.Read[rest.Answer[review.OwnReview]](w.t, who.Do("PUT", w.own, fmt.Sprintf(`{"stars":%d,"body":%q}`, stars, body), 200)).Data.Review
}

func (w *world) read(who testapp.User, query string) rest.List[review.Review] {
	w.t.Helper()
	return testapp.Read[rest.List[review.Review]](w.t, who.Do("GET", w.at+query, "", 200))
}

func (w *world) rating() course.Rating { return w.Nobody().GetCourse(w.CourseID).Rating }

func (w *world) reviews() int64 { return w.Count("SELECT count(*) FROM course_reviews") }

func bodies(l rest.List[review.Review]) (said string) {
	for _, r := range l.Data {
		said += r.Body + ";"
	}
	return said
}

func TestLearnersReviewFromAQuarterOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	refused := func(who testapp.User, obstacle string) {
		t.Helper()
		if got := who.Do("PUT", w.own, `{"stars":5}`, 403); !strings.Contains(got, `"`+obstacle+`"`) || w.reviews() != 0 {
			t.Errorf("%s, %d reviews, not %s", got, w.reviews(), obstacle)
		}
		if o := testapp.Read[rest.Answer[review.OwnReview]](t, who.Do("GET", w.own, "", 200)).Data; o.MayReview || o.Obstacle != obstacle || o.Review != nil || o.Required != 25 {
			t.Errorf("%+v", o)
		}
	}
	w.Nobody().Do("GET", w.own, "", 401)
	refused(w.User(access.Student), "not_enrolled")
	refused(w.User(access.Admin), "not_enrolled")
	refused(w.Teacher, "teaches")
	refused(w.Student, "too_early")
	w.complete(w.Student, 1)
	for _, body := range []string{`{}`, `{"stars":0}`, `{"stars":6}`, `{"stars":5,"body":"` + strings.Repeat("x", 2001) + `"}`} {
		w.Student.Do("PUT", w.own, body, 400)
	}
	if w.reviews() != 0 || w.rating().Count != 0 {
		t.Error("something was written")
	}
	w.Exec("UPDATE enrollments SET status = 'suspended' WHERE user_id = ?", w.Student.ID)
	refused(w.Student, "not_enrolled")
	w.Exec("UPDATE enrollments SET status = 'active' WHERE user_id = ?", w.Student.ID)
	w.Exec("UPDATE users SET full_name = 'Ann Maria Øre' WHERE id = ?", w.Student.ID)
	r := w.put(w.Student, 4, " <b>Good</b> ")
	if r.Body != "<b>Good</b>" || r.AuthorName != "Ann Ø." || !r.IsOwn || r.Stars != 4 { // plain text, which clients must escape
		t.Errorf("%+v", r)
	}
	if l := w.read(w.Nobody(), ""); bodies(l) != "<b>Good</b>;" || l.Data[0].IsOwn || l.Pagination.TotalItems != 1 {
		t.Errorf("%+v", l)
	}
	if got := w.rating(); got.Average != 4 || got.Count != 1 || got.Distribution != (course.StarCounts{0, 0, 0, 1, 0}) {
		t.Errorf("%+v", got)
	}
}

// A course without required lessons may be reviewed by learners who have begun, and one that was completed whatever was added since.
func TestWhereAQuarterSaysNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.complete(w.Student, 1)
	w.Exec("UPDATE course_progress SET percent = NULL, required = 0, completed = 0")
	w.put(w.Student, 5, "")
	another := w.learner()
	w.Exec("UPDATE course_progress SET percent = 24 WHERE user_id = ?", another.ID)
	another.Do("PUT", w.own, `{"stars":5}`, 403)
	w.Exec("INSERT INTO course_completions (user_id, course_id, version, completed_at) VALUES (?, ?, 1, ?)", another.ID, w.CourseID, w.Clock.Now())
	w.put(another, 5, "")
}

// The reviews of a course are as public as its page.
func TestReviewsAreReadAsTheCoursePage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	r := w.put(w.learner(), 2, "So so")
	w.Exec("UPDATE courses SET status = 'draft'")
	stranger := w.User(access.Student, access.Instructor)
	for _, who := range []testapp.User{w.Nobody(), stranger} {
		who.Do("GET", w.at, "", 404)
	}
	stranger.Do("GET", w.own, "", 404)
	stranger.Do("PUT", w.own, `{"stars":5}`, 404)
	stranger.Do("DELETE", w.own, "", 404)
	stranger.Do("POST", "/reviews/"+r.ID+"/reports", `{"reason":"spam"}`, 404)
	stranger.Do("PUT", "/reviews/"+r.ID+"/answer", `{"text":"x"}`, 404)
	if bodies(w.read(w.Student, "")) != "So so;" || bodies(w.read(w.Teacher, "")) != "So so;" || w.Count("SELECT count(*) FROM course_review_reports") != 0 {
		t.Error("its learners and teachers do not read it")
	}
}

func TestOrderAndPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, stars := range []int{3, 5, 1, 5, 3} {
		w.put(w.learner(), stars, fmt.Sprintf("%d-%d", stars, w.reviews()))
	}
	for query, want := range map[string]string{
		"":              "3-4;5-3;1-2;5-1;3-0;",
		"?sort=highest": "5-3;5-1;3-4;3-0;1-2;",
		"?sort=lowest":  "1-2;3-4;3-0;5-3;5-1;",
		"?stars=3":      "3-4;3-0;",
		"?stars=2":      "",
	} {
		if l := w.read(w.Nobody(), query); bodies(l) != want || l.Pagination.TotalItems != int64(strings.Count(want, ";")) {
			t.Errorf("%q: %q of %d, not %q", query, bodies(l), l.Pagination.TotalItems, want)
		}
		said, cursor := "", ""
		for range 3 {
			l := w.read(w.Nobody(), "?limit=2&cursor="+cursor+strings.Replace(query, "?", "&", 1))
			said, cursor = said+bodies(l), l.NextCursor
			if cursor == "" {
				break
			}
		}
		if said != want || cursor != "" {
			t.Errorf("%q in pages: %q, %q", query, said, cursor)
		}
	}
	for _, query := range []string{"?cursor=x", "?sort=best", "?stars=6", "?cursor=" + rest.EncodeCursor("x", "y")} {
		w.Nobody().Do("GET", w.at+query, "", 400)
	}
}

func TestAuthorsChangeAndDeleteTheirReview(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.learner()
	w.putOver("", ann, w.own, `{"stars":5}`, 428)
	w.put(ann, 5, "Great")
	first := ann.Send("GET", "/api/v1"+w.own, "")
	etag := first.Header().Get("ETag")
	w.put(w.learner(), 1, "Bad")
	w.putOver(etag, ann, w.own, `{"stars":3,"body":"Good"}`, 200)
	if got := w.putOver(etag, ann, w.own, `{"stars":1,"body":"Lost"}`, 412); !strings.Contains(got, `"Good"`) {
		t.Errorf("what there is does not come with the refusal: %s", got)
	}
	if l := w.read(ann, "?sort=highest"); bodies(l) != "Good;Bad;" || l.Data[0].EditedAt == nil || !l.Data[0].IsOwn || l.Data[1].IsOwn {
		t.Errorf("%+v", l.Data)
	}
	if got := w.rating(); got.Average != 2 || got.Count != 2 {
		t.Errorf("%+v", got)
	}
	ann.Do("DELETE", w.own, "", 200)
	ann.Do("DELETE", w.own, "", 404)
	if got := w.rating(); bodies(w.read(ann, "")) != "Bad;" || got.Average != 1 || got.Count != 1 {
		t.Errorf("%+v", got)
	}
	w.Exec("UPDATE enrollments SET status = 'withdrawn'")
	ann.Do("DELETE", w.own, "", 404)
}

func TestTeachersAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.learner()
	r := w.put(ann, 2, "Too fast")
	at := "/reviews/" + r.ID + "/answer"
	w.User(access.Instructor).Do("PUT", at, `{"text":"Taken"}`, 403)
	ann.Do("PUT", at, `{"text":"Taken"}`, 403)
	w.Teacher.Do("PUT", at, `{"text":" "}`, 400)
	w.putOver("", w.Teacher, at, `{"text":"x"}`, 428)
	if l := w.read(w.Nobody(), ""); l.Data[0].Answer != "" || l.Data[0].AnsweredAt != nil {
		t.Errorf("%+v", l.Data)
	}
	tag := r.ETag
	w.putOver(tag, w.Teacher, at, `{"text":" Thank you "}`, 200)
	w.putOver(tag, w.Teacher, at, `{"text":"Lost"}`, 412)
	w.Work()
	if l := w.read(w.Nobody(), ""); l.Data[0].Answer != "Thank you" || l.Data[0].AnswerName == "" || l.Data[0].AnswerEditedAt != nil {
		t.Errorf("%+v", l.Data)
	}
	w.Teacher.Do("PUT", at, `{"text":"Thanks, Ann"}`, 200)
	if l := w.read(w.Nobody(), ""); l.Data[0].Answer != "Thanks, Ann" || l.Data[0].AnswerEditedAt == nil {
		t.Errorf("%+v", l.Data)
	}
	w.Work()
	if n := w.Count("SELECT count(*) FROM notifications WHERE kind = 'course.review_answered' AND user_id = ?", ann.ID); n != 1 {
		t.Errorf("the author was notified %d times", n)
	}
	if n := w.Count("SELECT count(*) FROM notifications WHERE kind = 'course.review_received' AND user_id = ?", w.Teacher.ID); n != 1 {
		t.Errorf("the teacher was notified %d times", n)
	}
	ann.Do("DELETE", at, "", 403)
	w.Teacher.Do("DELETE", at, "", 200)
	if l := w.read(w.Nobody(), ""); l.Data[0].Answer != "" || l.Data[0].AnswerName != "" || l.Data[0].AnsweredAt != nil {
		t.Errorf("%+v", l.Data)
	}
}

func reported(t *testing.T, who testapp.User, query string) []review.ReportedReview {
	t.Helper()
	return testapp.Read[rest.List[review.ReportedReview]](t, who.Do("GET", "/reviews"+query, "", 200)).Data
}

func TestReportsAreDecidedByAdministrators(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin, ann, bob := w.User(access.Admin), w.learner(), w.learner()
	r := w.put(ann, 1, "Buy my bees")
	w.put(bob, 5, "Good")
	at, hidden := "/reviews/"+r.ID+"/reports", "/reviews/"+r.ID+"/hidden"
	w.Nobody().Do("POST", at, `{"reason":"spam"}`, 401)
	ann.Do("POST", at, `{"reason":"spam"}`, 403)
	bob.Do("POST", at, `{"reason":"dull"}`, 400)
	if len(reported(t, admin, "")) != 0 {
		t.Error("reported by its author, or without a reason")
	}
	bob.Do("POST", at, `{"reason":"spam","details":" An advertisement "}`, 200)
	bob.Do("POST", at, `{"reason":"offensive"}`, 200) // once each
	w.Clock.Advance(time.Second)
	w.Teacher.Do("POST", at, `{"reason":"other"}`, 200)
	if l := w.read(bob, "?sort=lowest"); !l.Data[0].IsReported || l.Data[1].IsReported {
		t.Errorf("%+v", l.Data)
	}
	w.Work()
	if n := w.Count("SELECT count(*) FROM notifications WHERE kind = 'admin.review_reported' AND user_id = ?", admin.ID); n != 1 {
		t.Errorf("administrators were notified %d times", n)
	}
	w.Teacher.Do("GET", "/reviews", "", 403)
	w.Teacher.Do("PUT", hidden, `{"hidden":true}`, 403)
	if rs := reported(t, admin, ""); len(rs) != 1 || len(rs[0].Reports) != 2 || rs[0].Reports[0].Reason != "spam" || rs[0].Reports[0].Details != "An advertisement" || rs[0].AuthorID != ann.ID {
		t.Errorf("%+v", rs)
	}
	admin.Do("PUT", hidden, `{"hidden":false}`, 200)
	if len(reported(t, admin, "")) != 0 || bodies(w.read(bob, "")) != "Good;Buy my bees;" {
		t.Error("it was not kept")
	}
	bob.Do("POST", at, `{"reason":"spam"}`, 200) // has been decided on
	if len(reported(t, admin, "")) != 0 {
		t.Error("one user reports a review twice")
	}
	admin.Do("PUT", hidden, `{"hidden":true,"reason":"No advertising"}`, 200)
	w.hiddenFromOthers(ann, bob, admin, r)
	w.put(ann, 5, "Still buy my bees")
	if got := w.rating(); bodies(w.read(bob, "")) != "Good;" || got.Count != 1 || got.Average != 5 {
		t.Errorf("a hidden review counts again when it is edited: %+v", got)
	}
	admin.Do("PUT", hidden, `{"hidden":false}`, 200)
	if got := w.rating(); got.Count != 2 || got.Average != 5 {
		t.Errorf("%+v", got)
	}
	if n := w.Count("SELECT count(*) FROM audit_log WHERE action = 'review.moderated' AND target_id = ?", r.ID); n != 3 {
		t.Errorf("%d entries in the audit log", n)
	}
}

// hiddenFromOthers checks that only its author and administrators see a hidden review, and that its author cannot write it anew.
func (w *world) hiddenFromOthers(author, other, admin testapp.User, r review.Review) {
	w.t.Helper()
	w.Work()
	for _, who := range []testapp.User{other, w.Teacher, w.Nobody(), author} {
		if l := w.read(who, ""); bodies(l) != "Good;" || l.Pagination.TotalItems != 1 {
			w.t.Errorf("%+v", l)
		}
	}
	if got := w.rating(); got.Count != 1 || got.Average != 5 {
		w.t.Errorf("the rating counts it: %+v", got)
	}
	o := testapp.Read[rest.Answer[review.OwnReview]](w.t, author.Do("GET", w.own, "", 200)).Data.Review
	if o == nil || o.HiddenReason != "No advertising" || o.HiddenAt == nil {
		w.t.Errorf("its author sees %+v", o)
	}
	author.Do("DELETE", w.own, "", 409)
	w.Teacher.Do("PUT", "/reviews/"+r.ID+"/answer", `{"text":"x"}`, 404)
	if rs := reported(w.t, admin, "?state=hidden"); len(rs) != 1 || rs[0].ID != r.ID {
		w.t.Errorf("%+v", rs)
	}
	if n := w.Count("SELECT count(*) FROM notifications WHERE kind = 'course.review_hidden' AND user_id = ?", author.ID); n != 1 {
		w.t.Errorf("its author was notified %d times", n)
	}
}

func TestWritingIsLimited(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.learner()
	for range 30 {
		w.put(ann, 5, "Great")
	}
	ann.Do("PUT", w.own, `{"stars":1}`, 429)
	if l := w.read(ann, ""); l.Data[0].Stars != 5 {
		t.Errorf("%+v", l.Data)
	}
	w.Clock.Advance(time.Hour)
	w.put(ann, 1, "")
}

func TestErase(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, bob := w.learner(), w.learner()
	w.put(ann, 1, "My secret")
	r := w.put(bob, 5, "Good")
	ann.Do("POST", "/reviews/"+r.ID+"/reports", `{"reason":"other","details":"My secret too"}`, 200)
	w.Teacher.Do("PUT", "/reviews/"+r.ID+"/answer", `{"text":"My answer"}`, 200)
	for _, who := range []testapp.User{ann, w.Teacher} {
		if err := w.DB.InTx(t.Context(), func(tx bun.IDB) error { return w.Reviews.Erase(t.Context(), tx, who.ID) }); err != nil {
			t.Fatal(err)
		}
	}
	if l := w.read(bob, ""); bodies(l) != "Good;" || l.Data[0].Answer != "" {
		t.Errorf("%+v", l.Data)
	}
	if got := w.rating(); got.Count != 1 || got.Average != 5 || len(reported(t, w.User(access.Admin), "")) != 0 || w.Count("SELECT count(*) FROM course_review_reports") != 0 {
		t.Errorf("%+v", got)
	}
}
