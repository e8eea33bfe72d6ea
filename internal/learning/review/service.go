package review

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/searchindex"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

type Deps struct {
	DB     *db.DB
	Clock  clock.Clock
	Audit  *audit.Log
	Limits *ratelimit.Limiter
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// How often a user may write and report reviews.
var (
	writeRule  = ratelimit.Rule{Name: "review", Limit: 30, Window: time.Hour}
	reportRule = ratelimit.Rule{Name: "review report", Limit: 30, Window: time.Hour}
)

// List returns a page of the reviews of a course, how many there are, and the cursor of the next page. For everybody who sees the
// course; others get course.ErrNotFound.
func (s *Service) List(ctx context.Context, who access.Caller, courseID string, f ReviewFilter, limit int64, scroll rest.CursorParam) (rs []Review, total int64, next string, err error) {
	behind, err := f.decode(scroll)
	if err != nil {
		return nil, 0, "", err
	}
	q := s.deps.DB.Reader()
	c, err := course.Find(ctx, q, who, courseID)
	if err != nil {
		return nil, 0, "", err
	}
	if rs, err = list(ctx, q, query{course: courseID, caller: who.ID, filter: f, behind: behind, limit: limit + 1}); err != nil {
		return nil, 0, "", err
	}
	if int64(len(rs)) > limit {
		rs = rs[:limit]
		next = f.encode(rs[limit-1])
	}
	for i := range rs {
		rs[i] = rs[i].shown(who.ID)
	}
	return rs, f.total(c.Rating), next, nil
}

// Own returns the caller's review of a course, or whether they may write one. It returns course.ErrNotFound.
func (s *Service) Own(ctx context.Context, who access.Caller, courseID string) (OwnReview, error) {
	q := s.deps.DB.Reader()
	if _, err := course.Find(ctx, q, who, courseID); err != nil {
		return OwnReview{}, err
	}
	return own(ctx, q, who.ID, courseID)
}

func own(ctx context.Context, q bun.IDB, userID, courseID string) (o OwnReview, err error) {
	at, err := standingOf(ctx, q, userID, courseID)
	if err != nil {
		return o, err
	}
	r, err := byCourseAndAuthor(ctx, q, courseID, userID)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return o, err
	}
	o = OwnReview{Obstacle: at.obstacle(), Percent: at.Percent, Required: requiredPercent, ShownName: text.ShortName(at.FullName)}
	o.MayReview = o.Obstacle == ""
	if err == nil {
		r = r.shown(userID)
		o.Review = &r
	}
	return o, nil
}

// Put writes the caller's review of a course, or replaces it. It returns course.ErrNotFound, fault.Forbidden to those who may not
// review the course, fault.Precondition, with the review that there is, unless its version holds, or fault.TooMany.
func (s *Service) Put(ctx context.Context, who access.Caller, courseID string, n NewReview, held rest.IfMatch) (o OwnReview, err error) {
	if _, err := course.Find(ctx, s.deps.DB.Reader(), who, courseID); err != nil {
		return o, err
	}
	if err := s.deps.Limits.Allow(ctx, ratelimit.Hit{Rule: writeRule, Subject: who.ID}); err != nil {
		return o, err
	}
	n.Body = strings.TrimSpace(n.Body)
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		rating, err := course.LockRating(ctx, tx, courseID)
		if err != nil {
			return err
		}
		if o, err = own(ctx, tx, who.ID, courseID); err != nil {
			return err
		}
		if !held.Matches(o.EditVersion()) {
			return fault.New(fault.Precondition, "stale_version", "You have changed this review on another device. Your change is not saved yet.").WithDetails(o)
		}
		if err := s.write(ctx, tx, who.ID, courseID, rating, o.Review, n); err != nil {
			return err
		}
		o, err = own(ctx, tx, who.ID, courseID)
		return err
	})
	return o, err
}

// write stores the review n in place of the one that there is, nil for none.
func (s *Service) write(ctx context.Context, tx bun.IDB, userID, courseID string, rating course.Rating, there *Review, n NewReview) error {
	now := s.deps.Clock.Now()
	if there != nil {
		r, after := *there, rating
		if r.counts() {
			after = rating.Changed(r.Stars, -1).Changed(n.Stars, 1)
		}
		r.Stars, r.Body, r.EditedAt, r.Revision = n.Stars, n.Body, &now, r.Revision+1
		if err := update(ctx, tx, r); err != nil {
			return err
		}
		return s.putRating(ctx, tx, courseID, rating, after)
	}
	at, err := standingOf(ctx, tx, userID, courseID)
	if err == nil {
		err = at.refusal()
	}
	if err != nil {
		return err
	}
	r := Review{ID: db.NewID(), CourseID: courseID, UserID: userID, Stars: n.Stars, Body: n.Body, CreatedAt: now, Revision: 1}
	if err := insert(ctx, tx, r); err != nil {
		return err
	}
	if err := events.Publish(ctx, tx, now, ReviewWritten{r.ID}); err != nil {
		return err
	}
	return s.putRating(ctx, tx, courseID, rating, rating.Changed(n.Stars, 1))
}

// putRating changes the rating of a locked course. What the catalogue has counted by stars is counted anew where that changes it.
func (s *Service) putRating(ctx context.Context, tx bun.IDB, courseID string, before, after course.Rating) error {
	if before.ShownStars() != after.ShownStars() {
		if err := searchindex.BumpVersion(ctx, tx); err != nil {
			return err
		}
	}
	return course.PutRating(ctx, tx, courseID, after)
}

// Delete deletes the caller's review of a course. It returns fault.NotFound if there is none, fault.Conflict while it is hidden:
// otherwise it could be written again in the same words.
func (s *Service) Delete(ctx context.Context, who access.Caller, courseID string) error {
	if _, err := course.Find(ctx, s.deps.DB.Reader(), who, courseID); err != nil {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return s.remove(ctx, tx, courseID, who.ID, true) })
}

// remove deletes a user's review of a course; with visibleOnly not one that is hidden.
func (s *Service) remove(ctx context.Context, tx bun.IDB, courseID, userID string, visibleOnly bool) error {
	rating, err := course.LockRating(ctx, tx, courseID)
	if err != nil {
		return err
	}
	r, err := byCourseAndAuthor(ctx, tx, courseID, userID)
	if err != nil {
		return err
	}
	if visibleOnly && !r.counts() {
		return errIsHidden
	}
	if err := remove(ctx, tx, r.ID); err != nil || !r.counts() {
		return err
	}
	return s.putRating(ctx, tx, courseID, rating, rating.Changed(r.Stars, -1))
}
