package course_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type (
	one        = rest.Answer[course.CourseDetail]
	page       = rest.List[course.Course]
	categories = rest.Answer[[]course.Category]
)

const bees = `"title":"Keeping bees","category":"Nature","course_type":"blended"`

// create makes a draft with these members beside, or instead of, the required ones.
func create(t *testing.T, by testapp.User, members string) course.CourseDetail {
	t.Helper()
	return testapp.Read[one](t, by.Do("POST", "/courses/create", `{`+bees+members+`}`, 201)).Data
}

// publish makes a course of the catalogue.
func publish(t *testing.T, by testapp.User, members string) course.CourseDetail {
	t.Helper()
	c := create(t, by, members)
	return testapp.Read[one](t, by.Do("PATCH", "/courses/toggle-status/"+c.ID, "", 200)).Data
}

func get(t *testing.T, who testapp.User, id string) course.CourseDetail {
	t.Helper()
	return testapp.Read[one](t, who.Do("GET", "/courses/"+id, "", 200)).Data
}

// titles is what a list shows, as "title status".
func titles(t *testing.T, who testapp.User, query string) (titles []string) {
	t.Helper()
	for _, c := range testapp.Read[page](t, who.Do("GET", "/courses/get?"+query, "", 200)).Data {
		titles = append(titles, c.Title+" "+c.Status)
	}
	return titles
}

func TestAccess(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, learner := app.User(access.Instructor), app.User(access.Student)
	draft, open := create(t, teacher, ""), publish(t, teacher, "")
	app.Enroll(learner, draft.ID) // enrolled while it was in the catalogue

	for name, c := range map[string]struct {
		who                                               testapp.User
		draft, open, create, changeDraft, changeOpen, own int
	}{
		"nobody":           {app.Nobody(), 404, 200, 401, 401, 401, 401},
		"a student":        {app.User(access.Student), 404, 200, 403, 403, 403, 200},
		"a corporate":      {app.User(access.Corporate), 404, 200, 403, 403, 403, 200},
		"an enrolled one":  {learner, 200, 200, 403, 403, 403, 200},
		"another teacher":  {app.User(access.Instructor), 404, 200, 400, 404, 403, 200},
		"its teacher":      {teacher, 200, 200, 400, 200, 200, 200},
		"an administrator": {app.User(access.Admin), 200, 200, 400, 200, 200, 200},
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
				c.who.Do("PUT", "/courses/update/"+id, `{`+bees+`}`, want)
				c.who.Do("PATCH", "/courses/toggle-status/"+id, "", want)
				if want == 200 {
					c.who.Do("PATCH", "/courses/toggle-status/"+id, "", want) // back
				}
			}
		})
	}
	if a, b := get(t, teacher, draft.ID), get(t, teacher, open.ID); a.Status != "draft" || b.Status != "Published" || a.Title != "Keeping bees" {
		t.Errorf("what was refused has changed something: %+v, %+v", a, b)
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
		change string // of members of a good request
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
		got := testapp.Read[rest.Problem](t, teacher.Do("POST", "/courses/create", `{`+bees+`,`+c.change+`}`, 400))
		if got.Code != "validation_failed" || got.Message != c.want[0].Message || !slices.Equal(got.Errors, c.want) {
			t.Errorf("%.80s: %+v, want %+v", c.change, got, c.want)
		}
	}
	if n := app.Count("SELECT count(*) FROM courses"); n != 0 {
		t.Errorf("what was refused left %d courses", n)
	}
	c := create(t, teacher, `,"title":" Keeping \n bees ","status":"Published","created_by":"x","id":"x"`)
	if c.Title != "Keeping bees" || c.Level != "beginner" || c.Status != "draft" || len(c.ID) != 36 || c.Summary != "" ||
		!c.CanTeach || c.Enrollment != nil || len(c.Instructors) != 1 || c.Instructors[0] != (course.Instructor{ID: teacher.ID, FullName: "Somebody"}) {
		t.Errorf("a new course is a trimmed draft of its maker: %+v", c)
	}
}

func TestChanging(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	c := publish(t, teacher, "")
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
	if got := get(t, teacher, c.ID).Status; got != "archived" {
		t.Errorf("an archived course has become %s", got)
	}
}

func TestCatalogue(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ines, otto := app.User(access.Instructor), app.User(access.Instructor)
	for i, members := range []string{
		`,"title":"Ärzte und Bienen","summary":"100% honey","level":"advanced"`,
		`,"title":"bread","category":"Food","course_type":"free","summary":"Sourdough from nature"`,
		`,"title":"Cheese","category":"Food","course_type":"live"`,
	} {
		app.Clock.Advance(time.Duration(i) * time.Second)
		publish(t, ines, members)
	}
	create(t, ines, `,"title":"Draft of Ines"`)
	create(t, otto, `,"title":"Draft of Otto","category":"Secret"`)
	bienen, bread, cheese := "Ärzte und Bienen Published", "bread Published", "Cheese Published"
	for _, c := range []struct {
		who   testapp.User
		query string
		want  []string
	}{
		{app.Nobody(), "", []string{cheese, bread, bienen}},
		{app.Nobody(), "sort=title&category=Food", []string{bread, cheese}},
		{app.Nobody(), "type=free", []string{bread}},
		{app.Nobody(), "level=advanced", []string{bienen}},
		{app.Nobody(), "search=NATURE", []string{bread, bienen}}, // in a summary, and as a category
		{app.Nobody(), "search=%C3%84RZTE", []string{bienen}},
		{app.Nobody(), "search=food+sour", []string{bread}}, // every word
		{app.Nobody(), "search=food+honey", nil},
		{app.Nobody(), "search=100%25", []string{bienen}}, // what is typed is no pattern
		{app.Nobody(), "search=%25", nil},                 // no word at all
		{app.Nobody(), "search=_", nil},
		{app.Nobody(), "search=!", nil},
		{app.Nobody(), "search=%27%22%5C%3B--", nil},
		{app.Nobody(), "status=draft", nil}, // of others, not theirs to know of
		{app.Nobody(), "status=draft&search=draft", nil},
		{ines, "", []string{cheese, bread, bienen}},
		{ines, "mine=true&sort=title", nil},
		{ines, "status=draft", []string{"Draft of Ines draft"}},
		{otto, "mine=true", []string{"Draft of Otto draft"}},
		{otto, "mine=true&status=Published", nil},
		{app.User(access.Admin), "status=draft&search=otto", []string{"Draft of Otto draft"}},
		{app.User(access.Admin), "mine=true", nil},
	} {
		if c.query == "mine=true&sort=title" { // how a letter with dots sorts is the database's matter
			if got := titles(t, c.who, c.query); len(got) != 4 || !slices.Contains(got, "Draft of Ines draft") {
				t.Errorf("%s: %q", c.query, got)
			}
			continue
		}
		if got := titles(t, c.who, c.query); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.query, got, c.want)
		}
	}
	for _, bad := range []string{"type=video", "level=expert", "status=published", "sort=fee", "mine=perhaps", "search=%00", "search=%ff", "search=%zz", "search=" + strings.Repeat("x", 201)} {
		app.Nobody().Do("GET", "/courses/get?"+bad, "", 400)
	}
	got := testapp.Read[categories](t, otto.Do("GET", "/courses/category", "", 200)).Data
	if !slices.Equal(got, []course.Category{{Name: "Food", Count: 2, Total: 2}, {Name: "Nature", Count: 1, Total: 1}}) {
		t.Errorf("categories count what anybody may see: %+v", got)
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	if empty := app.Nobody().Do("GET", "/courses/get", "", 200); !strings.Contains(empty, `"data":[]`) {
		t.Errorf("an empty catalogue is [], never null: %s", empty)
	}
	if empty := app.Nobody().Do("GET", "/courses/category", "", 200); !strings.Contains(empty, `"data":[]`) {
		t.Errorf("no categories are [], never null: %s", empty)
	}
	for i := range 3 {
		publish(t, teacher, fmt.Sprintf(`,"title":"%d"`, i))
	}
	last := testapp.Read[page](t, app.Nobody().Do("GET", "/courses/get?page=2&limit=2", "", 200))
	if len(last.Data) != 1 || last.Data[0].Title != "0" || last.Pagination.TotalItems != 3 || last.Pagination.HasNextPage {
		t.Errorf("%+v", last)
	}
}

// Other features ask whether somebody may watch or change what hangs on a course.
func TestWhoMayWatchAndTeach(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, learner, left := app.User(access.Instructor), app.User(access.Student), app.User(access.Student)
	done, waiting := app.User(access.Student), app.User(access.Student)
	open := publish(t, teacher, "")
	for user, status := range map[string]string{learner.ID: "active", left.ID: "withdrawn", done.ID: "completed", waiting.ID: "waitlisted"} {
		app.Exec(`INSERT INTO enrollments (id, user_id, course_id, status, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)`,
			user, user, open.ID, status, app.Clock.Now(), app.Clock.Now())
	}
	people := map[string]struct {
		who                   access.Caller
		watch, preview, teach bool
		previewOfDraft        bool
	}{
		"nobody":           {access.Caller{}, false, true, false, false},
		"a student":        {access.Caller{ID: app.User(access.Student).ID, Roles: []access.Role{access.Student}}, false, true, false, false},
		"an enrolled one":  {access.Caller{ID: learner.ID}, true, true, false, true},
		"one who has done": {access.Caller{ID: done.ID}, true, true, false, true},
		"one who has left": {access.Caller{ID: left.ID}, false, true, false, false},
		"one who waits":    {access.Caller{ID: waiting.ID}, false, true, false, false},
		"another teacher":  {access.Caller{ID: app.User(access.Instructor).ID, Roles: []access.Role{access.Instructor}}, false, true, false, false},
		"its teacher":      {access.Caller{ID: teacher.ID, Roles: []access.Role{access.Instructor}}, true, true, true, true},
		"an administrator": {access.Caller{ID: app.User(access.Admin).ID, Roles: []access.Role{access.Admin}}, true, true, true, true},
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
			t.Errorf("%s may watch or teach what is not there", name)
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
