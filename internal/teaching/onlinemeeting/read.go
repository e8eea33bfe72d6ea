package onlinemeeting

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// Meeting returns a meeting. For its people and those who may change it; fault.NotFound for others.
func (s *Service) Meeting(ctx context.Context, who access.Caller, id string) (MeetingDetails, error) {
	return s.details(ctx, s.deps.DB.Reader(), who, id)
}

// Managed returns a meeting for those who may change it. fault.NotFound, fault.Forbidden for the invited.
func (s *Service) Managed(ctx context.Context, who access.Caller, id string) (MeetingDetails, error) {
	d, err := s.details(ctx, s.deps.DB.Reader(), who, id)
	if err == nil && !d.CanManage {
		err = errNotManaged
	}
	return d, err
}

func (s *Service) details(ctx context.Context, q bun.IDB, who access.Caller, id string) (d MeetingDetails, err error) {
	m, err := find(ctx, q, who, id)
	if err != nil {
		return d, err
	}
	d = MeetingDetails{OnlineMeeting: m, People: []InvitedPerson{}, Now: s.deps.Clock.Now()}
	d.show(s.deps.Servers, d.Now)
	if d.Meeting, d.Instead, err = s.atZoom(ctx, q, m); err != nil {
		return d, err
	}
	if d.Own, err = ownAttendance(ctx, q, m, who.ID, d.Now); err != nil {
		return d, err
	}
	if m.CanManage {
		d.URL = m.URL
		d.People, err = peopleOf(ctx, q, id)
	} else {
		d.Meeting = d.Meeting.ForLearners()
	}
	return d, err
}

// Meetings returns one page of the caller's meetings, for administrators of all: those ahead by time, or with past the others, the newest first.
func (s *Service) Meetings(ctx context.Context, who access.Caller, n listInput) (meetings []OnlineMeeting, total rest.Count, err error) {
	now := s.deps.Clock.Now()
	meetings, total, err = list(ctx, s.deps.DB.Reader(), who, n, now)
	s.showAll(meetings, now)
	return meetings, total, err
}

// Of returns the meetings of a student that are not over and begin within a week, or all of them. For the student, those who teach one of their courses, and
// administrators; fault.NotFound for others.
func (s *Service) Of(ctx context.Context, who access.Caller, studentID string, all bool) ([]OnlineMeeting, error) {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	known, err := knowsStudent(ctx, q, who, studentID)
	if err == nil && !known {
		err = fault.New(fault.NotFound, "student_not_found", "This student doesn't exist.")
	}
	if err != nil {
		return nil, err
	}
	until := now.AddDate(0, 0, 7)
	if all {
		until = now.AddDate(10, 0, 0)
	}
	meetings, err := ofStudent(ctx, q, who, studentID, now, until)
	s.showAll(meetings, now)
	return meetings, err
}

func (s *Service) showAll(meetings []OnlineMeeting, now time.Time) {
	for i := range meetings {
		meetings[i].show(s.deps.Servers, now)
	}
}
