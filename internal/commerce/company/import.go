package company

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/sheet"
)

// CompanyImport is what became of a sheet of people.
type CompanyImport struct {
	sheet.Report
	Invited int64 `json:"invited" doc:"To whom an email is sent."`
	Changed int64 `json:"changed" doc:"Who belong to the company already and get another department."`
}

const atATime = 200 // rows in one transaction

func importSheet() sheet.Import {
	return sheet.Import{Subject: "people", Megabytes: 2, Rows: 5_000, Columns: []sheet.Column{
		sheet.EmailColumn(),
		{Name: "full_name", Aliases: []string{"full name", "name"}, Optional: true},
		{Name: "department", Aliases: []string{"team"}, Optional: true},
	}}
}

// Import invites every person of a sheet who does not belong to a company yet, writes the departments of those who do, and reports what is wrong with the other rows. For its
// managers and administrators. It returns fault.NotFound, fault.Forbidden, fault.Conflict unless the company is active, fault.TooMany, and what sheet.Parse does.
func (s *Service) Import(ctx context.Context, who access.Caller, id string, upload sheet.Upload) (result CompanyImport, err error) {
	if _, err := s.activeCompany(ctx, s.deps.DB.Reader(), who, id, Manager); err != nil {
		return result, err
	}
	rows, report, err := sheet.Parse(importSheet(), upload, s.parseRow)
	result.Report = report
	if err != nil {
		return result, err
	}
	if !upload.DryRun {
		if err := s.deps.Limits.Allow(ctx, ratelimit.Hit{Rule: invitationRule, Subject: id}); err != nil {
			return result, err
		}
	}
	for some := range slices.Chunk(rows, atATime) {
		if err := s.importSome(ctx, who, id, some, &result); err != nil {
			return result, err
		}
	}
	return result, nil
}

func (s *Service) parseRow(r *sheet.Record) invitee {
	row := invitee{email: r.Cell("email"), fullName: r.Cell("full_name"), department: r.Cell("department"), role: Member}
	row.key = s.deps.Accounts.EmailKey(row.email)
	switch {
	case row.email == "":
		r.Fault("email", "required", "An email address is required")
	case !isAddress(row.email) || len(row.email) > 254:
		r.Fault("email", "invalid_format", "This is not a valid email address")
	}
	for column, cell := range map[string]string{"full_name": row.fullName, "department": row.department} {
		if utf8.RuneCountInString(cell) > 120 {
			r.Fault(column, "too_long", "This must be at most 120 characters")
		}
	}
	r.UniqueEmail("email", row.key)
	return row
}

// importSome invites some people in one transaction.
func (s *Service) importSome(ctx context.Context, who access.Caller, id string, some []invitee, result *CompanyImport) error {
	var part CompanyImport
	err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		part = CompanyImport{}
		keys := make([]string, len(some))
		for i, row := range some {
			keys[i] = row.key
		}
		inside, err := activeByEmail(ctx, tx, id, keys)
		if err != nil {
			return err
		}
		var outside []invitee
		for _, row := range some {
			if inside[row.key] == "" {
				outside = append(outside, row)
				continue
			}
			part.Existing++
			if row.department == "" {
				continue
			}
			changed, err := setDepartment(ctx, tx, id, inside[row.key], strings.TrimSpace(row.department), result.DryRun)
			if err != nil {
				return err
			}
			part.Changed += changed
		}
		part.Invited = int64(len(outside))
		if result.DryRun || len(outside) == 0 {
			return nil
		}
		_, err = s.invite(ctx, tx, who, id, outside)
		return err
	})
	if err == nil {
		result.Invited, result.Existing, result.Changed = result.Invited+part.Invited, result.Existing+part.Existing, result.Changed+part.Changed
	}
	return err
}
