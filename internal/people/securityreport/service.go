package securityreport

import (
	"context"
	"io"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
)

// Sessions is the part of signing in that this feature needs.
type Sessions interface {
	// Fresh is fault.Forbidden when the caller has not proven their identity within the last minutes.
	Fresh(ctx context.Context, q bun.IDB, who access.Caller) error
}

// Deps of the service.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Audit    *audit.Log
	Sessions Sessions
}

type Service struct {
	db       *db.DB
	clock    clock.Clock
	audit    *audit.Log
	sessions Sessions
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d.DB, d.Clock, d.Audit, d.Sessions}
}

// List returns a page of events, newest first, their number, and the next cursor. For administrators. fault.Invalid for an
// invalid filter or cursor, and for a page so far down that only a cursor reaches it.
func (s *Service) List(ctx context.Context, f Filter, page rest.Page, scroll rest.CursorParam) (events []SecurityEvent, n rest.Count, next string, err error) {
	if err = f.parse(); err != nil {
		return nil, n, "", err
	}
	limit, offset := page.LimitOffset()
	at := position{offset: offset}
	if at.before, at.id, err = scroll.DecodeTime(s.clock.Now()); err != nil {
		return nil, n, "", err
	}
	if scroll.Cursor != "" {
		at.offset = 0
	}
	if at.offset < 0 || at.offset >= rest.MaxCount {
		return nil, n, "", fault.InvalidField("page", "out_of_range", "Use the cursor for pages this far down")
	}
	err = s.db.Snapshot(ctx, func(q bun.IDB) error {
		if events, err = list(ctx, q, f, at, limit+1); err != nil {
			return err
		}
		n, err = count(ctx, q, f)
		return err
	})
	events, next = rest.CutAtTime(events, limit, func(e SecurityEvent) (time.Time, string) { return e.At, e.ID })
	return events, n, next, err
}

// Export returns a function that writes the events of a filter as a sheet, newest first, in constant memory. The audit log records the
// request. For administrators with a fresh session, else fault.Forbidden. fault.Invalid for an invalid filter.
func (s *Service) Export(ctx context.Context, who access.Caller, f Filter) (func(w io.Writer) error, error) {
	if err := f.parse(); err != nil {
		return nil, err
	}
	err := s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := s.sessions.Fresh(ctx, tx, who); err != nil {
			return err
		}
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "security_log.exported", TargetKind: "security_log", After: f.used()})
	})
	return func(w io.Writer) error { return s.write(ctx, w, f) }, err
}

func (s *Service) write(ctx context.Context, w io.Writer, f Filter) error {
	at := position{before: s.clock.Now().AddDate(100, 0, 0)}
	next := func() ([]SecurityEvent, error) {
		events, err := list(ctx, s.db.Reader(), f, at, sheet.PageRows)
		if len(events) > 0 {
			last := events[len(events)-1]
			at = position{before: last.At, id: last.ID}
		}
		return events, err
	}
	return sheet.Export(w, []string{"at", "kind", "user_id", "full_name", "email", "network", "address", "user_agent"}, next, SecurityEvent.cells)
}

func (e SecurityEvent) cells() []string {
	user := ""
	if e.UserID != nil {
		user = *e.UserID
	}
	return []string{e.At.UTC().Format(time.RFC3339Nano), e.Kind, user, e.FullName, e.Email, e.Network, e.Address, e.UserAgent}
}
