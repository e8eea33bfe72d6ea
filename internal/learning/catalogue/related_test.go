package catalogue_test

import (
	"slices"
	"testing"
	"time"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func relatedTitles(t *testing.T, who testapp.User, id string) (titles []string) {
	t.Helper()
	for _, c := range testapp.Read[rest.Answer[[]course.Course]](t, who.Do("GET", "/courses/"+id+"/related", "", 200)).Data {
		titles = append(titles, c.Title)
		if len(c.Instructors) == 0 {
			t.Errorf("%s has no instructors", c.Title)
		}
	}
	return titles
}

func TestRelatedCourses(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	baker, farmer := app.User(access.Instructor), app.User(access.Instructor)
	publish := func(u testapp.User, members string) string {
		app.Clock.Advance(time.Hour)
		return u.PublishCourse(members).ID
	}
	bread := publish(baker, `,"title":"Bread","category":"Food","tools_technologies":["Oven","Dough"]`)
	publish(farmer, `,"title":"Rolls","category":"Food","tools_technologies":["oven","DOUGH"]`)
	publish(farmer, `,"title":"Salads","category":"Food"`)
	cakes := publish(baker, `,"title":"Cakes","category":"Food"`)
	publish(baker, `,"title":"Accounts","category":"Business"`)
	publish(farmer, `,"title":"Kilns","category":"Crafts","tools_technologies":["Oven"]`)
	publish(farmer, `,"title":"Tractors","category":"Machines"`)
	baker.CreateCourse(`,"title":"Pies, a draft","category":"Food"`)

	nobody, student := app.Nobody(), app.User(access.Student)
	if got, want := relatedTitles(t, nobody, bread), []string{"Rolls", "Cakes", "Salads", "Kilns"}; !slices.Equal(got, want) {
		t.Errorf("%q instead of %q", got, want)
	}
	app.Enroll(student, cakes)
	if got, want := relatedTitles(t, student, bread), []string{"Rolls", "Salads", "Kilns", "Accounts"}; !slices.Equal(got, want) {
		t.Errorf("to a student of Cakes: %q instead of %q", got, want)
	}
	baker.Do("PATCH", "/courses/"+bread+"/archive", `{"archive":true}`, 200)
	nobody.Do("GET", "/courses/"+bread+"/related", "", 404)
}
