package agenda

import (
	"context"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/ics"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/classsession"
)

// DueDates are what users have to hand in.
type DueDates interface {
	// DueEvents returns what a user has to hand in within a time. The UID of each event is its lesson, its URL a path of the site.
	DueEvents(ctx context.Context, userID string, from, until time.Time) ([]ics.Event, error)
}

type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Limits   *ratelimit.Limiter
	DueDates DueDates
	Address  string // public address of the site; "" if it is not known
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// Calendar returns the sessions of a calendar within a time, by time, cancelled ones too: of the caller's own batches, for administrators of all; of one
// batch to which they belong or which they teach; of instructors with whom they share a course; or for who teaches, of a classroom, or of all classrooms. Of batches that they neither
// belong to nor teach, they only see that the instructor is busy, and where they asked for classrooms, in which. fault.Invalid, also for too long a time.
func (s *Service) Calendar(ctx context.Context, who access.Caller, n Query) ([]Entry, error) {
	now := s.deps.Clock.Now()
	from, to, err := n.span(now)
	if err != nil {
		return nil, err
	}
	q := s.deps.DB.Reader()
	of := calendarOf{batch: n.BatchID, instructors: n.instructors(), room: n.RoomID, course: n.CourseID, kinds: n.Kinds}
	of.everything = of.batch == "" && len(of.instructors) == 0 && (who.HasRole(access.Admin) || of.room != "" && who.HasRole(access.Instructor))
	teaching := who.HasRole(access.Instructor) || who.HasRole(access.Admin)
	of.withRooms = n.WithRooms && teaching && !of.everything && of.batch == "" && len(of.instructors) == 0 && of.room == ""
	if err := s.checkInstructors(ctx, who, of.instructors); err != nil {
		return nil, err
	}
	entries, err := between(ctx, q, who, of, from, to, now, mostEntries+1)
	if err == nil && len(entries) > mostEntries {
		err = fault.InvalidField("to", "too_many", "There are more than 2000 sessions in this time. Choose a shorter time")
	}
	return hide(entries, of.withRooms || teaching && of.room != ""), err
}

// checkInstructors returns fault.Invalid unless the caller may know when all of some instructors are busy.
func (s *Service) checkInstructors(ctx context.Context, who access.Caller, ids []string) error {
	known, err := classsession.SharesCourses(ctx, s.deps.DB.Reader(), who, ids)
	if err == nil && !known {
		err = fault.InvalidField("instructor_ids", "unknown_value", "This instructor doesn't teach any of your courses")
	}
	return err
}

// Upcoming returns the sessions of a student that are not over and begin within some days. For the student, those who teach one of their batches, and
// administrators; fault.NotFound for others.
func (s *Service) Upcoming(ctx context.Context, who access.Caller, in upcomingInput) (Upcoming, error) {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	student, err := studentOf(ctx, q, who, in.ID)
	if err != nil {
		return Upcoming{}, err
	}
	until := now.Add(time.Duration(in.DaysAhead) * 24 * time.Hour)
	entries, err := upcoming(ctx, q, who, in.ID, now, until, min(in.Limit, rest.MaxLimit))
	if err != nil {
		return Upcoming{}, err
	}
	total, err := countUpcoming(ctx, q, in.ID, now, until)
	return Upcoming{Success: true, Status: "success", Data: entries, Count: int64(len(entries)), TotalUpcoming: total, DaysAhead: in.DaysAhead,
		SearchPeriod: SearchPeriod{now, until}, Student: student}, err
}
