package progress

import (
	"cmp"
	"context"
	"fmt"
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

// Enrollments is the owner of places in courses.
type Enrollments interface {
	// Complete notes that a student has completed a course.
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

// Record takes a batch of events of the caller. What was there before changes nothing; what is in lessons of courses in
// which the caller has no open place is ignored and told. For whoever is signed in.
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
		courseOf, err := learnable(ctx, tx, who.ID, ids)
		if err != nil {
			return err
		}
		byCourse := map[string][]eventRow{}
		for _, r := range rows {
			if courseOf[r.LessonID] != r.CourseID {
				a.Ignored = append(a.Ignored, r.ID)
				continue
			}
			byCourse[r.CourseID] = append(byCourse[r.CourseID], r)
		}
		for _, courseID := range sorted(byCourse) { // in one order always, so that two batches never wait for each other in a circle
			fresh, g, err := s.record(ctx, tx, who.ID, courseID, byCourse[courseID])
			if err != nil {
				return err
			}
			a.Accepted += fresh
			a.Courses = append(a.Courses, g)
		}
		return nil
	})
	return a, err
}

func sorted[V any](m map[string]V) (keys []string) {
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// rowsOf is a batch as it is stored, in the order of its ids; the first of a pair with one id counts.
func (s *Service) rowsOf(who access.Caller, batch ProgressEvents) ([]eventRow, error) {
	var broken fault.Fields
	now := s.clock.Now()
	rows := make([]eventRow, 0, len(batch.Events))
	for i, e := range batch.Events {
		id, err := uuid.Parse(e.ID)
		broken.Require(err == nil, fmt.Sprintf("events[%d].id", i), "malformed", "An event needs an id that is a UUID")
		at := clock.Exact(e.At)
		if at.After(now) {
			at = now
		}
		most := int64(0)
		switch e.Type {
		case "time":
			most = maxTimeEvent
		case "hint":
			most = 100
		}
		rows = append(rows, eventRow{UserID: who.ID, ID: id.String(), CourseID: e.CourseID, LessonID: e.LessonID, Kind: e.Type,
			Value: bounded(e.Value, most), ClientTime: at, ReceivedAt: now})
	}
	slices.SortStableFunc(rows, func(a, b eventRow) int { return cmp.Compare(a.ID, b.ID) })
	return slices.CompactFunc(rows, func(a, b eventRow) bool { return a.ID == b.ID }), broken.Err()
}

// record stores the events of one course and counts it anew.
func (s *Service) record(ctx context.Context, tx bun.IDB, userID, courseID string, rows []eventRow) (fresh int64, g CourseProgress, err error) {
	if g, err = hold(ctx, tx, userID, courseID, s.clock.Now()); err != nil {
		return 0, g, err
	}
	ids, err := insertEvents(ctx, tx, rows)
	if err != nil || len(ids) == 0 {
		g.Status = g.status()
		return 0, g, err
	}
	touched := map[string]bool{}
	for _, r := range rows {
		touched[r.LessonID] = touched[r.LessonID] || slices.Contains(ids, r.ID)
	}
	for _, lessonID := range sorted(touched) {
		l, err := publishedLesson(ctx, tx, courseID, lessonID)
		if err != nil {
			return 0, g, err
		}
		if _, err := s.recount(ctx, tx, userID, l); err != nil {
			return 0, g, err
		}
	}
	g, err = s.recountCourse(ctx, tx, g)
	return int64(len(ids)), g, err
}

// recount computes what stands for a lesson of all its events, and keeps that it was completed: a stricter rule of a later
// version takes nothing back. It says whether the quarters in which the learner was at it stood so already.
func (s *Service) recount(ctx context.Context, tx bun.IDB, userID string, l lesson) (sameActivity bool, err error) {
	return s.recountOne(ctx, tx, userID, l, map[string]bool{})
}

func (s *Service) recountOne(ctx context.Context, tx bun.IDB, userID string, l lesson, seen map[string]bool) (sameActivity bool, err error) {
	all, err := facts(ctx, tx, userID, l)
	if err != nil {
		return false, err
	}
	open, err := opens(ctx, tx, userID, l)
	if err != nil {
		return false, err
	}
	before, err := completedAt(ctx, tx, userID, l.LessonID)
	if err != nil {
		return false, err
	}
	p := fold(all, l.rule(), open)
	p.UserID, p.LessonID, p.CourseID, p.UpdatedAt = userID, l.LessonID, l.CourseID, s.clock.Now()
	if p.CompletedAt != nil {
		kept := eventRow{UserID: userID, ID: keptID(l.LessonID), CourseID: l.CourseID, LessonID: l.LessonID, Kind: completed,
			ClientTime: *p.CompletedAt, ReceivedAt: p.UpdatedAt}
		if _, err := insertEvents(ctx, tx, []eventRow{kept}); err != nil {
			return false, err
		}
	}
	if err := putLesson(ctx, tx, p); err != nil {
		return false, err
	}
	sameActivity, err = keepActivity(ctx, tx, userID, l.LessonID, activityOf(all, open, p))
	if err != nil || sameTime(before, p.CompletedAt) {
		return sameActivity, err
	}
	return sameActivity, s.unlock(ctx, tx, userID, l, seen)
}

// keptID is the id of the event that keeps a completion, the same for everybody's: ids are unique for one person only.
func keptID(lessonID string) string {
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte("lectern lesson completed "+lessonID)).String()
}

// recountCourse computes what stands for a course of what stands for its lessons. A completion that an earlier version of
// the curriculum gave stays.
func (s *Service) recountCourse(ctx context.Context, tx bun.IDB, g CourseProgress) (CourseProgress, error) {
	c, err := count(ctx, tx, g.UserID, g.CourseID)
	if err != nil {
		return g, err
	}
	before := g.CompletedAt
	switch {
	case c.Required > 0 && c.Completed == c.Required:
		g.CompletedAt = c.CompletedAt
		if before != nil && before.Before(*c.CompletedAt) && g.Version != c.Version {
			g.CompletedAt = before
		}
	case g.Version == c.Version: // the learner has taken a lesson back
		g.CompletedAt = nil
	}
	g.Version, g.Required, g.Completed, g.TimeSpent, g.StartedAt, g.UpdatedAt = c.Version, c.Required, c.Completed, c.TimeSpent, c.StartedAt, s.clock.Now()
	g.Percent, g.LastLesson = nil, ""
	if c.Required > 0 {
		percent := c.Completed * 100 / c.Required
		g.Percent = &percent
	}
	if c.LastLesson != nil {
		g.LastLesson, g.LastAt = *c.LastLesson, *c.LastAt
	}
	if err := putCourse(ctx, tx, g); err != nil {
		return g, err
	}
	g.Status = g.status()
	if before != nil || g.CompletedAt == nil {
		return g, nil
	}
	if err := s.enrollments.Complete(ctx, tx, g.UserID, g.CourseID); err != nil {
		return g, err
	}
	return g, events.Publish(ctx, tx, s.clock.Now(), CompletedEvent{g.UserID, g.CourseID})
}

// Watched counts anew what the caller has in the lessons that show a video; for package playback, in whose transaction tx
// what was watched has just been stored.
func (s *Service) Watched(ctx context.Context, tx bun.IDB, userID, videoID string) error {
	lessons, err := lessonsWith(ctx, tx, userID, videoID)
	if err != nil {
		return err
	}
	for _, l := range lessons {
		g, err := hold(ctx, tx, userID, l.CourseID, s.clock.Now())
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

// Note records something that the server itself knows of a learner's lesson: that work was submitted, scored or failed.
// id makes it count once. For other features, in their transaction.
func (s *Service) Note(ctx context.Context, tx bun.IDB, userID, courseID, lessonID, id, kind string, value int64, at time.Time) error {
	_, _, err := s.record(ctx, tx, userID, courseID, []eventRow{{UserID: userID, ID: id, CourseID: courseID, LessonID: lessonID, Kind: kind,
		Value: min(100, max(0, value)), ClientTime: at, ReceivedAt: s.clock.Now()}})
	return err
}

// Course is how far the caller is in a course: not_started where nothing was begun. For whoever has, or had, a place in
// it; course.ErrNotFound for others.
func (s *Service) Course(ctx context.Context, who access.Caller, courseID string) (CourseProgressDetail, error) {
	enrolled, err := hasPlace(ctx, s.db.Reader(), who.ID, courseID)
	if err == nil && !enrolled {
		err = course.ErrNotFound
	}
	if err != nil {
		return CourseProgressDetail{}, err
	}
	return s.detail(ctx, who.ID, courseID)
}

func (s *Service) detail(ctx context.Context, userID, courseID string) (d CourseProgressDetail, err error) {
	if d.CourseProgress, err = courseProgress(ctx, s.db.Reader(), userID, courseID); err != nil {
		return d, err
	}
	d.Status = d.status()
	d.Lessons, err = lessonsOf(ctx, s.db.Reader(), userID, courseID)
	return d, err
}

// Learners is a page of those who learn in a course, who was active last first. For teachers of the course.
func (s *Service) Learners(ctx context.Context, who access.Caller, courseID string, limit, offset int64) ([]Learner, int64, error) {
	if err := coursework.RequireTeacher(ctx, s.courses, who, courseID); err != nil {
		return nil, 0, err
	}
	ls, total, err := learners(ctx, s.db.Reader(), courseID, limit, offset)
	for i := range ls {
		ls[i].Status = ls[i].status()
	}
	return ls, total, err
}

// Learner is how far somebody is in a course. For teachers of the course.
func (s *Service) Learner(ctx context.Context, who access.Caller, courseID, userID string) (CourseProgressDetail, error) {
	if err := coursework.RequireTeacher(ctx, s.courses, who, courseID); err != nil {
		return CourseProgressDetail{}, err
	}
	return s.detail(ctx, userID, courseID)
}
