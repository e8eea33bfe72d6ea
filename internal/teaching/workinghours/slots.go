package workinghours

import (
	"cmp"
	"slices"
	"sort"
	"time"

	"lectern/internal/platform/clock"
)

// Query asks for the free slots of an instructor that start within [From, Until).
type Query struct {
	From, Until, Now time.Time
	Length           time.Duration
	Taken            []clock.Span     // of the instructor, by time; they do not overlap
	Demos            map[string]int64 // how many demos each day has, by date in the zone of the hours
}

// Slots returns the starts of free slots, by time. A slot is free if it lies within the hours, its buffers meet nothing that is taken, and
// it keeps to the notice, the days ahead and the cap of its day. Slots begin on the instructor's wall clock: a time that is skipped is none,
// and one that is repeated is one.
func (r Row) Slots(q Query) (starts []time.Time) {
	zone, step := r.Zone(), int(max(r.StepMinutes, 1))
	earliest, latest := q.Now.Add(minutes(r.NoticeMinutes)), q.Now.AddDate(0, 0, int(r.AheadDays))
	for _, d := range daysOf(q.From, q.Until, zone) {
		if q.Demos[d.date] >= r.DailyCap {
			continue
		}
		for _, w := range r.windowsOn(d) {
			first, end, ok := d.edges(w)
			if !ok {
				continue
			}
			for minute := first; minute < minuteOf(w.Until); minute += step {
				start, exists := d.at(minute)
				if !exists || start.Before(q.From) || !start.Before(q.Until) || start.Before(earliest) || start.After(latest) {
					continue
				}
				if !start.Add(q.Length).After(end) && isFree(q.Taken, r.Padded(start, q.Length)) {
					starts = append(starts, start)
				}
			}
		}
	}
	return starts
}

// Free returns the parts of the hours within [from, until) of which nothing is taken, those of at least a length.
func (r Row) Free(from, until time.Time, taken []clock.Span, length time.Duration) []clock.Span {
	free := []clock.Span{}
	for _, open := range r.Open(from, until) {
		at := open.FromAt
		for _, t := range append(overlapping(taken, open), clock.Span{FromAt: open.UntilAt, UntilAt: open.UntilAt}) {
			if t.FromAt.Sub(at) >= length && t.FromAt.After(at) {
				free = append(free, clock.Span{FromAt: at, UntilAt: t.FromAt})
			}
			if t.UntilAt.After(at) {
				at = t.UntilAt
			}
		}
	}
	return free
}

// Open returns the hours as instants within [from, until), by time.
func (r Row) Open(from, until time.Time) (open []clock.Span) {
	for _, d := range daysOf(from, until, r.Zone()) {
		for _, w := range r.windowsOn(d) {
			first, end, ok := d.edges(w)
			if !ok {
				continue
			}
			start, _ := d.at(first)
			span := clock.Span{FromAt: later(start, from).UTC(), UntilAt: earlier(end, until).UTC()}
			if span.FromAt.Before(span.UntilAt) {
				open = append(open, span)
			}
		}
	}
	return open
}

// Covers reports whether spans, by time, have no gap within [from, until).
func Covers(spans []clock.Span, from, until time.Time) bool {
	for _, s := range spans {
		if !s.FromAt.After(from) && s.UntilAt.After(from) {
			from = s.UntilAt
		}
	}
	return !from.Before(until)
}

// windowsOn returns the windows of a day, by time.
func (r Row) windowsOn(d day) (windows []Window) {
	at := slices.IndexFunc(r.Overrides.V, func(o Override) bool { return o.Date == d.date })
	if at >= 0 {
		windows = slices.Clone(r.Overrides.V[at].Windows)
	} else {
		for _, w := range r.Hours.V {
			if w.Weekday == d.weekday {
				windows = append(windows, w.Window)
			}
		}
	}
	slices.SortFunc(windows, func(a, b Window) int { return cmp.Compare(a.From, b.From) })
	return windows
}

// isFree reports whether nothing that is taken meets a span.
func isFree(taken []clock.Span, s clock.Span) bool {
	first := firstAfter(taken, s.FromAt)
	return first == len(taken) || !taken[first].FromAt.Before(s.UntilAt)
}

// firstAfter returns the index of the first of taken that ends after a time.
func firstAfter(taken []clock.Span, at time.Time) int {
	return sort.Search(len(taken), func(i int) bool { return taken[i].UntilAt.After(at) })
}

// overlapping returns what of taken meets a span. Neither taken nor what it returns overlaps itself.
func overlapping(taken []clock.Span, s clock.Span) []clock.Span {
	first := firstAfter(taken, s.FromAt)
	after := sort.Search(len(taken), func(i int) bool { return !taken[i].FromAt.Before(s.UntilAt) })
	if first >= after {
		return nil
	}
	return slices.Clone(taken[first:after])
}

// day is a date in a time zone.
type day struct {
	date     string
	weekday  int64 // 1 is Monday
	midnight time.Time
	plain    bool // its clocks are not changed: minutes are added to midnight
	zone     *time.Location
}

// daysOf returns the days of which [from, until) has a part.
func daysOf(from, until time.Time, zone *time.Location) (days []day) {
	year, month, first := from.In(zone).Date()
	for n := 0; ; n++ {
		midnight := time.Date(year, month, first+n, 0, 0, 0, 0, zone)
		noon := time.Date(year, month, first+n, 12, 0, 0, 0, time.UTC)
		if !midnight.Before(until) {
			return days
		}
		next := time.Date(year, month, first+n+1, 0, 0, 0, 0, zone)
		_, end := midnight.ZoneBounds()
		begins := midnight.Day() == noon.Day() && midnight.Hour() == 0 && midnight.Minute() == 0
		plain := begins && (end.IsZero() || end.After(next)) && next.Sub(midnight) == 24*time.Hour
		days = append(days, day{noon.Format(time.DateOnly), int64(noon.Weekday()+6)%7 + 1, midnight, plain, zone})
	}
}

// at returns the instant of a minute of the day, the first of two; false for one that is skipped.
func (d day) at(minute int) (instant time.Time, exists bool) {
	if d.plain {
		return d.midnight.Add(time.Duration(minute) * time.Minute).UTC(), true
	}
	wall, err := time.Parse(time.DateOnly, d.date)
	if err != nil {
		return time.Time{}, false
	}
	wall = wall.Add(time.Duration(minute) * time.Minute)
	instant, err = clock.Resolve(wall.Format(time.DateOnly), wall.Format("15:04"), d.zone)
	return instant, err == nil
}

// edges returns the first minute of a window and its end as an instant: an edge that is skipped is the end of the gap. false if nothing
// of the window is left.
func (d day) edges(w Window) (first int, end time.Time, ok bool) {
	first, last := minuteOf(w.From), minuteOf(w.Until)
	start, exists := d.at(first)
	for ; !exists && first < last; start, exists = d.at(first) {
		first++
	}
	if !exists {
		return 0, end, false
	}
	end, exists = d.at(last)
	for ; !exists; end, exists = d.at(last) {
		last++
	}
	return first, end, start.Before(end)
}

// minuteOf returns the minutes of a wall-clock time since 00:00.
func minuteOf(wall string) int {
	return 60*(10*int(wall[0]-'0')+int(wall[1]-'0')) + 10*int(wall[3]-'0') + int(wall[4]-'0')
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
