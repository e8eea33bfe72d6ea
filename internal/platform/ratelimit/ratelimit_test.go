package ratelimit_test

import (
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db/dbtest"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/ratelimit"
)

// begin is the time at the beginning of every test.
var begin = time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)

var (
	perAddress = ratelimit.Rule{Name: "address", Limit: 5, Window: time.Minute}
	perAccount = ratelimit.Rule{Name: "account", Limit: 2, Window: time.Hour}
)

func TestLimits(t *testing.T) {
	t.Parallel()
	d, c := dbtest.New(t, os.Getenv("TEST_POSTGRES")), clock.NewManual(begin)
	l := ratelimit.New(ratelimit.Deps{DB: d, Clock: c, Key: []byte("k")})
	for i, step := range []struct {
		after         time.Duration
		address, name string
		wait          time.Duration // 0: allowed
	}{
		{0, "a", "ann", 0}, {0, "a", "ann", 0}, {0, "a", "ann", time.Hour}, {0, "b", "ann", time.Hour},
		{0, "a", "ben", 0}, {0, "a", "ben", 0}, {0, "a", "cy", 0}, // the refused use of a has not counted
		{0, "a", "dee", time.Minute}, {20 * time.Second, "a", "dee", 40 * time.Second}, {0, "b", "dee", 0},
		{40 * time.Second, "a", "dee", 0}, {0, "a", "ann", 59 * time.Minute}, {59 * time.Minute, "a", "ann", 0},
	} {
		c.Advance(step.after)
		err := l.Allow(t.Context(), ratelimit.Hit{Rule: perAddress, Subject: step.address}, ratelimit.Hit{Rule: perAccount, Subject: step.name})
		f, _ := errors.AsType[*fault.Error](err)
		if (err == nil) != (step.wait == 0) || f != nil && (f.Kind != fault.TooMany || f.RetryAfter != step.wait) {
			t.Errorf("step %d %+v: %v", i+1, step, err)
		}
	}
	c.Advance(2 * time.Hour)
	if err := l.Sweep(t.Context()); err != nil {
		t.Error(err)
	}
	var left int
	if err := d.Reader().NewRaw("SELECT count(*) FROM rate_limits").Scan(t.Context(), &left); err != nil || left != 0 {
		t.Errorf("%d windows are kept, %v", left, err)
	}
}

// Two concurrent servers allow as many uses as one.
func TestServersCountTogether(t *testing.T) {
	t.Parallel()
	d, c := dbtest.New(t, os.Getenv("TEST_POSTGRES")), clock.NewManual(begin)
	var passed atomic.Int64
	var crowd sync.WaitGroup
	for range 2 {
		l := ratelimit.New(ratelimit.Deps{DB: d, Clock: c, Key: []byte("k")})
		for range 20 {
			crowd.Go(func() {
				switch err := l.Allow(t.Context(), ratelimit.Hit{Rule: perAddress, Subject: "a"}); {
				case err == nil:
					passed.Add(1)
				case !fault.Is(err, fault.TooMany):
					t.Error(err)
				}
			})
		}
	}
	crowd.Wait()
	if passed.Load() != 5 {
		t.Errorf("%d passed", passed.Load())
	}
}
