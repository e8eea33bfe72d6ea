package demo

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/demowords"
	"lectern/internal/teaching/workinghours"
)

// SlotFilter asks for free slots.
type SlotFilter struct {
	Date         string `query:"date" maxLength:"10" msg:"Please enter a date such as 2026-11-20" doc:"A day in the time zone: its slots."`
	StartDate    string `query:"startDate" maxLength:"10" msg:"Please enter a date such as 2026-11-20" doc:"The first of days: which of them have free slots."`
	Days         int64  `query:"days" default:"31" minimum:"1" maximum:"31" msg:"days must be a number from 1 to 31"`
	Timezone     string `query:"timezone" maxLength:"64" msg:"Please choose a time zone, such as Europe/Berlin" doc:"IANA name. Absent: the school's."`
	DemoType     string `query:"demoType" maxLength:"60" default:"course_demo" msg:"demoType must be at most 60 characters"`
	Duration     int64  `query:"duration" default:"60" minimum:"15" maximum:"180" msg:"The duration must be from 15 to 180 minutes"`
	InstructorID string `query:"instructorId" maxLength:"36" msg:"This instructor doesn't exist"`
	HoldID       string `query:"holdId" maxLength:"400" msg:"This form has expired. Choose the time again" doc:"Of the caller's form, whose own hold is free to it."`
}

// FreeSlots are the free slots of a day, or the days of a range that have some.
type FreeSlots struct {
	Date     string     `json:"date" doc:"The day, or the first one."`
	Timezone string     `json:"timezone"`
	Slots    []FreeSlot `json:"slots" doc:"Of the day, by time; empty for a range."`
	Days     []FreeDay  `json:"days" doc:"Of a range; empty for one day."`
	HoldID   string     `json:"holdId" doc:"Of the form: it holds and books one slot."`
	Now      time.Time  `json:"now" doc:"The server's time."`
}

// FreeSlot is a time at which a demo can be booked.
type FreeSlot struct {
	Datetime    time.Time `json:"datetime"`
	Time        string    `json:"time" doc:"HH:MM in the time zone."`
	DisplayTime string    `json:"display_time" doc:"Likewise, with 12 hours."`
	EndTime     time.Time `json:"endTime"`
	Available   bool      `json:"available"`
	Instructors int64     `json:"instructors" doc:"How many are free then."`
	Held        bool      `json:"held" doc:"By the caller's form."`
}

// FreeDay is a day with the number of its free slots.
type FreeDay struct {
	Date string `json:"date"`
	Free int64  `json:"free"`
}

// NearestSlots are the free slots around one that is taken.
type NearestSlots struct {
	Nearest []FreeSlot `json:"nearest"`
}

// span reads the range of a filter.
func (f SlotFilter) span(now time.Time) (from, until time.Time, err error) {
	var broken fault.Fields
	zone := timetable.ZoneOf(f.Timezone, "timezone", &broken)
	first, days := f.Date, 1
	if first == "" {
		first, days = f.StartDate, int(f.Days)
	}
	day, err := time.Parse(time.DateOnly, first)
	broken.Require(first != "", "date", "required", "Date is required")
	broken.Require(first == "" || err == nil, "date", "invalid_format", "Please enter a date such as 2026-11-20")
	broken.Require(err != nil || day.Before(now.AddDate(0, 0, furthestDays)), "date", "out_of_range", "Please choose an earlier date")
	from = time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, zone)
	until = time.Date(day.Year(), day.Month(), day.Day()+days, 0, 0, 0, 0, zone)
	return from, until, broken.Err()
}

// AvailableSlots returns the free slots of a day, or the free days of a range. For everybody. fault.Invalid, fault.TooMany.
func (s *Service) AvailableSlots(ctx context.Context, who access.Caller, f SlotFilter) (found FreeSlots, err error) {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	if f.Timezone == "" {
		if f.Timezone, err = s.schoolZone(ctx, q); err != nil {
			return found, err
		}
	}
	from, until, err := f.span(now)
	if err != nil {
		return found, err
	}
	if err := s.limited(ctx, who, slotsRule); err != nil {
		return found, err
	}
	found = FreeSlots{Date: cmp.Or(f.Date, f.StartDate), Timezone: f.Timezone, Slots: []FreeSlot{}, Days: []FreeDay{}, HoldID: f.HoldID, Now: now}
	own := ownTime{}
	if f.HoldID != "" {
		form, err := s.deps.Forms.Read(formPurpose, f.HoldID)
		if err != nil {
			return found, err
		}
		own.holdID = form.ID
	} else {
		found.HoldID = s.deps.Forms.Open(formPurpose)
	}
	free, err := s.free(ctx, nil, freeQuery{from, until, time.Duration(f.Duration) * time.Minute, f.DemoType, f.InstructorID, own, false})
	if err != nil {
		return found, err
	}
	slots := free.slots(time.Duration(f.Duration)*time.Minute, from.Location())
	if f.Date == "" {
		found.Days = days(slots, from, until)
		return found, nil
	}
	held, err := holdByID(ctx, q, own.holdID)
	for i := range slots {
		slots[i].Held = held != nil && held.StartsAt.Equal(slots[i].Datetime) && held.ExpiresAt.After(now)
	}
	found.Slots = append(found.Slots, slots...)
	return found, err
}

// days counts the free slots of each day.
func days(slots []FreeSlot, from, until time.Time) (all []FreeDay) {
	counts := map[string]int64{}
	for _, slot := range slots {
		counts[slot.Datetime.In(from.Location()).Format(time.DateOnly)]++
	}
	for n := 0; ; n++ {
		noon := time.Date(from.Year(), from.Month(), from.Day()+n, 12, 0, 0, 0, from.Location())
		if !noon.Before(until) {
			return all
		}
		date := noon.Format(time.DateOnly)
		all = append(all, FreeDay{date, counts[date]})
	}
}

// ownTime is what its owner may use though it is taken: the hold of a form, the booking that is moved.
type ownTime struct{ holdID, bookingID string }

// freeQuery asks which instructors are free when.
type freeQuery struct {
	from, until  time.Time // of the starts
	length       time.Duration
	demoType     string
	instructorID string // "" for all
	own          ownTime
	offGrid      bool // only from itself, within the hours, however soon
}

// freeTimes are the free slots of each instructor.
type freeTimes struct {
	rows   map[string]workinghours.Row
	starts map[string][]time.Time
}

// free computes the free slots of the instructors who take demos. Outside of transactions tx is nil: their hours and calendars then come from memory, as far as
// they have not changed.
func (s *Service) free(ctx context.Context, tx bun.IDB, f freeQuery) (free freeTimes, err error) {
	free = freeTimes{map[string]workinghours.Row{}, map[string][]time.Time{}}
	calendars, err := s.cache.OfDemos(ctx, tx, f.instructorID, f.from.Add(-margin), f.until.Add(margin), s.deps.Clock.Now())
	if err != nil || len(calendars) == 0 {
		return free, err
	}
	spans := map[string][]clock.Span{}
	for _, c := range calendars {
		if len(c.DemoTypes.V) == 0 || slices.Contains(c.DemoTypes.V, f.demoType) {
			free.rows[c.InstructorID], spans[c.InstructorID] = c.Row, f.own.others(c.Taken)
		}
	}
	q := tx
	if q == nil {
		q = s.deps.DB.Reader()
	}
	ids := slices.Sorted(maps.Keys(free.rows))
	demos, err := demosOf(ctx, q, ids, f.from.AddDate(0, 0, -2), f.until.AddDate(0, 0, 2))
	if err != nil {
		return free, err
	}
	if err := workinghours.AddExternal(ctx, q, spans, ids, f.from.Add(-margin), f.until.Add(margin)); err != nil {
		return free, err
	}
	perDay := perDay(demos, free.rows, f.own.bookingID)
	for id, r := range free.rows {
		if f.offGrid {
			if fits(r, f.from, f.length, spans[id], perDay[id]) {
				free.starts[id] = []time.Time{f.from}
			}
			continue
		}
		free.starts[id] = r.Slots(workinghours.Query{From: f.from.UTC(), Until: f.until.UTC(), Now: s.deps.Clock.Now(), Length: f.length,
			Taken: spans[id], Demos: perDay[id]})
	}
	return free, nil
}

// margin is more than the longest slot with its buffers.
const margin = 4 * time.Hour

// others returns what others have taken of an instructor's time.
func (o ownTime) others(taken []busy.Time) []clock.Span {
	spans := make([]clock.Span, 0, len(taken))
	for _, t := range taken {
		isOwn := t.Kind == busy.Hold && t.RefID == o.holdID || t.Kind == busy.Demo && t.RefID == o.bookingID
		if !isOwn {
			spans = append(spans, clock.Span{FromAt: t.FromAt, UntilAt: t.UntilAt})
		}
	}
	return spans
}

// perDay counts the demos of instructors, by instructor and by day in the zone of their hours, without one that is being moved.
func perDay(demos []demoTime, hours map[string]workinghours.Row, without string) map[string]map[string]int64 {
	counts := map[string]map[string]int64{}
	for _, d := range demos {
		if d.ID == without {
			continue
		}
		if counts[d.InstructorID] == nil {
			counts[d.InstructorID] = map[string]int64{}
		}
		counts[d.InstructorID][d.StartsAt.In(hours[d.InstructorID].Zone()).Format(time.DateOnly)]++
	}
	return counts
}

// slots merges the free slots of all instructors, by time.
func (f freeTimes) slots(length time.Duration, zone *time.Location) (slots []FreeSlot) {
	counts := map[int64]int64{} // by seconds of Unix
	for _, starts := range f.starts {
		for _, start := range starts {
			counts[start.Unix()]++
		}
	}
	for _, at := range slices.Sorted(maps.Keys(counts)) {
		start := time.Unix(at, 0).UTC()
		local := start.In(zone)
		slots = append(slots, FreeSlot{Datetime: start, Time: local.Format("15:04"), DisplayTime: local.Format("3:04 PM"), EndTime: start.Add(length), Available: true, Instructors: counts[at]})
	}
	return slots
}

const (
	mostNearest = 5
	nearestDays = 7 // before and after
)

// taken is the fault of a slot that is not free, with the nearest ones that are.
func (s *Service) taken(ctx context.Context, r request) error {
	q := freeQuery{r.wanted.AddDate(0, 0, -nearestDays), r.wanted.AddDate(0, 0, nearestDays), r.length, r.DemoType, r.WantedTeacher, ownTime{r.form.ID, r.bookingID}, false}
	free, err := s.free(ctx, nil, q)
	if err != nil {
		return err
	}
	nearest := free.slots(r.length, demowords.LocationOf(r.Timezone))
	slices.SortStableFunc(nearest, func(a, b FreeSlot) int {
		return cmp.Compare(a.Datetime.Sub(r.wanted).Abs(), b.Datetime.Sub(r.wanted).Abs())
	})
	nearest = append([]FreeSlot{}, nearest[:min(len(nearest), mostNearest)]...)
	return fault.New(fault.Conflict, "slot_taken", "This time is no longer free. Choose another one.").WithDetails(NearestSlots{nearest})
}
