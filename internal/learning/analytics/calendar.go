package analytics

import (
	"context"
	"fmt"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// Zoned is embedded in the input of what tells of days.
type Zoned struct {
	Timezone string `query:"timezone" maxLength:"64" msg:"Please choose a time zone of the list, such as Europe/Berlin" doc:"IANA name, in which days begin. Without it that of the caller's profile, or else the school's."`
}

// Weekly is embedded in the input of what tells of weeks.
type Weekly struct {
	Zoned
	Weeks int64 `query:"weeks" default:"12" minimum:"1" maximum:"53" msg:"weeks must be a number from 1 to 53" doc:"How many are told, this one among them."`
}

const daySeconds = 24 * 60 * 60

// calendar is the days of a time zone, counted from 1 January 1970, whatever the clocks do there.
type calendar struct{ zone *time.Location }

// calendarFor is by which days somebody is told something. fault.Invalid for a zone that there is not.
func (s *Service) calendarFor(ctx context.Context, who access.Caller, z Zoned) (calendar, error) {
	name := z.Timezone
	if name == "" {
		_, kept, err := s.deps.Preferences.LanguageAndZone(ctx, s.deps.DB.Reader(), who.ID)
		if err != nil {
			return calendar{}, err
		}
		name = kept
	}
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		return calendar{}, fault.Fields{{Name: "timezone", Code: "unknown_value", Message: "Please choose a time zone of the list, such as Europe/Berlin"}}.Err()
	}
	return calendar{zone}, nil
}

// day is that of an instant.
func (c calendar) day(at time.Time) int64 {
	year, month, day := at.In(c.zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / daySeconds
}

// begins is an instant before which no day is day or later. Where clocks go forward at midnight that is not exact.
func (c calendar) begins(day int64) time.Time {
	year, month, date := date(day).Date()
	return time.Date(year, month, date, 0, 0, 0, 0, c.zone).Add(-time.Hour).UTC()
}

func date(day int64) time.Time { return time.Unix(day*daySeconds, 0).UTC() }

// written is a day as the API has it.
func written(day int64) string { return date(day).Format(time.DateOnly) }

// monday is that of the week of a day.
func monday(day int64) int64 { return day - int64(date(day).Weekday()+6)%7 }

// week is that of a day as ISO 8601 names it.
func week(day int64) string {
	year, number := date(day).ISOWeek()
	return fmt.Sprintf("%d-W%02d", year, number)
}
