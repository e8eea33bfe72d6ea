package onlinemeeting

import (
	"cmp"
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/meeting"
)

type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Calendars *busy.Calendars
	Servers   meeting.Servers
	Zoom      Zoom
	Audit     *audit.Log
	Accounts  Accounts
	Address   string // of this site; "" if it is not known
}

// Zoom makes the meetings that take place there.
type Zoom interface {
	// MakeAgain tries again at once to make the meeting of one of ours; fault.NotFound if none is wanted.
	MakeAgain(ctx context.Context, tx bun.IDB, meetingID string) error
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// notReminded is the value of Reminded before any reminder.
const notReminded = 9999

// What happened to a meeting, for MeetingChanged.
const (
	invitedTo   = "invited"
	moved       = "moved"
	isCancelled = "cancelled"
	assigned    = "assigned"   // to another instructor, who is notified
	substituted = "instructor" // another instructor holds it
	skipped     = "skipped"    // a date of a weekly Q&A session, because its instructor is busy
)

// MeetingChanged is published when people have to hear of a meeting: they are invited, it has moved, or it is cancelled.
type MeetingChanged struct {
	MeetingID string
	What      string   // invited, moved, cancelled, assigned, instructor or skipped
	UserIDs   []string // who is newly invited by name, or holds it now; nil for all of its people
	From      time.Time
	ActorID   string
}

// EventName implements events.Event.
func (MeetingChanged) EventName() string { return "online_meeting.changed" }

// Create plans a meeting and invites its people. For instructors, who hold it themselves and teach its course and its people, and administrators. fault.Invalid,
// fault.Conflict with MeetingConflicts if the instructor isn't free.
func (s *Service) Create(ctx context.Context, who access.Caller, n NewOnlineMeeting) (d MeetingDetails, err error) {
	now := s.deps.Clock.Now()
	n.InstructorID = cmp.Or(n.InstructorID, who.ID)
	err = s.deps.Calendars.InTx(ctx, func(tx bun.IDB) error {
		m, err := s.checked(ctx, tx, who, ofAnyone, n, now)
		if err != nil {
			return err
		}
		m.ID, m.CreatedBy, m.CreatedAt, m.PlannedAt, m.Reminded = db.NewID(), &who.ID, now, now, notReminded
		if err := s.occupy(ctx, tx, who, m); err != nil {
			return err
		}
		if err := put(ctx, tx, m); err != nil {
			return err
		}
		if _, err := replacePeople(ctx, tx, m.ID, n.students()); err != nil {
			return err
		}
		if err := events.Publish(ctx, tx, now, MeetingChanged{MeetingID: m.ID, What: invitedTo, From: m.StartsAt, ActorID: who.ID}); err != nil {
			return err
		}
		d, err = s.details(ctx, tx, who, m.ID)
		return err
	})
	return d, err
}

// checked returns the meeting of a kind that is asked for, or fault.Invalid.
func (s *Service) checked(ctx context.Context, tx bun.IDB, who access.Caller, kind string, n NewOnlineMeeting, now time.Time) (OnlineMeeting, error) {
	var broken fault.Fields
	m := n.plan(s.deps.Servers, now, &broken)
	m.Kind = kind
	if kind == doubt {
		if m.InstructorID != "" {
			answers, err := teachesCourse(ctx, tx, *m.CourseID, m.InstructorID)
			if err != nil {
				return m, err
			}
			broken.Require(answers, "instructor_id", "unknown_value", "Choose an instructor of this course")
		}
		return m, broken.Err()
	}
	broken.Require(m.Provider != none, "provider", "not_allowed", "Choose where you meet")
	mayHold, err := canHold(ctx, tx, who, m.InstructorID)
	if err != nil {
		return m, err
	}
	broken.Require(mayHold, "instructor_id", "unknown_value", "Choose an instructor of this school. Only administrators can plan meetings of others")
	if m.CourseID != nil {
		teaches, err := canUseCourse(ctx, tx, who, *m.CourseID)
		if err != nil {
			return m, err
		}
		broken.Require(teaches, "course_id", "unknown_value", "This course doesn't exist, or you don't teach it")
	}
	students := n.students()
	known, err := countInvitable(ctx, tx, who, students)
	if err != nil {
		return m, err
	}
	broken.Require(known == int64(len(students)), "student_ids", "unknown_value", "One of the learners doesn't exist, or isn't in one of your courses")
	broken.Require(len(students) > 0 || m.ForCourse, "student_ids", "required", "Invite at least one learner, or a course")
	return m, broken.Err()
}

// occupy takes the time of the instructor of a meeting, or returns fault.Conflict.
func (s *Service) occupy(ctx context.Context, tx bun.IDB, who access.Caller, m OnlineMeeting) error {
	found, err := s.deps.Calendars.Replace(ctx, tx, busy.Kind(m.Kind), []string{m.ID}, m.busyTimes())
	if err != nil || len(found) == 0 {
		return err
	}
	conflicts := make([]MeetingConflict, len(found))
	for i, o := range found {
		conflicts[i] = MeetingConflict{Kind: string(o.With.Kind), StartsAt: o.With.StartsAt.UTC(), EndsAt: o.With.EndsAt.UTC()}
		if who.ID == m.InstructorID || who.HasRole(access.Admin) {
			conflicts[i].Label = o.With.Label
		}
	}
	wanted := timetable.ScheduleEntry{Date: m.Date, StartTime: m.StartTime, EndTime: m.EndTime, StartsAt: m.StartsAt, EndsAt: m.EndsAt}
	others, err := classsession.OtherTimesOfMeeting(ctx, tx, s.deps.Calendars, m.InstructorID, classsession.Session{ID: m.ID, Timezone: m.Timezone, ScheduleEntry: wanted}, s.deps.Clock.Now())
	if err != nil {
		return err
	}
	return fault.New(fault.Conflict, "schedule_conflict", "The instructor isn't free at this time. Choose another time.").WithDetails(MeetingConflicts{conflicts, others})
}

// managed returns a meeting that the caller may change, locked. errNoMeeting, errNotManaged.
func managed(ctx context.Context, tx bun.IDB, who access.Caller, id string) (OnlineMeeting, error) {
	if err := lock(ctx, tx, id); err != nil {
		return OnlineMeeting{}, err
	}
	m, err := find(ctx, tx, who, id)
	if err == nil && !m.CanManage {
		err = errNotManaged
	}
	return m, err
}

// Update replaces a meeting that has not begun, and notifies its people of what is new; the room of a weekly Q&A session is then that of its later dates too. For its instructor, who
// has planned it, the instructors of the course of a Q&A session, and administrators. fault.NotFound,
// fault.Forbidden for the invited, fault.Invalid, fault.Precondition with the meeting, fault.Conflict if it is cancelled or has begun, or if the instructor isn't free.
func (s *Service) Update(ctx context.Context, who access.Caller, id string, n NewOnlineMeeting, version rest.IfMatch) (d MeetingDetails, err error) {
	now := s.deps.Clock.Now()
	err = s.deps.Calendars.InTx(ctx, func(tx bun.IDB) error {
		before, err := managed(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if err := s.checkChange(ctx, tx, who, before, version); err != nil {
			return err
		}
		n.InstructorID = cmp.Or(n.InstructorID, before.InstructorID)
		if before.Kind == doubt { // its learners are those of its course
			n.CourseID, n.Audience, n.StudentIDs = *before.CourseID, courseAudience+*before.CourseID, nil
		}
		m, err := s.checked(ctx, tx, who, before.Kind, n, now)
		if err != nil {
			return err
		}
		m.ID, m.CreatedBy, m.CreatedAt, m.Sequence, m.PlannedAt, m.Reminded = id, before.CreatedBy, before.CreatedAt, before.Sequence+1, before.PlannedAt, before.Reminded
		if n.Settings == nil {
			m.Choices = before.Choices
		}
		m.WeeklyKey, m.WeeklyDate, m.CourseTitle = before.WeeklyKey, before.WeeklyDate, before.CourseTitle
		if err := s.save(ctx, tx, who, before, &m, n.students(), now); err != nil {
			return err
		}
		d, err = s.details(ctx, tx, who, id)
		return err
	})
	return d, err
}

// checkChange returns a fault unless a meeting can change that the caller has seen with a version.
func (s *Service) checkChange(ctx context.Context, tx bun.IDB, who access.Caller, m OnlineMeeting, version rest.IfMatch) error {
	if version.Matches(m.EditVersion()) {
		return m.checkAhead(s.deps.Clock.Now())
	}
	d, err := s.details(ctx, tx, who, m.ID)
	if err == nil {
		err = fault.New(fault.Precondition, "stale_version", "This meeting was changed elsewhere. Your change is not saved yet.").WithDetails(d)
	}
	return err
}

// save stores a changed meeting and publishes what its people have to hear.
func (s *Service) save(ctx context.Context, tx bun.IDB, who access.Caller, before OnlineMeeting, m *OnlineMeeting, students []string, now time.Time) error {
	isMoved, err := s.store(ctx, tx, who, before, m, now)
	if err != nil {
		return err
	}
	added, err := replacePeople(ctx, tx, m.ID, students)
	if err != nil {
		return err
	}
	if m.WeeklyKey != "" && (m.Provider != before.Provider || m.URL != before.URL) {
		if err := moveLater(ctx, tx, *m); err != nil {
			return err
		}
	}
	if !isMoved && len(added) > 0 {
		return events.Publish(ctx, tx, now, MeetingChanged{m.ID, invitedTo, added, m.StartsAt, who.ID})
	}
	return nil
}

// store stores a changed meeting, takes its time, and notifies its people if that is another one.
func (s *Service) store(ctx context.Context, tx bun.IDB, who access.Caller, before OnlineMeeting, m *OnlineMeeting, now time.Time) (isMoved bool, err error) {
	if isMoved = !m.StartsAt.Equal(before.StartsAt) || !m.EndsAt.Equal(before.EndsAt); isMoved {
		m.PlannedAt, m.Reminded = now, notReminded
	}
	if err := s.occupy(ctx, tx, who, *m); err != nil {
		return false, err
	}
	if err := put(ctx, tx, *m); err != nil || !isMoved {
		return isMoved, err
	}
	return true, events.Publish(ctx, tx, now, MeetingChanged{MeetingID: m.ID, What: moved, From: before.StartsAt, ActorID: who.ID})
}

// Move gives a meeting that has not begun another time and notifies its people. Who may, and faults: as for Update.
func (s *Service) Move(ctx context.Context, who access.Caller, id string, n MovedMeeting, version rest.IfMatch) (d MeetingDetails, err error) {
	now := s.deps.Clock.Now()
	err = s.deps.Calendars.InTx(ctx, func(tx bun.IDB) error {
		before, err := managed(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if err := s.checkChange(ctx, tx, who, before, version); err != nil {
			return err
		}
		m, err := n.at(before, now)
		if err != nil {
			return err
		}
		if _, err := s.store(ctx, tx, who, before, &m, now); err != nil {
			return err
		}
		d, err = s.details(ctx, tx, who, id)
		return err
	})
	return d, err
}

// checkAhead returns fault.Conflict for a meeting that can't change any more.
func (m OnlineMeeting) checkAhead(now time.Time) error {
	switch {
	case m.Status == cancelled:
		return errIsCancelled
	case !m.StartsAt.After(now):
		return errHasBegun
	}
	return nil
}

// Cancel cancels a meeting that has not begun and notifies its people; one that is cancelled stays so. Who may, and faults: as for Update.
func (s *Service) Cancel(ctx context.Context, who access.Caller, id string) error {
	return s.deps.Calendars.InTx(ctx, func(tx bun.IDB) error {
		m, err := managed(ctx, tx, who, id)
		if err == nil {
			err = s.cancel(ctx, tx, who, m)
		}
		return err
	})
}

// cancel cancels a meeting that the caller may change.
func (s *Service) cancel(ctx context.Context, tx bun.IDB, who access.Caller, m OnlineMeeting) error {
	now := s.deps.Clock.Now()
	if m.Status == cancelled {
		return nil
	}
	if err := m.checkAhead(now); err != nil {
		return err
	}
	m.Status, m.Sequence, m.UpdatedAt = cancelled, m.Sequence+1, now
	if err := s.occupy(ctx, tx, who, m); err != nil {
		return err
	}
	if err := put(ctx, tx, m); err != nil {
		return err
	}
	return events.Publish(ctx, tx, now, MeetingChanged{MeetingID: m.ID, What: isCancelled, From: m.StartsAt, ActorID: who.ID})
}
