package notification

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"lectern/internal/people/classfacts"
	"lectern/internal/people/notificationkind"
)

// soon is how far ahead a session is at most if emails about changes of it do not wait for a digest.
const soon = 7 * 24 * time.Hour

// timingFor says when to send emails about something that takes place at an instant.
func (s *Service) timingFor(at time.Time) emailTiming {
	if at.Before(s.clock.Now().Add(soon)) {
		return atOnce
	}
	return byPreference
}

// instant is how data of a notification holds a time.
func instant(at time.Time) string { return at.UTC().Format(time.RFC3339) }

// notifySessionsChanged notifies the members of a batch, the guests of the sessions and the instructor that sessions were moved, cancelled or restored, without
// emails if that user wants none; not the user who did it.
func (s *Service) notifySessionsChanged(ctx context.Context, dedupKey string, e sessionsChanged) error {
	c, err := classfacts.SessionChangeOf(ctx, s.db.Reader(), e.ChangeID)
	if err != nil || c == nil {
		return err
	}
	members, err := classfacts.Members(ctx, s.db.Reader(), c.BatchID)
	if err != nil {
		return err
	}
	guests, err := classfacts.GuestsOf(ctx, s.db.Reader(), classfacts.OfChange, e.ChangeID)
	if err != nil {
		return err
	}
	members = append(members, guests...)
	kind := map[string]notificationkind.Kind{"moved": notificationkind.SessionMoved, "cancelled": notificationkind.SessionCancelled, "restored": notificationkind.SessionRestored}[c.Kind]
	if c.Sessions > 1 {
		kind = notificationkind.SessionsChanged
	}
	first := c.FromStart
	if c.ToStart.Before(first) {
		first = c.ToStart
	}
	emails := s.timingFor(first).unless(e.NoEmails)
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: kind, To: without(append(members, c.Instructor), c.ChangedBy), Emails: emails, Data: Data{
		"batch": c.BatchID, "batch_name": c.BatchName, "course": c.CourseID, "session": c.SessionID, "count": strconv.FormatInt(c.Sessions, 10),
		"from": instant(c.FromStart), "to": instant(c.ToStart), "zone": c.Timezone, "reason": c.Reason,
	}})
}

// notifySubstitute notifies both instructors, and the people of a session if they don't know, that another one teaches it, while that is so; not the user who changed it.
func (s *Service) notifySubstitute(ctx context.Context, dedupKey string, e substituteChanged) error {
	q := s.db.Reader()
	d, err := classfacts.SessionOf(ctx, q, e.SessionID)
	if err != nil || d == nil || !d.TakesPlace || d.Instructor != e.To || e.To == "" || !d.EndsAt.After(s.clock.Now()) {
		return err
	}
	var members []string
	if !e.MembersKnow {
		if members, err = classfacts.WithGuests(ctx, q, *d); err != nil {
			return err
		}
	}
	for _, n := range []Notice{{Kind: notificationkind.SessionAssigned, To: []string{e.To}}, {Kind: notificationkind.SessionSubstitute, To: append(members, e.From)}} {
		n.DedupKey, n.To, n.Data, n.Emails = dedupKey, without(n.To, e.ActorID), sessionData(d), byPreference.unless(e.NoEmails)
		if err := s.Notify(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// notifySessionDue reminds the people of a session of it, unless it was moved or cancelled since or has begun. A day before, emails are sent at once; an hour before to those who have not read the first reminder; later none.
func (s *Service) notifySessionDue(ctx context.Context, e sessionDue) error {
	q := s.db.Reader()
	d, err := classfacts.SessionOf(ctx, q, e.SessionID)
	if err != nil || d == nil || !d.TakesPlace || !d.StartsAt.Equal(e.StartsAt) || !d.StartsAt.After(s.clock.Now()) {
		return err
	}
	to, err := classfacts.ActiveMembers(ctx, q, d.BatchID)
	if err != nil {
		return err
	}
	guests, err := classfacts.GuestsOf(ctx, q, classfacts.OfSession, d.ID)
	if err != nil {
		return err
	}
	to = append(append(to, guests...), d.Instructor)
	reminder := func(minutes int64) string {
		return d.ID + " " + instant(d.StartsAt) + " " + strconv.FormatInt(minutes, 10)
	}
	n := Notice{DedupKey: reminder(e.Minutes), Kind: notificationkind.SessionReminder, To: to, Data: sessionData(d), Emails: atOnce}
	switch e.Minutes {
	case 60:
		read, err := readersOf(ctx, q, notificationkind.SessionReminder, reminder(24*60), to)
		if err != nil {
			return err
		}
		for _, id := range read {
			n.To = without(n.To, id)
		}
		known := n
		known.To, known.Emails = read, noEmails
		if err := s.Notify(ctx, known); err != nil {
			return err
		}
	case 10:
		n.Emails = noEmails
	}
	return s.Notify(ctx, n)
}

// notifyRoomChanged notifies the members and the instructor of a batch that it, or with a session that session, is in another room or classroom; not the user who did it,
// and nobody when no session is ahead.
func (s *Service) notifyRoomChanged(ctx context.Context, dedupKey string, e roomChanged) error {
	q := s.db.Reader()
	d, err := classfacts.NextSession(ctx, q, e.BatchID, e.SessionID, s.clock.Now())
	if err != nil || d == nil {
		return err
	}
	members, err := classfacts.WithGuests(ctx, q, *d)
	if err != nil {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.OfRoom(e.Classroom, e.SessionID != ""), To: without(append(members, d.Instructor), e.ActorID), Data: sessionData(d),
		Emails: s.timingFor(d.StartsAt).unless(e.NoEmails)})
}

func sessionData(d *classfacts.Session) Data {
	return Data{"batch": d.BatchID, "batch_name": d.BatchName, "course": d.CourseID, "session": d.ID, "starts": instant(d.StartsAt), "zone": d.Timezone, "classroom": d.Classroom}
}

// notifyMeetingFailed notifies the instructor of a session, of a meeting outside of batches or of a demo class that its meeting at Zoom can't be made, while that is so.
func (s *Service) notifyMeetingFailed(ctx context.Context, dedupKey string, e meetingFailed) error {
	q := s.db.Reader()
	failed, err := classfacts.HasNoMeeting(ctx, q, cmp.Or(e.DemoID, e.MeetingID, e.SessionID))
	if err != nil || !failed {
		return err
	}
	if e.DemoID != "" {
		d, err := classfacts.DemoOf(ctx, q, e.DemoID)
		if err != nil || d == nil || !d.TakesPlace || !d.EndsAt.After(s.clock.Now()) {
			return err
		}
		return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.DemoHasNoRoom, To: []string{d.InstructorID}, Data: Data{"starts": instant(d.StartsAt), "zone": d.Timezone}, Emails: s.timingFor(d.StartsAt)})
	}
	if e.MeetingID != "" {
		m, err := classfacts.MeetingOf(ctx, q, e.MeetingID)
		if err != nil || m == nil || !m.TakesPlace || m.InstructorID == "" || !m.EndsAt.After(s.clock.Now()) {
			return err
		}
		return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.MeetingHasNoRoom, To: []string{m.InstructorID}, Data: meetingData(m), Emails: s.timingFor(m.StartsAt)})
	}
	d, err := classfacts.SessionOf(ctx, q, e.SessionID)
	if err != nil || d == nil || !d.TakesPlace || d.Instructor == "" || !d.EndsAt.After(s.clock.Now()) {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.MeetingFailed, To: []string{d.Instructor}, Data: sessionData(d), Emails: s.timingFor(d.StartsAt)})
}

// notifyRecorded notifies the members of a batch, or the people of a meeting outside of batches, that they can watch what was recorded, if that is still so.
func (s *Service) notifyRecorded(ctx context.Context, dedupKey, lessonID string) error {
	r, err := classfacts.RecordingOf(ctx, s.db.Reader(), lessonID)
	if err != nil || r == nil {
		return err
	}
	n := Notice{DedupKey: dedupKey, Kind: notificationkind.SessionRecorded, To: without(r.Viewers, r.AddedBy)}
	if r.Meeting != nil {
		n.Kind, n.Data = notificationkind.MeetingRecorded, meetingData(r.Meeting)
	} else {
		n.Data = sessionData(r.Session)
	}
	return s.Notify(ctx, n)
}

// notifyMeetingChanged notifies the people of a meeting outside of batches that they are invited, that it was moved or cancelled, or that another instructor holds it; not the user who did it.
func (s *Service) notifyMeetingChanged(ctx context.Context, dedupKey string, e onlineMeetingChanged) error {
	m, to, err := classfacts.MeetingWithPeople(ctx, s.db.Reader(), e.MeetingID)
	if err != nil || m == nil || !m.EndsAt.After(s.clock.Now()) {
		return err
	}
	if len(e.UserIDs) > 0 {
		to = e.UserIDs
	}
	kind := map[string]notificationkind.Kind{"invited": notificationkind.MeetingInvited, "moved": notificationkind.MeetingMoved, "cancelled": notificationkind.MeetingCancelled,
		"assigned": notificationkind.MeetingAssigned, "instructor": notificationkind.MeetingInstructor, "skipped": notificationkind.MeetingSkipped}[e.What]
	if (kind == notificationkind.MeetingCancelled || kind == notificationkind.MeetingSkipped) == m.TakesPlace {
		return nil // it was cancelled since
	}
	data := meetingData(m)
	data["from"] = instant(e.From)
	if e.What == "instructor" {
		to = without(to, m.InstructorID)
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: kind, To: without(to, e.ActorID), Data: data, Emails: s.timingFor(m.StartsAt)})
}

// notifyMeetingDue reminds the people of a meeting outside of batches, unless it was moved or cancelled since or has begun. Emails are sent a day before only.
func (s *Service) notifyMeetingDue(ctx context.Context, dedupKey string, e onlineMeetingDue) error {
	m, to, err := classfacts.MeetingWithPeople(ctx, s.db.Reader(), e.MeetingID)
	if err != nil || m == nil || !m.TakesPlace || !m.StartsAt.Equal(e.StartsAt) || !m.StartsAt.After(s.clock.Now()) {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.MeetingReminder, To: to, Data: meetingData(m), Emails: atOnce.unless(e.Minutes < 24*60)})
}

func meetingData(m *classfacts.Meeting) Data {
	return Data{"meeting": m.ID, "title": m.Title, "starts": instant(m.StartsAt), "zone": m.Timezone}
}

// notifyGuest notifies the instructor of a session that a learner of another batch attends it, or no longer does, and the learner; not the user who did it.
func (s *Service) notifyGuest(ctx context.Context, dedupKey string, e sessionGuestChanged) error {
	q := s.db.Reader()
	d, err := classfacts.SessionOf(ctx, q, e.SessionID)
	if err != nil || d == nil || !d.EndsAt.After(s.clock.Now()) {
		return err
	}
	guests, err := classfacts.GuestsOf(ctx, q, classfacts.OfSession, d.ID)
	if err != nil || slices.Contains(guests, e.UserID) != e.Comes {
		return err
	}
	learner, instructor := notificationkind.MakeUpCancelled, notificationkind.GuestCancelled
	if e.Comes {
		learner, instructor = notificationkind.MakeUpPlanned, notificationkind.GuestExpected
	}
	for _, n := range []Notice{{Kind: learner, To: []string{e.UserID}}, {Kind: instructor, To: []string{d.Instructor}}} {
		n.DedupKey, n.To, n.Data, n.Emails = dedupKey, without(n.To, e.ActorID), sessionData(d).by(e.UserID), s.timingFor(d.StartsAt)
		if err := s.Notify(ctx, n); err != nil {
			return err
		}
	}
	return nil
}
