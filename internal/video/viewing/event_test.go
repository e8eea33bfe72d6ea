package viewing_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/video/viewing"
)

type (
	analytics = rest.Answer[viewing.Analytics]
	position  = rest.Answer[viewing.Position]
	accepted  = rest.Answer[viewing.AcceptedEvents]
)

func event(kind string, members string) viewing.WatchEvent {
	var e viewing.WatchEvent
	if err := json.Unmarshal([]byte(`{`+members+`}`), &e); err != nil {
		panic(err)
	}
	e.ID, e.Type, e.At = db.NewID(), kind, testapp.Start
	return e
}

// send sends events and returns how many of them were new.
func send(t *testing.T, who testapp.User, v *video, events ...viewing.WatchEvent) int64 {
	t.Helper()
	body, err := json.Marshal(viewing.WatchEvents{Events: events})
	must(t, err)
	return testapp.Read[accepted](t, who.Do("POST", "/video-streaming/"+v.id+"/watch-events", string(body), 200)).Data.Accepted
}

func analyticsOf(t *testing.T, teacher testapp.User, v *video) viewing.Analytics {
	t.Helper()
	return testapp.Read[analytics](t, teacher.Do("GET", "/video-streaming/"+v.id+"/analytics", "", 200)).Data
}

func TestAnalytics(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	v, teacher, ann := scene(t, app)
	ben := app.User(access.Student)
	app.Enroll(ben, v.course)
	if a := analyticsOf(t, teacher, v); a.Views != 0 || a.StartupMSMedian != nil || a.StartupMSP95 != nil || len(a.Retention) != 4 {
		t.Errorf("before anybody has watched: %+v", a)
	}

	send(t, ann, v, event("start", `"milliseconds":200,"rung":"240p"`), event("watched", `"from":0,"to":6,"rung":"240p"`))
	send(t, ann, v, event("watched", `"from":6,"to":13.5`), event("stall", `"from":13.5,"milliseconds":2500`))
	send(t, ann, v, event("watched", `"from":0,"to":2`)) // again: more time, no more viewers
	send(t, ben, v, event("start", `"milliseconds":3000`), event("watched", `"from":17,"to":900`), event("watched", `"from":9,"to":3`))

	a := analyticsOf(t, teacher, v)
	want := viewing.Analytics{
		Views: 2, Viewers: 2, WatchSeconds: 6 + 7.5 + 2 + 3, Stalls: 1, StallSeconds: 2.5, StallsPerHour: 194.59,
		StartupMSMedian: a.StartupMSMedian, StartupMSP95: a.StartupMSP95,
		Retention: []viewing.RetentionPoint{{From: 0, Viewers: 1}, {From: 6, Viewers: 1}, {From: 12, Viewers: 2}, {From: 18, Viewers: 1}},
	}
	if !reflect.DeepEqual(a, want) {
		t.Errorf("\n got %+v\nwant %+v", a, want)
	}
	if near := func(got *int64, want int64) bool { return got != nil && *got*40 >= want*39 && *got*40 <= want*41 }; !near(a.StartupMSMedian, 200) || !near(a.StartupMSP95, 3000) {
		t.Errorf("start-up median %d, p95 %d, want 200 and 3000 within 2.5 %%", *a.StartupMSMedian, *a.StartupMSP95)
	}
}

// The clock of a device that runs ahead does not date events into the future: they are moved to their arrival and marked, and what was
// watched counts all the same.
func TestEventsFromTheFutureAreMoved(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	v, teacher, ann := scene(t, app)
	ahead := event("watched", `"from":0,"to":6`)
	ahead.At = app.Clock.Now().Add(100 * 24 * time.Hour)
	send(t, ann, v, ahead, event("watched", `"from":6,"to":9`))
	if a := analyticsOf(t, teacher, v); a.WatchSeconds != 9 || a.Viewers != 1 {
		t.Errorf("%+v", a)
	}
	if n := app.Count("SELECT count(*) FROM watch_events WHERE clamped"); n != 1 {
		t.Errorf("%d of 2 are marked", n)
	}
	if n := app.Count("SELECT count(*) FROM watch_events WHERE client_time > ?", app.Clock.Now()); n != 0 {
		t.Errorf("%d lie in the future", n)
	}
}

// Late, twice, in any order, in any batches, from both devices concurrently: the figures are the same.
func TestEventsCountOnceInAnyOrder(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 1))
	teacher := app.User(access.Instructor)
	course := app.Course(teacher)
	students := []testapp.User{app.User(access.Student), app.User(access.Student), app.User(access.Student)}
	sent := map[string][]viewing.WatchEvent{}
	for _, s := range students {
		app.Enroll(s, course)
		for range 40 {
			from := random.Float64() * 18
			sent[s.ID] = append(sent[s.ID],
				event("watched", fmt.Sprintf(`"from":%.3f,"to":%.3f`, from, from+random.Float64()*5)),
				event("start", fmt.Sprintf(`"milliseconds":%d`, random.IntN(5000))),
				event("stall", fmt.Sprintf(`"milliseconds":%d`, random.IntN(5000))))
		}
	}
	var first viewing.Analytics
	for round := range 4 {
		v := newVideo(t, app, teacher, course, 20)
		fresh := int64(0)
		for _, s := range students {
			events := append(append([]viewing.WatchEvent{}, sent[s.ID]...), sent[s.ID][:random.IntN(120)]...)
			for i := range events { // the same events of another video need ids of their own
				events[i].ID = fmt.Sprintf("%08d%s", round, events[i].ID[8:])
			}
			if round > 0 {
				random.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
			}
			for len(events) > 0 {
				n := min(len(events), 1+random.IntN(50))
				if random.IntN(3) == 0 {
					fresh += send(t, s, v, events[:n]...)
				}
				fresh += send(t, s, v, events[:n]...)
				events = events[n:]
			}
		}
		if fresh != 3*120 {
			t.Errorf("seed %d, round %d: %d events were new, want 360", seed, round, fresh)
		}
		if a := analyticsOf(t, teacher, v); round == 0 {
			first = a
		} else if !reflect.DeepEqual(a, first) {
			t.Errorf("seed %d, round %d:\n got %+v\nwant %+v", seed, round, a, first)
		}
	}
	if first.Views != 120 || first.Viewers != 3 || first.Stalls != 120 {
		t.Errorf("%+v", first)
	}
}

func TestConcurrentEventsCountOnce(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	v, teacher, ann := scene(t, app)
	ben := app.User(access.Student)
	app.Enroll(ben, v.course)
	var events []viewing.WatchEvent
	for i := range 20 {
		events = append(events, event("watched", fmt.Sprintf(`"from":%d,"to":%d`, i, i+1)), event("start", `"milliseconds":100`))
	}
	var wait sync.WaitGroup
	var fresh sync.Map
	for i := range 8 {
		who := []testapp.User{ann, ben}[i%2]
		mine := append([]viewing.WatchEvent{}, events...)
		rand.Shuffle(len(mine), func(a, b int) { mine[a], mine[b] = mine[b], mine[a] })
		wait.Go(func() { fresh.Store(i, send(t, who, v, mine...)) })
	}
	wait.Wait()
	sum := int64(0)
	fresh.Range(func(_, n any) bool { sum += n.(int64); return true })
	a := analyticsOf(t, teacher, v)
	if sum != 80 || a.Views != 40 || a.Viewers != 2 || a.WatchSeconds != 40 || a.Retention[0].Viewers != 2 {
		t.Errorf("%d were new; %+v", sum, a)
	}
}

func TestInvalidEventRejectsTheBatch(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	v, _, student := scene(t, app)
	good := `{"id":"` + db.NewID() + `","type":"start","at":"2026-09-01T08:00:00Z"}`
	for bad, says := range map[string]string{
		`{}`:            "Events are required",
		`{"events":[]}`: "Events are required",
		`{"events":[` + good + `,{"id":"x","type":"start","at":"2026-09-01T08:00:00Z"}]}`:                                        "An event needs a UUID as its id",
		`{"events":[` + good + `,{"id":"` + db.NewID() + `","type":"jump","at":"2026-09-01T08:00:00Z"}]}`:                        "must be start, watched or stall",
		`{"events":[` + good + `,{"id":"` + db.NewID() + `","type":"watched","from":-1,"to":5,"at":"2026-09-01T08:00:00Z"}]}`:    "from must be a number of seconds",
		`{"events":[` + good + `,{"id":"` + db.NewID() + `","type":"watched","from":1,"to":1e300,"at":"2026-09-01T08:00:00Z"}]}`: "to must be a number of seconds",
		`{"events":[` + good + `,{"id":"` + db.NewID() + `","type":"stall","milliseconds":1e300,"at":"2026-09-01T08:00:00Z"}]}`:  "milliseconds must be at most one day",
		`{"events":[` + good + `,{"id":"` + db.NewID() + `","type":"start","at":"yesterday"}]}`:                                  "An event needs its time",
		`{"events":[` + strings.Repeat(good+",", 200) + good + `]}`:                                                              "At most 200 events at once",
	} {
		if body := student.Do("POST", "/video-streaming/"+v.id+"/watch-events", bad, 400); !strings.Contains(body, says) {
			t.Errorf("%.120s: %s, want %q", bad, body, says)
		}
	}
	if n := app.Count("SELECT count(*) FROM watch_events"); n != 0 {
		t.Errorf("%d events of refused batches are there", n)
	}
}

func TestPositions(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	v, teacher, student := scene(t, app)
	at := "/video-streaming/" + v.id + "/position"
	put := func(seconds float64, after time.Duration) viewing.Position {
		t.Helper()
		body := fmt.Sprintf(`{"position":%v,"at":%q}`, seconds, testapp.Start.Add(after).Format(time.RFC3339Nano))
		return testapp.Read[position](t, student.Do("PUT", at, body, 200)).Data
	}
	if p := testapp.Read[position](t, student.Do("GET", at, "", 200)).Data; p.Position != 0 || p.Duration != 20 || p.UpdatedAt != nil {
		t.Errorf("before the start: %+v", p)
	}
	app.Clock.Advance(time.Hour)
	for _, c := range []struct {
		seconds float64
		after   time.Duration
		want    float64
	}{
		{5, time.Minute, 5},
		{3, 2 * time.Minute, 3},         // seeking back counts like seeking forward
		{9, time.Minute, 3},             // the other device was earlier and sends late
		{7, 2 * time.Minute, 7},         // at the same instant the further position counts
		{4, 2 * time.Minute, 7},         // whichever arrives first
		{99, 3 * time.Minute, 20},       // capped at the end
		{1, 240 * time.Hour, 1},         // a clock that is ahead counts as now
		{2, time.Hour - time.Second, 1}, // before now
	} {
		if p := put(c.seconds, c.after); p.Position != c.want {
			t.Errorf("%v at +%v: %+v, want %v", c.seconds, c.after, p, c.want)
		}
	}
	app.Clock.Advance(time.Second)
	if p := put(2, time.Hour+time.Second); p.Position != 2 || !p.UpdatedAt.Equal(testapp.Start.Add(time.Hour+time.Second)) {
		t.Errorf("after the clock that was ahead: %+v", p)
	}
	if p := testapp.Read[position](t, teacher.Do("GET", at, "", 200)).Data; p.Position != 0 {
		t.Errorf("another user's position is %+v", p)
	}
	for _, bad := range []string{`{}`, `{"position":-1,"at":"2026-09-01T08:00:00Z"}`, `{"position":1,"at":"now"}`} {
		student.Do("PUT", at, bad, 400)
	}
}
