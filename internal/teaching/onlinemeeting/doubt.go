package onlinemeeting

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/meeting"
)

// NewDoubt is a Q&A session of a course, with its instants.
type NewDoubt struct {
	CourseID, CourseTitle, InstructorID string
	Title, Description                  string
	Date, StartTime, EndTime, Timezone  string
	StartsAt, EndsAt                    time.Time
	URL                                 string // of a meeting elsewhere; "" for a meeting server of the school, if it has one
}

// AddDoubt plans a Q&A session, takes the time of its instructor and invites the learners of its course, in the transaction in which the caller was found to teach it.
// fault.Invalid for its url, fault.Conflict.
func (s *Service) AddDoubt(ctx context.Context, tx bun.IDB, who access.Caller, n NewDoubt) (OnlineMeeting, error) {
	now := s.deps.Clock.Now()
	m := OnlineMeeting{ID: db.NewID(), Kind: doubt, CourseID: &n.CourseID, CourseTitle: n.CourseTitle, ForCourse: true, InstructorID: n.InstructorID, Title: n.Title, Description: n.Description,
		Date: n.Date, StartTime: n.StartTime, EndTime: n.EndTime, Timezone: n.Timezone, StartsAt: n.StartsAt, EndsAt: n.EndsAt, Status: scheduled, PlannedAt: now, Reminded: notReminded,
		CreatedBy: &who.ID, CreatedAt: now, UpdatedAt: now}
	var broken fault.Fields
	m.Provider, m.URL = s.roomFor(n.URL, &broken)
	if err := broken.Err(); err != nil {
		return m, err
	}
	if err := s.occupy(ctx, tx, who, m); fault.Is(err, fault.Conflict) {
		return m, fault.New(fault.Conflict, "schedule_conflict", "The instructor isn't free at that time. Choose another time or another instructor.")
	} else if err != nil {
		return m, err
	}
	if err := put(ctx, tx, m); err != nil {
		return m, err
	}
	return m, events.Publish(ctx, tx, now, MeetingChanged{MeetingID: m.ID, What: invitedTo, From: m.StartsAt, ActorID: who.ID})
}

// roomFor is where a Q&A session takes place.
func (s *Service) roomFor(address string, broken *fault.Fields) (provider, url string) {
	if address != "" {
		meeting.CheckLink(address, broken)
		return link, address
	}
	if provider = firstServer(s.deps.Servers); provider == "" {
		provider = none
	}
	return provider, ""
}

// CancelDoubt cancels a Q&A session of a course that has not begun, or skips a date of a weekly one, and notifies its people; in the transaction in which the caller was found
// to teach the course. fault.NotFound if the course has no such session, fault.Conflict.
func (s *Service) CancelDoubt(ctx context.Context, tx bun.IDB, who access.Caller, courseID, id string) error {
	if err := lockDoubt(ctx, tx, courseID, id); err != nil {
		return err
	}
	m, err := byID(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.cancel(ctx, tx, who, m)
}

// DoubtsOf returns the Q&A sessions of a course, the newest first, at most 500.
func (s *Service) DoubtsOf(ctx context.Context, q bun.IDB, courseID string) ([]OnlineMeeting, error) {
	doubts, err := doubtsOf(ctx, q, courseID)
	s.showAll(doubts, s.deps.Clock.Now())
	return doubts, err
}

// FreeTimes gives back the time that the meetings of a course take, in the transaction that deletes it with them.
func (s *Service) FreeTimes(ctx context.Context, tx bun.IDB, courseID string) error {
	for _, kind := range []busy.Kind{busy.Meeting, busy.Doubt} {
		ids, err := idsOfCourse(ctx, tx, courseID, kind)
		if err != nil {
			return err
		}
		if len(ids) == 0 {
			continue
		}
		if _, err := s.deps.Calendars.Replace(ctx, tx, kind, ids, nil); err != nil {
			return err
		}
	}
	return nil
}
