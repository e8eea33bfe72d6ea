package progress

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/coursework"
	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
)

// Enrollments are the enrollments in courses.
type Enrollments interface {
	// Complete records that a student has completed a course.
	Complete(ctx context.Context, tx bun.IDB, userID, courseID string) error
}

// Deps are what New needs.
type Deps struct {
	DB          *db.DB
	Clock       clock.Clock
	Courses     coursework.Teaching
	Enrollments Enrollments
}

// Service is the use cases.
type Service struct {
	db          *db.DB
	clock       clock.Clock
	courses     coursework.Teaching
	enrollments Enrollments
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d.DB, d.Clock, d.Courses, d.Enrollments}
}

// Record stores a batch of events of the caller. Repeated events change nothing; those in courses that are not open to the
// caller are ignored, and the response says how many. For signed-in callers.
func (s *Service) Record(ctx context.Context, who access.Caller, batch ProgressEvents) (a EventsAccepted, err error) {
	rows, err := s.rowsOf(who, batch)
	if err != nil {
		return a, err
	}
	a.Ignored, a.Courses = []string{}, []CourseProgress{}
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		var ids []string
		for _, r := range rows {
			ids = append(ids, r.LessonID)
		}
		lessons, err := learnableOf(ctx, tx, who.ID, ids, s.clock.Now())
		if err != nil {
			return err
		}
		var kept []eventRow
		for _, r := range rows {
			l, open := lessons[r.LessonID]
			if !open || l.CourseID != r.CourseID {
				a.Ignored = append(a.Ignored, r.ID)
				continue
			}
			if r.ClientTime.Before(l.EnrolledAt) {
				r.ClientTime, r.Clamped = l.EnrolledAt, true
			}
			kept = append(kept, r)
		}
		a.Accepted, a.Courses, err = s.recordAll(ctx, tx, who.ID, kept)
		return err
	})
	return a, err
}

// recordAll stores events of a user in some courses and recounts these, with the lessons elsewhere for which the same device has
// reported the same time. It returns how many were new, and the courses of the events.
func (s *Service) recordAll(ctx context.Context, tx bun.IDB, userID string, rows []eventRow) (fresh int64, courses []CourseProgress, err error) {
	named := map[string]bool{}
	for _, r := range rows {
		named[r.CourseID] = true
	}
	held, err := s.lockCourses(ctx, tx, userID, named, slices.ContainsFunc(rows, func(r eventRow) bool { return r.Kind == timeSpent }))
	if err != nil {
		return 0, nil, err
	}
	ids, err := insertEvents(ctx, tx, rows)
	if err != nil {
		return 0, nil, err
	}
	touched, err := touchedBy(ctx, tx, slices.DeleteFunc(slices.Clone(rows), func(r eventRow) bool { return !slices.Contains(ids, r.ID) }))
	if err != nil {
		return 0, nil, err
	}
	courses = []CourseProgress{}
	for _, courseID := range sorted(held) {
		g := held[courseID]
		if lessons := touched[courseID]; len(lessons) > 0 {
			if g, err = s.recountLessons(ctx, tx, g, sorted(lessons)); err != nil {
				return 0, nil, err
			}
		} else {
			g.derive()
		}
		if named[courseID] {
			courses = append(courses, g)
		}
	}
	return int64(len(ids)), courses, nil
}

// lockCourses locks the named courses of a user, and with all every one that they have begun: time that a device reports may change
// figures in any of them. Always in the same order, so that batches cannot deadlock.
func (s *Service) lockCourses(ctx context.Context, tx bun.IDB, userID string, named map[string]bool, all bool) (map[string]CourseProgress, error) {
	courses := maps.Clone(named)
	if all {
		begun, err := coursesBegun(ctx, tx, userID)
		if err != nil {
			return nil, err
		}
		for _, id := range begun {
			courses[id] = true
		}
	}
	held := make(map[string]CourseProgress, len(courses))
	for _, id := range sorted(courses) {
		g, err := lockCourse(ctx, tx, userID, id, s.clock.Now())
		if err != nil {
			return nil, err
		}
		held[id] = g
	}
	return held, nil
}

// touchedBy returns the lessons, by their courses, whose figures new events may change.
func touchedBy(ctx context.Context, tx bun.IDB, fresh []eventRow) (map[string]map[string]bool, error) {
	touched := map[string]map[string]bool{}
	touch := func(courseID, lessonID string) {
		if touched[courseID] == nil {
			touched[courseID] = map[string]bool{}
		}
		touched[courseID][lessonID] = true
	}
	for _, r := range fresh {
		touch(r.CourseID, r.LessonID)
		if r.Kind != timeSpent {
			continue
		}
		shared, err := lessonsSharingTime(ctx, tx, r)
		if err != nil {
			return nil, err
		}
		for _, p := range shared {
			touch(p.CourseID, p.LessonID)
		}
	}
	return touched, nil
}

func sorted[V any](m map[string]V) (keys []string) {
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// rowsOf returns the rows of a batch in the order of their ids; of several events with one id the first counts.
func (s *Service) rowsOf(who access.Caller, batch ProgressEvents) ([]eventRow, error) {
	var broken fault.Fields
	now := s.clock.Now()
	rows := make([]eventRow, 0, len(batch.Events))
	for i, e := range batch.Events {
		id, err := uuid.Parse(e.ID)
		broken.Require(err == nil, fmt.Sprintf("events[%d].id", i), "malformed", "An event needs a UUID as its id")
		at := clock.Exact(e.At)
		ahead := at.After(now)
		if ahead {
			at = now
		}
		most := int64(0)
		switch e.Type {
		case timeSpent:
			most = maxTimeEvent
		case "hint":
			most = 100
		}
		rows = append(rows, eventRow{UserID: who.ID, ID: id.String(), CourseID: e.CourseID, LessonID: e.LessonID, Kind: e.Type,
			Value: bounded(e.Value, most), Device: who.Session, Clamped: ahead, ClientTime: at, ReceivedAt: now})
	}
	slices.SortStableFunc(rows, func(a, b eventRow) int { return cmp.Compare(a.ID, b.ID) })
	return slices.CompactFunc(rows, func(a, b eventRow) bool { return a.ID == b.ID }), broken.Err()
}

// record stores the events of one course and recounts it.
func (s *Service) record(ctx context.Context, tx bun.IDB, userID, courseID string, rows []eventRow) (fresh int64, g CourseProgress, err error) {
	if g, err = lockCourse(ctx, tx, userID, courseID, s.clock.Now()); err != nil {
		return 0, g, err
	}
	ids, err := insertEvents(ctx, tx, rows)
	if err != nil || len(ids) == 0 {
		g.derive()
		return 0, g, err
	}
	touched := map[string]bool{}
	for _, r := range rows {
		if slices.Contains(ids, r.ID) {
			touched[r.LessonID] = true
		}
	}
	g, err = s.recountLessons(ctx, tx, g, sorted(touched))
	return int64(len(ids)), g, err
}

// recountLessons recomputes the progress in some lessons of a course, and then in the course.
func (s *Service) recountLessons(ctx context.Context, tx bun.IDB, g CourseProgress, lessonIDs []string) (CourseProgress, error) {
	for _, lessonID := range lessonIDs {
		l, err := publishedLesson(ctx, tx, g.CourseID, lessonID)
		if err != nil {
			return g, err
		}
		if _, err := s.recount(ctx, tx, g.UserID, l); err != nil {
			return g, err
		}
	}
	return s.recountCourse(ctx, tx, g)
}

// recount recomputes the progress in a lesson from all its events, and keeps a completion: a stricter rule of a later version
// takes nothing back. It reports whether the activity is unchanged.
func (s *Service) recount(ctx context.Context, tx bun.IDB, userID string, l lesson) (sameActivity bool, err error) {
	return s.recountOne(ctx, tx, userID, l, map[string]bool{})
}

func (s *Service) recountOne(ctx context.Context, tx bun.IDB, userID string, l lesson, seen map[string]bool) (sameActivity bool, err error) {
	all, err := facts(ctx, tx, userID, l)
	if err != nil {
		return false, err
	}
	elsewhere, err := timeElsewhere(ctx, tx, userID, l.LessonID, all)
	if err != nil {
		return false, err
	}
	all = withinWallTime(all, elsewhere)
	open, err := opens(ctx, tx, userID, l)
	if err != nil {
		return false, err
	}
	before, scored, err := outcome(ctx, tx, userID, l.LessonID)
	if err != nil {
		return false, err
	}
	p := fold(all, l.rule(), open)
	p.UserID, p.LessonID, p.CourseID, p.UpdatedAt = userID, l.LessonID, l.CourseID, s.clock.Now()
	if p.CompletedAt != nil {
		kept := eventRow{UserID: userID, ID: completionEventID(l.LessonID), CourseID: l.CourseID, LessonID: l.LessonID, Kind: completed,
			ClientTime: *p.CompletedAt, ReceivedAt: p.UpdatedAt}
		if _, err := insertEvents(ctx, tx, []eventRow{kept}); err != nil {
			return false, err
		}
	}
	if err := putLesson(ctx, tx, p); err != nil {
		return false, err
	}
	sameActivity, err = saveActivity(ctx, tx, userID, l.LessonID, activityOf(all, open, p))
	if err != nil || sameTime(before, p.CompletedAt) && same(scored, p.Score) {
		return sameActivity, err
	}
	if err := events.Publish(ctx, tx, s.clock.Now(), AdvancedEvent{userID, l.LessonID}); err != nil || sameTime(before, p.CompletedAt) {
		return sameActivity, err
	}
	return sameActivity, s.unlock(ctx, tx, userID, l, seen)
}

// completionEventID returns the id of the event that keeps a completion. It is the same for all users: ids are unique per user.
func completionEventID(lessonID string) string {
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte("lectern lesson completed "+lessonID)).String()
}

// recountCourse recomputes the progress in a course from that in its lessons. The first time at which all required lessons are
// completed is stored permanently.
func (s *Service) recountCourse(ctx context.Context, tx bun.IDB, g CourseProgress) (CourseProgress, error) {
	c, err := count(ctx, tx, g.UserID, g.CourseID)
	if err != nil {
		return g, err
	}
	fact, first, err := saveCompletion(ctx, tx, g, c)
	if err != nil {
		return g, err
	}
	g.CompletedAt = fact
	g.Version, g.Required, g.Completed, g.TimeSpent, g.StartedAt, g.UpdatedAt = c.Version, c.Required, c.Completed, c.TimeSpent, c.StartedAt, s.clock.Now()
	g.Percent, g.LastLesson = c.percent(), ""
	if c.LastLesson != nil {
		g.LastLesson = *c.LastLesson
	}
	if c.StartedAt != nil {
		g.LastAt = c.LastAt
	}
	if err := putCourse(ctx, tx, g); err != nil {
		return g, err
	}
	g.derive()
	if !first {
		return g, nil
	}
	if err := s.enrollments.Complete(ctx, tx, g.UserID, g.CourseID); err != nil {
		return g, err
	}
	return g, events.Publish(ctx, tx, s.clock.Now(), CompletedEvent{g.UserID, g.CourseID})
}

// saveCompletion returns when a course was completed, nil for not yet, and whether this is the first time that it is. Late events
// may show that it was earlier, as long as the version is the same: of another version, other lessons were required.
func saveCompletion(ctx context.Context, tx bun.IDB, g CourseProgress, c counted) (at *time.Time, first bool, err error) {
	before, err := completionOf(ctx, tx, g.UserID, g.CourseID)
	if err != nil {
		return nil, false, err
	}
	switch all := c.Required > 0 && c.Completed == c.Required; {
	case before == nil && all:
		first = true
	case before == nil:
		return nil, false, nil
	case !all || before.Version != c.Version || !c.CompletedAt.Before(before.CompletedAt):
		return &before.CompletedAt, false, nil
	}
	return c.CompletedAt, first, putCompletion(ctx, tx, completion{UserID: g.UserID, CourseID: g.CourseID, Version: c.Version, CompletedAt: *c.CompletedAt})
}

// Watched recounts the lessons that show a video for a user, with the transaction tx that has stored what they watched. For
// package viewing.
func (s *Service) Watched(ctx context.Context, tx bun.IDB, userID, videoID string) error {
	lessons, err := lessonsWith(ctx, tx, userID, videoID, s.clock.Now())
	if err != nil {
		return err
	}
	for _, l := range lessons {
		g, err := lockCourse(ctx, tx, userID, l.CourseID, s.clock.Now())
		if err != nil {
			return err
		}
		if _, err := s.recount(ctx, tx, userID, l); err != nil {
			return err
		}
		if _, err := s.recountCourse(ctx, tx, g); err != nil {
			return err
		}
	}
	return nil
}

// RecordWork records an event of the server itself in a lesson of a learner: that work was submitted, or that it need
// not be. id makes it count once. For other features, in their transaction.
func (s *Service) RecordWork(ctx context.Context, tx bun.IDB, userID, courseID, lessonID, id, kind string, value int64, at time.Time) error {
	_, _, err := s.record(ctx, tx, userID, courseID, []eventRow{{UserID: userID, ID: id, CourseID: courseID, LessonID: lessonID, Kind: kind,
		Value: min(100, max(0, value)), ClientTime: at, ReceivedAt: s.clock.Now()}})
	return err
}

// RecordScore records what a piece of work has earned, in place of what it had earned before: a corrected grade counts, the one before it
// does not. For other features, in their transaction.
func (s *Service) RecordScore(ctx context.Context, tx bun.IDB, w coursework.Score) error {
	g, err := lockCourse(ctx, tx, w.UserID, w.CourseID, s.clock.Now())
	if err != nil {
		return err
	}
	scored := eventRow{UserID: w.UserID, ID: scoreEventID("scored", w.WorkID), CourseID: w.CourseID, LessonID: w.LessonID, Kind: "scored",
		Value: min(wholePercent, max(0, w.Percent)), ClientTime: w.At, ReceivedAt: s.clock.Now()}
	if err := replaceEvent(ctx, tx, scored); err != nil {
		return err
	}
	fails := scored
	fails.ID, fails.Kind, fails.Value = scoreEventID(failed, w.WorkID), failed, 0
	if w.Failed {
		err = replaceEvent(ctx, tx, fails)
	} else {
		err = deleteEvent(ctx, tx, fails)
	}
	if err != nil {
		return err
	}
	_, err = s.recountLessons(ctx, tx, g, []string{w.LessonID})
	return err
}

// scoreEventID is the id of the event that keeps what a piece of work has earned, or that it failed.
func scoreEventID(kind, workID string) string {
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte("lectern "+kind+" "+workID)).String()
}

// Course returns the caller's progress in a course, not_started if they have not begun. For users who are or were enrolled in
// it; course.ErrNotFound for others.
func (s *Service) Course(ctx context.Context, who access.Caller, courseID string) (CourseProgressDetail, error) {
	return s.detailOf(ctx, who.ID, courseID, course.ErrNotFound)
}

// detailOf returns the progress of a user in a course; the error missing if they have never been enrolled in it.
func (s *Service) detailOf(ctx context.Context, userID, courseID string, missing error) (CourseProgressDetail, error) {
	enrolled, err := wasEnrolled(ctx, s.db.Reader(), userID, courseID)
	if err == nil && !enrolled {
		err = missing
	}
	if err != nil {
		return CourseProgressDetail{}, err
	}
	return s.detail(ctx, userID, courseID)
}

func (s *Service) detail(ctx context.Context, userID, courseID string) (d CourseProgressDetail, err error) {
	if d.CourseProgress, err = courseProgress(ctx, s.db.Reader(), userID, courseID); err != nil {
		return d, err
	}
	d.derive()
	d.Lessons, err = lessonsOf(ctx, s.db.Reader(), userID, courseID)
	return d, err
}

var errNoLearner = fault.New(fault.NotFound, "student_not_found", "This person is not a learner in this course.")

// Learners returns a page of the students of a course, the most recently active first. For teachers of the course.
func (s *Service) Learners(ctx context.Context, who access.Caller, courseID string, limit, offset int64) ([]Learner, int64, error) {
	if err := coursework.RequireTeacher(ctx, s.courses, who, courseID); err != nil {
		return nil, 0, err
	}
	ls, total, err := learners(ctx, s.db.Reader(), courseID, limit, offset)
	for i := range ls {
		ls[i].derive()
	}
	return ls, total, err
}

// Learner returns the progress of a student in a course. For teachers of the course.
func (s *Service) Learner(ctx context.Context, who access.Caller, courseID, userID string) (CourseProgressDetail, error) {
	if err := coursework.RequireTeacher(ctx, s.courses, who, courseID); err != nil {
		return CourseProgressDetail{}, err
	}
	return s.detailOf(ctx, userID, courseID, errNoLearner)
}
