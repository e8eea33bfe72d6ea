package enrollment

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/sheet"
)

// EnrollmentImport is what became of a sheet of users.
type EnrollmentImport struct {
	sheet.Report
	Enrolled int64 `json:"enrolled" doc:"Users who got a place."`
}

const atATime = 200 // users in one transaction

// importRow is a row of a sheet.
type importRow struct {
	line     int
	emailKey string
}

func importSheet() sheet.Import {
	return sheet.Import{Subject: "people", Megabytes: 2, Rows: 5_000, Columns: []sheet.Column{sheet.EmailColumn()}}
}

// Import enrols every user of a sheet, reports what is wrong with the other rows, and leaves existing places alone, so that the
// same sheet does nothing the second time. For those who may Grant. Faults as sheet.Parse.
func (s *Service) Import(ctx context.Context, who access.Caller, id string, upload sheet.Upload) (EnrollmentImport, error) {
	c, err := course.FindTaught(ctx, s.db.Reader(), who, id)
	if err == nil {
		err = mayGrant(who, c)
	}
	if err != nil {
		return EnrollmentImport{}, err
	}
	rows, report, err := sheet.Parse(importSheet(), upload, s.parseImportRow)
	result := EnrollmentImport{Report: report}
	if err != nil {
		return result, err
	}
	for some := range slices.Chunk(rows, atATime) {
		if err := s.importSome(ctx, who, id, some, &result); err != nil {
			return result, err
		}
	}
	return result, nil
}

func (s *Service) parseImportRow(r *sheet.Record) importRow {
	email := r.Cell("email")
	if email == "" {
		r.Fault("email", "required", "An email address is required")
	}
	row := importRow{r.Line, s.accounts.EmailKey(email)}
	r.UniqueEmail("email", row.emailKey)
	return row
}

// importSome enrols some users in one transaction.
func (s *Service) importSome(ctx context.Context, who access.Caller, id string, some []importRow, result *EnrollmentImport) error {
	var enrolled, existing int64
	var bad []sheet.RowFault
	err := s.db.InTx(ctx, func(tx bun.IDB) error {
		keys := make([]string, len(some))
		for i, row := range some {
			keys[i] = row.emailKey
		}
		known, err := usersByMail(ctx, tx, keys)
		if err != nil {
			return err
		}
		users := []string{""}
		for _, user := range known {
			users = append(users, user)
		}
		inside, err := notAdmissible(ctx, tx, id, users)
		if err != nil {
			return err
		}
		for _, row := range some {
			user, there := known[row.emailKey]
			switch {
			case !there:
				bad = append(bad, sheet.RowFault{Row: row.line, Column: "email", Code: "user_not_found", Reason: "No user has this email address"})
				continue
			case inside[user]:
				existing++
				continue
			}
			enrolled++
			if result.DryRun {
				continue
			}
			now := s.clock.Now()
			n := course.Enrollment{ID: db.NewID(), UserID: user, CourseID: id, Status: "active", CreatedAt: now, UpdatedAt: now}
			if _, _, err := s.grant(ctx, tx, who, n); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		result.Enrolled += enrolled
		result.Existing += existing
		result.Add(bad...)
	}
	return err
}
