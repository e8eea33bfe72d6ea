package workinghours

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/busy"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
)

// Calendar is the hours of an instructor, and what is taken of their time.
type Calendar struct {
	Row
	Taken []busy.Time // by time; they do not overlap
}

// CalendarsOfDemos reads those of the instructors who take demos, of all or of one, with what is taken within [from, until). Two statements.
func CalendarsOfDemos(ctx context.Context, q bun.IDB, calendars *busy.Calendars, instructorID string, from, until time.Time) ([]Calendar, error) {
	rows, err := OfDemos(ctx, q, instructorID)
	if err != nil {
		return nil, err
	}
	return withTaken(ctx, q, calendars, rows, from, until)
}

// withTaken adds to hours what is taken within [from, until).
func withTaken(ctx context.Context, q bun.IDB, calendars *busy.Calendars, rows []Row, from, until time.Time) ([]Calendar, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	found, at := make([]Calendar, len(rows)), make(map[string]int, len(rows))
	for i, r := range rows {
		found[i].Row, at[r.InstructorID] = r, i
	}
	taken, err := calendars.Between(ctx, q, idsOf(found), from, until)
	for _, t := range taken {
		of := &found[at[t.OwnerID]]
		of.Taken = append(of.Taken, t)
	}
	return found, err
}

// mostKept bounds what a Cache holds: so many times take about 15 MB.
const mostKept = 50_000

type CacheDeps struct {
	DB        *db.DB
	Calendars *busy.Calendars // of instructors
}

// Cache keeps the calendars of the instructors who take demos in memory: to read them takes longer than all else that finds free slots. They are
// never older than the database, which is asked first which of them have changed.
type Cache struct {
	deps CacheDeps
	mu   sync.Mutex
	kept map[string]kept // by instructor
	size int             // times in kept
}

// kept is a calendar as it was at a version, within [from, until).
type kept struct {
	Calendar
	version     version
	from, until time.Time
}

func NewCache(d CacheDeps) *Cache {
	deps.Require(d)
	return &Cache{deps: d, kept: map[string]kept{}}
}

// OfDemos is CalendarsOfDemos, from memory unless tx is a transaction. What is taken may reach beyond [from, until), and holds that have expired
// by now are left out. One statement where nothing has changed, else three.
func (c *Cache) OfDemos(ctx context.Context, tx bun.IDB, instructorID string, from, until, now time.Time) ([]Calendar, error) {
	if tx != nil {
		return CalendarsOfDemos(ctx, tx, c.deps.Calendars, instructorID, from, until)
	}
	q := c.deps.DB.Reader()
	versions, err := versionsOfDemos(ctx, q, instructorID)
	if err != nil {
		return nil, err
	}
	found, stale := c.current(versions, from, until)
	if len(stale) > 0 {
		ids := make([]string, len(stale))
		for i, v := range stale {
			ids[i] = v.InstructorID
		}
		rows, err := Of(ctx, q, ids)
		if err != nil {
			return nil, err
		}
		read, err := withTaken(ctx, q, c.deps.Calendars, rows, from, until)
		if err != nil {
			return nil, err
		}
		c.keep(read, stale, from, until)
		found = append(found, read...)
	}
	for i := range found {
		found[i].Taken = without(found[i].Taken, now)
	}
	return found, nil
}

// current returns the calendars that are kept at these versions and for this range, and the versions of those that are not.
func (c *Cache) current(versions []version, from, until time.Time) (found []Calendar, stale []version) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, v := range versions {
		if k, ok := c.kept[v.InstructorID]; ok && k.version.equal(v) && !from.Before(k.from) && !until.After(k.until) {
			found = append(found, k.Calendar)
		} else {
			stale = append(stale, v)
		}
	}
	return found, stale
}

// keep keeps calendars that were read after their versions. A full cache begins anew.
func (c *Cache) keep(read []Calendar, versions []version, from, until time.Time) {
	of := make(map[string]version, len(versions))
	for _, v := range versions {
		of[v.InstructorID] = v
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, r := range read {
		c.size += len(r.Taken) - len(c.kept[r.InstructorID].Taken)
		if c.size > mostKept {
			clear(c.kept)
			c.size = len(r.Taken)
		}
		c.kept[r.InstructorID] = kept{r, of[r.InstructorID], from, until}
	}
}

// without returns times without holds that have expired. It changes nothing in place: others may read the same times.
func without(taken []busy.Time, now time.Time) []busy.Time {
	isExpired := func(t busy.Time) bool { return t.ExpiresAt != nil && !t.ExpiresAt.After(now) }
	if !slices.ContainsFunc(taken, isExpired) {
		return taken
	}
	return slices.DeleteFunc(slices.Clone(taken), isExpired)
}

func idsOf(calendars []Calendar) []string {
	ids := make([]string, len(calendars))
	for i, c := range calendars {
		ids[i] = c.InstructorID
	}
	return ids
}
