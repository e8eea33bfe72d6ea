package app

import (
	"context"
	"errors"

	"github.com/uptrace/bun"

	"lectern/internal/learning/schedule"
	"lectern/internal/people/profile"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/formguard"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sign"
	"lectern/internal/teaching/agenda"
	"lectern/internal/teaching/attendancegrid"
	"lectern/internal/teaching/availability"
	"lectern/internal/teaching/batchanalytics"
	"lectern/internal/teaching/classroom"
	"lectern/internal/teaching/classschedule"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/demo"
	"lectern/internal/teaching/demofeedback"
	"lectern/internal/teaching/externalcalendar"
	"lectern/internal/teaching/holiday"
	"lectern/internal/teaching/live"
	"lectern/internal/teaching/makeup"
	"lectern/internal/teaching/meeting"
	"lectern/internal/teaching/membership"
	"lectern/internal/teaching/onlinemeeting"
	"lectern/internal/teaching/planning"
	"lectern/internal/teaching/recording"
	"lectern/internal/teaching/reminder"
	"lectern/internal/teaching/waiting"
	"lectern/internal/teaching/zoom"
	"lectern/internal/teaching/zoomcatalogue"
	"lectern/internal/teaching/zoommeeting"
	"lectern/internal/video/playback"
)

// meetingRooms are the servers of the school, and the meetings outside of batches, which blended courses need for their doubt sessions.
type meetingRooms struct {
	zoom     *zoommeeting.Service
	servers  meeting.Servers
	Meetings *onlinemeeting.Service
}

func (a *App) newMeetingRooms(p Deps) (r meetingRooms) {
	r.zoom = zoommeeting.New(zoommeeting.Deps{DB: p.DB, Clock: p.Clock, Queue: a.Queue, Audit: a.Audit, Resources: a.Resources, Config: p.Config.MeetingServers, Address: a.address})
	r.servers = r.zoom.In(meeting.NewServers(p.Config.MeetingServers, sign.DeriveKey(p.Secret, "meeting servers")))
	r.Meetings = onlinemeeting.New(onlinemeeting.Deps{DB: p.DB, Clock: p.Clock, Calendars: a.Instructors, Servers: r.servers, Zoom: r.zoom, Audit: a.Audit, Accounts: a.Accounts, Address: a.address})
	return r
}

// doubts keeps the doubt sessions of courses as meetings.
type doubts struct{ *onlinemeeting.Service }

// Add plans a session.
func (o doubts) Add(ctx context.Context, tx bun.IDB, who access.Caller, courseID, title string, d schedule.DoubtSession, url string) (schedule.DoubtSession, error) {
	m, err := o.AddDoubt(ctx, tx, who, onlinemeeting.NewDoubt{CourseID: courseID, CourseTitle: title, InstructorID: *d.InstructorID, Title: d.Title, Description: d.Description,
		Date: d.Date, StartTime: d.StartTime, EndTime: d.EndTime, Timezone: d.Timezone, StartsAt: d.StartsAt, EndsAt: d.EndsAt, URL: url})
	return doubtSession(m), err
}

// Cancel cancels a session.
func (o doubts) Cancel(ctx context.Context, tx bun.IDB, who access.Caller, courseID, id string) error {
	return o.CancelDoubt(ctx, tx, who, courseID, id)
}

// Of returns the sessions of a course.
func (o doubts) Of(ctx context.Context, q bun.IDB, courseID string) ([]schedule.DoubtSession, error) {
	meetings, err := o.DoubtsOf(ctx, q, courseID)
	sessions := make([]schedule.DoubtSession, len(meetings))
	for i, m := range meetings {
		sessions[i] = doubtSession(m)
	}
	return sessions, err
}

func doubtSession(m onlinemeeting.OnlineMeeting) schedule.DoubtSession {
	d := schedule.DoubtSession{ID: m.ID, Title: m.Title, Description: m.Description, Date: m.Date, StartTime: m.StartTime, EndTime: m.EndTime, Timezone: m.Timezone, StartsAt: m.StartsAt, EndsAt: m.EndsAt,
		Status: m.Status, IsWeekly: m.IsWeekly, InstructorName: m.InstructorName}
	if m.InstructorID != "" {
		d.InstructorID = &m.InstructorID
	}
	return d
}

// teaching builds the features of batches, of announcements and of the time of instructors.
func (a *App) teaching(p Deps) []any {
	calendars := &classsession.Calendars{Instructors: a.Instructors, Rooms: a.Resources}
	a.Batches = planning.New(planning.Deps{DB: p.DB, Clock: p.Clock, Calendars: calendars, Settings: a.Settings, Enrollments: a.Enrollments})
	a.Classrooms = classroom.New(classroom.Deps{DB: p.DB, Clock: p.Clock, Audit: a.Audit, Calendars: a.Resources})
	a.Announcements = a.newAnnouncements(p)
	a.Members = membership.New(membership.Deps{DB: p.DB, Clock: p.Clock, Enrollments: a.Enrollments})
	a.Waiting = waiting.New(waiting.Deps{DB: p.DB, Clock: p.Clock})
	schedules := classschedule.New(classschedule.Deps{DB: p.DB, Clock: p.Clock, Calendars: calendars, Settings: a.Settings})
	a.forms = formguard.New(formguard.Deps{DB: p.DB, Clock: p.Clock, Settings: a.Settings, Limits: a.limits, Queue: a.Queue, Mail: a.mail, Key: sign.DeriveKey(p.Secret, "forms")})
	zoom, servers, meetings := a.zoom, a.servers, a.Meetings
	a.Demos = demo.New(demo.Deps{DB: p.DB, Clock: p.Clock, Calendars: a.Instructors, Settings: a.Settings, Limits: a.limits, Queue: a.Queue, Mail: a.mail,
		Preferences: profile.Preferences{Settings: a.Settings}, Forms: a.forms, Servers: servers, Zoom: zoom, Key: sign.DeriveKey(p.Secret, "demo classes"), Address: a.address})
	a.Availability = availability.New(availability.Deps{DB: p.DB, Clock: p.Clock, Calendars: a.Instructors, Settings: a.Settings, Sessions: schedules, Demos: a.Demos, Meetings: meetings})
	a.Live = live.New(live.Deps{DB: p.DB, Clock: p.Clock, Servers: servers, Meetings: zoom, Audit: a.Audit, Address: a.address})
	a.MakeUps = makeup.New(makeup.Deps{DB: p.DB, Clock: p.Clock})
	a.Recordings = recording.New(recording.Deps{DB: p.DB, Clock: p.Clock, Queue: a.Queue, Audit: a.Audit, Library: videoLibrary{a.Uploads, playback.FoundCaptions{Clock: p.Clock}}, Recorders: servers.Recorders(), Signer: servers.BigBlueButton})
	a.DemoFeedback = demofeedback.New(demofeedback.Deps{DB: p.DB, Clock: p.Clock, Settings: a.Settings, Links: a.Demos})
	a.Leads, a.Complaints, a.Feedback = a.newLeads(p), a.newComplaints(p), a.newSiteFeedback(p)
	a.Newsletter, a.Proposals = a.newNewsletter(p), a.newProposals(p)
	return []any{a.Leads, a.Complaints, a.Feedback, a.Newsletter, a.Proposals,
		a.Batches, a.Members, a.Announcements, a.Waiting, a.Availability, a.Demos, a.DemoFeedback, a.forms,
		schedules,
		batchanalytics.New(batchanalytics.Deps{DB: p.DB, Clock: p.Clock, Calendars: a.Instructors, Settings: a.Settings}),
		a.Classrooms,
		holiday.New(holiday.Deps{DB: p.DB, Clock: p.Clock, Audit: a.Audit}),
		externalcalendar.New(externalcalendar.Deps{DB: p.DB, Clock: p.Clock, Settings: a.Settings, Queue: a.Queue, Key: sign.DeriveKey(p.Secret, "external calendars"), Hosts: p.Config.CalendarHosts}),
		agenda.New(agenda.Deps{DB: p.DB, Clock: p.Clock, Limits: a.limits, DueDates: a.Assignments, Address: a.address}),
		meetings,
		a.MakeUps,
		a.Live, zoom,
		zoomcatalogue.New(zoomcatalogue.Deps{DB: p.DB, Clock: p.Clock, Meetings: zoomMeetings{meetings}, Sessions: zoomSessions{a.Live}, Registrar: zoom, Recordings: zoomRecordings{a.Recordings},
			Preferences: profile.Preferences{Settings: a.Settings}, Address: a.address, IsConfigured: p.Config.MeetingServers.Zoom.AccountID != ""}),
		reminder.New(reminder.Deps{DB: p.DB, Clock: p.Clock}),
		a.Recordings, attendancegrid.New(attendancegrid.Deps{DB: p.DB, Clock: p.Clock, Audit: a.Audit, Accounts: a.Accounts}),
	}
}

// zoomMeetings are the meetings outside of batches, under the names of Zoom.
type zoomMeetings struct{ *onlinemeeting.Service }

// Plan implements zoomcatalogue.Meetings.
func (o zoomMeetings) Plan(ctx context.Context, who access.Caller, p zoomcatalogue.Planned) (string, error) {
	d, err := o.Create(ctx, who, newOnlineMeeting(p))
	return d.ID, asZoomConflicts(err)
}

// Planned implements zoomcatalogue.Meetings.
func (o zoomMeetings) Planned(ctx context.Context, who access.Caller, id string) (p zoomcatalogue.Planned, err error) {
	d, err := o.Managed(ctx, who, id)
	if err != nil {
		return p, err
	}
	p = zoomcatalogue.Planned{Title: d.Title, Description: d.Description, Date: d.Date, StartTime: d.StartTime, EndTime: d.EndTime, Timezone: d.Timezone, ForCourse: d.ForCourse}
	if d.CourseID != nil {
		p.CourseID = *d.CourseID
	}
	for _, one := range d.People {
		if one.IsNamed {
			p.StudentIDs = append(p.StudentIDs, one.UserID)
		}
	}
	return p, nil
}

// Replace implements zoomcatalogue.Meetings.
func (o zoomMeetings) Replace(ctx context.Context, who access.Caller, id string, p zoomcatalogue.Planned, version rest.IfMatch) error {
	_, err := o.Update(ctx, who, id, newOnlineMeeting(p), version)
	return asZoomConflicts(err)
}

// asZoomConflicts gives what is in the way of a meeting the type that the operations of Zoom announce.
func asZoomConflicts(err error) error {
	refused, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return err
	}
	inTheWay, ok := refused.Details.(onlinemeeting.MeetingConflicts)
	if !ok {
		return err
	}
	conflicts := zoomcatalogue.ZoomConflicts{Conflicts: make([]zoomcatalogue.ZoomConflict, len(inTheWay.Conflicts))}
	for i, c := range inTheWay.Conflicts {
		conflicts.Conflicts[i] = zoomcatalogue.ZoomConflict(c)
	}
	return refused.WithDetails(conflicts)
}

// Link implements zoomcatalogue.Joiner.
func (o zoomMeetings) Link(ctx context.Context, who access.Caller, id string) (string, error) {
	l, err := o.Join(ctx, who, id)
	return l.URL, err
}

func newOnlineMeeting(p zoomcatalogue.Planned) onlinemeeting.NewOnlineMeeting {
	n := onlinemeeting.NewOnlineMeeting{Title: p.Title, Description: p.Description, Date: p.Date, StartTime: p.StartTime, EndTime: p.EndTime, Timezone: p.Timezone, CourseID: p.CourseID,
		StudentIDs: p.StudentIDs, Provider: meeting.Zoom, Settings: p.Settings}
	if p.ForCourse {
		n.Audience = "course:" + p.CourseID
	}
	return n
}

// zoomSessions are the sessions of batches, under the names of Zoom.
type zoomSessions struct{ *live.Service }

// Wish implements zoomcatalogue.Sessions.
func (l zoomSessions) Wish(ctx context.Context, who access.Caller, batchID, sessionID string, w zoom.Wishes) error {
	_, err := l.MakeMeeting(ctx, who, batchID, sessionID, live.NewSessionMeeting{Topic: w.Topic, Agenda: w.Agenda, Settings: w.Choices})
	return err
}

// Link implements zoomcatalogue.Joiner.
func (l zoomSessions) Link(ctx context.Context, who access.Caller, id string) (string, error) {
	j, err := l.Join(ctx, who, id)
	return j.URL, err
}

// Unlink implements zoomcatalogue.Sessions.
func (l zoomSessions) Unlink(ctx context.Context, who access.Caller, batchID, sessionID string) error {
	common, err := l.Room(ctx, who, batchID, "")
	if err != nil {
		return err
	}
	if common.Provider == meeting.Zoom {
		return fault.New(fault.Conflict, "zoom_room_of_batch", "All sessions of this batch meet at Zoom. Choose another room for the batch or for this session.")
	}
	_, err = l.PutRoom(ctx, who, "", sessionID, live.NewRoom{Provider: live.NoRoom}, rest.IfMatch{})
	return err
}

// zoomRecordings are the recordings of sessions and of meetings outside of batches, under the names of Zoom.
type zoomRecordings struct{ *recording.Service }

// TrashAtZoom implements zoomcatalogue.Recordings.
func (r zoomRecordings) TrashAtZoom(ctx context.Context, who access.Caller, isMeeting bool, ownerID, fileID string, force bool) error {
	of := recording.OfSession(ownerID)
	if isMeeting {
		of = recording.OfMeeting(ownerID)
	}
	return r.Trash(ctx, who, of, fileID, force)
}

// ZoomSettings implements zoomcatalogue.Recordings.
func (r zoomRecordings) ZoomSettings(ctx context.Context, who access.Caller, batchID string) (zoomcatalogue.ZoomRecordingSettings, error) {
	now, err := r.Settings(ctx, who, batchID)
	return zoomRecordingSettings(now), err
}

// PutZoomSettings implements zoomcatalogue.Recordings: whether sessions are recorded stays.
func (r zoomRecordings) PutZoomSettings(ctx context.Context, who access.Caller, batchID string, n zoomcatalogue.NewZoomRecordingSettings, version rest.IfMatch) (zoomcatalogue.ZoomRecordingSettings, error) {
	now, err := r.Settings(ctx, who, batchID)
	if err != nil {
		return zoomcatalogue.ZoomRecordingSettings{}, err
	}
	saved, err := r.PutSettings(ctx, who, batchID, recording.NewRecordingSettings{Records: now.Records, Imports: n.Imports, Publishes: n.Publishes, Trashes: n.Trashes}, version)
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		if current, ok := refused.Details.(recording.RecordingSettings); ok {
			err = refused.WithDetails(zoomRecordingSettings(current))
		}
	}
	return zoomRecordingSettings(saved), err
}

func zoomRecordingSettings(s recording.RecordingSettings) zoomcatalogue.ZoomRecordingSettings {
	return zoomcatalogue.ZoomRecordingSettings{Imports: s.Imports, Trashes: s.Trashes, Publishes: s.Publishes, Version: s.EditVersion()}
}
