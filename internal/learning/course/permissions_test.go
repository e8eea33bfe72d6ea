package course_test

import (
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/testapp"
)

// What other features are told about watching and teaching.
func TestWatchAndTeachPermissions(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, learner, left := app.User(access.Instructor), app.User(access.Student), app.User(access.Student)
	done, waiting := app.User(access.Student), app.User(access.Student)
	open := teacher.PublishCourse("")
	for user, status := range map[string]string{learner.ID: "active", left.ID: "withdrawn", done.ID: "completed", waiting.ID: "waitlisted"} {
		app.Exec(`INSERT INTO enrollments (id, user_id, course_id, status, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)`,
			user, user, open.ID, status, app.Clock.Now(), app.Clock.Now())
	}
	people := map[string]struct {
		who                   access.Caller
		watch, preview, teach bool
		previewOfDraft        bool
	}{
		"nobody":                        {access.Caller{}, false, true, false, false},
		"a student":                     {access.Caller{ID: app.User(access.Student).ID, Roles: []access.Role{access.Student}}, false, true, false, false},
		"an enrolled student":           {access.Caller{ID: learner.ID}, true, true, false, true},
		"a student who has completed":   {access.Caller{ID: done.ID}, true, true, false, true},
		"a student who has withdrawn":   {access.Caller{ID: left.ID}, false, true, false, false},
		"a student on the waiting list": {access.Caller{ID: waiting.ID}, false, true, false, false},
		"another teacher":               {access.Caller{ID: app.User(access.Instructor).ID, Roles: []access.Role{access.Instructor}}, false, true, false, false},
		"its teacher":                   {access.Caller{ID: teacher.ID, Roles: []access.Role{access.Instructor}}, true, true, true, true},
		"an administrator":              {access.Caller{ID: app.User(access.Admin).ID, Roles: []access.Role{access.Admin}}, true, true, true, true},
	}
	ask := func(got bool, err error) bool {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
		return got
	}
	for name, c := range people {
		watch := ask(app.Courses.MayWatch(t.Context(), c.who, open.ID, false))
		preview := ask(app.Courses.MayWatch(t.Context(), c.who, open.ID, true))
		teach := ask(app.Courses.MayTeach(t.Context(), c.who, open.ID))
		if watch != c.watch || preview != c.preview || teach != c.teach {
			t.Errorf("%s: watch %v, preview %v, teach %v", name, watch, preview, teach)
		}
		if ask(app.Courses.MayWatch(t.Context(), c.who, "none", true)) || ask(app.Courses.MayTeach(t.Context(), c.who, "none")) {
			t.Errorf("%s may watch or teach a course that does not exist", name)
		}
	}
	teacher.Do("PATCH", "/courses/toggle-status/"+open.ID, "", 200)
	for name, c := range people {
		if got := ask(app.Courses.MayWatch(t.Context(), c.who, open.ID, true)); got != c.previewOfDraft {
			t.Errorf("%s, a preview of a draft: %v", name, got)
		}
		if got := ask(app.Courses.MayWatch(t.Context(), c.who, open.ID, false)); got != c.watch {
			t.Errorf("%s, a course that left the catalogue: %v", name, got)
		}
	}
}
