// Package officehours counts the time in which the school's office is open, Monday to Friday from 9:00 to 17:00 in its time zone: for promises such as an answer
// within 8 hours. Holidays count as other days.
package officehours

import "time"

const (
	opens  = 9  // hour
	closes = 17 // hour
)

// day returns when the office opens and closes on the day of an instant; the same instant twice for a day on which it stays closed.
func day(at time.Time) (from, until time.Time) {
	y, m, d := at.Date()
	from = time.Date(y, m, d, opens, 0, 0, 0, at.Location())
	if w := from.Weekday(); w == time.Saturday || w == time.Sunday {
		return from, from
	}
	return from, time.Date(y, m, d, closes, 0, 0, 0, at.Location())
}

func nextDay(at time.Time) time.Time {
	y, m, d := at.Date()
	return time.Date(y, m, d+1, 0, 0, 0, 0, at.Location())
}

// Add returns the instant at which the office has been open for d since at. d must not be negative.
func Add(at time.Time, d time.Duration, zone *time.Location) time.Time {
	for at = at.In(zone); ; at = nextDay(at) {
		from, until := day(at)
		if from.Before(at) {
			from = at
		}
		if open := until.Sub(from); open >= d && open > 0 {
			return from.Add(d).UTC()
		} else if open > 0 {
			d -= open
		}
	}
}

// Between returns for how long the office is open from one instant to a later one; 0 if it is not later.
func Between(from, to time.Time, zone *time.Location) (d time.Duration) {
	for at := from.In(zone); at.Before(to); at = nextDay(at) {
		start, end := day(at)
		if start.Before(at) {
			start = at
		}
		if end.After(to) {
			end = to
		}
		d += max(0, end.Sub(start))
	}
	return d
}
