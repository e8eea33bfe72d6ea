package playback

import (
	"context"
	"errors"
	"sync"
	"time"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/seal"
)

// manifestCache holds the manifests of the generations being played, so that a segment needs no query. A manifest stays
// valid as long as its generation exists; renditions are only added, until it is final.
type manifestCache struct {
	mu      sync.Mutex
	entries map[manifestID]*cachedManifest
}

type manifestID struct {
	videoID    string
	generation int64
}

type cachedManifest struct {
	usedAt   time.Time // under manifestCache.mu
	mu       sync.Mutex
	manifest *manifest // nil until it has been read
	readAt   time.Time
	reading  sync.Mutex // one request reads, the others wait for it
}

const (
	maxManifests = 64 // about 100 kB each for the longest
	// maxAgeNew and maxAgeKnown limit the age of a manifest that is not final: playlists show a new rung at once, while
	// known segments stay where they are. A deleted video leaves the cache after maxAgeKnown, even if final.
	maxAgeNew   = time.Second
	maxAgeKnown = time.Minute
)

// manifest returns the manifest of a playable generation, no older than maxAge while it is being encoded. fault.NotFound
// when there is none.
func (s *Service) manifest(ctx context.Context, video string, generation int64, maxAge time.Duration) (*manifest, error) {
	id := manifestID{video, generation}
	h := s.manifests.entry(id, s.clock.Now())
	if m := h.fresh(s.clock.Now(), maxAge); m != nil {
		return m, nil
	}
	h.reading.Lock()
	defer h.reading.Unlock()
	now := s.clock.Now()
	if m := h.fresh(now, maxAge); m != nil {
		return m, nil
	}
	m, err := s.readManifest(ctx, video, generation)
	if err != nil {
		if old := h.latest(); old != nil && !fault.Is(err, fault.NotFound) {
			s.log.WarnContext(ctx, "a manifest could not be refreshed", "video", video, "generation", generation, "err", err)
			return old, nil // the database is down: running playback continues
		}
		s.manifests.drop(id)
		return nil, err
	}
	h.store(m, now)
	return m, nil
}

// readManifest reads the database and unwraps the data keys.
func (s *Service) readManifest(ctx context.Context, video string, generation int64) (*manifest, error) {
	m, keys, err := manifestOf(ctx, s.db.Reader(), video, generation)
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		key, err := s.master.Unwrap(k.id(), k.wrapped())
		if errors.Is(err, seal.ErrDamaged) {
			return nil, s.reportDamage(ctx, err, "video", video, "generation", generation, "epoch", k.Epoch)
		}
		if err != nil {
			return nil, err
		}
		m.keys[k.Epoch] = key
	}
	return m, nil
}

// entry returns the slot of a manifest, evicting the least recently used one if the cache is full.
func (c *manifestCache) entry(id manifestID, now time.Time) *cachedManifest {
	c.mu.Lock()
	defer c.mu.Unlock()
	h, ok := c.entries[id]
	if !ok {
		if c.entries == nil {
			c.entries = map[manifestID]*cachedManifest{}
		}
		if len(c.entries) >= maxManifests {
			c.dropOldest()
		}
		h = &cachedManifest{}
		c.entries[id] = h
	}
	h.usedAt = now
	return h
}

func (c *manifestCache) dropOldest() {
	var oldest manifestID
	var used time.Time
	for id, h := range c.entries {
		if used.IsZero() || h.usedAt.Before(used) {
			oldest, used = id, h.usedAt
		}
	}
	delete(c.entries, oldest)
}

func (c *manifestCache) drop(id manifestID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.entries, id)
}

func (h *cachedManifest) fresh(now time.Time, maxAge time.Duration) *manifest {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.manifest != nil && h.manifest.final {
		maxAge = maxAgeKnown
	}
	if h.manifest == nil || now.Sub(h.readAt) >= maxAge {
		return nil
	}
	return h.manifest
}

func (h *cachedManifest) latest() *manifest {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.manifest
}

func (h *cachedManifest) store(m *manifest, now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.manifest, h.readAt = m, now
}
