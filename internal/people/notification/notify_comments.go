package notification

import (
	"context"

	"lectern/internal/people/notificationkind"
)

// notifyReviewReceived notifies a course's teachers of a learner's review: once, however often it is deleted and written again.
func (s *Service) notifyReviewReceived(ctx context.Context, reviewID string) error {
	review, err := reviewOf(ctx, s.db.Reader(), reviewID)
	if err != nil || review == nil {
		return err
	}
	to, err := teachersOf(ctx, s.db.Reader(), review.CourseID)
	if err != nil {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: "review " + review.CourseID + " " + review.UserID, Kind: notificationkind.ReviewReceived, To: to, Data: review.data()})
}

// notifyReviewAnswered notifies the author of a review of an instructor's answer.
func (s *Service) notifyReviewAnswered(ctx context.Context, dedupKey, reviewID string) error {
	review, err := reviewOf(ctx, s.db.Reader(), reviewID)
	if err != nil || review == nil {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.ReviewAnswered, To: []string{review.UserID}, Data: review.data().by(review.AnsweredBy)})
}

// notifyReviewHidden notifies the author of a review that it was hidden, and why.
func (s *Service) notifyReviewHidden(ctx context.Context, dedupKey, reviewID string) error {
	review, err := reviewOf(ctx, s.db.Reader(), reviewID)
	if err != nil || review == nil {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.ReviewHidden, To: []string{review.UserID}, Data: review.data()})
}

// notifyReviewReported notifies the administrators that a review waits for their decision.
func (s *Service) notifyReviewReported(ctx context.Context, dedupKey, reviewID string) error {
	review, err := reviewOf(ctx, s.db.Reader(), reviewID)
	if err != nil || review == nil {
		return err
	}
	return s.notifyAdministrators(ctx, dedupKey, notificationkind.ReviewReported, review.data())
}

func (r reviewInfo) data() Data {
	return Data{"course": r.CourseID, "course_title": r.CourseTitle, "reason": r.HiddenReason}
}

// notifyBlogComment notifies the author of a post of a new comment, and the author of the comment that it answers.
func (s *Service) notifyBlogComment(ctx context.Context, commentID string) error {
	c, err := blogCommentOf(ctx, s.db.Reader(), commentID)
	if err != nil || c == nil {
		return err
	}
	if c.AnswersAuthor != "" && c.AnswersAuthor != c.AuthorID {
		if err := s.Notify(ctx, Notice{DedupKey: "blog reply " + commentID, Kind: notificationkind.BlogCommentAnswered, To: []string{c.AnswersAuthor}, Data: c.data().by(c.AuthorID)}); err != nil {
			return err
		}
	}
	if c.PostAuthor == c.AuthorID || c.PostAuthor == c.AnswersAuthor {
		return nil
	}
	return s.Notify(ctx, Notice{DedupKey: "blog comment " + commentID, Kind: notificationkind.BlogCommentReceived, To: []string{c.PostAuthor}, Data: c.data().by(c.AuthorID)})
}

// notifyBlogCommentRejected notifies the author of a comment of the reason why it isn't published.
func (s *Service) notifyBlogCommentRejected(ctx context.Context, dedupKey, commentID string) error {
	c, err := blogCommentOf(ctx, s.db.Reader(), commentID)
	if err != nil || c == nil || c.Reason == "" {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.BlogCommentRejected, To: []string{c.AuthorID}, Data: c.data()})
}

// notifyBlogCommentsWaiting notifies the administrators that comments wait for their decision.
func (s *Service) notifyBlogCommentsWaiting(ctx context.Context, dedupKey, commentID string) error {
	c, err := blogCommentOf(ctx, s.db.Reader(), commentID)
	if err != nil || c == nil {
		return err
	}
	return s.notifyAdministrators(ctx, dedupKey, notificationkind.BlogCommentsWaiting, c.data())
}

func (c blogCommentInfo) data() Data {
	return Data{"post": c.PostSlug, "post_title": c.PostTitle, "reason": c.Reason}
}

// notifyComplaint notifies who complained of an answer, and of what they write and of what is due the administrator who works on it, or all while nobody does.
func (s *Service) notifyComplaint(ctx context.Context, dedupKey string, e complaintTurned) error {
	c, err := complaintOf(ctx, s.db.Reader(), e.ComplaintID)
	if err != nil || c == nil {
		return err
	}
	data := Data{"complaint": e.ComplaintID, "number": c.Number, "subject": c.Subject}
	kind := map[string]notificationkind.Kind{"opened": notificationkind.ComplaintOpened, "replied": notificationkind.ComplaintReplied, "answered": notificationkind.ComplaintAnswered,
		"resolved": notificationkind.ComplaintResolved, "due_soon": notificationkind.ComplaintDue, "overdue": notificationkind.ComplaintOverdue}[e.Turn]
	switch {
	case e.Turn == "answered" || e.Turn == "resolved":
		if c.UserID == "" {
			return nil // they get an email with the private link
		}
		return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: kind, To: []string{c.UserID}, Data: data})
	case c.AssignedTo != "":
		return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: kind, To: []string{c.AssignedTo}, Data: data})
	}
	return s.notifyAdministrators(ctx, dedupKey, kind, data)
}
