package main

import (
	"runtime/debug"
	"runtime/metrics"
)

// queueGarbage is how many more bytes of garbage may accumulate while the sign-in queue is long: the memory of eight
// password hashes. Each hash takes 19 MiB that its library does not reuse, about as much as the whole live heap, so each
// would otherwise start the garbage collector, which slows down every other request.
const queueGarbage = 8 * 19 << 20

// relaxGC returns a callback for the hasher that makes the garbage collector run less often while the sign-in queue is
// long.
func relaxGC() func(long bool) {
	usual := 0 // percent, as set by GOGC
	return func(long bool) {
		if !long {
			debug.SetGCPercent(usual)
			return
		}
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		if usual = debug.SetGCPercent(-1); usual >= 0 {
			debug.SetGCPercent(usual + int(queueGarbage*100/max(live[0].Value.Uint64(), 1<<20)))
		}
	}
}
