package onlinemeeting

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
)

// laidOut is how far ahead the dates of weekly Q&A sessions are planned.
const laidOut = 60 // days

// weeklyCourse is a course with its weekly Q&A sessions.
type weeklyCourse struct {
	ID, Title string
	TakesThem bool // it is a blended course in the catalogue
	Schedule  db.JSON[weeklySchedule]
	Teachers  []string `bun:"-"`
}

// weeklySchedule is courses.doubt_schedule, as package schedule stores it.
type weeklySchedule struct {
	Timezone string       `json:"timezone"`
	Slots    []weeklySlot `json:"slots"`
}

type weeklySlot struct {
	Weekday      int64  `json:"weekday"` // 1 for Monday
	StartTime    string `json:"start_time"`
	EndTime      string `json:"end_time"`
	InstructorID string `json:"instructor_id"`
}

// instructor returns who holds the sessions of a slot: the one whom it names, or the only instructor of the course; "" for nobody.
func (c weeklyCourse) instructor(slot weeklySlot) string {
	if slices.Contains(c.Teachers, slot.InstructorID) {
		return slot.InstructorID
	}
	if len(c.Teachers) == 1 {
		return c.Teachers[0]
	}
	return ""
}

// dates returns the weekly Q&A sessions of a course that begin after now, by slot and date. A date on which the clocks skip a time of the slot has none.
func (c weeklyCourse) dates(now time.Time) (planned []OnlineMeeting) {
	zone, err := time.LoadLocation(c.Schedule.V.Timezone)
	if err != nil || !c.TakesThem {
		return nil
	}
	today := now.In(zone)
	for _, slot := range c.Schedule.V.Slots {
		instructor := c.instructor(slot)
		key := fmt.Sprintf("%d %s-%s %s %s", slot.Weekday, slot.StartTime, slot.EndTime, c.Schedule.V.Timezone, instructor)
		for n := range laidOut {
			day := time.Date(today.Year(), today.Month(), today.Day()+n, 0, 0, 0, 0, time.UTC)
			if int64(day.Weekday()+6)%7+1 != slot.Weekday {
				continue
			}
			date := day.Format(time.DateOnly)
			starts, err := clock.Resolve(date, slot.StartTime, zone)
			ends, endErr := clock.Resolve(date, slot.EndTime, zone)
			if err != nil || endErr != nil || !starts.After(now) || !ends.After(starts) {
				continue
			}
			planned = append(planned, OnlineMeeting{Kind: doubt, CourseID: &c.ID, CourseTitle: c.Title, ForCourse: true, InstructorID: instructor, Date: date, StartTime: slot.StartTime, EndTime: slot.EndTime,
				Timezone: c.Schedule.V.Timezone, StartsAt: starts, EndsAt: ends, Status: scheduled, PlannedAt: now, Reminded: notReminded, CreatedAt: now, UpdatedAt: now, WeeklyKey: key, WeeklyDate: date})
		}
	}
	return planned
}

// LayOut plans the dates of the weekly Q&A sessions of a course for the next 60 days, and deletes those that are no longer in its schedule. Dates that were moved, handed over
// or skipped stay so. A date on which the instructor is busy is skipped, and they are notified. Of a course that isn't a blended one any more, the others are cancelled.
func (s *Service) LayOut(ctx context.Context, tx bun.IDB, who access.Caller, courseID string) error {
	now := s.deps.Clock.Now()
	c, err := weeklyOf(ctx, tx, courseID)
	if err != nil {
		return err
	}
	there, err := weeklyDates(ctx, tx, courseID, now)
	if err != nil {
		return err
	}
	wanted := c.dates(now)
	isSame := func(a OnlineMeeting) func(OnlineMeeting) bool {
		return func(b OnlineMeeting) bool { return a.WeeklyKey == b.WeeklyKey && a.WeeklyDate == b.WeeklyDate }
	}
	isKept := func(m OnlineMeeting) bool {
		return !m.StartsAt.After(now) || slices.ContainsFunc(wanted, isSame(m)) || m.WeeklyDate < now.Format(time.DateOnly) && slices.ContainsFunc(wanted, func(w OnlineMeeting) bool { return w.WeeklyKey == m.WeeklyKey })
	}
	gone := slices.DeleteFunc(slices.Clone(there), isKept)
	missing := slices.DeleteFunc(wanted, func(m OnlineMeeting) bool { return slices.ContainsFunc(there, isSame(m)) })
	room, err := s.weeklyRoom(ctx, tx, courseID)
	if err != nil {
		return err
	}
	if err := s.drop(ctx, tx, gone); err != nil {
		return err
	}
	for i := range missing {
		missing[i].ID, missing[i].Provider, missing[i].URL = db.NewID(), room.Provider, room.URL
	}
	if err := s.plan(ctx, tx, missing, now); err != nil || c.TakesThem {
		return err
	}
	return s.endDoubts(ctx, tx, who, courseID, now)
}

// weeklyRoom is where the dates take place that are planned next: where the latest one does that was changed, or else as other Q&A sessions.
func (s *Service) weeklyRoom(ctx context.Context, tx bun.IDB, courseID string) (OnlineMeeting, error) {
	m, err := latestWeekly(ctx, tx, courseID)
	if err == nil && m.Provider == "" {
		m.Provider, m.URL = s.roomFor("", nil)
	}
	return m, err
}

// drop deletes meetings and gives back their time.
func (s *Service) drop(ctx context.Context, tx bun.IDB, gone []OnlineMeeting) error {
	if len(gone) == 0 {
		return nil
	}
	ids := make([]string, len(gone))
	for i, m := range gone {
		ids[i] = m.ID
	}
	if _, err := s.deps.Calendars.Replace(ctx, tx, busy.Doubt, ids, nil); err != nil {
		return err
	}
	return deleteMeetings(ctx, tx, ids)
}

// plan stores the dates of weekly Q&A sessions: those on which their instructor is busy as cancelled, of which that one is notified.
func (s *Service) plan(ctx context.Context, tx bun.IDB, dates []OnlineMeeting, now time.Time) error {
	if len(dates) == 0 {
		return nil
	}
	var times []busy.Time
	var owners []string
	for _, m := range dates {
		times = append(times, m.busyTimes()...)
	}
	for _, t := range times {
		owners = append(owners, t.OwnerID)
	}
	if err := s.deps.Calendars.Lock(ctx, tx, owners); err != nil {
		return err
	}
	clashes, err := s.deps.Calendars.Overlaps(ctx, tx, busy.Doubt, nil, times)
	if err != nil {
		return err
	}
	clashing := func(id string) bool {
		return slices.ContainsFunc(clashes, func(o busy.Overlap) bool { return o.Wanted.RefID == id })
	}
	for i, m := range dates {
		if !clashing(m.ID) {
			continue
		}
		dates[i].Status = cancelled
		if err := events.Publish(ctx, tx, now, MeetingChanged{MeetingID: m.ID, What: skipped, UserIDs: []string{m.InstructorID}, From: m.StartsAt}); err != nil {
			return err
		}
	}
	times = slices.DeleteFunc(times, func(t busy.Time) bool { return clashing(t.RefID) })
	if _, err := s.deps.Calendars.Replace(ctx, tx, busy.Doubt, nil, times); err != nil {
		return err
	}
	return insertAll(ctx, tx, dates)
}

// endDoubts cancels the Q&A sessions ahead of a course that is no longer a blended one, and notifies their people. Those of a draft or an archived course stay.
func (s *Service) endDoubts(ctx context.Context, tx bun.IDB, who access.Caller, courseID string, now time.Time) error {
	ahead, err := doubtsWithoutCourse(ctx, tx, courseID, now)
	for _, m := range ahead {
		if err := s.cancel(ctx, tx, who, m); err != nil {
			return err
		}
	}
	return err
}

// layOutAll lays out the weekly Q&A sessions of all courses that have them, each in a transaction of its own.
func (s *Service) layOutAll(ctx context.Context) error {
	ids, err := weeklyCourses(ctx, s.deps.DB.Reader(), s.deps.Clock.Now())
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.deps.Calendars.InTx(ctx, func(tx bun.IDB) error { return s.LayOut(ctx, tx, access.Caller{}, id) }); err != nil {
			return err
		}
	}
	return nil
}
