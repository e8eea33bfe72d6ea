package user

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/sheet"
)

var exportColumns = []string{"id", "full_name", "email", "student_number", "roles", "status", "email_verified_at", "locked", "last_seen_at", "created_at"}

func (u UserRow) cells() []string {
	return []string{u.ID, u.FullName, u.Email, u.StudentNumber, words(u.Roles), u.Status, instant(u.EmailVerifiedAt), fmt.Sprint(u.Locked), instant(u.LastSeenAt), instant(&u.CreatedAt)}
}

// Export returns a function that writes the users of a filter as a sheet, in constant memory. The audit log records the
// request. For administrators with a fresh session, else fault.Forbidden. fault.Invalid for an invalid filter.
func (s *Service) Export(ctx context.Context, who access.Caller, f Filter) (func(w io.Writer) error, error) {
	if err := f.read(); err != nil {
		return nil, err
	}
	if err := s.sessions.Fresh(ctx, s.db.Reader(), who); err != nil {
		return nil, err
	}
	q, err := newQuery(ctx, s.db.Reader(), f, s.clock.Now())
	if err != nil {
		return nil, err
	}
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.exported", TargetKind: "user", After: exportedBy(f)})
	})
	return func(w io.Writer) error {
		next := func() ([]UserRow, error) {
			us, err := q.page(ctx, sheet.PageRows)
			if err == nil {
				err = readRoles(ctx, q.db, us)
			}
			if len(us) > 0 {
				last := us[len(us)-1]
				q.behind = []string{q.order().value(last), last.ID}
			}
			return us, err
		}
		return sheet.Export(w, exportColumns, next, UserRow.cells)
	}, err
}

// exportedBy returns the filter as the audit log records it.
func exportedBy(f Filter) map[string]any {
	used := map[string]any{}
	for name, value := range map[string]string{"search": f.Search, "role": f.Role, "status": f.Status, "verified": f.Verified, "locked": f.Locked,
		"created_from": f.CreatedFrom, "created_to": f.CreatedTo, "seen_from": f.SeenFrom, "seen_to": f.SeenTo} {
		if value != "" {
			used[name] = value
		}
	}
	return used
}

func words(roles []access.Role) string {
	return strings.Trim(fmt.Sprint(roles), "[]")
}

func instant(at *time.Time) string {
	if at == nil {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}
