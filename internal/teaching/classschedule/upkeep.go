package classschedule

import (
	"context"
	"fmt"
	"time"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/consistency"
	"lectern/internal/platform/personaldata"
	"lectern/internal/teaching/classsession"
)

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "batch_session_moves", Column: "changed_by", Excuse: personaldata.Work},
		{Table: "batch_sessions", Column: "instructor_id", Export: []string{"batch_id", "date", "start_time", "end_time", "timezone", "status"}},
	}
}

// Checks compare the instants of the sessions ahead with their wall-clock times, by the rules of time zones that this program has now: a
// country that changes its clocks after sessions were planned leaves them at the wrong instant.
func (s *Service) Checks() []consistency.Check {
	return []consistency.Check{func(ctx context.Context, _ consistency.Options) ([]consistency.Finding, error) {
		ahead, err := allAhead(ctx, s.deps.DB.Reader(), s.deps.Clock.Now())
		if err != nil {
			return nil, err
		}
		const part = "time zones of sessions"
		if moved := elsewhere(ahead); len(moved) > 0 {
			return []consistency.Finding{consistency.List(part, false, "The rules of a time zone have changed since these sessions were planned; move each to its time again: ", moved)}, nil
		}
		return []consistency.Finding{{Part: part, OK: true, Text: fmt.Sprintf("%d sessions ahead begin at their time of day", len(ahead))}}, nil
	}}
}

// elsewhere names the sessions that do not begin or end at their wall-clock time, with the instant that this time is now.
func elsewhere(sessions []classsession.Session) (found []string) {
	for _, s := range sessions {
		zone, err := time.LoadLocation(s.Timezone)
		if err != nil {
			found = append(found, fmt.Sprintf("%s (the zone %s is not known)", s.ID, s.Timezone))
			continue
		}
		starts, err := clock.Resolve(s.Date, s.StartTime, zone)
		ends, endErr := clock.Resolve(s.Date, s.EndTime, zone)
		if err != nil || endErr != nil || !starts.Equal(s.StartsAt) || !ends.Equal(s.EndsAt) {
			found = append(found, fmt.Sprintf("%s (%s %s in %s, stored as %s)", s.ID, s.Date, s.StartTime, s.Timezone, s.StartsAt.UTC().Format(time.RFC3339)))
		}
	}
	return found
}
