package assignment

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// AssignmentOverview is an assignment as a learner sees it, with their submission.
type AssignmentOverview struct {
	LessonID   string             `json:"lesson_id"`
	CourseID   string             `json:"course_id"`
	Title      string             `json:"title"`
	Settings   AssignmentSettings `json:"settings"`
	Refusal    string             `json:"refusal" doc:"Why nothing can be handed in now, in a sentence; empty when it can."`
	Now        time.Time          `json:"now" doc:"The server's clock."`
	Submission OwnSubmission      `json:"submission"`
}

// OwnSubmission is a submission as its learner sees it.
type OwnSubmission struct {
	Status        string              `json:"status" enum:"not_submitted,submitted,pending_review,returned"`
	Number        int64               `json:"number" doc:"How often it was handed in."`
	Late          bool                `json:"late"`
	Missing       bool                `json:"missing" doc:"It was due and nothing was handed in."`
	Excused       bool                `json:"excused" doc:"Nothing need be handed in."`
	DraftText     string              `json:"draft_text"`
	DraftFormat   string              `json:"draft_format" enum:"plain,html"`
	DraftLink     string              `json:"draft_link"`
	DraftSequence int64               `json:"draft_sequence" doc:"Send a higher one with the next change."`
	DraftFiles    []SubmissionFile    `json:"draft_files"`
	Versions      []SubmissionVersion `json:"versions" doc:"What was handed in, the newest first."`
	Grade         *Grade              `json:"grade,omitempty" doc:"As it was returned last; absent for none."`
	ReturnedAt    *time.Time          `json:"returned_at"`
}

// SubmissionDraft is what a learner has written so far.
type SubmissionDraft struct {
	Text     string `json:"text,omitempty" maxLength:"400000" msg:"A text has at most 100000 characters" doc:"At most 100000 characters without markup."`
	Format   string `json:"format,omitempty" enum:"plain,html" default:"plain" msg:"The format of a text must be plain or html" doc:"Of the text. HTML is cleaned."`
	Link     string `json:"link,omitempty" maxLength:"2000" msg:"A link has at most 2000 characters"`
	Sequence int64  `json:"sequence" minimum:"1" msg:"A draft needs its sequence number" doc:"The client's: the draft with the highest one stands, in whatever order they come."`
}

// HandIn asks to hand in the draft.
type HandIn struct {
	Number int64 `json:"number" minimum:"1" maximum:"21" msg:"The version number is required" doc:"The version that this makes: one more than there are. Sent twice, it is handed in once."`
}

// Overview returns an assignment with the caller's submission, to callers who may see the course. Others get
// errNoAssignment.
func (s *Service) Overview(ctx context.Context, who access.Caller, lessonID string) (o AssignmentOverview, err error) {
	l, settings, err := s.assignment(ctx, who, lessonID, true)
	if err != nil {
		return o, err
	}
	now := s.deps.Clock.Now()
	o = AssignmentOverview{LessonID: lessonID, CourseID: l.CourseID, Title: l.Title, Settings: settings, Now: now}
	sub, err := submissionOf(ctx, s.deps.DB.Reader(), who.ID, lessonID)
	if fault.Is(err, fault.NotFound) {
		sub, err = submission{Status: notSubmitted}, nil
	}
	if err != nil {
		return o, err
	}
	o.Refusal = settings.refusal(sub.Number, now)
	if closed := maySubmit(l); closed != nil {
		o.Refusal = closed.Error()
	}
	late, _ := settings.penalty(now)
	o.Submission, err = s.ownView(ctx, s.deps.DB.Reader(), sub)
	o.Submission.Missing = late && sub.Number == 0 && !sub.Excused
	return o, err
}

// ownView hides a grade that has not been returned.
func (s *Service) ownView(ctx context.Context, q bun.IDB, sub submission) (v OwnSubmission, err error) {
	v = OwnSubmission{Status: sub.Status, Number: sub.Number, Late: sub.Late, Excused: sub.Excused, DraftText: sub.DraftText, DraftFormat: cmp.Or(sub.DraftFormat, text.PlainFormat), DraftLink: sub.DraftLink,
		DraftSequence: sub.DraftSequence, Grade: sub.ReturnedGrade.V, ReturnedAt: sub.ReturnedAt}
	if v.Status == graded {
		v.Status = pendingReview
	}
	v.Versions, v.DraftFiles, err = s.versions(ctx, q, sub.ID)
	return v, err
}

// versions returns the handed-in versions, newest first, and the files of the draft.
func (s *Service) versions(ctx context.Context, q bun.IDB, id string) (shown []SubmissionVersion, draft []SubmissionFile, err error) {
	shown, draft = []SubmissionVersion{}, []SubmissionFile{}
	rows, err := versionsOf(ctx, q, id)
	if err != nil {
		return nil, nil, err
	}
	files, err := filesOf(ctx, q, id)
	if err != nil {
		return nil, nil, err
	}
	of := map[int64][]SubmissionFile{}
	for _, f := range files {
		f.Address = s.deps.Files.Address(f.ID)
		of[f.Number] = append(of[f.Number], f)
	}
	for _, r := range rows {
		v := SubmissionVersion{Number: r.Number, Text: s.deps.Cleaner.Message(r.Format, r.Text), Format: r.Format, Link: r.Link, Files: append([]SubmissionFile{}, of[r.Number]...), SubmittedAt: r.SubmittedAt,
			Penalty: r.Penalty, Late: r.DueAt != nil && r.SubmittedAt.After(*r.DueAt)}
		shown = append(shown, v)
	}
	return shown, append(draft, of[0]...), nil
}

// work runs fn on the caller's submission, creating it if needed, and returns the resulting overview. It returns
// fault.Forbidden while the lesson is locked or the caller is not enrolled.
func (s *Service) work(ctx context.Context, who access.Caller, lessonID string, fn func(tx bun.IDB, settings AssignmentSettings, sub *submission) error) (o AssignmentOverview, err error) {
	l, settings, err := s.assignment(ctx, who, lessonID, false)
	if err == nil {
		err = maySubmit(l)
	}
	if err != nil {
		return o, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		sub, err := s.lockOrCreate(ctx, tx, l.CourseID, lessonID, who.ID)
		if err != nil {
			return err
		}
		return fn(tx, settings, &sub)
	})
	if err != nil {
		return o, err
	}
	return s.Overview(ctx, who, lessonID)
}

// lockOrCreate returns a user's submission, locked, creating it if needed.
func (s *Service) lockOrCreate(ctx context.Context, tx bun.IDB, courseID, lessonID, userID string) (submission, error) {
	now := s.deps.Clock.Now()
	fresh := submission{ID: db.NewID(), CourseID: courseID, LessonID: lessonID, UserID: userID, Status: notSubmitted, DraftFormat: text.PlainFormat, CreatedAt: now, UpdatedAt: now}
	if err := insert(ctx, tx, fresh); err != nil {
		return submission{}, err
	}
	return lockOf(ctx, tx, userID, lessonID)
}

// Save stores the caller's draft, for learners of the course. An older draft that arrives late is ignored.
func (s *Service) Save(ctx context.Context, who access.Caller, lessonID string, d SubmissionDraft) (AssignmentOverview, error) {
	if text.Length(d.Format, d.Text) > maxText {
		return AssignmentOverview{}, fault.InvalidField("text", "too_long", "A text has at most 100000 characters")
	}
	if d.Format == text.HTMLFormat {
		d.Text = s.deps.Cleaner.Message(d.Format, d.Text)
	}
	return s.work(ctx, who, lessonID, func(tx bun.IDB, _ AssignmentSettings, sub *submission) error {
		if d.Sequence <= sub.DraftSequence {
			return nil
		}
		sub.DraftFormat = cmp.Or(d.Format, text.PlainFormat)
		sub.DraftText, sub.DraftLink, sub.DraftSequence, sub.UpdatedAt = d.Text, strings.TrimSpace(d.Link), d.Sequence, s.deps.Clock.Now()
		return update(ctx, tx, *sub)
	})
}

// HandIn turns the draft into an immutable version, once per number. For learners of the course. It returns
// fault.Invalid if the draft is empty or of a form that the assignment does not accept, fault.Conflict if it is too
// late or the limit of versions is reached.
func (s *Service) HandIn(ctx context.Context, who access.Caller, lessonID string, h HandIn) (AssignmentOverview, error) {
	return s.work(ctx, who, lessonID, func(tx bun.IDB, settings AssignmentSettings, sub *submission) error {
		if h.Number <= sub.Number {
			return nil
		}
		if h.Number != sub.Number+1 {
			return fault.New(fault.Conflict, "stale_version", "This has changed. Reload the page.")
		}
		return s.handIn(ctx, tx, settings, sub)
	})
}

func (s *Service) handIn(ctx context.Context, tx bun.IDB, settings AssignmentSettings, sub *submission) error {
	now := s.deps.Clock.Now()
	if refusal := settings.refusal(sub.Number, now); refusal != "" {
		return fault.New(fault.Conflict, "not_accepted", refusal)
	}
	files, err := draftFiles(ctx, tx, sub.ID)
	if err != nil {
		return err
	}
	written := strings.TrimSpace(sub.DraftText)
	if err := settings.check(written, sub.DraftLink, len(files)); err != nil {
		return err
	}
	v := version{SubmissionID: sub.ID, Number: sub.Number + 1, Text: written, Format: sub.DraftFormat, Link: sub.DraftLink, SubmittedAt: now}
	sub.Late, v.Penalty = settings.penalty(now)
	if settings.Due != nil {
		v.DueAt = &settings.Due.At
	}
	if sub.Status = handedIn; sub.ReturnedAt != nil || sub.Grade.V != nil {
		sub.Status = pendingReview
	}
	sub.Number, sub.SubmittedAt, sub.UpdatedAt, sub.DraftText, sub.DraftLink = v.Number, &now, now, "", ""
	if err := insertVersion(ctx, tx, v); err != nil {
		return err
	}
	if err := freezeFiles(ctx, tx, sub.ID, v.Number); err != nil {
		return err
	}
	if err := update(ctx, tx, *sub); err != nil {
		return err
	}
	if err := events.Publish(ctx, tx, now, WorkHandedIn{sub.ID}); err != nil {
		return err
	}
	return s.deps.Progress.RecordWork(ctx, tx, sub.UserID, sub.CourseID, sub.LessonID, progressEventID(sub.ID, "submitted", v.Number), "submitted", 0, now)
}

// progressEventID derives the id of a progress event, so that the same fact is recorded once.
func progressEventID(id, what string, number int64) string {
	return uuid.NewSHA1(uuid.NameSpaceOID, fmt.Appendf(nil, "lectern submission %s %s %d", id, what, number)).String()
}
