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
	OriginalFileName string `json:"originalFileName,omitempty" msg:"originalFileName must be a text"`
	CourseID         string `json:"courseId,omitempty" msg:"courseId must be a text"`
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

// fits says whether the client means the file of the session.
func (r Recovery) fits(s Session) bool {
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

// expired refuses a session that is over; attempted says that the server has tried to take it over.
func expired(message string, missing []string, attempted bool) error {
	if missing == nil {
		missing = []string{}
	}
	return fault.New(fault.Gone, "SESSION_EXPIRED", message).
		WithDetails(ExpiredSession{true, attempted, len(missing) == 0, missing, "SESSION_EXPIRED"})
}

// own is the session that a reference names, whatever its state; notFound when there is none that the caller may touch.
func (s *Service) own(ctx context.Context, who access.Caller, ref Reference) (Session, error) {
	if uuid.Validate(ref.UploadID) != nil {
		return Session{}, notFound()
	}
	session, err := findSession(ctx, s.DB.Reader(), ref.UploadID)
	if err == nil && (!session.mayTouch(who) || !ref.fits(session)) {
		err = notFound()
	}
	return session, err
}

// latest follows a session to the one that has taken it over in the end.
func (s *Service) latest(ctx context.Context, session Session) (_ Session, followed bool, err error) {
	for session.SuccessorID != "" {
		if session, err = findSession(ctx, s.DB.Reader(), session.SuccessorID); err != nil {
			return session, followed, err
		}
		followed = true
	}
	return session, followed, nil
}

// newest is the session that counts by now in place of the one of this id.
func (s *Service) newest(ctx context.Context, id string) (Session, error) {
	session, err := findSession(ctx, s.DB.Reader(), id)
	if err == nil {
		session, _, err = s.latest(ctx, session)
	}
	return session, err
}

// current is the session that takes the parts of the one referred to: itself, its successor, or one that is opened now
// because it has expired. recovered says that it is another. For the uploader and admins; notFound for everybody else,
// fault.Gone when it has expired and cannot be taken over, fault.Conflict when the upload is complete.
func (s *Service) current(ctx context.Context, who access.Caller, ref Reference, r Recovery) (_ Session, recovered bool, err error) {
	session, err := s.own(ctx, who, ref)
	if err != nil {
		return session, false, err
	}
	session, recovered, err = s.latest(ctx, session)
	switch {
	case err != nil || session.open(s.Clock.Now()):
		return session, recovered, err
	case session.Status == "completed" || session.Status == "completing":
		return session, false, complete()
	case !isRunning(session.Status):
		return session, false, notFound()
	}
	if err := s.noteExpiry(ctx, session.ID); err != nil {
		return session, false, err
	}
	if missing := r.missing(); len(missing) > 0 {
		return session, false, expired("This upload session has expired. What was sent is kept for a while: recover the session, or restart the upload.", missing, false)
	}
	if !r.fits(session) {
		return session, false, expired("Session expired and automatic recovery failed: the file's name, type or course is not that of this upload.", nil, true)
	}
	session, err = s.succeed(ctx, session.ID)
	return session, true, err
}

// noteExpiry makes sure that a session that was seen to be over stays over, even when the clock is set back.
func (s *Service) noteExpiry(ctx context.Context, id string) error {
	return s.DB.InTx(ctx, func(tx bun.IDB) error {
		session, err := lockSession(ctx, tx, id)
		if err != nil || session.open(s.Clock.Now()) || !isRunning(session.Status) {
			return err
		}
		session.Status, session.UpdatedAt = "expired", s.Clock.Now()
		return saveSession(ctx, tx, session)
	})
}

// succeed opens the session that takes over from an expired one. Of several who ask at once, all get the same.
func (s *Service) succeed(ctx context.Context, id string) (next Session, err error) {
	now := s.Clock.Now()
	err = s.DB.InTx(ctx, func(tx bun.IDB) error {
		old, err := lockSession(ctx, tx, id)
		switch {
		case err != nil:
			return err
		case old.SuccessorID != "":
			next, err = findSession(ctx, tx, old.SuccessorID)
			return err
		case old.open(now):
			next = old
			return nil
		case !isRunning(old.Status):
			return notFound()
		case old.Refreshes >= maxRefreshes:
			return expired("Upload session refresh limit reached.", nil, true)
		}
		next = old
		next.ID, next.Status, next.Refreshes = db.NewID(), "uploading", old.Refreshes+1
		next.CreatedAt, next.UpdatedAt, next.ExpiresAt = now, now, now.Add(s.TTL)
		old.Status, old.SuccessorID, old.UpdatedAt = "expired", next.ID, now
		if err := insertSession(ctx, tx, next); err != nil {
			return err
		}
		return saveSession(ctx, tx, old)
	})
	return next, err
}

// Recover opens a successor of an expired session, or gives the one that stands: with all parts that were received.
// For the uploader and admins; fault.Gone when that is not possible any more.
func (s *Service) Recover(ctx context.Context, who access.Caller, ref Reference, r Recovery) (UploadSession, error) {
	var broken fault.Fields
	broken.Require(ref.UploadID != "", "expiredSession", "required", "The expired session is required to recover an upload")
	broken.Require(r.OriginalFileName != "", "originalFileName", "required", "Original file name is required to recover an upload")
	broken.Require(r.CourseID != "", "courseId", "required", "courseId is required to recover an upload")
	if err := broken.Err(); err != nil {
		return UploadSession{}, err
	}
	session, err := s.own(ctx, who, ref)
	if err != nil {
		return UploadSession{}, err
	}
	if !r.fits(session) {
		return UploadSession{}, fault.New(fault.Invalid, "PARAMETER_MISMATCH", "Session recovery failed. Please restart the upload.")
	}
	r.ContentType = session.ContentType
	session, _, err = s.current(ctx, who, ref, r)
	if err != nil {
		return UploadSession{}, err
	}
	parts, err := s.parts(ctx, session)
	if err != nil {
		return UploadSession{}, err
	}
	return s.told(ctx, session, parts)
}

// SessionState is what validate-session answers.
type SessionState struct {
	IsValid       bool           `json:"isValid"`
	Reason        string         `json:"reason" doc:"Why it is not valid."`
	SessionInfo   SessionInfo    `json:"sessionInfo"`
	UploadedParts []UploadedPart `json:"uploadedParts" doc:"What the server holds, valid or not."`
}

// SessionInfo is where a session stands.
type SessionInfo struct {
	UploadSession

	Status            string `json:"status" enum:"initialized,uploading,completing,completed,failed,aborted,expired"`
	IsNearExpiration  bool   `json:"isNearExpiration"`
	ExpirationWarning string `json:"expirationWarning"`
	FileSize          int64  `json:"fileSize" doc:"Bytes."`
	ReceivedBytes     int64  `json:"receivedBytes"`
}

// Validate tells where a session stands. For the uploader and admins.
func (s *Service) Validate(ctx context.Context, who access.Caller, ref Reference) (SessionState, error) {
	session, err := s.own(ctx, who, ref)
	if err != nil {
		return SessionState{}, err
	}
	parts, err := s.parts(ctx, session)
	if err != nil {
		return SessionState{}, err
	}
	now := s.Clock.Now()
	state := SessionState{IsValid: session.open(now), UploadedParts: listed(parts)}
	told := s.outline(session, parts)
	if state.IsValid {
		if told, err = s.told(ctx, session, parts); err != nil {
			return SessionState{}, err
		}
	}
	info := SessionInfo{UploadSession: told, Status: session.Status, FileSize: session.FileSize}
	for _, p := range parts {
		info.ReceivedBytes += p.Size
	}
	switch left := session.ExpiresAt.Sub(now); {
	case !state.IsValid:
		state.Reason = reason(session)
	case left < min(nearExpiry, s.TTL/2):
		info.IsNearExpiration = true
		info.ExpirationWarning = "This session ends in " + left.Round(time.Second).String() + " unless something is sent."
	}
	state.SessionInfo = info
	return state, nil
}

// reason is why a session takes nothing any more.
func reason(s Session) string {
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

// parts is what the server holds of an upload, in order; of what went straight to the storage it learns here.
func (s *Service) parts(ctx context.Context, session Session) ([]received, error) {
	known, err := partsOf(ctx, s.DB.Reader(), session.VideoID)
	if err != nil || session.StorageRef == "" {
		return known, err
	}
	direct, err := s.Blob.Parts(ctx, session.ObjectKey, session.StorageRef)
	if errors.Is(err, fs.ErrNotExist) { // finished in this moment: what came straight is known by then
		err = nil
	}
	if err != nil || len(direct) == 0 {
		return known, err
	}
	now, attempt := s.Clock.Now(), db.NewID()
	var learnt []received
	for _, p := range direct {
		at := slices.IndexFunc(known, func(k received) bool { return k.PartNumber == p.Number })
		if p.Number < 1 || p.Number > session.TotalChunks || p.Size != session.part(p.Number).Size {
			continue // of another size: cut off on its way, and not received
		}
		if at >= 0 && known[at].StorageTag == p.Tag {
			continue
		}
		learnt = append(learnt, received{VideoID: session.VideoID, PartNumber: p.Number, Size: p.Size,
			Etag: strings.Trim(p.Tag, `"`), StorageTag: p.Tag, Attempt: attempt, ReceivedAt: now})
	}
	if err := s.DB.InTx(ctx, func(tx bun.IDB) error { return addParts(ctx, tx, learnt) }); err != nil {
		return nil, err
	}
	return partsOf(ctx, s.DB.Reader(), session.VideoID)
}
