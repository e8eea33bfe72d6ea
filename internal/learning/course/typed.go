package course

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
)

// Who may learn in a free course.
const (
	open       = "open"       // anybody, without an account
	registered = "registered" // whoever enrols
	byDate     = "by_date"    // whoever enrols, between two instants
)

// FreeAccess says who may learn in a free course, and when. Courses of other types are as registered.
type FreeAccess struct {
	AccessType  string     `json:"access_type" enum:"open,registered,by_date" msg:"access_type must be open, registered or by_date" doc:"open: anybody, without signing in. registered: whoever enrols. by_date: whoever enrols, between two instants."`
	AccessFrom  *time.Time `json:"access_from,omitempty" msg:"access_from must be an instant such as 2026-11-20T10:00:00Z" doc:"Of by_date. Absent: since ever."`
	AccessUntil *time.Time `json:"access_until,omitempty" msg:"access_until must be an instant such as 2026-11-20T10:00:00Z" doc:"Of by_date. Absent: for ever."`
}

// normalise is a as it is stored.
func (a FreeAccess) normalise() FreeAccess {
	if a.AccessType != byDate {
		return FreeAccess{AccessType: a.AccessType}
	}
	for _, at := range []**time.Time{&a.AccessFrom, &a.AccessUntil} {
		if *at != nil {
			*at = new((*at).UTC().Truncate(time.Microsecond))
		}
	}
	return a
}

func (a FreeAccess) check() error {
	var broken fault.Fields
	broken.Require(a.AccessType != byDate || a.AccessFrom != nil || a.AccessUntil != nil, "access_from", "required", "Please say from when or until when people may learn")
	broken.Require(a.AccessFrom == nil || a.AccessUntil == nil || a.AccessFrom.Before(*a.AccessUntil), "access_until", "out_of_range", "The end must be after the beginning")
	return broken.Err()
}

// closed says why nobody learns in the course at an instant; nil while they do.
func (a FreeAccess) closed(now time.Time) error {
	switch {
	case a.AccessType != byDate:
	case a.AccessFrom != nil && now.Before(*a.AccessFrom):
		return fault.New(fault.Conflict, "course_not_open_yet", "This course opens on "+a.AccessFrom.Format("2 January 2006, 15:04")+" UTC.")
	case a.AccessUntil != nil && !now.Before(*a.AccessUntil):
		return fault.New(fault.Conflict, "course_over", "This course was open until "+a.AccessUntil.Format("2 January 2006, 15:04")+" UTC.")
	}
	return nil
}

// TypedCourse is a course at the address of its type, with what only courses of that type have.
type TypedCourse struct {
	CourseDetail
	DoubtSchedule DoubtSchedule     `json:"doubt_schedule" doc:"Of a blended course: when questions are answered, week by week."`
	DoubtSessions []DoubtSession    `json:"doubt_sessions" doc:"Of a blended course: extra sessions; for those who learn in it or teach it."`
	Recordings    []CourseRecording `json:"recordings" doc:"Of a live course: what was recorded; for those who learn in it or teach it."`
}

// CourseRecording is a video of what happened in a week of a live course.
type CourseRecording struct {
	bun.BaseModel `bun:"table:course_recordings,alias:r" json:"-"`

	ID        string    `bun:",pk" json:"id"`
	CourseID  string    `json:"-"`
	WeekID    string    `json:"week_id"`
	VideoID   string    `json:"video_id"`
	Title     string    `json:"title"`
	CreatedAt time.Time `json:"createdAt"`
}

// NewRecording names a video of the course's library.
type NewRecording struct {
	VideoID string `json:"video_id" minLength:"1" maxLength:"36" msg:"Video ID is required"`
	Title   string `json:"title,omitempty" maxLength:"100" msg:"A title must be at most 100 characters" doc:"Absent: that of the video."`
}

// NewTypedCourse is a course with what only courses of its type have. What its type does not have is refused.
type NewTypedCourse struct {
	NewCourse
	Access        *FreeAccess       `json:"access,omitempty" msg:"Access is an object with access_type"`
	Schedule      *NewLiveSchedule  `json:"schedule,omitempty" msg:"The schedule is an object with timezone and entries"`
	DoubtSchedule *NewDoubtSchedule `json:"doubt_schedule,omitempty" msg:"The doubt schedule is an object with timezone and slots"`
}

// CreateTyped is Create at the address of the types. fault.Invalid also for extras that the type does not have.
func (s *Service) CreateTyped(ctx context.Context, who access.Caller, n NewTypedCourse) (TypedCourse, error) {
	c, err := s.create(ctx, who, n.NewCourse, "tcourse", func(tx bun.IDB, c CourseDetail) error { return s.putExtras(ctx, tx, c, n) })
	if err != nil {
		return TypedCourse{}, err
	}
	return s.typed(ctx, s.DB.Reader(), c)
}

// UpdateTyped is Update at the address of a type, which stays as it is; fault.Invalid also for another type.
func (s *Service) UpdateTyped(ctx context.Context, who access.Caller, kind, id string, n NewTypedCourse, holds func(version int64) bool) (TypedCourse, error) {
	if n.CourseType != kind {
		return TypedCourse{}, fault.Fields{{Name: "course_type", Code: "not_allowed", Message: "At this address the type of a course stays as it is"}}.Err()
	}
	if _, err := s.Typed(ctx, who, kind, id, ""); err != nil {
		return TypedCourse{}, err
	}
	c, err := s.Update(ctx, who, id, n.NewCourse, holds)
	if err == nil && (n.Access != nil || n.Schedule != nil || n.DoubtSchedule != nil) {
		c, err = s.change(ctx, who, id, "course.changed", func(tx bun.IDB, c CourseDetail) error { return s.putExtras(ctx, tx, c, n) })
	}
	if err != nil {
		return TypedCourse{}, err
	}
	return s.typed(ctx, s.DB.Reader(), c)
}

// putExtras writes what of n only courses of its type have.
func (s *Service) putExtras(ctx context.Context, tx bun.IDB, c CourseDetail, n NewTypedCourse) error {
	var broken fault.Fields
	broken.Require(n.Access == nil || c.CourseType == free, "access", "not_allowed", "Only a free course has this")
	broken.Require(n.Schedule == nil || c.CourseType == live, "schedule", "not_allowed", "Only a live course has this")
	broken.Require(n.DoubtSchedule == nil || c.CourseType == blended, "doubt_schedule", "not_allowed", "Only a blended course has this")
	if err := broken.Err(); err != nil {
		return err
	}
	now := s.Clock.Now()
	if n.Access != nil {
		a := n.Access.normalise()
		if err := a.check(); err != nil {
			return err
		}
		if err := putAccess(ctx, tx, c.ID, a, now); err != nil {
			return err
		}
	}
	if n.Schedule != nil {
		schedule, err := n.Schedule.plan(c.Schedule, now)
		if err != nil {
			return err
		}
		if err := putSchedule(ctx, tx, c.ID, schedule, now); err != nil {
			return err
		}
	}
	if n.DoubtSchedule != nil {
		d, err := n.DoubtSchedule.plan()
		if err != nil {
			return err
		}
		return putDoubtSchedule(ctx, tx, c.ID, d, now)
	}
	return nil
}

// Typed is Get at the address of a type: fault.NotFound also for a course of another type.
func (s *Service) Typed(ctx context.Context, who access.Caller, kind, id, studentID string) (TypedCourse, error) {
	c, err := s.Get(ctx, who, id, studentID)
	if err == nil && c.CourseType != kind {
		err = errNoCourse
	}
	if err != nil {
		return TypedCourse{}, err
	}
	return s.typed(ctx, s.DB.Reader(), c)
}

// typed adds to a course what only courses of its type have.
func (s *Service) typed(ctx context.Context, q bun.IDB, c CourseDetail) (t TypedCourse, err error) {
	t = TypedCourse{CourseDetail: c, DoubtSchedule: DoubtSchedule{Slots: []DoubtSlot{}}, DoubtSessions: []DoubtSession{}, Recordings: []CourseRecording{}}
	inside := c.CanTeach || c.Enrollment != nil && c.Enrollment.Enrolled
	switch {
	case c.CourseType == blended:
		if t.DoubtSchedule, err = doubtScheduleOf(ctx, q, c.ID); err == nil && inside {
			t.DoubtSessions, err = doubtSessions(ctx, q, c.ID)
		}
	case c.CourseType == live && inside:
		t.Recordings, err = recordings(ctx, q, c.ID)
	}
	return t, err
}

// SetExtras writes the extras of n to a course of a type. For teachers of the course, as Update; fault.NotFound for a course
// of another type.
func (s *Service) SetExtras(ctx context.Context, who access.Caller, kind, id string, n NewTypedCourse) (TypedCourse, error) {
	if _, err := s.Typed(ctx, who, kind, id, ""); err != nil {
		return TypedCourse{}, err
	}
	c, err := s.change(ctx, who, id, "course.changed", func(tx bun.IDB, c CourseDetail) error { return s.putExtras(ctx, tx, c, n) })
	if err != nil {
		return TypedCourse{}, err
	}
	return s.typed(ctx, s.DB.Reader(), c)
}

// AddDoubtSession adds a session in which questions are answered. For teachers of the course, as SetExtras.
func (s *Service) AddDoubtSession(ctx context.Context, who access.Caller, id string, n NewDoubtSession) (d DoubtSession, err error) {
	if _, err := s.Typed(ctx, who, blended, id, ""); err != nil {
		return d, err
	}
	if d, err = n.plan(s.Clock.Now()); err != nil {
		return d, err
	}
	d.ID, d.CourseID = db.NewID(), id
	_, err = s.change(ctx, who, id, "course.changed", func(tx bun.IDB, _ CourseDetail) error { return insertDoubtSession(ctx, tx, d) })
	return d, err
}

// AddRecording names a video of the course as the recording of a week; a second time changes its title. For teachers of the
// course, as SetExtras. fault.NotFound for a week or a video that is not of the course.
func (s *Service) AddRecording(ctx context.Context, who access.Caller, id, weekID string, n NewRecording) (r CourseRecording, err error) {
	if _, err := s.Typed(ctx, who, live, id, ""); err != nil {
		return r, err
	}
	has, err := s.Weeks.HasWeek(ctx, id, weekID)
	if err == nil && !has {
		err = fault.New(fault.NotFound, "week_not_found", "There is no such week in this course.")
	}
	if err != nil {
		return r, err
	}
	_, err = s.change(ctx, who, id, "course.changed", func(tx bun.IDB, _ CourseDetail) error {
		r = CourseRecording{ID: db.NewID(), CourseID: id, WeekID: weekID, VideoID: n.VideoID, Title: line(n.Title), CreatedAt: s.Clock.Now()}
		if r, err = putRecording(ctx, tx, r); err != nil {
			return err
		}
		return events.Publish(ctx, tx, s.Clock.Now(), WeekRecorded{CourseID: id, WeekID: weekID, VideoID: n.VideoID})
	})
	return r, err
}
