package password

import "sync"

// longQueue is the number of waiting calls from which the queue counts as long.
const longQueue = 8

// queueWatch reports when the queue gets long and when it is empty again.
type queueWatch struct {
	report func(long bool) // may be nil; calls do not overlap

	mu      sync.Mutex
	waiting int
	long    bool
}

// add counts a call that starts (+1) or stops (-1) waiting.
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
