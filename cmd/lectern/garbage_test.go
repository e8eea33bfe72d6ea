package main

import (
	"runtime/debug"
	"testing"
)

// GOGC is raised while the sign-in queue is long and restored afterwards; a collector that is switched off stays off.
func TestLongSignInQueueRelaxesGC(t *testing.T) {
	percent := func() int {
		was := debug.SetGCPercent(100)
		debug.SetGCPercent(was)
		return was
	}
	defer debug.SetGCPercent(percent())
	for _, usual := range []int{100, 50, -1} {
		debug.SetGCPercent(usual)
		report := relaxGC()
		report(true)
		if got := percent(); usual > 0 && got <= usual || usual < 0 && got != usual {
			t.Errorf("GOGC is %d while the queue is long, usually %d", got, usual)
		}
		report(false)
		if got := percent(); got != usual {
			t.Errorf("GOGC is %d afterwards, usually %d", got, usual)
		}
	}
}
