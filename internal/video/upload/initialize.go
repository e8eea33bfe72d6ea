package upload

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/video/chunksize"
)

// NewUpload is what initialize-upload takes. Its rules and their words are those of spec 000 section 5.
type NewUpload struct {
	FileName    string         `json:"fileName" msg:"File name is required"`
	FileSize    rest.Integer   `json:"fileSize" msg:"Valid file size is required" doc:"Bytes."`
	ContentType string         `json:"contentType" msg:"Content type is required"`
	CourseID    string         `json:"courseId,omitempty" msg:"courseId is required in metadata for video upload"`
	ChunkSize   rest.Integer   `json:"chunkSize,omitempty" msg:"chunkSize must be a number of bytes" doc:"Bytes wanted; the answer's counts."`
	Metadata    map[string]any `json:"metadata,omitempty" msg:"metadata must be an object" doc:"originalFileName, courseId, title, durationMinutes, and replaces: the id of a video that gets this file and keeps everything else. It plays its old file until the new one is ready."`

	id string // of its session; empty: a new one
}

// extensions and contentTypes are the accepted videos. Probing determines what a file really is.
var (
	extensions   = []string{".mp4", ".mov", ".webm", ".avi", ".mkv"}
	contentTypes = []string{
		"video/mp4", "video/quicktime", "video/webm", "video/x-msvideo", "video/x-matroska",
		"video/avi", "video/msvideo", "video/vnd.avi", "video/matroska", "application/octet-stream", // browsers' names for the same
	}
	// The others are accepted without being advertised, unless the operator has switched them off.
	otherExtensions   = []string{".ts", ".m2ts", ".mts", ".flv", ".wmv", ".asf", ".3gp", ".3g2", ".ogv", ".ogg", ".m4v"}
	otherContentTypes = []string{
		"video/mp2t", "video/vnd.dlna.mpeg-tts", "video/x-flv", "video/x-ms-wmv", "video/x-ms-asf", "video/3gpp", "video/3gpp2",
		"video/ogg", "application/ogg", "video/x-m4v",
	}
)

func accepts(advertised, others []string, advertisedOnly bool, value string) bool {
	return slices.Contains(advertised, value) || !advertisedOnly && slices.Contains(others, value)
}

func (n NewUpload) text(name string) string {
	s, _ := n.Metadata[name].(string)
	return displayText(s)
}

// number reads a number that may have come as a string.
func (n NewUpload) number(name string) float64 {
	switch v := n.Metadata[name].(type) {
	case float64:
		return v
	case string:
		if f, err := strconv.ParseFloat(v, 64); err == nil && f >= 0 && !math.IsInf(f, 0) {
			return f
		}
	}
	return 0
}

// normalise returns n as it is stored, or a fault with the violated rules in the order of the specification. A file that is only too
// large, or only of an unsupported type, has its own status (spec 000 section 8).
func (n NewUpload) normalise(maxSize int64, advertisedOnly bool) (NewUpload, error) {
	n.FileName = displayName(n.FileName)
	n.ContentType, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(n.ContentType)), ";")
	n.CourseID = cmp.Or(displayText(n.CourseID), n.text("courseId"))
	var broken fault.Fields
	broken.Require(n.FileName != "", "fileName", "required", "File name is required")
	broken.Require(n.FileName == "" || accepts(extensions, otherExtensions, advertisedOnly, strings.ToLower(path.Ext(n.FileName))), "fileName", unsupportedFormat, "Unsupported video format")
	broken.Require(n.ContentType != "", "contentType", "required", "Content type is required")
	broken.Require(n.FileSize >= 1, "fileSize", "out_of_range", "Valid file size is required")
	broken.Require(n.FileSize <= rest.Integer(maxSize), "fileSize", tooLarge, "File size exceeds maximum limit of "+gigabytes(maxSize))
	broken.Require(n.CourseID != "", "metadata.courseId", "required", "courseId is required in metadata for video upload")
	broken.Require(utf8.RuneCountInString(n.text("title")) <= maxTitle, "metadata.title", "too_long", "The title must be at most 200 characters")
	switch {
	case len(broken) == 1 && broken[0].Code == unsupportedFormat:
		return n, fault.New(fault.UnsupportedType, "UNSUPPORTED_FORMAT", broken[0].Message)
	case len(broken) == 1 && broken[0].Code == tooLarge:
		return n, fault.New(fault.TooLarge, "FILE_TOO_LARGE", broken[0].Message)
	case len(broken) > 0:
		return n, broken.Err()
	case !accepts(contentTypes, otherContentTypes, advertisedOnly, n.ContentType):
		return n, fault.New(fault.UnsupportedType, "UNSUPPORTED_FORMAT", "Unsupported file type. Please use MP4, MOV, WebM, AVI, or MKV format.")
	}
	n.FileName = cmp.Or(displayName(n.text("originalFileName")), n.FileName)
	return n, nil
}

// The codes of fields that alone make another answer than 400.
const (
	unsupportedFormat = "unsupported_format"
	tooLarge          = "too_large"
)

func gigabytes(size int64) string {
	return strconv.FormatFloat(float64(size)/(1<<30), 'f', -1, 64) + "GB"
}

// displayText makes a text safe to store and to show: no control characters, no characters that change the direction of
// writing.
func displayText(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	return strings.TrimSpace(s)
}

// displayName is a client's file name for display: without folders, at most 200 characters, its extension kept.
func displayName(s string) string {
	s = displayText(s)
	s = s[strings.LastIndexAny(s, `/\`)+1:]
	const most = 200
	if letters := []rune(s); len(letters) > most {
		extension := []rune(path.Ext(s))
		if len(extension) > 5 {
			extension = nil
		}
		s = string(letters[:most-len(extension)]) + string(extension)
	}
	return s
}

// newSession is a session for n, without its storage.
func (s *Service) newSession(who access.Caller, n NewUpload) Session {
	now, size, id := s.clock.Now(), int64(n.FileSize), db.NewID()
	wanted := s.chunkSize
	if n.ChunkSize >= 1 {
		wanted = int64(min(n.ChunkSize, chunksize.Max))
	}
	chunk := max(chunksize.For(size, n.number("durationMinutes"), wanted), (size+maxParts-1)/maxParts)
	return Session{
		ID: cmp.Or(n.id, db.NewID()), VideoID: id, ReplacesID: n.text("replaces"), UserID: who.ID, CourseID: n.CourseID, ObjectKey: sources + id,
		OriginalFileName: n.FileName, ContentType: n.ContentType, FileSize: size, ChunkSize: chunk, TotalChunks: (size + chunk - 1) / chunk,
		ReservedBytes: reservedBytes(size), Status: "initialized", ExpiresAt: now.Add(s.ttl), CreatedAt: now, UpdatedAt: now,
		Metadata: db.JSON[Metadata]{V: Metadata{Title: n.text("title")}},
	}
}

// resumeReopened returns the session of a file that has to be sent again in part, although its upload was complete; found is
// false if there is none. Its uploader has read that only that part will be sent.
func (s *Service) resumeReopened(ctx context.Context, who access.Caller, n Session) (info UploadSession, found bool, err error) {
	old, err := findReopened(ctx, s.db.Reader(), n)
	if err == nil {
		file := Recovery{old.OriginalFileName, old.CourseID, old.ContentType}
		old, _, err = s.resolveSession(ctx, who, Reference{UploadID: old.ID}, file)
	}
	if fault.Is(err, fault.NotFound) || fault.Is(err, fault.Gone) || fault.Is(err, fault.Conflict) { // it has ended
		return UploadSession{}, false, nil
	}
	var parts []receivedPart
	if err == nil {
		parts, err = s.parts(ctx, old)
	}
	if err == nil {
		info, err = s.sessionWithAddresses(ctx, old, parts)
	}
	return info, true, err
}

// Initialize opens a session and inserts the row of its video. A file that was uploaded and damaged in storage goes on in its
// previous session, with the parts that are intact. For uploaders, which the gate has checked. fault.Invalid when
// a rule is broken, fault.UnsupportedType for another kind of file, fault.NotFound when the course is not theirs,
// fault.NoSpace before the first byte moves when there is no room, fault.TooMany when too much is open.
func (s *Service) Initialize(ctx context.Context, who access.Caller, n NewUpload) (UploadSession, error) {
	n, err := n.normalise(s.maxSize, s.advertised)
	if err != nil {
		return UploadSession{}, err
	}
	if err := s.requireTeaching(ctx, who, n.CourseID); err != nil {
		return UploadSession{}, err
	}
	session := s.newSession(who, n)
	if n.id == "" {
		if info, found, err := s.resumeReopened(ctx, who, session); err != nil || found {
			return info, err
		}
	}
	err = s.checkRoom(ctx, s.db.Reader(), session, session.ReservedBytes)
	if fault.Is(err, fault.NoSpace) || fault.Is(err, fault.TooMany) {
		if err := s.releaseIdle(ctx); err != nil {
			return UploadSession{}, err
		}
		err = s.checkRoom(ctx, s.db.Reader(), session, session.ReservedBytes)
	}
	if err != nil {
		return UploadSession{}, err
	}
	session.StorageRef, err = s.blob.Begin(ctx, session.ObjectKey, session.FileSize, session.ChunkSize)
	if err != nil {
		return UploadSession{}, err
	}
	err = s.db.InTx(ctx, func(tx bun.IDB) error { return s.reserveSession(ctx, tx, session) })
	if err != nil {
		s.discardStorage(ctx, session)
		return UploadSession{}, err
	}
	return s.sessionWithAddresses(ctx, session, nil)
}

// reserveSession inserts the rows of an upload, unless others have taken the room since it was checked.
func (s *Service) reserveSession(ctx context.Context, tx bun.IDB, n Session) error {
	if err := lockSessionOpening(ctx, tx); err != nil {
		return err
	}
	if err := s.checkRoom(ctx, tx, n, n.ReservedBytes-n.FileSize); err != nil { // the storage has allocated the file already
		return err
	}
	if err := s.rows(n).Reserve(ctx, tx, NewVideo{
		ReplacesID: n.ReplacesID, ID: n.VideoID, CourseID: n.CourseID, OwnerID: n.UserID,
		Title: n.Metadata.V.Title, OriginalFileName: n.OriginalFileName, ContentType: n.ContentType, FileSize: n.FileSize,
	}); err != nil {
		return err
	}
	return insertSession(ctx, tx, n)
}

// requireTeaching refuses callers who do not teach the course.
func (s *Service) requireTeaching(ctx context.Context, who access.Caller, courseID string) error {
	may, err := s.courses.MayTeach(ctx, who, courseID)
	if err == nil && !may {
		err = fault.New(fault.NotFound, "course_not_found", "You don't teach a course with this ID.")
	}
	return err
}

// reservedBytes is what a file of this size will take in storage: itself and its renditions, which together come to at most
// one and a half times a video of ordinary bit rate.
func reservedBytes(size int64) int64 { return size + size/2*3 }

// checkRoom refuses an upload when its user has too much under way, or when the storage cannot take the bytes that it still
// needs, besides what other uploads need.
func (s *Service) checkRoom(ctx context.Context, q bun.IDB, n Session, needed int64) error {
	if err := s.checkUserLimits(ctx, q, n); err != nil {
		return err
	}
	free, err := s.checkFree(ctx, q, needed)
	if err != nil || free == unknownRoom {
		return err
	}
	return s.checkShare(ctx, q, n, free)
}

// unknownRoom is the free room of a storage that does not say.
const unknownRoom = -1

// checkFree returns the room that uploads have not taken, and refuses what needs more.
func (s *Service) checkFree(ctx context.Context, q bun.IDB, needed int64) (free int64, err error) {
	free, known := s.blob.Free(ctx)
	if !known {
		return unknownRoom, nil
	}
	// The files of open uploads are allocated on the disk already; their renditions are not.
	promised, err := sumPromised(ctx, q, s.clock.Now())
	if free = max(0, free-promised); err != nil || needed <= free {
		return free, err
	}
	return free, fault.New(fault.NoSpace, "no_space", fmt.Sprintf(
		"The server doesn't have enough space: this video needs about %s with its renditions, and %s are free. Contact your administrator.",
		formatBytes(needed), formatBytes(free))).WithDetails(UploadRoom{needed, free})
}

func (s *Service) checkUserLimits(ctx context.Context, q bun.IDB, n Session) error {
	uploads, bytes, err := sumOpen(ctx, q, n.UserID, s.clock.Now())
	switch {
	case err != nil:
		return err
	case uploads >= maxOpenUploads:
		return fault.New(fault.TooMany, "too_many_uploads",
			fmt.Sprintf("You have %d uploads in progress. Finish or cancel one of them first.", uploads))
	case bytes+n.FileSize > maxOpenBytes:
		return fault.New(fault.TooMany, "too_many_uploads", fmt.Sprintf(
			"Your uploads in progress have %s, this video has %s, and the limit for all together is %s. Finish or cancel one of them first.",
			formatBytes(bytes), formatBytes(n.FileSize), formatBytes(maxOpenBytes))).WithDetails(UploadRoom{n.FileSize, max(0, maxOpenBytes-bytes)})
	}
	return nil
}

// UploadRoom is the error info of an upload that does not fit, in bytes.
type UploadRoom struct {
	Required  int64 `json:"requiredBytes"`
	Available int64 `json:"availableBytes"`
}

// formatBytes is a number of bytes for people.
func formatBytes(bytes int64) string {
	if bytes >= 1<<30 {
		return fmt.Sprintf("%.1f GB", float64(bytes)/(1<<30))
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/(1<<20))
}
