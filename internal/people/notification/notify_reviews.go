package notification

import "context"

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
	return s.Notify(ctx, Notice{DedupKey: "review " + review.CourseID + " " + review.UserID, Kind: ReviewReceived, To: to, Data: review.data()})
}

// notifyReviewAnswered notifies the author of a review of an instructor's answer.
func (s *Service) notifyReviewAnswered(ctx context.Context, dedupKey, reviewID string) error {
	review, err := reviewOf(ctx, s.db.Reader(), reviewID)
	if err != nil || review == nil {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: ReviewAnswered, To: []string{review.UserID}, Data: review.data().by(review.AnsweredBy)})
}

// notifyReviewHidden notifies the author of a review that it was hidden, and why.
func (s *Service) notifyReviewHidden(ctx context.Context, dedupKey, reviewID string) error {
	review, err := reviewOf(ctx, s.db.Reader(), reviewID)
	if err != nil || review == nil {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: ReviewHidden, To: []string{review.UserID}, Data: review.data()})
}

// notifyReviewReported notifies the administrators that a review waits for their decision.
func (s *Service) notifyReviewReported(ctx context.Context, dedupKey, reviewID string) error {
	review, err := reviewOf(ctx, s.db.Reader(), reviewID)
	if err != nil || review == nil {
		return err
	}
	return s.notifyAdministrators(ctx, dedupKey, ReviewReported, review.data())
}

func (r reviewInfo) data() Data {
	return Data{"course": r.CourseID, "course_title": r.CourseTitle, "reason": r.HiddenReason}
}
