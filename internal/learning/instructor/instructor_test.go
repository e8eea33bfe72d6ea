package instructor_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/instructor"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type (
	page    = rest.List[instructor.PublicInstructor]
	profile = rest.Answer[instructor.InstructorProfile]
)

// teacher is an instructor of this name.
func teacher(a *testapp.App, name string) testapp.User {
	u := a.User(access.Instructor)
	a.Exec("UPDATE users SET full_name = ?, name_key = ? WHERE id = ?", name, strings.ToLower(name), u.ID)
	return u
}

// rate gives a course so many reviews of these stars.
func rate(t *testing.T, a *testapp.App, id string, stars int64, reviews int) {
	t.Helper()
	var r course.Rating
	for range reviews {
		r = r.Changed(stars, 1)
	}
	if err := a.DB.InTx(t.Context(), func(tx bun.IDB) error { return course.PutRating(t.Context(), tx, id, r) }); err != nil {
		t.Fatal(err)
	}
}

func list(t *testing.T, by testapp.User, query string) page {
	t.Helper()
	return testapp.Read[page](t, by.Do("GET", "/instructors?"+query, "", 200))
}

func names(l page) string {
	var names []string
	for _, i := range l.Data {
		names = append(names, i.FullName)
	}
	return strings.Join(names, ", ")
}

// Public is who teaches a course of the catalogue, as long as their account is open.
func TestWhoIsPublic(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	visitor, ann, ben, cyn := a.Nobody(), teacher(a, "Ann"), teacher(a, "Ben"), teacher(a, "Cyn")
	public := a.Course(ann)
	a.Exec("UPDATE courses SET status = 'draft' WHERE id = ?", a.Course(ben))
	a.Exec("UPDATE courses SET status = 'archived' WHERE id = ?", a.Course(cyn))
	learner := a.User(access.Student)
	a.Enroll(learner, public)
	if got := list(t, visitor, ""); names(got) != "Ann" || got.Pagination.TotalItems != 1 {
		t.Errorf("%+v", got)
	}
	sees := func(who testapp.User, want int) {
		t.Helper()
		for _, path := range []string{"/instructors/" + who.ID, "/instructors/" + who.ID + "/courses"} {
			visitor.Do("GET", path, "", want)
		}
	}
	sees(ann, 200)
	for _, who := range []testapp.User{ben, cyn, learner, a.User(access.Admin), {ID: "none"}} {
		sees(who, 404)
	}
	a.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", public, ben.ID)
	sees(ben, 200)
	a.Exec("UPDATE users SET status = 'disabled' WHERE id = ?", ben.ID)
	sees(ben, 404)
	if got := names(list(t, visitor, "")); got != "Ann" {
		t.Error(got)
	}
	a.User(access.Admin).Do("DELETE", "/profile/"+ann.ID, "", 200)
	for range 2 { // closed, and a month later erased
		sees(ann, 404)
		if got := names(list(t, visitor, "")); got != "" {
			t.Error(got)
		}
		a.Clock.Advance(31 * 24 * time.Hour)
		if err := a.PersonalData.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		a.Work()
	}
	if n := a.Count("SELECT count(*) FROM users WHERE id = ? AND full_name = 'Ann'", ann.ID); n != 0 {
		t.Error("Ann was not erased")
	}
}

// What is public of an instructor are these members and no others: no email address, no phone number.
func TestFieldsOfInstructors(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := teacher(a, "Ann")
	a.Course(ann)
	ann.Do("PATCH", "/profile/me/comprehensive", `{"headline": "Beekeeper", "bio": "Keeps bees.", "pronouns": "she", "phone": "+41311234567", "birthDate": "1990-12-31",
		"address": {"city": "Bern"}, "links": [{"label": "Hives", "url": "https://hives.test"}]}`, 200)
	a.Exec("UPDATE profiles SET avatar_id = 'face' WHERE user_id = ?", ann.ID)
	body := a.Nobody().Do("GET", "/instructors/"+ann.ID, "", 200)
	for _, private := range []string{"@lectern.test", "+41", "1990", "Bern"} {
		if all := body + a.Nobody().Do("GET", "/instructors", "", 200); strings.Contains(all, private) {
			t.Errorf("%s in %s", private, all)
		}
	}
	p := testapp.Read[profile](t, body).Data
	if p.Headline != "Beekeeper" || p.Bio != "Keeps bees." || p.Pronouns != "she" || len(p.Links) != 1 || p.Links[0].URL != "https://hives.test" || p.Courses != 1 {
		t.Errorf("%+v", p)
	}
	if p.Picture == nil || p.Picture.Large != "/api/v1/avatars/face/256" || p.Picture.Small != "/api/v1/avatars/face/64" {
		t.Errorf("%+v", p.Picture)
	}
	if found := list(t, a.Nobody(), "search="+ann.ID[:8]); len(found.Data) != 0 { // their email address begins with it
		t.Errorf("%+v", found)
	}
}

// The figures are those of all published courses: people who learn in two courses count once, and few are not shown.
func TestFiguresOfInstructors(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := teacher(a, "Ann")
	first, second, draft := a.Course(ann), a.Course(ann), a.Course(ann)
	a.Exec("UPDATE courses SET status = 'draft' WHERE id = ?", draft)
	rate(t, a, first, 5, 3)
	rate(t, a, second, 4, 1)
	rate(t, a, draft, 1, 50)
	var learners []testapp.User
	for range 9 {
		u := a.User(access.Student)
		learners = append(learners, u)
		a.Enroll(u, first)
		a.Enroll(u, second)
	}
	shown := func() instructor.InstructorProfile {
		t.Helper()
		p := testapp.Read[profile](t, a.Nobody().Do("GET", "/instructors/"+ann.ID, "", 200)).Data
		if l := list(t, a.Nobody(), "").Data[0]; l.Learners != p.Learners || l.Rating != p.Rating || l.Courses != p.Courses {
			t.Errorf("%+v, %+v", l, p)
		}
		return p
	}
	if p := shown(); p.Courses != 2 || p.Learners != 0 || p.Rating != (instructor.InstructorRating{Average: 4.75, Count: 4}) {
		t.Errorf("%+v", p)
	}
	for _, course := range []string{second, draft} {
		for range 3 {
			a.Enroll(a.User(access.Student), course)
		}
	}
	if p := shown(); p.Learners != 10 { // of 12
		t.Errorf("%+v", p)
	}
	if c := a.Nobody().GetCourse(second); c.Learners != 10 {
		t.Errorf("%d", c.Learners)
	}
	a.Exec("UPDATE enrollments SET status = 'withdrawn' WHERE user_id IN (?)", bun.List([]string{learners[0].ID, learners[1].ID, learners[2].ID}))
	if p := shown(); p.Learners != 0 {
		t.Errorf("%+v", p)
	}
	if c := a.Nobody().GetCourse(first); c.Learners != 0 {
		t.Errorf("%d", c.Learners)
	}
}

func TestListOfInstructors(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	visitor, ann, ben, cyn := a.Nobody(), teacher(a, "Ann Bee"), teacher(a, "Ben"), teacher(a, "Cyn")
	rate(t, a, a.Course(ann), 5, 1) // one enthusiast
	rate(t, a, a.Course(ben), 4, 60)
	a.Course(ben)
	shared := a.Course(cyn)
	a.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", shared, ben.ID)
	a.Exec("INSERT INTO course_categories (name, parent, position) VALUES ('Nature', '', 90), ('Insects', 'Nature', 91)")
	a.Exec("UPDATE courses SET category = 'Insects' WHERE id = ?", shared)
	a.Exec("UPDATE courses SET category = 'Food' WHERE created_by = ?", ann.ID)
	for query, want := range map[string]string{
		"":                                 "Ann Bee, Ben, Cyn",
		"sort=rating":                      "Ben, Ann Bee, Cyn",
		"sort=courses":                     "Ben, Ann Bee, Cyn",
		"search=BEE":                       "Ann Bee",
		"search=%25":                       "",
		"category=Insects":                 "Ben, Cyn",
		"category=Nature":                  "Ben, Cyn",
		"category=Food":                    "Ann Bee",
		"category=None":                    "",
		"course_id=" + shared:              "Ben, Cyn",
		"limit=2":                          "Ann Bee, Ben",
		"limit=2&page=2":                   "Cyn",
		"category=Insects&search=ben":      "Ben",
		"category=Insects&limit=1&page=30": "",
	} {
		if got := list(t, visitor, query); names(got) != want {
			t.Errorf("%s: %s, not %s", query, names(got), want)
		}
	}
	if got := list(t, visitor, "category=Insects"); got.Data[0].Courses != 3 || got.Pagination.TotalItems != 2 { // also those of other categories
		t.Errorf("%+v", got)
	}
	visitor.Do("GET", "/instructors?sort=none", "", 400)
}

func TestCoursesOfInstructors(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := teacher(a, "Ann")
	for _, title := range []string{"Wasps", "Bees", "Ants"} {
		a.Clock.Advance(time.Minute)
		id := ann.PublishCourse(`,"title":"` + title + `"`).ID
		if title == "Bees" {
			rate(t, a, id, 5, 2)
		}
	}
	ann.CreateCourse(`,"title":"Draft"`)
	a.Course(teacher(a, "Ben"))
	for query, want := range map[string]string{"": "[Ants Bees Wasps] of 3", "sort=title": "[Ants Bees Wasps] of 3", "sort=rating&limit=1": "[Bees] of 3", "limit=2&page=2": "[Wasps] of 3"} {
		found := testapp.Read[rest.List[course.Course]](t, a.Nobody().Do("GET", "/instructors/"+ann.ID+"/courses?"+query, "", 200))
		var titles []string
		for _, c := range found.Data {
			titles = append(titles, c.Title)
			if len(c.Instructors) != 1 || c.Instructors[0].FullName != "Ann" {
				t.Errorf("%+v", c.Instructors)
			}
		}
		if got := fmt.Sprint(titles, " of ", found.Pagination.TotalItems); got != want {
			t.Errorf("%s: %s, not %s", query, got, want)
		}
	}
}
