package user

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/sheet"
)

// ImportOptions say what an import does besides creating accounts.
type ImportOptions struct {
	Update      bool  // change existing accounts to what the sheet says; empty cells change nothing
	Deactivate  bool  // deactivate students who are not in the sheet
	Deactivated int64 // the number that was confirmed
}

// ImportResult is the outcome of an import of users.
type ImportResult struct {
	sheet.Report
	Created     int64          `json:"created" doc:"Accounts; their owners get an email with a link to choose a password."`
	Updated     int64          `json:"updated" doc:"Accounts that are different now."`
	Deactivated int64          `json:"deactivated" doc:"Students who are not in the sheet, if that was asked for."`
	Changes     []ImportChange `json:"changes" doc:"What becomes of whom, in the order of the rows, then who is not in the sheet; the first 1,000. Users of other rows stay as they are."`
}

// ImportChange is what becomes of one user.
type ImportChange struct {
	Row      int      `json:"row" doc:"The line of the sheet; 0 for a user who is not in it."`
	Outcome  string   `json:"outcome" enum:"created,updated,deactivated"`
	FullName string   `json:"full_name"`
	Email    string   `json:"email"`
	Columns  []string `json:"columns" doc:"What is different, of an account that is updated."`
}

const (
	changesShown = 1000
	rowsAtATime  = 100 // in one transaction: the locks of its users are not held for long
)

// importRow is a row of a sheet and the account that it is about, if there is one.
type importRow struct {
	directory.Imported
	line int
	user string // "" for a new one
}

func importSheet() sheet.Import {
	return sheet.Import{Subject: "users", Megabytes: 5, Rows: 10_000, Columns: []sheet.Column{
		{Name: "full_name", Aliases: []string{"full name", "name"}, Optional: true}, optional(sheet.EmailColumn()),
		{Name: "student_number", Aliases: []string{"student number", "student id", "matriculation number"}, Optional: true},
		{Name: "roles", Aliases: []string{"role"}, Optional: true}, {Name: "status", Aliases: []string{"state"}, Optional: true},
	}, OneOf: []string{"email", "student_number"}, Ignored: []string{"id", "email_verified_at", "locked", "last_seen_at", "created_at"}} // of our own export
}

func optional(c sheet.Column) sheet.Column {
	c.Optional = true
	return c
}

// Import creates an account for each valid row of a sheet whose email and student number have none. With Update it changes the accounts
// of the other rows, with Deactivate it deactivates the active students who are not in the sheet and have no other role. A hundred users
// share a transaction, in which a row that is refused stops no other; a dry run rolls each back. The same sheet changes nothing the
// second time. For administrators; fault.Forbidden when somebody becomes an administrator or gets another address and the
// session is not fresh, fault.Conflict when another number of students would be deactivated than was confirmed, fault.Invalid when
// students are to be deactivated and rows are bad; other faults as sheet.Parse.
func (s *Service) Import(ctx context.Context, who access.Caller, upload sheet.Upload, o ImportOptions) (ImportResult, error) {
	rows, report, err := sheet.Parse(importSheet(), upload, parseImportRow)
	result := ImportResult{Report: report, Changes: []ImportChange{}}
	if err != nil {
		return result, err
	}
	if rows, err = s.match(ctx, rows, &result); err != nil {
		return result, err
	}
	missing, err := s.missing(ctx, rows, o, result)
	if err != nil {
		return result, err
	}
	if !upload.DryRun && (o.Update || slices.ContainsFunc(rows, importRow.givesPower)) {
		if err := s.requireProof(ctx, who, rows); err != nil {
			return result, err
		}
	}
	for some := range slices.Chunk(rows, rowsAtATime) {
		if err := s.inTrial(ctx, upload.DryRun, func(tx bun.IDB) error { return s.importSome(ctx, tx, who, some, o, &result) }); err != nil {
			return result, err
		}
	}
	for some := range slices.Chunk(missing, rowsAtATime) {
		if err := s.inTrial(ctx, upload.DryRun, func(tx bun.IDB) error { return s.deactivateMissing(ctx, tx, who, some, &result) }); err != nil {
			return result, err
		}
	}
	if upload.DryRun {
		return result, nil
	}
	return result, s.db.InTx(ctx, func(tx bun.IDB) error {
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.imported", TargetKind: "user", After: map[string]any{"rows": result.Rows, "created": result.Created,
			"updated": result.Updated, "deactivated": result.Deactivated, "existing": result.Existing, "bad_rows": result.BadRows}})
	})
}

// givesPower reports whether a row makes somebody an administrator.
func (r importRow) givesPower() bool { return slices.Contains(r.Roles, access.Admin) }

// requireProof asks for a fresh session when a row makes an administrator or changes an address.
func (s *Service) requireProof(ctx context.Context, who access.Caller, rows []importRow) error {
	powerful := slices.ContainsFunc(rows, importRow.givesPower)
	for _, r := range rows {
		if powerful {
			break
		}
		if r.user == "" || r.Email == "" {
			continue
		}
		u, err := directory.ByID(ctx, s.db.Reader(), r.user)
		if err != nil {
			return err
		}
		powerful = u.EmailKey != directory.EmailKey(r.Email)
	}
	if !powerful {
		return nil
	}
	return s.sessions.Fresh(ctx, s.db.Reader(), who)
}

func parseImportRow(r *sheet.Record) importRow {
	row := importRow{line: r.Line}
	row.FullName, row.Email, row.StudentNumber, row.Status = r.Cell("full_name"), r.Cell("email"), r.Cell("student_number"), strings.ToLower(r.Cell("status"))
	if row.Email == "" && row.StudentNumber == "" {
		r.Fault("email", "required", "Please enter the email address or the student number")
	}
	if row.Status != "" && row.Status != directory.Active && row.Status != directory.Disabled {
		r.Fault("status", "unknown_value", "status is active or disabled")
	}
	for word := range strings.FieldsFuncSeq(strings.ToLower(r.Cell("roles")), func(r rune) bool { return strings.ContainsRune(" ,;|/", r) }) {
		if !slices.Contains(access.AllRoles, access.Role(word)) {
			r.Fault("roles", "unknown_value", "There is no role \""+word+"\": choose student, instructor, corporate or admin")
			break // one fault a cell: a sheet may hold a million wrong words
		}
		row.Roles = append(row.Roles, access.Role(word))
	}
	r.UniqueEmail("email", directory.EmailKey(row.Email))
	r.Unique("student_number", directory.StudentNumberKey(row.StudentNumber))
	return row
}

// match finds the account of each row, by its student number or its email, and checks what rows say. Bad rows are reported and left out.
func (s *Service) match(ctx context.Context, rows []importRow, result *ImportResult) (good []importRow, err error) {
	for some := range slices.Chunk(rows, atATime) {
		byEmail, byNumber, err := usersOfRows(ctx, s.db.Reader(), some)
		if err != nil {
			return nil, err
		}
		for _, row := range some {
			email, number := byEmail[directory.EmailKey(row.Email)], byNumber[directory.StudentNumberKey(row.StudentNumber)]
			if email != "" && number != "" && email != number {
				result.Add(sheet.RowFault{Row: row.line, Column: "student_number", Code: "ambiguous", Reason: "The address and the student number belong to two accounts"})
				continue
			}
			if row.user = number; number == "" {
				row.user = email
			}
			if faults := s.vet(row); len(faults) > 0 {
				result.Add(faults...)
				continue
			}
			good = append(good, row)
		}
	}
	return good, nil
}

// vet checks the cells of a row. Those of an existing account may be empty.
func (s *Service) vet(row importRow) (faults []sheet.RowFault) {
	probe := row.Imported
	if row.user != "" {
		if probe.FullName == "" {
			probe.FullName = "as it is"
		}
		if probe.Email == "" {
			probe.Email = "as@it.is"
		}
	}
	if refusal, ok := errors.AsType[*fault.Error](s.accounts.ValidateNewUser(probe)); ok {
		for _, f := range refusal.Fields {
			faults = append(faults, sheet.RowFault{Row: row.line, Column: f.Name, Code: f.Code, Reason: f.Message})
		}
	}
	return faults
}

// missing returns the active students without another role who are not in the sheet, if they are to be deactivated.
func (s *Service) missing(ctx context.Context, rows []importRow, o ImportOptions, result ImportResult) ([]UserRow, error) {
	if !o.Deactivate {
		return nil, nil
	}
	if result.BadRows > 0 && !result.DryRun {
		return nil, fault.New(fault.Invalid, "bad_rows", "Some rows cannot be used. Please mend them first: their users would count as missing from the file and be deactivated. Nothing was changed.")
	}
	present := map[string]bool{}
	for _, r := range rows {
		present[r.user] = true
	}
	students, err := onlyStudents(ctx, s.db.Reader())
	if err != nil {
		return nil, err
	}
	missing := slices.DeleteFunc(students, func(u UserRow) bool { return present[u.ID] })
	if !result.DryRun && int64(len(missing)) != o.Deactivated {
		return nil, fault.New(fault.Conflict, "selection_changed", fmt.Sprintf("%d students are not in the file by now, not %d. Please look again; nothing was changed.", len(missing), o.Deactivated))
	}
	return missing, nil
}

func (s *Service) importSome(ctx context.Context, tx bun.IDB, who access.Caller, rows []importRow, o ImportOptions, result *ImportResult) error {
	for _, row := range rows {
		if err := s.importOne(ctx, tx, who, row, o, result); err != nil {
			return err
		}
	}
	return nil
}

// importOne creates or changes the account of a row, behind a savepoint. A refusal is reported with the row.
func (s *Service) importOne(ctx context.Context, tx bun.IDB, who access.Caller, row importRow, o ImportOptions, result *ImportResult) error {
	if row.user != "" && !o.Update {
		result.Existing++
		return nil
	}
	change := ImportChange{Row: row.line, Outcome: "created", FullName: row.FullName, Email: row.Email, Columns: []string{}}
	err := tx.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) (err error) {
		if row.user == "" {
			if len(row.Roles) == 0 {
				row.Roles = []access.Role{access.Student}
			}
			return s.accounts.Import(ctx, tx, who, row.Imported)
		}
		change.Outcome = "updated"
		change.Columns, err = s.accounts.UpdateImported(ctx, tx, who, row.user, row.Imported)
		return err
	})
	switch refusal, refused := errors.AsType[*fault.Error](err); {
	case refused && (refusal.Kind == fault.Conflict || refusal.Kind == fault.NotFound):
		result.Add(sheet.RowFault{Row: row.line, Column: columnOf(refusal.Code), Code: refusal.Code, Reason: strings.TrimSuffix(refusal.Message, ".")})
	case err != nil:
		return err
	case change.Outcome == "created":
		result.Created++
		result.show(change)
	case len(change.Columns) > 0:
		result.Updated++
		result.show(change)
	default:
		result.Existing++
	}
	return nil
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

func (s *Service) deactivateMissing(ctx context.Context, tx bun.IDB, who access.Caller, missing []UserRow, result *ImportResult) error {
	for _, u := range missing {
		changed, err := s.accounts.SetStatus(ctx, tx, who, u.ID, directory.Disabled, "", nil)
		if err != nil {
			return err
		}
		if changed {
			result.Deactivated++
			result.show(ImportChange{Outcome: "deactivated", FullName: u.FullName, Email: u.Email, Columns: []string{}})
		}
	}
	return nil
}

// inTrial runs do in a transaction, which a dry run rolls back.
func (s *Service) inTrial(ctx context.Context, dryRun bool, do func(tx bun.IDB) error) error {
	err := s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := do(tx); err != nil {
			return err
		}
		if dryRun {
			return errDryRun
		}
		return nil
	})
	if errors.Is(err, errDryRun) {
		return nil
	}
	return err
}

func (r *ImportResult) show(c ImportChange) {
	if len(r.Changes) < changesShown {
		r.Changes = append(r.Changes, c)
	}
}
