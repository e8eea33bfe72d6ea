package blogcomment

import (
	"context"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

var errNoUser = fault.New(fault.NotFound, "user_not_found", "This user doesn't exist.")

// Moderated returns a page of comments for administrators, newest first, how many there are, and the cursor of the next page.
func (s *Service) Moderated(ctx context.Context, who access.Caller, f ModerationFilter, limit int64, scroll rest.CursorParam) (cs []ModeratedComment, n rest.Count, next string, err error) {
	behind, err := scroll.Decode(1)
	if err != nil {
		return nil, n, "", err
	}
	q := s.deps.DB.Reader()
	rows, err := listModerated(ctx, q, f, who.ID, behind, limit+1)
	if err != nil {
		return nil, n, "", err
	}
	if int64(len(rows)) > limit {
		rows = rows[:limit]
		next = rest.EncodeCursor(rows[limit-1].ID)
	}
	cs = make([]ModeratedComment, len(rows))
	for i, r := range rows {
		cs[i] = ModeratedComment{BlogComment: s.read(r, who), AuthorID: r.AuthorID, AuthorFullName: r.AuthorName, IsBlocked: r.IsBlocked, PostTitle: r.PostTitle, PostSlug: r.PostSlug,
			Status: r.Status, Score: r.Score, Reasons: append([]string{}, r.Reasons.V...), Reports: r.Reports, Reason: r.Reason, DecidedAt: r.DecidedAt}
	}
	n, err = countModerated(ctx, q, f)
	return cs, n, next, err
}

// Decide gives comments a status and so decides on the reports of them: what became of each. Authors are notified of the reason why a comment was
// rejected. Comments that their authors have deleted stay so. For administrators.
func (s *Service) Decide(ctx context.Context, who access.Caller, d CommentDecisions) ([]CommentDecided, error) {
	all := make([]CommentDecided, len(d.IDs))
	for i, id := range d.IDs {
		one, err := s.decide(ctx, who, id, d.Status, strings.TrimSpace(d.Reason))
		if err != nil {
			return nil, err
		}
		all[i] = one
	}
	return all, nil
}

func (s *Service) decide(ctx context.Context, who access.Caller, id, status, reason string) (d CommentDecided, err error) {
	d.ID = id
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		r, err := lock(ctx, tx, id)
		if fault.Is(err, fault.NotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		d.Before, d.Status = r.Status, r.Status
		if r.Status == deleted || r.Status == status && r.Reports == 0 {
			return nil
		}
		before, now := map[string]any{"status": r.Status, "reports": r.Reports}, s.deps.Clock.Now()
		d.Status, r.Status, r.Reports, r.Reason, r.DecidedBy, r.DecidedAt = status, status, 0, "", &who.ID, &now
		if status == rejected {
			r.Reason = reason
		}
		if err := update(ctx, tx, r); err != nil {
			return err
		}
		if err := s.moved(ctx, tx, d.Before, r); err != nil {
			return err
		}
		if r.Reason != "" {
			if err := events.Publish(ctx, tx, now, CommentRejected{r.ID}); err != nil {
				return err
			}
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "blog_comment.decided", TargetKind: "blog_comment", TargetID: id,
			Before: before, After: map[string]any{"status": status, "reason": r.Reason}})
	})
	return d, err
}

// Block keeps a user from commenting, or changes the reason. For administrators. fault.NotFound.
func (s *Service) Block(ctx context.Context, who access.Caller, userID string, b CommenterBlock) error {
	b.Reason = strings.TrimSpace(b.Reason)
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := requireUser(ctx, tx, userID); err != nil {
			return err
		}
		if err := putBlock(ctx, tx, userID, b.Reason, who.ID, s.deps.Clock.Now()); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "blog_commenter.blocked", TargetKind: "user", TargetID: userID, After: b})
	})
}

// Unblock lets a user comment again; repeating changes nothing. For administrators. fault.NotFound.
func (s *Service) Unblock(ctx context.Context, who access.Caller, userID string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := requireUser(ctx, tx, userID); err != nil {
			return err
		}
		if removed, err := removeBlock(ctx, tx, userID); err != nil || !removed {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "blog_commenter.unblocked", TargetKind: "user", TargetID: userID})
	})
}

// SetMode sets how a post takes comments; "" for that of the school. For its author and administrators; others get fault.NotFound.
func (s *Service) SetMode(ctx context.Context, who access.Caller, postID string, m PostCommentMode) error {
	author := who.ID
	if who.HasRole(access.Admin) {
		author = ""
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		before, err := setMode(ctx, tx, postID, author, m.Mode)
		if err != nil || before == m.Mode {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "post.comments_mode_changed", TargetKind: "post", TargetID: postID, Before: PostCommentMode{before}, After: m})
	})
}
