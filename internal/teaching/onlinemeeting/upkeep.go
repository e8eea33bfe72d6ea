package onlinemeeting

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/busy"
	"lectern/internal/platform/events"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/participants"
)

// offsets are how long before a meeting its people are reminded of it, the shortest first.
var offsets = [...]time.Duration{10 * time.Minute, time.Hour, 24 * time.Hour}

// MeetingDue is published once for each time at which a meeting begins and each offset. An offset that had passed when the meeting got that time is left out.
type MeetingDue struct {
	MeetingID string
	StartsAt  time.Time // if it begins at another time now, it was moved since
	Minutes   int64     // before the start: 1440, 60 or 10
}

// EventName implements events.Event.
func (MeetingDue) EventName() string { return "online_meeting.due" }

// Handlers include the periodic jobs that look for meetings that are about to begin, ask BigBlueButton who is in, and lay out weekly Q&A sessions.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{
		"online_meetings.due":        {Every: time.Minute, Do: func(ctx context.Context, _ []jobs.Job) error { return s.remind(ctx) }},
		"online_meetings.attendance": {Every: time.Minute, Do: func(ctx context.Context, _ []jobs.Job) error { return s.report(ctx) }},
		"online_meetings.lay_out":    {Every: time.Hour, Do: func(ctx context.Context, _ []jobs.Job) error { return s.layOutAll(ctx) }},
	}
}

// remind publishes the meetings that are about to begin.
func (s *Service) remind(ctx context.Context) error {
	now := s.deps.Clock.Now()
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		due, err := beginning(ctx, tx, now, now.Add(offsets[len(offsets)-1]))
		if err != nil {
			return err
		}
		for _, m := range due {
			before := m.offset(now)
			minutes := int64(before / time.Minute)
			if minutes >= m.Reminded {
				continue
			}
			if err := setReminded(ctx, tx, m.ID, minutes); err != nil {
				return err
			}
			if m.PlannedAt.After(m.StartsAt.Add(-before)) || m.WeeklyKey != "" && before > time.Hour { // what comes every week is no news a day before
				continue
			}
			if err := events.Publish(ctx, tx, now, MeetingDue{m.ID, m.StartsAt.UTC(), minutes}); err != nil {
				return err
			}
		}
		return nil
	})
}

// offset is the shortest one that a meeting that begins within a day has reached.
func (m OnlineMeeting) offset(now time.Time) time.Duration {
	for _, before := range offsets {
		if !now.Before(m.StartsAt.Add(-before)) {
			return before
		}
	}
	return offsets[len(offsets)-1]
}

// Sweeps delete links that nobody has used, for the others say who was in, and people in imported lists of whom nobody has said who they are.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{
		"online_meeting_links.sweep": func(ctx context.Context) error {
			return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return deleteUnusedLinks(ctx, tx, s.deps.Clock.Now()) })
		},
		"online_meeting_imports.sweep": func(ctx context.Context) error {
			return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return participants.Sweep(ctx, tx, attendance.OfMeeting, s.deps.Clock.Now()) })
		},
	}
}

// Erase cancels the meetings ahead that a user holds, of which their people are notified, and deletes where the others took place and to what they were invited, in the
// transaction that erases the user.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	now := s.deps.Clock.Now()
	ahead, err := aheadOf(ctx, tx, user, now)
	if err != nil {
		return err
	}
	ids := map[busy.Kind][]string{}
	for _, m := range ahead {
		ids[busy.Kind(m.Kind)] = append(ids[busy.Kind(m.Kind)], m.ID)
		m.Status, m.Sequence, m.UpdatedAt = cancelled, m.Sequence+1, now
		if err := put(ctx, tx, m); err != nil {
			return err
		}
		if err := events.Publish(ctx, tx, now, MeetingChanged{MeetingID: m.ID, What: isCancelled, From: m.StartsAt}); err != nil {
			return err
		}
	}
	for kind, refs := range ids {
		if _, err := s.deps.Calendars.Replace(ctx, tx, kind, refs, nil); err != nil {
			return err
		}
	}
	if err := participants.Erase(ctx, tx, attendance.OfMeeting, user); err != nil {
		return err
	}
	return erase(ctx, tx, user)
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "online_meetings", Column: "instructor_id", Export: []string{"title", "description", "date", "start_time", "end_time", "timezone", "status"}},
		{Table: "online_meetings", Column: "created_by", Excuse: "who has planned a meeting of another instructor: it belongs to that one"},
		{Table: "online_meeting_people", Column: "user_id", Export: []string{"meeting_id"}},
		{Table: "online_meeting_links", Column: "user_id", Export: []string{"meeting_id", "used_at"}},
		{Table: "online_meeting_stays", Column: "user_id", Export: []string{"meeting_id", "source", "joined_at", "left_at"}},
		{Table: "online_meeting_imports", Column: "user_id", Export: []string{"meeting_id", "joined_at", "left_at"}},
		{Table: "online_meeting_imports", Column: "imported_by", Excuse: personaldata.Work},
		{Table: "online_meeting_marks", Column: "user_id", Export: []string{"meeting_id", "status", "note", "marked_at"}},
		{Table: "online_meeting_marks", Column: "marked_by", Excuse: "what an instructor has said of someone belongs to that one"},
		{Table: "online_meeting_disputes", Column: "user_id", Export: []string{"meeting_id", "reason", "contested", "state", "answer", "created_at", "answered_at"}},
		{Table: "online_meeting_disputes", Column: "answered_by", Excuse: "what an instructor has answered someone belongs to that one"},
	}
}
