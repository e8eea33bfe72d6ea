package classsession

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/busy"
	"lectern/internal/platform/clock"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/workinghours"
)

// Limits of the search for other times.
const (
	mostAlternatives = 3
	mostHelped       = 20 // sessions for which other times are looked for
	searchDays       = 14
	searchStep       = 15 // minutes
	minutesOfDay     = 24 * 60
)

// FreeTime is another time of a session at which its instructor is free, within the hours that they have set.
type FreeTime struct {
	Date      string    `json:"date"`
	StartTime string    `json:"start_time"`
	EndTime   string    `json:"end_time"`
	StartsAt  time.Time `json:"starts_at"`
	EndsAt    time.Time `json:"ends_at"`

	cost int // minutes: a day later or earlier costs a day, another time of day the difference
}

// Shift moves all sessions by as much, to times that are free.
type Shift struct {
	Days    int        `json:"days" doc:"Later; negative for earlier."`
	Minutes int        `json:"minutes" doc:"Later in the day; negative for earlier."`
	Entries []FreeTime `json:"entries"`
}

// Cost returns how far a shift is from what was wanted: minutes, a day later or earlier costs a day.
func (s Shift) Cost() int { return abs(s.Days)*minutesOfDay + abs(s.Minutes) }

// Cost is that of Shift, for one session.
func (f FreeTime) Cost() int { return f.cost }

// owners are whose time sessions take.
type owners struct{ instructors, rooms []string }

// finder looks for times at which the instructor and the classroom of sessions are free.
type finder struct {
	zone   *time.Location
	now    time.Time
	open   []clock.Span    // the hours of the instructor, by time
	always bool            // they have set none
	taken  []clock.Span    // by time, not overlapping
	days   map[string]bool // on which sessions of the batch are wanted
}

// newFinder reads when instructors and classrooms are free around sessions; the time of the sessions with some ids counts as free.
func newFinder(ctx context.Context, q bun.IDB, calendars *Calendars, zone *time.Location, of owners, givenUp []string, sessions []Session, now time.Time) (f finder, err error) {
	f = finder{zone: zone, now: now, always: true, days: map[string]bool{}}
	from, until := sessions[0].StartsAt, sessions[0].EndsAt
	for _, s := range sessions {
		f.days[s.Date] = s.Status != Cancelled
		if s.StartsAt.Before(from) {
			from = s.StartsAt
		}
		if s.EndsAt.After(until) {
			until = s.EndsAt
		}
	}
	from, until = from.AddDate(0, 0, -searchDays-1), until.AddDate(0, 0, searchDays+1)
	hours, err := workinghours.Of(ctx, q, of.instructors)
	if err != nil {
		return f, err
	}
	for _, h := range hours {
		f.open, f.always = h.Open(from, until), false
	}
	taken, err := calendars.Instructors.Between(ctx, q, of.instructors, from, until)
	if err != nil {
		return f, err
	}
	inRooms, err := calendars.Rooms.Between(ctx, q, of.rooms, from, until)
	for _, t := range slices.Concat(taken, inRooms) {
		if !slices.Contains(givenUp, t.RefID) {
			f.taken = append(f.taken, clock.Span{FromAt: t.FromAt, UntilAt: t.UntilAt})
		}
	}
	if err != nil || len(of.instructors) == 0 {
		f.taken = clock.Union(f.taken)
		return f, err
	}
	all := map[string][]clock.Span{"": f.taken}
	err = workinghours.AddExternal(ctx, q, all, of.instructors, from, until)
	f.taken = nil
	for _, spans := range all {
		f.taken = append(f.taken, spans...)
	}
	f.taken = clock.Union(f.taken)
	return f, err
}

// OtherTimesOfMeeting returns up to 3 other times for a meeting outside of batches, which is in no classroom, at which its instructor is free. The time that it takes counts as free.
func OtherTimesOfMeeting(ctx context.Context, q bun.IDB, instructors *busy.Calendars, instructorID string, meeting Session, now time.Time) ([]FreeTime, error) {
	zone, err := time.LoadLocation(meeting.Timezone)
	if err != nil {
		return nil, err
	}
	calendars := &Calendars{Instructors: instructors, Rooms: instructors}
	f, err := newFinder(ctx, q, calendars, zone, owners{instructors: []string{instructorID}}, []string{meeting.ID}, []Session{meeting}, now)
	if err != nil {
		return nil, err
	}
	return f.others(meeting), nil
}

// move returns a session moved by days and minutes; false where that is no time, not free, or outside the hours.
func (f finder) move(s Session, days, minutes int) (FreeTime, bool) {
	day, err := time.Parse(time.DateOnly, s.Date)
	if err != nil {
		return FreeTime{}, false
	}
	t := FreeTime{Date: day.AddDate(0, 0, days).Format(time.DateOnly), cost: abs(days)*minutesOfDay + abs(minutes)}
	t.StartTime, t.EndTime = atMinutesLater(s.StartTime, minutes), atMinutesLater(s.EndTime, minutes)
	if t.StartTime == "" || t.EndTime == "" {
		return t, false
	}
	var endErr error
	t.StartsAt, err = clock.Resolve(t.Date, t.StartTime, f.zone)
	t.EndsAt, endErr = clock.Resolve(t.Date, t.EndTime, f.zone)
	return t, err == nil && endErr == nil && t.StartsAt.After(f.now) && f.isFree(t.StartsAt, t.EndsAt)
}

func (f finder) isFree(from, until time.Time) bool {
	next := sort.Search(len(f.taken), func(i int) bool { return f.taken[i].UntilAt.After(from) })
	if next < len(f.taken) && f.taken[next].FromAt.Before(until) {
		return false
	}
	return f.always || workinghours.Covers(f.open, from, until)
}

// others returns up to 3 other times for a session, those that cost least first: up to 14 days away, in steps of 15 minutes, on days without another session of the batch.
func (f finder) others(s Session) []FreeTime {
	found := []FreeTime{}
	start := minuteOf(s.StartTime)
	for distance := 0; distance <= searchDays; distance++ {
		if len(found) >= mostAlternatives && found[mostAlternatives-1].cost <= distance*minutesOfDay {
			break
		}
		for _, days := range slices.Compact([]int{distance, -distance}) {
			for minute := start % searchStep; minute < minutesOfDay; minute += searchStep {
				t, ok := f.move(s, days, minute-start)
				if ok && (days == 0 || !f.days[t.Date]) {
					found = append(found, t)
				}
			}
		}
		slices.SortStableFunc(found, func(a, b FreeTime) int { return cmp.Or(cmp.Compare(a.cost, b.cost), a.StartsAt.Compare(b.StartsAt)) })
		found = found[:min(len(found), mostAlternatives)]
	}
	return found
}

// shiftOf returns the nearest shift that suits all sessions: another time of day, or other days; nil for none.
func (f finder) shiftOf(sessions []Session) *Shift {
	var tried []Shift
	for n := searchStep; n < minutesOfDay; n += searchStep {
		tried = append(tried, Shift{Minutes: n}, Shift{Minutes: -n})
	}
	for n := 1; n <= searchDays; n++ {
		tried = append(tried, Shift{Days: n}, Shift{Days: -n})
	}
	slices.SortStableFunc(tried, func(a, b Shift) int { return cmp.Compare(a.Cost(), b.Cost()) })
	for _, shift := range tried {
		for _, s := range sessions {
			t, ok := f.move(s, shift.Days, shift.Minutes)
			if !ok {
				break
			}
			shift.Entries = append(shift.Entries, t)
		}
		if len(shift.Entries) == len(sessions) {
			return &shift
		}
	}
	return nil
}

// addAlternatives adds other times to conflicts, those of the first 20 sessions: when the instructor who is not free would be, and the classroom too; and to those about
// classrooms other ones.
func addAlternatives(ctx context.Context, q bun.IDB, calendars *Calendars, b batch.Row, givenUp []string, sessions []Session, conflicts []ScheduleConflict, now time.Time) error {
	finders, found := map[string]finder{}, map[string][]FreeTime{}
	for i, c := range conflicts {
		at := slices.IndexFunc(sessions, func(s Session) bool { return s.ID == c.sessionID })
		if _, known := found[c.sessionID]; !known && len(found) < mostHelped && at >= 0 {
			of := owners{[]string{c.InstructorID}, roomsOf(sessions[at : at+1])}
			if c.Kind == ofRoom {
				of.instructors = sessions[at].Instructors(b)
			}
			key := strings.Join(slices.Concat(of.instructors, of.rooms), " ")
			f, ok := finders[key]
			if !ok {
				var err error
				if f, err = newFinder(ctx, q, calendars, b.Zone(), of, givenUp, sessions, now); err != nil {
					return err
				}
				finders[key] = f
			}
			found[c.sessionID] = f.others(sessions[at])
		}
		conflicts[i].Alternatives = append([]FreeTime{}, found[c.sessionID]...)
	}
	return addRooms(ctx, q, calendars, b, givenUp, sessions, conflicts)
}

// addRooms adds to conflicts about classrooms up to 3 others that are free at the wanted time and large enough for the batch.
func addRooms(ctx context.Context, q bun.IDB, calendars *Calendars, b batch.Row, givenUp []string, sessions []Session, conflicts []ScheduleConflict) error {
	wanted := map[string]Session{}
	var from, until time.Time
	for _, c := range conflicts {
		at := slices.IndexFunc(sessions, func(s Session) bool { return s.ID == c.sessionID })
		if c.Kind != ofRoom || at < 0 {
			continue
		}
		s := sessions[at]
		if wanted[s.ID] = s; from.IsZero() || s.StartsAt.Before(from) {
			from = s.StartsAt
		}
		if s.EndsAt.After(until) {
			until = s.EndsAt
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	rooms, err := largeEnough(ctx, q, b.Capacity)
	if err != nil {
		return err
	}
	ids := make([]string, len(rooms))
	for i, r := range rooms {
		ids[i] = r.ID
	}
	taken, err := calendars.Rooms.Between(ctx, q, ids, from, until)
	for i := range conflicts {
		c := &conflicts[i]
		s, ok := wanted[c.sessionID]
		for _, r := range rooms {
			isTaken := slices.ContainsFunc(taken, func(t busy.Time) bool {
				return t.OwnerID == r.ID && t.FromAt.Before(s.EndsAt) && s.StartsAt.Before(t.UntilAt) && !slices.Contains(givenUp, t.RefID)
			})
			if ok && c.Kind == ofRoom && !isTaken && len(c.Rooms) < mostAlternatives {
				c.Rooms = append(c.Rooms, r)
			}
		}
	}
	return err
}

// atMinutesLater returns a wall-clock time some minutes later; "" if that is another day.
func atMinutesLater(wall string, minutes int) string {
	at, err := time.Parse("15:04", wall)
	moved := at.Add(time.Duration(minutes) * time.Minute)
	if err != nil || moved.Day() != at.Day() {
		return ""
	}
	return moved.Format("15:04")
}

func minuteOf(wall string) int {
	at, err := time.Parse("15:04", wall)
	if err != nil {
		return 0
	}
	return 60*at.Hour() + at.Minute()
}

func abs(n int) int { return max(n, -n) }
