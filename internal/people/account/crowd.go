package account

import "sync"

// crowdFrom is how many wait for their turn at the hasher when they are called a crowd.
const crowdFrom = 8

// crowd tells when many begin to wait for their turn, and when nobody waits any more.
type crowd struct {
	tell func(present bool) // nil: nobody wants to know; calls do not overlap

	mu      sync.Mutex
	waiting int
	present bool
}

// OnCrowd has tell called when a crowd has come, and when it is gone. To be called before the first hash.
func (h *Hasher) OnCrowd(tell func(present bool)) { h.crowd.tell = tell }

// wait counts somebody who begins to wait (+1) or no longer does (-1).
func (c *crowd) wait(n int) {
	if c.tell == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting += n
	if !c.present && c.waiting >= crowdFrom || c.present && c.waiting == 0 {
		c.present = !c.present
		c.tell(c.present)
	}
}
