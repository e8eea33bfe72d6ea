package enrollment

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/sheet"
)

// EnrollmentImport is what became of a sheet of people.
type EnrollmentImport struct {
	DryRun   bool                  `json:"dryRun" doc:"Then enrolled stands for what would happen."`
	Rows     int64                 `json:"rows" doc:"That hold anything, without the first, which names the columns."`
	Enrolled int64                 `json:"enrolled" doc:"People who got a place."`
	Existing int64                 `json:"existing" doc:"Who had a place already. It stays as it is."`
	Bad      []EnrollmentImportBad `json:"bad" doc:"What is wrong, in the order of the rows; such a row enrols nobody."`
	BadRows  int64                 `json:"badRows"`
}

// EnrollmentImportBad is what is wrong with a row of a sheet.
type EnrollmentImportBad struct {
	Row    int    `json:"row" doc:"The line of the sheet on which the row begins; 1 names the columns."`
	Code   string `json:"code"`
	Reason string `json:"reason"`
}

const atATime = 200 // people in one transaction

// candidate is a row of a sheet.
type candidate struct {
	row int
	key string // of the address
}

// Import gives a place to everybody in a sheet who has an account, says what is wrong with the other rows, and leaves who has a
// place alone, so that the same sheet does nothing the second time. A dry run does nothing at all. For those who may Grant.
// kind is the media type of the body. fault.UnsupportedType, fault.TooLarge, fault.Invalid when it is no sheet or lacks its column.
func (s *Service) Import(ctx context.Context, who access.Caller, id, kind string, body io.Reader, dryRun bool) (EnrollmentImport, error) {
	result := EnrollmentImport{DryRun: dryRun, Bad: []EnrollmentImportBad{}}
	c, err := course.FindTaught(ctx, s.db.Reader(), who, id)
	if err == nil {
		err = mayGrant(who, c)
	}
	if err == nil && kind != "text/csv" {
		err = fault.New(fault.UnsupportedType, "unsupported_type", "Please send the file as text/csv.")
	}
	if err != nil {
		return result, err
	}
	rows, err := sheet.Limits{Subject: "people", Megabytes: 2, Rows: 5_000}.Read(body)
	if err != nil {
		return result, err
	}
	people, err := s.vet(rows, &result)
	if err != nil {
		return result, err
	}
	for some := range slices.Chunk(people, atATime) {
		if err := s.importSome(ctx, who, id, some, &result); err != nil {
			return result, err
		}
	}
	slices.SortStableFunc(result.Bad, func(a, b EnrollmentImportBad) int { return a.Row - b.Row })
	result.BadRows = int64(len(result.Bad))
	return result, nil
}

// vet notes rows without an address and addresses that stand there twice, and gives the others. fault.Invalid without the column.
func (s *Service) vet(rows []sheet.Row, result *EnrollmentImport) (people []candidate, err error) {
	column := slices.IndexFunc(rows[0].Cells, func(cell string) bool {
		return slices.Contains([]string{"email", "e-mail", "email address", "e-mail address"}, strings.ToLower(strings.TrimSpace(cell)))
	})
	if column < 0 {
		return nil, fault.Fields{{Name: "email", Code: "required", Message: "The first row must name the column email"}}.Err()
	}
	result.Rows = int64(len(rows) - 1)
	first := map[string]int{} // on which row an address stands
	for _, row := range rows[1:] {
		cell := ""
		if column < len(row.Cells) {
			cell = strings.TrimSpace(row.Cells[column])
		}
		key := s.accounts.Spelling(cell)
		switch {
		case cell == "":
			result.Bad = append(result.Bad, EnrollmentImportBad{row.Line, "required", "An e-mail address is required"})
		case first[key] > 0:
			result.Bad = append(result.Bad, EnrollmentImportBad{row.Line, "duplicate", fmt.Sprintf("This address stands in row %d already", first[key])})
		default:
			first[key] = row.Line
			people = append(people, candidate{row.Line, key})
		}
	}
	return people, nil
}

// importSome lets some people in with one transaction.
func (s *Service) importSome(ctx context.Context, who access.Caller, id string, some []candidate, result *EnrollmentImport) error {
	var enrolled, existing int64
	var bad []EnrollmentImportBad
	err := s.db.InTx(ctx, func(tx bun.IDB) error {
		keys := make([]string, len(some))
		for i, c := range some {
			keys[i] = c.key
		}
		known, err := usersByMail(ctx, tx, keys)
		if err != nil {
			return err
		}
		users := []string{""}
		for _, user := range known {
			users = append(users, user)
		}
		inside, err := insideAlready(ctx, tx, id, users)
		if err != nil {
			return err
		}
		for _, c := range some {
			user, there := known[c.key]
			switch {
			case !there:
				bad = append(bad, EnrollmentImportBad{c.row, "user_not_found", "Nobody here has this address"})
				continue
			case inside[user]:
				existing++
				continue
			}
			enrolled++
			if result.DryRun {
				continue
			}
			if _, _, err := s.grant(ctx, tx, who, id, user); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		result.Enrolled, result.Existing, result.Bad = result.Enrolled+enrolled, result.Existing+existing, append(result.Bad, bad...)
	}
	return err
}
