package user_test

import (
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/testapp"
)

// The detail brings together data from all features.
func TestDetail(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, teacher := app.User(access.Admin), app.User(access.Instructor)
	ann := app.User(access.Student)
	app.Enroll(ann, app.Course(teacher))
	ann.Do("POST", "/auth/role-applications", `{"role":"instructor","about":"I teach bees"}`, 201)
	ann.Do("PATCH", "/profile/me/comprehensive", `{"headline":"Bees","timeZone":"Europe/Berlin"}`, 200)
	app.Exec("INSERT INTO recovery_codes (user_id, code_hash, created_at) VALUES (?, 'canary', ?)", ann.ID, testapp.Start)
	admin.Do("POST", "/auth/lock-account/"+teacher.ID, `{"reason":"Spam"}`, 200)

	body := admin.Do("GET", "/users/"+ann.ID, "", 200)
	d := testapp.Read[one](t, body).Data
	if d.ID != ann.ID || d.FullName != "Somebody" || d.Status != "active" || len(d.Roles) != 1 || d.Profile.Headline != "Bees" || d.Profile.TimeZone != "Europe/Berlin" ||
		len(d.Sessions) != 1 || d.Sessions[0].UserAgent != "testapp" || d.Factors.Password || d.Factors.RecoveryCodes != 1 || d.LastSeenAt == nil ||
		d.Enrolled != 1 || len(d.Enrollments) != 1 || d.Enrollments[0].Title != "Bees" || len(d.Applications) != 1 || d.Applications[0].Status != "pending" || len(d.Locks) != 0 {
		t.Error(body)
	}
	if strings.Contains(body, "canary") || strings.Contains(body, "password_hash") {
		t.Error("the answer holds a secret")
	}
	locked := admin.Do("GET", "/users/"+teacher.ID, "", 200)
	d = testapp.Read[one](t, locked).Data
	if !d.Locked || len(d.Locks) != 1 || d.Locks[0].Note != "Spam" || d.Locks[0].Reason != "admin_lock" || d.Teaches != 1 || len(d.Sessions) != 0 ||
		strings.Contains(locked, ":null,\"sessions\"") || !strings.Contains(locked, `"applications":[]`) {
		t.Error(locked)
	}
}
