package password

import "sync"

// longQueue is how many calls wait for the hasher when the queue counts as long.
const longQueue = 8

// queueWatch reports when many calls begin to wait for the hasher, and when none waits any more.
type queueWatch struct {
	report func(long bool) // nil: nobody wants to know; calls do not overlap

	mu      sync.Mutex
	waiting int
	long    bool
}

// add counts a call that begins to wait (+1) or no longer does (-1).
func (w *queueWatch) add(n int) {
	if w.report == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting += n
	if !w.long && w.waiting >= longQueue || w.long && w.waiting == 0 {
		w.long = !w.long
		w.report(w.long)
	}
}
