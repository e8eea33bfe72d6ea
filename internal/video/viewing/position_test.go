package viewing_test

import (
	"fmt"
	"testing"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/video/viewing"
)

// Students see their own progress in the videos of a course that they have started, and nobody else's.
func TestCoursePositions(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	v, teacher, student := scene(t, app)
	second := newVideo(t, app, teacher, v.course, 20)
	newVideo(t, app, teacher, v.course, 20) // which nobody starts
	list := func(who testapp.User, query string) rest.List[viewing.CoursePosition] {
		t.Helper()
		return testapp.Read[rest.List[viewing.CoursePosition]](t, who.Do("GET", "/video-streaming/courses/"+v.course+"/positions"+query, "", 200))
	}
	watch := func(id string, from, to int) {
		t.Helper()
		student.Do("POST", "/video-streaming/"+id+"/watch-events",
			fmt.Sprintf(`{"events":[{"id":%q,"type":"watched","at":"2026-09-01T08:00:00Z","from":%d,"to":%d}]}`, db.NewID(), from, to), 200)
	}
	app.Nobody().Do("GET", "/video-streaming/courses/"+v.course+"/positions", "", 401)
	if l := list(student, ""); len(l.Data) != 0 || l.Data == nil {
		t.Errorf("%+v", l)
	}
	student.Do("PUT", "/video-streaming/"+second.id+"/position", `{"position":7.5,"at":"2026-09-01T08:00:00Z"}`, 200)
	watch(v.id, 0, 6)
	watch(v.id, 0, 6)
	by := map[string]viewing.CoursePosition{}
	l := list(student, "")
	for _, p := range l.Data {
		by[p.VideoID] = p
	}
	if p := by[v.id]; p.Percent != 30 || p.Watched || p.Position != 0 || p.Duration != 20 || p.UpdatedAt != nil {
		t.Errorf("%+v", p)
	}
	if p := by[second.id]; p.Position != 7.5 || p.Percent != 0 || p.UpdatedAt == nil || l.Pagination.TotalItems != 2 {
		t.Errorf("%+v of %+v", p, l.Pagination)
	}
	for spot := 6; spot < 20; spot += 2 { // a tenth of a second in each
		student.Do("POST", "/video-streaming/"+v.id+"/watch-events", fmt.Sprintf(`{"events":[{"id":%q,"type":"watched","at":"2026-09-01T08:00:00Z","from":%d,"to":%d.1}]}`, db.NewID(), spot, spot), 200)
	}
	if p := list(student, "").Data[0]; p.VideoID != v.id || p.Percent != 33 || p.Watched {
		t.Errorf("after spots that touch all of it: %+v", p)
	}
	watch(v.id, 6, 20)
	for _, p := range list(student, "").Data {
		if p.Watched != (p.VideoID == v.id) {
			t.Errorf("%+v", p)
		}
	}
	if first, rest := list(student, "?limit=1").Data, list(student, "?limit=1&page=2").Data; len(first) != 1 || len(rest) != 1 || first[0].VideoID == rest[0].VideoID {
		t.Errorf("%+v %+v", first, rest)
	}
	if l := list(teacher, ""); len(l.Data) != 0 {
		t.Errorf("another user sees them: %+v", l.Data)
	}
}
