package sample_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"lectern/internal/people/authn"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/sample"
	"lectern/internal/testapp"
	"lectern/internal/video/transcode"
)

// uploads records uploads, and fails the first few.
type uploads struct {
	failures int
	got      []string
	covers   int
}

func (u *uploads) upload(app *testapp.App) func(ctx context.Context, teacher access.Caller, courseID, title, clip string) (string, error) {
	return func(ctx context.Context, teacher access.Caller, courseID, title, clip string) (string, error) {
		if u.failures--; u.failures >= 0 {
			return "", errors.New("the network is down")
		}
		u.got = append(u.got, fmt.Sprint(teacher.Roles, " ", title, " ", clip))
		n := transcode.NewVideo{CourseID: courseID, OwnerID: teacher.ID, Title: title, OriginalFileName: clip, ContentType: "video/mp4"}
		return app.Videos.Import(ctx, n, strings.NewReader("film"), 4)
	}
}

func (u *uploads) into(app *testapp.App) sample.Installation {
	return sample.Installation{App: app.App, DB: app.DB, Clock: app.Clock, Upload: u.upload(app),
		SetCover: func(context.Context, access.Caller, string, io.Reader) error { u.covers++; return nil }}
}

// signIn signs in as a demo user.
func signIn(t *testing.T, app *testapp.App, role string) authn.SignedIn {
	t.Helper()
	body := `{"email":"` + role + `@lectern.test","password":"lectern-demo"}`
	return testapp.Read[rest.Answer[authn.SignedIn]](t, app.Nobody().Do("POST", "/auth/login", body, 200)).Data
}

// fill fills both the courses and the month.
func fill(ctx context.Context, in sample.Installation) error {
	if err := sample.FillCourses(ctx, in); err != nil {
		return err
	}
	return sample.FillMonth(ctx, in)
}

// An interrupted fill is continued, and a complete one is left alone.
func TestFillIsIdempotent(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	up := &uploads{failures: 1}
	if err := sample.FillCourses(t.Context(), up.into(app)); err == nil {
		t.Fatal("the first filling is cut off")
	}
	if err := sample.FillCourses(t.Context(), up.into(app)); err != nil {
		t.Fatal(err)
	}
	cut, cancel := context.WithCancel(t.Context())
	in := up.into(app)
	covers := in.SetCover
	in.SetCover = func(ctx context.Context, teacher access.Caller, courseID string, picture io.Reader) error {
		if up.covers == 3 {
			cancel()
		}
		return covers(ctx, teacher, courseID, picture)
	}
	if err := sample.FillMonth(cut, in); err == nil {
		t.Fatal("the first month is cut off")
	}
	for range 2 { // the first continues, the second finds it complete
		if err := fill(t.Context(), up.into(app)); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"[instructor] Big Buck Bunny: the first half minute bbb-480p-30s.mp4", "[instructor] The same light, larger bbb-720p-5s.mp4",
		"[instructor] Evening group · 2026-08-26 bbb-720p-5s.mp4", "[instructor] Questions and answers · 2026-08-28 bbb-720p-5s.mp4"}; !slices.Equal(up.got, want) {
		t.Errorf("uploaded %q", up.got)
	}
	if !app.Clock.Now().Equal(testapp.Start) {
		t.Errorf("the clock stands at %s", app.Clock.Now())
	}
	for what, want := range map[string]int64{
		"users": 40, "courses": 12, "courses WHERE status = 'Published'": 11, "published_lessons": 58, "lesson_comments": 26,
		"submissions WHERE status = 'submitted'": 5, "role_applications WHERE status = 'pending'": 1, "invitations": 3, "announcements": 4, "batches": 4, "batch_sessions WHERE ends_at > '2026-09-01 08:00:00+00:00' AND starts_at < '2026-09-03 08:00:00+00:00'": 5,
		"live_rooms WHERE provider = 'built_in'": 3, "online_meetings WHERE provider <> 'built_in'": 0, "(SELECT DISTINCT session_id FROM attendance_marks) AS attended": 12, "(SELECT DISTINCT meeting_id FROM online_meeting_marks) AS asked": 20, "online_meeting_disputes": 1, "(SELECT k.user_id FROM online_meeting_marks k JOIN users u ON u.id = k.user_id JOIN online_meetings m ON m.id = k.meeting_id WHERE u.email = 'student@lectern.test' AND k.status = 'late' AND m.ends_at > '2026-08-10 08:00:00+00:00' LIMIT 1) AS late": 1,
		"orders WHERE status = 'paid'": 6, "refund_requests WHERE status = 'open'": 1, "refund_requests WHERE status = 'refused'": 1, "payment_plans WHERE status = 'active'": 1, "gifts WHERE sent_at IS NOT NULL": 1, "orders WHERE status = 'partially_refunded'": 1, "orders WHERE status = 'refunded'": 1, "orders WHERE status = 'pending'": 1,
		"orders WHERE status = 'expired'": 1, "receipts": 12, "refunds WHERE reversed_at IS NOT NULL": 1, "demo_bookings": 19, "demo_bookings WHERE status = 'completed'": 13, "demo_feedback": 12, "demo_feedback WHERE response <> ''": 1,
		"batches WHERE enrolled = capacity": 1, "batch_waiting WHERE status = 'waiting'": 7, "session_guests": 1,
		"attendance_disputes": 1, "(SELECT DISTINCT m.user_id FROM attendance_marks m JOIN users u ON u.id = m.user_id WHERE u.email = 'student@lectern.test' AND m.status = 'late' AND NOT EXISTS (SELECT 1 FROM attendance_disputes d WHERE d.user_id = m.user_id)) AS disputable": 1,
		"lesson_notes": 3, "saved_courses": 2, "enrollments WHERE status = 'completed' AND user_id = (SELECT id FROM users WHERE email = 'student@lectern.test')": 1,
		"course_reviews": 37, "course_reviews WHERE answer <> ''": 14, "course_review_reports WHERE is_open": 1, "(SELECT DISTINCT course_id FROM course_reviews) AS reviewed": 11,
		"(SELECT DISTINCT substr(CAST(completed_at AS TEXT), 1, 10) AS day FROM lesson_progress WHERE completed_at > '2026-08-25 08:00:00+00:00') AS busy": 7, // lessons are completed until the end
	} {
		if n := app.Count("SELECT count(*) FROM " + what); n != want {
			t.Errorf("%d %s", n, what)
		}
	}
	for _, role := range access.AllRoles {
		if got := signIn(t, app, string(role)).User.Roles; !slices.Equal(got, []access.Role{role}) {
			t.Errorf("%s has the roles %q", role, got)
		}
	}
}

func TestFillRefusesNonEmptyInstallation(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	app.User(access.Student)
	up := &uploads{}
	err := sample.FillCourses(t.Context(), up.into(app))
	if !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "--data") {
		t.Errorf("%v", err)
	}
	if app.Count("SELECT count(*) FROM users") != 1 || app.Count("SELECT count(*) FROM courses") != 0 || len(up.got) != 0 ||
		app.Count("SELECT count(*) FROM settings") != 0 {
		t.Error("what was refused left something")
	}
}
