package main

import (
	"runtime/debug"
	"runtime/metrics"
)

// crowdGarbage is how much more garbage may lie about while a crowd signs in: the memory of eight hashes of passwords,
// bytes. Each takes 19 MiB that its library cannot use again, about as much as all that lives, so that otherwise each
// would set the garbage collector going, which those feel who only read.
const crowdGarbage = 8 * 19 << 20

// spareReaders lets garbage wait while a crowd is present at the hasher.
func spareReaders() func(present bool) {
	usual := 0 // percent, as set by GOGC
	return func(present bool) {
		if !present {
			debug.SetGCPercent(usual)
			return
		}
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		if usual = debug.SetGCPercent(-1); usual >= 0 {
			debug.SetGCPercent(usual + int(crowdGarbage*100/max(live[0].Value.Uint64(), 1<<20)))
		}
	}
}
