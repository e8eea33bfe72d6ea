package authoring

import (
	"context"
	"slices"
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

	Session *RecordedSession `bun:"-" json:"session,omitempty" doc:"Of which it is the recording, for members of its batch and teachers of the course. Absent: none that is known."`
}

// RecordedSession is where a week's recording was made.
type RecordedSession struct {
	ID        string    `json:"id"`
	BatchID   string    `json:"batch_id"`
	BatchName string    `json:"batch_name"`
	StartsAt  time.Time `json:"starts_at"`
	EndsAt    time.Time `json:"ends_at"`
	Timezone  string    `json:"timezone" doc:"IANA name."`
	OnlyThere bool      `json:"only_there" doc:"The recording belongs to the session: it is changed and removed there, not in the week."`
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

// sessionRecording is a published recording of a session of a batch of a live course.
type sessionRecording struct {
	ID, VideoID, Title, Date, StartDate string

	SessionID, BatchID, BatchName, Timezone string
	StartsAt, EndsAt                        time.Time
}

// week returns the number of the week in which the session was held, from the beginning of its batch on; 0 is the first.
func (r sessionRecording) week() int {
	held, err := time.Parse(time.DateOnly, r.Date)
	began, unknown := time.Parse(time.DateOnly, r.StartDate)
	if err != nil || unknown != nil || held.Before(began) {
		return 0
	}
	return int(held.Sub(began).Hours()) / (7 * 24)
}

func (r sessionRecording) session(onlyThere bool) *RecordedSession {
	return &RecordedSession{r.SessionID, r.BatchID, r.BatchName, r.StartsAt.UTC(), r.EndsAt.UTC(), r.Timezone, onlyThere}
}

// weekRecordings returns the recordings of the weeks of a live course, and those of the sessions of its batches that the reader may watch, in the week in which they were
// held; a video that is both, once.
func (s *Service) weekRecordings(ctx context.Context, q bun.IDB, who access.Caller, p page) ([]CourseRecording, error) {
	all, err := recordings(ctx, q, p.ID)
	if err != nil {
		return nil, err
	}
	held, err := sessionRecordings(ctx, q, who, p.ID, p.Teaches)
	if err != nil || len(held) == 0 {
		return all, err
	}
	weeks, err := s.weeks.Weeks(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	for _, h := range held {
		if at := slices.IndexFunc(all, func(r CourseRecording) bool { return r.VideoID == h.VideoID }); at >= 0 {
			if all[at].Session == nil {
				all[at].Session = h.session(false)
			}
			continue
		}
		r := CourseRecording{ID: h.ID, CourseID: p.ID, VideoID: h.VideoID, Title: h.Title, CreatedAt: h.StartsAt.UTC(), Session: h.session(true)}
		if len(weeks) > 0 {
			r.WeekID = weeks[min(h.week(), len(weeks)-1)]
		}
		all = append(all, r)
	}
	slices.SortStableFunc(all, func(a, b CourseRecording) int { return b.CreatedAt.Compare(a.CreatedAt) })
	return all, nil
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
