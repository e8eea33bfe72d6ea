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

// notifyReviewer notifies the author of a review of what others have done with it.
func (s *Service) notifyReviewer(ctx context.Context, dedupKey string, kind Kind, reviewID string) error {
	review, err := reviewOf(ctx, s.db.Reader(), reviewID)
	if err != nil || review == nil {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: kind, To: []string{review.UserID}, Data: review.data()})
}

func (r reviewInfo) data() Data {
	return Data{"course": r.CourseID, "course_title": r.CourseTitle, "reason": r.HiddenReason}
}
