package notification

import "context"

// GradeReturned tells a learner that they can see the grade of a submission.
func (s *Service) GradeReturned(ctx context.Context, occasion, submissionID string) error {
	work, err := submissionOf(ctx, s.DB.Reader(), submissionID)
	if err != nil || work == nil {
		return err
	}
	return s.Tell(ctx, News{Occasion: occasion, Kind: GradeReturned, To: []string{work.UserID}, Data: work.data()})
}

// WorkHandedIn tells who teaches a course that there is work to be graded.
func (s *Service) WorkHandedIn(ctx context.Context, occasion, submissionID string) error {
	work, err := submissionOf(ctx, s.DB.Reader(), submissionID)
	if err != nil || work == nil {
		return err
	}
	to, err := teachersOf(ctx, s.DB.Reader(), work.Course)
	if err != nil {
		return err
	}
	return s.Tell(ctx, News{Occasion: occasion, Kind: WorkHandedIn, To: without(to, work.UserID), Data: work.data()})
}

// CommentAnswered tells who began a thread that somebody else has answered; nobody while either is hidden or deleted.
func (s *Service) CommentAnswered(ctx context.Context, occasion, answerID string) error {
	answer, err := commentOf(ctx, s.DB.Reader(), answerID)
	if err != nil || answer == nil || answer.Gone {
		return err
	}
	first, err := commentOf(ctx, s.DB.Reader(), answer.ThreadID)
	if err != nil || first == nil || first.Gone || first.UserID == answer.UserID {
		return err
	}
	return s.Tell(ctx, News{Occasion: occasion, Kind: CommentAnswered, To: []string{first.UserID}, Data: first.data()})
}

// CommentHidden tells somebody that a comment of theirs was hidden, and why.
func (s *Service) CommentHidden(ctx context.Context, occasion, commentID string) error {
	comment, err := commentOf(ctx, s.DB.Reader(), commentID)
	if err != nil || comment == nil || comment.HiddenBy == comment.UserID {
		return err
	}
	data := comment.data()
	data["reason"] = comment.HiddenReason
	return s.Tell(ctx, News{Occasion: occasion, Kind: CommentHidden, To: []string{comment.UserID}, Data: data})
}

func (r lessonReport) data() Data {
	return Data{"course": r.Course, "course_title": r.CourseTitle, "lesson": r.Lesson, "lesson_title": r.LessonTitle}
}
