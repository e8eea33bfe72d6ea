package main

import (
	"runtime/debug"
	"testing"
)

// Garbage may wait while a crowd is present, and afterwards as long as before; who has switched collecting off keeps it so.
func TestACrowdLetsGarbageWait(t *testing.T) {
	percent := func() int {
		was := debug.SetGCPercent(100)
		debug.SetGCPercent(was)
		return was
	}
	defer debug.SetGCPercent(percent())
	for _, usual := range []int{100, 50, -1} {
		debug.SetGCPercent(usual)
		tell := spareReaders()
		tell(true)
		if got := percent(); usual > 0 && got <= usual || usual < 0 && got != usual {
			t.Errorf("GOGC is %d while a crowd is present, usually %d", got, usual)
		}
		tell(false)
		if got := percent(); got != usual {
			t.Errorf("GOGC is %d after a crowd, usually %d", got, usual)
		}
	}
}
