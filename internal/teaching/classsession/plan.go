package classsession

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/batch"
)

// Series is the rule by which sessions of a batch repeat. The sessions are what counts; the rule says which belong together.
type Series struct {
	bun.BaseModel `bun:"table:batch_series,alias:r"`

	ID              string `bun:",pk"`
	BatchID         string
	Freq            string
	Every           int64
	Weekdays        db.JSON[[]string] `bun:"type:jsonb"`
	StartDate       string
	UntilDate       string
	SessionCount    int64
	StartTime       string
	EndTime         string
	Timezone        string
	Exdates         db.JSON[[]string] `bun:"type:jsonb"`
	OnHoliday       string
	HolidayCalendar string
	CreatedAt       time.Time
}

// NewSchedule is a schedule as instructors send it: a list of entries, or a rule.
type NewSchedule struct {
	Entries    []timetable.NewScheduleEntry
	Recurrence *timetable.Recurrence // with its defaults
	Rooms      Rooms                 // the classrooms of entries; nil: all are in that of the batch
	Member     string                // the name of the list of entries, for errors
}

// Schedule is a schedule as it is planned.
type Schedule struct {
	Entries  []timetable.ScheduleEntry
	LeftOut  []timetable.DayOff // days of the rule without a session
	rule     *timetable.Recurrence
	copied   []Series       // of a copy: the series of its source
	seriesOn map[string]int // of a copy: which of them has the session of a day
	rooms    Rooms          // nil: all sessions are in the classroom of the batch
}

// Plan computes the instants of a schedule in a zone, and reports what is wrong with it.
func (n NewSchedule) Plan(zone *time.Location, holidays timetable.Holidays, now time.Time, broken *fault.Fields) (p Schedule) {
	member, entries := n.Member, n.Entries
	if p.LeftOut, p.rooms = []timetable.DayOff{}, n.Rooms; n.Recurrence != nil {
		broken.Require(len(entries) == 0, member, "not_allowed", "A schedule is either a list of entries or a recurrence")
		member, p.rule = "recurrence.sessions", n.Recurrence
		var leftOut []timetable.DayOff
		entries, leftOut = n.Recurrence.Expand("recurrence.", holidays, broken)
		p.LeftOut = append(p.LeftOut, leftOut...)
	}
	p.Entries = timetable.Plan(member, entries, zone, func(timetable.NewScheduleEntry) bool { return false }, now, broken)
	return p
}

// Sessions returns the sessions of a schedule of a batch, and the series to which they belong; none for a list of entries.
func (p Schedule) Sessions(b batch.Row, now time.Time) ([]Session, []Series) {
	series := p.series(b, now)
	sessions := make([]Session, len(p.Entries))
	for i, e := range p.Entries {
		sessions[i] = Session{ID: db.NewID(), BatchID: b.ID, Timezone: b.Timezone, ScheduleEntry: e, OriginalDate: e.Date, OriginalStartTime: e.StartTime,
			OriginalEndTime: e.EndTime, RoomID: p.roomOn(e.Date, b), Status: Scheduled, CreatedAt: now, UpdatedAt: now}
		if p.rule != nil {
			sessions[i].SeriesID = &series[0].ID
		} else if at, ok := p.seriesOn[e.Date]; ok {
			sessions[i].SeriesID = &series[at].ID
		}
	}
	return sessions, series
}

// roomOn returns the classroom of the session of a day; nil for none.
func (p Schedule) roomOn(day string, b batch.Row) *string {
	if p.rooms == nil {
		return b.RoomID
	}
	return p.rooms[day]
}

// series returns new rows for the rules of a schedule.
func (p Schedule) series(b batch.Row, now time.Time) []Series {
	if r := p.rule; r != nil {
		return []Series{{ID: db.NewID(), BatchID: b.ID, Freq: r.Freq, Every: r.Interval, StartDate: r.StartDate, UntilDate: r.Until, SessionCount: r.Count,
			StartTime: r.StartTime, EndTime: r.EndTime, Timezone: b.Timezone, OnHoliday: r.OnHoliday, HolidayCalendar: r.HolidayCalendar, CreatedAt: now,
			Weekdays: db.JSON[[]string]{V: append([]string{}, r.Weekdays...)}, Exdates: db.JSON[[]string]{V: append([]string{}, r.Exdates...)}}}
	}
	series := slices.Clone(p.copied)
	for i := range series {
		series[i].ID, series[i].BatchID, series[i].Timezone, series[i].CreatedAt = db.NewID(), b.ID, b.Timezone, now
	}
	return series
}

// Add books and stores the sessions of a schedule of a batch, and returns them with what is in the way. onConflict is "skip" to leave out
// those for which the instructor is not free; otherwise one is enough for fault.Conflict.
func Add(ctx context.Context, tx bun.IDB, calendars *Calendars, who access.Caller, b batch.Row, p Schedule, onConflict string, now time.Time) ([]Session, []ScheduleConflict, error) {
	sessions, series := p.Sessions(b, now)
	if onConflict != "skip" {
		if err := Book(ctx, tx, calendars, who, b, sessions, now); err != nil {
			return nil, nil, err
		}
		return sessions, []ScheduleConflict{}, Insert(ctx, tx, sessions, series)
	}
	sessions, conflicts, err := BookFree(ctx, tx, calendars, who, b, sessions, now)
	if err != nil {
		return nil, nil, err
	}
	return sessions, conflicts, Insert(ctx, tx, sessions, series)
}
