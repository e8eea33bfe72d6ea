package notification

import (
	"context"

	"lectern/internal/people/notificationkind"
)

// notifyGradeReturned notifies a student that the grade of a submission is available.
func (s *Service) notifyGradeReturned(ctx context.Context, dedupKey, submissionID string) error {
	work, err := submissionOf(ctx, s.db.Reader(), submissionID)
	if err != nil || work == nil {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.GradeReturned, To: []string{work.UserID}, Data: work.data()})
}

// notifyWorkHandedIn notifies a course's teachers that there is work to grade.
func (s *Service) notifyWorkHandedIn(ctx context.Context, dedupKey, submissionID string) error {
	work, err := submissionOf(ctx, s.db.Reader(), submissionID)
	if err != nil || work == nil {
		return err
	}
	to, err := teachersOf(ctx, s.db.Reader(), work.Course)
	if err != nil {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.WorkHandedIn, To: without(to, work.UserID), Data: work.data().by(work.UserID)})
}

// notifyCommentAnswered notifies the author of a thread of an answer by another user; nobody while either is hidden or
// deleted.
func (s *Service) notifyCommentAnswered(ctx context.Context, dedupKey, answerID string) error {
	answer, err := commentOf(ctx, s.db.Reader(), answerID)
	if err != nil || answer == nil || answer.Gone {
		return err
	}
	first, err := commentOf(ctx, s.db.Reader(), answer.ThreadID)
	if err != nil || first == nil || first.Gone || first.UserID == answer.UserID {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.CommentAnswered, To: []string{first.UserID}, Data: first.data().by(answer.UserID)})
}

// notifyCommentHidden notifies a comment's author that it was hidden, and why.
func (s *Service) notifyCommentHidden(ctx context.Context, dedupKey, commentID string) error {
	comment, err := commentOf(ctx, s.db.Reader(), commentID)
	if err != nil || comment == nil || comment.HiddenBy == comment.UserID {
		return err
	}
	data := comment.data()
	data["reason"] = comment.HiddenReason
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.CommentHidden, To: []string{comment.UserID}, Data: data})
}

func (r lessonInfo) data() Data {
	return Data{"course": r.Course, "course_title": r.CourseTitle, "lesson": r.Lesson, "lesson_title": r.LessonTitle}
}
