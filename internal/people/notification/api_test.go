package notification_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/app"
	"lectern/internal/learning/curriculum"
	"lectern/internal/learning/progress"
	"lectern/internal/people/identity"
	"lectern/internal/people/notification"
	"lectern/internal/people/notificationkind"
	"lectern/internal/people/profile"
	"lectern/internal/people/twofactor"
	"lectern/internal/platform/access"
	"lectern/internal/platform/events"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/video/transcode"
)

// post keeps the emails that are sent, or refuses them.
type post struct {
	mu      sync.Mutex
	emails  []mail.Email
	refusal error
}

func (p *post) Send(_ context.Context, l mail.Email) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.refusal != nil {
		return p.refusal
	}
	p.emails = append(p.emails, l)
	return nil
}

// to returns the emails to a user and removes them from the post.
func (p *post) to(u testapp.User) (found []mail.Email) {
	p.mu.Lock()
	defer p.mu.Unlock()
	kept := p.emails
	p.emails = nil
	for _, l := range kept {
		if l.To == u.ID+"@lectern.test" {
			found = append(found, l)
		} else {
			p.emails = append(p.emails, l)
		}
	}
	return found
}

// school is an application with a teacher and a student whose addresses are confirmed.
type school struct {
	*testapp.App
	t                *testing.T
	post             *post
	teacher, student testapp.User
	course           string
}

func newSchool(t *testing.T) *school {
	t.Helper()
	p := &post{}
	a := testapp.New(t, func(parts *app.Deps) { parts.Mail = p })
	s := &school{App: a, t: t, post: p, teacher: a.User(access.Instructor), student: a.User(access.Student)}
	a.Exec("UPDATE users SET email_verified_at = created_at")
	s.course = a.Course(s.teacher)
	return s
}

// tell publishes an event and runs all listeners.
func (s *school) tell(e events.Event) {
	s.t.Helper()
	must(s.t, s.DB.InTx(s.t.Context(), func(tx bun.IDB) error { return events.Publish(s.t.Context(), tx, s.Clock.Now(), e) }))
	s.Work()
}

// video inserts a video of the course that could not be processed, uploaded by the teacher.
func (s *school) video(id string) {
	s.t.Helper()
	s.Exec(`UPDATE videos SET id = ?, title = ?, status = 'failed', live_generation = 0, failure_code = 'x', failure_reason = 'It has no picture.'
		WHERE id = ?`, id, "Film "+id, s.teacher.Video(s.course))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func list(t *testing.T, u testapp.User, query string) rest.List[notification.Notification] {
	t.Helper()
	return testapp.Read[rest.List[notification.Notification]](t, u.Do("GET", "/notifications"+query, "", 200))
}

func titles(l rest.List[notification.Notification]) string {
	all := make([]string, len(l.Data))
	for i, v := range l.Data {
		all[i] = v.Title
	}
	return strings.Join(all, ", ")
}

func unread(t *testing.T, u testapp.User) int64 {
	t.Helper()
	return testapp.Read[rest.Answer[notification.UnreadCount]](t, u.Do("GET", "/notifications/unread-count", "", 200)).Data.Unread
}

func TestEnrollmentNotifiesStudentAndTeachers(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	for range 2 { // the second delivery changes nothing
		s.student.Do("POST", "/courses/"+s.course+"/enroll", "", 200)
		s.Work()
	}
	for want, u := range map[string]testapp.User{"You are enrolled in Bees": s.student, "New learner in Bees": s.teacher} {
		l := list(t, u, "")
		if titles(l) != want || unread(t, u) != 1 || l.Data[0].Link != "/courses/"+s.course || l.Data[0].ReadAt != nil {
			t.Errorf("%+v, want %s", l.Data, want)
		}
	}
	if got := s.post.to(s.student); len(got) != 0 {
		t.Errorf("email of a kind that is not emailed by default: %+v", got)
	}
}

func TestVideoOutcomeNotifiesTeachers(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	other, unproven := s.User(access.Instructor), s.User(access.Instructor)
	s.Exec("UPDATE users SET email_verified_at = created_at WHERE id = ?", other.ID)
	for _, u := range []testapp.User{other, unproven} {
		s.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", s.course, u.ID)
	}
	s.video("one")
	s.Exec("UPDATE videos SET failure_code = 'VIDEO_PROTECTED'")
	s.tell(transcode.VideoReady{VideoID: "one"})
	s.tell(transcode.VideoFailed{VideoID: "one"})
	s.tell(transcode.VideoFailed{VideoID: "gone"})
	for _, u := range []testapp.User{s.teacher, other, unproven} {
		l := list(t, u, "")
		if titles(l) != "Film one could not be processed, Film one is ready" || l.Data[0].Body != "It has no picture." ||
			l.Data[1].Link != "/learn/"+s.course+"/one" || l.Data[0].Link != "/teach/videos?video=one" {
			t.Errorf("%+v", l.Data)
		}
	}
	for _, u := range []testapp.User{s.teacher, other} {
		got := s.post.to(u)
		if len(got) != 1 || got[0].Subject != "Film one could not be processed" || got[0].ActionURL != "https://lectern.test/teach/videos?video=one" || got[0].Unsubscribe == "" {
			t.Errorf("%+v", got)
		}
	}
	other.Do("PATCH", "/profile/me/comprehensive", `{"locale":"de"}`, 200)
	s.tell(transcode.VideoFailed{VideoID: "one"})
	if got := s.post.to(other); len(got) != 1 || !strings.HasPrefix(got[0].Lines[0], "Dieses Video ist kopiergeschützt") {
		t.Errorf("the reason is not in the language of its reader: %+v", got)
	}
	if got := s.post.to(unproven); len(got) != 0 {
		t.Errorf("an unconfirmed address got %+v", got)
	}
	if l := list(t, s.student, ""); len(l.Data) != 0 || !strings.Contains(s.student.Do("GET", "/notifications", "", 200), `"data":[]`) {
		t.Errorf("an unrelated user was notified: %+v", l.Data)
	}
}

// Account events appear in the inbox; their email is still sent by the account feature alone.
func TestAccountNotifications(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	admin := s.User(access.Admin)
	s.Exec("UPDATE users SET email_verified_at = created_at")
	ann := s.student
	s.Exec("UPDATE users SET full_name = 'Ann Lee' WHERE id = ?", ann.ID)
	ann.Do("POST", "/auth/role-applications", `{"role":"instructor","about":"Bees"}`, 201)
	s.Work()
	if got := titles(list(t, admin, "")); got != "Ann Lee applies for a role" {
		t.Errorf("the administrator was notified: %q", got)
	}
	if got := s.post.to(admin); len(got) != 1 || got[0].Subject != "Ann Lee applies for a role" || got[0].ActionURL != "https://lectern.test/admin/applications" {
		t.Errorf("%+v", got)
	}
	for range 3 {
		s.Nobody().Send("POST", "/api/v1/auth/login", `{"email":"`+ann.ID+`@lectern.test","password":"wrong horse battery"}`)
	}
	for range 3 { // at an address without an account
		s.Nobody().Send("POST", "/api/v1/auth/login", `{"email":"eve@lectern.test","password":"wrong horse battery"}`)
	}
	s.Work()
	if n := s.Count("SELECT count(*) FROM notifications WHERE user_id = ? AND kind = 'security.account_locked'", ann.ID); n != 1 {
		t.Errorf("%d notifications of the lock", n)
	}
	if n := s.Count("SELECT count(*) FROM jobs WHERE state = 'failed'"); n != 0 {
		t.Errorf("%d jobs failed", n)
	}
	got := s.post.to(ann)
	if len(got) != 1 || !strings.Contains(got[0].Subject, "locked") || got[0].Unsubscribe != "" {
		t.Errorf("emails about the lock: %+v", got)
	}
	s.Clock.Advance(time.Hour)
	application := testapp.Read[rest.List[struct{ ID string }]](t, ann.Do("GET", "/auth/role-applications/mine", "", 200)).Data[0].ID
	s.tell(twofactor.Changed{UserID: ann.ID})
	s.tell(identity.Changed{User: ann.ID, Provider: "oidc", Connected: true})
	s.tell(profile.ExportReady{User: ann.ID, Export: "x"})
	if got := titles(list(t, ann, "")); got != "Your data export is ready, Your connected accounts have changed, Your two-factor authentication has changed, Your account was temporarily locked" {
		t.Error(got)
	}
	s.post.to(ann)
	admin.Do("POST", "/auth/role-applications/"+application+"/approve", "{}", 200)
	s.Work()
	if got := titles(list(t, ann, "?group=account")); got != "Your application has been approved, Your data export is ready" {
		t.Error(got)
	}
	if got := s.post.to(ann); len(got) != 1 || got[0].Subject != "Your application has been approved" {
		t.Errorf("emails about the decision: %+v", got)
	}
}

func TestCourseNotifications(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	s.Enroll(s.student, s.course)
	gone := s.User(access.Student)
	s.Enroll(gone, s.course)
	s.Exec("UPDATE enrollments SET status = 'withdrawn' WHERE user_id = ?", gone.ID)
	s.tell(curriculum.PublishedEvent{CourseID: s.course, Version: 1})
	s.tell(curriculum.PublishedEvent{CourseID: s.course, Version: 2}) // on the same day
	s.tell(progress.CompletedEvent{UserID: s.student.ID, CourseID: s.course})
	s.tell(curriculum.PublishedEvent{CourseID: "gone", Version: 2})
	s.tell(progress.CompletedEvent{UserID: s.student.ID, CourseID: "gone"})
	if got := titles(list(t, s.student, "")); got != "You have completed Bees, Bees has been updated" {
		t.Error(got)
	}
	s.Clock.Advance(24 * time.Hour)
	s.tell(curriculum.PublishedEvent{CourseID: s.course, Version: 3})
	if n := len(list(t, s.student, "").Data); n != 3 || len(list(t, gone, "").Data) != 0 || s.Count("SELECT count(*) FROM jobs WHERE state = 'failed'") != 0 {
		t.Errorf("%d", n)
	}
}

func TestReadAndRemove(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	for i := range 5 {
		s.video(fmt.Sprint(i))
		s.tell(transcode.VideoReady{VideoID: fmt.Sprint(i)})
	}
	all := list(t, s.teacher, "").Data
	for _, c := range []struct{ method, path string }{
		{"POST", "/notifications/" + all[0].ID + "/read"}, {"POST", "/notifications/read-all?up_to=" + all[0].ID}, {"DELETE", "/notifications/" + all[0].ID},
		{"POST", "/notifications/none/read"}, {"DELETE", "/notifications/none"},
	} {
		s.student.Do(c.method, c.path, "", 404) // another user's notification
	}
	if n := unread(t, s.teacher); n != 5 {
		t.Errorf("another user has changed it: %d are unread", n)
	}
	for range 2 {
		if got := s.teacher.Do("POST", "/notifications/"+all[0].ID+"/read", "", 200); !strings.Contains(got, `"unread":4`) {
			t.Error(got)
		}
	}
	if got := s.teacher.Do("DELETE", "/notifications/"+all[0].ID, "", 200); !strings.Contains(got, `"unread":4`) {
		t.Error(got)
	}
	if got := s.teacher.Do("DELETE", "/notifications/"+all[1].ID, "", 200); !strings.Contains(got, `"unread":3`) {
		t.Error(got)
	}
	s.teacher.Do("DELETE", "/notifications/"+all[1].ID, "", 404)
	if got := titles(list(t, s.teacher, "?unread=true")); got != "Film 2 is ready, Film 1 is ready, Film 0 is ready" {
		t.Error(got)
	}
	s.teacher.Do("POST", "/notifications/read-all?up_to="+all[3].ID, "", 200)
	if got := titles(list(t, s.teacher, "?unread=true")); got != "Film 2 is ready" || unread(t, s.teacher) != 1 {
		t.Error(got)
	}
	s.teacher.Do("POST", "/notifications/read-all", "", 200)
	if got := list(t, s.teacher, ""); unread(t, s.teacher) != 0 || len(got.Data) != 3 || got.Data[0].ReadAt == nil {
		t.Errorf("%+v", got)
	}
	if got := titles(list(t, s.teacher, "?group=courses")); got != "" {
		t.Error(got)
	}
}

func TestListPages(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	for i := range 7 {
		s.video(fmt.Sprint(i))
		s.tell(transcode.VideoReady{VideoID: fmt.Sprint(i)})
	}
	var seen []string
	cursor := ""
	for range 4 {
		l := list(t, s.teacher, "?limit=3&cursor="+cursor)
		for _, v := range l.Data {
			seen = append(seen, v.Link[len(v.Link)-1:])
		}
		if cursor == "" { // new notifications must not shift the pages
			s.video("x")
			s.tell(transcode.VideoReady{VideoID: "x"})
		}
		if cursor = l.NextCursor; cursor == "" {
			break
		}
	}
	if got := strings.Join(seen, ""); got != "6543210" {
		t.Error(got)
	}
	if l := list(t, s.teacher, "?limit=3&page=2"); l.Pagination.TotalItems != 8 || len(l.Data) != 3 || l.Data[0].Link[len(l.Data[0].Link)-1:] != "4" {
		t.Errorf("%+v", l)
	}
	for _, bad := range []string{"?cursor=x", "?cursor=WyJ4Il0", "?group=x", "?unread=x", "?limit=0"} {
		s.teacher.Do("GET", "/notifications"+bad, "", 400)
	}
}

// An event that is delivered twice arrives once, even if its notification was removed in between.
func TestDuplicateEventArrivesOnce(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	s.video("1")
	news := notification.Notice{DedupKey: "o", Kind: notificationkind.VideoFailed, To: []string{s.teacher.ID, s.teacher.ID, "nobody", s.student.ID}}
	must(t, s.Notifications.Notify(t.Context(), news))
	l := list(t, s.teacher, "")
	must(t, s.Notifications.Notify(t.Context(), news))
	if len(l.Data) != 1 || unread(t, s.teacher) != 1 {
		t.Errorf("%+v", l.Data)
	}
	s.teacher.Do("DELETE", "/notifications/"+l.Data[0].ID, "", 200)
	must(t, s.Notifications.Notify(t.Context(), news))
	s.Work()
	if n := len(list(t, s.teacher, "").Data); n != 0 || len(s.post.to(s.teacher)) != 1 {
		t.Errorf("%d came back", n)
	}
	if len(list(t, s.student, "").Data) != 0 {
		t.Error("a student was notified of a kind for teachers")
	}
	s.Exec("UPDATE users SET status = 'disabled' WHERE id = ?", s.teacher.ID)
	news.DedupKey = "another"
	must(t, s.Notifications.Notify(t.Context(), news))
	if n := s.Count("SELECT count(*) FROM notifications WHERE dedup_key = 'another'"); n != 0 {
		t.Errorf("%d disabled users were notified", n)
	}
}

// The unread count matches the list under concurrency.
func TestUnreadCountUnderConcurrency(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for k := range 5 {
				n := notification.Notice{DedupKey: fmt.Sprint(i, k), Kind: notificationkind.VideoReady, To: []string{s.teacher.ID}}
				if err := s.Notifications.Notify(t.Context(), n); err != nil {
					t.Error(err)
				}
				if i%2 == 0 {
					s.teacher.Do("POST", "/notifications/read-all", "", 200)
				} else if l := list(t, s.teacher, "?unread=true").Data; len(l) > 0 {
					s.teacher.Send("DELETE", "/api/v1/notifications/"+l[0].ID, "")
				}
			}
		})
	}
	all.Wait()
	want := s.Count("SELECT count(*) FROM notifications WHERE user_id = ? AND in_app AND read_at IS NULL", s.teacher.ID)
	if got := unread(t, s.teacher); got != want {
		t.Errorf("the count says %d, the list has %d", got, want)
	}
}

func TestSweep(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	notify := func(key string) {
		must(t, s.Notifications.Notify(t.Context(), notification.Notice{DedupKey: key, Kind: notificationkind.VideoReady, To: []string{s.teacher.ID}}))
	}
	notify("read")
	s.teacher.Do("POST", "/notifications/read-all", "", 200)
	notify("unread")
	day := 24 * time.Hour
	for _, c := range []struct {
		after time.Duration
		left  int
	}{{89 * day, 2}, {2 * day, 1}, {88 * day, 1}, {2 * day, 0}} {
		s.Clock.Advance(c.after)
		must(t, s.Notifications.Sweep(t.Context()))
		if l := list(t, s.teacher, ""); len(l.Data) != c.left || unread(t, s.teacher) != int64(min(c.left, 1)) {
			t.Errorf("after %s: %+v", c.after, l.Data)
		}
	}
}
