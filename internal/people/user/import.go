package user

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/sheet"
)

// ImportResult is the outcome of an import of users.
type ImportResult struct {
	sheet.Report
	Created int64 `json:"created" doc:"Accounts; their owners get an email with a link to choose a password."`
}

// newUser is a row of a sheet.
type newUser struct {
	name, email string
	roles       []access.Role
}

func newUsers() sheet.Import {
	return sheet.Import{Subject: "newcomers", Megabytes: 5, Rows: 10_000, Columns: []sheet.Column{
		{Name: "full_name", Aliases: []string{"full name", "name"}}, sheet.EmailColumn(), {Name: "roles", Aliases: []string{"role"}, Optional: true},
	}}
}

// Import creates an account for each valid row of a sheet, reports what is wrong with the others, and leaves existing accounts
// alone, so that the same sheet creates nothing the second time. For administrators. Faults as sheet.Parse.
func (s *Service) Import(ctx context.Context, who access.Caller, upload sheet.Upload) (ImportResult, error) {
	good, report, err := sheet.Parse(newUsers(), upload, s.parseNewUser)
	result := ImportResult{Report: report}
	if err != nil {
		return result, err
	}
	if !upload.DryRun && slices.ContainsFunc(good, func(n newUser) bool { return slices.Contains(n.roles, access.Admin) }) {
		if err := s.sessions.Fresh(ctx, s.db.Reader(), who); err != nil {
			return result, err
		}
	}
	for some := range slices.Chunk(good, atATime) {
		if err := s.create(ctx, who, some, &result); err != nil {
			return result, err
		}
	}
	if upload.DryRun {
		return result, nil
	}
	return result, s.db.InTx(ctx, func(tx bun.IDB) error {
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.imported", TargetKind: "user",
			After: map[string]any{"rows": result.Rows, "created": result.Created, "existing": result.Existing, "bad_rows": result.BadRows}})
	})
}

func (s *Service) parseNewUser(r *sheet.Record) newUser {
	n := newUser{name: r.Cell("full_name"), email: r.Cell("email")}
	if refusal, ok := errors.AsType[*fault.Error](s.accounts.Vet(n.name, n.email)); ok {
		for _, f := range refusal.Fields {
			r.Fault(f.Name, f.Code, f.Message)
		}
	}
	for word := range strings.FieldsFuncSeq(strings.ToLower(r.Cell("roles")), func(r rune) bool { return strings.ContainsRune(" ,;|/", r) }) {
		if !slices.Contains(access.AllRoles, access.Role(word)) {
			r.Fault("roles", "unknown_value", "There is no role \""+word+"\": choose student, instructor, corporate or admin")
			break // one fault a cell: a sheet may hold a million wrong words
		}
		n.roles = append(n.roles, access.Role(word))
	}
	if len(n.roles) == 0 {
		n.roles = []access.Role{access.Student}
	}
	r.UniqueEmail("email", directory.EmailKey(n.email))
	return n
}

// create creates some accounts in one transaction. If a concurrent request creates one of them, it retries once and finds
// that account.
func (s *Service) create(ctx context.Context, who access.Caller, some []newUser, result *ImportResult) (err error) {
	for range 2 {
		var created, existing int64
		err = s.db.InTx(ctx, func(tx bun.IDB) error {
			for _, n := range some {
				known, err := directory.HasEmail(ctx, tx, n.email)
				if err != nil {
					return err
				}
				if known {
					existing++
					continue
				}
				created++
				if result.DryRun {
					continue
				}
				if err := s.accounts.Import(ctx, tx, who, n.name, n.email, n.roles); err != nil {
					return err
				}
			}
			return nil
		})
		if err == nil {
			result.Created += created
			result.Existing += existing
		}
		if !fault.Is(err, fault.Conflict) {
			return err
		}
	}
	return err
}
