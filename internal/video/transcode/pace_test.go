package transcode_test

import (
	"context"
	"maps"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/jobs"
	"lectern/internal/testapp"
)

// timed makes every run on a planned video take this long, and calls seen in its middle.
func timed(app *testapp.App, takes time.Duration, seen func()) map[string]jobs.Handler {
	handlers := maps.Clone(app.Runner.Handlers)
	for _, kind := range []string{"transcode.piece", "transcode.audio", "transcode.images"} {
		h := handlers[kind]
		do := h.Do
		h.Do = func(ctx context.Context, claim []jobs.Job) error {
			app.Clock.Advance(takes / 2)
			seen()
			app.Clock.Advance(takes / 2)
			return do(ctx, claim)
		}
		handlers[kind] = h
	}
	return handlers
}

// work processes what is due, with these handlers.
func work(t *testing.T, app *testapp.App, handlers map[string]jobs.Handler) {
	t.Helper()
	runner := &jobs.Runner{Queue: app.Runner.Queue, Log: app.Runner.Log, Worker: "the test", Handlers: handlers}
	if err := runner.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// The first video of a server tells how long the next one takes, from its probe on; what is said is never 0 before the end.
func TestTimeLeftIsEstimatedFromEarlierVideos(t *testing.T) {
	t.Parallel()
	app := testapp.New(t, testapp.WithMedia(t))
	teacher := app.User(access.Instructor)
	course, film := app.Course(teacher), shortFilm(t, "film.mp4")
	const takes = 10 * time.Second

	first := uploaded(t, app, teacher, course, film)
	if st := statusOf(t, teacher, first); st.SecondsLeft != nil {
		t.Errorf("before anything was measured %d s are left", *st.SecondsLeft)
	}
	begun := app.Clock.Now()
	work(t, app, timed(app, takes, func() {}))
	whole := app.Clock.Now().Sub(begun)

	second := uploaded(t, app, teacher, course, film)
	work(t, app, map[string]jobs.Handler{"transcode.probe": app.Runner.Handlers["transcode.probe"]})
	st := statusOf(t, teacher, second)
	if st.SecondsLeft == nil || time.Duration(*st.SecondsLeft)*time.Second != whole {
		t.Errorf("before the first piece %+v, want %v left", st, whole)
	}
	left := whole
	work(t, app, timed(app, takes, func() {
		st := statusOf(t, teacher, second)
		if st.SecondsLeft == nil || *st.SecondsLeft < 1 {
			t.Fatalf("while it is processed %+v", st)
		}
		now := time.Duration(*st.SecondsLeft) * time.Second
		if now > left+takes/2 {
			t.Errorf("%v are left after %v", now, left)
		}
		left = now
	}))
	if st := statusOf(t, teacher, second); st.Status != "completed" || st.SecondsLeft != nil || left > takes {
		t.Errorf("at the end, after %v were left: %+v", left, st)
	}
}
