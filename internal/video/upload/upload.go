// Package upload receives large files in parts. The server owns the list of parts: one is acknowledged only when its bytes
// are durable, and no crash of client or server loses it afterwards. What a client says about its parts is a hint.
//
// An upload session is a permission to send one file, with an expiry that every part extends. The parts belong to the video,
// so that a session which takes over from an expired one has all of them.
package upload

import (
	"cmp"
	"context"
	"crypto/hmac"
	"log/slog"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
)

// uploaders may upload videos, to courses that are theirs.
var uploaders = []access.Role{access.Instructor, access.Admin}

const (
	maxParts        = 10_000           // S3 takes no more
	maxRefreshes    = 2                // of one upload (spec 000 section 9)
	maxOpenUploads  = 100              // uploads of one person that are under way
	maxOpenBytes    = 200 << 30        // of their files together
	maxTitle        = 200              // characters, as when it is changed later
	maxFinishInline = 256 << 20        // bytes; a disk verifies them in about a second
	expiryWarning   = 10 * time.Minute // before expiry, when validate-session warns
	bucket          = "media"          // in answers to clients; storage has its own
	sources         = "sources/"       // prefix of the object keys, followed by the video's id
)

// Videos owns the rows of videos, or of files that replace those of videos, by the id of the upload. Package transcode implements both.
type Videos interface {
	// Reserve inserts the row of a video that is being uploaded.
	Reserve(ctx context.Context, tx bun.IDB, v NewVideo) error
	// MarkReceived notes that all bytes of a video are here and have yet to be put together.
	MarkReceived(ctx context.Context, tx bun.IDB, videoID string) error
	// StartProcessing begins processing; the video may be uploading or failed.
	StartProcessing(ctx context.Context, tx bun.IDB, videoID string) (jobID string, estimate time.Duration, err error)
	// Release ends a video whose upload did not arrive: status cancelled or failed, with a sentence for the teacher.
	Release(ctx context.Context, tx bun.IDB, videoID, status, reason string) error
}

// Courses says whose a course is.
type Courses interface {
	MayTeach(ctx context.Context, who access.Caller, courseID string) (bool, error)
}

// NewVideo is a video whose upload begins, or another file for the video ReplacesID.
type NewVideo struct {
	ReplacesID                                                  string
	ID, CourseID, OwnerID, Title, OriginalFileName, ContentType string
	FileSize                                                    int64 // bytes
}

// Deps is what the service needs.
type Deps struct {
	DB     *db.DB
	Clock  clock.Clock
	Blob   blob.Store
	Queue  *jobs.Queue
	Videos Videos
	// Replacements are files for videos that exist.
	Replacements Videos
	Courses      Courses
	Log          *slog.Logger
	Key          []byte        // signs the addresses of parts
	TTL          time.Duration // of a session, from its last part
	ChunkSize    int64         // bytes, of uploads that name none
	MaxSize      int64         // bytes of a file

	AdvertisedFormats bool `optional:"other containers are accepted as well"`

	Scratch string // folder for chunks whose number is not known yet
	Address string // prefix of signed URLs: "" or https://host
}

// Service is the use cases. It is built once, in package app, and not copied.
type Service struct {
	db           *db.DB
	clock        clock.Clock
	blob         blob.Store
	queue        *jobs.Queue
	videos       Videos
	replacements Videos
	courses      Courses
	log          *slog.Logger
	key          []byte
	ttl          time.Duration
	chunkSize    int64
	maxSize      int64
	advertised   bool // only the containers of the specification are accepted
	tempDir      string
	baseURL      string
	finishInline int64 // size in bytes up to which a file is assembled while the client waits; a larger one is left to a job

	inFlight inFlight
}

// New builds the service. It panics when a dependency is missing.
func New(d Deps) *Service {
	deps.Require(d)
	return &Service{
		db:           d.DB,
		clock:        d.Clock,
		blob:         d.Blob,
		queue:        d.Queue,
		videos:       d.Videos,
		replacements: d.Replacements,
		courses:      d.Courses,
		log:          d.Log,
		key:          d.Key,
		ttl:          d.TTL,
		chunkSize:    d.ChunkSize,
		maxSize:      d.MaxSize,
		advertised:   d.AdvertisedFormats,
		tempDir:      d.Scratch,
		baseURL:      d.Address,
		finishInline: maxFinishInline,
	}
}

// Session is a permission to send the parts of one file.
type Session struct {
	bun.BaseModel `bun:"table:upload_sessions"`

	ID               string `bun:",pk"`
	VideoID          string // of a replacement: its own id, which names the object
	ReplacesID       string // the video that gets another file; empty for a new one
	UserID           string
	CourseID         string
	ObjectKey        string
	StorageRef       string
	OriginalFileName string
	ContentType      string
	FileSize         int64
	ChunkSize        int64
	TotalChunks      int64
	ReservedBytes    int64
	Metadata         db.JSON[Metadata]
	Status           string
	SuccessorID      string
	Refreshes        int64
	JobID            string
	EstimateSeconds  int64
	ExpiresAt        time.Time
	CreatedAt        time.Time
	UpdatedAt        time.Time
	CompletedAt      *time.Time
}

// Metadata is what is kept of the client's metadata.
type Metadata struct {
	Title string `json:"title"`
}

// video is the id of the video that the file will be.
func (s Session) video() string { return cmp.Or(s.ReplacesID, s.VideoID) }

// isOpen reports whether parts may be sent at the instant now.
func (s Session) isOpen(now time.Time) bool {
	return (s.Status == "initialized" || s.Status == "uploading") && s.ExpiresAt.After(now)
}

// blobPart is where a part is stored; number is one of 1…TotalChunks.
func (s Session) blobPart(number int64) blob.Part {
	offset := (number - 1) * s.ChunkSize
	return blob.Part{Key: s.ObjectKey, Ref: s.StorageRef, Number: number, Offset: offset, Size: min(s.ChunkSize, s.FileSize-offset)}
}

// receivedPart is a part that has been acknowledged.
type receivedPart struct {
	bun.BaseModel `bun:"table:upload_parts"`

	VideoID    string `bun:",pk"`
	PartNumber int64  `bun:",pk"`
	Size       int64
	CRC32C     int64 `bun:"crc32c"`
	Etag       string
	StorageTag string
	Attempt    string
	ReceivedAt time.Time
}

func (r receivedPart) stored() blob.StoredPart {
	return blob.StoredPart{Number: r.PartNumber, Size: r.Size, CRC32C: uint32(r.CRC32C), Tag: r.StorageTag}
}

func storedParts(parts []receivedPart) []blob.StoredPart {
	stored := make([]blob.StoredPart, len(parts))
	for i, p := range parts {
		stored[i] = p.stored()
	}
	return stored
}

// Reference names a session. Only uploadId is used; the other members, where a client sends them, have to be those of the
// session. None of them ever becomes a path.
type Reference struct {
	UploadID string `json:"uploadId,omitempty" msg:"uploadId must be a text"`
	VideoID  string `json:"videoId,omitempty" msg:"videoId must be a text"`
	CourseID string `json:"courseId,omitempty" msg:"courseId must be a text"`
	Key      string `json:"key,omitempty" msg:"key must be a text"`
	Bucket   string `json:"bucket,omitempty" msg:"bucket must be a text"`
}

func (r Reference) matches(s Session) bool {
	same := func(said, is string) bool { return said == "" || said == is }
	return same(r.VideoID, s.video()) && same(r.CourseID, s.CourseID) && same(r.Key, s.ObjectKey) && same(r.Bucket, bucket)
}

// merge lets the nested and the flat form of a reference stand for each other.
func (r Reference) merge(flat Reference) Reference {
	for _, m := range []struct{ to, from *string }{
		{&r.UploadID, &flat.UploadID}, {&r.VideoID, &flat.VideoID}, {&r.CourseID, &flat.CourseID}, {&r.Key, &flat.Key}, {&r.Bucket, &flat.Bucket},
	} {
		if *m.to == "" {
			*m.to = *m.from
		}
	}
	return r
}

// UploadedPart is a part that the server holds.
type UploadedPart struct {
	PartNumber int64  `json:"partNumber" doc:"From 1."`
	Etag       string `json:"etag" doc:"Opaque."`
}

// PartAddress takes one PUT of a part's raw bytes.
type PartAddress struct {
	PartNumber int64  `json:"partNumber"`
	URL        string `json:"url"`
}

// UploadSession is a session as its client sees it.
type UploadSession struct {
	UploadID         string         `json:"uploadId"`
	VideoID          string         `json:"videoId"`
	Key              string         `json:"key"`
	Bucket           string         `json:"bucket"`
	OriginalFileName string         `json:"originalFileName"`
	CourseID         string         `json:"courseId"`
	ContentType      string         `json:"contentType"`
	UploadURLs       []PartAddress  `json:"uploadUrls" doc:"One for each part that is still to be sent, in order."`
	ChunkSize        int64          `json:"chunkSize" doc:"Bytes of every part but the last."`
	TotalChunks      int64          `json:"totalChunks"`
	ExpiresAt        time.Time      `json:"expiresAt" doc:"Moves on with every part."`
	UploadedParts    []UploadedPart `json:"uploadedParts" doc:"What the server holds already."`
}

func uploadedParts(parts []receivedPart) []UploadedPart {
	list := make([]UploadedPart, len(parts))
	for i, p := range parts {
		list[i] = UploadedPart{p.PartNumber, p.Etag}
	}
	return list
}

// errSessionNotFound is the same for a session that does not exist and for one that is not the caller's.
func errSessionNotFound() error {
	return fault.New(fault.NotFound, "SESSION_NOT_FOUND", "Upload session not found. The upload may have expired.")
}

func errUploadComplete() error {
	return fault.New(fault.Conflict, "upload_complete", "This upload is already complete. Nothing more can be sent to it.")
}

// rows owns the row that the file of a session is for.
func (s *Service) rows(of Session) Videos {
	if of.ReplacesID != "" {
		return s.replacements
	}
	return s.videos
}

// belongsTo reports whether the caller may use a session.
func (s Session) belongsTo(who access.Caller) bool {
	return who.ID != "" && (s.UserID == who.ID || who.HasRole(access.Admin))
}

// equalConstantTime compares secrets.
func equalConstantTime(a, b string) bool { return hmac.Equal([]byte(a), []byte(b)) }

func isRunning(status string) bool {
	return slices.Contains([]string{"initialized", "uploading", "expired"}, status)
}
