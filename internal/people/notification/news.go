package notification

import (
	"context"
	"time"

	"lectern/internal/platform/access"
)

// What follows are the facts of other features as news. Each is called by a listener of package app with the id of the
// event, and tells nobody when what the fact is about is gone.

// AboutAccount tells somebody of their own account; nobody when userID is "".
func (s *Service) AboutAccount(ctx context.Context, occasion string, kind Kind, userID string) error {
	if userID == "" {
		return nil
	}
	return s.Tell(ctx, News{Occasion: occasion, Kind: kind, To: []string{userID}})
}

// TellAdministrators tells everybody who administers.
func (s *Service) TellAdministrators(ctx context.Context, occasion string, kind Kind) error {
	all, err := holders(ctx, s.DB.Reader(), string(access.Admin))
	if err != nil {
		return err
	}
	return s.Tell(ctx, News{Occasion: occasion, Kind: kind, To: all})
}

// AcceptedInvitation tells who has invited.
func (s *Service) AcceptedInvitation(ctx context.Context, occasion, inviter, newcomer string) error {
	return s.Tell(ctx, News{Occasion: occasion, Kind: InvitationAccepted, To: []string{inviter}, Data: Data{"user": newcomer}})
}

// Enrolled tells the student, and who teaches the course.
func (s *Service) Enrolled(ctx context.Context, occasion, student, courseID string) error {
	title, err := courseTitle(ctx, s.DB.Reader(), courseID)
	if err != nil || title == "" {
		return err
	}
	data := Data{"course": courseID, "course_title": title}
	if err := s.Tell(ctx, News{Occasion: occasion, Kind: CourseEnrolled, To: []string{student}, Data: data}); err != nil {
		return err
	}
	teachers, err := teachersOf(ctx, s.DB.Reader(), courseID)
	if err != nil {
		return err
	}
	return s.Tell(ctx, News{Occasion: occasion, Kind: CourseNewStudent, To: without(teachers, student), Data: data})
}

// Completed tells a student that they have completed a course.
func (s *Service) Completed(ctx context.Context, occasion, student, courseID string) error {
	title, err := courseTitle(ctx, s.DB.Reader(), courseID)
	if err != nil || title == "" {
		return err
	}
	return s.Tell(ctx, News{Occasion: occasion, Kind: CourseCompleted, To: []string{student}, Data: Data{"course": courseID, "course_title": title}})
}

// Updated tells who takes a course that it has changed; once a day (UTC), however often its teachers publish.
func (s *Service) Updated(ctx context.Context, at time.Time, courseID string) error {
	title, err := courseTitle(ctx, s.DB.Reader(), courseID)
	if err != nil || title == "" {
		return err
	}
	students, err := studentsOf(ctx, s.DB.Reader(), courseID)
	if err != nil {
		return err
	}
	return s.Tell(ctx, News{Occasion: courseID + " " + at.Format(time.DateOnly), Kind: CourseUpdated, To: students,
		Data: Data{"course": courseID, "course_title": title}})
}

// VideoEnded tells who has uploaded a video, and who teaches its course, how its processing ended: VideoReady or VideoFailed.
func (s *Service) VideoEnded(ctx context.Context, occasion string, kind Kind, videoID string) error {
	v, err := videoOf(ctx, s.DB.Reader(), videoID)
	if err != nil || v == nil {
		return err
	}
	to, err := teachersOf(ctx, s.DB.Reader(), v.CourseID)
	if err != nil {
		return err
	}
	return s.Tell(ctx, News{Occasion: occasion, Kind: kind, To: append(to, v.OwnerID), Data: Data{
		"video": videoID, "video_title": v.Title, "course": v.CourseID, "course_title": v.CourseTitle, "reason": v.FailureReason,
	}})
}

func without(ids []string, id string) (others []string) {
	for _, i := range ids {
		if i != id {
			others = append(others, i)
		}
	}
	return others
}
