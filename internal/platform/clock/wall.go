package clock

import (
	"errors"
	"time"
	_ "time/tzdata" // for machines without a time zone database
)

// WallTime is a date and a time as a clock on the wall shows them in a time zone, with the instant that they stand for.
type WallTime struct {
	Date     string    `json:"date" maxLength:"10" msg:"Please enter a date" doc:"YYYY-MM-DD, in the time zone."`
	Time     string    `json:"time" maxLength:"5" msg:"Please enter a time" doc:"HH:MM, in the time zone."`
	Timezone string    `json:"timezone" maxLength:"64" msg:"Please choose a time zone, such as Europe/Berlin" doc:"IANA name."`
	At       time.Time `json:"at,omitzero" doc:"The instant; the server makes it of the others."`
}

const wallFormat = "2006-01-02 15:04"

// Errors of Resolve.
var (
	ErrNotATime = errors.New("not a date as 2006-01-02 and a time as 15:04")
	ErrSkipped  = errors.New("the clocks go forward over this time on that day")
)

// Resolve is the instant, in UTC, at which clocks in the zone show this date and time: where they show it twice, because they are set
// back, the first of the two. ErrSkipped where they never do, ErrNotATime where it is no date or time.
func Resolve(date, clock string, zone *time.Location) (time.Time, error) {
	wall, err := time.Parse(wallFormat, date+" "+clock)
	if err != nil || wall.Format(wallFormat) != date+" "+clock {
		return time.Time{}, ErrNotATime
	}
	// Go promises neither of two equal times, and clocks are set back by other steps than an hour: look through all periods of one
	// offset that could hold it. No zone has ever been 16 hours from UTC.
	const furthest = 16 * time.Hour
	for at := wall.Add(-furthest); !at.After(wall.Add(furthest)); {
		_, offset := at.In(zone).Zone()
		start, end := at.In(zone).ZoneBounds() // zero where there is none
		instant := wall.Add(-time.Duration(offset) * time.Second)
		if !instant.Before(start) && (end.IsZero() || instant.Before(end)) {
			return instant, nil
		}
		if end.IsZero() {
			break
		}
		at = end
	}
	return time.Time{}, ErrSkipped
}

// Resolve is w with its instant, by the rule of the function Resolve. wrong says in a sentence why there is none.
func (w WallTime) Resolve() (resolved WallTime, wrong string) {
	zone, err := time.LoadLocation(w.Timezone)
	if err != nil || w.Timezone == "" || w.Timezone == "Local" {
		return w, "Please choose a time zone, such as Europe/Berlin"
	}
	switch w.At, err = Resolve(w.Date, w.Time, zone); {
	case errors.Is(err, ErrSkipped):
		return w, "The clocks go forward over this time on that day; please choose another"
	case err != nil:
		return w, "Please enter a date and a time"
	}
	return w, ""
}
