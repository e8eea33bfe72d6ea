package classschedule_test

import (
	"cmp"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/classschedule"
	"lectern/internal/teaching/classsession"
	"lectern/internal/testapp"
)

// mixed is a term with a series of 4 sessions, of which one was moved alone, two have other classrooms and titles, and one a substitute.
type mixed struct {
	term
	series     []classsession.Session
	colleague  testapp.User
	loft       string
	moveSeries string // a body that gives all the same time, texts, classroom and instructor
}

func newMixed(t *testing.T) mixed {
	t.Helper()
	c := mixed{term: newTerm(t)}
	c.series = c.add(t, fmt.Sprintf(weekly, 4, "")).Entries // 2, 9, 16, 23 September
	room := func(name string) string {
		type classroom struct {
			ID string `json:"id"`
		}
		return testapp.Read[rest.Answer[classroom]](t, c.User(access.Admin).Do("POST", "/rooms", fmt.Sprintf(`{"name":%q,"capacity":20}`, name), 201)).Data.ID
	}
	c.loft, c.colleague = room("Loft"), c.User(access.Instructor)
	c.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", c.CourseID, c.colleague.ID)
	c.Exec("INSERT INTO batch_members (batch_id, user_id, status, by_enrollment, notes, joined_at, updated_at) VALUES (?, ?, 'active', FALSE, '', ?, ?)", c.batch, c.Student.ID, c.Clock.Now(), c.Clock.Now())
	c.Exec("UPDATE users SET email_verified_at = ?", c.Clock.Now())
	c.change(t, "PUT", c.series[1].ID, `{"date":"2026-09-10","start_time":"10:00","end_time":"11:00","title":"Queens","reason":"Wasps","room_id":"`+room("Barn")+`"}`, 200)
	c.change(t, "PUT", c.series[2].ID, `{"title":"Drones","description":"In the wood","room_id":"`+c.loft+`"}`, 200)
	c.change(t, "PUT", c.series[3].ID, `{"instructor_id":"`+c.colleague.ID+`"}`, 200)
	c.Work()
	c.moveSeries = `{"date":"%s","start_time":"08:00","end_time":"09:00","title":"Same","description":"Same","room_id":"` + c.loft + `","instructor_id":"","scope":"%s","include_detached":true}`
	return c
}

// all describes the sessions of the batch and the times that they take, without what only counts changes.
func (c mixed) all(t *testing.T) string {
	t.Helper()
	var found strings.Builder
	for _, s := range c.sessions(t) {
		room, by := "", ""
		if s.RoomID != nil {
			room = *s.RoomID
		}
		if s.InstructorID != nil {
			by = *s.InstructorID
		}
		fmt.Fprintln(&found, s.ID, s.ScheduleEntry, s.Detached, s.Status, s.Reason, room, by,
			c.Count("SELECT count(*) FROM instructor_busy WHERE ref_id = ? AND starts_at = ? AND ends_at = ? AND instructor_id = ?", s.ID, s.StartsAt, s.EndsAt, cmp.Or(by, c.Teacher.ID)),
			c.Count("SELECT count(*) FROM resource_busy WHERE ref_id = ? AND starts_at = ? AND resource_id = ?", s.ID, s.StartsAt, room))
	}
	fmt.Fprintln(&found, c.Count("SELECT count(*) FROM instructor_busy"), c.Count("SELECT count(*) FROM resource_busy"))
	return found.String()
}

func (c mixed) undo(done classschedule.ChangedSessions) string {
	return "/batches/" + c.batch + "/schedule/changes/" + done.ChangeID + "/undo"
}

// heard is what the learner was notified of: how often, and how often by email.
func (c mixed) heard() [2]int64 {
	c.Work()
	return [2]int64{c.Count("SELECT count(*) FROM notifications WHERE user_id = ? AND in_app", c.Student.ID), c.Count("SELECT count(*) FROM notifications WHERE user_id = ? AND mail = 'sent'", c.Student.ID)}
}

// Undoing a change gives each session again what it had, whichever sessions it concerned, and learners hear of it once.
func TestUndoOfChanges(t *testing.T) {
	t.Parallel()
	c := newMixed(t)
	before := c.all(t)
	for _, scope := range []string{"all", "following", "one"} {
		changed, _ := c.change(t, "PUT", c.series[0].ID, fmt.Sprintf(c.moveSeries, "2026-09-03", scope), 200)
		if c.all(t) == before || changed.ChangeID == "" || changed.UndoUntil == nil || !changed.UndoUntil.Equal(c.Clock.Now().Add(10*time.Minute)) {
			t.Fatal(scope, changed)
		}
		heard := c.heard()
		undone := testapp.Read[rest.Answer[classschedule.ChangedSessions]](t, c.Teacher.Do("POST", c.undo(changed), "", 200)).Data
		if now := c.all(t); now != before || len(undone.Entries) != len(changed.Entries) || undone.Session.ID != c.series[0].ID || undone.ChangeID != "" {
			t.Errorf("%s: undone:\n%s\nhas become\n%s", scope, before, now)
		}
		if now := c.heard(); now != [2]int64{heard[0] + 1, heard[1] + 1} {
			t.Errorf("%s: the learner has heard %v before the undoing, %v since", scope, heard, now)
		}
		if answer := c.Teacher.Do("POST", c.undo(changed), "", 409); !strings.Contains(answer, `"code":"already_undone"`) {
			t.Error(answer)
		}
	}
	c.mustAgree(t)
}

// A cancellation is undone the same way, and a change of classrooms and instructors only, of which learners also hear once, without emails if none are wanted.
func TestUndoWithoutMoves(t *testing.T) {
	t.Parallel()
	c := newMixed(t)
	before := c.all(t)
	elsewhere := `{"room_id":"` + c.loft + `","instructor_id":"` + c.colleague.ID + `","scope":"all","include_detached":true}`
	instead := `{"instructor_id":"` + c.colleague.ID + `","scope":"all","include_detached":true}`
	for _, of := range [][3]string{{"DELETE", "?scope=all&include_detached=true", ""}, {"PUT", "", elsewhere}, {"PUT", "", instead}} {
		changed, _ := c.change(t, of[0], c.series[0].ID+of[1], of[2], 200)
		heard := c.heard()
		c.Teacher.Do("POST", c.undo(changed)+"?notify=false", "", 200)
		if now := c.all(t); now != before || len(changed.Entries) != 4 {
			t.Errorf("%s: undone:\n%s\nhas become\n%s", of, before, now)
		}
		if now := c.heard(); now != [2]int64{heard[0] + 1, heard[1]} {
			t.Errorf("%s: the learner has heard %v before the undoing, %v since", of, heard, now)
		}
	}
	dry, _ := c.change(t, "PUT", c.series[0].ID+"?dry_run=true", fmt.Sprintf(c.moveSeries, "2026-09-03", "all"), 200)
	if dry.ChangeID != "" || dry.UndoUntil != nil || c.Count("SELECT count(*) FROM batch_session_changes WHERE undone_at IS NULL") != 3 { // those of the fixture
		t.Errorf("a change that was tried out can be undone: %+v", dry)
	}
}

// What can't be undone stays as it is: for strangers, too late, of sessions that were changed since, or whose time or classroom is taken.
func TestRefusedUndo(t *testing.T) {
	t.Parallel()
	c := newMixed(t)
	move := func(day string) classschedule.ChangedSessions {
		changed, _ := c.change(t, "PUT", c.series[0].ID, fmt.Sprintf(c.moveSeries, day, "all"), 200)
		return changed
	}
	refused := func(what string, who testapp.User, path string, status int, code string) {
		t.Helper()
		before, heard := c.all(t), c.heard()
		if answer := who.Do("POST", path, "", status); !strings.Contains(answer, code) {
			t.Errorf("%s: %s", what, answer)
		}
		if now := c.all(t); now != before || c.heard() != heard {
			t.Errorf("%s: a refused undo has changed\n%s\nto\n%s", what, before, now)
		}
	}
	changed := move("2026-09-03")
	refused("nobody", c.Nobody(), c.undo(changed), 401, "")
	refused("learner", c.Student, c.undo(changed), 403, "")
	refused("stranger", c.User(access.Instructor), c.undo(changed), 403, "")
	refused("another batch", c.Teacher, strings.Replace(c.undo(changed), c.batch, createBatch(t, c.Class, c.CourseID, ""), 1), 404, "change_not_found")
	refused("no change", c.Teacher, strings.Replace(c.undo(changed), changed.ChangeID, "none", 1), 404, "change_not_found")

	c.change(t, "PUT", c.series[2].ID, `{"title":"Wax"}`, 200)
	refused("changed since", c.Teacher, c.undo(changed), 409, `"code":"changed_since"`)

	changed = move("2026-09-04")
	other := term{c.Class, createBatch(t, c.Class, c.CourseID, `,"room_id":"`+c.loft+`","assigned_instructor":"`+c.colleague.ID+`"`)}
	taken := other.add(t, entry("2026-09-17", "08:30", "10:00")).Entries[0]
	refused("taken classroom", c.Teacher, c.undo(changed), 409, `"kind":"room"`)
	c.Teacher.Do("PUT", "/batches/"+other.batch+"/schedule/"+taken.ID, `{"room_id":"","instructor_id":"`+c.Teacher.ID+`"}`, 200)
	refused("taken instructor", c.Teacher, c.undo(changed), 409, `"code":"schedule_conflict"`)
	c.Teacher.Do("DELETE", "/batches/"+other.batch+"/schedule/"+taken.ID, "", 200)
	c.Exec("DELETE FROM course_instructors WHERE user_id = ?", c.colleague.ID)

	c.Clock.Advance(10 * time.Minute)
	refused("too late", c.Teacher, c.undo(changed), 409, `"code":"too_late"`)
	c.Clock.Advance(time.Hour)
	c.Sweep()
	refused("long ago", c.Teacher, c.undo(changed), 404, "change_not_found")
}

// Of two who undo a change at the same moment one does; the other learns that it is done.
func TestConcurrentUndo(t *testing.T) {
	t.Parallel()
	c := newMixed(t)
	before := c.all(t)
	changed, _ := c.change(t, "PUT", c.series[0].ID, fmt.Sprintf(c.moveSeries, "2026-09-03", "all"), 200)
	var both sync.WaitGroup
	var codes [2]int
	for i, who := range []testapp.User{c.Teacher, c.colleague} {
		both.Go(func() { codes[i] = who.Send("POST", "/api/v1"+c.undo(changed), "").Code })
	}
	both.Wait()
	if codes != [2]int{200, 409} && codes != [2]int{409, 200} {
		t.Error(codes)
	}
	if now := c.all(t); now != before {
		t.Errorf("undone:\n%s\nhas become\n%s", before, now)
	}
}
