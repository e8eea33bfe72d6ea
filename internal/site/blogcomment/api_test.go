package blogcomment_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/site/blogcomment"
	"lectern/internal/testapp"
)

// world is a blog with a published post.
type world struct {
	*testapp.App
	t                  *testing.T
	author, admin, ann testapp.User
	post               string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	a := testapp.New(t)
	w := &world{App: a, t: t, author: a.User(access.Instructor), admin: a.User(access.Admin), ann: a.User(access.Student)}
	w.Exec("UPDATE users SET full_name = 'Ann Maria Øre' WHERE id = ?", w.ann.ID)
	w.post = testapp.Read[rest.Answer[struct{ ID string }]](t, w.author.Do("POST", "/blogs", `{"title":"Bees"}`, 201)).Data.ID
	w.author.Do("PUT", "/blogs/"+w.post, `{"title":"Bees","html":"<p>Bees dance.</p>"}`, 200)
	w.admin.Do("POST", "/blogs/"+w.post+"/publish", `{}`, 200)
	w.Clock.Advance(48 * time.Hour)
	return w
}

// mode sets how posts take comments.
func (w *world) mode(mode string, blocked ...string) {
	w.t.Helper()
	w.Exec("DELETE FROM setting_groups")
	w.Exec("UPDATE sessions SET proven_at = ?", w.Clock.Now())
	w.admin.Do("PUT", "/settings/blog", fmt.Sprintf(`{"comments":%q,"blocked_terms":[%s]}`, mode, strings.Join(blocked, ",")), 200)
}

func (w *world) form(who testapp.User) blogcomment.BlogCommentForm {
	w.t.Helper()
	return testapp.Read[rest.Answer[blogcomment.BlogCommentForm]](w.t, who.Do("GET", "/blogs/"+w.post+"/comments/form", "", 200)).Data
}

// say comments as a person does: some seconds after the form was opened.
func (w *world) say(who testapp.User, body, more string) blogcomment.BlogComment {
	w.t.Helper()
	stamp := w.form(who).Stamp
	w.Clock.Advance(time.Minute)
	return w.send(who, fmt.Sprintf(`{"body":%q,"stamp":%q%s}`, body, stamp, more))
}

func (w *world) send(who testapp.User, body string) blogcomment.BlogComment {
	w.t.Helper()
	return testapp.Read[rest.Answer[blogcomment.BlogComment]](w.t, who.Do("POST", "/blogs/"+w.post+"/comments", body, 201)).Data
}

func (w *world) list(who testapp.User, query string) rest.List[blogcomment.BlogComment] {
	w.t.Helper()
	return testapp.Read[rest.List[blogcomment.BlogComment]](w.t, who.Do("GET", "/blogs/"+w.post+"/comments"+query, "", 200))
}

// bodies joins what a reader sees.
func (w *world) bodies(who testapp.User, query string) (all string) {
	w.t.Helper()
	for _, c := range w.list(who, query).Data {
		all += c.Body + ";"
	}
	return all
}

func (w *world) queue(status string) []blogcomment.ModeratedComment {
	w.t.Helper()
	return testapp.Read[rest.List[blogcomment.ModeratedComment]](w.t, w.admin.Do("GET", "/blogs/comments?status="+status, "", 200)).Data
}

func (w *world) decide(status, reason string, ids ...string) []blogcomment.CommentDecided {
	w.t.Helper()
	body := fmt.Sprintf(`{"ids":["%s"],"status":%q,"reason":%q}`, strings.Join(ids, `","`), status, reason)
	return testapp.Read[rest.Answer[[]blogcomment.CommentDecided]](w.t, w.admin.Do("PUT", "/blogs/comments/bulk", body, 200)).Data
}

// counted is the number of comments on the card of the post.
func (w *world) counted() int64 {
	w.t.Helper()
	return testapp.Read[rest.Answer[struct{ Comments int64 }]](w.t, w.Nobody().Do("GET", "/blogs/"+w.post, "", 200)).Data.Comments
}

func (w *world) notified(kind string, who testapp.User) int64 {
	w.t.Helper()
	w.Work()
	return w.Count("SELECT count(*) FROM notifications WHERE kind = ? AND user_id = ?", kind, who.ID)
}

func TestTheFirstCommentOfAUserWaits(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Nobody().Do("POST", "/blogs/"+w.post+"/comments", `{"body":"Hi"}`, 401)
	if f := w.form(w.ann); !f.IsOpen || !f.Waits || f.Blocked != "" {
		t.Errorf("%+v", f)
	}
	first := w.say(w.ann, " <b>Nice</b> bees ", "")
	if !first.IsWaiting || first.Body != "<b>Nice</b> bees" || !first.IsOwn || first.AuthorName != "Ann Ø." {
		t.Errorf("%+v", first)
	}
	if w.bodies(w.ann, "") != "<b>Nice</b> bees;" || w.bodies(w.Nobody(), "")+w.bodies(w.author, "") != "" || w.counted() != 0 {
		t.Error("others read a comment that waits, or its author doesn't")
	}
	if w.notified("admin.blog_comments_waiting", w.admin) != 1 || w.notified("blog.comment_received", w.author) != 0 {
		t.Error("wrong notifications")
	}
	if q := w.queue("pending"); len(q) != 1 || q[0].AuthorFullName != "Ann Maria Øre" || q[0].PostTitle != "Bees" || q[0].PostSlug != "bees" || q[0].Score != 0 {
		t.Errorf("%+v", q)
	}
	if d := w.decide("published", "", first.ID, "x"); len(d) != 2 || d[0].Status != "published" || d[0].Before != "pending" || d[1].Status != "" {
		t.Errorf("%+v", d)
	}
	w.decide("published", "", first.ID)
	if second := w.say(w.ann, "More", ""); second.IsWaiting || w.form(w.ann).Waits {
		t.Error("a user of whom a comment was approved waits again")
	}
	if w.bodies(w.Nobody(), "") != "More;<b>Nice</b> bees;" || w.counted() != 2 || w.notified("blog.comment_received", w.author) != 2 {
		t.Errorf("%s, %d counted", w.bodies(w.Nobody(), ""), w.counted())
	}
	if n := w.Count("SELECT count(*) FROM audit_log WHERE action = 'blog_comment.decided'"); n != 1 {
		t.Errorf("%d decisions in the audit log", n)
	}
}

func TestModesOfPosts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mode("open")
	if w.say(w.ann, "At once", "").IsWaiting {
		t.Error("open comments wait")
	}
	mode := "/blogs/" + w.post + "/comments-mode"
	w.Nobody().Do("PUT", mode, `{"mode":"closed"}`, 401)
	w.ann.Do("PUT", mode, `{"mode":"closed"}`, 403)
	w.User(access.Instructor).Do("PUT", mode, `{"mode":"closed"}`, 404)
	w.author.Do("PUT", mode, `{"mode":"all_approved"}`, 200)
	if !w.say(w.ann, "Later", "").IsWaiting || w.say(w.author, "I wrote this", "").IsWaiting || w.say(w.admin, "We run this", "").IsWaiting {
		t.Error("all but those of the author and of administrators wait")
	}
	w.admin.Do("PUT", mode, `{"mode":"closed"}`, 200)
	before := w.Count("SELECT count(*) FROM blog_comments")
	w.ann.Do("POST", "/blogs/"+w.post+"/comments", `{"body":"Too late"}`, 409)
	if w.form(w.ann).IsOpen || w.Count("SELECT count(*) FROM blog_comments") != before {
		t.Error("a closed post takes comments")
	}
	if got := w.list(w.Nobody(), ""); len(got.Data) != 3 || !got.Data[1].IsAuthor || got.Data[0].IsAuthor || got.Data[1].AuthorName != "Somebody" {
		t.Errorf("%+v", got.Data)
	}
	w.author.Do("PUT", "/blogs/"+w.post, `{"title":"Bees","html":"<p>Bees dance!</p>"}`, 200)
	if draft := w.author.Do("GET", "/blogs/"+w.post+"/draft", "", 200); !strings.Contains(draft, `"commentsMode":"closed"`) || w.counted() != 3 {
		t.Errorf("saving the post changes its comments: %s", draft)
	}
	w.admin.Do("POST", "/blogs/"+w.post+"/unpublish", "", 200)
	for _, who := range []testapp.User{w.Nobody(), w.ann} {
		who.Do("GET", "/blogs/"+w.post+"/comments", "", 404)
	}
}

func TestSpamWaitsWhateverTheMode(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mode("open", `"Casino"`)
	stamp := w.form(w.ann).Stamp
	fast := w.send(w.ann, fmt.Sprintf(`{"body":"Fast","stamp":%q}`, stamp))
	w.Clock.Advance(time.Minute)
	reused := w.send(w.ann, fmt.Sprintf(`{"body":"Twice","stamp":%q}`, stamp))
	none := w.send(w.ann, `{"body":"No form"}`)
	robot := w.say(w.ann, "Robot", `,"website":"https://robot.test"`)
	if !fast.IsWaiting || !reused.IsWaiting || !none.IsWaiting || !robot.IsWaiting || w.counted() != 0 {
		t.Error("it was published")
	}
	got := map[string]string{}
	for _, c := range append(w.queue("pending"), w.queue("spam")...) {
		got[c.Body] = c.Status + " " + strings.Join(c.Reasons, ",")
	}
	for body, want := range map[string]string{"Fast": "pending too_fast", "Twice": "pending form_reused", "No form": "pending too_fast", "Robot": "spam honeypot"} {
		if got[body] != want {
			t.Errorf("%s: %q, not %q", body, got[body], want)
		}
	}
	bob := w.User(access.Student)
	w.Clock.Advance(25 * time.Hour)
	var links []string
	for i := range 3 {
		links = append(links, w.say(bob, fmt.Sprintf("Pills %d at https://pills.test", i), "").ID)
	}
	if w.counted() != 3 {
		t.Errorf("%d are published", w.counted())
	}
	w.decide("spam", "", links...)
	w.Clock.Advance(11 * time.Minute)
	if !w.say(bob, "See www.pills.test", "").IsWaiting || !w.say(bob, "A CASINO", "").IsWaiting || !w.say(bob, "fast", "").IsWaiting || w.say(bob, "Bees", "").IsWaiting {
		t.Error("rejected links, blocked terms and repeated texts don't wait, or all do")
	}
	if w.counted() != 1 {
		t.Errorf("%d are published", w.counted())
	}
}

func TestUsersCommentFiveTimesInTenMinutes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 5 {
		w.send(w.ann, fmt.Sprintf(`{"body":"%d"}`, i))
	}
	w.ann.Do("POST", "/blogs/"+w.post+"/comments", `{"body":"6"}`, 429)
	if n := w.Count("SELECT count(*) FROM blog_comments"); n != 5 {
		t.Errorf("%d comments", n)
	}
	w.Clock.Advance(11 * time.Minute)
	w.send(w.ann, `{"body":"7"}`)
}

func TestThreads(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mode("open")
	bob := w.User(access.Student)
	first := w.say(w.ann, "First", "")
	reply := w.say(bob, "Reply", fmt.Sprintf(`,"threadId":%q`, first.ID))
	again := w.say(w.ann, "Again", fmt.Sprintf(`,"threadId":%q,"answersId":%q`, first.ID, reply.ID))
	if again.ThreadID != first.ID || again.AnswersName != "Somebody" || w.counted() != 3 {
		t.Errorf("%+v", again)
	}
	if w.bodies(w.Nobody(), "") != "First;" || w.bodies(w.Nobody(), "?thread="+first.ID) != "Reply;Again;" || w.list(w.Nobody(), "").Data[0].Replies != 2 {
		t.Error("the thread is not what was written")
	}
	if w.notified("blog.comment_answered", w.ann) != 1 || w.notified("blog.comment_answered", bob) != 1 {
		t.Error("wrong notifications")
	}
	before := w.Count("SELECT count(*) FROM blog_comments")
	for _, more := range []string{`"threadId":"x"`, fmt.Sprintf(`"threadId":%q`, reply.ID), fmt.Sprintf(`"answersId":%q`, reply.ID)} {
		bob.Do("POST", "/blogs/"+w.post+"/comments", `{"body":"Lost",`+more+`}`, 404)
	}
	if w.Count("SELECT count(*) FROM blog_comments") != before {
		t.Error("a reply to nothing was stored")
	}
	w.ann.Do("DELETE", "/blogs/comments/"+first.ID, "", 200)
	if got := w.list(w.Nobody(), "").Data; len(got) != 1 || !got[0].IsDeleted || got[0].Body+got[0].AuthorName != "" || w.counted() != 2 {
		t.Errorf("%+v", got)
	}
	page := w.list(w.Nobody(), "?limit=1&thread="+first.ID)
	if next := w.list(w.Nobody(), "?limit=1&thread="+first.ID+"&cursor="+page.NextCursor); page.Data[0].ID != reply.ID || next.Data[0].ID != again.ID || next.NextCursor != "" {
		t.Errorf("%+v %+v", page, next)
	}
}

func TestAuthorsEditForAQuarterOfAnHour(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mode("open", `"casino"`)
	c := w.say(w.ann, "Bees", "")
	at := "/blogs/comments/" + c.ID
	bob := w.User(access.Student)
	bob.Do("PUT", at, `{"body":"Taken"}`, 403)
	bob.Do("DELETE", at, "", 403)
	w.ann.Do("PUT", at, `{"body":" "}`, 400)
	w.ann.Do("PUT", at, `{"body":"Bees fly"}`, 200)
	if got := w.list(bob, "").Data[0]; got.Body != "Bees fly" || got.EditedAt == nil || got.MayEdit || !w.list(w.ann, "").Data[0].MayEdit {
		t.Errorf("%+v", got)
	}
	w.ann.Do("PUT", at, `{"body":"A casino"}`, 200)
	if w.bodies(bob, "") != "" || w.counted() != 0 || len(w.queue("pending")) != 1 {
		t.Error("an edit brings in what a new comment couldn't")
	}
	bob.Do("PUT", at, `{"body":"Taken"}`, 404)
	w.ann.Do("PUT", at, `{"body":"Bees fly"}`, 200)
	if w.bodies(bob, "") != "" {
		t.Error("an edit publishes what waits")
	}
	w.Clock.Advance(15 * time.Minute)
	w.ann.Do("PUT", at, `{"body":"Too late"}`, 409)
	if w.bodies(w.ann, "") != "Bees fly;" {
		t.Error("it was edited too late")
	}
	w.ann.Do("DELETE", at, "", 200)
	w.ann.Do("DELETE", at, "", 404)
	if len(w.queue("pending")) != 0 || w.Count("SELECT count(*) FROM blog_comments WHERE body <> ''") != 0 {
		t.Error("a deleted comment can be read")
	}
}

func TestReportsAndDecisions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mode("open")
	c := w.say(w.ann, "Buy my honey", "")
	at := "/blogs/comments/" + c.ID + "/reports"
	w.Nobody().Do("POST", at, `{"reason":"spam"}`, 401)
	w.ann.Do("POST", at, `{"reason":"spam"}`, 403)
	reporters := []testapp.User{w.User(access.Student), w.User(access.Student), w.User(access.Student), w.User(access.Student)}
	reporters[0].Do("POST", at, `{"reason":"dull"}`, 400)
	reporters[0].Do("POST", at, `{"reason":"spam"}`, 200)
	reporters[0].Do("POST", at, `{"reason":"other"}`, 200) // once each
	reporters[1].Do("POST", at, `{"reason":"spam"}`, 200)
	if q := w.queue("reported"); len(q) != 1 || q[0].Reports != 2 || w.bodies(w.Nobody(), "") == "" || !w.list(reporters[0], "").Data[0].IsReported {
		t.Errorf("%+v", q)
	}
	reporters[2].Do("POST", at, `{"reason":"spam"}`, 200)
	if q := w.queue("pending"); len(q) != 1 || strings.Join(q[0].Reasons, ",") != "reported" || w.bodies(w.Nobody(), "") != "" || w.counted() != 0 {
		t.Errorf("%+v", q)
	}
	w.author.Do("GET", "/blogs/comments", "", 403)
	w.author.Do("PUT", "/blogs/comments/bulk", `{"ids":["x"],"status":"spam"}`, 403)
	w.decide("published", "", c.ID)
	reporters[3].Do("POST", at, `{"reason":"spam"}`, 200)
	if w.bodies(w.Nobody(), "") != "Buy my honey;" || len(w.queue("reported")) != 1 {
		t.Error("a comment that was approved waits again after one report")
	}
	w.decide("rejected", " No advertising ", c.ID)
	if q := w.queue("rejected"); len(q) != 1 || q[0].Reason != "No advertising" || w.counted() != 0 || w.bodies(w.ann, "") != "Buy my honey;" {
		t.Errorf("%+v", q)
	}
	if w.notified("blog.comment_rejected", w.ann) != 1 {
		t.Error("its author was not notified")
	}
	reporters[0].Do("POST", at, `{"reason":"spam"}`, 404)
}

func TestBlockedUsersDoNotComment(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	block := "/blogs/commenters/" + w.ann.ID + "/block"
	w.author.Do("PUT", block, `{"reason":"Spam"}`, 403)
	w.admin.Do("PUT", block, `{"reason":" "}`, 400)
	w.admin.Do("PUT", "/blogs/commenters/x/block", `{"reason":"Spam"}`, 404)
	w.admin.Do("PUT", block, `{"reason":"Advertising"}`, 200)
	if got := w.ann.Do("POST", "/blogs/"+w.post+"/comments", `{"body":"Hi"}`, 403); !strings.Contains(got, "Advertising") || w.Count("SELECT count(*) FROM blog_comments") != 0 {
		t.Errorf("%s", got)
	}
	if w.form(w.ann).Blocked != "Advertising" {
		t.Error("the form doesn't say why")
	}
	w.admin.Do("DELETE", block, "", 200)
	w.admin.Do("DELETE", block, "", 200)
	w.say(w.ann, "Hi", "")
}
