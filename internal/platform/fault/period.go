package fault

import "time"

// Period reads a filter by time from two query parameters: RFC 3339 instants or days in UTC, of which the last is included. An empty
// value gives the zero time. Malformed values, and a period that ends before it begins, are added to f.
func (f *Fields) Period(fromName, from, toName, to string) (start, end time.Time) {
	faults := len(*f)
	start, end = f.instant(fromName, from, 0), f.instant(toName, to, 1)
	if from != "" && to != "" && len(*f) == faults {
		f.Require(start.Before(end), toName, "out_of_range", toName+" can't be before "+fromName)
	}
	return start, end
}

// instant reads an instant, or the start of a day, moved by some days.
func (f *Fields) instant(name, value string, days int) time.Time {
	at, err := time.Parse(time.RFC3339, value)
	if err != nil {
		if at, err = time.Parse(time.DateOnly, value); err == nil {
			at = at.AddDate(0, 0, days)
		}
	}
	f.Require(value == "" || err == nil && at.Year() > 1900 && at.Year() < 9000, name, "invalid_format",
		name+" must be a day such as 2026-11-20, or a time such as 2026-11-20T10:00:00Z")
	return at.UTC()
}
