package announcement_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/announcement"
	"lectern/internal/testapp"
)

// learners adds active students with confirmed addresses by SQL, which is quicker than one by one.
func learners(app *testapp.App, n int) {
	app.Exec(fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		INSERT INTO users (id, email, email_key, full_name, password_hash, status, created_at, updated_at, last_seen_at, email_verified_at)
		SELECT 'u' || i, 'u' || i || '@lectern.test', 'u' || i, 'U', '', 'active', ?, ?, ?, ? FROM n`, n), testapp.Start, testapp.Start, testapp.Start, testapp.Start)
	app.Exec("INSERT INTO user_roles (user_id, role) SELECT id, 'student' FROM users WHERE full_name = 'U'")
}

// How users are notified: by default after the priority, when it is published, as they prefer.
func TestNotifications(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	admin, quiet := c.User(access.Admin), c.User(access.Student)
	c.Exec("UPDATE users SET email_verified_at = ?", c.Clock.Now())
	c.Exec("INSERT INTO notification_preferences (user_id, kind, in_app, mail) VALUES (?, 'announcement.mailed', ?, ?)", quiet.ID, true, false)
	sent := func() string {
		t.Helper()
		c.Work()
		return fmt.Sprint(c.Count("SELECT count(*) FROM notifications WHERE in_app"), " ", c.Count("SELECT count(*) FROM notifications WHERE mail = 'sent'"))
	}
	for members, want := range map[string]string{`,"priority":"low"`: "0 0", "": "2 0", `,"priority":"urgent"`: "2 1", `,"priority":"high"`: "2 1", `,"priority":"urgent","notify":"none"`: "0 0", `,"status":"draft","notify":"mail"`: "0 0"} {
		a := create(t, admin, body("students", members))
		if got := sent(); got != want {
			t.Errorf("%s: %s, want %s", members, got, want)
		}
		if got := one(t, admin, a.ID); fmt.Sprint(got.NotifiedCount) != strings.Fields(want)[0] {
			t.Errorf("%s: %+v", members, got)
		}
		c.Exec("DELETE FROM notifications")
		admin.Do("DELETE", "/announcements/"+a.ID, "", 200)
	}
	a := create(t, admin, body("students", fmt.Sprintf(`,"notify":"in_app","publishDate":%q`, c.Clock.Now().Add(time.Hour).Format(time.RFC3339))))
	if got := sent(); got != "0 0" {
		t.Error("before it is published:", got)
	}
	late := c.User(access.Student)
	c.Clock.Advance(2 * time.Hour)
	if got := sent(); got != "3 0" {
		t.Error(got)
	}
	if inbox := late.Do("GET", "/notifications", "", 200); !strings.Contains(inbox, "New announcement: Swarm season") || !strings.Contains(inbox, `"/announcements/`+a.ID+`"`) {
		t.Error(inbox)
	}
	admin.Do("PUT", "/announcements/"+a.ID, body("students", `,"notify":"in_app"`), 200)
	if got := sent(); got != "3 0" {
		t.Error("an edit has notified again:", got)
	}
	admin.Do("PUT", "/announcements/"+a.ID, body("students", `,"notify":"in_app","again":true`), 200)
	if got := sent(); got != "6 0" {
		t.Error("asked to read it anew:", got)
	}
	a = create(t, admin, body("students", fmt.Sprintf(`,"notify":"mail","publishDate":%q`, c.Clock.Now().Add(time.Hour).Format(time.RFC3339))))
	admin.Do("DELETE", "/announcements/"+a.ID, "", 200)
	c.Clock.Advance(2 * time.Hour)
	if got := sent(); got != "6 0" {
		t.Error("a deleted one was sent:", got)
	}
}

// Those who have not confirmed an announcement, or not read one without confirmation, are reminded once in a day by its author.
func TestReminders(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	admin, late := c.User(access.Admin), c.User(access.Student)
	c.Exec("UPDATE users SET email_verified_at = ?", c.Clock.Now())
	a := create(t, admin, body("students", `,"requiresAck":true,"notify":"none"`))
	remind := "/announcements/" + a.ID + "/remind"
	c.Student.Do("POST", "/announcements/"+a.ID+"/read", "", 200)
	late.Do("POST", "/announcements/"+a.ID+"/acknowledge", "", 200)
	before := rows(c.App)
	c.Nobody().Do("POST", remind, "", 401)
	c.Student.Do("POST", remind, "", 403)
	c.Teacher.Do("POST", remind, "", 404)
	draft := create(t, admin, body("students", `,"status":"draft"`))
	before[0], before[1], before[4] = before[0]+1, before[1]+1, before[4]+1
	admin.Do("POST", "/announcements/"+draft.ID+"/remind", "", 409)
	if after := rows(c.App); after != before {
		t.Error("refused requests have changed", before, "to", after)
	}
	reminded := func() int64 {
		c.Work()
		return c.Count("SELECT count(*) FROM notifications WHERE kind = 'announcement.reminder'")
	}
	if sent := testapp.Read[rest.Answer[announcement.AnnouncementReminder]](t, admin.Do("POST", remind, "", 200)).Data; sent.Count != 1 {
		t.Errorf("%+v", sent)
	}
	if n := reminded(); n != 1 || c.Count("SELECT count(*) FROM notifications WHERE mail = 'sent' AND user_id = ?", c.Student.ID) != 1 {
		t.Error(n, "reminded, not the one who has read but not confirmed it")
	}
	if inbox := c.Student.Do("GET", "/notifications", "", 200); !strings.Contains(inbox, "Reminder: Swarm season") {
		t.Error(inbox)
	}
	c.Clock.Advance(23 * time.Hour)
	if answer := admin.Do("POST", remind, "", 409); !strings.Contains(answer, "just_reminded") {
		t.Error(answer)
	}
	c.Clock.Advance(time.Hour)
	admin.Do("POST", remind, "", 200)
	c.Student.Do("POST", "/announcements/"+a.ID+"/acknowledge", "", 200)
	if n := reminded(); n != 1 {
		t.Error("who confirms before their turn is reminded:", n)
	}
	c.Clock.Advance(25 * time.Hour)
	if answer := admin.Do("POST", remind, "", 409); !strings.Contains(answer, "nobody_to_remind") {
		t.Error(answer)
	}
	figures := testapp.Read[rest.Answer[announcement.AnnouncementFigures]](t, admin.Do("GET", "/announcements/analytics", "", 200)).Data
	days := figures.RecentActivity
	if n := figures.Newest; len(n) != 1 || n[0].Addressed != 2 || n[0].Readers != 2 || n[0].Acknowledged != 2 || !n[0].RequiresAck || n[0].ReadRate != 100 {
		t.Errorf("%+v", n)
	}
	if first, second := days[27], days[28]; first.Read != 2 || first.Acknowledged != 1 || first.Published != 1 || second.Read != 0 || second.Acknowledged != 1 {
		t.Errorf("%+v", days[25:])
	}
}

// lostAnswers is a mail server whose answer to the third email is lost: it has left all the same.
type lostAnswers struct{ sent []string }

func (m *lostAnswers) Send(_ context.Context, e mail.Email) error {
	if m.sent = append(m.sent, e.ID); len(m.sent) == 3 {
		return errKilled
	}
	return nil
}

// F91: an email that has left, though whoever sent it does not know, is repeated alone and as the same message; none is missed.
func TestLostEmailsAreRepeatedAlone(t *testing.T) {
	t.Parallel()
	server := &lostAnswers{}
	app := testapp.New(t, func(d *app.Deps) { d.Mail = server })
	learners(app, 7)
	create(t, app.User(access.Admin), body("students", `,"notify":"mail"`))
	app.Work()
	app.Clock.Advance(time.Hour)
	app.Work()
	if n := len(server.sent); n != 8 || server.sent[7] != server.sent[2] {
		t.Error(server.sent)
	}
	slices.Sort(server.sent)
	if n := len(slices.Compact(server.sent)); n != 7 {
		t.Errorf("%d of 7 users were sent an email", n)
	}
}

// errKilled stands for a worker that is killed before its transaction is committed.
var errKilled = errors.New("killed")

// F91: users join and leave while an announcement is sent, workers are killed in the middle of a transaction or after it, and the sending
// starts again. Each user is notified at most once, all who stay exactly once, and none who left before their turn; when it has expired, no
// more are notified.
func TestSendingSurvivesKills(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	learners(app, 730)
	stayed := "SELECT count(*) FROM user_roles WHERE role = 'student'"
	a := create(t, admin, body("students", `,"notify":"mail"`))
	random := rand.New(rand.NewPCG(91, 1))
	for step := 0; app.Count("SELECT count(*) FROM announcements WHERE sent_at IS NOT NULL") == 0; step++ {
		if step > 200 {
			t.Fatal("it never ends")
		}
		who := fmt.Sprintf("u%d", 1+random.IntN(730))
		if random.IntN(2) == 0 {
			app.Exec("DELETE FROM user_roles WHERE user_id = ? AND NOT EXISTS (SELECT 1 FROM notifications AS n WHERE n.user_id = user_roles.user_id)", who)
		}
		killed := random.IntN(3) == 0
		err := app.DB.InTx(t.Context(), func(tx bun.IDB) error {
			err := app.Announcements.SendNext(t.Context(), tx, a.ID)
			if err == nil && killed {
				err = errKilled
			}
			return err
		})
		if err != nil && !errors.Is(err, errKilled) && !errors.Is(err, jobs.ErrNoStepsLeft) {
			t.Fatal(err)
		}
	}
	app.Work()
	if n := app.Count("SELECT count(*) FROM (SELECT user_id FROM notifications GROUP BY user_id HAVING count(*) > 1) AS twice"); n != 0 {
		t.Errorf("%d users were notified twice", n)
	}
	if notified, want := app.Count("SELECT count(*) FROM notifications"), app.Count(stayed); notified != want || want > 729 || want < 600 {
		t.Errorf("%d notified of %d who stayed", notified, want)
	}
	if jobs, want := app.Count("SELECT count(*) FROM jobs WHERE kind = 'notification.email'"), app.Count(stayed); jobs != want {
		t.Errorf("%d emails for %d users", jobs, want)
	}
	app.Exec("DELETE FROM notifications")
	a = create(t, admin, body("students", fmt.Sprintf(`,"notify":"in_app","expiryDate":%q`, app.Clock.Now().Add(time.Hour).Format(time.RFC3339))))
	if err := app.DB.InTx(t.Context(), func(tx bun.IDB) error {
		return app.Announcements.SendNext(context.WithoutCancel(t.Context()), tx, a.ID)
	}); err != nil {
		t.Fatal(err)
	}
	app.Clock.Advance(2 * time.Hour)
	app.Work()
	if n := app.Count("SELECT count(*) FROM notifications"); n != 100 {
		t.Errorf("%d were notified though it had expired", n)
	}
	late := app.User(access.Student)
	if n := unread(t, late); n != 1 {
		t.Errorf("who joins late has %d unread, not the one that has not expired", n)
	}
}
