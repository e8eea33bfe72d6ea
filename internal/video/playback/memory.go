package playback

import (
	"container/list"
	"sync"
	"time"

	"lectern/internal/platform/seal"
)

// checked remembers which objects were verified in full, and when: by the IV, which says what and by which attempt.
type checked struct {
	mu   sync.Mutex
	seen map[[seal.IVSize]byte]sight
}

type sight struct {
	changed time.Time // the object's own time of its last change
	at      time.Time
}

const (
	maxChecked = 1 << 16          // some 100 hours of one rendition, in about 6 MB
	recheck    = 10 * time.Minute // disks rot without a change of times
)

func (c *checked) holds(iv [seal.IVSize]byte, changed, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.seen[iv]
	return ok && s.changed.Equal(changed) && now.Sub(s.at) < recheck
}

func (c *checked) add(iv [seal.IVSize]byte, changed, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen == nil || len(c.seen) >= maxChecked { // verifying anew costs less than keeping an order
		c.seen = map[[seal.IVSize]byte]sight{}
	}
	c.seen[iv] = sight{changed, now}
}

// opened keeps a few segments in the clear, those that were asked for last.
type opened struct {
	mu     sync.Mutex
	held   map[[seal.IVSize]byte]*list.Element
	recent list.List // of openedSegment, the last first
	bytes  int
}

type openedSegment struct {
	iv    [seal.IVSize]byte
	plain []byte // read by many at once, written by nobody
}

const maxOpened = 32 << 20 // bytes

func (o *opened) get(iv [seal.IVSize]byte) ([]byte, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	e, ok := o.held[iv]
	if !ok {
		return nil, false
	}
	o.recent.MoveToFront(e)
	return e.Value.(openedSegment).plain, true
}

func (o *opened) put(iv [seal.IVSize]byte, plain []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.held == nil {
		o.held = map[[seal.IVSize]byte]*list.Element{}
	}
	if e, ok := o.held[iv]; ok {
		o.drop(e)
	}
	o.held[iv] = o.recent.PushFront(openedSegment{iv, plain})
	for o.bytes += cap(plain); o.bytes > maxOpened; {
		o.drop(o.recent.Back())
	}
}

func (o *opened) drop(e *list.Element) {
	s := o.recent.Remove(e).(openedSegment)
	delete(o.held, s.iv)
	o.bytes -= cap(s.plain)
}

// buffers lends the memory of whole segments.
type buffers struct{ pool sync.Pool }

func (b *buffers) take(size int64) (buffer []byte, release func()) {
	held, _ := b.pool.Get().(*[]byte)
	if held == nil || int64(cap(*held)) < size {
		held = new(make([]byte, size+size/4)) // room for the next one, which is of about this size
	}
	return (*held)[:size], sync.OnceFunc(func() { b.pool.Put(held) })
}
