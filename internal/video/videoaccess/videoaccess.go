// Package videoaccess decides who may watch and who may manage a video. The table of videos belongs to transcode and is
// only read here.
package videoaccess

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
)

// Teachers are the roles that may see and change data about the videos of their courses.
var Teachers = []access.Role{access.Instructor, access.Admin}

// Courses decides what a caller may do with the videos of a course.
type Courses interface {
	// MayWatch reports whether the lesson of the video is open to the caller; a preview is open to all who see the course, and one that
	// no lesson shows to its learners if it is shared, otherwise to its teachers alone.
	MayWatch(ctx context.Context, who access.Caller, v Video) (bool, error)
	MayTeach(ctx context.Context, who access.Caller, courseID string) (bool, error)
}

// Video holds the fields that features about watching read.
type Video struct {
	bun.BaseModel `bun:"table:videos,alias:v"`

	ID             string
	CourseID       string
	IsPreview      bool
	IsDownloadable bool // its teachers have switched downloads on
	IsShared       bool `bun:",scanonly"` // with the learners of the course: by its teachers, or as a recording
	Status         string
	LiveGeneration int64 // 0 while nothing is playable
	DurationMS     int64 `bun:"duration_ms"`
	HasImages      bool  `bun:",scanonly"` // poster, thumbnails and storyboard of the live generation
}

// Deps of a Checker.
type Deps struct {
	DB      *db.DB
	Courses Courses
}

// Checker finds videos for callers who may access them.
type Checker struct {
	db      *db.DB
	courses Courses
}

func New(d Deps) *Checker {
	deps.Require(d)
	return &Checker{
		db:      d.DB,
		courses: d.Courses,
	}
}

// Watchable returns the video if the caller may watch it; otherwise fault.NotFound, as for one that does not exist.
func (c *Checker) Watchable(ctx context.Context, who access.Caller, id string) (Video, error) {
	v, err := videoByID(ctx, c.db.Reader(), id)
	if err != nil {
		return v, err
	}
	may, err := c.courses.MayWatch(ctx, who, v)
	if err == nil && !may {
		err = NotFound()
	}
	return v, err
}

// Teachable returns the video if the caller teaches its course; otherwise fault.NotFound.
func (c *Checker) Teachable(ctx context.Context, who access.Caller, id string) (Video, error) {
	v, err := videoByID(ctx, c.db.Reader(), id)
	if err != nil {
		return v, err
	}
	may, err := c.courses.MayTeach(ctx, who, v.CourseID)
	if err == nil && !may {
		err = NotFound()
	}
	return v, err
}

// NotFound answers for a video that does not exist or that the caller may not access.
func NotFound() error {
	return fault.New(fault.NotFound, "video_not_found", "This video doesn't exist.")
}
