package assignment

import (
	"context"
	"encoding/json"

	"lectern/internal/learning/coursework"
	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Blob     blob.Store
	Cleaner  *text.Cleaner
	Queue    *jobs.Queue
	Files    attachment.Signer // signs URLs of submitted files
	Courses  coursework.Teaching
	Tasks    coursework.Tasks
	Progress coursework.Recorder
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

var (
	errNoAssignment = fault.New(fault.NotFound, "assignment_not_found", "This assignment doesn't exist.")
	errNoSubmission = fault.New(fault.NotFound, "submission_not_found", "This submission doesn't exist.")
	errNoFile       = fault.New(fault.NotFound, "file_not_found", "This file doesn't exist.")
)

// assignment returns an assignment lesson with its settings. Callers who may not know of it get errNoAssignment.
func (s *Service) assignment(ctx context.Context, who access.Caller, lessonID string, draft bool) (t coursework.Task, settings AssignmentSettings, err error) {
	t, err = s.deps.Tasks.Task(ctx, who, lessonID, draft)
	if fault.Is(err, fault.NotFound) {
		err = errNoAssignment
	}
	if err == nil && len(t.Content) > 0 {
		err = json.Unmarshal(t.Content, &settings)
	}
	settings = settings.filled()
	settings.Instructions = s.deps.Cleaner.Message(settings.Format, settings.Instructions) // it may have been stored under a laxer rule
	return t, settings, err
}

// taught returns an assignment of a course that the caller teaches. Others get errNoAssignment.
func (s *Service) taught(ctx context.Context, who access.Caller, lessonID string, draft bool) (t coursework.Task, settings AssignmentSettings, err error) {
	t, settings, err = s.assignment(ctx, who, lessonID, draft)
	if err == nil && !t.Teaches {
		err = errNoAssignment
	}
	return t, settings, err
}

// maySubmit returns fault.Forbidden, with the reason, if the caller may not hand in work.
func maySubmit(t coursework.Task) error {
	switch {
	case t.Locked != "":
		return fault.New(fault.Forbidden, "lesson_locked", t.Locked)
	case !t.Enrolled:
		return fault.New(fault.Forbidden, "not_enrolled", "Enrol in the course to hand in work.")
	}
	return nil
}

// AssignmentDraft holds the settings of an assignment in the draft of the curriculum.
type AssignmentDraft struct {
	CourseID string             `json:"course_id"`
	Title    string             `json:"title"`
	Revision int64              `json:"revision" doc:"Send it with the next change."`
	Settings AssignmentSettings `json:"settings"`
}

// EditVersion is compared with If-Match.
func (d AssignmentDraft) EditVersion() int64 { return d.Revision }

type AssignmentChange struct {
	rest.BaseRevision
	Settings AssignmentSettings `json:"settings"`
}

// Settings returns the draft settings to teachers of the course. Others get errNoAssignment.
func (s *Service) Settings(ctx context.Context, who access.Caller, lessonID string) (AssignmentDraft, error) {
	l, settings, err := s.taught(ctx, who, lessonID, true)
	return AssignmentDraft{l.CourseID, l.Title, l.Revision, settings}, err
}

// Change replaces the settings in the draft of the curriculum, for teachers of the course. It returns fault.Invalid,
// or fault.Precondition unless the revision of the lesson holds.
func (s *Service) Change(ctx context.Context, who access.Caller, lessonID string, c AssignmentChange, holds func(revision int64) bool) (AssignmentDraft, error) {
	l, _, err := s.taught(ctx, who, lessonID, true)
	if err == nil {
		err = coursework.PutSettings(ctx, s.deps.Tasks, who, l, c.Settings, holds)
	}
	if err != nil {
		return AssignmentDraft{}, err
	}
	return s.Settings(ctx, who, lessonID)
}
