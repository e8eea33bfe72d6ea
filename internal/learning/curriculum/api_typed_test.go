package curriculum_test

import (
	"testing"

	"lectern/internal/learning/outline"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func TestTyped(t *testing.T) {
	t.Parallel()
	w := testapp.NewClass(t)
	base := "/tcourse/free/" + w.CourseID + "/curriculum"
	week := testapp.Read[rest.Answer[outline.OutlineEntry]](t, w.Teacher.Do("POST", base+"/weeks", `{"title":"One"}`, 201)).Data
	if week.Kind != "week" {
		t.Errorf("%+v", week)
	}
	w.Teacher.Do("POST", base+"/weeks/"+week.ID+"/lessons", `{"type":"text","title":"L"}`, 201)
	w.Teacher.Do("POST", base+"/live-classes", `{"section_id":"`+week.ID+`","title":"Live"}`, 201)
	w.Teacher.Do("PUT", base+"/weeks/"+week.ID, `{"title":"Two"}`, 200)
	if got := testapp.Read[rest.Answer[outline.Curriculum]](t, w.Teacher.Do("GET", base+"?draft=true", "", 200)).Data; len(got.Weeks) != 1 || got.Weeks[0].Title != "Two" || len(got.Lessons) != 2 || got.Lessons[1].Type != "live_session" {
		t.Errorf("%+v", got)
	}
	w.Teacher.Do("GET", base+"/stats", "", 200)
	w.Teacher.Do("GET", "/tcourse/live/"+w.CourseID+"/curriculum", "", 404)
	w.Teacher.Do("GET", "/tcourse/other/"+w.CourseID+"/curriculum", "", 400)
	w.Teacher.Do("DELETE", base+"/weeks/"+week.ID, "", 200)
}
