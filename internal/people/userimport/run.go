package userimport

import (
	"context"
	"errors"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/sheet"
)

const importJob = "userimport.run"

// importWork is the payload of the job that goes on with an import.
type importWork struct{ ID string }

const (
	rowsAtATime = 100 // in one transaction: the locks of its users are not held for long
	stepsEach   = 200 // transactions of one claim: more than the largest sheet needs, which would otherwise end behind the emails that it queues
)

const stoppedByBug = "Something went wrong on our side, repeatedly. Rows that were not reached have changed nothing; import the same file again."

var errDryRun = errors.New("a dry run is rolled back")

func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{importJob: {
		Do: func(ctx context.Context, claim []jobs.Job) error {
			w, err := jobs.Payload[importWork](claim[0])
			if err != nil {
				return err
			}
			return s.queue.TakeSteps(ctx, claim[0], stepsEach, func(tx bun.IDB) error { return s.takeStep(ctx, tx, w.ID) })
		},
		Failed: func(ctx context.Context, tx bun.IDB, j jobs.Job, _ error) error {
			w, err := jobs.Payload[importWork](j)
			if err != nil {
				return err
			}
			i, err := lockImport(ctx, tx, w.ID)
			if fault.Is(err, fault.NotFound) || err == nil && i.State != running {
				return nil
			}
			if err != nil {
				return err
			}
			return s.end(ctx, tx, i, stopped, stoppedByBug)
		},
	}}
}

// Sweeps delete imports that were started 30 days ago, and dry runs after a day.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"userimport.sweep": func(ctx context.Context) error {
		now := s.clock.Now()
		return s.db.InTx(ctx, func(tx bun.IDB) error { return deleteImports(ctx, tx, now.Add(-retention), now.Add(-dryRetention)) })
	}}
}

// takeStep takes the next rows of an import. The lock of the import keeps two workers from taking the same rows.
func (s *Service) takeStep(ctx context.Context, tx bun.IDB, id string) error {
	i, err := lockImport(ctx, tx, id)
	if fault.Is(err, fault.NotFound) || err == nil && i.State != running {
		return jobs.ErrNoStepsLeft
	}
	if err != nil {
		return err
	}
	if may, err := s.accounts.MayAdminister(ctx, tx, i.AdminID); err != nil {
		return err
	} else if !may {
		return s.end(ctx, tx, i, stopped, "The administrator who started this import no longer has that role. Rows that were not reached have changed nothing.")
	}
	rows, err := nextRows(ctx, tx, id, rowsAtATime)
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		return s.end(ctx, tx, i, done, "")
	}
	// Behind a savepoint, so that a dry run can be rolled back as a whole: its rows see each other's changes, as they will for real.
	err = tx.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		for at := range rows {
			if err := s.takeRow(ctx, tx, i, &rows[at]); err != nil {
				return err
			}
		}
		if i.DryRun {
			return errDryRun
		}
		return nil
	})
	if err != nil && !errors.Is(err, errDryRun) {
		return err
	}
	return noteOutcomes(ctx, tx, i, rows)
}

// end ends an import, and audits what it has done.
func (s *Service) end(ctx context.Context, tx bun.IDB, i UserImport, state, reason string) error {
	if err := endImport(ctx, tx, i.ID, state, reason, s.clock.Now()); err != nil || i.DryRun {
		return err
	}
	return s.audit.Write(ctx, tx, access.Caller{ID: i.AdminID}, audit.Entry{Action: "user.imported", TargetKind: "user_import", TargetID: i.ID,
		After: map[string]any{"state": state, "rows": i.SheetRows, "created": i.Created, "updated": i.Updated, "deactivated": i.Deactivated,
			"existing": i.Existing, "bad_rows": i.Refused}})
}

// takeRow makes the change of a row behind a savepoint and notes its outcome in the row.
func (s *Service) takeRow(ctx context.Context, tx bun.Tx, i UserImport, r *row) error {
	who := access.Caller{ID: i.AdminID}
	var columns []string
	user := r.UserID
	err := tx.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) (err error) {
		switch {
		case r.Line == 0:
			r.Outcome, err = s.deactivate(ctx, tx, who, *r.UserID)
		case r.UserID == nil:
			r.Outcome = created
			user, err = s.create(ctx, tx, who, *r.Cells.V)
		case i.Updates:
			r.Outcome = updated
			columns, err = s.update(ctx, tx, who, *r.UserID, *r.Cells.V)
		default:
			r.Outcome = existing
		}
		return err
	})
	refusal, isRefusal := errors.AsType[*fault.Error](err)
	switch {
	case isRefusal && (refusal.Kind == fault.Conflict || refusal.Kind == fault.NotFound || refusal.Kind == fault.Invalid):
		r.Outcome = refused
		r.Faults.V = []sheet.RowFault{{Row: int(r.Line), Column: columnOf(refusal.Code), Code: refusal.Code, Reason: strings.TrimSuffix(refusal.Message, ".")}}
	case err != nil:
		return err
	case r.Outcome == updated && len(columns) == 0:
		r.Outcome = existing
	}
	r.Columns = strings.Join(columns, ",")
	if !i.DryRun && r.Outcome == created {
		r.UserID = user
	}
	if !i.DryRun || r.Outcome != created {
		r.Cells, r.EmailKey = db.JSON[*directory.Imported]{}, ""
	}
	return nil
}

func (s *Service) create(ctx context.Context, tx bun.IDB, who access.Caller, i directory.Imported) (*string, error) {
	if len(i.Roles) == 0 {
		i.Roles = []access.Role{access.Student}
	}
	id, err := s.accounts.Import(ctx, tx, who, i)
	if err != nil || i.Contact == (directory.ImportedContact{}) {
		return &id, err
	}
	_, err = s.contacts.UpdateContact(ctx, tx, who, id, i.Contact)
	return &id, err
}

func (s *Service) update(ctx context.Context, tx bun.IDB, who access.Caller, user string, i directory.Imported) ([]string, error) {
	columns, err := s.accounts.UpdateImported(ctx, tx, who, user, i)
	if err != nil || i.Contact == (directory.ImportedContact{}) {
		return columns, err
	}
	contact, err := s.contacts.UpdateContact(ctx, tx, who, user, i.Contact)
	return append(columns, contact...), err
}

func (s *Service) deactivate(ctx context.Context, tx bun.IDB, who access.Caller, user string) (outcome string, err error) {
	changed, err := s.accounts.SetStatus(ctx, tx, who, user, directory.Disabled, "", nil)
	if changed {
		return deactivated, err
	}
	return existing, err
}

// columnOf is the column that a refusal is about.
func columnOf(code string) string {
	switch code {
	case "email_taken":
		return "email"
	case "student_number_taken":
		return "student_number"
	}
	return "status"
}
