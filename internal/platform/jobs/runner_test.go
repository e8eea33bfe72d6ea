package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
)

// start runs a worker until the test ends or stop is called, which returns when the worker has released its jobs.
func start(t *testing.T, r *jobs.Runner) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		if err := r.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	stop = func() { cancel(); running.Wait() }
	t.Cleanup(stop)
	return stop
}

func TestStoppedWorkerReleasesItsJobs(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	id := o.add(jobs.New{Kind: "film", MaxAttempts: 1})
	begun := make(chan struct{})
	stop := start(t, o.worker("old", map[string]jobs.Handler{"film": {Do: func(ctx context.Context, _ []jobs.Job) error {
		close(begun)
		<-ctx.Done()
		return ctx.Err()
	}}}))
	<-begun
	stop()
	if j := o.job(id); j.State != "waiting" || j.Attempts != 0 || j.Worker != "" {
		t.Errorf("the job is %s of %q after %d attempts", j.State, j.Worker, j.Attempts)
	}
	drain(t, o.worker("new", map[string]jobs.Handler{"film": does(func(jobs.Job) {})}))
	if j := o.job(id); j.State != "done" || j.Attempts != 1 {
		t.Errorf("then it is %s after %d attempts", j.State, j.Attempts)
	}
}

func TestWorkerStoppedBeforeItStarts(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := o.worker("w", map[string]jobs.Handler{"sweep": {Every: time.Minute}}).Run(ctx); err != nil {
		t.Error(err)
	}
}

// Starting workers write the rows of all periodic jobs: in different orders they would deadlock.
func TestWorkersStartingTogetherDoNotDeadlock(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	const workers, periodic = 8, 40
	events := make(chan error, 2*workers)
	for n := range workers {
		own := fmt.Sprint("own work of ", n)
		o.add(jobs.New{Kind: own})
		handlers := map[string]jobs.Handler{own: does(func(jobs.Job) { events <- nil })}
		for n := range periodic {
			handlers[fmt.Sprint("periodic ", n)] = jobs.Handler{Every: time.Hour, Do: func(context.Context, []jobs.Job) error { return nil }}
		}
		go func() { events <- o.worker(fmt.Sprint(n), handlers).Run(t.Context()) }()
	}
	for range workers {
		must(t, <-events)
	}
}

func TestCancelledJobIsFenced(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	id := o.add(jobs.New{Kind: "film", Ref: "video 1"})
	waiting := o.add(jobs.New{Kind: "film", Ref: "video 1", Priority: 1})
	other := o.add(jobs.New{Kind: "film", Ref: "video 2", Priority: 2})
	var done []string
	r := o.worker("w", map[string]jobs.Handler{"film": {Do: func(_ context.Context, claim []jobs.Job) error {
		if claim[0].ID == id {
			o.cancel("video 1")
		}
		done = append(done, claim[0].ID)
		return nil
	}}})
	drain(t, r)
	for id, want := range map[string]string{id: "cancelled", waiting: "cancelled", other: "done"} {
		if j := o.job(id); j.State != want || j.FinishedAt == nil {
			t.Errorf("a job of %s is %s, want %s", j.Ref, j.State, want)
		}
	}
	if len(done) != 2 {
		t.Errorf("%d jobs were begun, want the first and that of the other video", len(done))
	}
}

func TestPeriodicJobRunsOnceForAllWorkers(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	var times atomic.Int64
	begun := make(chan struct{}, 8)
	handlers := map[string]jobs.Handler{"sweep": {Every: time.Minute, Do: func(context.Context, []jobs.Job) error {
		times.Add(1)
		begun <- struct{}{}
		return nil
	}}}
	one, two := o.worker("one", handlers), o.worker("two", handlers)
	stopOne, stopTwo := start(t, one), start(t, two)
	<-begun
	stopOne()
	stopTwo()
	for round := int64(1); round <= 3; round++ {
		drain(t, one)
		drain(t, two)
		if n := times.Load(); n != round {
			t.Fatalf("done %d times in %d minutes", n, round)
		}
		o.clock.Advance(time.Minute)
	}
	if j := o.job("sweep"); j.State != "waiting" || j.Attempts != 0 {
		t.Errorf("it is %s after %d attempts", j.State, j.Attempts)
	}
}

// A worker begins while another one, suspended in a transaction, writes the row of a periodic job. SQLite has one writer: there it waits.
func TestWorkerBeginsBesideASuspendedOne(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	swept := make(chan struct{}, 8)
	sweep := jobs.Handler{Every: time.Minute, Do: func(context.Context, []jobs.Job) error { swept <- struct{}{}; return nil }}
	stop := start(t, o.worker("old", map[string]jobs.Handler{"sweep": sweep}))
	<-swept
	stop()
	o.add(jobs.New{Kind: "film"})
	done := make(chan struct{})
	must(t, o.DB.InTx(t.Context(), func(tx bun.IDB) error {
		err := db.MustChange(t.Context(), tx.NewRaw("UPDATE jobs SET worker = 'old' WHERE id = 'sweep'"), errors.New("no periodic job"))
		start(t, o.worker("new", map[string]jobs.Handler{"sweep": sweep, "film": does(func(jobs.Job) { close(done) })}))
		if o.DB.Postgres {
			<-done
		}
		return err
	}))
	<-done
}

func TestFailedPeriodicJobRunsAgain(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	begun := make(chan struct{}, 64)
	r := o.worker("w", map[string]jobs.Handler{"sweep": {Every: time.Minute, Do: func(context.Context, []jobs.Job) error {
		begun <- struct{}{}
		return jobs.Permanent(errors.New("broken"))
	}}})
	stop := start(t, r)
	<-begun
	stop()
	for range 7 { // more than the usual attempts
		o.clock.Advance(time.Minute)
		drain(t, r)
	}
	if j := o.job("sweep"); j.State != "waiting" || j.LastError == "" || len(begun) != 7 {
		t.Errorf("it is %s, %q, done %d times more", j.State, j.LastError, len(begun))
	}
}

// A worker whose only slot is busy starts the orphaned job of a dead worker at once, before jobs that have waited longer.
func TestOrphanedJobDoesNotWaitForAFreeSlot(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	lost := o.add(jobs.New{Kind: "film", Priority: 30})
	o.claim(1, "film") // by a worker that sends no heartbeat
	long := o.add(jobs.New{Kind: "film", Priority: 10})
	o.add(jobs.New{Kind: "film", Priority: 20})
	begun := make(chan string, 3)
	start(t, o.worker("survivor", map[string]jobs.Handler{"film": {Lane: jobs.Heavy, Do: func(ctx context.Context, claim []jobs.Job) error {
		begun <- claim[0].ID
		if claim[0].ID == long {
			<-ctx.Done()
		}
		return nil
	}}}))
	if id := <-begun; id != long {
		t.Fatalf("the slot is busy with %s", id)
	}
	o.clock.Advance(jobs.Lease + time.Second)
	must(t, o.worker("rescuer", nil).Rescue(t.Context()))
	select {
	case id := <-begun:
		if id != lost {
			t.Errorf("%s was begun, want the dead worker's", id)
		}
	case <-time.After(20 * time.Second):
		t.Error("the orphaned job waits for the slot")
	}
}

// The database is full when a job ends: its outcome is written once there is room, and the work is not repeated.
func TestOutcomeIsRetriedWhileTheDatabaseIsFull(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	id := o.add(jobs.New{Kind: "film", MaxAttempts: 1})
	done, hooks := 0, 0
	drain(t, o.worker("w", map[string]jobs.Handler{"film": {
		Do: func(context.Context, []jobs.Job) error { done++; return errors.New("broken") },
		Failed: func(context.Context, bun.IDB, jobs.Job, error) error {
			if hooks++; hooks < 3 {
				return fault.New(fault.NoSpace, "full", "The disk is full.")
			}
			return nil
		},
	}}))
	if j := o.job(id); j.State != "failed" || done != 1 || hooks != 3 {
		t.Errorf("the job is %s, done %d times, its outcome was tried %d times", j.State, done, hooks)
	}
}

// A worker sends a late heartbeat between the search for expired leases and the rescue of its job.
func TestLateHeartbeatKeepsTheJob(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	id := o.add(jobs.New{Kind: "film", MaxAttempts: 1})
	mine := o.claim(1, "film")[0]
	o.clock.Advance(jobs.Lease + time.Second)
	must(t, o.ExtendLease(t.Context(), mine))
	r := o.worker("rescuer", map[string]jobs.Handler{"film": {}})
	must(t, r.RescueOne(t.Context(), mine))
	if j := o.job(id); j.State != "running" {
		t.Errorf("the job is %s because of %q", j.State, j.LastError)
	}
	o.clock.Advance(jobs.Lease + time.Second)
	must(t, r.RescueOne(t.Context(), mine))
	if j := o.job(id); j.State != "failed" {
		t.Errorf("after its lease the job is %s", j.State)
	}
}

func TestDrainRunsBothLanesAndNewJobs(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	o.add(jobs.New{Kind: "probe"})
	var order []string
	probe := does(func(j jobs.Job) { order = append(order, j.Kind); o.add(jobs.New{Kind: "encode"}) })
	encode := does(func(j jobs.Job) { order = append(order, j.Kind); o.add(jobs.New{Kind: "publish"}) })
	encode.Lane = jobs.Heavy
	drain(t, o.worker("w", map[string]jobs.Handler{"probe": probe, "encode": encode,
		"publish": does(func(j jobs.Job) { order = append(order, j.Kind) })}))
	if len(order) != 3 || order[2] != "publish" {
		t.Errorf("done %v", order)
	}
}

func TestSweepDeletesOldJobs(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	var ids []string
	for _, n := range []jobs.New{{Kind: "well"}, {Kind: "ill", MaxAttempts: 1}, {Kind: "nobody's"}} {
		ids = append(ids, o.add(n))
	}
	drain(t, o.worker("w", map[string]jobs.Handler{"well": does(func(jobs.Job) {}), "ill": fails(errors.New("broken"))}))
	left := func() (n int64) {
		n, err := o.DB.Reader().NewSelect().Table("jobs").Count(t.Context())
		must(t, err)
		return n
	}
	must(t, o.Sweep(t.Context()))
	if left() != 3 {
		t.Error("a job that has just ended was deleted")
	}
	o.clock.Advance(8 * 24 * time.Hour)
	must(t, o.Sweep(t.Context()))
	if o.job(ids[1]).State != "failed" || o.job(ids[2]).State != "waiting" || left() != 2 {
		t.Error("a failed or waiting job was deleted, or a done one was not")
	}
}
