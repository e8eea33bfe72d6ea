package student_test

import (
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/student"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
	"lectern/internal/testapp"
)

type (
	page   = rest.List[student.TaughtStudent]
	detail = rest.Answer[student.StudentDetail]
)

// named is a student of this name.
func named(a *testapp.App, name string) testapp.User {
	u := a.User(access.Student)
	a.Exec("UPDATE users SET full_name = ?, name_key = ? WHERE id = ?", name, strings.ToLower(name), u.ID)
	for _, key := range text.SearchKeys(name) {
		a.Exec("INSERT INTO user_search_keys (search_key, user_id) VALUES (?, ?)", key, u.ID)
	}
	return u
}

func list(t *testing.T, by testapp.User, query string) page {
	t.Helper()
	return testapp.Read[page](t, by.Do("GET", "/students?"+query, "", 200))
}

func names(l page) string {
	var names []string
	for _, s := range l.Data {
		names = append(names, s.FullName)
	}
	return strings.Join(names, ", ")
}

// progress records how far a student is in a course.
func progress(a *testapp.App, who testapp.User, course string, completed int64) {
	now := a.Clock.Now()
	var done *time.Time
	if completed == 4 {
		done = &now
	}
	a.Exec(`INSERT INTO course_progress (user_id, course_id, version, completed, required, percent, time_spent, last_lesson, started_at, last_at, completed_at, updated_at)
		VALUES (?, ?, 1, ?, 4, ?, 60, '', ?, ?, ?, ?)`, who.ID, course, completed, 25*completed, now, now, done, now)
}

// Instructors see the learners of their courses and nothing of other courses; administrators see all; nobody else sees anything.
func TestWhoSeesStudents(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann, ben, admin := a.User(access.Instructor), a.User(access.Instructor), a.User(access.Admin)
	bees, wasps := a.Course(ann), a.Course(ben)
	lee, kim, free := named(a, "Lee"), named(a, "Kim"), named(a, "Zoe")
	a.Enroll(lee, bees)
	a.Enroll(lee, wasps)
	a.Enroll(kim, wasps)
	progress(a, lee, bees, 1)
	a.Clock.Advance(time.Hour)
	progress(a, lee, wasps, 4)
	for _, path := range []string{"/students", "/students/" + lee.ID} {
		a.Nobody().Do("GET", path, "", 401)
		for _, role := range []access.Role{access.Student, access.Corporate} {
			a.User(role).Do("GET", path, "", 403)
		}
		lee.Do("GET", path, "", 403)
	}
	for who, want := range map[*testapp.User]string{&ann: "Lee", &ben: "Kim, Lee", &admin: "Kim, Lee, Zoe"} {
		got := list(t, *who, "")
		if found := strings.ReplaceAll(names(got), "Somebody, ", ""); found != want || got.Pagination.TotalItems != int64(len(got.Data)) { // Somebody: a student without a course
			t.Errorf("%s, not %s", found, want)
		}
	}
	for who, want := range map[*testapp.User][3]int{&ann: {200, 404, 404}, &ben: {200, 200, 404}, &admin: {200, 200, 200}} {
		for i, of := range []testapp.User{lee, kim, free} {
			who.Do("GET", "/students/"+of.ID, "", want[i])
		}
		who.Do("GET", "/students/none", "", 404)
		who.Do("GET", "/students/"+ann.ID, "", 404)
	}
	seen := func(who testapp.User) student.StudentDetail {
		t.Helper()
		return testapp.Read[detail](t, who.Do("GET", "/students/"+lee.ID, "", 200)).Data
	}
	if d := seen(ann); len(d.CourseList) != 1 || d.CourseList[0].CourseID != bees || *d.CourseList[0].Percent != 25 || d.Courses != 1 || d.CoursesCompleted != 0 || d.Percent != 25 ||
		!d.LastActiveAt.Equal(a.Clock.Now().Add(-time.Hour)) {
		t.Errorf("%+v", d)
	}
	if d := seen(admin); len(d.CourseList) != 2 || d.Courses != 2 || d.CoursesCompleted != 1 || d.Percent < 62 || d.Percent > 63 || !d.LastActiveAt.Equal(a.Clock.Now()) {
		t.Errorf("%+v", d)
	}
	a.Exec("UPDATE enrollments SET status = 'withdrawn' WHERE user_id = ? AND course_id = ?", lee.ID, bees)
	ann.Do("GET", "/students/"+lee.ID, "", 404)
	if got := names(list(t, ann, "")); got != "" {
		t.Error(got)
	}
	a.Exec("UPDATE users SET status = 'disabled' WHERE id = ?", lee.ID)
	ben.Do("GET", "/students/"+lee.ID, "", 404)
	if got := names(list(t, ben, "")); got != "Kim" {
		t.Error(got)
	}
}

func TestFiltersOfStudents(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann, ben := a.User(access.Instructor), a.User(access.Instructor)
	bees, ants, foreign := a.Course(ann), a.Course(ann), a.Course(ben)
	for name, courses := range map[string][]string{"Kim Stone": {bees}, "Lee": {bees, ants, foreign}, "Mia Stone": {ants}} {
		u := named(a, name)
		for _, course := range courses {
			a.Enroll(u, course)
		}
	}
	for query, want := range map[string]string{
		"":                               "Kim Stone, Lee, Mia Stone",
		"sort=-name":                     "Mia Stone, Lee, Kim Stone",
		"search=sto":                     "Kim Stone, Mia Stone",
		"search=tone":                    "",
		"course_id=" + ants:              "Lee, Mia Stone",
		"course_id=" + foreign:           "", // of others, though Lee is one of them
		"search=stone&course_id=" + ants: "Mia Stone",
		"limit=2&page=2":                 "Mia Stone",
		"batch_id=none":                  "",
	} {
		if got := names(list(t, ann, query)); got != want {
			t.Errorf("%s: %s, not %s", query, got, want)
		}
	}
	ann.Do("GET", "/students?sort=x", "", 400)
}

func TestBatchesOfStudents(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann, ben, lee := a.User(access.Instructor), a.User(access.Instructor), named(a, "Lee")
	bees, wasps := a.Course(ann), a.Course(ben)
	for _, c := range []struct {
		teacher      testapp.User
		course, name string
	}{{ann, bees, "Mornings"}, {ben, wasps, "Evenings"}} {
		a.Enroll(lee, c.course)
		id := testapp.Read[rest.Answer[struct{ ID string }]](t, c.teacher.Do("POST", "/batches/courses/"+c.course+"/batches",
			`{"batch_name":"`+c.name+`","start_date":"2026-10-01","end_date":"2026-10-31","capacity":4}`, 201)).Data.ID
		a.Exec("INSERT INTO batch_members (batch_id, user_id, status, by_enrollment, notes, joined_at, updated_at) VALUES (?, ?, 'active', FALSE, 'secret', ?, ?)", id, lee.ID, a.Clock.Now(), a.Clock.Now())
		if got := names(list(t, c.teacher, "batch_id="+id)); got != "Lee" {
			t.Error(got)
		}
		d := testapp.Read[detail](t, c.teacher.Do("GET", "/students/"+lee.ID, "", 200)).Data
		if len(d.Batches) != 1 || d.Batches[0].BatchName != c.name || d.Batches[0].CourseID != c.course || d.Batches[0].MemberStatus != "active" || d.Batches[0].StartDate != "2026-10-01" {
			t.Errorf("%+v", d.Batches)
		}
		a.Exec("UPDATE batch_members SET status = 'dropped' WHERE batch_id = ?", id)
		if got := names(list(t, c.teacher, "batch_id="+id)); got != "" {
			t.Error(got)
		}
		if got := names(list(t, ann, "batch_id="+db.NewID())); got != "" {
			t.Error(got)
		}
	}
}
