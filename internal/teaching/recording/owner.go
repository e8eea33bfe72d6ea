package recording

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/meetingaccess"
)

// Owner is what was recorded: a session of a batch, or a meeting outside of batches. One of both ids is set.
type Owner struct {
	SessionID string `bun:",nullzero"`
	MeetingID string `bun:",nullzero"`
}

// OfSession is a session of a batch.
func OfSession(id string) Owner { return Owner{SessionID: id} }

// OfMeeting is a meeting outside of batches.
func OfMeeting(id string) Owner { return Owner{MeetingID: id} }

// id is that by which meeting servers know the owner.
func (o Owner) id() string { return o.SessionID + o.MeetingID }

// rows is the condition for the rows of an owner in a table.
func (o Owner) rows(alias string) (condition, id string) {
	if o.MeetingID != "" {
		return alias + ".meeting_id = ?", o.MeetingID
	}
	return alias + ".session_id = ?", o.SessionID
}

// find reports whether the caller, who may watch what was recorded of an owner, may also change it: of a session those who teach its batch, of a meeting those who may change
// it. errNoSession, meetingaccess.ErrNoMeeting for others.
func (o Owner) find(ctx context.Context, q bun.IDB, who access.Caller) (manages bool, err error) {
	if o.MeetingID != "" {
		return meetingaccess.Find(ctx, q, who, o.MeetingID)
	}
	_, f, err := find(ctx, q, who, o.SessionID)
	return f.Teaches, err
}

// checkManaged returns a fault unless the caller may change what was recorded of an owner.
func (o Owner) checkManaged(ctx context.Context, q bun.IDB, who access.Caller) error {
	if o.MeetingID == "" {
		_, _, err := findTaught(ctx, q, who, o.SessionID)
		return err
	}
	manages, err := o.find(ctx, q, who)
	if err == nil && !manages {
		err = meetingaccess.ErrNotManaged
	}
	return err
}

// about is what a recording takes from its owner.
type about struct {
	BatchID    string // of a session; "" for a meeting
	CourseID   string // into whose library videos come; "" for a meeting that has none while none was chosen
	Name       string // of the batch, or the meeting
	Title      string // of the session; "" for a meeting
	Date       string // YYYY-MM-DD in the time zone of the owner
	Instructor string // who uploads the videos; "" for nobody
}

// titleLength is what the video library takes, in characters.
const titleLength = 200

// videoTitle is the title of the video of a piece, counted from 1.
func (a about) videoTitle(piece int64) string {
	end := " · " + a.Date
	if piece > 1 {
		end += fmt.Sprintf(" (%d)", piece)
	}
	name := []rune(strings.TrimSpace(a.Name + " " + a.Title))
	if most := titleLength - len(".mp4") - len([]rune(end)); len(name) > most {
		name = name[:most]
	}
	return string(name) + end
}

var (
	errNoInstructor = errors.New("nobody teaches the course who could own the video")
	errNoCourse     = errors.New("no course was chosen into whose library the video could come")

	errNoFiles      = fault.New(fault.Conflict, "nothing_recorded", "Nothing was recorded of this meeting yet. Choose a course once a recording is there.")
	errOtherCourse  = fault.InvalidField("course_id", "not_allowed", "The recordings of this meeting go into the library of another course")
	errNotOwnCourse = fault.InvalidField("course_id", "unknown_value", "This course doesn't exist, or you don't teach it")
)

// choose has what was recorded of a meeting without a course go into the library of one that the caller teaches, administrators of any. It stays chosen: pieces of one meeting
// don't part. errNotOwnCourse, errOtherCourse, errNoFiles.
func (o Owner) choose(ctx context.Context, tx bun.IDB, who access.Caller, now about, courseID string) error {
	switch {
	case now.CourseID == courseID:
		return nil
	case now.CourseID != "" || o.MeetingID == "":
		return errOtherCourse
	}
	teaches, err := canUpload(ctx, tx, who, courseID)
	if err == nil && !teaches {
		err = errNotOwnCourse
	}
	if err != nil {
		return err
	}
	chosen, err := chooseCourse(ctx, tx, o, courseID)
	if err == nil && !chosen {
		err = errNoFiles
	}
	return err
}
