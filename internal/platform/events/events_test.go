package events_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"testing"
	"time"

	"github.com/uptrace/bun"
	"pgregory.net/rapid"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/db/dbtest"
	"lectern/internal/platform/events"
	"lectern/internal/platform/jobs"
	"lectern/internal/testapp/soak"
)

// begin is the time at the beginning of every test.
var begin = time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)

type rang struct{ Bell string }

func (rang) EventName() string { return "bell.rang" }

type broke struct{ Bell string }

func (broke) EventName() string { return "bell.broke" }

const tell = "events.dispatch" // the first job of every event

// fixture is a queue with the deliveries to its listeners.
type fixture struct {
	*jobs.Queue
	clock      *clock.Manual
	deliveries map[string]int // deliveries by "listener bell"
	ids        map[string]string
	results    map[string][]error // results of a listener for the deliveries of a bell, in turn
	t          *testing.T
}

func newFixture(t *testing.T) *fixture {
	c := clock.NewManual(begin)
	return &fixture{&jobs.Queue{DB: dbtest.New(t, os.Getenv("TEST_POSTGRES")), Clock: c}, c, map[string]int{}, map[string]string{}, map[string][]error{}, t}
}

func (o *fixture) publish(due time.Time, es ...events.Event) {
	o.t.Helper()
	must(o.t, o.DB.InTx(o.t.Context(), func(tx bun.IDB) error { return publish(o.t.Context(), tx, due, es...) }))
}

func publish(ctx context.Context, tx bun.IDB, due time.Time, es ...events.Event) (err error) {
	for _, e := range es {
		err = errors.Join(err, events.Publish(ctx, tx, due, e))
	}
	return err
}

func (o *fixture) listener(name string) events.Listener {
	return events.On(name, func(_ context.Context, h events.Delivery[rang]) error {
		key := name + " " + h.Event.Bell
		if before, again := o.ids[key]; again && before != h.ID {
			o.t.Errorf("%s was delivered under two ids", key)
		}
		o.ids[key] = h.ID
		o.deliveries[key]++
		if results := o.results[key]; len(results) > 0 {
			o.results[key] = results[1:]
			return results[0]
		}
		return nil
	})
}

func (o *fixture) worker(listeners ...events.Listener) *jobs.Runner {
	return &jobs.Runner{Queue: o.Queue, Log: slog.New(slog.DiscardHandler), Worker: "a test", Handlers: events.Handlers(o.Queue, listeners...),
		Slots: map[jobs.Lane]int{jobs.Light: 1}, PollInterval: time.Millisecond}
}

func (o *fixture) expect(want map[string]int) {
	o.t.Helper()
	if !maps.Equal(o.deliveries, want) {
		o.t.Errorf("deliveries %v, want %v", o.deliveries, want)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestListenersReceiveCommittedEventsOnly(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	w := o.worker(o.listener("ann"), o.listener("bob"))
	o.publish(o.clock.Now(), rang{"1"}, broke{"1"}) // broke has no listener
	undone := errors.New("undone")
	err := o.DB.InTx(t.Context(), func(tx bun.IDB) error {
		return errors.Join(publish(t.Context(), tx, o.clock.Now(), rang{"2"}), undone)
	})
	if !errors.Is(err, undone) {
		t.Fatal(err)
	}
	o.publish(o.clock.Now().Add(time.Hour), rang{"3"})
	must(t, w.Drain(t.Context()))
	o.expect(map[string]int{"ann 1": 1, "bob 1": 1})
	o.clock.Advance(time.Hour)
	must(t, w.Drain(t.Context()))
	o.expect(map[string]int{"ann 1": 1, "bob 1": 1, "ann 3": 1, "bob 3": 1})
}

func TestFailingListenerDoesNotDelayOthers(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	sulking := errors.New("sulking")
	o.results["ann 1"] = []error{sulking, sulking}
	w := o.worker(o.listener("ann"), o.listener("bob"))
	o.publish(o.clock.Now(), rang{"1"}, rang{"2"})
	must(t, w.Drain(t.Context()))
	o.expect(map[string]int{"ann 1": 1, "bob 1": 1, "ann 2": 1, "bob 2": 1})
	for range 5 {
		o.clock.Advance(time.Minute)
		must(t, w.Drain(t.Context()))
	}
	o.expect(map[string]int{"ann 1": 3, "bob 1": 1, "ann 2": 1, "bob 2": 1})
}

func TestDuplicateListenerPanics(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("a duplicate listener was accepted")
		}
	}()
	o := newFixture(t)
	events.Handlers(o.Queue, o.listener("ann"), o.listener("ann"))
}

// Every step commits to a real disk, so `make test` runs a sample.
func init() { soak.Checks(25, 100) }

// Workers die at any point: before an event is dispatched, before a listener receives it, and after that but before it is
// recorded. In the end every listener has received every event.
func TestNoEventIsLostWhenWorkersDie(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	round := 0
	rapid.Check(t, func(rt *rapid.T) {
		round++
		o.deliveries = map[string]int{}
		w := o.worker(o.listener("ann"), o.listener("bob"))
		n := rapid.IntRange(1, 4).Draw(rt, "events")
		want := map[string]int{}
		for i := range n {
			bell := fmt.Sprint(round, ".", i)
			want["ann "+bell], want["bob "+bell] = 1, 1
			for _, who := range []string{"ann ", "bob "} {
				if rapid.Bool().Draw(rt, "dies after hearing") {
					o.results[who+bell] = []error{errors.New("the worker died")}
					want[who+bell] = 2
				}
			}
			o.publish(o.clock.Now(), rang{bell})
		}
		teller := o.worker()
		teller.Handlers = map[string]jobs.Handler{tell: w.Handlers[tell]}
		for _, step := range []struct {
			worker *jobs.Runner
			kinds  []string
		}{{teller, []string{tell}}, {w, []string{"events.deliver.ann.bell.rang", "events.hear.bob.bell.rang"}}} {
			for _, kind := range step.kinds {
				if rapid.Bool().Draw(rt, "dies at "+kind) {
					o.die(kind)
				}
			}
			for range 3 {
				must(t, step.worker.Drain(t.Context()))
				o.clock.Advance(time.Minute)
				must(t, w.Rescue(t.Context()))
			}
		}
		if !maps.Equal(o.deliveries, want) {
			rt.Fatalf("deliveries %v, want %v", o.deliveries, want)
		}
	})
}

// die claims all waiting jobs of a kind for a worker that then dies.
func (o *fixture) die(kind string) {
	o.t.Helper()
	must(o.t, o.DB.InTx(o.t.Context(), func(tx bun.IDB) error {
		_, err := tx.NewRaw("UPDATE jobs SET state = 'running', fence = fence + 1, attempts = attempts + 1, worker = ?, lease_until = ? WHERE kind = ? AND state = 'waiting'",
			db.NewID(), o.clock.Now().Add(30*time.Second), kind).Exec(o.t.Context())
		return err
	}))
}
