package discussion_test

import (
	"testing"

	"lectern/internal/learning/discussion"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// unanswered reads what awaits an answer in the course, as its teacher.
func (w *world) unanswered() rest.List[discussion.CourseComment] {
	w.t.Helper()
	return testapp.Read[rest.List[discussion.CourseComment]](w.t, w.teacher.Do("GET", "/progress/courses/"+w.course+"/comments?unanswered=true", "", 200))
}

func (w *world) expectUnanswered(when string, want ...string) {
	w.t.Helper()
	l := w.unanswered()
	var got []string
	for _, c := range l.Data {
		got = append(got, c.Body)
	}
	if len(got) != len(want) || l.Pagination.TotalItems != int64(len(want)) {
		w.t.Fatalf("%s: %q, total %d", when, got, l.Pagination.TotalItems)
	}
	for i := range want {
		if got[i] != want[i] {
			w.t.Fatalf("%s: %q", when, got)
		}
	}
}

func TestUnansweredComments(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first := w.say(w.ann, "Why?", "")
	second := w.say(w.bob, "How?", "")
	w.say(w.teacher, "Welcome", "")
	if !first.AwaitsAnswer {
		t.Error("a question of a learner awaits an answer")
	}
	w.expectUnanswered("asked", "How?", "Why?")
	if l := w.unanswered(); l.Data[0].LessonTitle != "L" || l.Data[0].LessonID != w.lesson {
		t.Errorf("%+v", l.Data[0])
	}
	w.say(w.bob, "I wonder too", first.ID)
	w.expectUnanswered("a learner has replied", "How?", "Why?")
	answer := w.say(w.teacher, "Because", first.ID)
	w.expectUnanswered("an instructor has replied", "How?")
	w.teacher.Do("DELETE", "/progress/comments/"+answer.ID, "", 200)
	w.expectUnanswered("the reply was deleted", "How?", "Why?")
	w.teacher.Do("PUT", "/progress/comments/"+second.ID+"/hidden", `{"hidden":true}`, 200)
	w.expectUnanswered("one was hidden", "Why?")
	w.teacher.Do("PUT", "/progress/comments/"+second.ID+"/hidden", `{"hidden":false}`, 200)
	w.expectUnanswered("it is shown again", "How?", "Why?")
	w.bob.Do("DELETE", "/progress/comments/"+second.ID, "", 200)
	w.expectUnanswered("its author deleted it", "Why?")

	all := testapp.Read[rest.List[discussion.CourseComment]](t, w.teacher.Do("GET", "/progress/courses/"+w.course+"/comments?limit=2", "", 200))
	if len(all.Data) != 2 || all.Data[0].Body != "Welcome" || all.NextCursor == "" {
		t.Fatalf("%+v", all)
	}
	rest := testapp.Read[rest.List[discussion.CourseComment]](t, w.teacher.Do("GET", "/progress/courses/"+w.course+"/comments?limit=2&cursor="+all.NextCursor, "", 200))
	if len(rest.Data) != 1 || rest.Data[0].Body != "Why?" {
		t.Fatalf("%+v", rest)
	}
	w.ann.Do("GET", "/progress/courses/"+w.course+"/comments", "", 403)
	w.User(access.Instructor).Do("GET", "/progress/courses/"+w.course+"/comments", "", 404)
}
