// Package transcode owns videos: it turns an uploaded file into playable renditions, in pieces that any number of workers
// on any number of machines can encode, and reports the progress.
//
// A generation is one complete set of derived objects. It is planned once (probe), then its pieces and its audio are
// encoded and its pictures taken, each by a job of its own. A video is playable once its lowest rung and its audio are
// complete.
package transcode

import (
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/video/media"
	"lectern/internal/video/pace"
)

// teachers have videos; which ones is decided by row.
var teachers = []access.Role{access.Instructor, access.Admin}

// Video is a row of the library and its representation: everything for users who teach with it, for others what forVisitors
// leaves.
type Video struct {
	bun.BaseModel `bun:"table:videos,alias:v" json:"-"`

	ID               string            `bun:",pk" json:"videoId"`
	CourseID         string            `json:"courseId"`
	LessonID         string            `bun:",scanonly" json:"lessonId" doc:"The lesson that shows it, as the curriculum says: of the draft for its teachers, of the published version for others. Empty where none does."`
	OwnerID          string            `json:"-"`
	Title            string            `json:"title"`
	Description      string            `json:"description"`
	Position         int64             `json:"position" doc:"Place among the videos of its course."`
	IsPreview        bool              `json:"isPreview" doc:"Anybody may watch it."`
	IsShared         bool              `json:"isShared" doc:"The learners of its course may watch it although no lesson shows it. Otherwise a video without a published lesson is its teachers' alone."`
	IsDownloadable   bool              `json:"isDownloadable" doc:"Those who may watch it may have it as a file."`
	SourceKey        string            `json:"-"`
	Replacing        string            `bun:",scanonly" json:"replacing" enum:",uploading,processing" doc:"How far another file for it is; it plays the old one until then. For its teachers only; empty for others."`
	OriginalFileName string            `json:"originalFileName" doc:"For its teachers only; empty for others."`
	ContentType      string            `json:"contentType" doc:"For its teachers only; empty for others."`
	FileSize         int64             `json:"fileSize" doc:"Bytes. For its teachers only; 0 for others."`
	Status           string            `json:"status" enum:"pending,uploading,processing,completed,failed,cancelled" doc:"To others than its teachers a video that plays is completed."`
	Generation       int64             `json:"generation"`
	LiveGeneration   int64             `json:"-"`
	FailureCode      string            `json:"failureCode" doc:"Empty unless the video failed, or the last file that was to replace it; for its teachers only."`
	FailureReason    string            `json:"failureReason" doc:"A sentence for its teachers only."`
	StoredNotices    db.JSON[[]string] `bun:"notices" json:"-"`
	Notices          []string          `bun:"-" json:"notices" doc:"What of the file the video does not show, in sentences for its teachers only."`
	DurationMS       int64             `bun:"duration_ms" json:"durationMs" doc:"Milliseconds; 0 until it is known."`
	Width            int64             `json:"width"`
	Height           int64             `json:"height"`
	Poster           int64             `json:"poster" doc:"Which of the ten thumbnails is the poster."`
	CreatedAt        time.Time         `json:"createdAt"`
	UpdatedAt        time.Time         `json:"updatedAt"`
	UploadedAt       *time.Time        `json:"uploadedAt" doc:"For its teachers only; null for others."`
	RefusedAt        *time.Time        `json:"-"`
	CompletedAt      *time.Time        `json:"completedAt" doc:"For its teachers only; null for others."`
	Playable         bool              `bun:"-" json:"playable" doc:"Whether it can be watched, perhaps not yet in every quality."`
	Retryable        bool              `bun:"-" json:"retryable" doc:"Whether it can be processed again: its file is here and nothing is under way. For its teachers only; false for others."`
	CourseTitle      string            `bun:",scanonly" json:"courseTitle"`
	Managed          bool              `bun:",scanonly" json:"-"` // the caller teaches with it; set by visibleVideo and listVisible
}

// forVisitors returns v without what only its teachers may see: the upload and its processing.
func (v Video) forVisitors() Video {
	v.OriginalFileName, v.ContentType, v.FileSize, v.Replacing = "", "", 0, ""
	v.Status, v.FailureCode, v.FailureReason, v.Notices = "completed", "", "", []string{}
	v.Generation, v.UploadedAt, v.CompletedAt, v.Retryable = v.LiveGeneration, nil, nil, false
	return v
}

// derive fills in fields that follow from the row.
func (v *Video) derive() {
	v.Playable = v.LiveGeneration > 0
	v.Notices = append([]string{}, v.StoredNotices.V...)
	v.Retryable = !v.isRunning() && v.UploadedAt != nil && v.RefusedAt == nil
}

// isRunning reports whether the video is being processed or queued.
func (v Video) isRunning() bool {
	return v.Status == "uploading" || v.Status == "pending" || v.Status == "processing"
}

// isArriving reports whether the file of the video has not arrived, or is not assembled yet.
func (v Video) isArriving() bool {
	return v.UploadedAt == nil && (v.Status == "uploading" || v.Status == "pending")
}

// NewVideo is a video to be uploaded.
type NewVideo struct {
	ID, CourseID, OwnerID, Title, OriginalFileName, ContentType string
	FileSize                                                    int64 // bytes
	IsShared                                                    bool  // as in Video
}

// Change is a teacher's change; absent members stay.
type Change struct {
	Title          *string `json:"title,omitempty" pattern:"\\S" maxLength:"200" msg:"Title is required;maxLength=The title must be at most 200 characters"`
	Description    *string `json:"description,omitempty" maxLength:"5000" msg:"The description must be at most 5000 characters"`
	Position       *int64  `json:"position,omitempty" minimum:"0" maximum:"100000" msg:"The position must be a number from 0 to 100000"`
	IsPreview      *bool   `json:"isPreview,omitempty" msg:"isPreview must be true or false"`
	IsShared       *bool   `json:"isShared,omitempty" msg:"isShared must be true or false"`
	IsDownloadable *bool   `json:"isDownloadable,omitempty" msg:"isDownloadable must be true or false"`
	Poster         *int64  `json:"poster,omitempty" minimum:"0" maximum:"9" msg:"The poster must be one of the ten thumbnails, 0 to 9"`
}

// detailsChanged is the code of a change of metadata that others have changed since.
const detailsChanged = "details_changed"

// EditVersion is compared with If-Match: processing changes a video too, but not what its teachers edit.
func (v Video) EditVersion() int64 {
	return rest.VersionOf(Change{&v.Title, &v.Description, &v.Position, &v.IsPreview, &v.IsShared, &v.IsDownloadable, &v.Poster})
}

func (c Change) apply(v Video, now time.Time) Video {
	if c.Title != nil {
		v.Title = strings.TrimSpace(*c.Title)
	}
	if c.Description != nil {
		v.Description = strings.TrimSpace(*c.Description)
	}
	if c.Position != nil {
		v.Position = *c.Position
	}
	if c.IsPreview != nil {
		v.IsPreview = *c.IsPreview
	}
	if c.IsShared != nil {
		v.IsShared = *c.IsShared
	}
	if c.IsDownloadable != nil {
		v.IsDownloadable = *c.IsDownloadable
	}
	if c.Poster != nil {
		v.Poster = *c.Poster
	}
	v.UpdatedAt = now
	return v
}

// Generation is one complete set of derived objects of a video.
type Generation struct {
	bun.BaseModel `bun:"table:video_generations,alias:g"`

	VideoID       string `bun:",pk"`
	Generation    int64  `bun:",pk"`
	SourceKey     string
	Plan          db.JSON[media.Plan]
	Playable      bool
	HasImages     bool
	ImagesSettled bool
	ImagesFence   int64
	ThumbnailsAt  db.JSON[[]float64]
	Pace          db.JSON[pace.Pace]
	// AcceptTruncated lets a file be processed that lacks its end: a teacher has seen how much is there.
	AcceptTruncated bool
	StartedAt       time.Time
	PlayableAt      *time.Time
	FinishedAt      *time.Time
}

// Rendition is the state of one rung, or the audio, of a generation.
type Rendition struct {
	bun.BaseModel `bun:"table:video_renditions,alias:r"`

	VideoID       string `bun:",pk"`
	Generation    int64  `bun:",pk"`
	Name          string `bun:",pk"`
	Rank          int64
	Status        string
	FailureReason string
	PiecesTotal   int64
	PiecesDone    int64
	FramesTotal   int64
	FramesDone    int64
	Codec         string
	InitHash      string
	InitFence     int64
	InitSize      int64
	PeakBandwidth int64
	Bytes         int64
	MediaMS       int64 `bun:"media_ms"`
}

// Piece is the result of one piece of a rendition.
type Piece struct {
	bun.BaseModel `bun:"table:video_pieces"`

	VideoID      string `bun:",pk"`
	Generation   int64  `bun:",pk"`
	Rendition    string `bun:",pk"`
	Piece        int64  `bun:",pk"`
	FirstSegment int64
	Fence        int64
	Sizes        db.JSON[[]int64]
	Keyframes    db.JSON[[]int64] // bytes at the beginning of each segment that show its first picture; empty for audio
	DoneAt       time.Time
}

// LogEntry is one entry of a video's log.
type LogEntry struct {
	bun.BaseModel `bun:"table:video_logs" json:"-"`

	ID         string    `bun:",pk" json:"id"`
	VideoID    string    `json:"-"`
	Generation int64     `json:"generation"`
	Level      string    `json:"level" enum:"info,warning,error"`
	Step       string    `json:"step" doc:"upload, probe, piece, audio, images or publish."`
	Message    string    `json:"message"`
	Detail     string    `json:"detail" doc:"The tool's last words, where it had any."`
	CreatedAt  time.Time `json:"createdAt"`
}

// initFence returns the attempt number under which an init is sealed. Every piece has an init, all the same segment 0 and
// often the same attempt; the piece makes them distinct, because a key must never use one IV twice.
func initFence(fence int64, piece int) int64 { return fence<<20 | int64(piece) }

var errNotFound = fault.New(fault.NotFound, "video_not_found", "This video doesn't exist.")

func notFound() error { e := *errNotFound; return &e }
