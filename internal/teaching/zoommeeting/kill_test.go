package zoommeeting_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/testapp"
	"lectern/internal/testapp/soak"
)

// left is what there is after a worker was killed, or before: a database, and the meetings at Zoom.
type left struct {
	testapp.Snapshot
	now            time.Time
	meetings       map[int64]zoomMeeting
	next           int64
	batch, session string
}

// leave takes what there is of an application, which can no longer be used. The caller holds the lock of the server.
func leave(a *testapp.App, z *zoomServer, of left) left {
	of.Snapshot, of.now, of.next, of.meetings = a.Snapshot(), a.Clock.Now(), z.next, map[int64]zoomMeeting{}
	for id, m := range z.meetings {
		of.meetings[id] = *m
	}
	return of
}

// begin starts a server with what there is.
func (l left) begin(t *testing.T) (*testapp.App, *zoomServer) {
	t.Helper()
	z := newZoom(t)
	z.next = l.next
	for id, m := range l.meetings {
		z.meetings[id] = &m
	}
	a := l.New(t, z.configured)
	a.Clock.Advance(l.now.Sub(a.Clock.Now()))
	return a, z
}

// works is a minute of a worker, whose database and Zoom may be gone.
func works(ctx context.Context, a *testapp.App) error {
	return errors.Join(a.Runner.Handlers["zoom.plan"].Do(ctx, nil), a.Runner.Drain(ctx))
}

// killed kills a worker at a step: before a call to Zoom has its effect if that is odd, before the answer comes if it is even. Between two calls it writes nothing but what it writes in one
// transaction. False: the worker had done its work before.
func (l left) killed(t *testing.T, step int) (after left, wasKilled bool) {
	t.Helper()
	a, z := l.begin(t)
	z.kills = func(now int) bool {
		if now == step {
			after, wasKilled = leave(a, z, l), true
		}
		return wasKilled
	}
	if err := works(t.Context(), a); err != nil && !wasKilled {
		t.Fatal(err)
	}
	if !wasKilled {
		z.change(func() { after = leave(a, z, l) })
	}
	return after, wasKilled
}

// settled lets workers go on for an hour at most, and fails unless there is then what is wanted: one meeting at Zoom, or with "" none.
func (l left) settled(t *testing.T, what, startTime string) {
	t.Helper()
	a, z := l.begin(t)
	is := ""
	for range 60 {
		if err := works(t.Context(), a); err != nil {
			t.Fatal(what, ": ", err)
		}
		at := ""
		z.change(func() {
			for _, m := range z.meetings {
				at += m.StartTime
			}
		})
		known := a.Count("SELECT count(*) FROM live_meetings WHERE state = 'ready'")
		if is = fmt.Sprint(at, " ", known, " ", a.Count("SELECT count(*) FROM live_meetings WHERE state NOT IN ('ready', 'deleted')")); is == startTime+" 1 0" || startTime == "" && is == " 0 0" {
			return
		}
		a.Clock.Advance(time.Minute)
	}
	t.Errorf("%s: an hour later %q, and %q is wanted", what, is, startTime)
}

// move moves the session to another hour in Berlin, and returns when its meeting begins.
func (l left) move(t *testing.T, hour int) (moved left, startTime string) {
	t.Helper()
	a, z := l.begin(t)
	a.User(access.Admin).Do("PUT", "/batches/"+l.batch+"/schedule/"+l.session, fmt.Sprintf(`{"date":"2026-09-07","start_time":"%d:00","end_time":"%d:00","reason":"rain"}`, hour, hour+1), 200)
	z.change(func() { moved = leave(a, z, l) })
	return moved, fmt.Sprintf("2026-09-07T%d:00:00", hour)
}

// meet lets the batch meet somewhere else, or at Zoom.
func (l left) meet(t *testing.T, provider string) (changed left) {
	t.Helper()
	a, z := l.begin(t)
	a.User(access.Admin).Do("PUT", "/batches/"+l.batch+"/room", fmt.Sprintf(`{"provider":%q}`, provider), 200)
	z.change(func() { changed = leave(a, z, l) })
	return changed
}

// A worker that is killed at any step, while it makes, moves or deletes a meeting, leaves nothing behind: within an hour the meeting is found again by our id in its topic, and there is one
// or none as is wanted. So it is if the next worker is killed as well, and after any changes with kills between them.
func TestKilledWorkers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	w.at(-46 * time.Hour)
	var first left
	w.zoom.change(func() { first = leave(w.App, w.zoom, left{batch: w.batch, session: w.session}) })
	const at = "2026-09-07T18:00:00"
	made, wasKilled := first.killed(t, 0)
	if wasKilled || len(made.meetings) != 1 {
		t.Fatalf("%d meetings without a kill", len(made.meetings))
	}
	moved, later := made.move(t, 20)
	gone := made.meet(t, "built_in")
	steps := 0
	for _, c := range []struct {
		what, want string
		from       left
	}{{"made", at, first}, {"moved", later, moved}, {"deleted", "", gone}} {
		for step := 1; ; step++ {
			after, wasKilled := c.from.killed(t, step)
			if !wasKilled {
				break
			}
			steps++
			name := fmt.Sprintf("%s, killed at step %d", c.what, step)
			after.settled(t, name, c.want)
			after.now = after.now.Add(2 * time.Minute) // when the job is taken up again
			for again := 1; again < 5; again++ {
				twice, wasKilled := after.killed(t, again)
				if !wasKilled {
					break
				}
				twice.settled(t, fmt.Sprintf("%s, then at step %d", name, again), c.want)
			}
		}
	}
	if steps < 6 {
		t.Errorf("killed at %d steps only", steps)
	}
	for seed := range uint64(soak.Rounds(2, 150)) {
		first.random(t, seed, at)
	}
}

// random changes where and when the session meets, with a worker killed at a random step after each change.
func (l left) random(t *testing.T, seed uint64, startTime string) {
	t.Helper()
	r, done, at := rand.New(rand.NewPCG(seed, 82)), []string{}, startTime
	for range 6 {
		switch r.IntN(3) {
		case 0:
			l, at = l.move(t, 17+r.IntN(4))
			done = append(done, at)
		case 1:
			l = l.meet(t, "zoom")
			done, startTime = append(done, "zoom"), at
		default:
			l = l.meet(t, "built_in")
			done, startTime = append(done, "elsewhere"), ""
		}
		if startTime != "" {
			startTime = at
		}
		step := 1 + r.IntN(6)
		l, _ = l.killed(t, step)
		done = append(done, fmt.Sprint("killed at ", step))
		l.now = l.now.Add(time.Duration(r.IntN(4)) * time.Minute)
	}
	l.settled(t, fmt.Sprintf("seed %d: %s", seed, strings.Join(done, ", ")), startTime)
}
