package blob

import (
	"testing"
	"time"
)

func TestCircuit(t *testing.T) {
	t.Parallel()
	var c circuit
	now := time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)
	for range circuitLimit {
		if !c.closed(now) {
			t.Fatal("it opened too early")
		}
		c.note(true, now)
	}
	if c.closed(now.Add(circuitPause - 1)) {
		t.Error("a store that is away is asked at once again")
	}
	if trial := now.Add(circuitPause); !c.closed(trial) || c.closed(trial) {
		t.Error("after the pause it is not one question that is let through")
	}
	c.note(true, now.Add(circuitPause))
	if c.closed(now.Add(2*circuitPause - 1)) {
		t.Error("a failed trial does not begin the pause again")
	}
	c.note(false, now)
	if !c.closed(now) || !c.closed(now) {
		t.Error("a success does not close it")
	}
}
