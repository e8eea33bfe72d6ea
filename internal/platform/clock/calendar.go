package clock

import "time"

// Calendar numbers the days of a time zone from 1 January 1970, independently of clock changes.
type Calendar struct{ Zone *time.Location }

const daySeconds = 24 * 60 * 60

// Day returns the day of an instant.
func (c Calendar) Day(at time.Time) int64 {
	year, month, day := at.In(c.Zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / daySeconds
}

// Start returns the first instant of a day or, where the zone has left it out, of the one after it.
func (c Calendar) Start(day int64) time.Time {
	const step = 15 * time.Minute // every offset, and every change of one since 1972, is a multiple of it
	year, month, date := dateOf(day).Date()
	at := time.Date(year, month, date, 0, 0, 0, 0, c.Zone).UTC()
	for c.Day(at) >= day {
		at = at.Add(-step)
	}
	for c.Day(at) < day {
		at = at.Add(step)
	}
	return at
}

func dateOf(day int64) time.Time { return time.Unix(day*daySeconds, 0).UTC() }

// FormatDay formats a day as the API does: YYYY-MM-DD.
func FormatDay(day int64) string { return dateOf(day).Format(time.DateOnly) }

// ParseDay reads a day that FormatDay has written.
func ParseDay(text string) (day int64, err error) {
	date, err := time.Parse(time.DateOnly, text)
	return date.Unix() / daySeconds, err
}

// Monday returns the Monday of the week of a day.
func Monday(day int64) int64 { return day - int64(dateOf(day).Weekday()+6)%7 }

// ISOWeek returns the year and the number of the week of a day, by ISO 8601.
func ISOWeek(day int64) (year, number int) { return dateOf(day).ISOWeek() }
