package user

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/sheet"
)

// ImportResult is what became of a sheet of newcomers.
type ImportResult struct {
	DryRun   bool        `json:"dryRun" doc:"Then created stands for what would be made."`
	Rows     int64       `json:"rows" doc:"That hold anything, without the first, which names the columns."`
	Created  int64       `json:"created" doc:"Accounts; their owners get a letter with a link to choose a password."`
	Existing int64       `json:"existing" doc:"Rows whose address has an account already. It stays as it is."`
	Bad      []ImportBad `json:"bad" doc:"What is wrong, in the order of the rows; such a row makes no account."`
	BadRows  int64       `json:"badRows"`
}

// ImportBad is one thing that is wrong with a sheet.
type ImportBad struct {
	Row    int    `json:"row" doc:"The line of the sheet on which the row begins; 1 names the columns."`
	Column string `json:"column" enum:"full_name,email,roles"`
	Code   string `json:"code"`
	Reason string `json:"reason"`
}

// newcomer is a row of a sheet.
type newcomer struct {
	row         int
	name, email string
	roles       []access.Role
}

// Import makes an account for each good row of a sheet, says what is wrong with the others, and leaves who has an account
// alone, so that the same sheet makes nothing the second time. A dry run makes nothing at all. For administrators.
// fault.TooLarge, fault.Invalid when it is no sheet or lacks a column.
func (s *Service) Import(ctx context.Context, who access.Caller, body io.Reader, dryRun bool) (ImportResult, error) {
	result := ImportResult{DryRun: dryRun, Bad: []ImportBad{}}
	rows, err := sheet.Limits{Subject: "newcomers", Megabytes: 5, Rows: 10_000}.Read(body)
	if err != nil {
		return result, err
	}
	result.Rows = int64(len(rows) - 1)
	good, err := s.vet(rows, &result)
	if err != nil {
		return result, err
	}
	for some := range slices.Chunk(good, atATime) {
		if err := s.admit(ctx, who, some, &result); err != nil {
			return result, err
		}
	}
	if dryRun {
		return result, nil
	}
	return result, s.db.InTx(ctx, func(tx bun.IDB) error {
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.imported", TargetKind: "user",
			After: map[string]any{"rows": result.Rows, "created": result.Created, "existing": result.Existing, "bad_rows": result.BadRows}})
	})
}

// columnNames are what the columns may be called, in lower case.
var columnNames = map[string][]string{
	"full_name": {"full_name", "full name", "name"}, "email": {"email", "e-mail", "email address", "e-mail address"}, "roles": {"roles", "role"},
}

// vet notes what is wrong with the rows of a sheet and gives those with which nothing is. fault.Invalid when a column is missing.
func (s *Service) vet(rows []sheet.Row, result *ImportResult) (good []newcomer, err error) {
	columns := map[string]int{}
	var broken fault.Fields
	for name, called := range columnNames {
		columns[name] = slices.IndexFunc(rows[0].Cells, func(cell string) bool { return slices.Contains(called, strings.ToLower(strings.TrimSpace(cell))) })
	}
	for _, name := range []string{"full_name", "email"} {
		broken.Require(columns[name] >= 0, name, "required", "The first row must name the columns full_name and email; roles is optional")
	}
	if err := broken.Err(); err != nil {
		return nil, err
	}
	first := map[string]int{} // on which row an address stands
	for _, row := range rows[1:] {
		cell := func(name string) string {
			if at := columns[name]; at >= 0 && at < len(row.Cells) {
				return strings.TrimSpace(row.Cells[at])
			}
			return ""
		}
		n := newcomer{row: row.Line, name: cell("full_name"), email: cell("email")}
		bad := s.faultsOf(&n, cell("roles"))
		if before, twice := first[directory.EmailKey(n.email)]; twice {
			bad = append(bad, ImportBad{n.row, "email", "duplicate", fmt.Sprintf("This address stands in row %d already", before)})
		} else if n.email != "" {
			first[directory.EmailKey(n.email)] = n.row
		}
		if len(bad) == 0 {
			good = append(good, n)
			continue
		}
		result.BadRows++
		result.Bad = append(result.Bad, bad...)
	}
	return good, nil
}

// faultsOf is what is wrong with a newcomer, to whom it gives the roles of their cell.
func (s *Service) faultsOf(n *newcomer, roles string) (bad []ImportBad) {
	if refusal, ok := errors.AsType[*fault.Error](s.accounts.Vet(n.name, n.email)); ok {
		for _, f := range refusal.Fields {
			bad = append(bad, ImportBad{n.row, f.Name, f.Code, f.Message})
		}
	}
	for word := range strings.FieldsFuncSeq(strings.ToLower(roles), func(r rune) bool { return strings.ContainsRune(" ,;|/", r) }) {
		if !slices.Contains(access.AllRoles, access.Role(word)) {
			bad = append(bad, ImportBad{n.row, "roles", "unknown_value", "There is no role \"" + word + "\": choose student, instructor, corporate or admin"})
		}
		n.roles = append(n.roles, access.Role(word))
	}
	if len(n.roles) == 0 {
		n.roles = []access.Role{access.Student}
	}
	return bad
}

// admit makes the accounts of some newcomers in one transaction. Where somebody else makes one of them at the same moment it
// is tried once more, and finds them there.
func (s *Service) admit(ctx context.Context, who access.Caller, some []newcomer, result *ImportResult) (err error) {
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
