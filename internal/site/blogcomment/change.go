package blogcomment

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/ratelimit"
)

// Edit replaces the text of the caller's comment for 15 minutes after they have written it. The new text is judged as a new one; a comment that is
// not published stays so. fault.NotFound, fault.Forbidden for another user's, fault.Conflict when it is too late.
func (s *Service) Edit(ctx context.Context, who access.Caller, id string, e BlogCommentEdit) (c BlogComment, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		r, err := s.lockOwn(ctx, tx, who, id)
		if err != nil {
			return err
		}
		now, before := s.deps.Clock.Now(), r.Status
		if !now.Before(r.CreatedAt.Add(editableFor)) {
			return errTooLate
		}
		p, err := postOf(ctx, tx, r.PostID)
		if err != nil {
			return err
		}
		at, err := s.standingOf(ctx, tx, who, p)
		if err != nil {
			return err
		}
		if r, err = s.judged(ctx, tx, r, e.Body, evidence{}, at); err != nil {
			return err
		}
		if before != published && r.Status == published {
			r.Status = before
		}
		r.EditedAt = &now
		if err := update(ctx, tx, r); err != nil {
			return err
		}
		if err := s.moved(ctx, tx, before, r); err != nil {
			return err
		}
		f, err := byID(ctx, tx, id, who.ID)
		c = s.read(f, who)
		return err
	})
	return c, err
}

// Delete deletes the text of the caller's comment; its replies stay. fault.NotFound, fault.Forbidden as Edit.
func (s *Service) Delete(ctx context.Context, who access.Caller, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		r, err := s.lockOwn(ctx, tx, who, id)
		if err != nil {
			return err
		}
		before := r.Status
		r.Body, r.BodyHash, r.Status = "", "", deleted
		r.Hosts.V, r.Reasons.V, r.Reports = []string{}, []string{}, 0
		if err := update(ctx, tx, r); err != nil {
			return err
		}
		return s.moved(ctx, tx, before, r)
	})
}

// lockOwn locks a comment of the caller that is not deleted.
func (s *Service) lockOwn(ctx context.Context, tx bun.IDB, who access.Caller, id string) (row, error) {
	r, err := lock(ctx, tx, id)
	switch {
	case err != nil:
	case r.Status == deleted, r.AuthorID != who.ID && r.Status != published:
		err = errNoComment
	case r.AuthorID != who.ID:
		err = errNotYours
	}
	return r, err
}

// Report reports a published comment to the administrators; a user's second report changes nothing. From the third user on it waits for their
// decision, unless they have approved it before. fault.NotFound, fault.Forbidden for the caller's own, fault.TooMany.
func (s *Service) Report(ctx context.Context, who access.Caller, id string, n BlogCommentReport) error {
	if err := s.deps.Limits.Check(ctx, ratelimit.Hit{Rule: reportRule, Subject: who.ID}); err != nil {
		return err
	}
	err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		r, err := lock(ctx, tx, id)
		if err == nil && r.Status != published {
			err = errNoComment
		}
		if err == nil && r.AuthorID == who.ID {
			err = errOwn
		}
		if err != nil {
			return err
		}
		if added, err := addReport(ctx, tx, id, who.ID, n.Reason, s.deps.Clock.Now()); err != nil || !added {
			return err
		}
		if r.Reports++; r.Reports >= reportsToHide && r.DecidedAt == nil {
			r.Status, r.Reasons.V = pending, append(r.Reasons.V, "reported")
		}
		if err := update(ctx, tx, r); err != nil {
			return err
		}
		return s.moved(ctx, tx, published, r)
	})
	if err != nil {
		return err
	}
	return s.deps.Limits.Count(ctx, ratelimit.Hit{Rule: reportRule, Subject: who.ID})
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "blog_comments", Column: "author_id", Export: []string{"post_id", "body", "status", "created_at", "edited_at", "reason"}},
		{Table: "blog_comments", Column: "decided_by", Excuse: personaldata.Others},
		{Table: "blog_comment_reports", Column: "user_id", Export: []string{"comment_id", "reason", "created_at"}},
		{Table: "blog_blocked_commenters", Column: "user_id", Export: []string{"reason", "blocked_at"}},
		{Table: "blog_blocked_commenters", Column: "blocked_by", Excuse: personaldata.Others},
	}
}

// Erase deletes the texts and reports of a user, in the transaction that erases the user.
func (*Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return erase(ctx, tx, user)
}
