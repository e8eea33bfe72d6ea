package enrollment_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/uptrace/bun"

	"lectern/internal/learning/enrollment"
	"lectern/internal/platform/access"
	"lectern/internal/testapp"
	"lectern/internal/testapp/soak"
)

const paidCourse = `,"prices":[{"currency":"EUR","individual":900,"batch":500}]`

// Whoever has a right to a course may leave it and come back without paying again, until that right is taken away.
func TestComingBackCostsNothing(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, admin, ann := app.User(access.Instructor), app.User(access.Admin), app.User(access.Student)
	id := teacher.PublishCourse(paidCourse).ID
	path := "/courses/" + id + "/enroll"
	enroll := func(want string) {
		t.Helper()
		if e := testapp.Read[place](t, ann.Do("POST", path, "", 200)).Data; e.Status != want {
			t.Errorf("enrolled as %s, not %s", e.Status, want)
		}
	}
	enroll("pending_payment")
	ann.Do("DELETE", path, "", 200)
	enroll("pending_payment") // nobody has paid

	admin.Do("PATCH", "/courses/"+id+"/enrollments/"+ann.ID, `{"action":"activate"}`, 200)
	ann.Do("DELETE", path, "", 200)
	enroll("active")
	admin.Do("PATCH", "/courses/"+id+"/enrollments/"+ann.ID, `{"action":"withdraw"}`, 200)
	enroll("pending_payment") // what they were given was taken away

	give(t, app, ann.ID, id, "line-1")
	enroll("active")
	teacher.Do("PATCH", "/courses/"+id+"/enrollments/"+ann.ID, `{"action":"withdraw"}`, 200)
	enroll("active") // what they bought can only be refunded
	revoke(t, app, "line-1")
	if n := app.Count("SELECT count(*) FROM enrollments WHERE user_id = ? AND status = 'withdrawn'", ann.ID); n != 1 {
		t.Error("a refunded learner is still in the course")
	}
	enroll("pending_payment")

	free := teacher.PublishCourse("").ID
	ann.Do("POST", "/courses/"+free+"/enroll", "", 200)
	ann.Do("DELETE", "/courses/"+free+"/enroll", "", 200)
	app.Exec("UPDATE courses SET is_free = FALSE WHERE id = ?", free)
	if e := testapp.Read[place](t, ann.Do("POST", "/courses/"+free+"/enroll", "", 200)).Data; e.Status != "active" {
		t.Errorf("a learner from when the course was free is asked to pay: %s", e.Status)
	}
}

func give(t *testing.T, app *testapp.App, user, course, line string) {
	t.Helper()
	if err := app.DB.InTx(t.Context(), func(tx bun.IDB) error {
		return app.Enrollments.Give(t.Context(), tx, enrollment.CourseGrant{UserID: user, CourseID: course, Source: "order_line", SourceID: line})
	}); err != nil {
		t.Fatal(err)
	}
}

func revoke(t *testing.T, app *testapp.App, line string) {
	t.Helper()
	if err := app.DB.InTx(t.Context(), func(tx bun.IDB) error {
		return app.Enrollments.Revoke(t.Context(), tx, "order_line", line)
	}); err != nil {
		t.Fatal(err)
	}
}

// Purchases, refunds, seats, gifts, letting in, taking away, leaving and coming back in any order: a learner is in the course if and only if
// they have not left it and a right of theirs is live.
func TestAccessIsTheUnionOfLiveGrants(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, admin, ann := app.User(access.Instructor), app.User(access.Admin), app.User(access.Student)
	id := teacher.PublishCourse(paidCourse).ID
	base := "/courses/" + id
	live, byAdmin, inside := map[string]bool{}, false, false
	holds := func() bool { return byAdmin || len(live) > 0 }
	draw := rand.New(rand.NewPCG(15, 1))
	for step := range soak.Rounds(120, 10_000) {
		line := fmt.Sprintf("line-%d", draw.IntN(3))
		act := draw.IntN(6)
		switch act {
		case 0:
			give(t, app, ann.ID, id, line)
			live[line], inside = true, true
		case 1:
			revoke(t, app, line)
			delete(live, line)
			inside = inside && holds()
		case 2:
			admin.Do("POST", base+"/enrollments", `{"email":"`+ann.ID+`@lectern.test"}`, 200)
			if !inside {
				byAdmin, inside = true, true
			}
		case 3:
			if inside {
				admin.Do("PATCH", base+"/enrollments/"+ann.ID, `{"action":"withdraw"}`, 200)
				byAdmin, inside = false, false
			}
		case 4:
			if inside {
				ann.Do("DELETE", base+"/enroll", "", 200)
				inside = false
			}
		case 5:
			ann.Do("POST", base+"/enroll", "", 200)
			inside = holds()
		}
		if n := app.Count("SELECT count(*) FROM enrolled_students WHERE user_id = ?", ann.ID); (n == 1) != inside {
			t.Fatalf("step %d, act %d with %s: enrolled %d, live %v, by an administrator %v", step, act, line, n, live, byAdmin)
		}
	}
}
