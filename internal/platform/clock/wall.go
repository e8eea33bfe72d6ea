package clock

import (
	"errors"
	"time"
	_ "time/tzdata" // for machines without a time zone database
)

// WallTime is a local date and time in a time zone, with the instant that it stands for.
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

// Resolve returns the instant, in UTC, of a local date and time in the zone: the first of two, where clocks are set back.
// ErrSkipped for a time that is skipped, ErrNotATime for an invalid date or time.
func Resolve(date, clock string, zone *time.Location) (time.Time, error) {
	wall, err := time.Parse(wallFormat, date+" "+clock)
	if err != nil || wall.Format(wallFormat) != date+" "+clock {
		return time.Time{}, ErrNotATime
	}
	// Go does not specify which of two equal local times it returns, and clocks are not only set back by an hour: this
	// searches all periods of constant offset that could contain the time. No zone has ever been 16 hours from UTC.
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

// Resolve returns w with its instant, by the rules of the function Resolve. wrong is a sentence that says why there is
// none.
func (w WallTime) Resolve() (resolved WallTime, wrong string) {
	zone, err := time.LoadLocation(w.Timezone)
	if err != nil || w.Timezone == "" || w.Timezone == "Local" {
		return w, "Please choose a time zone, such as Europe/Berlin"
	}
	switch w.At, err = Resolve(w.Date, w.Time, zone); {
	case errors.Is(err, ErrSkipped):
		return w, "The clocks go forward over this time on that day, so it doesn't exist. Choose another one"
	case err != nil:
		return w, "Please enter a date and a time"
	}
	return w, ""
}
