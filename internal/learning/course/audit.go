package course

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
)

// AuditChange records an administrator's change to a course or, with an empty id, to what all courses share.
// Instructors' changes are not recorded.
func AuditChange(ctx context.Context, tx bun.IDB, log *audit.Log, who access.Caller, action, id string, before, after any) error {
	if !who.HasRole(access.Admin) {
		return nil
	}
	return log.Write(ctx, tx, who, audit.Entry{Action: action, TargetKind: "course", TargetID: id, Before: before, After: after})
}
