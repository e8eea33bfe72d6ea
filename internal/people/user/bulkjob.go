package user

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/sheet"
)

// NewBulkJob asks for a change of all users that a filter picks.
type NewBulkJob struct {
	BulkAction
	Filter   string `json:"filter" pattern:"\\S" maxLength:"1000" msg:"Please choose accounts by a filter;maxLength=A filter must be at most 1000 characters" doc:"As in the address of the list, role=student&status=active. * stands for everybody."`
	Expected *int64 `json:"expected,omitempty" minimum:"0" msg:"expected must be a number of accounts" doc:"The number that was confirmed: nothing is started when the filter picks another one by now."`
	DryRun   bool   `json:"dryRun,omitempty" msg:"dryRun must be true or false" doc:"Find out what would happen, and change nobody."`
}

// BulkJob changes, in the background, the users whom a filter picked when it was started.
type BulkJob struct {
	bun.BaseModel `bun:"table:bulk_jobs,alias:b" json:"-"`

	ID         string      `bun:",pk" json:"id"`
	AdminID    string      `json:"admin_id" doc:"Who started it."`
	AdminName  string      `bun:",scanonly" json:"admin_name"`
	Action     string      `json:"action" enum:"activate,deactivate,add_role,remove_role,require_new_password,end_sessions,delete"`
	Role       access.Role `json:"role" doc:"Of add_role and remove_role, otherwise empty."`
	Filter     string      `json:"filter"`
	DryRun     bool        `json:"dryRun" doc:"Then changed stands for what would be changed."`
	State      string      `json:"state" enum:"running,done,cancelled,stopped" doc:"stopped: it could not go on, see reason."`
	Reason     string      `json:"reason" doc:"Why it was stopped; otherwise empty."`
	Total      int64       `json:"total" doc:"Users whom the filter picked when it was started."`
	Changed    int64       `json:"changed"`
	Unchanged  int64       `json:"unchanged" doc:"Were so already."`
	Refused    int64       `json:"refused"`
	CreatedAt  time.Time   `json:"created_at"`
	FinishedAt *time.Time  `json:"finished_at"`
}

// BulkJobDetail is a bulk job with the users who were refused.
type BulkJobDetail struct {
	BulkJob
	Outcomes []BulkOutcome `json:"outcomes" doc:"The first 100 who were refused; the sheet has all."`
}

const (
	bulkJob          = "user.bulk"
	bulkRetention    = 30 * 24 * time.Hour
	maxRunningBulks  = 3   // of one administrator
	refusedShown     = 100 // users who were refused, with a job
	bulkRunning      = "running"
	bulkDone         = "done"
	bulkCancelled    = "cancelled"
	bulkStopped      = "stopped"
	bulkStoppedByBug = "Something went wrong on our side, repeatedly. Users who were not reached are unchanged; start it again for them."
)

var errNoBulkJob = fault.New(fault.NotFound, "bulk_job_not_found", "This job doesn't exist. Jobs are listed for 30 days.")

// StartBulk picks users by a filter, in one statement, and changes them in the background: who comes later is not affected. For
// administrators; fault.Forbidden when users are deleted, lose their password or become administrators and the caller's session is
// not fresh, fault.Invalid when a rule is violated or the filter picks nobody, fault.Conflict when it picks another number than
// expected, and when the caller has three jobs running.
func (s *Service) StartBulk(ctx context.Context, who access.Caller, n NewBulkJob) (b BulkJob, err error) {
	if err := s.mayBegin(ctx, who, n.BulkAction, n.DryRun); err != nil {
		return b, err
	}
	f, err := parseFilter(n.Filter)
	if err != nil {
		return b, err
	}
	now := s.clock.Now()
	b = BulkJob{ID: db.NewID(), AdminID: who.ID, Action: n.Action, Role: n.Role, Filter: n.Filter, DryRun: n.DryRun, State: bulkRunning, CreatedAt: now}
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := requireFreeBulk(ctx, tx, who.ID); err != nil {
			return err
		}
		if err := insertBulk(ctx, tx, b); err != nil {
			return err
		}
		if b.Total, err = pickUsers(ctx, tx, b.ID, f, now); err != nil {
			return err
		}
		if err := requireExpected(n, b.Total); err != nil {
			return err
		}
		if _, err := s.queue.Add(ctx, tx, jobs.New{Kind: bulkJob, Ref: b.ID, Payload: bulkWork{b.ID}}); err != nil || n.DryRun {
			return err
		}
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.bulk_started", TargetKind: "bulk_job", TargetID: b.ID,
			After: map[string]any{"action": n.Action, "role": n.Role, "filter": exportedBy(f), "users": b.Total}})
	})
	if err != nil {
		return BulkJob{}, err
	}
	return b, nil
}

// requireFreeBulk refuses more jobs than one administrator may have running.
func requireFreeBulk(ctx context.Context, tx bun.IDB, admin string) error {
	running, err := countRunningBulks(ctx, tx, admin)
	if err == nil && running >= maxRunningBulks {
		err = fault.New(fault.Conflict, "too_many_bulk_jobs", "Three of your jobs are already running. Wait until one is done, or cancel it.")
	}
	return err
}

func requireExpected(n NewBulkJob, picked int64) error {
	if picked == 0 {
		return fault.Fields{{Name: "filter", Code: "no_users", Message: "No users match the filter"}}.Err()
	}
	if n.Expected != nil && *n.Expected != picked {
		return fault.New(fault.Conflict, "selection_changed", fmt.Sprintf("The filter now matches %d users, not %d. Nothing was started. Check the list and try again.", picked, *n.Expected))
	}
	return nil
}

// BulkJobs returns a page of the jobs of all administrators, the newest first, and their number. For administrators.
func (s *Service) BulkJobs(ctx context.Context, limit, offset int64) ([]BulkJob, int64, error) {
	return bulksSince(ctx, s.db.Reader(), s.clock.Now().Add(-bulkRetention), limit, offset)
}

// BulkJob returns a job with the users who were refused. For administrators. fault.NotFound.
func (s *Service) BulkJob(ctx context.Context, id string) (d BulkJobDetail, err error) {
	err = s.db.Snapshot(ctx, func(q bun.IDB) error {
		if d.BulkJob, err = bulkByID(ctx, q, id); err != nil {
			return err
		}
		d.Outcomes, _, err = refusedOf(ctx, q, id, 0, refusedShown)
		return err
	})
	return d, err
}

// CancelBulk ends a job before the next user; who was changed stays changed. For administrators. fault.NotFound, fault.Conflict when
// it is over.
func (s *Service) CancelBulk(ctx context.Context, who access.Caller, id string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		b, err := lockBulk(ctx, tx, id)
		if err != nil {
			return err
		}
		if b.State != bulkRunning {
			return fault.New(fault.Conflict, "bulk_job_over", "This job has already ended.")
		}
		if err := endBulk(ctx, tx, id, bulkCancelled, "", s.clock.Now()); err != nil {
			return err
		}
		if err := s.queue.Cancel(ctx, tx, id); err != nil {
			return err
		}
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.bulk_cancelled", TargetKind: "bulk_job", TargetID: id,
			After: map[string]any{"changed": b.Changed, "of": b.Total}})
	})
}

// ExportRefused returns a function that writes the users whom a job refused, and why, as a sheet. For administrators with a fresh
// session, else fault.Forbidden. fault.NotFound.
func (s *Service) ExportRefused(ctx context.Context, who access.Caller, id string) (func(w io.Writer) error, error) {
	if err := s.sessions.Fresh(ctx, s.db.Reader(), who); err != nil {
		return nil, err
	}
	if _, err := bulkByID(ctx, s.db.Reader(), id); err != nil {
		return nil, err
	}
	return func(w io.Writer) error {
		after := int64(0)
		next := func() (refused []BulkOutcome, err error) {
			refused, after, err = refusedOf(ctx, s.db.Reader(), id, after, sheet.PageRows)
			return refused, err
		}
		return sheet.Export(w, []string{"id", "full_name", "email", "code", "reason"}, next, func(o BulkOutcome) []string {
			return []string{o.ID, o.FullName, o.Email, o.Code, o.Message}
		})
	}, nil
}
