package discussion

import (
	"cmp"
	"context"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/learning/coursework"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

type Deps struct {
	DB      *db.DB
	Cleaner *text.Cleaner
	Clock   clock.Clock
	Audit   *audit.Log
	Lessons coursework.OpenLessons
	Courses coursework.Teaching
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// List returns the comments that begin threads, newest first, or with thread its replies, oldest first; next is the
// cursor of the next page. It returns fault.NotFound unless the lesson is open to the caller.
func (s *Service) List(ctx context.Context, who access.Caller, lessonID, thread string, limit int64, scroll rest.CursorParam) (cs []Comment, next string, err error) {
	behind, err := scroll.Decode(1)
	if err != nil {
		return nil, "", err
	}
	_, teaches, err := s.deps.Lessons.OpenLesson(ctx, who, lessonID)
	if err != nil {
		return nil, "", err
	}
	cs, err = list(ctx, s.deps.DB.Reader(), query{lesson: lessonID, thread: thread, behind: behind, limit: limit + 1})
	if int64(len(cs)) > limit {
		cs = cs[:limit]
		next = rest.EncodeCursor(cs[limit-1].ID)
	}
	for i := range cs {
		cs[i] = cs[i].shown(who.ID, teaches)
	}
	return cs, next, err
}

// OfCourse returns the comments that begin threads in a course, newest first, or those that await the answer of an instructor, with their
// number. For teachers of the course; others get fault.NotFound.
func (s *Service) OfCourse(ctx context.Context, who access.Caller, courseID string, unanswered bool, limit int64, scroll rest.CursorParam) (cs []CourseComment, n rest.Count, next string, err error) {
	behind, err := scroll.Decode(1)
	if err != nil {
		return nil, n, "", err
	}
	if err := coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID); err != nil {
		return nil, n, "", err
	}
	if cs, err = ofCourse(ctx, s.deps.DB.Reader(), courseID, unanswered, behind, limit+1); err != nil {
		return nil, n, "", err
	}
	if int64(len(cs)) > limit {
		cs = cs[:limit]
		next = rest.EncodeCursor(cs[limit-1].ID)
	}
	for i := range cs {
		cs[i].Comment = cs[i].shown(who.ID, true)
	}
	n = rest.Count{Total: int64(len(cs)), AtLeast: next != "" || scroll.Cursor != ""}
	if unanswered {
		n, err = countUnanswered(ctx, s.deps.DB.Reader(), courseID)
	}
	return cs, n, next, err
}

// Add posts a comment. It returns fault.NotFound unless the lesson is open to the caller and the thread exists, or
// fault.Invalid.
func (s *Service) Add(ctx context.Context, who access.Caller, lessonID string, in NewComment) (c Comment, err error) {
	courseID, teaches, err := s.deps.Lessons.OpenLesson(ctx, who, lessonID)
	if err != nil {
		return c, err
	}
	body, format, err := s.written(in.Body, in.Format)
	if err != nil {
		return c, err
	}
	c = Comment{ID: db.NewID(), CourseID: courseID, LessonID: lessonID, ThreadID: in.ThreadID, AuthorID: who.ID, Body: body, Format: format, CreatedAt: s.deps.Clock.Now()}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if in.ThreadID != "" {
			first, err := byID(ctx, tx, in.ThreadID)
			if err == nil && (first.LessonID != lessonID || first.ThreadID != "" || first.HiddenAt != nil && !teaches && first.AuthorID != who.ID) {
				err = errNoComment
			}
			if err != nil {
				return err
			}
		}
		if err := insert(ctx, tx, c); err != nil {
			return err
		}
		if err := settle(ctx, tx, cmp.Or(c.ThreadID, c.ID)); err != nil {
			return err
		}
		if c.ThreadID != "" {
			if err := events.Publish(ctx, tx, c.CreatedAt, CommentAnswered{c.ID}); err != nil {
				return err
			}
		}
		c, err = byID(ctx, tx, c.ID)
		return err
	})
	return c.shown(who.ID, teaches), err
}

// Edit replaces the text of the caller's comment. It returns fault.NotFound if the comment is another user's,
// deleted, or in a lesson that is no longer open to the caller.
func (s *Service) Edit(ctx context.Context, who access.Caller, id string, in CommentEdit) (Comment, error) {
	body, format, err := s.written(in.Body, in.Format)
	if err != nil {
		return Comment{}, err
	}
	return s.change(ctx, who, id, func(_ bun.IDB, c *Comment, _ bool) error {
		if c.AuthorID != who.ID {
			return errNoComment
		}
		now := s.deps.Clock.Now()
		c.Body, c.Format, c.EditedAt = body, format, &now
		return nil
	})
}

// Delete deletes the caller's comment; its replies stay. It returns fault.NotFound as Edit does.
func (s *Service) Delete(ctx context.Context, who access.Caller, id string) error {
	_, err := s.change(ctx, who, id, func(_ bun.IDB, c *Comment, _ bool) error {
		if c.AuthorID != who.ID {
			return errNoComment
		}
		now := s.deps.Clock.Now()
		c.Body, c.DeletedAt = "", &now
		return nil
	})
	return err
}

// Hide hides a comment from all but its author and staff, or shows it again. Its author is notified when it is
// hidden. For teachers of the course and administrators; others get fault.Forbidden.
func (s *Service) Hide(ctx context.Context, who access.Caller, id string, h Hiding) (Comment, error) {
	return s.change(ctx, who, id, func(tx bun.IDB, c *Comment, teaches bool) error {
		if !teaches {
			return fault.New(fault.Forbidden, "not_your_course", "Only instructors of this course can hide comments.")
		}
		before := Hiding{c.HiddenAt != nil, c.HiddenReason}
		if before.Hidden == h.Hidden {
			return nil
		}
		now := s.deps.Clock.Now()
		c.HiddenAt, c.HiddenBy, c.HiddenReason = nil, nil, ""
		if h.Hidden {
			c.HiddenAt, c.HiddenBy, c.HiddenReason = &now, &who.ID, strings.TrimSpace(h.Reason)
			if err := events.Publish(ctx, tx, now, CommentHidden{c.ID}); err != nil {
				return err
			}
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "comment.hidden_changed", TargetKind: "comment", TargetID: id, Before: before, After: h})
	})
}

// change runs fn on a comment that the caller can see, and stores the result.
func (s *Service) change(ctx context.Context, who access.Caller, id string, fn func(tx bun.IDB, c *Comment, teaches bool) error) (c Comment, err error) {
	found, err := byID(ctx, s.deps.DB.Reader(), id)
	if err != nil {
		return c, err
	}
	_, teaches, err := s.deps.Lessons.OpenLesson(ctx, who, found.LessonID)
	if fault.Is(err, fault.NotFound) {
		err = errNoComment
	}
	if err != nil {
		return c, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if c, err = lock(ctx, tx, id); err != nil {
			return err
		}
		if c.DeletedAt != nil || c.HiddenAt != nil && !teaches && c.AuthorID != who.ID {
			return errNoComment
		}
		if err := fn(tx, &c, teaches); err != nil {
			return err
		}
		if err := update(ctx, tx, c); err != nil {
			return err
		}
		if err := settle(ctx, tx, cmp.Or(c.ThreadID, c.ID)); err != nil {
			return err
		}
		c, err = byID(ctx, tx, id)
		return err
	})
	return c.shown(who.ID, teaches), err
}

// Erase deletes the text of a user's comments but keeps them as placeholders for the replies, in the transaction that
// erases the user.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return erase(ctx, tx, user, s.deps.Clock.Now())
}
