package zoomcatalogue

import (
	"cmp"
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/zoom"
	"lectern/internal/teaching/zoomprogress"
)

// Meetings are those outside of batches. All methods refuse who may not.
type Meetings interface {
	Plan(ctx context.Context, who access.Caller, p Planned) (id string, err error)
	// Planned returns a meeting that the caller may change.
	Planned(ctx context.Context, who access.Caller, id string) (Planned, error)
	Replace(ctx context.Context, who access.Caller, id string, p Planned, version rest.IfMatch) error
	Cancel(ctx context.Context, who access.Caller, id string) error
	Joiner
}

// Joiner makes links into rooms.
type Joiner interface {
	// Link makes a link for the caller, relative to the site, which works once.
	Link(ctx context.Context, who access.Caller, id string) (string, error)
}

// Sessions are those of batches. All methods refuse who may not.
type Sessions interface {
	// Wish says what is wanted of the meeting of a session at Zoom.
	Wish(ctx context.Context, who access.Caller, batchID, sessionID string, w zoom.Wishes) error
	// Unlink lets a session meet where its batch does, which must not be at Zoom.
	Unlink(ctx context.Context, who access.Caller, batchID, sessionID string) error
	Joiner
}

// Registrar registers users for the meeting at Zoom of a session, or of a meeting outside of batches, which ownerID is.
type Registrar interface {
	// AddRegistrant registers a user once.
	AddRegistrant(ctx context.Context, who access.Caller, ownerID, userID string) error
	// ChangeRegistrants approves, cancels or denies registrations, and returns by id why one could not be.
	ChangeRegistrants(ctx context.Context, who access.Caller, ownerID, action string, ids []string) (map[string]error, error)
}

// Recordings are what was recorded of sessions and of meetings outside of batches. All methods refuse who may not.
type Recordings interface {
	// TrashAtZoom moves a file of a session, or of a meeting outside of batches, into the trash at Zoom.
	TrashAtZoom(ctx context.Context, who access.Caller, isMeeting bool, ownerID, fileID string, force bool) error
	ZoomSettings(ctx context.Context, who access.Caller, batchID string) (ZoomRecordingSettings, error)
	// PutZoomSettings replaces the settings over a version.
	PutZoomSettings(ctx context.Context, who access.Caller, batchID string, n NewZoomRecordingSettings, version rest.IfMatch) (ZoomRecordingSettings, error)
}

type Deps struct {
	DB           *db.DB
	Clock        clock.Clock
	Meetings     Meetings
	Sessions     Sessions
	Registrar    Registrar
	Recordings   Recordings
	Preferences  mail.Preferences
	Address      string // of this site; "" if it is not known
	IsConfigured bool   `optional:"the school has no account at Zoom"`
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// Create plans a meeting outside of batches at Zoom. For instructors and administrators, as meetings are. fault.Invalid, fault.Conflict, fault.Unavailable without an account.
func (s *Service) Create(ctx context.Context, who access.Caller, n NewZoomMeeting) (m ZoomMeeting, err error) {
	if !s.deps.IsConfigured {
		return m, errNotConfigured
	}
	p, err := n.planned()
	if err != nil {
		return m, err
	}
	id, err := s.deps.Meetings.Plan(ctx, who, p)
	if err != nil {
		return m, err
	}
	return s.Read(ctx, who, id)
}

// Read returns a meeting by its number at Zoom, or by the id of its session or meeting. For those who may change it; fault.NotFound.
func (s *Service) Read(ctx context.Context, who access.Caller, id string) (ZoomMeeting, error) {
	m, err := s.found(ctx, who, id)
	return m.ZoomMeeting, err
}

// found is Read with what else is known.
func (s *Service) found(ctx context.Context, who access.Caller, id string) (m stored, err error) {
	q := s.deps.DB.Reader()
	if m, err = byID(ctx, q, id); err != nil {
		return m, err
	}
	if m.Kind == ofMeeting {
		_, err = s.deps.Meetings.Planned(ctx, who, m.ID)
	} else {
		var f batch.Found
		if f, err = batch.FindAny(ctx, q, who, m.BatchID); err == nil && !f.Teaches {
			err = errNoMeeting
		}
	}
	if fault.Is(err, fault.NotFound) {
		err = errNoMeeting
	}
	m.show()
	return m, err
}

// Change changes a meeting, or what is wanted of that of a session. Who may: as for Read. fault.NotFound, fault.Invalid, fault.Precondition with the meeting, fault.Conflict.
func (s *Service) Change(ctx context.Context, who access.Caller, id string, c ZoomMeetingChange, version rest.IfMatch) (ZoomMeeting, error) {
	m, err := s.found(ctx, who, id)
	if err != nil {
		return m.ZoomMeeting, err
	}
	if !version.Matches(m.Version) {
		return m.ZoomMeeting, errStale(m.ZoomMeeting)
	}
	if m.Kind == ofSession {
		w, err := c.wishes(m.ZoomMeeting, m.Wishes.V)
		if err == nil {
			err = s.deps.Sessions.Wish(ctx, who, m.BatchID, m.ID, w)
		}
		if err != nil {
			return m.ZoomMeeting, err
		}
		return s.Read(ctx, who, m.ID)
	}
	p, err := s.deps.Meetings.Planned(ctx, who, m.ID)
	if err == nil {
		p, err = c.over(p)
	}
	if err == nil {
		err = s.deps.Meetings.Replace(ctx, who, m.ID, p, version)
	}
	if fault.Is(err, fault.Precondition) { // changed since it was read above
		if m, err = s.found(ctx, who, m.ID); err == nil {
			err = errStale(m.ZoomMeeting)
		}
	}
	if err != nil {
		return m.ZoomMeeting, err
	}
	return s.Read(ctx, who, m.ID)
}

func errStale(now ZoomMeeting) error {
	return fault.New(fault.Precondition, "stale_version", "This meeting was changed elsewhere. Your change is not saved yet.").WithDetails(now)
}

// Delete cancels a meeting outside of batches; a session stays, and meets where its batch does. Who may: as for Read. fault.NotFound, fault.Conflict.
func (s *Service) Delete(ctx context.Context, who access.Caller, id string) error {
	m, err := s.found(ctx, who, id)
	if err != nil {
		return err
	}
	if m.Kind == ofMeeting {
		return s.deps.Meetings.Cancel(ctx, who, m.ID)
	}
	return s.deps.Sessions.Unlink(ctx, who, m.BatchID, m.ID)
}

// Of returns what a user holds at Zoom that is not over, by time. For that user and administrators; fault.NotFound for others.
func (s *Service) Of(ctx context.Context, who access.Caller, userID string, n Listing) ([]ZoomMeeting, error) {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	if userID != who.ID && !who.HasRole(access.Admin) {
		return nil, errNoUser
	}
	if err := checkUser(ctx, q, userID); err != nil {
		return nil, err
	}
	all, err := heldBy(ctx, q, userID, now)
	list := []ZoomMeeting{}
	for _, m := range all {
		begun := !m.StartTime.After(now)
		if n.Type == "live" && !begun || n.Type == "upcoming" && begun {
			continue
		}
		m.show()
		list = append(list, m.ZoomMeeting)
	}
	slices.SortStableFunc(list, func(a, b ZoomMeeting) int { return cmp.Or(a.StartTime.Compare(b.StartTime), cmp.Compare(a.ID, b.ID)) })
	return list[:min(int(n.Size), len(list))], err
}

// stored is a meeting with what is only known inside.
type stored struct {
	ZoomMeeting `bun:",extend"`

	BatchID string
	Wishes  db.JSON[zoom.Wishes]
	EndTime bun.NullTime
	Stored  string // the state
}

// show fills in what follows from what is stored.
func (m *stored) show() {
	m.Topic, m.Agenda, m.Settings = cmp.Or(m.Wishes.V.Topic, m.Topic), cmp.Or(m.Wishes.V.Agenda, m.Agenda), m.Wishes.V.Choices
	m.Duration = int64(m.EndTime.Sub(m.StartTime).Minutes())
	m.State = zoomprogress.StateOf(m.Stored)
	m.JoinPath = map[string]string{ofMeeting: "/meetings/", ofSession: "/sessions/"}[m.Kind] + m.ID
}
