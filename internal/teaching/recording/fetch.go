package recording

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/outbound"
	"lectern/internal/teaching/meeting"
)

const (
	findJob  = "recording.find"
	pollJob  = "recording.poll"
	fetchJob = "recording.fetch"
	trashJob = "recording.trash"

	// pollEvery is how often servers are asked for recordings of which no message has come, for pollFor after a session.
	pollEvery = 15 * time.Minute
	pollFor   = 24 * time.Hour
	// pollMeetingsFor is that after a meeting outside of batches. Nobody has said that it is recorded, so that all of them are asked for: Zoom is mostly ready after twice the
	// length of a meeting.
	pollMeetingsFor = 6 * time.Hour
	askAgain        = 5 * time.Minute
	// turn is how long a worker fetches a file before others have their turn.
	turn = 30 * time.Second
	// mostTranscript is the largest transcript, in bytes: captions can be as long.
	mostTranscript = 1 << 20
)

// retryAfter is the wait after each failure; after the last one the file is given up until an instructor asks for it again.
var retryAfter = [...]time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, time.Hour, 3 * time.Hour, 6 * time.Hour}

// Library is the video library.
type Library interface {
	// Fetch goes on with the upload of a file, as upload.Service.Fetch does.
	Fetch(ctx context.Context, u Upload, source func(ctx context.Context, from int64) (io.ReadCloser, error), mayGoOn func() bool) (videoID string, complete bool, err error)
	// AddCaptions adds captions to a video, unless it has some in that language; what is no captions is left out.
	AddCaptions(ctx context.Context, tx bun.IDB, videoID, language, content string) error
}

// Upload is a file that becomes a video of a course, uploaded by one of its instructors.
type Upload struct {
	ID, OwnerID, CourseID, Title, FileName string
	Size                                   int64 // bytes
}

// Handlers find and fetch what meeting servers have recorded.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{
		findJob:  {Do: s.find},
		pollJob:  {Every: pollEvery, Do: func(ctx context.Context, _ []jobs.Job) error { return s.poll(ctx) }},
		fetchJob: {Do: s.fetch, Failed: s.lost},
		trashJob: {Do: s.trash},
	}
}

// recorded is an event of package zoommeeting, sessionEnded one of package live, videoReady one of package transcode.
type (
	recorded     struct{ SessionID, MeetingID string } // one of both
	sessionEnded struct{ SessionID string }
	videoReady   struct{ VideoID string }
)

func (recorded) EventName() string     { return "live.session_recorded" }
func (sessionEnded) EventName() string { return "live.session_ended" }
func (videoReady) EventName() string   { return "video.ready" }

// Listeners look for files when a server says that there are some, or that a session has ended, and notify those who may watch when a recording can be watched.
func (s *Service) Listeners() []events.Listener {
	return []events.Listener{
		events.On("recording", func(ctx context.Context, d events.Delivery[recorded]) error {
			return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return s.addFind(ctx, tx, Owner(d.Event)) })
		}),
		events.On("recording", func(ctx context.Context, d events.Delivery[sessionEnded]) error {
			return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return s.addFind(ctx, tx, OfSession(d.Event.SessionID)) })
		}),
		events.On("recording", func(ctx context.Context, d events.Delivery[videoReady]) error {
			return s.videoIsReady(ctx, d.Event.VideoID)
		}),
	}
}

func (s *Service) addFind(ctx context.Context, tx bun.IDB, o Owner) error {
	_, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: findJob, Ref: o.id(), Payload: o})
	return err
}

// videoIsReady announces the recordings that a video is, and has the files of which it was made deleted where that is wanted.
func (s *Service) videoIsReady(ctx context.Context, videoID string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		ids, err := lessonsWith(ctx, tx, videoID)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if _, err := s.announce(ctx, tx, id); err != nil {
				return err
			}
		}
		files, err := filesToTrash(ctx, tx, videoID)
		if err != nil {
			return err
		}
		for _, id := range files {
			if _, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: trashJob, Ref: id, Payload: filePayload{id}}); err != nil {
				return err
			}
		}
		return nil
	})
}

type filePayload struct{ FileID string }

func (s *Service) addFetch(ctx context.Context, tx bun.IDB, id string) error {
	_, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: fetchJob, Ref: id, Payload: filePayload{id}})
	return err
}

var errMore = errors.New("the rest of the file comes in the next turn")

// fetch goes on with a file. What a turn has stored stays, whatever becomes of the next one.
func (s *Service) fetch(ctx context.Context, claimed []jobs.Job) error {
	p, err := jobs.Payload[filePayload](claimed[0])
	if err != nil {
		return err
	}
	f, err := fileOf(ctx, s.deps.DB.Reader(), p.FileID)
	if fault.Is(err, fault.NotFound) || err == nil && f.State != Found && f.State != Fetching {
		return nil
	}
	server, known := s.deps.Recorders[f.Provider]
	if err != nil || !known {
		return err
	}
	do := s.fetchVideo
	switch f.Kind {
	case meeting.Transcript:
		do = s.fetchTranscript
	case meeting.Playback:
		do = s.fetchPlayback
	}
	err = do(ctx, f, server, claimed[0])
	if err == nil || errors.Is(err, jobs.ErrFenced) || ctx.Err() != nil {
		return err
	}
	if errors.Is(err, errMore) {
		return jobs.Postpone(err, 0)
	}
	return s.failed(ctx, f, claimed[0], err)
}

// lost gives up a file whose workers have died too often.
func (s *Service) lost(ctx context.Context, tx bun.IDB, j jobs.Job, _ error) error {
	p, err := jobs.Payload[filePayload](j)
	if err != nil {
		return err
	}
	f, err := fileOf(ctx, tx, p.FileID)
	if fault.Is(err, fault.NotFound) || err == nil && f.State == Imported {
		return nil
	}
	if err != nil {
		return err
	}
	f.State, f.Reason = GivenUp, unreachable
	return saveFile(ctx, tx, f, s.deps.Clock.Now())
}

// failed notes why a try has failed, and lets the next one follow.
func (s *Service) failed(ctx context.Context, f file, j jobs.Job, cause error) error {
	var wait time.Duration
	err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		f.Reason, f.Tries, f.State = reasonOf(cause), f.Tries+1, Fetching
		if isFinal(f.Reason) || int(f.Tries) > len(retryAfter) {
			f.State = GivenUp
		} else {
			wait = retryAfter[f.Tries-1]
		}
		if err := saveFile(ctx, tx, f, s.deps.Clock.Now()); err != nil || f.State != GivenUp {
			return err
		}
		return s.deps.Queue.Complete(ctx, tx, j)
	})
	if err != nil || f.State == GivenUp {
		return err
	}
	return jobs.Postpone(cause, wait)
}

// Reasons why a file is not here.
const (
	gone         = "gone"
	unreachable  = "unreachable"
	notAFile     = "not_a_file"
	wrongSize    = "wrong_size"
	tooLarge     = "too_large"
	noInstructor = "no_instructor"
	noCourse     = "no_course"
	noSpace      = "no_space"
	refused      = "refused"
)

func reasonOf(cause error) string {
	switch {
	case errors.Is(cause, meeting.ErrFileGone):
		return gone
	case errors.Is(cause, errNoInstructor):
		return noInstructor
	case errors.Is(cause, errNoCourse): // it was deleted since
		return noCourse
	case errors.Is(cause, outbound.ErrPage):
		return notAFile
	case errors.Is(cause, outbound.ErrSize), errors.Is(cause, errNotAll):
		return wrongSize
	case fault.Is(cause, fault.TooLarge):
		return tooLarge
	case fault.Is(cause, fault.NoSpace), fault.Is(cause, fault.TooMany):
		return noSpace
	case fault.Is(cause, fault.NotFound), fault.Is(cause, fault.Gone): // the upload was cancelled
		return refused
	}
	return unreachable
}

// isFinal reports whether another try would come to the same.
func isFinal(reason string) bool {
	return reason == gone || reason == tooLarge || reason == refused || reason == noCourse
}

// fetchVideo goes on with the upload of a video to the library, as its instructor would upload it; when it is complete, it is a recording of its owner.
func (s *Service) fetchVideo(ctx context.Context, f file, server meeting.Recorder, j jobs.Job) error {
	u, err := uploadOf(ctx, s.deps.DB.Reader(), f)
	if err != nil {
		return err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		f.State, f.OwnerID = Fetching, &u.OwnerID
		return saveFile(ctx, tx, f, s.deps.Clock.Now())
	})
	if err != nil {
		return err
	}
	until := s.deps.Clock.Now().Add(turn)
	video, complete, err := s.deps.Library.Fetch(ctx, u, func(ctx context.Context, from int64) (io.ReadCloser, error) {
		return server.OpenFile(ctx, f.recorded(), from)
	},
		func() bool { return s.deps.Clock.Now().Before(until) })
	switch {
	case err != nil:
		return err
	case !complete:
		return errMore
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := s.imported(ctx, tx, f, u, video); err != nil {
			return err
		}
		return s.deps.Queue.Complete(ctx, tx, j)
	})
}

// imported makes a video that is in the library a recording of its owner.
func (s *Service) imported(ctx context.Context, tx bun.IDB, f file, u Upload, video string) error {
	now := s.deps.Clock.Now()
	f.State, f.VideoID, f.Tries, f.Reason = Imported, &video, 0, ""
	if err := saveFile(ctx, tx, f, now); err != nil {
		return err
	}
	if err := s.addLesson(ctx, tx, f, lesson{VideoID: &video, Title: u.Title}); err != nil {
		return err
	}
	waiting, err := waitingTranscripts(ctx, tx, f)
	if err != nil {
		return err
	}
	for _, id := range waiting {
		if err := s.addFetch(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

// fetchPlayback makes what is watched at its server a recording of its owner.
func (s *Service) fetchPlayback(ctx context.Context, f file, _ meeting.Recorder, j jobs.Job) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		u, err := uploadOf(ctx, tx, f)
		if err != nil && !errors.Is(err, errNoInstructor) { // a link needs no owner
			return err
		}
		if err := s.addLesson(ctx, tx, f, lesson{URL: f.Address, Title: u.Title}); err != nil {
			return err
		}
		f.State, f.Tries, f.Reason = Imported, 0, ""
		if err := saveFile(ctx, tx, f, s.deps.Clock.Now()); err != nil {
			return err
		}
		return s.deps.Queue.Complete(ctx, tx, j)
	})
}

// addLesson makes what a server has recorded a recording of its owner, unless it is one already.
func (s *Service) addLesson(ctx context.Context, tx bun.IDB, f file, l lesson) error {
	of, err := aboutOf(ctx, tx, f.Owner)
	if err != nil {
		return err
	}
	settings, err := settingsOf(ctx, tx, of.BatchID)
	if err != nil {
		return err
	}
	l.ID, l.Owner, l.RecordedDate, l.IsPublished, l.Version, l.CreatedAt = db.NewID(), f.Owner, of.Date, settings.Publishes, 1, s.deps.Clock.Now()
	if err := insertLesson(ctx, tx, l); err != nil && !fault.Is(err, fault.Conflict) {
		return err
	}
	if _, err := s.announce(ctx, tx, l.ID); err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	return nil
}

var errNotAll = errors.New("the file has another size than the server says")

// fetchTranscript makes a transcript the captions of its video. While there is no video it waits, without a job.
func (s *Service) fetchTranscript(ctx context.Context, f file, server meeting.Recorder, j jobs.Job) error {
	video, language, err := videoOfPiece(ctx, s.deps.DB.Reader(), f)
	if err != nil || video == "" {
		return err
	}
	body, err := server.OpenFile(ctx, f.recorded(), 0)
	if err != nil {
		return err
	}
	defer func() { _ = body.Close() }()
	text, err := io.ReadAll(io.LimitReader(body, mostTranscript+1))
	switch {
	case err != nil:
		return err
	case len(text) > mostTranscript:
		return fault.New(fault.TooLarge, "captions_too_large", "The transcript is larger than captions can be.")
	case int64(len(text)) != f.Size:
		return errNotAll
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := s.deps.Library.AddCaptions(ctx, tx, video, language, string(text)); err != nil {
			return err
		}
		f.State, f.VideoID, f.Tries, f.Reason = Imported, &video, 0, ""
		if err := saveFile(ctx, tx, f, s.deps.Clock.Now()); err != nil {
			return err
		}
		return s.deps.Queue.Complete(ctx, tx, j)
	})
}
