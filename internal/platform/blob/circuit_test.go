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
		t.Error("an unavailable store is called again at once")
	}
	if trial := now.Add(circuitPause); !c.allow(trial) || c.allow(trial) {
		t.Error("after the pause not exactly one call is allowed")
	}
	c.record(true, now.Add(circuitPause))
	if c.allow(now.Add(2*circuitPause - 1)) {
		t.Error("a failed trial does not restart the pause")
	}
	c.record(false, now)
	if !c.allow(now) || !c.allow(now) {
		t.Error("a success does not close it")
	}
}
