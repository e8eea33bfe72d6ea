package planning_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/planning"
	"lectern/internal/testapp"
)

// cohort is a class with a group of three members, of which the first session is over: five Mondays at 18:00 in Berlin and the third cancelled, on 8 September 2026.
type cohort struct {
	*testapp.Class
	batch   planning.Batch
	members []testapp.User
}

func newCohort(t *testing.T) cohort {
	t.Helper()
	c := cohort{Class: testapp.NewClass(t)}
	c.batch = source(t, c.Class, "")
	c.members = []testapp.User{c.Student, c.User(access.Student), c.User(access.Student)}
	for _, m := range c.members[1:] {
		c.Enroll(m, c.CourseID)
	}
	for _, m := range c.members {
		m.Do("POST", "/batches/"+c.batch.ID+"/join", "", 200)
		c.Clock.Advance(time.Second) // so that their order is known
	}
	c.Clock.Advance(time.Date(2026, 9, 8, 8, 0, 0, 0, time.UTC).Sub(c.Clock.Now()))
	return c
}

// colleague is another instructor of the course.
func (c cohort) colleague() testapp.User {
	who := c.User(access.Instructor)
	c.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", c.CourseID, who.ID)
	return who
}

func (c cohort) convert(t *testing.T, query, body string) planning.ConvertedBatch {
	t.Helper()
	return testapp.Read[rest.Answer[planning.ConvertedBatch]](t, c.Teacher.Do("POST", "/batches/"+c.batch.ID+"/convert-to-individual"+query, body, 200)).Data
}

func assigned(student, instructor testapp.User) string {
	return `{"student_id":"` + student.ID + `","instructor_id":"` + instructor.ID + `"}`
}

// mustAgree fails unless each seat and each busy time is that of a member and of a session ahead.
func (c cohort) mustAgree(t *testing.T) {
	t.Helper()
	if n := c.Count(`SELECT count(*) FROM batches AS b WHERE b.enrolled <> (SELECT count(*) FROM batch_members AS m WHERE m.batch_id = b.id AND m.status <> 'dropped')`); n != 0 {
		t.Errorf("%d batches have other seats than members", n)
	}
	if n := c.Count(`SELECT count(*) FROM instructor_busy AS i WHERE NOT EXISTS (SELECT 1 FROM batch_sessions AS s WHERE s.id = i.ref_id AND s.status = 'scheduled')`); n != 0 {
		t.Errorf("%d busy times of no session", n)
	}
}

// With an instructor for each, learners keep the times of the group, which has met and is completed.
func TestConvertToIndividual(t *testing.T) {
	t.Parallel()
	c := newCohort(t)
	second, third := c.colleague(), c.colleague()
	body := `{"conversion_reason":"More practice","new_instructor_assignments":[` + assigned(c.members[1], second) + `,` + assigned(c.members[2], third) + `]}`
	before := rows(c.App)
	if tried := c.convert(t, "?dry_run=true", body); tried.ConversionSummary.SuccessfulConversions != 3 || !tried.ConversionSummary.DryRun || rows(c.App) != before {
		t.Errorf("%+v", tried.ConversionSummary)
	}
	done := c.convert(t, "", body)
	if s := done.ConversionSummary; s.TotalStudents != 3 || s.SuccessfulConversions != 3 || len(s.FailedConversions) != 0 || s.DryRun {
		t.Errorf("%+v", s)
	}
	for i, instructor := range []testapp.User{c.Teacher, second, third} {
		b := done.IndividualBatches[i]
		if got := strings.Join(dates(b), " "); got != "2026-09-10 2026-09-14 2026-09-28 2026-10-05 2026-10-12" || b.AssignedInstructor != instructor.ID || *b.StudentID != c.members[i].ID || b.Capacity != 1 ||
			b.EnrolledStudents != 1 || b.StartDate != "2026-09-10" || b.EndDate != "2026-10-20" || b.BatchType != "individual" || !strings.Contains(b.BatchName, "1:1 with") || !strings.HasPrefix(b.BatchCode, "IND") {
			t.Errorf("%s %+v", got, b)
		}
		if b.Schedule[1].StartTime != "18:00" || b.Schedule[1].Title != "Hives" {
			t.Errorf("%+v", b.Schedule[1])
		}
		if n := c.Count("SELECT count(*) FROM batch_members WHERE batch_id = ? AND user_id = ? AND status = 'dropped' AND transferred_to = ?", c.batch.ID, c.members[i].ID, b.ID); n != 1 {
			t.Errorf("member %d has not left", i)
		}
	}
	if b := done.OriginalBatch; b.Status != "Completed" || b.EnrolledStudents != 0 {
		t.Errorf("%+v", b)
	}
	if n := c.Count("SELECT count(*) FROM batch_sessions WHERE batch_id = ? AND status = 'scheduled'", c.batch.ID); n != 1 {
		t.Errorf("%d sessions of the group are not cancelled; one has taken place", n)
	}
	c.mustAgree(t)
}

// Who has no instructor of their own at these times stays in the group, which goes on, so its instructor is free for nobody.
func TestConvertSome(t *testing.T) {
	t.Parallel()
	c := newCohort(t)
	done := c.convert(t, "", `{"maintain_schedule":true,"new_instructor_assignments":[`+assigned(c.members[1], c.colleague())+`]}`)
	s := done.ConversionSummary
	if s.SuccessfulConversions != 1 || len(s.FailedConversions) != 2 || len(done.IndividualBatches) != 1 || *done.IndividualBatches[0].StudentID != c.members[1].ID {
		t.Fatalf("%+v", s)
	}
	if f := s.FailedConversions[0]; f.StudentID != c.members[0].ID || f.Code != "schedule_conflict" || len(f.Conflicts) != 5 || len(f.Conflicts[0].Alternatives) == 0 {
		t.Errorf("%+v", f)
	}
	if b := done.OriginalBatch; b.Status != "Upcoming" || b.EnrolledStudents != 2 {
		t.Errorf("%s, %d seats", b.Status, b.EnrolledStudents)
	}
	if n := c.Count("SELECT count(*) FROM batch_sessions WHERE batch_id = ? AND status = 'scheduled'", c.batch.ID); n != 6 {
		t.Errorf("the group has %d sessions", n)
	}
	c.mustAgree(t)
}

// One instructor teaches all of them, one after the other, within their hours.
func TestConvertRedistributes(t *testing.T) {
	t.Parallel()
	c := newCohort(t)
	c.Teacher.Do("PUT", "/instructors/"+c.Teacher.ID+"/availability", `{"timezone":"Europe/Berlin","takes_demos":false,"hours":[{"weekday":1,"from":"16:00","until":"21:30"}],"overrides":[]}`, 200)
	done := c.convert(t, "", `{"redistribute_sessions":true}`)
	if s := done.ConversionSummary; s.SuccessfulConversions != 3 {
		t.Fatalf("%+v", s)
	}
	for i, want := range []string{ // the Extra on a Thursday morning goes to the next Monday, whose session goes to the Monday after it
		"2026-09-14 16:00, 2026-09-21 18:00, 2026-09-28 18:00, 2026-10-05 18:00, 2026-10-12 18:00",
		"2026-09-14 17:00, 2026-09-21 16:30, 2026-09-28 16:30, 2026-10-05 16:30, 2026-10-12 16:30",
		"2026-09-14 18:00, 2026-09-21 19:30, 2026-09-28 19:30, 2026-10-05 19:30, 2026-10-12 19:30",
	} {
		var got []string
		for _, s := range done.IndividualBatches[i].Schedule {
			got = append(got, s.Date+" "+s.StartTime)
		}
		if all := strings.Join(got, ", "); all != want {
			t.Errorf("learner %d: %s", i, all)
		}
	}
	c.mustAgree(t)
}

// Individual batches have the classrooms of the group: at the same times the first has them and the others none, at other times each.
func TestConvertKeepsClassrooms(t *testing.T) {
	t.Parallel()
	c := newCohort(t)
	bakery, attic := room(t, c.Class, "Bakery"), room(t, c.Class, "Attic")
	c.Teacher.Do("PUT", "/batches/"+c.batch.ID, fmt.Sprintf(`{"room_id":%q}`, bakery), 200)
	c.Teacher.Do("PUT", "/batches/"+c.batch.ID+"/schedule/"+c.batch.Schedule[3].ID, fmt.Sprintf(`{"room_id":%q}`, attic), 200)
	some := `"maintain_schedule":true,"new_instructor_assignments":[` + assigned(c.members[1], c.colleague())
	going := c.convert(t, "?dry_run=true", `{`+some+`]}`)
	if b := going.IndividualBatches[0]; roomsOf(b) != "- - - - -" || b.Room != nil || droppedIn(going.ConversionSummary.Rooms) != "Attic taken 1, Bakery taken 4" {
		t.Errorf("%s %+v", roomsOf(b), going.ConversionSummary)
	}
	before := rows(c.App)
	spread := c.convert(t, "?dry_run=true", `{"redistribute_sessions":true}`)
	for _, b := range spread.IndividualBatches {
		if all := roomsOf(b); strings.Count(all, "Bakery") != 4 || strings.Count(all, "Attic") != 1 || b.Room == nil || b.Room.ID != bakery {
			t.Error(all)
		}
	}
	if len(spread.IndividualBatches) != 3 || len(spread.ConversionSummary.Rooms) != 0 || rows(c.App) != before {
		t.Errorf("%+v", spread.ConversionSummary)
	}
	c.Exec("UPDATE classrooms SET active = FALSE WHERE id = ?", attic)
	done := c.convert(t, "", `{`+some+`,`+assigned(c.members[2], c.colleague())+`]}`)
	if first, second := done.IndividualBatches[0], done.IndividualBatches[1]; roomsOf(first) != "Bakery Bakery - Bakery Bakery" || roomsOf(second) != "- - - - -" || second.Room != nil ||
		droppedIn(done.ConversionSummary.Rooms) != "Attic archived 3, Bakery taken 8" {
		t.Errorf("%s, %s %+v", roomsOf(first), roomsOf(second), done.ConversionSummary)
	}
	if n := c.Count("SELECT count(*) FROM resource_busy AS r JOIN batch_sessions AS s ON s.id = r.ref_id AND s.room_id = r.resource_id AND s.status = 'scheduled' WHERE s.batch_id <> ?", c.batch.ID); n != 4 {
		t.Errorf("%d times of classrooms", n)
	}
	c.mustAgree(t)
}

func TestConversionsAreRefused(t *testing.T) {
	t.Parallel()
	c := newCohort(t)
	before, at := rows(c.App), "/batches/"+c.batch.ID+"/convert-to-individual"
	c.Nobody().Do("POST", at, `{}`, 401)
	for _, who := range []testapp.User{c.Student, c.User(access.Instructor)} {
		who.Do("POST", at, `{}`, 403)
	}
	for says, body := range map[string]string{
		"Either keep the schedule or redistribute": `{"maintain_schedule":true,"redistribute_sessions":true}`,
		"active members of this batch only":        `{"new_instructor_assignments":[` + assigned(c.Teacher, c.Teacher) + `]}`,
	} {
		if answer := c.Teacher.Do("POST", at, body, 400); !strings.Contains(answer, says) {
			t.Error(answer)
		}
	}
	c.Exec("UPDATE batches SET status = 'Completed'")
	if answer := c.Teacher.Do("POST", at, `{}`, 409); !strings.Contains(answer, "batch_over") {
		t.Error(answer)
	}
	c.Exec("UPDATE batches SET status = 'Active'")
	c.Clock.Advance(60 * 24 * time.Hour)
	if answer := c.Teacher.Do("POST", at, `{}`, 409); !strings.Contains(answer, "nothing_ahead") {
		t.Error(answer)
	}
	if after := rows(c.App); after != before {
		t.Error("refused requests have changed", before, "to", after)
	}
	c.Exec("UPDATE batch_members SET status = 'on_hold'")
	if answer := c.Teacher.Do("POST", at, `{}`, 409); !strings.Contains(answer, "no_members") {
		t.Error(answer)
	}
	c.Exec("UPDATE batches SET batch_type = 'individual', capacity = 1, enrolled = 0")
	if answer := c.Teacher.Do("POST", at, `{}`, 409); !strings.Contains(answer, "batch_individual") {
		t.Error(answer)
	}
}
