package zoomcatalogue

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/teaching/zoom"
)

// Registrants returns who is registered for a meeting at Zoom. Who may: as for Read. fault.NotFound.
func (s *Service) Registrants(ctx context.Context, who access.Caller, id string) ([]ZoomRegistrant, error) {
	m, err := s.found(ctx, who, id)
	if err != nil {
		return nil, err
	}
	return registrantsOf(ctx, s.deps.DB.Reader(), m.ID)
}

// AddRegistrant registers one of the people of a meeting; asked again nothing happens. Who may: as for Read. fault.NotFound, fault.Invalid for others, fault.Unavailable while
// there is no meeting at Zoom.
func (s *Service) AddRegistrant(ctx context.Context, who access.Caller, id string, n NewZoomRegistrant) ([]ZoomRegistrant, error) {
	m, err := s.found(ctx, who, id)
	if err != nil {
		return nil, err
	}
	q := s.deps.DB.Reader()
	expected, err := isExpected(ctx, q, m, n.UserID)
	if err == nil && !expected {
		err = errNotExpected
	}
	if err == nil {
		err = s.deps.Registrar.AddRegistrant(ctx, who, m.ID, n.UserID)
	}
	if err != nil {
		return nil, err
	}
	return registrantsOf(ctx, q, m.ID)
}

// ChangeRegistrants approves, cancels or denies registrations, and returns what has become of each. Who may: as for Read. fault.NotFound, fault.Unavailable while there is no
// meeting at Zoom, or if Zoom doesn't answer.
func (s *Service) ChangeRegistrants(ctx context.Context, who access.Caller, id string, c RegistrantChanges) ([]RegistrantOutcome, error) {
	m, err := s.found(ctx, who, id)
	if err != nil {
		return nil, err
	}
	failures, err := s.deps.Registrar.ChangeRegistrants(ctx, who, m.ID, c.Action, c.IDs)
	return outcomesOf(c.IDs, failures), err
}

// JoinLink returns a link into the room of a meeting that works once, or without use the page of the meeting. For the registrant alone: fault.NotFound for all others. Otherwise as
// joining the session or the meeting.
func (s *Service) JoinLink(ctx context.Context, who access.Caller, id, registrantID string, use bool) (string, error) {
	q := s.deps.DB.Reader()
	m, err := byID(ctx, q, id)
	if err != nil {
		return "", err
	}
	known, err := isRegistrant(ctx, q, m.ID, registrantID, who.ID)
	if err == nil && !known {
		err = zoom.ErrNoRegistrant
	}
	m.show()
	if err != nil || !use {
		return m.JoinPath, err
	}
	if m.Kind == ofSession {
		return s.deps.Sessions.Link(ctx, who, m.ID)
	}
	return s.deps.Meetings.Link(ctx, who, m.ID)
}
