package testapp

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
)

// RoomProvider is where sessions can meet, with a server that stands for it.
type RoomProvider struct {
	Name, URL string
	Configure func(*app.Deps)
	Away      func(isAway bool) // switches its server off and on; nil: it has none
	Plan      func(c *Class)    // does what jobs do; nil: rooms are made as they are entered
	Rooms     func() int        // how many rooms its server has; nil: it has none
	Drops     bool              // rooms of cancelled sessions are deleted there
}

// roomTrial is a batch with one session, which meets at a provider.
type roomTrial struct {
	*Class
	t       *testing.T
	p       RoomProvider
	batch   string
	session string
	learner User
}

// TryRooms tries what every provider of rooms has to keep: a room is one room however often it is asked for, follows its session, is closed when that is cancelled, and
// a provider that is away keeps nobody from saving.
func TryRooms(t *testing.T, p RoomProvider) {
	t.Helper()
	c := NewClass(t, p.Configure)
	if p.Plan == nil {
		p.Plan = func(*Class) {}
	}
	if p.Away == nil {
		p.Away = func(bool) {}
	}
	trial := &roomTrial{Class: c, t: t, p: p, learner: c.User(access.Student)}
	trial.begin()
	trial.at(-5 * time.Minute)
	first := trial.enter()
	if again := trial.enter(); again != first {
		t.Errorf("the room is another one the second time: %s, then %s", first, again)
	}
	trial.wantRooms(1)
	trial.move("18:30", "19:30")
	trial.at(25 * time.Minute)
	trial.enter()
	trial.wantRooms(1)
	p.Away(true)
	trial.move("19:00", "20:00")
	trial.room()
	trial.at(52 * time.Minute)
	if answer := trial.learner.Send(http.MethodPost, "/api/v1/sessions/"+trial.session+"/join", ""); answer.Code != http.StatusOK && answer.Code != http.StatusServiceUnavailable {
		t.Errorf("a provider that is away is answered with %d %s", answer.Code, answer.Body)
	}
	p.Away(false)
	trial.at(55 * time.Minute)
	trial.enter()
	trial.wantRooms(1)
	trial.Teacher.Do("DELETE", "/batches/"+trial.batch+"/schedule/"+trial.session+"?reason=ill", "", 200)
	p.Plan(c)
	if got := trial.learner.Do("POST", "/sessions/"+trial.session+"/join", "", 409); !strings.Contains(got, "session_cancelled") {
		t.Error(got)
	}
	if p.Drops {
		trial.wantRooms(0)
	}
}

// begin makes the batch with its session, on 7 September 2026 from 18:00 to 19:00 UTC.
func (r *roomTrial) begin() {
	r.t.Helper()
	b := Read[rest.Answer[struct {
		ID       string
		Schedule []struct{ ID string }
	}]](r.t, r.Teacher.Do("POST", "/batches/courses/"+r.CourseID+"/batches", fmt.Sprintf(`{"batch_name":"Bees","timezone":"UTC","assigned_instructor":%q,
		"schedule":[{"date":"2026-09-07","start_time":"18:00","end_time":"19:00"}]}`, r.Teacher.ID), 201)).Data
	r.batch, r.session = b.ID, b.Schedule[0].ID
	r.Enroll(r.learner, r.CourseID)
	r.Teacher.Do("POST", "/batches/enroll-students", fmt.Sprintf(`{"batch_id":%q,"student_ids":[%q]}`, r.batch, r.learner.ID), 200)
	r.room()
	r.room()
}

// room lets the batch meet at the provider.
func (r *roomTrial) room() {
	r.t.Helper()
	r.Teacher.Do("PUT", "/batches/"+r.batch+"/room", fmt.Sprintf(`{"provider":%q,"url":%q}`, r.p.Name, r.p.URL), 200)
}

// at moves the clock to some time from 18:00, and lets jobs run.
func (r *roomTrial) at(d time.Duration) {
	r.t.Helper()
	r.Clock.Advance(time.Date(2026, 9, 7, 18, 0, 0, 0, time.UTC).Add(d).Sub(r.Clock.Now()))
	r.p.Plan(r.Class)
}

func (r *roomTrial) move(from, until string) {
	r.t.Helper()
	r.Teacher.Do("PUT", "/batches/"+r.batch+"/schedule/"+r.session, fmt.Sprintf(`{"date":"2026-09-07","start_time":%q,"end_time":%q,"reason":"rain"}`, from, until), 200)
	r.p.Plan(r.Class)
}

// enter lets the learner join, and returns the address of the room without what is of the learner alone.
func (r *roomTrial) enter() string {
	r.t.Helper()
	link := Read[rest.Answer[struct{ URL string }]](r.t, r.learner.Do("POST", "/sessions/"+r.session+"/join", "", 200)).Data.URL
	answer := r.Nobody().SendRaw(httptest.NewRequestWithContext(r.t.Context(), http.MethodGet, link, nil))
	if answer.Code != http.StatusSeeOther {
		r.t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	address, _, _ := strings.Cut(answer.Header().Get("Location"), "?")
	address, _, _ = strings.Cut(address, "#")
	return address
}

func (r *roomTrial) wantRooms(n int) {
	r.t.Helper()
	if r.p.Rooms != nil && r.p.Rooms() != n {
		r.t.Errorf("the provider has %d rooms, not %d", r.p.Rooms(), n)
	}
}
