package notification

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"time"

	"lectern/internal/people/notificationkind"
	"lectern/internal/platform/access"
)

// The functions below turn events of other features into notices. A listener calls them with the event's id as
// deduplication key; they notify nobody when the object of the event no longer exists.

// notifyUser notifies a user about their own account; nobody when userID is "".
func (s *Service) notifyUser(ctx context.Context, dedupKey string, kind notificationkind.Kind, userID string) error {
	if userID == "" {
		return nil
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: kind, To: []string{userID}})
}

// notifyAdministrators notifies all administrators.
func (s *Service) notifyAdministrators(ctx context.Context, dedupKey string, kind notificationkind.Kind, data Data) error {
	all, err := usersWithRole(ctx, s.db.Reader(), string(access.Admin))
	if err != nil {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: kind, To: all, Data: data})
}

// notifyApplicationReceived notifies the administrators of who applies for a role.
func (s *Service) notifyApplicationReceived(ctx context.Context, dedupKey, applicationID string) error {
	applicant, err := applicantOf(ctx, s.db.Reader(), applicationID)
	if err != nil || applicant == "" {
		return err
	}
	return s.notifyAdministrators(ctx, dedupKey, notificationkind.ApplicationReceived, Data{}.by(applicant))
}

// notifyInviter notifies the sender of an invitation that was accepted.
func (s *Service) notifyInviter(ctx context.Context, dedupKey, inviter, invited string) error {
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.InvitationAccepted, To: []string{inviter}, Data: Data{}.by(invited)})
}

// notifyEnrolled notifies the student and the course's teachers.
func (s *Service) notifyEnrolled(ctx context.Context, dedupKey, student, courseID string) error {
	title, err := courseTitle(ctx, s.db.Reader(), courseID)
	if err != nil || title == "" {
		return err
	}
	data := Data{"course": courseID, "course_title": title}
	if err := s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.CourseEnrolled, To: []string{student}, Data: data}); err != nil {
		return err
	}
	teachers, err := teachersOf(ctx, s.db.Reader(), courseID)
	if err != nil {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.CourseNewStudent, To: without(teachers, student),
		Data: maps.Clone(data).by(student)})
}

// notifyInvited notifies a user who is invited to a course now.
func (s *Service) notifyInvited(ctx context.Context, dedupKey, userID, courseID string) error {
	title, err := invitedTo(ctx, s.db.Reader(), userID, courseID)
	if err != nil || title == "" {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.CourseInvited, To: []string{userID}, Data: Data{"course": courseID, "course_title": title}})
}

// notifyCompleted notifies a student that they have completed a course.
func (s *Service) notifyCompleted(ctx context.Context, dedupKey, student, courseID string) error {
	title, err := courseTitle(ctx, s.db.Reader(), courseID)
	if err != nil || title == "" {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.CourseCompleted, To: []string{student}, Data: Data{"course": courseID, "course_title": title}})
}

// notifyCourseUpdated notifies a course's students of a new version, at most once a day (UTC).
func (s *Service) notifyCourseUpdated(ctx context.Context, at time.Time, courseID string) error {
	title, err := courseTitle(ctx, s.db.Reader(), courseID)
	if err != nil || title == "" {
		return err
	}
	students, err := studentsOf(ctx, s.db.Reader(), courseID)
	if err != nil {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: courseID + " " + at.Format(time.DateOnly), Kind: notificationkind.CourseUpdated, To: students,
		Data: Data{"course": courseID, "course_title": title}})
}

// notifyWeeklyTimes notifies a course's students that its weekly Q&A sessions take place at other times.
func (s *Service) notifyWeeklyTimes(ctx context.Context, dedupKey string, e weeklyTimesChanged) error {
	title, err := courseTitle(ctx, s.db.Reader(), e.CourseID)
	if err != nil || title == "" {
		return err
	}
	students, err := studentsOf(ctx, s.db.Reader(), e.CourseID)
	if err != nil {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.WeeklyTimes, To: without(students, e.ActorID), Data: Data{"course": e.CourseID, "course_title": title}})
}

// notifyVideoEnded notifies the uploader of a video and its course's teachers that processing has ended, with notificationkind.VideoReady or
// notificationkind.VideoFailed.
func (s *Service) notifyVideoEnded(ctx context.Context, dedupKey string, kind notificationkind.Kind, videoID string) error {
	v, err := videoOf(ctx, s.db.Reader(), videoID)
	if err != nil || v == nil {
		return err
	}
	to, err := teachersOf(ctx, s.db.Reader(), v.CourseID)
	if err != nil {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: kind, To: append(to, v.OwnerID), Data: Data{
		"video": videoID, "video_title": v.Title, "course": v.CourseID, "course_title": v.CourseTitle, "reason": v.FailureReason, "code": v.FailureCode,
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

// notifyHolder notifies the holder of a certificate that it was issued or revoked, or will expire.
func (s *Service) notifyHolder(ctx context.Context, dedupKey string, kind notificationkind.Kind, id string) error {
	c, err := certificateOf(ctx, s.db.Reader(), id)
	if err != nil || c == nil {
		return err
	}
	data := Data{"certificate": id, "course_title": c.CourseTitle, "reason": c.Reason}
	if c.ExpiresAt != nil {
		data["until"] = instant(*c.ExpiresAt)
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: kind, To: []string{c.UserID}, Data: data})
}

// notifyCertificateAsked notifies the administrators that there is something to decide about a certificate.
func (s *Service) notifyCertificateAsked(ctx context.Context, dedupKey string, e certificateAsked) error {
	c, err := certificateOf(ctx, s.db.Reader(), e.CertificateID)
	if err != nil || c == nil || c.CourseID == nil {
		return err
	}
	return s.notifyAdministrators(ctx, dedupKey, notificationkind.CertificateAsked, Data{"course": *c.CourseID, "course_title": c.CourseTitle}.by(e.By))
}

// notifyCertificateDeclined notifies who has asked for something about a certificate that it was declined.
func (s *Service) notifyCertificateDeclined(ctx context.Context, dedupKey string, e certificateDeclined) error {
	c, err := certificateOf(ctx, s.db.Reader(), e.CertificateID)
	if err != nil || c == nil {
		return err
	}
	kind, data := notificationkind.CertificateName, Data{"course_title": c.CourseTitle, "reason": e.Reason}
	if c.CourseID != nil {
		data["course"] = *c.CourseID
	}
	if e.Request == "revocation" {
		kind = notificationkind.CertificateKept
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: kind, To: []string{e.To}, Data: data})
}

// notifyGoal notifies a learner of what has become of one of their goals.
func (s *Service) notifyGoal(ctx context.Context, dedupKey string, kind notificationkind.Kind, id string) error {
	g, err := goalOf(ctx, s.db.Reader(), id)
	if err != nil || g == nil {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: kind, To: []string{g.UserID}, Data: Data{"title": g.Title}})
}

// notifyGoalWeek notifies a learner of what they have done for their weekly goals in a week. It says nothing of those for which they have done
// nothing: nobody needs to hear that.
func (s *Service) notifyGoalWeek(ctx context.Context, e goalWeekOver) error {
	weeks, err := goalWeeksOf(ctx, s.db.Reader(), e.UserID, e.StartsOn)
	if err != nil || len(weeks) == 0 {
		return err
	}
	var done []string
	for _, w := range weeks {
		done = append(done, fmt.Sprintf("%s: %d / %d", w.Title, w.Value, w.Target))
	}
	return s.Notify(ctx, Notice{DedupKey: "goals " + e.UserID + " " + e.StartsOn, Kind: notificationkind.GoalWeek, To: []string{e.UserID}, Data: Data{"summary": strings.Join(done, " · ")}})
}
