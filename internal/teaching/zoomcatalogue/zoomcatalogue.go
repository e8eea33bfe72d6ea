// Package zoomcatalogue has the operations of Zoom that the specification's catalogue names. What takes place at Zoom are sessions of batches and meetings outside of them: their
// features have the rules, this one has the names.
package zoomcatalogue

import (
	"cmp"
	"errors"
	"time"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/zoom"
)

// What takes place at Zoom.
const (
	ofSession = "session"
	ofMeeting = "meeting"
)

// ZoomMeeting is a session, or a meeting outside of batches, that takes place at Zoom.
type ZoomMeeting struct {
	ID        string       `json:"id" doc:"Of the session or the meeting here."`
	Kind      string       `json:"kind" enum:"session,meeting" doc:"session: of a batch. meeting: outside of batches."`
	MeetingID string       `json:"meeting_id" doc:"Its number at Zoom; empty until it is created there, two days before it begins."`
	Topic     string       `json:"topic"`
	Agenda    string       `json:"agenda"`
	StartTime time.Time    `json:"start_time"`
	Duration  int64        `json:"duration" doc:"In minutes."`
	Timezone  string       `json:"timezone" doc:"IANA name."`
	Settings  zoom.Choices `json:"settings"`
	State     string       `json:"state" enum:"later,preparing,ready,failed" doc:"later: it is created two days before it begins. failed: it can't be created."`
	Error     string       `json:"error,omitempty" enum:",no_host,no_budget,too_many_calls,unreachable,provider_fault,not_authorized,refused" doc:"Why it isn't ready."`
	JoinPath  string       `json:"join_path" doc:"The page on which each of its people gets a link of their own that works once, relative to the site."`
	Version   int64        `json:"-"`
}

// EditVersion implements rest.Versioned.
func (m ZoomMeeting) EditVersion() int64 { return m.Version }

// NewZoomMeeting plans a meeting outside of batches that takes place at Zoom.
type NewZoomMeeting struct {
	Topic      string        `json:"topic" pattern:"\\S" maxLength:"100" msg:"Please enter a topic;maxLength=A topic must be at most 100 characters"`
	StartTime  string        `json:"start_time" pattern:"\\S" maxLength:"40" msg:"Please enter when it starts" doc:"As 2026-10-21T18:00:00, in timezone; with Z or an offset it is an instant."`
	Duration   int64         `json:"duration" minimum:"30" maximum:"480" msg:"The duration must be 30 to 480 minutes" doc:"In minutes."`
	Timezone   string        `json:"timezone" maxLength:"60" msg:"Please choose a time zone, such as Europe/Berlin" doc:"IANA name."`
	Agenda     string        `json:"agenda,omitempty" maxLength:"500" msg:"An agenda must be at most 500 characters"`
	Settings   *zoom.Choices `json:"settings,omitempty"`
	CourseID   string        `json:"course_id,omitempty" maxLength:"36" msg:"This course doesn't exist" doc:"All its learners are invited, also those who enrol later."`
	StudentIDs []string      `json:"student_ids,omitempty" maxItems:"500" msg:"Invite at most 500 learners by name" doc:"Learners who are invited by name."`
}

// ZoomMeetingChange changes a meeting; what is absent stays.
type ZoomMeetingChange struct {
	Topic     string        `json:"topic,omitempty" maxLength:"100" msg:"A topic must be at most 100 characters"`
	StartTime string        `json:"start_time,omitempty" maxLength:"40" msg:"start_time must be as 2026-10-21T18:00:00" doc:"As 2026-10-21T18:00:00, in timezone; with Z or an offset it is an instant. Sessions are moved in their schedule."`
	Duration  int64         `json:"duration,omitempty" minimum:"30" maximum:"480" msg:"The duration must be 30 to 480 minutes" doc:"In minutes. A session lasts as its schedule says."`
	Timezone  string        `json:"timezone,omitempty" maxLength:"60" msg:"Please choose a time zone, such as Europe/Berlin" doc:"IANA name."`
	Agenda    string        `json:"agenda,omitempty" maxLength:"500" msg:"An agenda must be at most 500 characters"`
	Settings  *zoom.Choices `json:"settings,omitempty"`
}

// Planned is a meeting outside of batches as it is to be.
type Planned struct {
	Title, Description                 string
	Date, StartTime, EndTime, Timezone string
	CourseID                           string // "" for none
	ForCourse                          bool   // all its learners are invited
	StudentIDs                         []string
	Settings                           *zoom.Choices // nil: they stay
}

// planned returns the meeting that is asked for, or fault.Invalid. Its rules beyond these are those of meetings.
func (n NewZoomMeeting) planned() (Planned, error) {
	p := Planned{Title: n.Topic, Description: n.Agenda, CourseID: n.CourseID, ForCourse: n.CourseID != "", StudentIDs: n.StudentIDs, Settings: n.Settings}
	return p.at(n.StartTime, n.Duration, n.Timezone)
}

// at returns a meeting that begins at some time and lasts some minutes, or fault.Invalid.
func (p Planned) at(start string, minutes int64, zoneName string) (Planned, error) {
	var broken fault.Fields
	zone := timetable.ZoneOf(zoneName, "timezone", &broken)
	wall, err := wallTime(start, zone)
	broken.Require(err == nil, "start_time", "invalid_format", "start_time must be as 2026-10-21T18:00:00")
	end := wall.Add(time.Duration(minutes) * time.Minute)
	broken.Require(err != nil || end.Format(time.DateOnly) == wall.Format(time.DateOnly), "duration", "too_long", "A meeting must end on the day on which it begins")
	p.Date, p.StartTime, p.EndTime, p.Timezone = wall.Format(time.DateOnly), wall.Format(clockTime), end.Format(clockTime), zoneName
	return p, broken.Err()
}

const clockTime = "15:04"

// wallTime reads a time of the clocks in a zone, as UTC: what it is as an instant, the schedule decides.
func wallTime(text string, zone *time.Location) (wall time.Time, err error) {
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		text = at.In(zone).Format("2006-01-02T15:04:05")
	}
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04"} {
		if wall, err = time.Parse(layout, text); err == nil {
			return wall, nil
		}
	}
	return wall, err
}

// over returns a meeting with what is to change.
func (c ZoomMeetingChange) over(p Planned) (Planned, error) {
	start, startErr := time.Parse(clockTime, p.StartTime)
	end, endErr := time.Parse(clockTime, p.EndTime)
	if startErr != nil || endErr != nil {
		return p, cmp.Or(startErr, endErr)
	}
	p.Title, p.Description, p.Settings = cmp.Or(c.Topic, p.Title), cmp.Or(c.Agenda, p.Description), c.Settings
	return p.at(cmp.Or(c.StartTime, p.Date+"T"+p.StartTime), cmp.Or(c.Duration, int64(end.Sub(start)/time.Minute)), cmp.Or(c.Timezone, p.Timezone))
}

// wishes are what is to change about the meeting of a session, or fault.Invalid: when it takes place is a matter of its schedule.
func (c ZoomMeetingChange) wishes(m ZoomMeeting, now zoom.Wishes) (zoom.Wishes, error) {
	var broken fault.Fields
	starts := m.StartTime
	if c.StartTime != "" {
		p, err := Planned{}.at(c.StartTime, m.Duration, cmp.Or(c.Timezone, m.Timezone))
		if err != nil {
			return now, err
		}
		zone := timetable.ZoneOf(p.Timezone, "timezone", &broken)
		if starts, err = time.ParseInLocation("2006-01-02 15:04", p.Date+" "+p.StartTime, zone); err != nil {
			return now, err
		}
	}
	broken.Require(starts.Equal(m.StartTime) && (c.Duration == 0 || c.Duration == m.Duration), "start_time", "not_allowed", "This meeting is that of a session. Move the session to change when it takes place")
	now.Topic, now.Agenda = cmp.Or(c.Topic, now.Topic), cmp.Or(c.Agenda, now.Agenda)
	if c.Settings != nil {
		now.Choices = *c.Settings
	}
	return now, broken.Err()
}

// ZoomConflicts says what is in the way of a meeting.
type ZoomConflicts struct {
	Conflicts []ZoomConflict `json:"conflicts"`
}

// ZoomConflict is what takes the time of the instructor.
type ZoomConflict struct {
	Kind     string    `json:"kind" enum:"session,doubt,demo,hold,meeting,time_off"`
	Label    string    `json:"label" doc:"Its name; empty where the caller may not know it."`
	StartsAt time.Time `json:"starts_at"`
	EndsAt   time.Time `json:"ends_at"`
}

// ZoomRegistrant is a learner as Zoom knows them in one meeting.
type ZoomRegistrant struct {
	ID        string    `json:"id" doc:"At Zoom."`
	UserID    string    `json:"user_id"`
	FullName  string    `json:"full_name"`
	Status    string    `json:"status" enum:"approved,cancelled,denied" doc:"Those whose registration was cancelled or denied can't join until it is approved."`
	CreatedAt time.Time `json:"created_at"`
}

// NewZoomRegistrant registers one of the people of a meeting.
type NewZoomRegistrant struct {
	UserID string `json:"user_id" minLength:"1" maxLength:"36" msg:"Choose a learner who is expected there"`
}

// RegistrantChanges approve, cancel or deny registrations.
type RegistrantChanges struct {
	IDs    []string `json:"ids" minItems:"1" maxItems:"300" msg:"Choose between 1 and 300 registrants" doc:"Of registrants, at Zoom."`
	Action string   `json:"action" enum:"approve,cancel,deny" msg:"action must be approve, cancel or deny" doc:"Cancelled and denied registrants can't join."`
}

// RegistrantOutcome is what has become of a registration.
type RegistrantOutcome struct {
	ID     string `json:"id" doc:"As it was asked for. One that Zoom did not have any more is approved with another id."`
	Done   bool   `json:"done" doc:"It is as it was asked for."`
	Reason string `json:"reason" enum:",registrant_not_found,registrant_limit,meeting_server_unavailable" doc:"Why it is not; otherwise empty. registrant_limit: Zoom takes no more changes of it today."`
}

// outcomesOf returns what has become of each registration, in the order of the ids.
func outcomesOf(ids []string, failures map[string]error) (list []RegistrantOutcome) {
	for _, id := range ids {
		o := RegistrantOutcome{ID: id, Done: failures[id] == nil}
		if f, ok := errors.AsType[*fault.Error](failures[id]); ok {
			o.Reason = f.Code
		}
		list = append(list, o)
	}
	return list
}

// ZoomRecording is a file of a session, or of a meeting outside of batches, that Zoom has recorded.
type ZoomRecording struct {
	ID        string    `json:"id"`
	SessionID string    `json:"session_id" doc:"Empty for a meeting outside of batches."`
	OnlineID  string    `json:"online_meeting_id" doc:"Of the meeting outside of batches; empty for a session."`
	BatchName string    `json:"batch_name" doc:"Of the batch, or the title of the meeting."`
	Kind      string    `json:"kind" enum:"video,transcript"`
	Size      int64     `json:"size" doc:"Bytes."`
	StartedAt time.Time `json:"started_at" doc:"When this piece of the session or meeting began."`
	State     string    `json:"state" enum:"found,fetching,imported,failed" doc:"found: at Zoom. A transcript becomes the captions of its video."`
	VideoID   string    `json:"video_id" doc:"Empty until the video is in the library."`
}

var (
	errNoMeeting     = fault.New(fault.NotFound, "zoom_meeting_not_found", "This meeting doesn't exist, or doesn't take place at Zoom.")
	errNotConfigured = fault.New(fault.Unavailable, "live_not_configured", "This school has no account at Zoom. The operator of this server can set one up.")
	errNoUser        = fault.New(fault.NotFound, "user_not_found", "This user doesn't exist.")
	errNotExpected   = fault.InvalidField("user_id", "unknown_value", "This learner isn't expected there. Invite them first, or let them in as a guest of the session")
)
