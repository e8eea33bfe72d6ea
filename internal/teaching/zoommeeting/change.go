package zoommeeting

import (
	"context"
	"errors"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/meeting"
	"lectern/internal/teaching/zoom"
)

// statusAfter is what acts on registrations lead to.
var statusAfter = map[string]string{zoom.Approve: zoom.Approved, zoom.Cancel: zoom.Cancelled, zoom.Deny: zoom.Denied}

// change is what an instructor does with registrations for a meeting.
type change struct {
	who    access.Caller
	m      record
	action string // zoom.Approve, zoom.Cancel or zoom.Deny
}

// registration is what the audit log keeps of a registration.
type registration struct {
	Meeting string `json:"meeting,omitempty"` // its topic
	Status  string `json:"status"`
}

// logChanged writes to the audit log that a registration was changed.
func (s *Service) logChanged(ctx context.Context, tx bun.IDB, c change, r registrant) error {
	return s.deps.Audit.Write(ctx, tx, c.who, audit.Entry{Action: "zoom_registration.changed", TargetKind: "user", TargetID: r.UserID,
		Before: registration{Status: r.Status}, After: registration{c.m.Topic, statusAfter[c.action]}})
}

// ChangeRegistrants approves, cancels or denies registrations for a meeting, which the audit log keeps, and returns by id why one could not be: nil for those that are as they
// should be now. The caller has checked who asks. fault.Unavailable while there is no meeting, or if Zoom doesn't answer at all.
func (s *Service) ChangeRegistrants(ctx context.Context, who access.Caller, ownerID, action string, ids []string) (map[string]error, error) {
	if s.client == nil {
		return nil, errNotOffered
	}
	m, err := s.usable(ctx, ownerID)
	if err != nil {
		return nil, err
	}
	known, err := registrantsBy(ctx, s.deps.DB.Reader(), m.ID, ids, dayOf(s.deps.Clock.Now()))
	if err != nil {
		return nil, err
	}
	outcomes := map[string]error{}
	var due []registrant
	for _, id := range ids {
		switch r := known[id]; {
		case r.ID == "":
			outcomes[id] = zoom.ErrNoRegistrant
		case r.Status == statusAfter[action]:
			outcomes[id] = nil
		case r.Changed >= changesADay:
			outcomes[id] = errChangedOften
		case !slices.Contains(due, r):
			due = append(due, r)
		}
	}
	return outcomes, s.changeAll(ctx, change{who, m, action}, due, outcomes)
}

// changeAll changes registrations at Zoom, as many at once as it takes, and notes what became of each. If Zoom doesn't answer it is not asked again; fault.Unavailable if it
// has changed none.
func (s *Service) changeAll(ctx context.Context, c change, due []registrant, outcomes map[string]error) error {
	var failed error
	isDone := false
	for some := range slices.Chunk(due, zoom.MostRegistrants) {
		if failed == nil {
			failed = s.changeSome(ctx, c, some, outcomes)
		}
		for _, r := range some {
			if _, known := outcomes[r.ID]; !known {
				outcomes[r.ID] = failed
			}
			isDone = isDone || outcomes[r.ID] == nil
		}
	}
	if isDone && fault.Is(failed, fault.Unavailable) {
		return nil
	}
	return failed
}

// changeSome changes some registrations by one call. If Zoom refuses it, because of one of them, they are changed one by one. fault.Unavailable if it doesn't answer.
func (s *Service) changeSome(ctx context.Context, c change, some []registrant, outcomes map[string]error) error {
	ids := make([]string, len(some))
	for i, r := range some {
		ids[i] = r.ID
	}
	err := s.client.ChangeRegistrants(ctx, c.m.ExternalID, c.action, ids)
	if err == nil {
		return s.noteChanged(ctx, c, some, outcomes)
	}
	if zoom.IsUnknown(err) || zoom.IsUnauthorized(err) {
		return errUnavailable(err)
	}
	if len(some) > 1 {
		for i := range some {
			if err := s.changeSome(ctx, c, some[i:i+1], outcomes); err != nil {
				return err
			}
		}
		return nil
	}
	return s.changeRefused(ctx, c, some[0], err, outcomes)
}

// changeRefused is what becomes of a registration that Zoom doesn't change. One that it doesn't have any more is made anew to be approved, and needs nothing else.
func (s *Service) changeRefused(ctx context.Context, c change, r registrant, cause error, outcomes map[string]error) error {
	now := s.deps.Clock.Now()
	switch {
	case isLimit(cause, now):
		outcomes[r.ID] = errChangedOften
	case !zoom.IsNotFound(cause):
		outcomes[r.ID] = errUnavailable(cause)
	case c.action == zoom.Approve:
		name, err := nameOf(ctx, s.deps.DB.Reader(), r.UserID)
		if err != nil {
			return err
		}
		_, err = s.register(ctx, c.m, meeting.Person{ID: r.UserID, Name: name}, now, func(tx bun.IDB) error { return s.logChanged(ctx, tx, c, r) })
		outcomes[r.ID] = asFault(err)
	default:
		return s.noteChanged(ctx, c, []registrant{r}, outcomes)
	}
	return nil
}

// noteChanged stores that registrations are changed, and by whom.
func (s *Service) noteChanged(ctx context.Context, c change, some []registrant, outcomes map[string]error) error {
	day := dayOf(s.deps.Clock.Now())
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		for _, r := range some {
			if err := countChanged(ctx, tx, c.m.ID, r.UserID, day); err != nil {
				return err
			}
			if err := setRegistrantStatus(ctx, tx, c.m.ID, r.ID, statusAfter[c.action]); err != nil {
				return err
			}
			if err := s.logChanged(ctx, tx, c, r); err != nil {
				return err
			}
			outcomes[r.ID] = nil
		}
		return nil
	})
}

// asFault returns a fault as it is, and what else Zoom says as fault.Unavailable.
func asFault(err error) error {
	if _, isFault := errors.AsType[*fault.Error](err); err == nil || isFault {
		return err
	}
	return errUnavailable(err)
}
