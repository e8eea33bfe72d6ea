package jobs_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/uptrace/bun"
	"pgregory.net/rapid"

	"lectern/internal/platform/jobs"
	"lectern/internal/testapp/soak"
)

// Every step commits to a real disk, so `make test` runs a sample.
func init() { soak.Checks(10, 100) }

// history is the model of the jobs of one kind: which claims may publish, and what was published.
type history struct {
	*fixture
	kind    string
	claimed []jobs.Job                 // every claim ever made, including lost ones
	current map[string]int64           // fence of the claim that holds a job
	until   map[string]time.Time       // end of its lease
	ended   map[string]string          // done, failed, cancelled
	refs    map[string]map[string]bool // jobs by ref
	rescuer *jobs.Runner
}

const tries = 3

// For any order of claims, results, missed heartbeats, rescues and cancellations: a result is accepted exactly when its
// claim still holds, no job ends twice and none is lost.
func TestNoJobEndsTwiceAndNoneIsLost(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	round := 0
	rapid.Check(t, func(rt *rapid.T) {
		round++
		h := &history{fixture: o, kind: fmt.Sprint("kind ", round), current: map[string]int64{}, until: map[string]time.Time{},
			ended: map[string]string{}, refs: map[string]map[string]bool{}}
		h.rescuer = o.worker("rescuer", map[string]jobs.Handler{h.kind: {}})
		rt.Repeat(map[string]func(*rapid.T){
			"add":    h.add,
			"claim":  h.take,
			"settle": func(rt *rapid.T) { h.use(rt, "settle") },
			"hold":   func(rt *rapid.T) { h.use(rt, "hold") },
			"report": func(rt *rapid.T) { h.use(rt, "report") },
			"rescue": h.rescue,
			"cancel": h.cancelOne,
		})
		h.finish(rt)
	})
}

func (h *history) add(rt *rapid.T) {
	ref := fmt.Sprint(h.kind, " ref ", rapid.IntRange(1, 3).Draw(rt, "ref"))
	id := h.fixture.add(jobs.New{Kind: h.kind, Ref: ref, Batch: ref, MaxAttempts: tries})
	if h.refs[ref] == nil {
		h.refs[ref] = map[string]bool{}
	}
	h.refs[ref][id] = true
}

func (h *history) take(rt *rapid.T) {
	for _, j := range h.claim(rapid.IntRange(1, 3).Draw(rt, "most"), h.kind) {
		if h.current[j.ID] != 0 || h.ended[j.ID] != "" {
			rt.Fatalf("%s was claimed while it is held or has ended", j.ID)
		}
		h.claimed = append(h.claimed, j)
		h.current[j.ID], h.until[j.ID] = j.Fence, h.clock.Now().Add(jobs.Lease)
	}
}

// use does what a worker does with any claim, including an old one.
func (h *history) use(rt *rapid.T, what string) {
	if len(h.claimed) == 0 {
		rt.Skip("nothing was claimed yet")
	}
	j := rapid.SampledFrom(h.claimed).Draw(rt, "claim")
	mine := h.current[j.ID] == j.Fence
	var err error
	switch what {
	case "settle":
		err = h.DB.InTx(h.t.Context(), func(tx bun.IDB) error { return h.Complete(h.t.Context(), tx, j) })
		if mine && err == nil {
			h.end(j.ID, "done")
		}
	case "hold":
		if err = h.ExtendLease(h.t.Context(), j); mine && err == nil {
			h.until[j.ID] = h.clock.Now().Add(jobs.Lease)
		}
	case "report":
		err = h.ReportProgress(h.t.Context(), j, 1)
	}
	if fenced := errors.Is(err, jobs.ErrFenced); fenced == mine || err != nil && !fenced {
		rt.Fatalf("%s of claim %d of %s, holds: %v, returns %v", what, j.Fence, j.ID, mine, err)
	}
}

func (h *history) end(id, state string) {
	h.ended[id] = state
	delete(h.current, id)
}

func (h *history) rescue(rt *rapid.T) {
	h.clock.Advance(time.Duration(rapid.IntRange(1, 40).Draw(rt, "seconds")) * time.Second)
	must(h.t, h.rescuer.Rescue(h.t.Context()))
	for id := range h.current {
		if !h.until[id].Before(h.clock.Now()) {
			continue
		}
		delete(h.current, id)
		if h.job(id).Attempts == tries {
			h.end(id, "failed")
		}
	}
}

func (h *history) cancelOne(rt *rapid.T) {
	ref := fmt.Sprint(h.kind, " ref ", rapid.IntRange(1, 3).Draw(rt, "ref"))
	h.cancel(ref)
	for id := range h.refs[ref] {
		if h.ended[id] == "" {
			h.end(id, "cancelled")
		}
	}
}

// finish processes the remaining jobs without failures and checks every job.
func (h *history) finish(rt *rapid.T) {
	h.clock.Advance(2 * jobs.Lease)
	h.rescue(rt)
	for claimed := h.claim(9, h.kind); len(claimed) > 0; claimed = h.claim(9, h.kind) {
		for _, j := range claimed {
			must(h.t, h.DB.InTx(h.t.Context(), func(tx bun.IDB) error { return h.Complete(h.t.Context(), tx, j) }))
			if h.ended[j.ID] != "" {
				rt.Fatalf("%s is %s and was done again", j.ID, h.ended[j.ID])
			}
			h.end(j.ID, "done")
		}
	}
	for _, ids := range h.refs {
		for id := range ids {
			if got := h.job(id).State; got != h.ended[id] || got == "" {
				rt.Fatalf("%s is %q, want %q", id, got, h.ended[id])
			}
		}
	}
}
