package playback

import (
	"testing"
	"time"

	"lectern/internal/platform/seal"
)

func number(n int) [seal.IVSize]byte { return [seal.IVSize]byte{byte(n), byte(n >> 8), byte(n >> 16)} }

func TestPlaintextCacheEvictsLeastRecentlyUsed(t *testing.T) {
	t.Parallel()
	var o plaintextCache
	const each = maxPlaintextBytes / 8
	for n := range 20 {
		o.put(number(n), make([]byte, each))
		o.put(number(n), make([]byte, each)) // two fit at a time
		if _, ok := o.get(number(0)); !ok {
			t.Fatalf("after %d: the first one, which is used all the time, was evicted", n)
		}
	}
	kept := 0
	for n := range 20 {
		if plain, ok := o.get(number(n)); ok && len(plain) == each {
			kept++
		}
	}
	if kept != 8 || o.bytes != maxPlaintextBytes || o.recent.Len() != 8 {
		t.Errorf("%d kept in %d bytes", kept, o.bytes)
	}
	o.put(number(99), make([]byte, maxPlaintextBytes+1))
	if o.bytes != 0 || len(o.entries) != 0 {
		t.Errorf("larger than the cache: %d bytes", o.bytes)
	}
}

func TestVerificationExpires(t *testing.T) {
	t.Parallel()
	var c verifiedSegments
	now, changed := time.Unix(1000, 0), time.Unix(1, 0)
	c.add(number(1), changed, now)
	for _, q := range []struct {
		name        string
		iv          int
		changed, at time.Time
		want        bool
	}{
		{"unchanged", 1, changed, now.Add(reverifyAfter - 1), true},
		{"after a while", 1, changed, now.Add(reverifyAfter), false},
		{"changed", 1, changed.Add(1), now, false},
		{"another object", 2, changed, now, false},
	} {
		if got := c.has(number(q.iv), q.changed, q.at); got != q.want {
			t.Errorf("%s: %v", q.name, got)
		}
	}
	for n := range maxVerified + 10 {
		c.add(number(n), changed, now)
	}
	if len(c.entries) > maxVerified {
		t.Errorf("%d are remembered", len(c.entries))
	}
}

func TestBuffersAreLentOnce(t *testing.T) {
	t.Parallel()
	var b bufferPool
	one, release := b.take(100)
	two, _ := b.take(100)
	one[0], two[0] = 1, 2
	if one[0] != 1 {
		t.Error("a buffer was lent to two")
	}
	release()
	release() // the second call does nothing
	three, _ := b.take(50)
	four, _ := b.take(50)
	three[0], four[0] = 3, 4
	if three[0] != 3 || len(three) != 50 {
		t.Error("a buffer that was released twice was lent to two")
	}
}
