package playback

import (
	"context"
	"errors"
	"sync"
	"time"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/seal"
)

// films keeps what the tables say of the generations that play just now, so that a segment costs no query. What a film
// holds stays true for as long as its generation is there; only renditions may be added, until it is final.
type films struct {
	mu   sync.Mutex
	held map[filmID]*heldFilm
}

type filmID struct {
	video      string
	generation int64
}

type heldFilm struct {
	used    time.Time // under films.mu
	mu      sync.Mutex
	film    *film // nil until it is read
	readAt  time.Time
	reading sync.Mutex // one request reads, the others wait for it
}

const (
	maxFilms = 64 // of some 100 kB each for the longest
	// soon and late are how old a film that is not final may be: a manifest shows a new rung at once, a segment that is
	// known stays where it is. Whatever the age, a deleted video is forgotten after late.
	soon = time.Second
	late = time.Minute
)

// film is a generation that plays, no older than patience while it is being made. fault.NotFound when there is none.
func (s *Service) film(ctx context.Context, video string, generation int64, patience time.Duration) (*film, error) {
	id := filmID{video, generation}
	h := s.films.hold(id, s.Clock.Now())
	if f := h.fresh(s.Clock.Now(), patience); f != nil {
		return f, nil
	}
	h.reading.Lock()
	defer h.reading.Unlock()
	now := s.Clock.Now()
	if f := h.fresh(now, patience); f != nil {
		return f, nil
	}
	f, err := s.readFilm(ctx, video, generation)
	if err != nil {
		if old := h.any(); old != nil && !fault.Is(err, fault.NotFound) {
			s.Log.WarnContext(ctx, "what is known of a film is not fresh", "video", video, "generation", generation, "err", err)
			return old, nil // the database is away: what plays goes on
		}
		s.films.drop(id)
		return nil, err
	}
	h.set(f, now)
	return f, nil
}

// readFilm asks the database and opens the data keys.
func (s *Service) readFilm(ctx context.Context, video string, generation int64) (*film, error) {
	f, keys, err := filmOf(ctx, s.DB.Reader(), video, generation)
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		key, err := s.Master.Unwrap(k.id(), k.wrapped())
		if errors.Is(err, seal.ErrDamaged) {
			return nil, s.alarm(ctx, err, "video", video, "generation", generation, "epoch", k.Epoch)
		}
		if err != nil {
			return nil, err
		}
		f.keys[k.Epoch] = key
	}
	return f, nil
}

// hold is the place of a film, which it makes room for.
func (c *films) hold(id filmID, now time.Time) *heldFilm {
	c.mu.Lock()
	defer c.mu.Unlock()
	h, ok := c.held[id]
	if !ok {
		if c.held == nil {
			c.held = map[filmID]*heldFilm{}
		}
		if len(c.held) >= maxFilms {
			c.dropOldest()
		}
		h = &heldFilm{}
		c.held[id] = h
	}
	h.used = now
	return h
}

func (c *films) dropOldest() {
	var oldest filmID
	var used time.Time
	for id, h := range c.held {
		if used.IsZero() || h.used.Before(used) {
			oldest, used = id, h.used
		}
	}
	delete(c.held, oldest)
}

func (c *films) drop(id filmID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.held, id)
}

func (h *heldFilm) fresh(now time.Time, patience time.Duration) *film {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.film != nil && h.film.final {
		patience = late
	}
	if h.film == nil || now.Sub(h.readAt) >= patience {
		return nil
	}
	return h.film
}

func (h *heldFilm) any() *film {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.film
}

func (h *heldFilm) set(f *film, now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.film, h.readAt = f, now
}
