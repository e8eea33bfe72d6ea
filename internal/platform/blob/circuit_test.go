package blob

import (
	"testing"
	"time"
)

func TestCircuit(t *testing.T) {
	t.Parallel()
	var c circuitBreaker
	now := time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)
	for range circuitLimit {
		if !c.allow(now) {
			t.Fatal("it opened too early")
		}
		c.record(true, now)
	}
	if c.allow(now.Add(circuitPause - 1)) {
		t.Error("a store that is away is asked at once again")
	}
	if trial := now.Add(circuitPause); !c.allow(trial) || c.allow(trial) {
		t.Error("after the pause it is not one question that is let through")
	}
	c.record(true, now.Add(circuitPause))
	if c.allow(now.Add(2*circuitPause - 1)) {
		t.Error("a failed trial does not begin the pause again")
	}
	c.record(false, now)
	if !c.allow(now) || !c.allow(now) {
		t.Error("a success does not close it")
	}
}
