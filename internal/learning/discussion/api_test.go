package discussion_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/uptrace/bun"

	"lectern/internal/learning/discussion"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// world is a course with one open lesson and two learners.
type world struct {
	*testapp.App
	t                 *testing.T
	teacher, ann, bob testapp.User
	course            string
	lesson, at        string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	app := testapp.New(t)
	w := &world{App: app, t: t, teacher: app.User(access.Instructor), ann: app.User(access.Student), bob: app.User(access.Student)}
	type made = rest.Answer[struct{ ID string }]
	course := app.Course(w.teacher)
	w.course = course
	app.Enroll(w.ann, course)
	app.Enroll(w.bob, course)
	base := "/curriculum/course/" + course
	section := testapp.Read[made](t, w.teacher.Do("POST", base+"/sections", `{"title":"S"}`, 201)).Data.ID
	w.lesson = testapp.Read[made](t, w.teacher.Do("POST", base+"/sections/"+section+"/lessons", `{"type":"text","title":"L","content":{"html":"x"}}`, 201)).Data.ID
	w.teacher.Do("POST", base+"/publish", "{}", 200)
	w.at = "/progress/lessons/" + w.lesson + "/comments"
	return w
}

func (w *world) say(who testapp.User, body, thread string) discussion.Comment {
	w.t.Helper()
	return testapp.Read[rest.Answer[discussion.Comment]](w.t, who.Do("POST", w.at, fmt.Sprintf(`{"body":%q,"threadId":%q}`, body, thread), 201)).Data
}

func (w *world) read(who testapp.User, query string) rest.List[discussion.Comment] {
	w.t.Helper()
	return testapp.Read[rest.List[discussion.Comment]](w.t, who.Do("GET", w.at+query, "", 200))
}

func bodies(l rest.List[discussion.Comment]) (said string) {
	for _, c := range l.Data {
		said += c.Body + ";"
	}
	return said
}

func TestThreads(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first := w.say(w.ann, "Why?", "")
	w.say(w.bob, "<b>Because</b>", first.ID)
	answer := w.say(w.teacher, "So it is", first.ID)
	w.say(w.bob, "Another", "")
	if !answer.IsInstructor || first.IsInstructor || !first.IsOwn || first.AuthorName == "" {
		t.Errorf("%+v %+v", first, answer)
	}
	if l := w.read(w.ann, ""); bodies(l) != "Another;Why?;" || l.Data[1].Replies != 2 || l.Data[0].IsOwn {
		t.Errorf("%+v", l.Data)
	}
	if l := w.read(w.ann, "?thread="+first.ID); bodies(l) != "<b>Because</b>;So it is;" { // plain text, which clients must escape
		t.Errorf("%+v", l.Data)
	}
	w.bob.Do("POST", w.at, fmt.Sprintf(`{"body":"x","threadId":%q}`, answer.ID), 404) // threads are one level deep
	w.bob.Do("POST", w.at, `{"body":" "}`, 400)
	outsider := w.User(access.Student)
	outsider.Do("GET", w.at, "", 404)
	outsider.Do("POST", w.at, `{"body":"x"}`, 404)
	w.Nobody().Do("GET", w.at, "", 401)
	if n := w.Count("SELECT count(*) FROM lesson_comments"); n != 4 {
		t.Errorf("%d comments", n)
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 5 {
		w.say(w.ann, fmt.Sprint(i), "")
	}
	said, cursor := "", ""
	for range 3 {
		l := w.read(w.bob, "?limit=2&cursor="+cursor)
		said, cursor = said+bodies(l), l.NextCursor
	}
	if said != "4;3;2;1;0;" || cursor != "" {
		t.Errorf("%q, %q", said, cursor)
	}
	w.bob.Do("GET", w.at+"?cursor=x", "", 400)
}

func TestAuthorsEditOwnComments(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.say(w.ann, "Wrong", "")
	one := "/progress/comments/" + c.ID
	for _, who := range []testapp.User{w.bob, w.teacher, w.User(access.Admin), w.User(access.Student)} {
		who.Do("PUT", one, `{"body":"Taken"}`, 404)
		who.Do("DELETE", one, "", 404)
	}
	edited := testapp.Read[rest.Answer[discussion.Comment]](t, w.ann.Do("PUT", one, `{"body":"Right"}`, 200)).Data
	if edited.Body != "Right" || edited.EditedAt == nil {
		t.Errorf("%+v", edited)
	}
	w.say(w.bob, "Thanks", c.ID)
	w.ann.Do("DELETE", one, "", 200)
	w.ann.Do("PUT", one, `{"body":"Back"}`, 404)
	if l := w.read(w.bob, ""); len(l.Data) != 1 || l.Data[0].Body != "" || l.Data[0].AuthorName != "" || l.Data[0].DeletedAt == nil || l.Data[0].Replies != 1 {
		t.Errorf("%+v", l.Data)
	}
}

func TestStaffHideComments(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.say(w.ann, "Buy my bees", "")
	one := "/progress/comments/" + c.ID + "/hidden"
	w.bob.Do("PUT", one, `{"hidden":true}`, 403)
	w.User(access.Instructor).Do("PUT", one, `{"hidden":true}`, 404) // may not know that it exists
	if bodies(w.read(w.bob, "")) == "" {
		t.Error("hidden without permission")
	}
	w.say(w.bob, "Where?", c.ID)
	w.Work()
	w.teacher.Do("PUT", one, `{"hidden":true,"reason":"No advertising"}`, 200)
	if there := w.read(w.bob, "").Data; len(there) != 1 || there[0].HiddenAt == nil || there[0].AuthorName != "" || there[0].Replies != 1 {
		t.Errorf("others see %+v", there)
	}
	if own := w.read(w.ann, "").Data[0]; own.HiddenReason != "No advertising" {
		t.Errorf("its author sees %+v", own)
	}
	for name, c := range map[string]struct {
		who  testapp.User
		sees bool
	}{"its author": {w.ann, true}, "another": {w.bob, false}, "the teacher": {w.teacher, true}, "an administrator": {w.User(access.Admin), true}} {
		answer := c.who.Do("GET", w.at, "", 200)
		if strings.Contains(answer, "Buy my bees") != c.sees || strings.Contains(answer, "No advertising") != c.sees {
			t.Errorf("%s: %s", name, answer)
		}
	}
	w.bob.Do("POST", w.at, fmt.Sprintf(`{"body":"x","threadId":%q}`, c.ID), 404)
	w.teacher.Do("PUT", one, `{"hidden":false}`, 200)
	if bodies(w.read(w.bob, "")) == "" || w.Count("SELECT count(*) FROM audit_log WHERE action = 'comment.hidden_changed'") != 2 {
		t.Error("not shown again, or not in the log")
	}
}

// Erasing a user deletes the text of their comments but keeps the replies of others.
func TestEraseKeepsReplies(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.say(w.ann, "My secret", "")
	w.say(w.bob, "An answer", c.ID)
	if err := w.DB.InTx(t.Context(), func(tx bun.IDB) error { return w.Discussions.Erase(t.Context(), tx, w.ann.ID) }); err != nil {
		t.Fatal(err)
	}
	if l := w.read(w.bob, ""); len(l.Data) != 1 || l.Data[0].Body != "" || l.Data[0].AuthorName != "" || l.Data[0].Replies != 1 {
		t.Errorf("%+v", l.Data)
	}
}
