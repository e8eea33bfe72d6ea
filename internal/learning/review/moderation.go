package review

import (
	"context"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/rest"
)

// visible returns a review that the caller may read, and the course. Others get errNoReview.
func (s *Service) visible(ctx context.Context, who access.Caller, id string) (r Review, c course.Found, err error) {
	q := s.deps.DB.Reader()
	if r, err = byID(ctx, q, id); err != nil {
		return r, c, err
	}
	c, err = course.Find(ctx, q, who, r.CourseID)
	if fault.Is(err, fault.NotFound) || err == nil && r.HiddenAt != nil && r.UserID != who.ID && !who.HasRole(access.Admin) {
		err = errNoReview
	}
	return r, c, err
}

// Answer writes the answer to a review, or replaces it. For teachers of the course and administrators; others get
// course.ErrNotTaught. It returns fault.NotFound, or fault.Precondition, with the review as it is, unless its version holds.
func (s *Service) Answer(ctx context.Context, who access.Caller, id string, a AnswerToReview, held rest.IfMatch) (Review, error) {
	return s.answer(ctx, who, id, strings.TrimSpace(a.Text), held)
}

// DeleteAnswer deletes the answer to a review. As Answer.
func (s *Service) DeleteAnswer(ctx context.Context, who access.Caller, id string) error {
	_, err := s.answer(ctx, who, id, "", rest.IfMatch{})
	return err
}

func (s *Service) answer(ctx context.Context, who access.Caller, id, text string, held rest.IfMatch) (r Review, err error) {
	_, c, err := s.visible(ctx, who, id)
	if err == nil {
		err = c.RequireTeaches()
	}
	if err != nil {
		return r, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if r, err = lock(ctx, tx, id); err != nil {
			return err
		}
		if !held.Matches(r.Revision) {
			now, err := byID(ctx, tx, id)
			if err != nil {
				return err
			}
			return fault.New(fault.Precondition, "stale_version", "This review has changed. Read it again, then save your answer.").WithDetails(now.shown(who.ID))
		}
		if err := s.putAnswer(ctx, tx, who.ID, r, text); err != nil {
			return err
		}
		r, err = byID(ctx, tx, id)
		return err
	})
	return r.shown(who.ID), err
}

// putAnswer stores the answer to a locked review, "" for none.
func (s *Service) putAnswer(ctx context.Context, tx bun.IDB, userID string, r Review, text string) error {
	now := s.deps.Clock.Now()
	isFirst := r.Answer == "" && text != ""
	r.Answer, r.Revision = text, r.Revision+1
	switch {
	case text == "":
		r.AnsweredBy, r.AnsweredAt, r.AnswerEditedAt = nil, nil, nil
	case isFirst:
		r.AnsweredBy, r.AnsweredAt = &userID, &now
	default:
		r.AnsweredBy, r.AnswerEditedAt = &userID, &now
	}
	if err := update(ctx, tx, r); err != nil || !isFirst {
		return err
	}
	return events.Publish(ctx, tx, now, ReviewAnswered{r.ID})
}

// Report reports a review to the administrators; a user's second report changes nothing. It returns fault.NotFound for a review that the
// caller cannot read, fault.Forbidden for their own, or fault.TooMany.
func (s *Service) Report(ctx context.Context, who access.Caller, id string, n NewReport) error {
	r, _, err := s.visible(ctx, who, id)
	if err != nil {
		return err
	}
	if r.UserID == who.ID {
		return errNotOwn
	}
	if err := s.deps.Limits.Allow(ctx, ratelimit.Hit{Rule: reportRule, Subject: who.ID}); err != nil {
		return err
	}
	n.Details = strings.TrimSpace(n.Details)
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		r, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		now := s.deps.Clock.Now()
		if added, err := addReport(ctx, tx, id, who.ID, n, now); err != nil || !added || r.OpenReports > 0 {
			return err
		}
		return events.Publish(ctx, tx, now, ReviewReported{id})
	})
}

// Reported returns a page of the reviews with reports that nobody has decided on or, with hidden, of those that are hidden, newest first;
// next is the cursor of the next page. For administrators.
func (s *Service) Reported(ctx context.Context, hidden bool, limit int64, scroll rest.CursorParam) (rs []ReportedReview, next string, err error) {
	behind, err := scroll.Decode(1)
	if err != nil {
		return nil, "", err
	}
	q := s.deps.DB.Reader()
	if rs, err = reported(ctx, q, hidden, behind, limit+1); err != nil {
		return nil, "", err
	}
	if int64(len(rs)) > limit {
		rs = rs[:limit]
		next = rest.EncodeCursor(rs[limit-1].ID)
	}
	for i := range rs {
		rs[i].Review = rs[i].shown("")
		rs[i].AuthorID, rs[i].AuthorFull, rs[i].Reports = rs[i].UserID, rs[i].FullName, []ReviewReport{}
	}
	return rs, next, readReports(ctx, q, rs)
}

// Moderate hides a review, keeps it, or shows it again, and so decides on all reports of it. Its author is notified when it is hidden.
// For administrators. It returns fault.NotFound.
func (s *Service) Moderate(ctx context.Context, who access.Caller, id string, m Moderation) (r Review, err error) {
	found, err := byID(ctx, s.deps.DB.Reader(), id)
	if err != nil {
		return r, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		rating, err := course.LockRating(ctx, tx, found.CourseID)
		if err != nil {
			return err
		}
		if r, err = lock(ctx, tx, id); err != nil {
			return err
		}
		if err := s.moderate(ctx, tx, who, r, m, rating); err != nil {
			return err
		}
		r, err = byID(ctx, tx, id)
		return err
	})
	return r.shown(who.ID), err
}

// moderate applies a decision to a locked review of a course with this rating.
func (s *Service) moderate(ctx context.Context, tx bun.IDB, who access.Caller, r Review, m Moderation, rating course.Rating) error {
	before := map[string]any{"hidden": !r.counts(), "reason": r.HiddenReason, "open_reports": r.OpenReports}
	now, wasHidden := s.deps.Clock.Now(), !r.counts()
	r.HiddenAt, r.HiddenBy, r.HiddenReason, r.OpenReports = nil, nil, "", 0
	if m.Hidden {
		r.HiddenAt, r.HiddenBy, r.HiddenReason = &now, &who.ID, strings.TrimSpace(m.Reason)
	}
	if err := update(ctx, tx, r); err != nil {
		return err
	}
	if err := closeReports(ctx, tx, r.ID); err != nil {
		return err
	}
	if wasHidden != m.Hidden {
		by := int64(1)
		if m.Hidden {
			by = -1
			if err := events.Publish(ctx, tx, now, ReviewHidden{r.ID}); err != nil {
				return err
			}
		}
		if err := s.putRating(ctx, tx, r.CourseID, rating, rating.Changed(r.Stars, by)); err != nil {
			return err
		}
	}
	return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "review.moderated", TargetKind: "review", TargetID: r.ID,
		Before: before, After: map[string]any{"hidden": m.Hidden, "reason": r.HiddenReason, "open_reports": 0}})
}
