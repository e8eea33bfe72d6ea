package curriculum

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/content"
	"lectern/internal/learning/coursework"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
)

// Publication asks to publish a draft, now or later.
type Publication struct {
	Note string     `json:"note,omitempty" maxLength:"500" msg:"A note has at most 500 characters" doc:"What is new in this version."`
	At   *time.Time `json:"at,omitempty" doc:"When the draft goes out by itself, as it is then; none: now."`
}

// Published is the result of a publication.
type Published struct {
	Version   int64      `json:"version" doc:"The one that learners get now; 0 for none yet."`
	Unchanged bool       `json:"unchanged,omitempty" doc:"The draft is what that version is already: none was made."`
	PublishAt *time.Time `json:"publish_at,omitempty" doc:"When the draft goes out by itself."`
}

// Publish turns the draft into the next version, or schedules that. For teachers of the course. It returns
// fault.Conflict with the issues that prevent it, or fault.Invalid for an instant in the past.
func (s *Service) Publish(ctx context.Context, who access.Caller, courseID string, p Publication) (done Published, err error) {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return done, err
	}
	now := s.deps.Clock.Now()
	if p.At != nil && !p.At.After(now) {
		return done, fault.InvalidField("at", "in_the_past", "Choose a time in the future")
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		r, err := outline.Lock(ctx, tx, courseID)
		if err != nil {
			return err
		}
		if p.At != nil {
			at := p.At.UTC().Truncate(time.Microsecond)
			r.Schedule = outline.Schedule{PublishAt: &at, PublishBy: &who.ID}
			done = Published{Version: r.PublishedVersion, PublishAt: r.PublishAt}
			return update(ctx, tx, r)
		}
		done, err = s.publish(ctx, tx, r, who.ID, p.Note)
		return err
	})
	return done, err
}

// publish turns the draft of a locked curriculum into its next version.
func (s *Service) publish(ctx context.Context, tx bun.IDB, r outline.Record, by, note string) (Published, error) {
	if issues := serious(s.issues(r.Outline.V)); len(issues) > 0 {
		return Published{}, fault.New(fault.Conflict, "curriculum_invalid", "Fix this before publishing: "+issues[0].Message).WithDetails(Findings{Issues: issues})
	}
	unchanged, err := sameOutline(r.Outline.V, r.PublishedOutline.V)
	if err != nil {
		return Published{}, err
	}
	if r.PublishedVersion > 0 && unchanged {
		r.Schedule = outline.Schedule{}
		return Published{Version: r.PublishedVersion, Unchanged: true}, update(ctx, tx, r)
	}
	now := s.deps.Clock.Now()
	newest, err := newestVersion(ctx, tx, r.CourseID)
	if err != nil {
		return Published{}, err
	}
	r.PublishedVersion, r.PublishedOutline, r.Schedule = newest+1, r.Outline, outline.Schedule{}
	v := PublishedCurriculum{CourseID: r.CourseID, Number: r.PublishedVersion, Outline: r.Outline, Note: note, PublishedBy: by, PublishedAt: now}
	if err := insertVersion(ctx, tx, v); err != nil {
		return Published{}, err
	}
	if err := s.replacePublished(ctx, tx, r.CourseID, r.Outline.V); err != nil {
		return Published{}, err
	}
	if err := events.Publish(ctx, tx, now, PublishedEvent{r.CourseID, r.PublishedVersion}); err != nil {
		return Published{}, err
	}
	return Published{Version: r.PublishedVersion}, update(ctx, tx, r)
}

// replacePublished replaces the list of published lessons, each with when its work is due.
func (s *Service) replacePublished(ctx context.Context, tx bun.IDB, courseID string, o outline.Outline) error {
	types := map[string]string{} // by content id, of the lessons that may be due
	for _, l := range o.AllLessons() {
		if l.ContentID != "" && s.deps.Kinds.HasDeadlines(l.Type) {
			types[l.ContentID] = l.Type
		}
	}
	contents, err := content.ByID(ctx, tx, courseID, slices.Sorted(maps.Keys(types)))
	if err != nil {
		return err
	}
	due := map[string]content.Deadline{}
	for id, c := range contents {
		switch d, err := s.deps.Kinds.Deadline(types[id], c); {
		case err != nil:
			return err
		case d != nil:
			due[id] = *d
		}
	}
	return replacePublished(ctx, tx, courseID, o, due, s.deps.Clock.Now())
}

// sameOutline reports whether two outlines are stored alike.
func sameOutline(a, b outline.Outline) (bool, error) {
	x, err := json.Marshal(a)
	if err != nil {
		return false, err
	}
	y, err := json.Marshal(b)
	return bytes.Equal(x, y), err
}

// CancelPublication cancels a scheduled publication, for teachers of the course.
func (s *Service) CancelPublication(ctx context.Context, who access.Caller, courseID string) error {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		r, err := outline.Lock(ctx, tx, courseID)
		if err != nil {
			return err
		}
		r.Schedule = outline.Schedule{}
		return update(ctx, tx, r)
	})
}

// PublishDraft is Publish for a locked curriculum, within a transaction and for a caller who may; it returns the version that
// learners get.
func (s *Service) PublishDraft(ctx context.Context, tx bun.IDB, r outline.Record, by, note string) (version int64, err error) {
	done, err := s.publish(ctx, tx, r, by, note)
	return done.Version, err
}

// Reschedule sets when the draft of a locked curriculum is published.
func (s *Service) Reschedule(ctx context.Context, tx bun.IDB, r outline.Record, at outline.Schedule) error {
	r.Schedule = at
	return update(ctx, tx, r)
}

// ShowVersion gives learners a version that was published before, or nothing if number is 0. The curriculum is locked, and its
// draft stays as it is. It returns fault.Conflict if a lesson of that version shows what has been deleted since.
func (s *Service) ShowVersion(ctx context.Context, tx bun.IDB, r outline.Record, number int64) error {
	shown := outline.Outline{Sections: []outline.Section{}}
	if number > 0 {
		v, err := versionByNumber(ctx, tx, r.CourseID, number)
		if err != nil {
			return err
		}
		shown = v.Outline.V
	}
	gone, err := dangling(ctx, tx, r.CourseID, shown)
	if err != nil {
		return err
	}
	if len(gone) > 0 {
		return fault.New(fault.Conflict, "version_incomplete", "This version can't be shown again, because some of its content has been deleted.").WithDetails(Findings{Issues: gone})
	}
	now := s.deps.Clock.Now()
	r.PublishedVersion, r.PublishedOutline = number, db.JSON[outline.Outline]{V: shown}
	if err := s.replacePublished(ctx, tx, r.CourseID, shown); err != nil {
		return err
	}
	if err := events.Publish(ctx, tx, now, RevertedEvent{r.CourseID}); err != nil {
		return err
	}
	return update(ctx, tx, r)
}

// Versions lists the published versions, newest first, for teachers of the course.
func (s *Service) Versions(ctx context.Context, who access.Caller, courseID string, limit, offset int64) ([]PublishedCurriculum, int64, error) {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return nil, 0, err
	}
	return versions(ctx, s.deps.DB.Reader(), courseID, limit, offset)
}

// Differences compares two versions, for teachers of the course; number 0 is the draft.
func (s *Service) Differences(ctx context.Context, who access.Caller, courseID string, older, newer int64) ([]outline.Difference, error) {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return nil, err
	}
	a, err := s.outlineOf(ctx, s.deps.DB.Reader(), courseID, older)
	if err != nil {
		return nil, err
	}
	b, err := s.outlineOf(ctx, s.deps.DB.Reader(), courseID, newer)
	return outline.Compare(a, b), err
}

// outlineOf returns the outline of a version; 0 is the draft.
func (s *Service) outlineOf(ctx context.Context, q bun.IDB, courseID string, number int64) (outline.Outline, error) {
	if number == 0 {
		r, err := outline.Read(ctx, q, courseID)
		return r.Outline.V, err
	}
	v, err := versionByNumber(ctx, q, courseID, number)
	return v.Outline.V, err
}

// Restore copies a version into the draft without publishing it, for teachers of the course.
func (s *Service) Restore(ctx context.Context, who access.Caller, courseID string, number int64) error {
	return s.Edit(ctx, who, courseID, fmt.Sprintf("Version %d restored", number), func(c *outline.Edit) error {
		v, err := versionByNumber(ctx, c.Tx, courseID, number)
		if err == nil {
			*c.Outline = v.Outline.V
			c.MarkAllChanged()
		}
		return err
	})
}

// Recover resets a broken draft to the published version, or empties it if there is none. For teachers of the course.
func (s *Service) Recover(ctx context.Context, who access.Caller, courseID string) error {
	return s.Edit(ctx, who, courseID, "Published version recovered", func(c *outline.Edit) error {
		if c.Record.PublishedVersion > 0 {
			*c.Outline = c.Record.PublishedOutline.V.Clone()
		} else {
			*c.Outline = outline.Outline{Title: c.Outline.Title, Sections: []outline.Section{}}
		}
		c.MarkAllChanged()
		return nil
	})
}

// rewind restores the draft before the last edit as a new revision and deletes that edit, so that the next undo goes
// further back.
func (s *Service) rewind(ctx context.Context, who access.Caller, courseID string, revision int64) error {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		r, err := outline.Lock(ctx, tx, courseID)
		if err != nil {
			return err
		}
		if r.Revision != revision {
			return fault.New(fault.Precondition, "stale_version", "Another user has changed the curriculum. Check the latest version.")
		}
		e, ok, err := lastEdit(ctx, tx, courseID)
		if err == nil && !ok {
			err = fault.New(fault.Conflict, "nothing_to_undo", "There is nothing to undo.")
		}
		if err != nil {
			return err
		}
		c := &outline.Edit{Tx: tx, Now: s.deps.Clock.Now(), Outline: &r.Outline.V, Revision: r.Revision + 1, Record: &r}
		r.Outline = db.JSON[outline.Outline]{V: e.Outline.V}
		c.MarkAllChanged()
		r.Revision, r.UpdatedAt, r.UpdatedBy = c.Revision, c.Now, who.ID
		if err := forgetEdit(ctx, tx, e); err != nil {
			return err
		}
		return update(ctx, tx, r)
	})
}
