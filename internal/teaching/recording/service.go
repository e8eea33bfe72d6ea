package recording

import (
	"cmp"
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/meeting"
)

type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Queue     *jobs.Queue
	Audit     *audit.Log
	Library   Library
	Recorders map[string]meeting.Recorder  `optional:"the school has no server that records"`
	Signer    *meeting.BigBlueButtonServer `optional:"the school has no BigBlueButton"` // of messages that a recording is there
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// findTaught returns a session, with its batch, that the caller teaches; errNoSession, or batch.ErrNotTaught for members.
func findTaught(ctx context.Context, q bun.IDB, who access.Caller, id string) (s session, f batch.Found, err error) {
	if s, f, err = find(ctx, q, who, id); err == nil && !f.Teaches {
		err = batch.ErrNotTaught
	}
	return s, f, err
}

// find returns a session with its batch for those who may watch what was recorded: its instructors, and members who take part; errNoSession for others.
func find(ctx context.Context, q bun.IDB, who access.Caller, id string) (s session, f batch.Found, err error) {
	if s, err = sessionOf(ctx, q, id); err != nil {
		return s, f, err
	}
	f, err = batch.Find(ctx, q, who, s.BatchID)
	watches := f.MemberStatus == batch.MemberActive || f.MemberStatus == batch.MemberCompleted
	if fault.Is(err, fault.NotFound) || err == nil && !f.Teaches && !watches {
		err = errNoSession
	}
	return s, f, err
}

// ListLessons returns the recordings of a session in their order: instructors see all, members those that are published. batchID, if there is one, must be its batch.
// fault.NotFound for others.
func (s *Service) ListLessons(ctx context.Context, who access.Caller, batchID, sessionID string) ([]RecordedLesson, error) {
	q := s.deps.DB.Reader()
	of, f, err := find(ctx, q, who, sessionID)
	if err == nil && of.BatchID != batchID {
		err = errNoSession
	}
	if err != nil {
		return nil, err
	}
	return lessonsOf(ctx, q, OfSession(sessionID), f.Teaches)
}

// ListOfMeeting returns the recordings of a meeting outside of batches in their order: those who may change it see all, its people those that are published.
// meetingaccess.ErrNoMeeting for others.
func (s *Service) ListOfMeeting(ctx context.Context, who access.Caller, meetingID string) ([]RecordedLesson, error) {
	q, of := s.deps.DB.Reader(), OfMeeting(meetingID)
	manages, err := of.find(ctx, q, who)
	if err != nil {
		return nil, err
	}
	return lessonsOf(ctx, q, of, manages)
}

// ListForStudent returns a page of the recordings that a student can watch, newest first, and their number. For the student, those who teach one of their batches,
// and administrators; fault.NotFound for others.
func (s *Service) ListForStudent(ctx context.Context, who access.Caller, userID string, limit, offset int64) ([]RecordedLesson, int64, error) {
	q := s.deps.DB.Reader()
	may, err := maySeeStudent(ctx, q, who, userID)
	if err == nil && !may {
		err = errNoStudent
	}
	if err != nil {
		return nil, 0, err
	}
	return lessonsFor(ctx, q, who, userID, limit, offset)
}

// AddLesson adds a recording to a session. For its instructors; fault.NotFound, batch.ErrNotTaught, fault.Invalid, fault.Conflict for a video that it has already.
func (s *Service) AddLesson(ctx context.Context, who access.Caller, batchID, sessionID string, n NewRecordedLesson) (added RecordedLesson, err error) {
	if n, err = n.checked(); err != nil {
		return added, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		of, _, err := findTaught(ctx, tx, who, sessionID)
		if err == nil && of.BatchID != batchID {
			err = errNoSession
		}
		if err == nil {
			added, err = s.add(ctx, tx, who, OfSession(sessionID), n)
		}
		return err
	})
	return added, err
}

// AddToMeeting adds a recording to a meeting outside of batches: a video of its course, or an address elsewhere. For those who may change it; meetingaccess.ErrNoMeeting,
// meetingaccess.ErrNotManaged, fault.Invalid, fault.Conflict for a video that it has already.
func (s *Service) AddToMeeting(ctx context.Context, who access.Caller, meetingID string, n NewRecordedLesson) (added RecordedLesson, err error) {
	if n, err = n.checked(); err != nil {
		return added, err
	}
	of := OfMeeting(meetingID)
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		err := of.checkManaged(ctx, tx, who)
		if err == nil {
			added, err = s.add(ctx, tx, who, of, n)
		}
		return err
	})
	return added, err
}

// add adds a recording to an owner that the caller may change.
func (s *Service) add(ctx context.Context, tx bun.IDB, who access.Caller, o Owner, n NewRecordedLesson) (added RecordedLesson, err error) {
	of, err := aboutOf(ctx, tx, o)
	if err != nil {
		return added, err
	}
	l := lesson{ID: db.NewID(), Owner: o, URL: n.URL, Title: n.Title, RecordedDate: cmp.Or(n.RecordedDate, of.Date), IsPublished: true, CreatedBy: &who.ID, Version: 1,
		CreatedAt: s.deps.Clock.Now()}
	if n.VideoID != "" {
		title, err := titleOfVideo(ctx, tx, n.VideoID, of.CourseID)
		if err != nil {
			return added, err
		}
		l.VideoID, l.Title = &n.VideoID, cmp.Or(n.Title, title)
	}
	if err := insertLesson(ctx, tx, l); err != nil {
		return added, err
	}
	return s.announce(ctx, tx, l.ID)
}

// ChangeLesson changes the title of a recording and whether its people see it. For those who teach the batch, or may change the meeting; fault.NotFound, batch.ErrNotTaught,
// meetingaccess.ErrNotManaged, fault.Precondition.
func (s *Service) ChangeLesson(ctx context.Context, who access.Caller, id string, c RecordedLessonChange, version rest.IfMatch) (changed RecordedLesson, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		now, err := s.taughtLesson(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if !version.Matches(now.Version) {
			return fault.New(fault.Precondition, "stale_version", "Another instructor has changed this recording. Your change is not saved yet.").WithDetails(now)
		}
		if err := updateLesson(ctx, tx, id, c); err != nil {
			return err
		}
		changed, err = s.announce(ctx, tx, id)
		return err
	})
	return changed, err
}

// RemoveLesson removes a recording from its session or meeting; its video stays in the library. Who may: as for ChangeLesson; fault.NotFound, batch.ErrNotTaught,
// meetingaccess.ErrNotManaged.
func (s *Service) RemoveLesson(ctx context.Context, who access.Caller, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, err := s.taughtLesson(ctx, tx, who, id); err != nil {
			return err
		}
		return deleteLesson(ctx, tx, id)
	})
}

func (s *Service) taughtLesson(ctx context.Context, tx bun.IDB, who access.Caller, id string) (RecordedLesson, error) {
	l, err := lockLesson(ctx, tx, id)
	if err != nil {
		return l, err
	}
	if err = (Owner{l.SessionID, l.MeetingID}).checkManaged(ctx, tx, who); fault.Is(err, fault.NotFound) {
		err = errNoLesson
	}
	return l, err
}

// Recorded is published once for each recording, when members of the batch, or the people of the meeting, can watch it.
type Recorded struct{ LessonID string }

// EventName implements events.Event.
func (Recorded) EventName() string { return "batch.session_recorded" }

// announce returns a recording, and lets its people know the first time that they can watch it.
func (s *Service) announce(ctx context.Context, tx bun.IDB, id string) (RecordedLesson, error) {
	l, err := lessonOf(ctx, tx, id)
	if err != nil || !l.IsPublished || l.State != Ready {
		return l, err
	}
	now := s.deps.Clock.Now()
	isFirst, err := markAnnounced(ctx, tx, id, now)
	if err != nil || !isFirst {
		return l, err
	}
	return l, events.Publish(ctx, tx, now, Recorded{id})
}

// Settings returns what is recorded of the sessions of a batch. For its instructors; fault.NotFound, batch.ErrNotTaught.
func (s *Service) Settings(ctx context.Context, who access.Caller, batchID string) (RecordingSettings, error) {
	q := s.deps.DB.Reader()
	if _, err := batch.ReadTaught(ctx, q, who, batchID); err != nil {
		return RecordingSettings{}, err
	}
	return settingsOf(ctx, q, batchID)
}

// PutSettings replaces the settings of a batch, which the audit log keeps. For its instructors; fault.NotFound, batch.ErrNotTaught, fault.Precondition with the settings.
func (s *Service) PutSettings(ctx context.Context, who access.Caller, batchID string, n NewRecordingSettings, version rest.IfMatch) (saved RecordingSettings, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, err := batch.FindTaught(ctx, tx, who, batchID); err != nil {
			return err
		}
		now, err := settingsOf(ctx, tx, batchID)
		if err != nil {
			return err
		}
		if !version.Matches(now.EditVersion()) {
			return fault.New(fault.Precondition, "stale_version", "Another instructor has changed these settings. Your change is not saved yet.").WithDetails(now)
		}
		saved = RecordingSettings{n.Records, n.Imports, n.Publishes, n.Trashes, now.Version + 1}
		if err := putSettings(ctx, tx, batchID, saved, s.deps.Clock.Now()); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "recording_settings.changed", TargetKind: "batch", TargetID: batchID, Before: now, After: saved})
	})
	return saved, err
}
