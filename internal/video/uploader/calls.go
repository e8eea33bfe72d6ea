package uploader

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
)

// reference identifies a session in the calls of spec 000 section 7.
type reference struct {
	UploadID string `json:"uploadId"`
	VideoID  string `json:"videoId"`
	Key      string `json:"key"`
	Bucket   string `json:"bucket"`
}

func (s Session) reference() reference { return reference{s.UploadID, s.VideoID, s.Key, s.Bucket} }

// The texts of spec 000 section 8 by HTTP status.
var (
	initializeTexts = map[int]string{
		401: "Authentication failed. Please log in again and try uploading the video.",
		403: "Access denied. You do not have permission to upload videos.",
		404: "Video streaming service not found. Please contact support.",
		413: "File too large. Please use a smaller video file.",
		415: "Unsupported file type. Please use MP4, MOV, WebM, AVI, or MKV format.",
		500: "Server error. The video streaming service is currently unavailable. Please try again later.",
	}
	completeTexts = map[int]string{
		400: "Invalid upload data. Please restart the upload.",
		404: "Upload session not found. The upload may have expired.",
	}
)

// initializeRequest is the request that opens a session.
type initializeRequest struct {
	FileName    string            `json:"fileName"`
	FileSize    int64             `json:"fileSize"`
	ContentType string            `json:"contentType"`
	CourseID    string            `json:"courseId"`
	ChunkSize   int64             `json:"chunkSize"`
	Metadata    map[string]string `json:"metadata"`
}

// initialize opens a session and returns the whole answer, for readSession. It is never retried, because it could open two.
func (c *Client) initialize(ctx context.Context, i initializeRequest) (any, error) {
	a, err := c.call(ctx, "initialize-upload", i, true)
	if e, ok := errors.AsType[*Error](err); ok && e.Class == Unauthorized {
		return nil, newError(Unauthorized, "Authentication required. Please log in to upload videos.")
	}
	return a.json, responseError(a, err, initializeTexts)
}

// storedChunk is an acknowledged chunk, or the session that the server opened to replace an expired one, or both.
type storedChunk struct {
	etag      string
	successor any
}

// uploadChunk sends one chunk, as JSON or in the flat form. SESSION_EXPIRED when the session has expired and the server has
// not opened another.
func (c *Client) uploadChunk(ctx context.Context, s Session, number int64, data body, flat bool) (storedChunk, error) {
	build := jsonChunk
	if flat {
		build = formChunk
	}
	b, err := build(s, number, data)
	if err != nil {
		return storedChunk{}, err
	}
	a, err := c.post(ctx, "upload-chunk", b, false)
	return readStored(a, err)
}

// readStored reads the answer of upload-chunk or a raw PUT.
func readStored(a answer, err error) (storedChunk, error) {
	if err := responseError(a, err, nil); err != nil {
		return storedChunk{}, err
	}
	stored := storedChunk{etag: a.etag}
	setField(a.json, text, &stored.etag, "etag", "ETag")
	next, opened := successor(a.json)
	if stored.etag == "" && !opened {
		e := newError(BackendResponse, "Invalid response from server: missing etag")
		e.Status = a.status
		return storedChunk{}, e
	}
	if opened {
		stored.successor = next
	}
	return stored, nil
}

// recoverSession asks for a successor of an expired session and returns the whole answer.
func (c *Client) recoverSession(ctx context.Context, s Session) (any, error) {
	a, err := c.call(ctx, "recover-session", map[string]any{"expiredSession": s.reference(),
		"originalFileName": s.OriginalFileName, "courseId": s.CourseID, "contentType": s.ContentType}, false)
	return a.json, responseError(a, err, nil)
}

// Check is the answer of validate-session.
type Check struct {
	Valid             bool
	Reason            string // why it is not valid
	NearExpiration    bool
	ExpirationWarning string

	parts      []Part // parts that the server holds
	partsKnown bool   // whether the answer lists them
	urls       []PartURL
}

// validateSession asks whether a session is still valid. Every failure but the end of ctx reads as not valid.
func (c *Client) validateSession(ctx context.Context, s Session) (Check, error) {
	a, err := c.call(ctx, "validate-session", map[string]any{"uploadSession": s.reference()}, false)
	if e, ok := errors.AsType[*Error](err); ok {
		return Check{Reason: e.Message}, nil
	}
	if err != nil {
		return Check{}, err
	}
	if valid, _ := lookUp(a.json, flag, "isValid", "is_valid"); !valid || !a.accepted() {
		check := Check{Reason: messageOf(a.json)}
		setField(a.json, text, &check.Reason, "reason")
		return check, nil
	}
	check := Check{Valid: true, urls: partURLs(a.json)}
	check.parts, check.partsKnown = uploadedParts(a.json)
	setField(a.json, flag, &check.NearExpiration, "isNearExpiration", "is_near_expiration")
	setField(a.json, text, &check.ExpirationWarning, "expirationWarning", "expiration_warning")
	return check, nil
}

// completeUpload asks the server to assemble the parts. A refusal lists the parts that the server has lost.
func (c *Client) completeUpload(ctx context.Context, s Session, parts []Part) (Result, error) {
	a, err := c.call(ctx, "complete-upload", map[string]any{"uploadSession": s.reference(), "parts": sorted(parts)}, false)
	if err := responseError(a, err, completeTexts); err != nil {
		if e, ok := errors.AsType[*Error](err); ok && (e.Status == 400 || e.Status == 409) {
			e.lost = missingParts(a.json)
		}
		return Result{}, err
	}
	return readResult(a.json, s), nil
}

// abortUpload tells the server to delete the session. One that it does not know, or cannot handle, counts as deleted.
func (c *Client) abortUpload(ctx context.Context, s Session) error {
	a, err := c.call(ctx, "abort-upload", map[string]any{"uploadSession": s.reference()}, false)
	if err == nil && a.status == 404 {
		return nil
	}
	err = responseError(a, err, nil)
	if e, ok := errors.AsType[*Error](err); ok && e.Class == BackendConfig {
		return nil
	}
	return err
}

func (c *Client) call(ctx context.Context, path string, content any, once bool) (answer, error) {
	j, err := json.Marshal(content)
	if err != nil {
		return answer{}, err
	}
	return c.post(ctx, path, textBody("application/json", string(j)), once)
}

func (a answer) accepted() bool {
	success, said := lookUp(a.json, flag, "success")
	return a.status >= 200 && a.status < 300 && (success || !said)
}

// responseError returns the error of an answer, nil for success: the call's exact text for its status, else the server's
// own, else that of the class. err, when there was no answer, is passed on.
func responseError(a answer, err error, texts map[int]string) error {
	if err != nil || a.accepted() {
		return err
	}
	class := classOf(a.status, a.json)
	message := messageOf(a.json)
	// Fixed texts: these mean the same to a user whatever the server calls them.
	if class == SessionExpired || class == BackendConfig || a.status == 401 {
		message = ""
	}
	if exact, ok := texts[a.status]; ok && class != SessionExpired {
		message = exact
	}
	if _, named := classByCode(a.json); named { // the code says more than the status
		message = messageOf(a.json)
	}
	e := newError(class, message)
	e.Status, e.After = a.status, a.after
	switch a.status {
	case http.StatusForbidden:
		e.Final, e.action = true, actionNoRight
	case http.StatusInsufficientStorage:
		e.action = actionNoRoom
	}
	e.RecoveryAttempted, _ = lookUp(a.json, flag, "recoveryAttempted", "recovery_attempted")
	return e
}
