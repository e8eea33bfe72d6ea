package publication_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"lectern/internal/learning/course"
	"lectern/internal/learning/outline"
	"lectern/internal/learning/publication"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// draft is a course that nobody has published, with its teacher.
type draft struct {
	*testapp.App
	t          *testing.T
	teacher    testapp.User
	id         string
	curriculum string // base of its paths
	section    string
}

func newDraft(t *testing.T, members string) *draft {
	t.Helper()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	d := &draft{App: app, t: t, teacher: teacher, id: teacher.CreateCourse(members).ID}
	d.curriculum = "/curriculum/course/" + d.id
	d.teacher.Do("POST", d.curriculum+"/get-or-create", "", 200)
	d.section = testapp.Read[rest.Answer[outline.OutlineEntry]](t, teacher.Do("POST", d.curriculum+"/sections", `{"title":"Basics"}`, 201)).Data.ID
	return d
}

func (d *draft) addLesson(title string) (id string) {
	d.t.Helper()
	return testapp.Read[rest.Answer[outline.LessonEntry]](d.t, d.teacher.Do("POST", d.curriculum+"/sections/"+d.section+"/lessons",
		`{"type":"text","title":"`+title+`","content":{"html":"<p>Bees</p>"}}`, 201)).Data.ID
}

func (d *draft) publish(body string) publication.PublishedCourse {
	d.t.Helper()
	return testapp.Read[rest.Answer[publication.PublishedCourse]](d.t, d.teacher.Do("POST", "/courses/"+d.id+"/publications", body, 200)).Data
}

func (d *draft) state() publication.PublicationState {
	d.t.Helper()
	return testapp.Read[rest.Answer[publication.PublicationState]](d.t, d.teacher.Do("GET", "/courses/"+d.id+"/publication", "", 200)).Data
}

func (d *draft) undo(id string, status int) string {
	d.t.Helper()
	return d.teacher.Do("POST", "/courses/"+d.id+"/publications/"+id+"/undo", "", status)
}

// titles are those of the lessons that a user sees.
func (d *draft) titles(user testapp.User) (titles []string) {
	d.t.Helper()
	for _, l := range testapp.Read[rest.Answer[outline.Curriculum]](d.t, user.Do("GET", d.curriculum, "", 200)).Data.Lessons {
		titles = append(titles, l.Title)
	}
	return titles
}

// stored is everything that publishing changes.
func (d *draft) stored() string {
	d.t.Helper()
	return fmt.Sprint(d.Count("SELECT count(*) FROM courses WHERE status = 'Published'"), d.Count("SELECT coalesce(max(published_version), 0) FROM curricula"), d.Count("SELECT count(*) FROM curriculum_versions"),
		d.Count("SELECT count(*) FROM published_lessons"), d.Count("SELECT count(*) FROM course_publications"), d.Count("SELECT count(*) FROM curricula WHERE publish_at IS NOT NULL"))
}

func TestWhoMayPublish(t *testing.T) {
	t.Parallel()
	d := newDraft(t, "")
	d.addLesson("Bees")
	path := "/courses/" + d.id
	for _, stranger := range []struct {
		testapp.User
		want int
	}{{d.Nobody(), 401}, {d.User(access.Student), 403}, {d.User(access.Instructor), 404}} {
		stranger.Do("GET", path+"/publication", "", stranger.want)
		stranger.Do("POST", path+"/publications", "{}", stranger.want)
		stranger.Do("POST", path+"/publications/x/undo", "", stranger.want)
	}
	if d.state().Version != 0 || d.stored() != "0 0 0 0 0 0" {
		t.Error(d.stored())
	}
	if d.User(access.Admin).Do("POST", path+"/publications", "{}", 200); d.Count("SELECT count(*) FROM audit_log WHERE action = 'course.published'") != 1 {
		t.Error("an administrator's publication is not in the audit log")
	}
}

// One act publishes curriculum and course, and says what learners see before and after it.
func TestPublishing(t *testing.T) {
	t.Parallel()
	d := newDraft(t, "")
	student := d.User(access.Student)
	d.addLesson("Bees")
	d.addLesson("Honey")
	before := d.state()
	if before.Status != course.Draft || before.Version != 0 || before.Lessons != 0 || before.Draft.Lessons != 2 || before.Draft.Added != 2 || !before.Ready || before.Undoable != nil {
		t.Errorf("before: %+v", before)
	}
	student.Do("GET", "/courses/"+d.id, "", 404)

	done := d.publish(`{"note":"The first"}`)
	if p := done.Publication; p == nil || p.VersionBefore != 0 || p.VersionAfter != 1 || p.StatusBefore != course.Draft || p.StatusAfter != course.Published {
		t.Fatalf("%+v", done)
	}
	if after := done.State; after.Status != course.Published || after.Lessons != 2 || after.Draft.Changed || after.Undoable == nil || after.Undoable.ID != done.Publication.ID {
		t.Errorf("after: %+v", after)
	}
	d.Enroll(student, d.id)
	if got := d.titles(student); !slices.Equal(got, []string{"Bees", "Honey"}) {
		t.Errorf("learners see %v", got)
	}
	if again := d.publish("{}"); again.Publication != nil || d.stored() != "1 1 1 2 1 0" {
		t.Errorf("publishing again did something: %+v, %s", again, d.stored())
	}
}

// A draft with errors is refused and nothing changes, neither the curriculum nor the course.
func TestUnfinishedCourse(t *testing.T) {
	t.Parallel()
	d := newDraft(t, "")
	refuse := func(codes ...string) {
		t.Helper()
		before := d.stored()
		refused := testapp.Read[struct {
			Code  string
			Error publication.UnfinishedCourse
		}](t, d.teacher.Do("POST", "/courses/"+d.id+"/publications", "{}", 409))
		var found []string
		for _, i := range refused.Error.Issues {
			found = append(found, i.Code)
		}
		if refused.Code != "course_unfinished" || !slices.Equal(found, codes) || d.state().Ready {
			t.Errorf("%+v, ready: %v", refused, d.state().Ready)
		}
		if after := d.stored(); after != before {
			t.Errorf("changed by a refusal: %s, was %s", after, before)
		}
	}
	refuse("empty")
	d.teacher.Do("POST", d.curriculum+"/sections/"+d.section+"/lessons", `{"type":"text","title":"Bees"}`, 201)
	refuse("lesson_empty")
	d.Exec("DELETE FROM curricula")
	refuse("empty") // there is no curriculum at all
}

// The checklist names what the course lacks; only errors keep it from being published.
func TestChecklist(t *testing.T) {
	t.Parallel()
	d := newDraft(t, `,"course_type":"live"`)
	d.addLesson("Bees")
	codes := map[string][]string{}
	for _, part := range d.state().Checklist {
		for _, i := range part.Issues {
			codes[part.Part] = append(codes[part.Part], i.Code)
		}
	}
	want := map[string][]string{"lessons": {"no_live_session"}, "details": {"no_summary", "no_description", "no_outcomes"}, "cover": {"no_cover"}, "schedule": {"no_schedule"}}
	if fmt.Sprint(codes) != fmt.Sprint(want) {
		t.Errorf("%v", codes)
	}
	d.publish("{}")
}

// A course need not be in the catalogue: then only its learners get what is published.
func TestOutsideOfTheCatalogue(t *testing.T) {
	t.Parallel()
	d := newDraft(t, "")
	d.addLesson("Bees")
	if done := d.publish(`{"in_catalogue":false}`); done.State.Status != course.Draft || done.State.Version != 1 {
		t.Errorf("%+v", done)
	}
	d.User(access.Student).Do("GET", "/courses/"+d.id, "", 404)
	if done := d.publish("{}"); done.Publication == nil || done.Publication.VersionBefore != 1 || done.Publication.VersionAfter != 1 || done.State.Status != course.Published {
		t.Errorf("%+v", done)
	}
	d.teacher.Do("PATCH", "/courses/"+d.id+"/archive", "{}", 200)
	before := d.stored()
	d.teacher.Do("POST", "/courses/"+d.id+"/publications", "{}", 409)
	if d.stored() != before {
		t.Error("an archived course was published")
	}
}

// Undoing restores what learners saw, and leaves the draft with what was edited since.
func TestUndo(t *testing.T) {
	t.Parallel()
	d := newDraft(t, "")
	student := d.User(access.Student)
	d.addLesson("Bees")
	first := d.publish("{}").Publication
	d.Enroll(student, d.id)
	d.addLesson("Honey")
	second := d.publish("{}").Publication
	d.addLesson("Wax") // edited after it was published
	if undone := testapp.Read[rest.Answer[publication.PublicationState]](t, d.undo(second.ID, 200)).Data; undone.Version != 1 || undone.Status != course.Published || undone.Draft.Added != 2 {
		t.Errorf("%+v", undone)
	}
	if got := d.titles(student); !slices.Equal(got, []string{"Bees"}) || d.Count("SELECT count(*) FROM published_lessons") != 1 {
		t.Errorf("learners see %v", got)
	}
	d.undo(second.ID, 409)
	d.undo("unknown", 404)
	d.undo(first.ID, 200)
	if st := d.state(); st.Version != 0 || st.Status != course.Draft || st.Lessons != 0 || st.Draft.Lessons != 3 || st.Undoable != nil {
		t.Errorf("%+v", st)
	}
	if third := d.publish("{}").Publication; third.VersionAfter != 3 || third.Number != 3 {
		t.Errorf("a number was given twice: %+v", third)
	}
	if got := d.titles(student); !slices.Equal(got, []string{"Bees", "Honey", "Wax"}) {
		t.Errorf("learners see %v", got)
	}
}

// What another user has changed since is not undone.
func TestUndoOfWhatNoLongerStands(t *testing.T) {
	t.Parallel()
	d := newDraft(t, "")
	d.addLesson("Bees")
	first := d.publish("{}").Publication
	d.teacher.Do("PATCH", "/courses/toggle-status/"+d.id, "", 200)
	before := d.stored()
	d.undo(first.ID, 409)
	if d.stored() != before || d.state().Undoable != nil {
		t.Error("a course that was unpublished since was undone")
	}
	d.teacher.Do("PATCH", "/courses/toggle-status/"+d.id, "", 200)
	d.addLesson("Honey")
	d.publish("{}")
	d.undo(first.ID, 409)
	other := d.teacher.CreateCourse("").ID
	d.teacher.Do("POST", "/courses/"+other+"/publications/"+first.ID+"/undo", "", 404)
}

// Two teachers who publish at the same moment make one version.
func TestConcurrentPublications(t *testing.T) {
	t.Parallel()
	d := newDraft(t, "")
	d.addLesson("Bees")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if got := d.teacher.Send("POST", "/api/v1/courses/"+d.id+"/publications", "{}"); got.Code != 200 {
				t.Error(got.Code, got.Body)
			}
		})
	}
	all.Wait()
	if got := d.stored(); got != "1 1 1 1 1 0" {
		t.Error(got)
	}
}

func TestScheduledPublication(t *testing.T) {
	t.Parallel()
	d := newDraft(t, "")
	due := func() {
		t.Helper()
		if err := d.Publications.PublishDue(t.Context()); err != nil {
			t.Error(err)
		}
	}
	at := func(after time.Duration) string {
		return fmt.Sprintf(`{"at":%q}`, d.Clock.Now().Add(after).Format(time.RFC3339))
	}
	d.teacher.Do("POST", "/courses/"+d.id+"/publications", at(-time.Minute), 400)
	if st := d.publish(at(time.Hour)).State; st.PublishAt == nil || st.PublishStatus != course.Published || st.Status != course.Draft {
		t.Errorf("%+v", st)
	}
	d.Clock.Advance(time.Hour)
	due() // it has no lessons
	if st := d.state(); st.Version != 0 || st.Status != course.Draft || st.PublishAt != nil {
		t.Errorf("an unfinished course: %+v", st)
	}
	d.addLesson("Bees")
	d.publish(at(time.Hour))
	d.Clock.Advance(time.Hour)
	due()
	if st := d.state(); st.Version != 1 || st.Status != course.Published || st.Undoable == nil || st.PublishAt != nil {
		t.Errorf("%+v", st)
	}
}
