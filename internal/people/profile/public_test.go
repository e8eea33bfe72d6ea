package profile_test

import (
	"testing"

	"lectern/internal/people/profile"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// Everybody sees the authors of catalogue courses; students of one course see each other unless they hide.
func TestPublicProfileAccess(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	teacher, unpublished := a.User(access.Instructor), a.User(access.Instructor)
	ann, ben, shy, stranger, admin := a.User(access.Student), a.User(access.Student), a.User(access.Student), a.User(access.Student), a.User(access.Admin)
	course, draft := a.Course(teacher), a.Course(unpublished)
	a.Exec("UPDATE courses SET status = 'draft' WHERE id = ?", draft)
	for _, student := range []testapp.User{ann, ben, shy} {
		a.Enroll(student, course)
	}
	shy.Do("PATCH", mine, `{"preferences": {"hideFromClassmates": true}}`, 200)
	nobody := a.Nobody()
	for name, c := range map[string]struct {
		who  testapp.User
		sees testapp.User
		want int
	}{
		"nobody, a teacher of the catalogue":    {nobody, teacher, 200},
		"nobody, a teacher of a draft":          {nobody, unpublished, 404},
		"nobody, a student":                     {nobody, ann, 404},
		"a student, one of the same course":     {ann, ben, 200},
		"a student, one who hides":              {ann, shy, 404},
		"a teacher, a student who hides":        {teacher, shy, 200},
		"a student who hides, oneself":          {shy, shy, 200},
		"a stranger, a student":                 {stranger, ann, 404},
		"a student, a stranger":                 {ann, stranger, 404},
		"another teacher, a student":            {unpublished, ann, 404},
		"an administrator, a student who hides": {admin, shy, 200},
	} {
		if got := c.who.Send("GET", "/api/v1/profile/"+c.sees.ID, "").Code; got != c.want {
			t.Errorf("%s: %d", name, got)
		}
	}
	nobody.Do("GET", "/profile/none", "", 404)
	nobody.Do("GET", "/profile/me", "", 404)
	if f := face(t, ann, "me"); f.ID != ann.ID || f.Teaches {
		t.Errorf("%+v", f)
	}
	a.Exec("UPDATE enrollments SET status = 'withdrawn' WHERE user_id = ?", ben.ID)
	ann.Do("GET", "/profile/"+ben.ID, "", 404)
	a.Exec("UPDATE users SET status = 'disabled' WHERE id = ?", teacher.ID)
	nobody.Do("GET", "/profile/"+teacher.ID, "", 404)
}

func face(t *testing.T, u testapp.User, id string) profile.PublicProfile {
	t.Helper()
	return testapp.Read[rest.Answer[profile.PublicProfile]](t, u.Do("GET", "/profile/"+id, "", 200)).Data
}

// F50: a public profile holds the intended members and no others.
func TestPublicProfileFields(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	teacher := a.User(access.Instructor)
	a.Course(teacher)
	teacher.Do("PATCH", mine, `{"headline": "Beekeeper", "phone": "+41311234567", "birthDate": "1990-12-31", "address": {"city": "Bern"}, "timeZone": "Europe/Zurich"}`, 200)
	got := testapp.Read[rest.Answer[map[string]any]](t, a.Nobody().Do("GET", "/profile/"+teacher.ID, "", 200)).Data
	for name := range got {
		switch name {
		case "id", "fullName", "pronouns", "headline", "bio", "links", "teaches":
		default:
			t.Errorf("a stranger sees %q", name)
		}
	}
	if got["headline"] != "Beekeeper" || got["teaches"] != true {
		t.Error(got)
	}
}
