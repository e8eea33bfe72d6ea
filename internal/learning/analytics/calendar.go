package analytics

import (
	"context"
	"fmt"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// Zoned is embedded in the input of operations that report by days.
type Zoned struct {
	Timezone string `query:"timezone" maxLength:"64" msg:"Choose a time zone from the list, such as Europe/Berlin" doc:"IANA name, in which days begin. Without it that of the caller's profile, or else the school's."`
}

// Weekly is embedded in the input of operations that report by weeks.
type Weekly struct {
	Zoned
	Weeks int64 `query:"weeks" default:"12" minimum:"1" maximum:"53" msg:"weeks must be a number from 1 to 53" doc:"How many are told, this one among them."`
}

const daySeconds = 24 * 60 * 60

// calendar numbers the days of a time zone from 1 January 1970, independently of clock changes.
type calendar struct{ zone *time.Location }

// calendarFor returns the calendar of the requested time zone or else of the caller. fault.Invalid for an unknown zone.
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
		return calendar{}, fault.Fields{{Name: "timezone", Code: "unknown_value", Message: "Choose a time zone from the list, such as Europe/Berlin"}}.Err()
	}
	return calendar{zone}, nil
}

// day returns the day of an instant.
func (c calendar) day(at time.Time) int64 {
	year, month, day := at.In(c.zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / daySeconds
}

// begins returns an instant before which the day has not begun. Where clocks go forward at midnight that is not exact.
func (c calendar) begins(day int64) time.Time {
	year, month, date := date(day).Date()
	return time.Date(year, month, date, 0, 0, 0, 0, c.zone).Add(-time.Hour).UTC()
}

func date(day int64) time.Time { return time.Unix(day*daySeconds, 0).UTC() }

// formatDay formats a day as the API does.
func formatDay(day int64) string { return date(day).Format(time.DateOnly) }

// monday returns the Monday of the week of a day.
func monday(day int64) int64 { return day - int64(date(day).Weekday()+6)%7 }

// week returns the ISO 8601 week of a day.
func week(day int64) string {
	year, number := date(day).ISOWeek()
	return fmt.Sprintf("%d-W%02d", year, number)
}
