package catalogue_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"lectern/internal/learning/catalogue"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
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

func TestCategoriesInOrder(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, admin := app.User(access.Instructor), app.User(access.Admin)
	for _, name := range []string{"Bees", "Ants", "Nature"} {
		teacher.PublishCourse(`,"category":"` + name + `"`)
	}
	teacher.PublishCourse(`,"category":"Ants"`)
	is := func(what string, want ...string) {
		t.Helper()
		var tree, facet []string
		for _, c := range testapp.Read[categories](t, app.Nobody().Do("GET", "/courses/category", "", 200)).Data {
			tree = append(tree, c.Name)
		}
		for _, v := range testapp.Read[rest.Answer[catalogue.CourseFacets]](t, app.Nobody().Do("GET", "/courses/facets", "", 200)).Data.Category {
			facet = append(facet, v.Value)
		}
		if !slices.Equal(tree, want) || !slices.Equal(facet, want) {
			t.Errorf("%s: the tree is %q, the filter %q", what, tree, facet)
		}
	}
	put := func(path, body string, want int) { t.Helper(); admin.Do("PUT", path, body, want) }
	is("no order yet", "Ants", "Bees", "Nature")
	teacher.Do("PUT", "/courses/category-order", `{"names":["Nature","Bees","Ants"]}`, 403)
	for _, names := range []string{`[]`, `["Nature","Bees"]`, `["Nature","Bees","Bees"]`, `["Nature","Bees","Ants","Wasps"]`} {
		put("/courses/category-order", `{"names":`+names+`}`, 400)
	}
	is("refused", "Ants", "Bees", "Nature")
	put("/courses/category-order", `{"names":["Nature","Bees","Ants"]}`, 200)
	is("put in order", "Nature", "Bees", "Ants")
	stale := httptest.NewRequest("PUT", "/api/v1/courses/category-order", strings.NewReader(`{"names":["Ants","Bees","Nature"]}`))
	stale.Header.Set("Content-Type", "application/json")
	stale.Header.Set("If-Match", `"1"`)
	if answer := admin.SendRaw(stale); answer.Code != 412 || !strings.Contains(answer.Body.String(), "Nature") {
		t.Errorf("an order made from an older tree: %d %s", answer.Code, answer.Body)
	}
	is("refused as stale", "Nature", "Bees", "Ants")
	teacher.PublishCourse(`,"category":"Aphids"`)
	is("a category that a teacher has made", "Nature", "Bees", "Ants", "Aphids")
	put("/courses/category", `{"name":"Bees","rename":"Honey bees"}`, 200)
	is("renamed", "Nature", "Honey bees", "Ants", "Aphids")
	put("/courses/category", `{"name":"Honey bees","parent":"Nature"}`, 200)
	put("/courses/category", `{"name":"Aphids","parent":"Nature"}`, 200)
	is("moved below another", "Nature", "Honey bees", "Aphids", "Ants")
	put("/courses/category-order", `{"names":["Ants","Aphids","Honey bees","Nature"]}`, 200)
	is("subcategories in order", "Ants", "Nature", "Aphids", "Honey bees")
}
