package authoring_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/authoring"
	"lectern/internal/learning/course"
	"lectern/internal/learning/enrollment"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type one = rest.Answer[authoring.CourseDetail]

func TestAccess(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, learner := app.User(access.Instructor), app.User(access.Student)
	draft, open := teacher.CreateCourse(""), teacher.PublishCourse("")
	app.Enroll(learner, draft.ID) // enrolled before it left the catalogue

	for name, c := range map[string]struct {
		who                                               testapp.User
		draft, open, create, changeDraft, changeOpen, own int
	}{
		"nobody":              {app.Nobody(), 404, 200, 401, 401, 401, 401},
		"a student":           {app.User(access.Student), 404, 200, 403, 403, 403, 200},
		"a corporate":         {app.User(access.Corporate), 404, 200, 403, 403, 403, 200},
		"an enrolled student": {learner, 200, 200, 403, 403, 403, 200},
		"another teacher":     {app.User(access.Instructor), 404, 200, 400, 404, 403, 200},
		"its teacher":         {teacher, 200, 200, 400, 200, 200, 200},
		"an administrator":    {app.User(access.Admin), 200, 200, 400, 200, 200, 200},
	} {
		t.Run(name, func(t *testing.T) {
			c.who.Do("GET", "/courses/get", "", 200)
			c.who.Do("GET", "/courses/category", "", 200)
			c.who.Do("GET", "/courses/enrolled", "", c.own)
			c.who.Do("GET", "/courses/get?mine=true", "", c.own)
			c.who.Do("GET", "/courses/"+draft.ID, "", c.draft)
			c.who.Do("GET", "/courses/"+open.ID, "", c.open)
			c.who.Do("POST", "/courses/create", "{}", c.create)
			for id, want := range map[string]int{draft.ID: c.changeDraft, open.ID: c.changeOpen} {
				c.who.Do("PUT", "/courses/update/"+id, `{`+testapp.CourseMembers+`}`, want)
				c.who.Do("PATCH", "/courses/toggle-status/"+id, "", want)
				if want == 200 {
					c.who.Do("PATCH", "/courses/toggle-status/"+id, "", want) // back
				}
			}
		})
	}
	if a, b := teacher.GetCourse(draft.ID), teacher.GetCourse(open.ID); a.Status != "draft" || b.Status != "Published" || a.Title != "Keeping bees" {
		t.Errorf("a refused request has changed something: %+v, %+v", a, b)
	}
	if n := app.Count("SELECT count(*) FROM courses"); n != 2 {
		t.Errorf("%d courses", n)
	}
	for id, want := range map[string]int{"none": 404, draft.ID[:35] + "x": 404, "%27%20OR%201=1": 404, "%00": 400, "%ff": 400} {
		teacher.Do("GET", "/courses/"+id, "", want)
	}
}

func TestRules(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	long := strings.Repeat("x", 501)
	for _, c := range []struct {
		change string // fields replaced in a valid request
		want   []fault.Field
	}{
		{`"title":" ","category":null,"course_type":"video"`, []fault.Field{
			{Name: "title", Code: "required", Message: "Title is required"},
			{Name: "category", Code: "invalid_type", Message: "Category is required"},
			{Name: "course_type", Code: "unknown_value", Message: "Course type must be blended, live or free"}}},
		{`"title":"` + long + `"`, []fault.Field{{Name: "title", Code: "too_long", Message: "Title must be at most 200 characters"}}},
		{`"summary":"` + long + `"`, []fault.Field{{Name: "summary", Code: "too_long", Message: "Summary must be at most 500 characters"}}},
		{`"level":"expert"`, []fault.Field{{Name: "level", Code: "unknown_value", Message: "Level must be beginner, intermediate or advanced"}}},
	} {
		got := testapp.Read[rest.Problem](t, teacher.Do("POST", "/courses/create", `{`+testapp.CourseMembers+`,`+c.change+`}`, 400))
		if got.Code != "validation_failed" || got.Message != c.want[0].Message || !slices.Equal(got.Errors, c.want) {
			t.Errorf("%.80s: %+v, want %+v", c.change, got, c.want)
		}
	}
	if n := app.Count("SELECT count(*) FROM courses"); n != 0 {
		t.Errorf("refused requests left %d courses", n)
	}
	c := teacher.CreateCourse(`,"title":" Keeping \n bees ","status":"Published","created_by":"x","id":"x"`)
	if c.Title != "Keeping bees" || c.Level != "beginner" || c.Status != "draft" || len(c.ID) != 36 || c.Summary != "" ||
		!c.CanTeach || c.Enrollment != nil || len(c.Instructors) != 1 || c.Instructors[0] != (course.Instructor{ID: teacher.ID, FullName: "Somebody"}) {
		t.Errorf("a new course is not a trimmed draft by its author: %+v", c)
	}
}

func TestUpdate(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	c := teacher.PublishCourse("")
	app.Clock.Advance(time.Hour)
	body := `{"title":"Bees","summary":"S","description":"D","category":"Insects","course_type":"live","level":"advanced"}`
	got := testapp.Read[one](t, teacher.Do("PUT", "/courses/update/"+c.ID, body, 200)).Data
	if got.Title != "Bees" || got.Summary != "S" || got.Description != "D" || got.Category != "Insects" || got.CourseType != "live" ||
		got.Level != "advanced" || got.Status != "Published" || !got.UpdatedAt.Equal(c.UpdatedAt.Add(time.Hour)) || !got.CreatedAt.Equal(c.CreatedAt) {
		t.Errorf("%+v", got)
	}
	if got := testapp.Read[one](t, teacher.Do("PATCH", "/courses/toggle-status/"+c.ID, "", 200)).Data; got.Status != "draft" {
		t.Errorf("%+v", got)
	}
	app.Exec("UPDATE courses SET status = 'archived'")
	teacher.Do("PATCH", "/courses/toggle-status/"+c.ID, "", 409)
	if got := teacher.GetCourse(c.ID).Status; got != "archived" {
		t.Errorf("an archived course has become %s", got)
	}
}

func TestStudentProgressVisibility(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, ann, ben := app.User(access.Instructor), app.User(access.Student), app.User(access.Student)
	c := teacher.PublishCourse("")
	app.Enroll(ann, c.ID)
	app.Exec(`INSERT INTO course_progress (user_id, course_id, version, completed, required, percent, time_spent, last_lesson, last_at, updated_at)
		VALUES (?, ?, 1, 1, 4, 25, 60, 'l1', ?, ?)`, ann.ID, c.ID, app.Clock.Now(), app.Clock.Now())
	path := "/courses/" + c.ID + "?studentId=" + ann.ID
	for _, who := range []testapp.User{ann, teacher, app.User(access.Admin)} {
		got := testapp.Read[one](t, who.Do("GET", path, "", 200)).Data
		if got.Enrollment == nil || got.Enrollment.Status != "active" || got.Progress == nil || *got.Progress.Percent != 25 {
			t.Errorf("%+v", got)
		}
	}
	for _, who := range []testapp.User{app.Nobody(), ben, app.User(access.Instructor)} {
		who.Do("GET", path, "", 403)
	}
	if got := testapp.Read[rest.List[enrollment.Enrolled]](t, ann.Do("GET", "/courses/enrolled", "", 200)).Data; len(got) != 1 || got[0].Progress == nil || got[0].Progress.Completed != 1 {
		t.Errorf("%+v", got)
	}
	if got := testapp.Read[one](t, teacher.Do("GET", "/courses/"+c.ID+"?studentId="+ben.ID, "", 200)).Data; got.Enrollment != nil {
		t.Errorf("%+v", got.Enrollment)
	}
}
