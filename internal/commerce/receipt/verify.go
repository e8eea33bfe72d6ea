package receipt

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"lectern/internal/platform/consistency"
)

const atOnce = 500 // documents that are read in one go

// Series is the state of a series of numbers.
type Series struct {
	Name    string   `json:"name"`
	Last    int64    `json:"last" doc:"The highest number."`
	Intact  bool     `json:"intact" doc:"No number is missing, and nothing was changed since it was issued."`
	Damages []string `json:"damages" doc:"What is wrong, in sentences; empty for an intact series."`
}

// Verify reads every document and proves that no number is missing and that none was changed since it was issued. For administrators and
// operators.
func (s *Service) Verify(ctx context.Context) ([]Series, error) {
	found := []Series{}
	err := s.deps.DB.Snapshot(ctx, func(q bun.IDB) error {
		all, err := allSeries(ctx, q)
		if err != nil {
			return err
		}
		for _, row := range all {
			damages, err := verify(ctx, q, row)
			if err != nil {
				return err
			}
			found = append(found, Series{row.Name, row.Last, len(damages) == 0, damages})
		}
		return nil
	})
	return found, err
}

// verify follows the chain of one series.
func verify(ctx context.Context, q bun.IDB, row series) (damages []string, err error) {
	damages = []string{}
	report := func(format string, args ...any) { damages = append(damages, fmt.Sprintf(format, args...)) }
	var number int64
	before := ""
	for {
		rs, err := after(ctx, q, row.Name, number, atOnce)
		if err != nil {
			return nil, err
		}
		if len(rs) == 0 {
			break
		}
		buyers, err := buyersOf(ctx, q, row.Name, rs[0].Number, rs[len(rs)-1].Number)
		if err != nil {
			return nil, err
		}
		for _, r := range rs {
			if r.Number != number+1 {
				report("Between %s/%d and %s, %d numbers are missing", row.Name, number, r.Label, r.Number-number-1)
			}
			if r.Digest != digest(before, r.Snapshot) {
				report("%s was changed, or a document before it", r.Label)
			}
			var d Document
			if json.Unmarshal([]byte(r.Snapshot), &d) != nil || d.Label != r.Label || d.Total != r.Total || !d.IssuedAt.Equal(r.IssuedAt) {
				report("The list says something else of %s than the document", r.Label)
			}
			if buyer, there := buyers[r.ID]; there && digest(buyer[0], buyer[1]) != d.BuyerDigest {
				report("The buyer of %s was changed", r.Label)
			}
			number, before = r.Number, r.Digest
		}
	}
	if number != row.Last || before != row.LastDigest {
		report("The last number of %s should be %d, but is %d", row.Name, row.Last, number)
	}
	return damages, nil
}

// Checks are run by `lectern doctor`.
func (s *Service) Checks() []consistency.Check {
	return []consistency.Check{func(ctx context.Context, _ consistency.Options) ([]consistency.Finding, error) {
		all, err := s.Verify(ctx)
		var damages []string
		for _, series := range all {
			damages = append(damages, series.Damages...)
		}
		return []consistency.Finding{consistency.List("receipts", false, "The series of receipts are damaged; restore the database from a backup. ", damages)}, err
	}}
}
