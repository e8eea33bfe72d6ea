package transcode

import (
	"context"
	"errors"
	"log/slog"
	"path"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/seal"
	"lectern/internal/video/media"
	"lectern/internal/video/sandbox"
)

// Captions keeps the captions of videos. Package playback implements it.
type Captions interface {
	// AddFound keeps captions that a video's file holds, unless there are some in that language already. content is WebVTT; lang is
	// BCP 47, "" if unknown.
	AddFound(ctx context.Context, tx bun.IDB, videoID, lang, title, content string) error
}

// Deps of the service.
type Deps struct {
	DB             *db.DB
	Blob           blob.Store
	Clock          clock.Clock
	Queue          *jobs.Queue
	Captions       Captions
	Master         *seal.Master
	Media          *sandbox.Sandbox `optional:"without a sandbox this process leaves videos to workers"`
	Log            *slog.Logger
	Scratch        string        // folder for temporary files of the tools
	AdvertisedOnly bool          // refuses containers that are accepted without being advertised
	RetainReplaced time.Duration // how long a replaced generation is kept for viewers who are watching it
}

// Service implements the use cases and the jobs. It is built once, in package app.
type Service struct {
	db             *db.DB
	blob           blob.Store
	clock          clock.Clock
	queue          *jobs.Queue
	captions       Captions
	master         *seal.Master
	media          *sandbox.Sandbox
	logger         *slog.Logger
	scratchDir     string
	advertisedOnly bool
	retainReplaced time.Duration
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{
		db:             d.DB,
		blob:           d.Blob,
		clock:          d.Clock,
		queue:          d.Queue,
		captions:       d.Captions,
		master:         d.Master,
		media:          d.Media,
		logger:         d.Log,
		scratchDir:     d.Scratch,
		advertisedOnly: d.AdvertisedOnly,
		retainReplaced: d.RetainReplaced,
	}
}

// Reserve inserts the row of a video whose upload begins, with the transaction tx.
func (s *Service) Reserve(ctx context.Context, tx bun.IDB, n NewVideo) error {
	now := s.clock.Now()
	if n.Title == "" {
		n.Title = strings.TrimSuffix(n.OriginalFileName, path.Ext(n.OriginalFileName))
	}
	position, err := nextPosition(ctx, tx, n.CourseID)
	if err != nil {
		return err
	}
	return insertVideo(ctx, tx, Video{
		ID: n.ID, CourseID: n.CourseID, OwnerID: n.OwnerID, Title: n.Title, Position: position,
		OriginalFileName: n.OriginalFileName, ContentType: n.ContentType, FileSize: n.FileSize, SourceKey: objectkey.Source(n.ID), IsShared: n.IsShared, Status: "uploading", Poster: media.PosterThumbnail,
		StoredNotices: db.JSON[[]string]{V: []string{}},
		CreatedAt:     now, UpdatedAt: now,
	})
}

// MarkReceived records that all bytes of a video have arrived, with the transaction tx; Accept follows once they are assembled.
func (s *Service) MarkReceived(ctx context.Context, tx bun.IDB, videoID string) error {
	v, err := lockVideo(ctx, tx, videoID)
	if err != nil {
		return err
	}
	v.Status, v.FailureCode, v.FailureReason, v.UpdatedAt = "pending", "", "", s.clock.Now()
	return saveVideo(ctx, tx, v)
}

// StartProcessing starts processing a video whose bytes have all arrived, with the transaction tx. It returns the id of the first
// job and an estimate of the duration.
func (s *Service) StartProcessing(ctx context.Context, tx bun.IDB, videoID string) (jobID string, estimate time.Duration, err error) {
	v, err := lockVideo(ctx, tx, videoID)
	if err != nil {
		return "", 0, err
	}
	now := s.clock.Now()
	v.UploadedAt = &now
	if err := s.log(ctx, tx, v, "info", "upload", "The upload is complete.", ""); err != nil {
		return "", 0, err
	}
	jobID, err = s.startGeneration(ctx, tx, v, v.SourceKey, false)
	return jobID, estimateProcessing(v.FileSize), err
}

// estimateProcessing estimates the duration from the size alone: about two minutes for each 100 MB, at least half a minute.
func estimateProcessing(size int64) time.Duration {
	return max(30*time.Second, time.Duration(size/(100<<20)+1)*2*time.Minute).Round(time.Second)
}

// Release ends a video whose upload was given up: status cancelled or failed, with the reason. A video that is
// deleted by then has ended already.
func (s *Service) Release(ctx context.Context, tx bun.IDB, videoID, status, reason string) error {
	v, err := lockVideo(ctx, tx, videoID)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil || !v.isArriving() {
		return err
	}
	v.Status, v.FailureReason, v.UpdatedAt = status, reason, s.clock.Now()
	return saveVideo(ctx, tx, v)
}

// startGeneration starts the next generation of a video, made of a file that was uploaded, and queues its first job.
func (s *Service) startGeneration(ctx context.Context, tx bun.IDB, v Video, source string, acceptTruncated bool) (jobID string, err error) {
	now := s.clock.Now()
	v.Generation++
	v.Status, v.FailureCode, v.FailureReason, v.UpdatedAt, v.CompletedAt = "pending", "", "", now, nil
	if err := saveVideo(ctx, tx, v); err != nil {
		return "", err
	}
	g := Generation{VideoID: v.ID, Generation: v.Generation, SourceKey: source, StartedAt: now, AcceptTruncated: acceptTruncated}
	if err := insertGeneration(ctx, tx, g); err != nil {
		return "", err
	}
	return s.queue.Add(ctx, tx, jobs.New{Kind: kindProbe, Ref: v.ID, Priority: priorityProbe, Payload: work{Video: v.ID, Generation: v.Generation}})
}

// VideoState is the error info of an operation that a video's status does not allow.
type VideoState struct {
	Status string `json:"status" enum:"pending,uploading,processing,completed,failed,cancelled"`
}

// Retry processes a video again, as a new generation; the old one plays until the new one is complete. For its teachers.
// fault.Conflict while it is being uploaded or processed, or when its upload never arrived or was refused.
func (s *Service) Retry(ctx context.Context, who access.Caller, id string) (Video, error) {
	return s.restart(ctx, who, id, false)
}

// AcceptTruncated processes a video whose file lacks its end, as its teachers have been told. For its teachers. fault.Conflict when
// nothing of its file is known to be missing.
func (s *Service) AcceptTruncated(ctx context.Context, who access.Caller, id string) (Video, error) {
	return s.restart(ctx, who, id, true)
}

func (s *Service) restart(ctx context.Context, who access.Caller, id string, acceptTruncated bool) (v Video, err error) {
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		if v, err = s.lockManaged(ctx, tx, who, id); err != nil {
			return err
		}
		switch {
		case v.isRunning():
			return fault.New(fault.Conflict, "video_busy", "This video is already being processed. Wait until that has ended.").WithDetails(VideoState{v.Status})
		case v.UploadedAt == nil:
			return fault.New(fault.Conflict, "video_not_uploaded", "This video's file arrived incomplete. Upload it again.").WithDetails(VideoState{v.Status})
		case v.RefusedAt != nil:
			return fault.New(fault.Conflict, "video_refused", "This video's file was rejected and removed. Upload it again.").WithDetails(VideoState{v.Status})
		}
		if acceptTruncated && v.FailureCode != codeTruncated {
			return fault.New(fault.Conflict, "video_not_truncated", "Nothing is known to be missing from this video's file.").WithDetails(VideoState{v.Status})
		}
		last, err := generation(ctx, tx, v.ID, v.Generation)
		if err != nil {
			return err
		}
		if _, err := s.startGeneration(ctx, tx, v, v.SourceKey, acceptTruncated || last.AcceptTruncated); err != nil {
			return err
		}
		v, err = videoByID(ctx, tx, id)
		return err
	})
	return v, err
}

// InvalidateCache is Retry for a playable video: every media URL changes, so that no cache can serve the old content. For
// its teachers.
func (s *Service) InvalidateCache(ctx context.Context, who access.Caller, id string) (Video, error) {
	v, err := s.managedVideo(ctx, who, id)
	if err != nil {
		return v, err
	}
	if v.LiveGeneration == 0 {
		return v, fault.New(fault.Conflict, "not_playable", "There is nothing to invalidate: this video can't be played yet.").WithDetails(VideoState{v.Status})
	}
	return s.Retry(ctx, who, id)
}

// Update changes a video's metadata. For its teachers. fault.NotFound for others, fault.Precondition with the video when matches rejects
// the version of its metadata.
func (s *Service) Update(ctx context.Context, who access.Caller, id string, c Change, matches func(version int64) bool) (v Video, err error) {
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		if v, err = s.lockManaged(ctx, tx, who, id); err != nil {
			return err
		}
		if !matches(v.EditVersion()) {
			if v, err = videoByID(ctx, tx, id); err != nil {
				return err
			}
			return fault.New(fault.Precondition, detailsChanged, "The details of this video were changed elsewhere. Nothing was saved; the latest details are shown.").WithDetails(v)
		}
		before := v.Poster
		v = c.apply(v, s.clock.Now())
		if err := saveVideo(ctx, tx, v); err != nil {
			return err
		}
		if v, err = videoByID(ctx, tx, id); err != nil || v.Poster == before {
			return err
		}
		numbers, err := generationsWithImages(ctx, tx, v.ID, v.LiveGeneration)
		for _, number := range numbers { // the live one and the one being processed
			err = errors.Join(err, s.queuePoster(ctx, tx, v, number))
		}
		return err
	})
	return v, err
}

// Delete deletes a video, stops all work on it, and queues the removal of its objects. For its teachers. Unless forced, fault.Conflict with
// the lessons of published versions that show it.
func (s *Service) Delete(ctx context.Context, who access.Caller, id string, force bool) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		v, err := s.lockManaged(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if v.isArriving() {
			return fault.New(fault.Conflict, "video_busy", "This video is being uploaded. Cancel the upload first.").WithDetails(VideoState{v.Status})
		}
		if err := s.checkUnused(ctx, tx, v, force); err != nil {
			return err
		}
		if err := s.queue.Cancel(ctx, tx, id); err != nil {
			return err
		}
		sources, err := sourcesOf(ctx, tx, v)
		if err != nil {
			return err
		}
		if err := deleteVideo(ctx, tx, id); err != nil {
			return err
		}
		// Twice: a worker that has not noticed yet may write a last object in between.
		for _, later := range []time.Duration{0, 2 * time.Minute} {
			for _, source := range sources {
				if err := s.queueRemoval(ctx, tx, "", s.clock.Now().Add(later), work{Video: id, Prefix: objectkey.Video(id), Source: source}); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// LessonUse is a lesson of a published curriculum that shows a video.
type LessonUse struct {
	LessonID string `json:"lessonId"`
	Title    string `json:"title"`
}

// VideoUse is the error info of a video that is not deleted because learners need it.
type VideoUse struct {
	Lessons []LessonUse `json:"lessons" doc:"In the order of the curriculum."`
}

// checkUnused returns fault.Conflict for a video that published lessons show, unless force says that they may lose it.
func (s *Service) checkUnused(ctx context.Context, tx bun.IDB, v Video, force bool) error {
	if force {
		return nil
	}
	lessons, err := publishedLessons(ctx, tx, v)
	if err != nil || len(lessons) == 0 {
		return err
	}
	return fault.New(fault.Conflict, "video_in_use", "Published lessons show this video. Take it out of them first, or delete it anyway: learners then find these lessons without their video.").
		WithDetails(VideoUse{lessons})
}

// Logs returns the log of a video, newest first. For its teachers.
func (s *Service) Logs(ctx context.Context, who access.Caller, id string, limit, offset int64) ([]LogEntry, int64, error) {
	if _, err := s.managedVideo(ctx, who, id); err != nil {
		return nil, 0, err
	}
	return listLogs(ctx, s.db.Reader(), id, limit, offset)
}

// Get returns a video: everything for its teachers, the public part for users who may see its course once it plays.
func (s *Service) Get(ctx context.Context, who access.Caller, id string) (Video, error) {
	return visibleVideo(ctx, s.db.Reader(), visibilityFor(who), id)
}

// Library lists the videos that the caller teaches with; for administrators all videos.
func (s *Service) Library(ctx context.Context, who access.Caller, f Filter, limit, offset int64) ([]Video, int64, error) {
	return listManaged(ctx, s.db.Reader(), visibilityFor(who), f, limit, offset)
}

// OfCourse lists the videos of a course in order; callers who do not teach it see those that are playable, in a course that
// is published or that they are enrolled in.
func (s *Service) OfCourse(ctx context.Context, who access.Caller, courseID string, limit, offset int64) ([]Video, int64, error) {
	return listVisible(ctx, s.db.Reader(), visibilityFor(who), ofCourse(courseID), limit, offset)
}

// OfLesson is OfCourse for one lesson: in the draft as well for users who teach with the video, in the published version for all.
func (s *Service) OfLesson(ctx context.Context, who access.Caller, lessonID string, limit, offset int64) ([]Video, int64, error) {
	return listVisible(ctx, s.db.Reader(), visibilityFor(who), ofLesson(lessonID), limit, offset)
}

func (s *Service) managedVideo(ctx context.Context, who access.Caller, id string) (Video, error) {
	return managedVideo(ctx, s.db.Reader(), visibilityFor(who), id)
}

// lockManaged returns a video that the caller teaches with, locked for an update.
func (s *Service) lockManaged(ctx context.Context, tx bun.IDB, who access.Caller, id string) (Video, error) {
	if _, err := managedVideo(ctx, tx, visibilityFor(who), id); err != nil {
		return Video{}, err
	}
	return lockVideo(ctx, tx, id)
}

func (s *Service) log(ctx context.Context, tx bun.IDB, v Video, level, step, message, detail string) error {
	return insertLog(ctx, tx, LogEntry{ID: db.NewID(), VideoID: v.ID, Generation: v.Generation, Level: level, Step: step,
		Message: message, Detail: detail, CreatedAt: s.clock.Now()})
}
