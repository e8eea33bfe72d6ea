package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db/dbtest"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
)

// begin is the time at the beginning of every test.
var begin = time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)

// fixture is a queue with its workers.
type fixture struct {
	*jobs.Queue
	t     *testing.T
	clock *clock.Manual
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	c := clock.NewManual(begin)
	return &fixture{&jobs.Queue{DB: dbtest.New(t, os.Getenv("TEST_POSTGRES")), Clock: c}, t, c}
}

// worker is a process with these handlers.
func (o *fixture) worker(name string, handlers map[string]jobs.Handler) *jobs.Runner {
	return &jobs.Runner{Queue: o.Queue, Log: slog.New(slog.DiscardHandler), Worker: name, Handlers: handlers,
		Slots: map[jobs.Lane]int{jobs.Light: 1, jobs.Heavy: 1}, PollInterval: time.Millisecond}
}

func (o *fixture) add(n jobs.New) (id string) {
	o.t.Helper()
	must(o.t, o.DB.InTx(o.t.Context(), func(tx bun.IDB) (err error) {
		id, err = o.Add(o.t.Context(), tx, n)
		return err
	}))
	return id
}

func (o *fixture) claim(most int, kinds ...string) []jobs.Job {
	o.t.Helper()
	claimed, err := o.Claim(o.t.Context(), "a test", most, kinds...)
	must(o.t, err)
	return claimed
}

func (o *fixture) job(id string) (j jobs.Job) {
	o.t.Helper()
	must(o.t, o.DB.Reader().NewSelect().Model(&j).Where("id = ?", id).Scan(o.t.Context()))
	return j
}

func (o *fixture) cancel(ref string) {
	o.t.Helper()
	must(o.t, o.DB.InTx(o.t.Context(), func(tx bun.IDB) error { return o.Cancel(o.t.Context(), tx, ref) }))
}

// note writes a result, in the transaction that completes the job.
func note(ctx context.Context, tx bun.IDB, name string) error {
	_, err := tx.NewRaw("INSERT INTO settings (name, value) VALUES (?, '')", name).Exec(ctx)
	return err
}

func (o *fixture) noted(name string) bool {
	o.t.Helper()
	found, err := o.DB.Reader().NewSelect().Table("settings").Where("name = ?", name).Exists(o.t.Context())
	must(o.t, err)
	return found
}

// publish completes a job in the transaction that writes its result.
func (o *fixture) publish(ctx context.Context, j jobs.Job, result string) error {
	return o.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := note(ctx, tx, result); err != nil {
			return err
		}
		return o.Complete(ctx, tx, j)
	})
}

func drain(t *testing.T, r *jobs.Runner) {
	t.Helper()
	must(t, r.Drain(t.Context()))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// does is a handler that reports the jobs it did.
func does(done func(jobs.Job)) jobs.Handler {
	return jobs.Handler{Do: func(_ context.Context, claim []jobs.Job) error {
		for _, j := range claim {
			done(j)
		}
		return nil
	}}
}

func fails(err error) jobs.Handler {
	return jobs.Handler{Do: func(context.Context, []jobs.Job) error { return err }}
}

func TestSixteenWorkersDoEveryJobOnce(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	const count = 80
	for i := range count {
		o.add(jobs.New{Kind: "count", Payload: i})
	}
	var mu sync.Mutex
	times := map[string]int{}
	handlers := map[string]jobs.Handler{"count": does(func(j jobs.Job) {
		mu.Lock()
		defer mu.Unlock()
		times[string(j.Payload.V)]++
	})}
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			if err := o.worker(fmt.Sprint(i), handlers).Drain(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for payload, n := range times {
		if n != 1 {
			t.Errorf("job %s was done %d times", payload, n)
		}
	}
	if len(times) != count {
		t.Errorf("%d of %d jobs were done", len(times), count)
	}
}

func TestClaimOrder(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	for _, n := range []jobs.New{
		{Ref: "third", Priority: 5},
		{Ref: "first", Priority: -1},
		{Ref: "tomorrow", Priority: -9, Due: begin.Add(24 * time.Hour)},
		{Ref: "fourth", Priority: 5},
		{Ref: "second", Due: begin.Add(-time.Hour)},
	} {
		n.Kind = "sort"
		o.add(n)
	}
	for ref, want := range map[string]int64{"first": 1, "fourth": 4, "nobody": 0} { // tomorrow's job waits too, with a lower priority
		if n, err := o.CountAhead(t.Context(), ref); err != nil || n != want {
			t.Errorf("%d jobs are ahead of %s, want %d, %v", n, ref, want, err)
		}
	}
	var order []string
	r := o.worker("w", map[string]jobs.Handler{"sort": does(func(j jobs.Job) { order = append(order, j.Ref) })})
	drain(t, r)
	if want := []string{"first", "second", "third", "fourth"}; !slices.Equal(order, want) {
		t.Errorf("done %v, want %v", order, want)
	}
	o.clock.Advance(24 * time.Hour)
	drain(t, r)
	if last := order[len(order)-1]; len(order) != 5 || last != "tomorrow" {
		t.Errorf("the next day %v", order)
	}
}

func TestBatchIsClaimedUpToItsLimit(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	for range 5 {
		o.add(jobs.New{Kind: "rung", Batch: "piece 1"})
	}
	o.add(jobs.New{Kind: "rung", Batch: "piece 2"})
	o.add(jobs.New{Kind: "other", Batch: "piece 1"})
	o.add(jobs.New{Kind: "other", Batch: "piece 1"})
	var claims []string
	handler := func(most int) jobs.Handler {
		return jobs.Handler{MaxBatch: most, Do: func(_ context.Context, claim []jobs.Job) error {
			claims = append(claims, fmt.Sprint(claim[0].Kind, " of ", claim[0].Batch, ": ", len(claim)))
			return nil
		}}
	}
	drain(t, o.worker("w", map[string]jobs.Handler{"rung": handler(3), "other": handler(0)}))
	slices.Sort(claims)
	want := []string{"other of piece 1: 1", "other of piece 1: 1", "rung of piece 1: 2", "rung of piece 1: 3", "rung of piece 2: 1"}
	if !slices.Equal(claims, want) {
		t.Errorf("claims %v, want %v", claims, want)
	}
}

// A handler of a batch completes some jobs and then fails: those stay completed, the others are retried.
func TestUnfinishedJobsOfABatchAreRetried(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	for range 3 {
		o.add(jobs.New{Kind: "rung", Batch: "piece"})
	}
	var sizes []int
	h := jobs.Handler{MaxBatch: 3, Do: func(ctx context.Context, claim []jobs.Job) error {
		sizes = append(sizes, len(claim))
		if len(claim) == 1 {
			return nil
		}
		return errors.Join(o.publish(ctx, claim[0], "one"), o.publish(ctx, claim[1], "two"), errors.New("the third is broken"))
	}}
	r := o.worker("w", map[string]jobs.Handler{"rung": h})
	drain(t, r)
	o.clock.Advance(time.Second)
	drain(t, r)
	if !slices.Equal(sizes, []int{3, 1}) || !o.noted("one") || !o.noted("two") {
		t.Errorf("claims of %v", sizes)
	}
}

func TestFencedWorkerPublishesNothing(t *testing.T) {
	t.Parallel()
	takeovers := map[string]func(o *fixture, id string){
		"another worker has the job": func(o *fixture, _ string) {
			o.clock.Advance(jobs.Lease + time.Second)
			must(o.t, o.worker("rescuer", nil).Rescue(o.t.Context()))
			if got := o.claim(1, "film"); len(got) != 1 || got[0].Attempts != 2 {
				o.t.Fatalf("the rescued job was claimed as %+v", got)
			}
		},
		"the job is waiting again": func(o *fixture, _ string) {
			o.clock.Advance(jobs.Lease + time.Second)
			must(o.t, o.worker("rescuer", nil).Rescue(o.t.Context()))
		},
		"the job is cancelled": func(o *fixture, _ string) { o.cancel("video 1") },
		"the job is already done": func(o *fixture, id string) {
			must(o.t, o.publish(o.t.Context(), o.job(id), "by itself"))
		},
	}
	for name, takeOver := range takeovers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newFixture(t)
			id := o.add(jobs.New{Kind: "film", Ref: "video 1"})
			zombie := o.claim(1, "film")[0]
			takeOver(o, id)
			before := o.job(id)
			for what, try := range map[string]error{
				"publish": o.publish(t.Context(), zombie, "by the zombie"),
				"report":  o.ReportProgress(t.Context(), zombie, 77),
				"hold":    o.ExtendLease(t.Context(), zombie),
			} {
				if !errors.Is(try, jobs.ErrFenced) {
					t.Errorf("%s: %v", what, try)
				}
			}
			if o.noted("by the zombie") {
				t.Error("its result was published")
			}
			after := o.job(id)
			if before.State != after.State || after.Progress != 0 || before.Fence != after.Fence {
				t.Errorf("the job was %+v, is %+v", before, after)
			}
		})
	}
}

func TestHeartbeatKeepsTheLease(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	id := o.add(jobs.New{Kind: "film"})
	mine := o.claim(1, "film")[0]
	r := o.worker("rescuer", nil)
	for range 5 {
		o.clock.Advance(jobs.Lease - time.Second)
		must(t, o.ExtendLease(t.Context(), mine))
		must(t, r.Rescue(t.Context()))
	}
	must(t, o.ReportProgress(t.Context(), mine, 12))
	if j := o.job(id); j.State != "running" || j.Worker != "a test" || j.Progress != 12 {
		t.Errorf("the job is %+v", j)
	}
	o.clock.Advance(jobs.Lease + time.Second)
	must(t, r.Rescue(t.Context()))
	if j := o.job(id); j.State != "waiting" || j.Worker != "" || j.LeaseUntil != nil || j.Attempts != 1 {
		t.Errorf("after its lease the job is %+v", j)
	}
}

func TestJobFailsAfterItsLastAttempt(t *testing.T) {
	t.Parallel()
	broken := errors.New("the video is damaged")
	cases := []struct {
		name     string
		handler  jobs.Handler
		attempts int64 // counted at the end
		state    string
		seconds  int // by which the clock advances
	}{
		{"every attempt fails", fails(broken), 3, "failed", 10},
		{"a permanent error", fails(jobs.Permanent(broken)), 1, "failed", 10},
		{"its own time limit", fails(fmt.Errorf("encode: %w", context.DeadlineExceeded)), 3, "failed", 10},
		{"a panic", jobs.Handler{Do: func(context.Context, []jobs.Job) error { panic("the film is broken") }}, 3, "failed", 10},
		{"waits between attempts", fails(broken), 2, "waiting", 1},
		{"a postponed attempt does not count", fails(jobs.Postpone(broken, time.Second)), 0, "waiting", 10},
		{"unavailable storage does not count", fails(fault.New(fault.Unavailable, "away", "The storage is away.")), 0, "waiting", 10},
		{"a full disk does not count", fails(fmt.Errorf("write: %w", fault.New(fault.NoSpace, "full", "The disk is full."))), 0, "waiting", 10},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := newFixture(t)
			hooks := 0
			c.handler.Failed = func(ctx context.Context, tx bun.IDB, j jobs.Job, err error) error {
				hooks++
				return note(ctx, tx, "failed "+j.Ref)
			}
			id := o.add(jobs.New{Kind: "film", Ref: "video 1", MaxAttempts: 3})
			r := o.worker("w", map[string]jobs.Handler{"film": c.handler})
			drain(t, r)
			for range c.seconds {
				o.clock.Advance(time.Second)
				drain(t, r)
			}
			j, over := o.job(id), c.state == "failed"
			if j.State != c.state || j.Attempts != c.attempts || j.LastError == "" || (j.FinishedAt != nil) != over {
				t.Errorf("the job is %s after %d attempts because of %q", j.State, j.Attempts, j.LastError)
			}
			if o.noted("failed video 1") != over || hooks > 1 {
				t.Errorf("the hook ran %d times", hooks)
			}
		})
	}
}

func TestJobThatKillsItsWorkersFails(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	id := o.add(jobs.New{Kind: "film", Ref: "video 1", MaxAttempts: 2})
	h := jobs.Handler{Failed: func(ctx context.Context, tx bun.IDB, j jobs.Job, err error) error { return note(ctx, tx, "failed") }}
	for range 2 {
		if got := o.claim(1, "film"); len(got) != 1 {
			t.Fatalf("claimed %v", got)
		}
		o.clock.Advance(jobs.Lease + time.Second)
		must(t, o.worker("w", map[string]jobs.Handler{"film": h}).Rescue(t.Context()))
	}
	if j := o.job(id); j.State != "failed" || j.LastError != "its worker stopped sending heartbeats" || !o.noted("failed") {
		t.Errorf("the job is %s because of %q", j.State, j.LastError)
	}
}

func TestFailureAndItsHookCommitTogether(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	id := o.add(jobs.New{Kind: "film", MaxAttempts: 1})
	ill := true
	h := fails(errors.New("broken"))
	h.Failed = func(ctx context.Context, tx bun.IDB, _ jobs.Job, _ error) error {
		if err := note(ctx, tx, "the video failed"); err != nil || !ill {
			return err
		}
		return errors.New("the hook fails")
	}
	r := o.worker("w", map[string]jobs.Handler{"film": h})
	drain(t, r)
	if j := o.job(id); j.State != "running" || o.noted("the video failed") {
		t.Errorf("half was written: the job is %s", j.State)
	}
	ill = false
	o.clock.Advance(jobs.Lease + time.Second)
	must(t, r.Rescue(t.Context()))
	if j := o.job(id); j.State != "failed" || !o.noted("the video failed") {
		t.Errorf("the job is %s", j.State)
	}
}
