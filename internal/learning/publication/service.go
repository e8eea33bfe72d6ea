package publication

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/outline"
	"lectern/internal/learning/searchindex"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
)

// Curricula decides which version of a curriculum learners get. Its methods work on a curriculum that is locked.
type Curricula interface {
	// Check lists the problems of an outline as the draft of a course of a type.
	Check(courseType string, o outline.Outline) []outline.Issue
	// PublishDraft turns the draft into the next version, unless it is published already, and returns the one that learners get.
	PublishDraft(ctx context.Context, tx bun.IDB, r outline.Record, by, note string) (version int64, err error)
	// ShowVersion gives learners a version that was published before, or nothing if number is 0.
	ShowVersion(ctx context.Context, tx bun.IDB, r outline.Record, number int64) error
	// Reschedule sets when the draft is published.
	Reschedule(ctx context.Context, tx bun.IDB, r outline.Record, at outline.Schedule) error
}

type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Audit     *audit.Log
	Curricula Curricula
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

const actionPublished = "course.published" // in the audit log

// Publish gives learners the draft of a course and puts the course into the catalogue, or leaves it to its learners, in one
// transaction; or it schedules that. For teachers of the course. It returns fault.Conflict with what is unfinished, or for an
// archived course, and fault.Invalid for an instant in the past.
func (s *Service) Publish(ctx context.Context, who access.Caller, courseID string, n NewCoursePublication) (done PublishedCourse, err error) {
	now := s.deps.Clock.Now()
	if n.At != nil && !n.At.After(now) {
		return done, fault.InvalidField("at", "in_the_past", "Choose a time in the future")
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		c, err := lock(ctx, tx, who, courseID)
		if err != nil {
			return err
		}
		if c.Status == course.Archived {
			return fault.New(fault.Conflict, "course_archived", "This course is archived. Restore it before you publish it.")
		}
		r, err := orEmpty(outline.Lock(ctx, tx, courseID))
		if err != nil {
			return err
		}
		before, err := s.state(ctx, tx, c, r)
		if err != nil {
			return err
		}
		if n.At != nil && r.CourseID != "" {
			done, err = s.schedule(ctx, tx, who, r, n)
		} else {
			done, err = s.publish(ctx, tx, c.Course, r, publishing{who.ID, n.Note, n.status(), blockers(before.Checklist)})
		}
		if err != nil {
			return err
		}
		if done.State, err = s.read(ctx, tx, who, courseID); err != nil {
			return err
		}
		return course.AuditChange(ctx, tx, s.deps.Audit, who, actionPublished, courseID, before.audited(), done.State.audited())
	})
	return done, err
}

// audited is what the audit log keeps of a state.
func (st PublicationState) audited() map[string]any {
	kept := map[string]any{"status": st.Status, "version": st.Version}
	if st.PublishAt != nil {
		kept["publish_at"], kept["publish_status"] = st.PublishAt, st.PublishStatus
	}
	return kept
}

func (s *Service) schedule(ctx context.Context, tx bun.IDB, who access.Caller, r outline.Record, n NewCoursePublication) (PublishedCourse, error) {
	at, status := n.At.UTC().Truncate(time.Microsecond), n.status()
	return PublishedCourse{PublishAt: &at}, s.deps.Curricula.Reschedule(ctx, tx, r, outline.Schedule{PublishAt: &at, PublishBy: &who.ID, PublishStatus: &status})
}

// publishing says how a course is published.
type publishing struct {
	by, note string
	status   string          // of the course afterwards
	issues   []outline.Issue // that keep it from being published
}

// publish publishes a locked course.
func (s *Service) publish(ctx context.Context, tx bun.IDB, c course.Course, r outline.Record, d publishing) (done PublishedCourse, err error) {
	if len(d.issues) > 0 {
		return done, fault.New(fault.Conflict, "course_unfinished", "Fix this before publishing: "+d.issues[0].Message).WithDetails(UnfinishedCourse{d.issues})
	}
	version, err := s.deps.Curricula.PublishDraft(ctx, tx, r, d.by, d.note)
	if err != nil {
		return done, err
	}
	p := CoursePublication{ID: db.NewID(), CourseID: c.ID, VersionBefore: r.PublishedVersion, VersionAfter: version,
		StatusBefore: c.Status, StatusAfter: d.status, PublishedBy: d.by, PublishedAt: s.deps.Clock.Now()}
	if p.VersionBefore == p.VersionAfter && p.StatusBefore == p.StatusAfter {
		return done, nil
	}
	if err := s.putStatus(ctx, tx, c, p.StatusAfter); err != nil {
		return done, err
	}
	done.Publication = &p
	return done, insert(ctx, tx, &p)
}

func (s *Service) putStatus(ctx context.Context, tx bun.IDB, c course.Course, status string) error {
	if c.Status == status {
		return nil
	}
	if err := course.PutStatus(ctx, tx, c.ID, status, s.deps.Clock.Now()); err != nil {
		return err
	}
	return searchindex.Reindex(ctx, tx, c.ID)
}

// Undo takes back the latest publication: learners get the version that they had before, and the course is in the catalogue or
// not, as it was. The draft stays as it is, with what was edited since. For teachers of the course. It returns fault.Conflict
// once what learners see is no longer what the publication made.
func (s *Service) Undo(ctx context.Context, who access.Caller, courseID, id string) (st PublicationState, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		c, err := lock(ctx, tx, who, courseID)
		if err != nil {
			return err
		}
		p, err := byID(ctx, tx, courseID, id)
		if err != nil {
			return err
		}
		r, err := outline.Lock(ctx, tx, courseID)
		if err != nil {
			return err
		}
		before, err := s.state(ctx, tx, c, r)
		if err != nil {
			return err
		}
		if p.UndoneAt != nil {
			return fault.New(fault.Conflict, "publication_undone", "This publication has been undone already.")
		}
		if before.Undoable == nil || before.Undoable.ID != p.ID {
			return fault.New(fault.Conflict, "publication_superseded", "The course has been published or unpublished since, so this can't be undone. Restore an earlier version instead.")
		}
		if p.VersionBefore != p.VersionAfter {
			if err := s.deps.Curricula.ShowVersion(ctx, tx, r, p.VersionBefore); err != nil {
				return err
			}
		}
		if err := s.putStatus(ctx, tx, c.Course, p.StatusBefore); err != nil {
			return err
		}
		if err := markUndone(ctx, tx, p.ID, s.deps.Clock.Now()); err != nil {
			return err
		}
		if st, err = s.read(ctx, tx, who, courseID); err != nil {
			return err
		}
		return course.AuditChange(ctx, tx, s.deps.Audit, who, "course.publication_undone", courseID, before.audited(), st.audited())
	})
	return st, err
}

// PublishDue publishes the courses that are due. One that is unfinished loses its schedule, and its teachers see why where they
// publish it. Called by the periodic job.
func (s *Service) PublishDue(ctx context.Context) error {
	ids, err := due(ctx, s.deps.DB.Reader(), s.deps.Clock.Now())
	for _, id := range ids {
		if err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return s.publishDue(ctx, tx, id) }); err != nil {
			return fmt.Errorf("publish course %s: %w", id, err)
		}
	}
	return err
}

func (s *Service) publishDue(ctx context.Context, tx bun.IDB, courseID string) error {
	c, err := lockAny(ctx, tx, courseID)
	if err != nil {
		return err
	}
	r, err := outline.Lock(ctx, tx, courseID)
	if err != nil || r.PublishAt == nil || r.PublishAt.After(s.deps.Clock.Now()) || r.PublishBy == nil { // published by another server, or cancelled
		return err
	}
	status := c.Status
	if r.PublishStatus != nil && c.Status != course.Archived {
		status = *r.PublishStatus
	}
	_, err = s.publish(ctx, tx, c, r, publishing{by: *r.PublishBy, status: status, issues: errorsIn(s.deps.Curricula.Check(c.CourseType, r.Outline.V))})
	if fault.Is(err, fault.Conflict) {
		return s.deps.Curricula.Reschedule(ctx, tx, r, outline.Schedule{})
	}
	return err
}

// Handlers publish scheduled courses.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{
		"course.publish": {Every: time.Minute, Do: func(ctx context.Context, _ []jobs.Job) error { return s.PublishDue(ctx) }},
	}
}
