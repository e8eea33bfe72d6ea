package clock

import "time"

// WallTime is a time as a clock on a wall shows it somewhere, with the instant that this is.
type WallTime struct {
	Date     string    `json:"date" maxLength:"10" msg:"Please enter a date" doc:"YYYY-MM-DD, in the time zone."`
	Time     string    `json:"time" maxLength:"5" msg:"Please enter a time" doc:"HH:MM, in the time zone."`
	Timezone string    `json:"timezone" maxLength:"64" msg:"Please choose a time zone, such as Europe/Berlin" doc:"IANA name."`
	At       time.Time `json:"at,omitzero" doc:"The instant; the server makes it of the others."`
}

const wallForm = "2006-01-02 15:04"

// Resolve is w with its instant; of a time that occurs twice the first. wrong says in a sentence why there is none: no
// such zone or date, or a time over which the clocks go forward.
func (w WallTime) Resolve() (resolved WallTime, wrong string) {
	zone, err := time.LoadLocation(w.Timezone)
	if err != nil || w.Timezone == "" || w.Timezone == "Local" {
		return w, "Please choose a time zone, such as Europe/Berlin"
	}
	wall := w.Date + " " + w.Time
	at, err := time.ParseInLocation(wallForm, wall, zone)
	if err != nil {
		return w, "Please enter a date and a time"
	}
	if at.Format(wallForm) != wall {
		return w, "The clocks go forward over this time on that day; please choose another"
	}
	if earlier := at.Add(-time.Hour); earlier.Format(wallForm) == wall { // Go promises neither of the two
		at = earlier
	}
	w.At = at.UTC()
	return w, ""
}
