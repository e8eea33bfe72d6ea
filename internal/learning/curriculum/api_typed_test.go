package curriculum_test

import (
	"testing"

	"lectern/internal/testapp"
)

func TestTyped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	base := "/tcourse/free/" + w.course + "/curriculum"
	week := testapp.Read[entry](t, w.teacher.Do("POST", base+"/weeks", `{"title":"One"}`, 201)).Data
	if week.Kind != "week" {
		t.Errorf("%+v", week)
	}
	w.teacher.Do("POST", base+"/weeks/"+week.ID+"/lessons", `{"type":"text","title":"L"}`, 201)
	w.teacher.Do("POST", base+"/live-classes", `{"section_id":"`+week.ID+`","title":"Live"}`, 201)
	w.teacher.Do("PUT", base+"/weeks/"+week.ID, `{"title":"Two"}`, 200)
	if got := testapp.Read[whole](t, w.teacher.Do("GET", base+"?draft=true", "", 200)).Data; len(got.Weeks) != 1 || got.Weeks[0].Title != "Two" || len(got.Lessons) != 2 || got.Lessons[1].Type != "live_session" {
		t.Errorf("%+v", got)
	}
	w.teacher.Do("GET", base+"/stats", "", 200)
	w.teacher.Do("GET", "/tcourse/live/"+w.course+"/curriculum", "", 404)
	w.teacher.Do("GET", "/tcourse/other/"+w.course+"/curriculum", "", 400)
	w.teacher.Do("DELETE", base+"/weeks/"+week.ID, "", 200)
}
