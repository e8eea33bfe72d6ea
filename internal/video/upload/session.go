package upload

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// Recovery is what a client sends so that an expired session can be taken over.
type Recovery struct {
	OriginalFileName string `json:"originalFileName,omitempty" document:"required" msg:"originalFileName must be a text"`
	CourseID         string `json:"courseId,omitempty" document:"required" msg:"courseId must be a text"`
	ContentType      string `json:"contentType,omitempty" msg:"contentType must be a text"`
}

func (r Recovery) missing() (fields []string) {
	for _, f := range [][2]string{{"originalFileName", r.OriginalFileName}, {"courseId", r.CourseID}, {"contentType", r.ContentType}} {
		if f[1] == "" {
			fields = append(fields, f[0])
		}
	}
	return fields
}

// matches reports whether the client means the file of the session.
func (r Recovery) matches(s Session) bool {
	kind, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(r.ContentType)), ";")
	return displayName(r.OriginalFileName) == s.OriginalFileName && r.CourseID == s.CourseID && (kind == "" || kind == s.ContentType)
}

// ExpiredSession is the error info of an answer that refuses an expired session.
type ExpiredSession struct {
	IsSessionExpired      bool     `json:"isSessionExpired"`
	RecoveryAttempted     bool     `json:"recoveryAttempted"`
	RecoveryDataAvailable bool     `json:"recoveryDataAvailable"`
	MissingRecoveryFields []string `json:"missingRecoveryFields"`
	ErrorType             string   `json:"errorType"`
}

// errSessionExpired refuses an expired session; attempted says that the server has tried to open its successor.
func errSessionExpired(message string, missing []string, attempted bool) error {
	if missing == nil {
		missing = []string{}
	}
	return fault.New(fault.Gone, "SESSION_EXPIRED", message).
		WithDetails(ExpiredSession{true, attempted, len(missing) == 0, missing, "SESSION_EXPIRED"})
}

// errSessionRequired refuses a request that names no session.
func errSessionRequired() error {
	return fault.New(fault.Invalid, "DETAILED_PARAMETER_VALIDATION_ERROR", "Upload session is required")
}

// sessionOf returns the session that a reference names, in any state; errSessionNotFound when the caller has none like it.
func (s *Service) sessionOf(ctx context.Context, who access.Caller, ref Reference) (Session, error) {
	if uuid.Validate(ref.UploadID) != nil {
		return Session{}, errSessionNotFound()
	}
	session, err := findSession(ctx, s.db.Reader(), ref.UploadID)
	if err == nil && (!session.belongsTo(who) || !ref.matches(session)) {
		err = errSessionNotFound()
	}
	return session, err
}

// latest follows a session to its last successor.
func (s *Service) latest(ctx context.Context, session Session) (_ Session, followed bool, err error) {
	for session.SuccessorID != "" {
		if session, err = findSession(ctx, s.db.Reader(), session.SuccessorID); err != nil {
			return session, followed, err
		}
		followed = true
	}
	return session, followed, nil
}

// latestByID is latest of the session with this id.
func (s *Service) latestByID(ctx context.Context, id string) (Session, error) {
	session, err := findSession(ctx, s.db.Reader(), id)
	if err == nil {
		session, _, err = s.latest(ctx, session)
	}
	return session, err
}

// resolveSession returns the session that takes the parts of the one referred to: itself, its successor, or a successor that
// is opened now because it has expired; recovered says that it is a successor. For the uploader and admins; fault.NotFound for
// everybody else, fault.Gone when it has expired and cannot be recovered, fault.Conflict when the upload is complete.
func (s *Service) resolveSession(ctx context.Context, who access.Caller, ref Reference, r Recovery) (_ Session, recovered bool, err error) {
	session, err := s.sessionOf(ctx, who, ref)
	if err != nil {
		return session, false, err
	}
	session, recovered, err = s.latest(ctx, session)
	switch {
	case err != nil || session.isOpen(s.clock.Now()):
		return session, recovered, err
	case session.Status == "completed" || session.Status == "completing":
		return session, false, errUploadComplete()
	case session.Status == "failed" && session.Refreshes >= maxRefreshes:
		return session, false, errRefreshLimit()
	case !isRunning(session.Status):
		return session, false, errSessionNotFound()
	}
	if session, err = s.markExpired(ctx, session.ID); err != nil {
		return session, false, err
	}
	if session.Status == "failed" {
		s.discardStorage(ctx, session)
		return session, false, errRefreshLimit()
	}
	if missing := r.missing(); len(missing) > 0 {
		return session, false, errSessionExpired("This upload session has expired. The parts sent so far are kept for a while. Recover the session, or restart the upload.", missing, false)
	}
	if !r.matches(session) {
		return session, false, errSessionExpired("Session expired and automatic recovery failed: the file's name, type or course is not that of this upload.", nil, true)
	}
	session, err = s.openSuccessor(ctx, session.ID)
	return session, true, err
}

// markExpired records an expiry that was seen, so that it stands even when the clock is set back. An upload that has used up its
// refreshes ends here: nothing can take it over any more.
func (s *Service) markExpired(ctx context.Context, id string) (session Session, err error) {
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		if session, err = lockSession(ctx, tx, id); err != nil || session.isOpen(s.clock.Now()) || !isRunning(session.Status) {
			return err
		}
		session.Status, session.UpdatedAt = "expired", s.clock.Now()
		if session.Refreshes >= maxRefreshes && session.SuccessorID == "" {
			session.Status = "failed"
			const sentence = "The upload was interrupted too often. What was sent has been removed; upload the file again."
			if err := s.rows(session).Release(ctx, tx, session.VideoID, "failed", sentence); err != nil {
				return err
			}
		}
		return saveSession(ctx, tx, session)
	})
	return session, err
}

// errRefreshLimit ends an upload whose session has expired once more than it may (spec 000 section 8).
func errRefreshLimit() error {
	return errSessionExpired("Upload session refresh limit reached.", nil, true)
}

// openSuccessor opens the session that takes over from an expired one. Concurrent callers get the same one.
func (s *Service) openSuccessor(ctx context.Context, id string) (next Session, err error) {
	now := s.clock.Now()
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		old, err := lockSession(ctx, tx, id)
		switch {
		case err != nil:
			return err
		case old.SuccessorID != "":
			next, err = findSession(ctx, tx, old.SuccessorID)
			return err
		case old.isOpen(now):
			next = old
			return nil
		case !isRunning(old.Status):
			return errSessionNotFound()
		case old.Refreshes >= maxRefreshes:
			return errRefreshLimit()
		}
		next = old
		next.ID, next.Status, next.Refreshes = db.NewID(), "uploading", old.Refreshes+1
		next.CreatedAt, next.UpdatedAt, next.ExpiresAt = now, now, now.Add(s.ttl)
		old.Status, old.SuccessorID, old.UpdatedAt = "expired", next.ID, now
		if err := insertSession(ctx, tx, next); err != nil {
			return err
		}
		return saveSession(ctx, tx, old)
	})
	return next, err
}

// Recover opens a successor of an expired session, or returns the open one: with all parts that were received.
// For the uploader and admins; fault.Gone when that is no longer possible.
func (s *Service) Recover(ctx context.Context, who access.Caller, ref Reference, r Recovery) (UploadSession, error) {
	var broken fault.Fields
	broken.Require(ref.UploadID != "", "expiredSession", "required", "The expired session is required to recover an upload")
	broken.Require(r.OriginalFileName != "", "originalFileName", "required", "Original file name is required to recover an upload")
	broken.Require(r.CourseID != "", "courseId", "required", "courseId is required to recover an upload")
	if err := broken.Err(); err != nil {
		return UploadSession{}, err
	}
	session, err := s.sessionOf(ctx, who, ref)
	if err != nil {
		return UploadSession{}, err
	}
	if !r.matches(session) {
		return UploadSession{}, fault.New(fault.Invalid, "PARAMETER_MISMATCH", "Session recovery failed. Please restart the upload.")
	}
	r.ContentType = session.ContentType
	session, _, err = s.resolveSession(ctx, who, ref, r)
	if err != nil {
		return UploadSession{}, err
	}
	parts, err := s.parts(ctx, session)
	if err != nil {
		return UploadSession{}, err
	}
	return s.sessionWithAddresses(ctx, session, parts)
}

// SessionState is what validate-session answers.
type SessionState struct {
	IsValid       bool           `json:"isValid"`
	Reason        string         `json:"reason" doc:"Why it is not valid."`
	SessionInfo   SessionInfo    `json:"sessionInfo"`
	UploadedParts []UploadedPart `json:"uploadedParts" doc:"What the server holds, valid or not."`
}

// SessionInfo is a session and its state.
type SessionInfo struct {
	UploadSession

	Status            string `json:"status" enum:"initialized,uploading,completing,completed,failed,aborted,expired"`
	IsNearExpiration  bool   `json:"isNearExpiration"`
	ExpirationWarning string `json:"expirationWarning"`
	FileSize          int64  `json:"fileSize" doc:"Bytes."`
	ReceivedBytes     int64  `json:"receivedBytes"`
}

// Validate returns the state of a session. For the uploader and admins.
func (s *Service) Validate(ctx context.Context, who access.Caller, ref Reference) (SessionState, error) {
	if ref.UploadID == "" {
		return SessionState{}, errSessionRequired()
	}
	session, err := s.sessionOf(ctx, who, ref)
	if err != nil {
		return SessionState{}, err
	}
	parts, err := s.parts(ctx, session)
	if err != nil {
		return SessionState{}, err
	}
	now := s.clock.Now()
	state := SessionState{IsValid: session.isOpen(now), UploadedParts: uploadedParts(parts)}
	withAddresses := s.sessionInfo(session, parts)
	if state.IsValid {
		if withAddresses, err = s.sessionWithAddresses(ctx, session, parts); err != nil {
			return SessionState{}, err
		}
	}
	info := SessionInfo{UploadSession: withAddresses, Status: session.Status, FileSize: session.FileSize}
	for _, p := range parts {
		info.ReceivedBytes += p.Size
	}
	switch left := session.ExpiresAt.Sub(now); {
	case !state.IsValid:
		state.Reason = closedReason(session)
	case left < min(expiryWarning, s.ttl/2):
		info.IsNearExpiration = true
		info.ExpirationWarning = "This session ends in " + left.Round(time.Second).String() + " unless something is sent."
	}
	state.SessionInfo = info
	return state, nil
}

// closedReason says why a session accepts no more parts.
func closedReason(s Session) string {
	switch s.Status {
	case "completing", "completed":
		return "The upload is complete."
	case "aborted":
		return "The upload was cancelled."
	case "failed":
		return "The upload was given up and what was sent has been removed."
	}
	return "The session has expired."
}

// parts returns the received parts of an upload, in order. Parts that clients sent straight to the storage are recorded here.
func (s *Service) parts(ctx context.Context, session Session) ([]receivedPart, error) {
	known, err := partsOf(ctx, s.db.Reader(), session.VideoID)
	if err != nil || session.StorageRef == "" {
		return known, err
	}
	direct, err := s.blob.Parts(ctx, session.ObjectKey, session.StorageRef)
	if errors.Is(err, fs.ErrNotExist) { // finished in between: direct parts have been recorded by then
		err = nil
	}
	if err != nil || len(direct) == 0 {
		return known, err
	}
	now, attempt := s.clock.Now(), db.NewID()
	var unrecorded []receivedPart
	for _, p := range direct {
		at := slices.IndexFunc(known, func(k receivedPart) bool { return k.PartNumber == p.Number })
		if p.Number < 1 || p.Number > session.TotalChunks || p.Size != session.blobPart(p.Number).Size {
			continue // of another size: cut off in transit, so not received
		}
		if at >= 0 && known[at].StorageTag == p.Tag {
			continue
		}
		unrecorded = append(unrecorded, receivedPart{VideoID: session.VideoID, PartNumber: p.Number, Size: p.Size,
			Etag: strings.Trim(p.Tag, `"`), StorageTag: p.Tag, Attempt: attempt, ReceivedAt: now})
	}
	if err := s.db.InTx(ctx, func(tx bun.IDB) error { return addParts(ctx, tx, unrecorded) }); err != nil {
		return nil, err
	}
	return partsOf(ctx, s.db.Reader(), session.VideoID)
}
