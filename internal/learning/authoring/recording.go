package authoring

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
)

// CourseRecording is a video of a week of a live course.
type CourseRecording struct {
	bun.BaseModel `bun:"table:course_recordings,alias:r" json:"-"`

	ID        string    `bun:",pk" json:"id"`
	CourseID  string    `json:"-"`
	WeekID    string    `json:"week_id"`
	VideoID   string    `json:"video_id"`
	Title     string    `json:"title"`
	CreatedAt time.Time `json:"createdAt"`
}

// NewRecording refers to a video of the course's library.
type NewRecording struct {
	VideoID string `json:"video_id" minLength:"1" maxLength:"36" msg:"Video ID is required;minLength=Video ID cannot be empty"`
	Title   string `json:"title,omitempty" maxLength:"100" msg:"A title must be at most 100 characters" doc:"Absent: that of the video."`
}

// AddRecording adds a video of the course as the recording of a week; a second call changes its title. Same callers
// as SetExtras. It returns fault.NotFound for a week or video that is not in the course.
func (s *Service) AddRecording(ctx context.Context, who access.Caller, id, weekID string, n NewRecording) (r CourseRecording, err error) {
	c, err := course.Find(ctx, s.db.Reader(), who, id)
	if err == nil {
		err = requireType(c.Record, course.Live)
	}
	if err != nil {
		return r, err
	}
	has, err := s.weeks.HasWeek(ctx, id, weekID)
	if err == nil && !has {
		err = fault.New(fault.NotFound, "week_not_found", "This course has no such week.")
	}
	if err != nil {
		return r, err
	}
	_, err = s.changeTyped(ctx, who, course.Live, id, func(tx bun.IDB, _ *page) error {
		r = CourseRecording{ID: db.NewID(), CourseID: id, WeekID: weekID, VideoID: n.VideoID, Title: course.Line(n.Title), CreatedAt: s.clock.Now()}
		if r, err = putRecording(ctx, tx, r); err != nil {
			return err
		}
		return events.Publish(ctx, tx, s.clock.Now(), WeekRecorded{CourseID: id, WeekID: weekID, VideoID: n.VideoID})
	})
	return r, err
}

// RemoveRecording removes a recording from a week; its video stays in the library. Same callers as SetExtras. It
// returns fault.NotFound also if the week has no such recording.
func (s *Service) RemoveRecording(ctx context.Context, who access.Caller, id, weekID, recordingID string) error {
	_, err := s.changeTyped(ctx, who, course.Live, id, func(tx bun.IDB, _ *page) error {
		removed, err := removeRecording(ctx, tx, id, weekID, recordingID)
		if err == nil && !removed {
			err = fault.New(fault.NotFound, "recording_not_found", "This week has no such recording.")
		}
		return err
	})
	return err
}

// RecordedVideo is a recording with its course.
type RecordedVideo struct {
	CourseRecording `bun:",extend"`

	OfCourse    string `bun:"of_course" json:"course_id"`
	CourseTitle string `bun:"course_title" json:"course_title"`
}

// ListRecordings lists the recordings of live courses that the caller attends or teaches, newest first, and their number.
// For signed-in callers.
func (s *Service) ListRecordings(ctx context.Context, who access.Caller, limit, offset int64) ([]RecordedVideo, int64, error) {
	return recorded(ctx, s.db.Reader(), who.ID, limit, offset)
}
