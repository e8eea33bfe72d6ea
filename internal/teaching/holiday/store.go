package holiday

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// holidayRow is a holiday as stored.
type holidayRow struct {
	bun.BaseModel `bun:"table:holidays,alias:h"`

	Calendar string `bun:",pk"`
	Date     string `bun:",pk"`
	Name     string
}

// read returns a calendar; an empty one with version 0 if there is none.
func read(ctx context.Context, q bun.IDB, calendar string) (c Calendar, err error) {
	c = Calendar{Calendar: calendar, Holidays: []Holiday{}}
	err = q.NewSelect().Table("holiday_calendars").Column("version").Where("calendar = ?", calendar).Scan(ctx, &c.version)
	if db.One(err, nil) != nil {
		return c, err
	}
	return c, q.NewSelect().TableExpr("holidays AS h").Column("h.date", "h.name").Where("h.calendar = ?", calendar).OrderExpr("h.date").Scan(ctx, &c.Holidays)
}

// calendars lists the calendars by name.
func calendars(ctx context.Context, q bun.IDB, today string) (found []CalendarName, err error) {
	err = q.NewRaw(`SELECT c.calendar, count(h.date) AS holidays, count(CASE WHEN h.date >= ? THEN 1 END) AS ahead
		FROM holiday_calendars AS c LEFT JOIN holidays AS h ON h.calendar = c.calendar GROUP BY c.calendar ORDER BY c.calendar`, today).Scan(ctx, &found)
	return found, err
}

// lock creates a calendar if it is missing, and keeps it as it is until the transaction ends.
func lock(ctx context.Context, tx bun.IDB, calendar string, now time.Time) error {
	_, err := tx.NewRaw(`INSERT INTO holiday_calendars (calendar, version, updated_at) VALUES (?, 0, ?)
		ON CONFLICT (calendar) DO UPDATE SET version = holiday_calendars.version`, calendar, now).Exec(ctx)
	return err
}

// replace stores a calendar in place of what was there.
func replace(ctx context.Context, tx bun.IDB, c Calendar, now time.Time) error {
	if _, err := tx.NewRaw("UPDATE holiday_calendars SET version = ?, updated_at = ? WHERE calendar = ?", c.version, now, c.Calendar).Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.NewRaw("DELETE FROM holidays WHERE calendar = ?", c.Calendar).Exec(ctx); err != nil || len(c.Holidays) == 0 {
		return err
	}
	rows := make([]holidayRow, len(c.Holidays))
	for i, h := range c.Holidays {
		rows[i] = holidayRow{Calendar: c.Calendar, Date: h.Date, Name: h.Name}
	}
	_, err := tx.NewInsert().Model(&rows).Exec(ctx)
	return err
}
