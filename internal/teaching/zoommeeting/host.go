package zoommeeting

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/db"
	"lectern/internal/teaching/zoom"
)

// Zoom allows 100 meetings of one host to be created or changed on a day in UTC. The last of them are kept for sessions within 24 hours.
const (
	callsADay     = 100
	callsForLater = 90
)

func dayOf(at time.Time) string { return at.UTC().Format(time.DateOnly) }

// Hosts returns the accounts that host meetings, by name. For administrators.
func (s *Service) Hosts(ctx context.Context) ([]Host, error) {
	now := s.deps.Clock.Now()
	return listHosts(ctx, s.deps.DB.Reader(), dayOf(now), now)
}

// AddHost lets a licensed user of the school's account at Zoom host meetings. For administrators. fault.Invalid for others, fault.Conflict for one who does already,
// fault.Unavailable if Zoom does not answer.
func (s *Service) AddHost(ctx context.Context, who access.Caller, n NewHost) (h Host, err error) {
	if s.client == nil {
		return h, errNotOffered
	}
	name := strings.ToLower(strings.TrimSpace(n.Name))
	licensed, err := s.client.IsLicensed(ctx, name)
	switch {
	case zoom.IsNotFound(err):
		return h, errNoUser
	case err != nil:
		return h, errUnavailable(err)
	case !licensed:
		return h, errNoLicence
	}
	h = Host{ID: db.NewID(), Name: name, Limit: callsADay}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := insertHost(ctx, tx, h, s.deps.Clock.Now()); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "meeting_host.added", TargetKind: "meeting_host", TargetID: h.ID, After: h})
	})
	return h, err
}

// RemoveHost lets an account host no more meetings. For administrators. fault.NotFound, fault.Conflict while it has meetings ahead.
func (s *Service) RemoveHost(ctx context.Context, who access.Caller, id string) error {
	return s.deps.Resources.InTx(ctx, func(tx bun.IDB) error {
		name, err := hostName(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := s.deps.Resources.Lock(ctx, tx, []string{id}); err != nil {
			return err
		}
		used, err := isHosting(ctx, tx, id, s.deps.Clock.Now())
		if err != nil {
			return err
		}
		if used {
			return errHostInUse
		}
		if err := deleteHost(ctx, tx, id); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "meeting_host.removed", TargetKind: "meeting_host", TargetID: id, Before: Host{ID: id, Name: name}})
	})
}
