package userimport

import (
	"context"
	"io"
	"slices"
	"strconv"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/sheet"
)

// Accounts changes accounts, always in the caller's transaction.
type Accounts interface {
	// SetStatus enables or disables an account and reports whether anything changed.
	SetStatus(ctx context.Context, tx bun.IDB, who access.Caller, id, status, reason string, matches func(version int64) bool) (changed bool, err error)
	// MayAdminister reports whether a user is an administrator who could sign in now.
	MayAdminister(ctx context.Context, q bun.IDB, id string) (bool, error)
	// ValidateNewUser checks the name, address and student number of a new user.
	ValidateNewUser(i directory.Imported) error
	// Import creates an account whose owner is emailed a link to choose a password, and returns its id.
	Import(ctx context.Context, tx bun.IDB, who access.Caller, i directory.Imported) (id string, err error)
	// UpdateImported changes an account to what a sheet says and names the columns that were different.
	UpdateImported(ctx context.Context, tx bun.IDB, who access.Caller, id string, i directory.Imported) (changed []string, err error)
}

// Contacts changes the contact details of users.
type Contacts interface {
	// ValidateContact is fault.Invalid, by column, for contact details that break a rule.
	ValidateContact(c directory.ImportedContact) error
	// UpdateContact changes contact details to what a sheet says and names the columns that were different.
	UpdateContact(ctx context.Context, tx bun.IDB, who access.Caller, user string, c directory.ImportedContact) (changed []string, err error)
}

// Sessions is the part of the session feature that this one needs.
type Sessions interface {
	// Fresh is fault.Forbidden when the caller has not proven their identity within the last minutes.
	Fresh(ctx context.Context, q bun.IDB, who access.Caller) error
}

// Deps of the service.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Queue    *jobs.Queue
	Audit    *audit.Log
	Accounts Accounts
	Contacts Contacts
	Sessions Sessions
}

// Service implements the use cases.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	queue    *jobs.Queue
	audit    *audit.Log
	accounts Accounts
	contacts Contacts
	sessions Sessions
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d.DB, d.Clock, d.Queue, d.Audit, d.Accounts, d.Contacts, d.Sessions}
}

// Start reads a sheet and starts an import, which creates an account for each good row whose email and student number have none. With
// Update it changes the accounts of the other rows, with MissingRole it deactivates the active users with that role alone who are not in
// the sheet. A row that is refused stops no other, and the same sheet changes nothing the second time. For administrators;
// fault.Forbidden when a user becomes an administrator or gets another address and the session is not fresh, fault.Conflict when
// another number of users would be deactivated than was confirmed, and when the caller has three imports running, fault.Invalid
// when users are to be deactivated and rows are bad; other faults as sheet.Parse.
func (s *Service) Start(ctx context.Context, who access.Caller, upload sheet.Upload, o ImportOptions) (i UserImport, err error) {
	parsed, report, err := sheet.Parse(importSheet(), upload, parseRow)
	if err != nil {
		return i, err
	}
	good, err := s.match(ctx, parsed, &report)
	if err != nil {
		return i, err
	}
	missing, err := s.missing(ctx, good, o.MissingRole)
	if err != nil {
		return i, err
	}
	if !upload.DryRun {
		if err := o.requireConfirmed(int64(len(missing)), report.BadRows); err != nil {
			return i, err
		}
		if slices.ContainsFunc(good, func(r sheetRow) bool { return r.isPowerful(o) }) {
			if err := s.sessions.Fresh(ctx, s.db.Reader(), who); err != nil {
				return i, err
			}
		}
	}
	i = UserImport{ID: db.NewID(), AdminID: who.ID, DryRun: upload.DryRun, Updates: o.Update, MissingRole: o.MissingRole, State: running,
		SheetRows: report.Rows, Refused: report.BadRows, CreatedAt: s.clock.Now()}
	rows := rowsOf(i.ID, good, report.Bad, missing)
	i.Total = int64(len(rows))
	return i, s.db.InTx(ctx, func(tx bun.IDB) error { return s.store(ctx, tx, who, i, rows) })
}

func (s *Service) store(ctx context.Context, tx bun.IDB, who access.Caller, i UserImport, rows []row) error {
	if n, err := countRunning(ctx, tx, who.ID); err != nil {
		return err
	} else if n >= maxRunning {
		return fault.New(fault.Conflict, "too_many_imports", "Three of your imports are already running. Wait until one is done, or cancel it.")
	}
	if err := insertImport(ctx, tx, i, rows); err != nil {
		return err
	}
	if _, err := s.queue.Add(ctx, tx, jobs.New{Kind: importJob, Ref: i.ID, Payload: importWork{i.ID}}); err != nil || i.DryRun {
		return err
	}
	return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.import_started", TargetKind: "user_import", TargetID: i.ID,
		After: map[string]any{"rows": i.SheetRows, "bad_rows": i.Refused, "updates": i.Updates, "missing_role": i.MissingRole}})
}

// match finds the account of each row. Bad rows are reported and left out.
func (s *Service) match(ctx context.Context, parsed []sheetRow, report *sheet.Report) (good []sheetRow, err error) {
	for some := range slices.Chunk(parsed, rowsAtATime) {
		byEmail, byNumber, err := usersOfRows(ctx, s.db.Reader(), some)
		if err != nil {
			return nil, err
		}
		for _, r := range some {
			if faults := s.matchRow(&r, byEmail, byNumber); len(faults) > 0 {
				report.Add(faults...)
				continue
			}
			good = append(good, r)
		}
	}
	return good, nil
}

// missing returns the active users with a role alone who are not in the sheet.
func (s *Service) missing(ctx context.Context, good []sheetRow, role access.Role) (ids []string, err error) {
	if role == "" {
		return nil, nil
	}
	present := make(map[string]bool, len(good))
	for _, r := range good {
		present[r.user] = true
	}
	ids, err = usersWithRoleAlone(ctx, s.db.Reader(), role)
	return slices.DeleteFunc(ids, func(id string) bool { return present[id] }), err
}

// afterRows is a position that no line of a sheet reaches.
const afterRows = 1 << 40

// rowsOf returns the rows of an import as they are stored: bad rows have their outcome already.
func rowsOf(id string, good []sheetRow, bad []sheet.RowFault, missing []string) []row {
	rows := make([]row, 0, len(good)+len(missing))
	for _, r := range good {
		one := row{ImportID: id, Position: int64(r.line), Line: int64(r.line), EmailKey: directory.EmailKey(r.Email), Cells: db.JSON[*directory.Imported]{V: &r.Imported}}
		if r.user != "" {
			one.UserID = &r.user
		}
		rows = append(rows, one)
	}
	for i, f := range bad {
		if i > 0 && bad[i-1].Row == f.Row {
			last := &rows[len(rows)-1]
			last.Faults.V = append(last.Faults.V, f)
			continue
		}
		rows = append(rows, row{ImportID: id, Position: int64(f.Row), Line: int64(f.Row), Outcome: refused, Faults: db.JSON[[]sheet.RowFault]{V: []sheet.RowFault{f}}})
	}
	for i, user := range missing {
		rows = append(rows, row{ImportID: id, Position: afterRows + int64(i), UserID: &user})
	}
	return rows
}

// Imports returns a page of the imports of all administrators, the newest first, and their number. For administrators.
func (s *Service) Imports(ctx context.Context, limit, offset int64) ([]UserImport, int64, error) {
	return importsSince(ctx, s.db.Reader(), s.clock.Now().Add(-retention), limit, offset)
}

// Get returns an import with what it changes. For administrators. fault.NotFound.
func (s *Service) Get(ctx context.Context, id string) (d UserImportDetail, err error) {
	err = s.db.Snapshot(ctx, func(q bun.IDB) error {
		d = UserImportDetail{Bad: []sheet.RowFault{}, Changes: []ImportChange{}}
		if d.UserImport, err = importByID(ctx, q, id); err != nil || d.State == running {
			return err
		}
		if d.Changes, err = changesOf(ctx, q, id, shown); err != nil {
			return err
		}
		d.Bad, _, err = faultsOf(ctx, q, id, 0, shown)
		d.Bad = d.Bad[:min(len(d.Bad), shown)]
		return err
	})
	return d, err
}

// Cancel ends an import before its next hundred rows; what was done stays. For administrators. fault.NotFound, fault.Conflict when it is
// over.
func (s *Service) Cancel(ctx context.Context, who access.Caller, id string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		i, err := lockImport(ctx, tx, id)
		if err != nil {
			return err
		}
		if i.State != running {
			return fault.New(fault.Conflict, "import_over", "This import has already ended.")
		}
		if err := s.end(ctx, tx, i, cancelled, ""); err != nil {
			return err
		}
		return s.queue.Cancel(ctx, tx, id)
	})
}

// ExportRefused returns a function that writes the rows that an import has refused, and why, as a sheet. For administrators.
// fault.NotFound.
func (s *Service) ExportRefused(ctx context.Context, id string) (func(w io.Writer) error, error) {
	if _, err := importByID(ctx, s.db.Reader(), id); err != nil {
		return nil, err
	}
	return func(w io.Writer) error {
		after := int64(0)
		next := func() (faults []sheet.RowFault, err error) {
			faults, after, err = faultsOf(ctx, s.db.Reader(), id, after, sheet.PageRows) // a row has one or more
			return faults, err
		}
		return sheet.Export(w, []string{"row", "column", "code", "reason"}, next, func(f sheet.RowFault) []string {
			return []string{strconv.Itoa(f.Row), f.Column, f.Code, f.Reason}
		})
	}, nil
}
