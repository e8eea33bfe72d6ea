package catalogue_test

import (
	"testing"

	"lectern/internal/learning/catalogue"
	"lectern/internal/platform/access"
	"lectern/internal/testapp"
)

func TestCategoryTree(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, admin := app.User(access.Instructor), app.User(access.Admin)
	c := teacher.PublishCourse(`,"category":"Insects"`)
	put := func(body string, want int) []catalogue.Category {
		t.Helper()
		return testapp.Read[categories](t, admin.Do("PUT", "/courses/category", body, want)).Data
	}
	teacher.Do("PUT", "/courses/category", `{"name":"x"}`, 403)
	put(`{"name":"Insects","parent":"Nature"}`, 400) // no such parent yet
	put(`{"name":"Nature","position":1}`, 200)
	got := put(`{"name":"Insects","parent":"Nature"}`, 200)
	if len(got) != 2 || got[0].Name != "Nature" || got[0].Count != 0 || got[0].Total != 1 || got[1].Parent != "Nature" {
		t.Errorf("%+v", got)
	}
	put(`{"name":"Nature","parent":"Insects"}`, 400) // a cycle
	put(`{"name":"Nature","parent":"Nature"}`, 400)
	if cs := titles(t, app.Nobody(), "category=Nature"); len(cs) != 1 {
		t.Errorf("a category does not include its descendants: %q", cs)
	}
	put(`{"name":"Insects","rename":"Nature","parent":"Nature"}`, 409)
	put(`{"name":"Insects","rename":"Six legs","parent":"Nature"}`, 200)
	if got := app.Nobody().GetCourse(c.ID).Category; got != "Six legs" {
		t.Errorf("%s", got)
	}
	if cs := titles(t, app.Nobody(), "search=legs"); len(cs) != 1 {
		t.Errorf("found by its new category: %q", cs)
	}
	admin.Do("DELETE", "/courses/category/Six%20legs", "", 409)
	admin.Do("DELETE", "/courses/category/None", "", 404)
	admin.Do("DELETE", "/courses/category/Nature", "", 200)
	if got := testapp.Read[categories](t, app.Nobody().Do("GET", "/courses/category", "", 200)).Data; len(got) != 1 || got[0].Parent != "" {
		t.Errorf("children do not move up: %+v", got)
	}
}
