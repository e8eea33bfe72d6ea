// Package uploader is the upload client behind `lectern upload`. It follows spec 000 sections 3 to 9, like
// web/src/upload-client. Both pass the tables of testdata/upload-scripts.
package uploader

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"strconv"
	"sync"

	"lectern/internal/video/chunksize"
)

// State of one upload (spec 000 section 4).
type State string

const (
	Initializing State = "initializing"
	Initialized  State = "initialized" // a session is open and nothing is being sent
	Uploading    State = "uploading"
	Completed    State = "completed"
	Failed       State = "failed"
	Aborted      State = "aborted"
)

const (
	maxRefreshes   = 2 // of the session, per upload
	maxResends     = 2 // of parts that the server has lost, per run
	chunkGivenUp   = "Failed to upload chunk after 3 attempts"
	chunkTooLarge  = "Chunk size exceeds maximum limit of 50MB"
	refreshLimit   = "Upload session refresh limit reached."
	recoveryFailed = "Session recovery failed. Please restart the upload."
	automaticFail  = "Session expired and automatic recovery failed. Please restart the upload."
)

// Options of one upload.
type Options struct {
	CourseID string
	// Metadata goes with initialize-upload, beside originalFileName and courseId.
	Metadata  map[string]string
	ChunkSize int64   // requested, before the rules of package chunksize; 0 is their default
	Minutes   float64 // of video, 0 if unknown
	// Kept is an earlier session with the parts that the client has recorded; the server's own list takes precedence.
	Kept *SavedUpload
	// Keep, which may be nil, receives what a later run needs to resume, nil when there is nothing to resume.
	Keep func(*SavedUpload)
	// Progress, which may be nil, receives the bytes that are acknowledged or in flight. Calls do not overlap.
	Progress func(sent, total int64)
}

// SavedUpload is an upload that can be resumed.
type SavedUpload struct {
	Session   Session `json:"session"`
	Parts     []Part  `json:"parts"`
	Refreshes int     `json:"refreshes"`
}

// Upload is the upload of one file. Run and Abort are for one goroutine at a time.
type Upload struct {
	client  *Client
	file    File
	options Options

	state     State
	session   *Session
	refreshes int
	over      bool // only a new session can bring the file to the server
	flat      bool // the server wants the flat form (spec 000 section 4)
	result    Result

	mu     sync.Mutex       // guards what the parts in flight share
	parts  map[int64]string // etags of the acknowledged parts
	done   int64            // bytes of the acknowledged parts
	moving map[int64]int64  // bytes sent of the parts in flight
}

// New prepares an upload and sends nothing.
func (c *Client) New(f File, o Options) *Upload {
	u := &Upload{client: c, file: f, options: o, state: Initializing, parts: map[int64]string{}, moving: map[int64]int64{}}
	if o.Kept != nil {
		session := o.Kept.Session
		u.state, u.session, u.refreshes = Initialized, &session, o.Kept.Refreshes
		u.setParts(o.Kept.Parts)
	}
	return u
}

func (u *Upload) State() State      { return u.state }
func (u *Upload) Refreshes() int    { return u.refreshes }
func (u *Upload) Session() *Session { return u.session }

// Run uploads, or resumes after a failure; after one that a retry cannot mend it starts a new upload. The error is an *Error, or the
// end of ctx, which pauses the upload.
func (u *Upload) Run(ctx context.Context) (Result, error) {
	if u.state == Completed {
		return u.result, nil
	}
	if u.over {
		u.startAnew(ctx)
	}
	result, err := u.run(ctx)
	u.resetInFlight()
	switch {
	case err == nil:
		u.state, u.result = Completed, result
		u.save(nil)
		return result, nil
	case ctx.Err() != nil && u.session != nil:
		u.state = Initialized
	case ctx.Err() != nil:
		u.state = Initializing
	default:
		e := Classify(err)
		if u.state, u.over = Failed, e.endsSession(); u.over {
			u.save(nil) // another run of the program starts anew too
		}
		err = e
	}
	return Result{}, err
}

// startAnew forgets the session. The server is told, so that no half of a video stays behind; one that does not know the session, or
// cannot be reached, sweeps up by itself.
func (u *Upload) startAnew(ctx context.Context) {
	session := u.session
	u.over, u.session, u.refreshes = false, nil, 0
	u.setParts(nil)
	if session != nil {
		_ = u.client.abortUpload(ctx, *session) // as said above
	}
}

func (u *Upload) run(ctx context.Context) (Result, error) {
	if result, complete, err := u.open(ctx); err != nil || complete {
		return result, err
	}
	u.state = Uploading
	resends := 0
	for raw := true; ; {
		result, err := u.transfer(ctx, &raw)
		e, ok := errors.AsType[*Error](err)
		if ok && len(e.lost) > 0 && resends < maxResends {
			resends++
			u.dropParts(e.lost)
			continue
		}
		if !ok || e.Class != SessionExpired || e.Status == 0 { // without a status it is our own limit, not the server
			return result, err
		}
		if err := u.refresh(ctx, e.RecoveryAttempted); err != nil {
			return Result{}, err
		}
	}
}

// transfer sends what is missing and completes. raw says whether signed URLs are worth trying.
func (u *Upload) transfer(ctx context.Context, raw *bool) (Result, error) {
	if *raw {
		used, err := u.sendRaw(ctx)
		if err != nil {
			return Result{}, err
		}
		*raw = used
	}
	for {
		number, missing := u.nextMissing()
		if !missing {
			return u.complete(ctx)
		}
		if err := u.sendChunk(ctx, number); err != nil {
			return Result{}, err
		}
	}
}

// Abort gives up the upload here and on the server. If the server cannot be reached, which is the error, it deletes the
// upload later.
func (u *Upload) Abort(ctx context.Context) error {
	if u.state == Completed {
		return newError(Unknown, "This upload is complete already. Delete the video instead.")
	}
	session := u.session
	u.state, u.session = Aborted, nil
	u.setParts(nil)
	u.save(nil)
	if session == nil {
		return nil
	}
	return u.client.abortUpload(ctx, *session)
}

// Validate asks the server whether the session is still valid.
func (u *Upload) Validate(ctx context.Context) (Check, error) {
	if u.session == nil {
		return Check{Reason: classes[SessionNotFound].message}, nil
	}
	return u.client.validateSession(ctx, *u.session)
}

// open opens a session, or asks the server about the saved one. complete means that the upload was already complete: the
// answer to its last call may have been lost.
func (u *Upload) open(ctx context.Context) (r Result, complete bool, err error) {
	if u.session == nil {
		u.state = Initializing
		err = u.initialize(ctx)
	} else {
		r, complete, err = u.reopen(ctx)
	}
	if err == nil {
		u.state = Initialized
	}
	return r, complete, err
}

func (u *Upload) reopen(ctx context.Context) (r Result, complete bool, err error) {
	check, err := u.Validate(ctx)
	if err != nil {
		return r, false, err
	}
	if check.Valid {
		if len(check.urls) > 0 {
			u.session.UploadURLs = check.urls
		}
		if check.partsKnown {
			u.setParts(check.parts)
		}
		return r, false, nil
	}
	if _, missing := u.nextMissing(); !missing {
		r, err = u.complete(ctx)
		if e, ok := errors.AsType[*Error](err); !ok || e.isUnreachable() {
			return r, err == nil, err
		}
	}
	return Result{}, false, u.refresh(ctx, false)
}

func (u *Upload) initialize(ctx context.Context) error {
	if err := validate(u.file, u.options.CourseID); err != nil {
		return err
	}
	contentType := contentTypeOf(u.file.Name)
	chunk := chunksize.For(u.file.Size, u.options.Minutes, cmp.Or(u.options.ChunkSize, chunksize.Client))
	metadata := map[string]string{}
	maps.Copy(metadata, u.options.Metadata)
	if u.options.Minutes > 0 {
		metadata["durationMinutes"] = strconv.FormatFloat(u.options.Minutes, 'f', -1, 64)
	}
	metadata["originalFileName"], metadata["courseId"] = u.file.Name, u.options.CourseID
	answer, err := u.client.initialize(ctx, initializeRequest{u.file.Name, u.file.Size, contentType, u.options.CourseID, chunk, metadata})
	if err != nil {
		return err
	}
	session, err := readSession(answer, Session{OriginalFileName: u.file.Name, CourseID: u.options.CourseID,
		ContentType: contentType, ChunkSize: chunk}, u.file.Size)
	if err != nil {
		return err
	}
	parts, _ := uploadedParts(answer)
	u.adopt(session, parts)
	return nil
}

func (u *Upload) complete(ctx context.Context) (r Result, err error) {
	if err := u.file.unchanged(); err != nil {
		return r, err
	}
	err = u.client.attempt(ctx, "", func() error {
		r, err = u.client.completeUpload(ctx, *u.session, u.partList())
		return err
	})
	return r, err
}

func (u *Upload) sendChunk(ctx context.Context, number int64) error {
	session := *u.session
	start, size := u.bounds(number)
	if size > chunksize.Max {
		return newError(BackendResponse, chunkTooLarge)
	}
	data, err := u.file.part(start, size, func(n int64) { u.countBytes(number, n) })
	if err != nil {
		return err
	}
	var stored storedChunk
	err = u.client.attempt(ctx, chunkGivenUp, func() (err error) {
		stored, err = u.uploadChunk(ctx, session, number, data)
		return err
	})
	if err == nil && stored.successor != nil {
		err = u.adoptSuccessor(session, stored.successor)
		if err == nil {
			err = u.countRefresh()
		}
	}
	if err == nil && stored.etag != "" {
		u.recordPart(number, stored.etag)
	}
	return err
}

// uploadChunk sends JSON first; if the server answers 400, it tries the flat form and remembers that the server wants it.
func (u *Upload) uploadChunk(ctx context.Context, s Session, number int64, data body) (storedChunk, error) {
	if !u.flat {
		stored, err := u.client.uploadChunk(ctx, s, number, data, false)
		if e, ok := errors.AsType[*Error](err); !ok || e.Status != 400 || e.Class == SessionExpired {
			return stored, err
		}
	}
	stored, err := u.client.uploadChunk(ctx, s, number, data, true)
	u.flat = u.flat || err == nil
	return stored, err
}

// refresh replaces an expired session: by recovery, which keeps the parts, or else by a new one. If the server cannot be
// reached the session is kept for another run.
func (u *Upload) refresh(ctx context.Context, recoveryAttempted bool) error {
	if err := u.countRefresh(); err != nil {
		return err
	}
	session := *u.session
	err := u.client.attempt(ctx, "", func() error {
		answer, err := u.client.recoverSession(ctx, session)
		if err != nil {
			return err
		}
		return u.adoptSuccessor(session, answer)
	})
	if e, ok := errors.AsType[*Error](err); !ok || e.isUnreachable() {
		return u.notRefreshed(err)
	}
	err = u.initialize(ctx)
	if e, ok := errors.AsType[*Error](err); !ok || e.isUnreachable() {
		return u.notRefreshed(err)
	}
	if recoveryAttempted {
		return newError(SessionExpired, automaticFail)
	}
	return newError(SessionExpired, recoveryFailed)
}

// notRefreshed takes a refresh back that nobody could be asked for, err is not nil then.
func (u *Upload) notRefreshed(err error) error {
	if err != nil {
		u.refreshes--
	}
	return err
}

func (u *Upload) countRefresh() error {
	if u.refreshes == maxRefreshes {
		return newError(SessionExpired, refreshLimit)
	}
	u.refreshes++
	return nil
}

// adoptSuccessor switches to the successor in an answer, with the parts that the server lists; without a list, with all
// parts if the part size is the same.
func (u *Upload) adoptSuccessor(old Session, answer any) error {
	from := answer
	if next, ok := successor(answer); ok {
		from = next
	}
	session, err := readSession(from, old, u.file.Size)
	if err != nil {
		return err
	}
	parts, known := uploadedParts(answer)
	if !known && session.ChunkSize == old.ChunkSize {
		parts = u.partList()
	}
	u.adopt(session, parts)
	return nil
}

func (u *Upload) adopt(s Session, parts []Part) {
	u.session = &s
	u.setParts(parts)
	u.save(&SavedUpload{s, parts, u.refreshes})
}
