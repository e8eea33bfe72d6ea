package demofeedback_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/demofeedback"
	"lectern/internal/testapp"
)

// F93: feedback is refused on demo classes that are foreign, not completed, too old, or have some; and nothing has changed then.
func TestWhoMayGiveFeedback(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.book(w.learner)
	w.refused(w.learner, "POST", "/demo-feedback", on(b, ""), 403, "FEEDBACK_ERROR", "not_completed")
	w.Clock.Advance(5 * time.Hour)
	w.refused(w.learner, "POST", "/demo-feedback", on(b, ""), 403, "FEEDBACK_ERROR", "not_completed")
	if a := w.available(w.learner); a.Total != 0 || len(a.Demos) != 0 {
		t.Errorf("%+v", a)
	}
	w.teacher.Do("POST", "/demo-booking/"+b.ID+"/complete", "{}", 200)
	if a := w.available(w.learner); a.Total != 1 || a.Demos[0].BookingID != b.ID {
		t.Errorf("%+v", a)
	}
	w.Nobody().Do("POST", "/demo-feedback", on(b, ""), 401)
	for _, stranger := range []testapp.User{w.User(access.Student), w.teacher, w.admin} {
		w.refused(stranger, "POST", "/demo-feedback", on(b, ""), 404, "FEEDBACK_ERROR", "booking_not_found")
		if a := w.available(stranger); a.Total != 0 {
			t.Errorf("%+v", a)
		}
	}
	w.refused(w.Nobody(), "POST", b.link()[:len(b.link())-len("/feedback")]+"x/feedback", "{"+good+"}", 404, "FEEDBACK_ERROR", "link_not_found")
	w.Clock.Advance(91 * 24 * time.Hour)
	w.refused(w.learner, "POST", "/demo-feedback", on(b, ""), 403, "FEEDBACK_ERROR", "too_late")
	if a, n := w.available(w.learner), w.Count("SELECT count(*) FROM demo_feedback"); a.Total != 0 || n != 0 {
		t.Errorf("%+v, %d", a, n)
	}
	w.Clock.Advance(-3 * 24 * time.Hour)
	w.feedback(w.learner, "POST", "/demo-feedback", on(b, ""), 201)
	before := w.state()
	w.refused(w.learner, "POST", "/demo-feedback", on(b, ""), 409, "FEEDBACK_ERROR", "already_given")
	if after := w.state(); after != before {
		t.Error(before, after)
	}
}

// The texts and limits of the specification.
func TestWhatFeedbackMayHold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.complete(w.learner)
	long := func(n int) string { return strings.Repeat("ü", n) }
	for body, message := range map[string]string{
		`{` + good + `}`: "demoBookingId is required",
		strings.Replace(on(b, ""), `"overallRating":5`, `"overallRating":6`, 1):          "Overall rating must be between 1 and 5",
		strings.Replace(on(b, ""), `"overallRating":5`, `"overallRating":0`, 1):          "Overall rating must be between 1 and 5",
		strings.Replace(on(b, ""), `"overallRating":5`, `"overallRating":4.5`, 1):        "Overall rating must be between 1 and 5",
		strings.Replace(on(b, ""), `"overallRating":5,`, ``, 1):                          "Overall rating must be between 1 and 5",
		strings.Replace(on(b, ""), `"contentQuality":"excellent",`, ``, 1):               "Content quality must be excellent, good, average or poor",
		strings.Replace(on(b, ""), `"instructorPerformance":"good"`, `"x":1`, 1):         "Instructor performance must be excellent, good, average or poor",
		strings.Replace(on(b, ""), `"wouldRecommend":true`, `"wouldRecommend":"yes"`, 1): "wouldRecommend must be true or false",
		strings.Replace(on(b, ""), `,"wouldRecommend":true`, ``, 1):                      "wouldRecommend must be true or false",
		on(b, `,"additionalComments":"`+long(2001)+`"`):                                  "Additional comments must be at most 2000 characters",
		on(b, `,"likedMost":"`+long(1001)+`"`):                                           "What you liked most must be at most 1000 characters",
		on(b, `,"improvementAreas":"`+long(1001)+`"`):                                    "What to improve must be at most 1000 characters",
		on(b, `,"specificFeedback":{"pace":{"comments":"`+long(501)+`"}}`):               "A comment must be at most 500 characters",
	} {
		if r := testapp.Read[refusal](t, w.learner.Do("POST", "/demo-feedback", body, 400)); r.Code != "FEEDBACK_ERROR" || r.Errors[0].Message != message {
			t.Errorf("%.80s: %+v", body, r)
		}
	}
	if n := w.Count("SELECT count(*) FROM demo_feedback"); n != 0 {
		t.Error(n)
	}
	f := w.feedback(w.learner, "POST", "/demo-feedback", on(b, `,"additionalComments":"`+long(2000)+`","likedMost":" Bees ","specificFeedback":{"pace":{"comments":"`+long(500)+`"},"sound":{}},"followUpInterest":true`), 201)
	if f.LikedMost != "Bees" || f.Source != "website_form" || !f.CanEdit || len(f.SpecificFeedback) != 1 || f.SpecificFeedback["pace"].Comments != long(500) || !f.FollowUpInterest || f.InstructorID != w.teacher.ID {
		t.Errorf("%+v", f)
	}
}

// F93: of 20 at a time, one is kept.
func TestFeedbackIsGivenOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.complete(w.learner)
	answers := make([]*httptest.ResponseRecorder, 20)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = w.learner.Send("POST", "/api/v1/demo-feedback", on(b, "")) })
	}
	all.Wait()
	byStatus := map[int]int{}
	for _, a := range answers {
		byStatus[a.Code]++
	}
	if n := w.Count("SELECT count(*) FROM demo_feedback"); n != 1 || byStatus[201] != 1 || byStatus[409] != 19 {
		t.Error(n, byStatus)
	}
}

// A visitor without an account gives feedback by the link of the email, which is sent once, an hour after the demo class was completed.
func TestFeedbackByLink(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.complete(w.Nobody())
	w.Work()
	asked := func() int { return w.askedFor(b) }
	if n := asked(); n != 0 {
		t.Error("asked at once:", n)
	}
	w.Clock.Advance(time.Hour)
	w.Work()
	w.Clock.Advance(time.Hour)
	w.Work()
	if n := asked(); n != 1 {
		t.Error("emails that ask for feedback:", n)
	}
	got := func() demofeedback.LinkFeedback {
		return testapp.Read[rest.Answer[demofeedback.LinkFeedback]](t, w.Nobody().Do("GET", b.link(), "", 200)).Data
	}
	if l := got(); !l.CanGive || l.Feedback != nil {
		t.Errorf("%+v", l)
	}
	w.refused(w.Nobody(), "POST", b.link(), `{"overallRating":9}`, 400, "FEEDBACK_ERROR", "out_of_range")
	w.feedback(w.Nobody(), "POST", b.link(), `{`+good+`,"likedMost":"The bees"}`, 201)
	w.refused(w.Nobody(), "POST", b.link(), `{`+good+`}`, 409, "FEEDBACK_ERROR", "already_given")
	if l := got(); l.CanGive || l.Feedback == nil || l.Feedback.LikedMost != "The bees" {
		t.Errorf("%+v", l)
	}
}

// Visitors who have given feedback already are not asked for it.
func TestFeedbackThatWasGivenIsNotAskedFor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.complete(w.Nobody())
	w.feedback(w.Nobody(), "POST", b.link(), "{"+good+"}", 201)
	w.Clock.Advance(2 * time.Hour)
	w.Work()
	if n := w.askedFor(b); n != 0 {
		t.Error("emails that ask for feedback:", n)
	}
}

// F83, F93: who reads and who changes feedback, and until when.
func TestReadingAndChanging(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.feedback(w.learner, "POST", "/demo-feedback", on(w.complete(w.learner), `,"likedMost":"Bees"`), 201)
	path := "/demo-feedback/" + f.ID
	for _, stranger := range []testapp.User{w.User(access.Student), w.User(access.Instructor), w.teacher} {
		w.refused(stranger, "GET", path, "", 404, "FETCH_ERROR", "feedback_not_found")
		w.refused(stranger, "PUT", path, `{"overallRating":1}`, 404, "UPDATE_ERROR", "feedback_not_found")
	}
	w.refused(w.admin, "PUT", path, `{"overallRating":1}`, 404, "UPDATE_ERROR", "feedback_not_found")
	w.refused(w.learner, "PUT", path, `{"overallRating":0}`, 400, "UPDATE_ERROR", "out_of_range")
	if seen := w.feedback(w.admin, "GET", path, "", 200); seen.FullName == nil || *seen.FullName != "Ann" || seen.CanEdit {
		t.Errorf("%+v", seen)
	}
	if c := w.feedback(w.learner, "PUT", path, `{"overallRating":3,"specificFeedback":{"pace":{"comments":"Fast"}}}`, 200); c.OverallRating != 3 || c.LikedMost != "Bees" || c.Version != 2 || c.SpecificFeedback["pace"].Comments != "Fast" {
		t.Errorf("%+v", c)
	}
	w.learner.Do("POST", path+"/response", `{"response":"Thanks"}`, 403)
	w.teacher.Do("POST", path+"/response", `{"response":"Thanks"}`, 403)
	w.refused(w.admin, "POST", path+"/response", `{"response":"`+strings.Repeat("a", 1001)+`"}`, 400, "UPDATE_ERROR", "too_long")
	w.feedback(w.admin, "POST", path+"/response", `{"response":"Call them","internal":true}`, 200)
	if seen := w.feedback(w.learner, "GET", path, "", 200); seen.Response != "" || seen.RespondedAt != nil || seen.FullName != nil || seen.Version != 2 {
		t.Errorf("%+v", seen)
	}
	w.feedback(w.admin, "POST", path+"/response", `{"response":"Thanks"}`, 200)
	if seen := w.feedback(w.learner, "GET", path, "", 200); seen.Response != "Thanks" {
		t.Errorf("%+v", seen)
	}
	w.Clock.Advance(24 * time.Hour)
	if seen := w.feedback(w.teacher, "GET", path, "", 200); seen.FullName != nil || seen.LikedMost != "Bees" {
		t.Errorf("%+v", seen)
	}
	before := w.state()
	w.refused(w.learner, "PUT", path, `{"overallRating":1}`, 409, "UPDATE_ERROR", "edit_time_expired")
	if after := w.state(); after != before {
		t.Error(before, after)
	}
}

func TestLists(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i, stars := range []int{4, 2, 5} {
		w.past(w.learner.ID, w.teacher.ID, stars, true, w.Clock.Now().Add(time.Duration(i)*time.Minute))
	}
	w.past("", w.teacher.ID, 1, false, w.Clock.Now().Add(-time.Hour))
	stars := func(who testapp.User, path string) string {
		l := testapp.Read[rest.List[demofeedback.DemoFeedback]](t, who.Do("GET", path, "", 200))
		found := fmt.Sprint(l.Pagination.TotalItems, ":")
		for _, f := range l.Data {
			found += fmt.Sprint(" ", f.OverallRating)
		}
		return found
	}
	for path, want := range map[string]string{
		"/demo-feedback/my-feedback":                                    "3: 5 2 4",
		"/demo-feedback/my-feedback?sortOrder=asc":                      "3: 4 2 5",
		"/demo-feedback/my-feedback?sortBy=overallRating":               "3: 5 4 2",
		"/demo-feedback/my-feedback?sortBy=overallRating&sortOrder=asc": "3: 2 4 5",
		"/demo-feedback/my-feedback?page=2&limit=2":                     "3: 4",
	} {
		if got := stars(w.learner, path); got != want {
			t.Error(path, got)
		}
	}
	if got := stars(w.teacher, "/demo-feedback/my-feedback"); got != "0:" {
		t.Error(got)
	}
	r := w.refused(w.learner, "GET", "/demo-feedback/my-feedback?sortBy=name", "", 400, "FETCH_ERROR", "unknown_value")
	if string(r.Data) != "[]" {
		t.Errorf("%+v", r)
	}
	for query, want := range map[string]string{"": "4: 5 2 4 1", "?rating=2": "1: 2", "?instructorId=" + w.admin.ID: "0:", "?startDate=2026-09-02": "0:", "?endDate=2026-09-01&limit=1": "4: 5"} {
		if got := stars(w.admin, "/demo-feedback"+query); got != want {
			t.Error(query, got)
		}
	}
	w.teacher.Do("GET", "/demo-feedback", "", 403)
	w.learner.Do("GET", "/demo-feedback/stats", "", 403)
}
