package playback

import (
	"container/list"
	"sync"
	"time"

	"lectern/internal/platform/seal"
)

// verifiedSegments records which objects were verified, and when. The key is the IV, which identifies a segment and the
// attempt that made it.
type verifiedSegments struct {
	mu      sync.Mutex
	entries map[[seal.IVSize]byte]verification
}

type verification struct {
	modTime time.Time // modification time of the object
	at      time.Time
}

const (
	maxVerified   = 1 << 16          // about 100 hours of one rendition, in about 6 MB
	reverifyAfter = 10 * time.Minute // disks corrupt data without changing modification times
)

func (c *verifiedSegments) has(iv [seal.IVSize]byte, modTime, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.entries[iv]
	return ok && s.modTime.Equal(modTime) && now.Sub(s.at) < reverifyAfter
}

func (c *verifiedSegments) add(iv [seal.IVSize]byte, modTime, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == nil || len(c.entries) >= maxVerified { // verifying again costs less than keeping an order
		c.entries = map[[seal.IVSize]byte]verification{}
	}
	c.entries[iv] = verification{modTime, now}
}

// plaintextCache keeps the most recently used decrypted segments (LRU).
type plaintextCache struct {
	mu      sync.Mutex
	entries map[[seal.IVSize]byte]*list.Element
	recent  list.List // of plaintextSegment, last used first
	bytes   int
}

type plaintextSegment struct {
	iv    [seal.IVSize]byte
	plain []byte // read concurrently, never written
}

const maxPlaintextBytes = 32 << 20 // bytes

func (o *plaintextCache) get(iv [seal.IVSize]byte) ([]byte, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	e, ok := o.entries[iv]
	if !ok {
		return nil, false
	}
	o.recent.MoveToFront(e)
	return e.Value.(plaintextSegment).plain, true
}

func (o *plaintextCache) put(iv [seal.IVSize]byte, plain []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.entries == nil {
		o.entries = map[[seal.IVSize]byte]*list.Element{}
	}
	if e, ok := o.entries[iv]; ok {
		o.drop(e)
	}
	o.entries[iv] = o.recent.PushFront(plaintextSegment{iv, plain})
	for o.bytes += cap(plain); o.bytes > maxPlaintextBytes; {
		o.drop(o.recent.Back())
	}
}

func (o *plaintextCache) drop(e *list.Element) {
	s := o.recent.Remove(e).(plaintextSegment)
	delete(o.entries, s.iv)
	o.bytes -= cap(s.plain)
}

// bufferPool lends buffers for whole segments.
type bufferPool struct{ pool sync.Pool }

func (b *bufferPool) take(size int64) (buffer []byte, release func()) {
	held, _ := b.pool.Get().(*[]byte)
	if held == nil || int64(cap(*held)) < size {
		held = new(make([]byte, size+size/4)) // with room for the next one, which has about this size
	}
	return (*held)[:size], sync.OnceFunc(func() { b.pool.Put(held) })
}
