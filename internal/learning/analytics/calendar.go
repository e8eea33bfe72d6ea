package analytics

import (
	"context"
	"fmt"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
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

// calendarFor returns the calendar of the requested time zone or else of the caller. fault.Invalid for an unknown zone.
func (s *Service) calendarFor(ctx context.Context, who access.Caller, z Zoned) (clock.Calendar, error) {
	name := z.Timezone
	if name == "" {
		_, kept, err := s.deps.Preferences.LanguageAndZone(ctx, s.deps.DB.Reader(), who.ID)
		if err != nil {
			return clock.Calendar{}, err
		}
		name = kept
	}
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		return clock.Calendar{}, fault.Fields{{Name: "timezone", Code: "unknown_value", Message: "Choose a time zone from the list, such as Europe/Berlin"}}.Err()
	}
	return clock.Calendar{Zone: zone}, nil
}

// week returns the ISO 8601 week of a day.
func week(day int64) string {
	year, number := clock.ISOWeek(day)
	return fmt.Sprintf("%d-W%02d", year, number)
}
