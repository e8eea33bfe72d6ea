package zoom

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Meeting is a scheduled meeting as it should be.
type Meeting struct {
	Host     string // the email address or the id of a user of the account
	Topic    string // at most 200 characters
	StartsAt time.Time
	EndsAt   time.Time
	Timezone string // IANA
	// IsRecorded has it recorded in the cloud from its beginning.
	IsRecorded bool
	Agenda     string
	Choices
}

// Choices are the settings of a meeting that its instructor may choose; nil is as in all classes, or as Zoom has it.
type Choices struct {
	WaitingRoom      *bool `json:"waiting_room,omitempty" doc:"Learners wait until they are let in. Absent: true."`
	MuteUponEntry    *bool `json:"mute_upon_entry,omitempty" doc:"Absent: true."`
	HostVideo        *bool `json:"host_video,omitempty" doc:"The camera of the host is on at the beginning. Absent: as at Zoom."`
	ParticipantVideo *bool `json:"participant_video,omitempty" doc:"The cameras of learners are on when they enter. Absent: as at Zoom."`
}

// Wishes are what an instructor wants of one meeting; the zero value is a meeting like all classes.
type Wishes struct {
	Topic  string `json:"topic,omitempty"`
	Agenda string `json:"agenda,omitempty"`
	Choices
}

// Made is a meeting as Zoom has it.
type Made struct {
	ID    int64  `json:"id"`
	UUID  string `json:"uuid"`
	Topic string `json:"topic"`
}

// Number is the id as text, as paths have it.
func (m Made) Number() string { return strconv.FormatInt(m.ID, 10) }

// scheduledMeeting is the type of a meeting with one date.
const scheduledMeeting = 2

type meetingBody struct {
	Topic     string `json:"topic"`
	Type      int    `json:"type"`
	StartTime string `json:"start_time"`
	Timezone  string `json:"timezone"`
	Duration  int64  `json:"duration"` // minutes
	Agenda    string `json:"agenda"`
	Settings  any    `json:"settings"`
}

// settings of a class: learners register, so that they are known by more than a name, and wait for their instructor.
type settings struct {
	ApprovalType          int  `json:"approval_type"`     // 0: registrants are approved automatically
	RegistrationType      int  `json:"registration_type"` // 1: once
	RegistrantsEmail      bool `json:"registrants_email_notification"`
	RegistrantsConfirmed  bool `json:"registrants_confirmation_email"`
	JoinBeforeHost        bool `json:"join_before_host"`
	MeetingAuthentication bool `json:"meeting_authentication"` // false: learners need no account at Zoom
	chosenSettings
}

// chosenSettings are those that an update has: the others are the business of who has changed them at Zoom.
type chosenSettings struct {
	AutoRecording string `json:"auto_recording"`
	Choices
}

func (m Meeting) chosen() chosenSettings {
	if m.IsRecorded {
		return chosenSettings{"cloud", m.Choices}
	}
	return chosenSettings{"none", m.Choices}
}

func (m Meeting) body() (meetingBody, error) {
	zone, err := time.LoadLocation(m.Timezone)
	if err != nil {
		return meetingBody{}, err
	}
	return meetingBody{Topic: m.Topic, Type: scheduledMeeting, StartTime: m.StartsAt.In(zone).Format("2006-01-02T15:04:05"), Timezone: m.Timezone,
		Duration: int64((m.EndsAt.Sub(m.StartsAt) + time.Minute - 1) / time.Minute), Agenda: m.Agenda, Settings: m.chosen()}, nil
}

// Create makes a meeting.
func (c *Client) Create(ctx context.Context, m Meeting) (made Made, err error) {
	body, err := m.body()
	if err != nil {
		return made, err
	}
	class := settings{RegistrationType: 1, chosenSettings: m.chosen()}
	for _, choice := range []**bool{&class.WaitingRoom, &class.MuteUponEntry} {
		if *choice == nil {
			*choice = new(true)
		}
	}
	body.Settings = class
	if err = c.call(ctx, http.MethodPost, "/users/"+url.PathEscape(m.Host)+"/meetings", body, &made); err == nil && made.ID == 0 {
		err = fmt.Errorf("zoom answers without the number of the meeting")
	}
	return made, err
}

// Update changes the topic and the time of a meeting. IsNotFound if it is gone.
func (c *Client) Update(ctx context.Context, number string, m Meeting) error {
	body, err := m.body()
	if err != nil {
		return err
	}
	return c.call(ctx, http.MethodPatch, "/meetings/"+url.PathEscape(number), body, nil)
}

// Delete deletes a meeting; one that is gone already is no error.
func (c *Client) Delete(ctx context.Context, number string) error {
	err := c.call(ctx, http.MethodDelete, "/meetings/"+url.PathEscape(number), nil, nil)
	if IsNotFound(err) {
		return nil
	}
	return err
}

// Find returns the meeting of a host whose topic ends with a reference; nil if there is none.
func (c *Client) Find(ctx context.Context, host, reference string) (*Made, error) {
	query := url.Values{"type": {"scheduled"}, "page_size": {"300"}}
	for {
		var page struct {
			Meetings []Made `json:"meetings"`
			Next     string `json:"next_page_token"`
		}
		if err := c.call(ctx, http.MethodGet, "/users/"+url.PathEscape(host)+"/meetings?"+query.Encode(), nil, &page); err != nil {
			return nil, err
		}
		for _, m := range page.Meetings {
			if strings.HasSuffix(m.Topic, reference) {
				return &m, nil
			}
		}
		if page.Next == "" || page.Next == query.Get("next_page_token") {
			return nil, nil
		}
		query.Set("next_page_token", page.Next)
	}
}

// StartURL returns the address at which a meeting is hosted. Whoever has it is the host: it is for the instructor who enters now, and for nothing else.
func (c *Client) StartURL(ctx context.Context, number string) (string, error) {
	var answer struct {
		StartURL string `json:"start_url"`
	}
	err := c.call(ctx, http.MethodGet, "/meetings/"+url.PathEscape(number), nil, &answer)
	if err == nil && !strings.HasPrefix(answer.StartURL, "https://") {
		err = fmt.Errorf("zoom answers without an address to start the meeting")
	}
	return answer.StartURL, err
}

// licensed is the type of a user who may host meetings with registration.
const licensed = 2

// IsLicensed reports whether a user of the account can host meetings with registrants. IsNotFound if there is no such user.
func (c *Client) IsLicensed(ctx context.Context, user string) (bool, error) {
	var answer struct {
		Type int `json:"type"`
	}
	err := c.call(ctx, http.MethodGet, "/users/"+url.PathEscape(user), nil, &answer)
	return answer.Type == licensed, err
}

// Check returns nil if the application may read the users of the account.
func (c *Client) Check(ctx context.Context) error {
	return c.call(ctx, http.MethodGet, "/users?page_size=1", nil, nil)
}
