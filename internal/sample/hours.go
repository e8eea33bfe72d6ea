package sample

import (
	"context"
	"fmt"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/availability"
	"lectern/internal/teaching/workinghours"
)

// openings are when instructors of the demo give demo classes, from Monday to Friday, in their own zone.
var openings = map[string]struct {
	zone    string
	windows []workinghours.Window
}{
	"tomas":  {"Europe/Madrid", []workinghours.Window{{From: "09:30", Until: "12:30"}, {From: "16:00", Until: "19:00"}}},
	"priya":  {"Asia/Kolkata", []workinghours.Window{{From: "10:00", Until: "13:00"}}},
	"samuel": {"Europe/London", []workinghours.Window{{From: "17:00", Until: "21:00"}}},
}

// openHours sets when instructors give demo classes.
func (in Installation) openHours(ctx context.Context, callers map[string]access.Caller) error {
	for key, o := range openings {
		n := availability.NewAvailability{Rules: workinghours.DefaultRules(o.zone)}
		n.TakesDemos = true
		for weekday := range int64(5) {
			for _, w := range o.windows {
				n.Hours = append(n.Hours, workinghours.WeeklyWindow{Weekday: weekday + 1, Window: w})
			}
		}
		if _, err := in.Availability.Put(ctx, callers[key], "me", n, rest.IfMatch{}); err != nil {
			return fmt.Errorf("hours of %s: %w", key, err)
		}
	}
	return nil
}
