package notification

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/classfacts"
	"lectern/internal/people/notificationkind"
	"lectern/internal/platform/ics"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
)

const emailJob = "notification.email"

// emailPayload is the payload of an email job: one notification, or those of a digest.
type emailPayload struct {
	User   string
	IDs    []string
	Digest bool
}

const maxInDigest = 50 // the rest is on the page

// queueEmail queues an email, with the transaction tx.
func (s *Service) queueEmail(ctx context.Context, tx bun.IDB, userID string, ids ...string) error {
	_, err := s.queue.Add(ctx, tx, jobs.New{Kind: emailJob, Payload: emailPayload{User: userID, IDs: ids}})
	return err
}

func (s *Service) Handlers() map[string]jobs.Handler {
	handlers := map[string]jobs.Handler{
		"notification.digest": {Every: time.Minute, Do: func(ctx context.Context, _ []jobs.Job) error { return s.QueueDueDigests(ctx) }},
	}
	if s.baseURL != "" { // a worker without the public address cannot make links and leaves emails to others
		handlers[emailJob] = jobs.Handler{Do: jobs.One(s.send)}
	}
	return handlers
}

// send sends a queued email, unless it is no longer wanted.
func (s *Service) send(ctx context.Context, j jobs.Job) error {
	o, err := jobs.Payload[emailPayload](j)
	if err != nil {
		return err
	}
	l, err := s.composeEmail(ctx, o, j)
	if err != nil || l == nil {
		return err
	}
	return mail.JobError(s.mail.Send(ctx, *l), s.clock.Now().Sub(j.CreatedAt))
}

// composeEmail composes a queued email; nil when it is no longer to be sent.
func (s *Service) composeEmail(ctx context.Context, o emailPayload, j jobs.Job) (*mail.Email, error) {
	q := s.db.Reader()
	to, err := emailRecipient(ctx, q, o.User)
	if err != nil || to == nil {
		return nil, err
	}
	rows, err := notificationsToEmail(ctx, q, o.User, o.IDs)
	if err != nil {
		return nil, err
	}
	wanted := rows[:0]
	for _, n := range rows { // the user may have unsubscribed since
		wish, err := channelsOf(ctx, q, o.User, n.Kind)
		if err != nil {
			return nil, err
		}
		if wish.Mail {
			wanted = append(wanted, n)
		}
	}
	if len(wanted) == 0 {
		return nil, nil
	}
	reader, err := s.reader(ctx, q, o.User)
	l := mail.Email{ID: j.ID, To: to.Email, Name: to.FullName, At: j.CreatedAt, Language: reader.language,
		Settings: s.baseURL + "/settings/notifications"}
	if err != nil {
		return nil, err
	}
	if o.Digest {
		s.composeDigest(&l, o, wanted, reader)
		return &l, nil
	}
	s.composeSingle(&l, wanted[0], reader)
	if l.Picture, err = s.coverFor(ctx, q, wanted[0]); err == nil {
		l.Invitation, err = s.invitationFor(ctx, q, wanted[0], l.To)
	}
	return &l, err
}

// pictured are the kinds whose emails show the cover of the course: those about the course itself, to its learners.
var pictured = []notificationkind.Kind{notificationkind.CourseInvited, notificationkind.CourseEnrolled, notificationkind.CourseUpdated, notificationkind.CourseCompleted}

// coverFor returns the cover for the email of one notification, nil for none.
func (s *Service) coverFor(ctx context.Context, q bun.IDB, n notificationRow) (*mail.Picture, error) {
	if !slices.Contains(pictured, n.Kind) {
		return nil, nil
	}
	cover, err := s.covers.CoverOf(ctx, q, n.Data.V["course"])
	if err != nil || cover == nil {
		return nil, err
	}
	cover.URL, cover.Alt = s.baseURL+cover.URL, n.Data.V["course_title"]
	return cover, nil
}

// invited are the kinds whose emails change a session or a meeting in the recipient's calendar.
var invited = []notificationkind.Kind{notificationkind.SessionMoved, notificationkind.SessionCancelled, notificationkind.SessionRestored, notificationkind.SessionClassroom, notificationkind.MeetingInvited, notificationkind.MeetingMoved, notificationkind.MeetingCancelled}

// invitationFor returns the session or the meeting of one notification for the recipient's calendar, as it is now; nil for none. It has the UID that calendar
// addresses give it, so that both are one event.
func (s *Service) invitationFor(ctx context.Context, q bun.IDB, n notificationRow, address string) (*mail.Invitation, error) {
	if !slices.Contains(invited, n.Kind) {
		return nil, nil
	}
	read := s.sessionEvent
	id := n.Data.V["session"]
	if meeting := n.Data.V["meeting"]; meeting != "" {
		read, id = s.meetingEvent, meeting
	}
	event, err := read(ctx, q, id)
	if err != nil || event == nil {
		return nil, err
	}
	event.Attendee = address
	method := ics.Request
	if event.Cancelled {
		method = ics.Cancel
	}
	return &mail.Invitation{Method: string(method), Content: ics.Invitation(method, *event)}, nil
}

// sessionEvent returns a session for a calendar; nil when it no longer exists.
func (s *Service) sessionEvent(ctx context.Context, q bun.IDB, id string) (*ics.Event, error) {
	d, err := classfacts.SessionOf(ctx, q, id)
	if err != nil || d == nil {
		return nil, err
	}
	event := ics.Event{UID: ics.UID("session", d.ID, s.baseURL), Sequence: d.Sequence, Summary: d.BatchName, Description: d.CourseTitle, Location: d.Classroom, URL: s.baseURL + "/sessions/" + d.ID,
		StartsAt: d.StartsAt, EndsAt: d.EndsAt, Zone: zoneOf(d.Timezone), UpdatedAt: d.UpdatedAt, Cancelled: !d.TakesPlace}
	if d.Title != "" {
		event.Summary += ": " + d.Title
	}
	return &event, nil
}

// meetingEvent returns a meeting outside of batches for a calendar; nil when it no longer exists.
func (s *Service) meetingEvent(ctx context.Context, q bun.IDB, id string) (*ics.Event, error) {
	m, err := classfacts.MeetingOf(ctx, q, id)
	if err != nil || m == nil {
		return nil, err
	}
	return &ics.Event{UID: ics.UID(m.Kind, m.ID, s.baseURL), Sequence: m.Sequence, Summary: m.Title, URL: s.baseURL + "/meetings/" + m.ID,
		StartsAt: m.StartsAt, EndsAt: m.EndsAt, Zone: zoneOf(m.Timezone), UpdatedAt: m.UpdatedAt, Cancelled: !m.TakesPlace}, nil
}

func zoneOf(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	return zone
}

// composeSingle composes the email of one notification.
func (s *Service) composeSingle(l *mail.Email, n notificationRow, r reader) {
	words := n.Kind.Words(l.Language)
	l.Subject, l.Lines = n.fill(words.Title, r), []string{n.fill(words.Body, r)}
	if path := n.path(); path != "" && words.Button != "" {
		l.Action, l.ActionURL = words.Button, s.baseURL+path
	}
	l.Unsubscribe = s.unsubscribeAddress(n.UserID, string(n.Kind))
}

// composeDigest composes the email of a digest.
func (s *Service) composeDigest(l *mail.Email, o emailPayload, rows []notificationRow, r reader) {
	words := digests[l.Language]
	l.Subject, l.Lines = words.subject(len(rows)), []string{words.intro}
	for _, n := range rows[:min(len(rows), maxInDigest)] {
		of := n.Kind.Words(l.Language)
		item := mail.Item{Title: n.fill(of.Title, r), Text: n.fill(of.Body, r)}
		if path := n.path(); path != "" {
			item.URL = s.baseURL + path
		}
		l.Items = append(l.Items, item)
	}
	l.Action, l.ActionURL = words.button, s.baseURL+"/notifications"
	l.Unsubscribe = s.unsubscribeAddress(o.User, allMail)
}

// QueueDueDigests queues the digests that are due. For the periodic job.
func (s *Service) QueueDueDigests(ctx context.Context) error {
	for {
		due, err := dueSchedules(ctx, s.db.Reader(), s.clock.Now())
		if err != nil || len(due) == 0 {
			return err
		}
		for _, r := range due {
			if err := s.db.InTx(ctx, func(tx bun.IDB) error { return s.queueDigest(ctx, tx, r.UserID) }); err != nil {
				return err
			}
		}
	}
}

// queueDigest queues one digest and schedules the next in one transaction, so that none is sent twice, however many workers
// run.
func (s *Service) queueDigest(ctx context.Context, tx bun.IDB, userID string) error {
	now := s.clock.Now()
	r, due, err := lockDueSchedule(ctx, tx, userID, now)
	if err != nil || !due {
		return err
	}
	r.NextAt = r.next(now)
	if err := putSchedule(ctx, tx, r); err != nil {
		return err
	}
	ids, err := collect(ctx, tx, userID)
	if err != nil || len(ids) == 0 {
		return err
	}
	_, err = s.queue.Add(ctx, tx, jobs.New{Kind: emailJob, Payload: emailPayload{userID, ids, true}})
	return err
}

func sortedByNumber(rows []notificationRow) []notificationRow {
	slices.SortFunc(rows, func(a, b notificationRow) int { return int(a.Number - b.Number) })
	return rows
}

func (s *Service) Sweeps() jobs.Sweeps { return jobs.Sweeps{"notification.sweep": s.Sweep} }
