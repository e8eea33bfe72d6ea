package authoring_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/authoring"
	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// The description is rich text as messages are: without scripts, and without files, which are signed for readers of a lesson only.
func TestDescriptionIsCleaned(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	c := teacher.CreateCourse("")
	for _, d := range []struct{ format, sent, stored string }{
		{"html", `<h2 onclick=\"x()\">Bees</h2><script>alert(1)</script><ul><li>dance</li></ul>`, "<h2>Bees</h2><ul><li>dance</li></ul>"},
		{"html", `<p><img src=\"file:` + c.ID + `\"><a href=\"javascript:x()\">here</a></p>`, "<p>here</p>"},
		{"html", "<p> </p>", ""},
		{"plain", " a <b> c ", "a <b> c"},
	} {
		body := `{` + testapp.CourseMembers + `,"description":"` + d.sent + `","description_format":"` + d.format + `"}`
		teacher.Do("PUT", "/courses/update/"+c.ID, body, http.StatusOK)
		if got := teacher.GetCourse(c.ID); got.Description != d.stored || got.DescriptionFormat != d.format {
			t.Errorf("%s is kept as %s %q", d.sent, got.DescriptionFormat, got.Description)
		}
	}
	rich := teacher.PublishCourse(`,"summary":"<p>All of <b onclick=\"x()\">bees</b></p><p>and honey</p>","summary_format":"html",
		"faq":[{"question":"Do they sting?","answer":"<p>Yes,<script>x()</script> <em>some</em></p>","answer_format":"html"}]`)
	if rich.Summary != "<p>All of <b>bees</b></p><p>and honey</p>" || rich.SummaryFormat != "html" || rich.FAQ[0].Answer != "<p>Yes, <em>some</em></p>" {
		t.Errorf("kept as %q, %+v", rich.Summary, rich.FAQ)
	}
	for _, listed := range testapp.Read[rest.Answer[[]course.Course]](t, teacher.Do("GET", "/courses/get", "", http.StatusOK)).Data {
		if listed.ID == rich.ID && listed.Summary != "All of bees\nand honey" {
			t.Errorf("cards show %q", listed.Summary)
		}
	}
	for _, refused := range []string{
		`"summary":"<p>` + strings.Repeat("x", 501) + `</p>","summary_format":"html"`,
		`"faq":[{"question":"Why?","answer":"<p> </p>","answer_format":"html"}]`,
	} {
		teacher.Do("PUT", "/courses/update/"+rich.ID, `{`+testapp.CourseMembers+`,`+refused+`}`, http.StatusBadRequest)
	}
	app.Exec(`UPDATE courses SET description = '<p onclick="x()">Bees</p>', description_format = 'html'`)
	if got := teacher.GetCourse(c.ID).Description; got != "<p>Bees</p>" {
		t.Errorf("stored under a laxer rule, it is shown as %q", got)
	}
	teacher.Do("PUT", "/courses/update/"+c.ID, `{`+testapp.CourseMembers+`,"description_format":"rtf"}`, http.StatusBadRequest)
}

func TestCourseKeepsAuthorsFields(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	c := teacher.CreateCourse(`,"language":"pt-BR","is_certification":true,"is_projects":true,"min_hours_per_week":2,"max_hours_per_week":4,"no_of_sessions":12,
		"outcomes":[" see\n bees ","",  "  "],"prerequisites":["hands"],"features":["Mentor","mentor"],"tools_technologies":["Smoker","C++"],
		"faq":[{"question":"Do they sting?","answer":" Yes. "}]`)
	if c.Language != "pt-BR" || !c.IsCertification || c.IsAssignments || !c.IsProjects || c.IsQuizzes || c.MinHoursPerWeek != 2 || c.MaxHoursPerWeek != 4 || c.NoOfSessions != 12 ||
		!slices.Equal(c.Outcomes, []string{"see bees"}) || !slices.Equal(c.Features, []string{"Mentor"}) || !slices.Equal(c.ToolsTechnologies, []string{"Smoker", "C++"}) ||
		len(c.FAQ) != 1 || c.FAQ[0].Answer != "Yes." || !c.IsFree {
		t.Errorf("%+v", c)
	}
	for change, field := range map[string]string{
		`"min_hours_per_week":5,"max_hours_per_week":4`:            "max_hours_per_week",
		`"max_hours_per_week":169`:                                 "max_hours_per_week",
		`"language":"english language"`:                            "language",
		`"features":["a,b"]`:                                       "features",
		`"outcomes":["` + strings.Repeat("x", 301) + `"]`:          "outcomes",
		`"tools_technologies":["` + strings.Repeat("x", 61) + `"]`: "tools_technologies",
		`"faq":[{"question":"Why?"}]`:                              "faq[0].answer",
	} {
		got := testapp.Read[rest.Problem](t, teacher.Do("PUT", "/courses/update/"+c.ID, `{`+testapp.CourseMembers+`,`+change+`}`, 400))
		if len(got.Errors) != 1 || got.Errors[0].Name != field {
			t.Errorf("%s: %+v, want %s", change, got.Errors, field)
		}
	}
	if after := teacher.GetCourse(c.ID); after.Language != "pt-BR" || len(after.FAQ) != 1 {
		t.Errorf("a refused request has changed something: %+v", after)
	}
}

func TestConcurrentEditsDoNotOverwrite(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	c := teacher.CreateCourse("")
	tag := teacher.Send("GET", "/api/v1/courses/"+c.ID, "").Header().Get("ETag")
	put := func(title string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("PUT", "/api/v1/courses/update/"+c.ID, strings.NewReader(`{`+testapp.CourseMembers+`,"title":"`+title+`"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("If-Match", tag)
		return teacher.SendRaw(r)
	}
	app.Clock.Advance(time.Second)
	if w := put("First"); w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	app.Clock.Advance(time.Second)
	if w := put("Second"); w.Code != 412 || !strings.Contains(w.Body.String(), `"First"`) {
		t.Errorf("the slower author does not get the current state: %d %s", w.Code, w.Body)
	}
	if got := teacher.GetCourse(c.ID).Title; got != "First" {
		t.Errorf("%s", got)
	}
}

func TestDeleteNeedsArchivingAndConfirmation(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, learner := app.User(access.Instructor), app.User(access.Student)
	c := teacher.PublishCourse(`,"title":"Keeping  wasps"`)
	app.Enroll(learner, c.ID)
	teacher.Do("DELETE", "/courses/"+c.ID, "", 409)
	teacher.Do("PATCH", "/courses/"+c.ID+"/archive", `{}`, 200)
	if got := learner.GetCourse(c.ID); got.Status != "archived" || got.Enrollment == nil {
		t.Errorf("enrolled students lost the course: %+v", got)
	}
	app.User(access.Student).Do("GET", "/courses/"+c.ID, "", 404)
	for _, wrong := range []string{"", "?confirm=Keeping", "?confirm=keeping+wasps"} {
		if got := teacher.Do("DELETE", "/courses/"+c.ID+wrong, "", 400); !strings.Contains(got, "1 people") {
			t.Errorf("%s", got)
		}
	}
	app.User(access.Instructor).Do("DELETE", "/courses/"+c.ID+"?confirm=Keeping+wasps", "", 404)
	if n := app.Count("SELECT count(*) FROM enrollments"); n != 1 {
		t.Error("a refused request has deleted something")
	}
	teacher.Do("PATCH", "/courses/"+c.ID+"/archive", `{"archive":false}`, 200)
	if got := teacher.GetCourse(c.ID).Status; got != "draft" {
		t.Errorf("restored as %s", got)
	}
	teacher.Do("PATCH", "/courses/"+c.ID+"/archive", `{"archive":true}`, 200)
	teacher.Do("DELETE", "/courses/"+c.ID+"?confirm=Keeping+wasps", "", 200)
	teacher.Do("GET", "/courses/"+c.ID, "", 404)
	if n := app.Count("SELECT (SELECT count(*) FROM courses) + (SELECT count(*) FROM enrollments) + (SELECT count(*) FROM course_words) + (SELECT count(*) FROM search_words)"); n != 0 {
		t.Errorf("%d rows are left", n)
	}
	app.Work()
}

func TestCourseInstructors(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ines, otto, ann := app.User(access.Instructor), app.User(access.Instructor), app.User(access.Student)
	c := ines.CreateCourse("")
	path := "/courses/" + c.ID + "/instructors"
	ines.Do("PUT", path, `{"instructor_ids":[]}`, 400)
	ines.Do("PUT", path, `{"instructor_ids":["`+ann.ID+`"]}`, 400)
	ines.Do("PUT", path, `{"instructor_ids":["none"]}`, 400)
	otto.Do("PUT", path, `{"instructor_ids":["`+otto.ID+`"]}`, 404)
	if got := ines.GetCourse(c.ID).Instructors; len(got) != 1 || got[0].ID != ines.ID {
		t.Errorf("a refused request has changed something: %+v", got)
	}
	ines.Do("PUT", path, `{"instructor_ids":["`+otto.ID+`","`+ines.ID+`","`+otto.ID+`"]}`, 200)
	if got := otto.GetCourse(c.ID); len(got.Instructors) != 2 || !got.CanTeach {
		t.Errorf("%+v", got)
	}
	otto.Do("PUT", path, `{"instructor_ids":["`+otto.ID+`"]}`, 200)
	ines.Do("GET", "/courses/"+c.ID, "", 404)
	ann.Do("GET", "/courses/instructors", "", 403)
	if got := testapp.Read[rest.Answer[[]course.Instructor]](t, otto.Do("GET", "/courses/instructors", "", 200)).Data; len(got) != 2 {
		t.Errorf("%+v", got)
	}
}

func TestBrochure(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	c := teacher.PublishCourse("")
	put := func(name, body string, want int) *authoring.CourseBrochure {
		t.Helper()
		return testapp.Read[one](t, teacher.Do("PUT", "/courses/"+c.ID+"/brochure?name="+name, body, want)).Data.Brochure
	}
	put("a.pdf", "<script>", 415)
	put("a.pdf", "", 400)
	put("", "%PDF-1", 400)
	first := put("..%2Fbees.pdf", "%PDF-1 first", 200)
	if first == nil || first.Name != "bees.pdf" || first.Size != 12 {
		t.Fatalf("%+v", first)
	}
	w := app.Nobody().Send(http.MethodGet, app.Nobody().GetCourse(c.ID).Brochure.Address, "")
	if w.Code != 200 || w.Body.String() != "%PDF-1 first" || w.Header().Get("Content-Type") != "application/pdf" || w.Header().Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%d %s %v", w.Code, w.Body, w.Header())
	}
	if w := app.Nobody().Send(http.MethodGet, first.Address[:len(first.Address)-1]+"_", ""); w.Code != 401 {
		t.Errorf("an unsigned URL: %d", w.Code)
	}
	second := put("b.pdf", "%PDF-1 second", 200)
	if w := app.Nobody().Send(http.MethodGet, first.Address, ""); w.Code != 404 {
		t.Errorf("the previous brochure: %d", w.Code)
	}
	app.Clock.Advance(48 * time.Hour)
	if w := app.Nobody().Send(http.MethodGet, second.Address, ""); w.Code != 401 {
		t.Errorf("an expired URL: %d", w.Code)
	}
	if keys, err := app.Blob.List(t.Context(), "brochures/"); err != nil || len(keys) != 1 {
		t.Errorf("%q %v", keys, err)
	}
	teacher.Do("DELETE", "/courses/"+c.ID+"/brochure", "", 200)
	if keys, err := app.Blob.List(t.Context(), "brochures/"); err != nil || len(keys) != 0 || teacher.GetCourse(c.ID).Brochure != nil {
		t.Errorf("%q %v", keys, err)
	}
}
