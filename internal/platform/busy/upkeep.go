package busy

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/consistency"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
)

// kept is how long rows stay after their end: few rows keep PostgreSQL's constraint fast.
const kept = 30 * 24 * time.Hour

// Sweeps delete expired holds and what ended long ago.
func (c *Calendars) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{c.tables.busy + ".sweep": func(ctx context.Context) error {
		now := c.deps.Clock.Now()
		return c.deps.DB.InTx(ctx, func(tx bun.IDB) error { return deleteOld(ctx, tx, c.tables, now.Add(-kept), now) })
	}}
}

// Checks read all rows for two that overlap.
func (c *Calendars) Checks() []consistency.Check {
	return []consistency.Check{func(ctx context.Context, _ consistency.Options) ([]consistency.Finding, error) {
		rows, pairs, err := overlapping(ctx, c.deps.DB.Reader(), c.tables)
		if err != nil {
			return nil, err
		}
		part := "calendars in " + c.tables.busy
		if len(pairs) > 0 {
			return []consistency.Finding{consistency.List(part, false, "Times overlap; move or cancel one of each: ", pairs)}, nil
		}
		return []consistency.Finding{{Part: part, OK: true, Text: fmt.Sprintf("0 overlaps in %d rows", rows)}}, nil
	}}
}

// Holdings lists the tables that hold data of a user. The busy times of an instructor follow from sessions and bookings.
func (c *Calendars) Holdings() []personaldata.Holding {
	if c.tables.owner != "instructor_id" {
		return nil
	}
	return []personaldata.Holding{
		{Table: "instructor_busy", Column: "instructor_id", Excuse: personaldata.Derived},
		{Table: "instructor_calendars", Column: "instructor_id", Excuse: personaldata.Derived},
	}
}
