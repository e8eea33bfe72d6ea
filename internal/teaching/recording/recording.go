// Package recording has the recordings of sessions and of meetings outside of batches: what meeting servers have recorded is fetched into the video library, and shown to the
// members of a batch with what its instructors add, or to the people of a meeting.
package recording

import (
	"net/url"
	"strings"
	"time"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

// RecordingSettings say what is recorded of the sessions of a batch, and what becomes of it.
type RecordingSettings struct {
	Records   bool  `json:"records" doc:"Sessions that meet at Zoom or BigBlueButton are recorded from their beginning. Members and instructors see that."`
	Imports   bool  `json:"auto_import" doc:"What was recorded is fetched into the video library without being asked."`
	Publishes bool  `json:"publish" doc:"Members see a recording as soon as it is processed. false: an instructor publishes it."`
	Trashes   bool  `json:"delete_after_import" doc:"The file at the meeting server is moved to the trash there, or no longer shown, once its video is processed here."`
	Version   int64 `json:"-"`
}

// defaults are those of a batch for which nobody has chosen: what an instructor records by hand is fetched.
var defaults = RecordingSettings{Imports: true, Publishes: true}

// EditVersion implements rest.Versioned.
func (s RecordingSettings) EditVersion() int64 { return s.Version + 1 }

// NewRecordingSettings replaces the settings of a batch.
type NewRecordingSettings struct {
	Records   bool `json:"records"`
	Imports   bool `json:"auto_import"`
	Publishes bool `json:"publish"`
	Trashes   bool `json:"delete_after_import"`
}

// States of a recording for those who watch it.
const (
	Processing = "processing"
	Ready      = "ready"
	Failed     = "failed"
)

// RecordedLesson is a recording of a session, or of a meeting outside of batches.
type RecordedLesson struct {
	ID           string    `json:"id"`
	Title        string    `json:"title"`
	URL          string    `json:"url" doc:"Where it is watched: a path of this site, or an address elsewhere."`
	VideoID      string    `json:"video_id" doc:"In the video library; empty for an address elsewhere."`
	State        string    `json:"state" enum:"processing,ready,failed"`
	Seconds      int64     `json:"seconds" doc:"Its length; 0 where that is not known."`
	RecordedDate string    `json:"recorded_date" doc:"YYYY-MM-DD in the time zone of the session."`
	CreatedBy    string    `json:"created_by" doc:"Name of who added it; empty for what a meeting server has recorded."`
	IsPublished  bool      `json:"is_published" doc:"Members of the batch, or the people of the meeting, see it."`
	SessionID    string    `json:"session_id" doc:"Empty for a recording of a meeting."`
	MeetingID    string    `json:"meeting_id" doc:"Of a meeting outside of batches; empty for a session."`
	SessionTitle string    `json:"session_title" doc:"Of the session, or of the meeting. Empty for none."`
	StartsAt     time.Time `json:"starts_at" doc:"Of the session, or of the meeting."`
	Timezone     string    `json:"timezone" doc:"Of the session, or of the meeting: an IANA name."`
	BatchID      string    `json:"batch_id" doc:"Empty for a meeting."`
	BatchName    string    `json:"batch_name" doc:"Empty for a meeting."`
	CourseID     string    `json:"course_id"`
	CourseTitle  string    `json:"course_title"`
	ETag         string    `bun:"-" json:"etag" doc:"For If-Match when it is changed."`
	Version      int64     `json:"-"`
}

// EditVersion implements rest.Versioned.
func (l RecordedLesson) EditVersion() int64 { return l.Version }

func (l RecordedLesson) tagged() RecordedLesson {
	l.ETag = rest.TagOf(l)
	return l
}

// NewRecordedLesson adds a video of the course, or an address elsewhere, as a recording of a session or a meeting.
type NewRecordedLesson struct {
	Title        string `json:"title,omitempty" maxLength:"200" msg:"A title must be at most 200 characters" doc:"Absent: that of the video."`
	URL          string `json:"url,omitempty" maxLength:"2000" msg:"The address must be at most 2000 characters" doc:"https only. Either this or video_id."`
	VideoID      string `json:"video_id,omitempty" maxLength:"36" msg:"This video isn't in the library of the course" doc:"A video of the same course."`
	RecordedDate string `json:"recorded_date,omitempty" maxLength:"10" msg:"The date must be YYYY-MM-DD" doc:"Absent: that of the session or meeting."`
}

// checked returns what is to be added, or fault.Invalid.
func (n NewRecordedLesson) checked() (NewRecordedLesson, error) {
	var broken fault.Fields
	n.Title, n.URL = text.OneLine(n.Title), strings.TrimSpace(n.URL)
	broken.Require(n.URL != "" || n.VideoID != "", "url", "required", "Paste the address of the recording, or choose a video of the course")
	broken.Require(n.URL == "" || n.VideoID == "", "url", "not_allowed", "Choose either an address or a video")
	if n.URL != "" {
		u, err := url.Parse(n.URL)
		valid := err == nil && u.Scheme == "https" && u.Hostname() != ""
		broken.Require(valid, "url", "invalid_format", "The address of the recording must begin with https://")
		broken.Require(!valid || u.User == nil, "url", "not_allowed", "The address of the recording must not contain a user name or password")
		broken.Require(n.Title != "", "title", "required", "Enter a title for the recording")
	}
	broken.Require(n.RecordedDate == "" || isDate(n.RecordedDate), "recorded_date", "invalid_format", "The date must be YYYY-MM-DD")
	return n, broken.Err()
}

func isDate(date string) bool {
	_, err := time.Parse(time.DateOnly, date)
	return err == nil
}

// RecordedLessonChange changes how a recording is shown.
type RecordedLessonChange struct {
	Title       string `json:"title" minLength:"1" maxLength:"200" msg:"A title must have between 1 and 200 characters"`
	IsPublished bool   `json:"is_published"`
}

// RecordedFile is a file of a session or a meeting at a meeting server, for its instructors.
type RecordedFile struct {
	ID        string    `json:"id"`
	Kind      string    `json:"kind" enum:"video,transcript,playback" doc:"playback: no file, but a page of the meeting server on which the recording is watched."`
	Size      int64     `json:"size" doc:"Bytes."`
	StartedAt time.Time `json:"started_at" doc:"When this piece of the session or meeting began."`
	State     string    `json:"state" enum:"found,fetching,imported,failed" doc:"found: at the meeting server. A transcript becomes the captions of its video."`
	Reason    string    `json:"reason" enum:",gone,unreachable,not_a_file,wrong_size,too_large,no_instructor,no_course,no_space,refused" doc:"Why it has failed, or what the next try waits for; empty for no reason."`
	VideoID   string    `json:"video_id" doc:"Empty until the video is in the library."`
	CanTrash  bool      `json:"can_trash" doc:"It is at Zoom, and can be deleted there."`

	NeedsCourse bool `json:"needs_course" doc:"It stays at Zoom: its meeting has no course, and none was chosen into whose library it comes."`
}

var (
	errNoSession = fault.New(fault.NotFound, "session_not_found", "This session doesn't exist.")
	errNoLesson  = fault.New(fault.NotFound, "recording_not_found", "This recording doesn't exist. It may have been removed.")
	errNoVideo   = fault.InvalidField("video_id", "unknown_value", "This video isn't in the library of the course")
	errTwice     = fault.New(fault.Conflict, "recording_exists", "This video is one of these recordings already.")
	errNoStudent = fault.New(fault.NotFound, "student_not_found", "This student doesn't exist.")
)
