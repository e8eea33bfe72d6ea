package proposal

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

func (p *Proposal) complete() { p.Lines = p.LinesRow.V }

// ofLead returns all versions, newest first.
func ofLead(ctx context.Context, q bun.IDB, leadID string) (ps []Proposal, err error) {
	ps = []Proposal{}
	err = q.NewSelect().Model(&ps).Where("p.lead_id = ?", leadID).OrderExpr("p.version DESC").Limit(mostVersions).Scan(ctx)
	for i := range ps {
		ps[i].complete()
	}
	return ps, err
}

func find(ctx context.Context, q bun.IDB, id string) (p Proposal, err error) {
	err = q.NewSelect().Model(&p).Where("p.id = ?", id).Scan(ctx)
	p.complete()
	return p, db.One(err, errNoProposal)
}

// lock returns a proposal whose row no other transaction changes until this one ends.
func lock(ctx context.Context, tx bun.IDB, id string) (Proposal, error) {
	if err := db.MustChange(ctx, tx.NewRaw("UPDATE proposals SET revision = revision WHERE id = ?", id), errNoProposal); err != nil {
		return Proposal{}, err
	}
	return find(ctx, tx, id)
}

func insert(ctx context.Context, tx bun.IDB, p Proposal) error {
	_, err := tx.NewInsert().Model(&p).Exec(ctx)
	return err
}

func update(ctx context.Context, tx bun.IDB, p Proposal) error {
	_, err := tx.NewUpdate().Model(&p).ExcludeColumn("id", "lead_id", "number", "version", "created_by", "created_at").WherePK().Exec(ctx)
	return err
}

func remove(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewRaw("DELETE FROM proposals WHERE id = ?", id).Exec(ctx)
	return err
}

// replaceOlder ends the earlier versions of a proposal that nobody has decided.
func replaceOlder(ctx context.Context, tx bun.IDB, p Proposal) error {
	_, err := tx.NewRaw("UPDATE proposals SET status = 'expired', revision = revision + 1 WHERE lead_id = ? AND version < ? AND status IN ('sent', 'viewed')", p.LeadID, p.Version).Exec(ctx)
	return err
}

// expire ends proposals whose last day was before a day.
func expire(ctx context.Context, tx bun.IDB, today string) error {
	_, err := tx.NewRaw(`UPDATE proposals SET status = 'expired', revision = revision + 1
		WHERE id IN (SELECT p.id FROM proposals AS p WHERE p.status IN ('sent', 'viewed') AND p.valid_until < ? LIMIT 1000)`, today).Exec(ctx)
	return err
}
