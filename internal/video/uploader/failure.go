package uploader

import (
	"cmp"
	"errors"
	"net/http"
	"regexp"
	"time"
)

// Class is one of the fourteen kinds of upload failure (spec 001 section 8).
type Class string

const (
	SessionExpired   Class = "SESSION_EXPIRED"
	BackendConfig    Class = "BACKEND_CONFIG_ERROR"
	EmptyChunk       Class = "EMPTY_CHUNK_ERROR"
	Mismatch         Class = "PARAMETER_MISMATCH"
	InvalidParameter Class = "DETAILED_PARAMETER_VALIDATION_ERROR"
	BackendResponse  Class = "BACKEND_RESPONSE_ERROR"
	Unauthorized     Class = "AUTH_ERROR"
	FileTooLarge     Class = "FILE_TOO_LARGE"
	Unsupported      Class = "UNSUPPORTED_FORMAT"
	ServerTrouble    Class = "SERVER_ERROR"
	NetworkLost      Class = "NETWORK_ERROR"
	SessionNotFound  Class = "SESSION_NOT_FOUND"
	TimedOut         Class = "TIMEOUT_ERROR"
	Unknown          Class = "UNKNOWN_ERROR"
)

type classInfo struct {
	message, action string
	retryable       bool
}

var classes = map[Class]classInfo{
	SessionExpired: {"This upload was left too long and its session has expired.", "Restart the upload.", true},
	BackendConfig: {"Server configuration error: The backend is not properly configured to handle file uploads. Please contact support.",
		"Contact support: the server does not take multipart uploads.", false},
	EmptyChunk: {"Empty chunk detected. Please try uploading again.",
		"Check that the file still opens on your device, then retry.", true},
	Mismatch: {"The server holds other details of this upload than this page does.",
		"Refresh the page and pick the file again.", true},
	InvalidParameter: {"The server refused some details of this upload.",
		"Correct what the message names, then start a new upload.", false},
	BackendResponse: {"The server gave an answer that this page cannot use.",
		"Start a new upload. If it happens again, contact support.", false},
	Unauthorized: {"Your session has expired. Please log in again.",
		"Log in with an account that may upload to this course, then retry.", true},
	FileTooLarge: {"File too large. Please use a smaller video file.",
		"Compress the video or split it into parts of at most 10 GB.", false},
	Unsupported: {"Unsupported file type. Please use MP4, MOV, WebM, AVI, or MKV format.",
		"Convert the video to MP4, MOV, WebM, AVI or MKV.", false},
	ServerTrouble: {"Server error. The video streaming service is currently unavailable. Please try again later.",
		"Wait a moment, then retry: what has arrived is kept.", true},
	NetworkLost: {"Network error. Please check your internet connection and try again.",
		"Check your connection, then retry: what has arrived is kept.", true},
	SessionNotFound: {"Upload session not found. The upload may have expired.", "Start a new upload.", false},
	TimedOut: {"The server took too long to answer.",
		"Check your connection, then retry: what has arrived is kept.", true},
	Unknown: {"Something went wrong with this upload.", "Retry. If it happens again, contact support.", true},
}

// Error explains why an upload cannot continue. Every error of this package is one, or the end of the caller's context.
type Error struct {
	Class   Class
	Message string        // what happened, in the spec's exact words where it has some
	Status  int           // HTTP status; 0 when there was no answer
	After   time.Duration // Retry-After of the server
	// Final means that a retry cannot help, although it can for other errors of the class.
	Final bool
	// action replaces that of the class, unless it is "".
	action string
	// RecoveryAttempted means that the server has tried and failed to open a successor of an expired session.
	RecoveryAttempted bool
	// lost lists parts that the server had acknowledged and no longer holds: they must be sent again.
	lost  []int64
	cause error
}

func (e *Error) Error() string { return e.Message }
func (e *Error) Unwrap() error { return e.cause }

// Action says what the user can do about it.
func (e *Error) Action() string { return cmp.Or(e.action, classes[e.Class].action) }

// Retryable reports whether a retry makes sense. The session is kept either way.
func (e *Error) Retryable() bool { return classes[e.Class].retryable && !e.Final }

// endsSession reports whether the file needs a new session. A file that cannot be read can be selected again.
func (e *Error) endsSession() bool {
	return e.Class == SessionExpired || !e.Retryable() && e.Class != Unknown
}

const (
	actionNoRight = "Log in with an account that may upload to this course, then start a new upload."
	actionNoRoom  = "Tell the administrator. Once there is room on the server, retry: what has arrived is kept."
	actionReopen  = "Choose the file again."
)

// unreadableFile is the error of a file that was moved, changed or removed during its upload.
func unreadableFile(cause error) *Error {
	e := newError(Unknown, "The file can no longer be read. Was it moved or changed? Pick it again.")
	e.Final, e.action, e.cause = true, actionReopen, cause
	return e
}

// newError returns an error; without a message it has the text of its class.
func newError(class Class, message string) *Error {
	if message == "" {
		message = classes[class].message
	}
	return &Error{Class: class, Message: message}
}

// Classify maps any error to one of the fourteen classes.
func Classify(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	e := newError(Unknown, err.Error())
	e.cause = err
	return e
}

// retryDelay is the wait before the next attempt (spec 001 section 9). attempt is the one that failed, from 1.
func retryDelay(class Class, attempt int) time.Duration {
	switch class {
	case NetworkLost:
		return 2 * time.Second
	case TimedOut:
		return 3 * time.Second
	}
	return time.Duration(attempt) * time.Second
}

// isTransient reports whether the same request may succeed a moment later. A full server (507) stays full.
func (e *Error) isTransient() bool {
	return e.Class == ServerTrouble && e.Status != http.StatusInsufficientStorage || e.Class == NetworkLost || e.Class == TimedOut
}

// isUnreachable reports whether the fate of the session is unknown, so that it must not be replaced.
func (e *Error) isUnreachable() bool {
	return e.Class == NetworkLost || e.Class == TimedOut || e.Class == Unauthorized
}

var byStatus = map[int]Class{
	401: Unauthorized, 403: Unauthorized, 404: SessionNotFound, 408: TimedOut, 409: BackendResponse, 410: SessionExpired,
	413: FileTooLarge, 415: Unsupported, 504: TimedOut,
}

// byCode has the codes that say more than the status: a wrong course is not a missing service.
var byCode = map[string]Class{"course_not_found": InvalidParameter}

// classByMessage is for servers that send only a message.
var classByMessage = []struct {
	words *regexp.Regexp
	class Class
}{
	{regexp.MustCompile(`(?i)multipart|multer|not properly configured to handle file uploads`), BackendConfig},
	{regexp.MustCompile(`(?i)session (has |is )?expired`), SessionExpired},
	{regexp.MustCompile(`(?i)empty chunk`), EmptyChunk},
	{regexp.MustCompile(`(?i)mismatch|does not match|do not match`), Mismatch},
}

// classOf determines the class of an unsuccessful answer: from the server's code, then its message, then its status.
func classOf(status int, answer any) Class {
	if named, ok := lookUp(answer, className, "errorType", "error_type", "code"); ok {
		return named
	}
	if class, ok := classByCode(answer); ok {
		return class
	}
	if expired, _ := lookUp(answer, flag, "isSessionExpired", "is_session_expired"); expired || status == 410 {
		return SessionExpired
	}
	for _, known := range classByMessage {
		if !known.words.MatchString(messageOf(answer)) {
			continue
		}
		if status == 400 || status >= 500 && known.class == BackendConfig {
			return known.class
		}
		break
	}
	if status == 400 || status == 422 {
		return InvalidParameter
	}
	if class, ok := byStatus[status]; ok {
		return class
	}
	if status >= 500 {
		return ServerTrouble
	}
	return Unknown
}

func classByCode(answer any) (Class, bool) {
	code, _ := lookUp(answer, text, "code")
	class, ok := byCode[code]
	return class, ok
}

func className(v any) (Class, bool) {
	name, _ := v.(string)
	_, known := classes[Class(name)]
	return Class(name), known
}

// messageOf returns the server's message, or "".
func messageOf(answer any) string {
	if message, ok := lookUp(answer, text, "message"); ok {
		return message
	}
	message, _ := lookUp(answer, text, "error")
	return message
}
