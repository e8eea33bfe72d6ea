package course

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
)

// AuditChange keeps what an administrator has done to a course, or with an empty id to what all courses share. Instructors change
// their own courses without an entry.
func AuditChange(ctx context.Context, tx bun.IDB, log *audit.Log, who access.Caller, action, id string, before, after any) error {
	if !who.HasRole(access.Admin) {
		return nil
	}
	return log.Write(ctx, tx, who, audit.Entry{Action: action, TargetKind: "course", TargetID: id, Before: before, After: after})
}
