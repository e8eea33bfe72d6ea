package terms

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/legal"
	"lectern/internal/platform/db"
)

// draftRow is a draft that has been written. The zero row stands for one that has not.
type draftRow struct {
	bun.BaseModel `bun:"table:legal_drafts,alias:r"`

	Kind      string `bun:",pk"`
	Texts     db.JSON[[]legal.DocumentText]
	Revision  int64
	ChangedAt time.Time
}

func draftOf(ctx context.Context, q bun.IDB, kind string) (row draftRow, err error) {
	err = q.NewSelect().Model(&row).Where("r.kind = ?", kind).Scan(ctx)
	if found, err := db.Found(err); err != nil || !found {
		return draftRow{}, err
	}
	return row, nil
}

// saveDraft stores the revision that follows the stored one; errDraftChanged when it does not.
func saveDraft(ctx context.Context, tx bun.IDB, r draftRow) error {
	insert := tx.NewRaw(`INSERT INTO legal_drafts AS r (kind, texts, revision, changed_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (kind) DO UPDATE SET texts = excluded.texts, revision = excluded.revision, changed_at = excluded.changed_at WHERE r.revision = excluded.revision - 1`,
		r.Kind, r.Texts, r.Revision, r.ChangedAt)
	return db.MustChange(ctx, insert, errDraftChanged)
}

// insertDocument publishes a version; errDraftChanged when another of its number has been published at the same time.
func insertDocument(ctx context.Context, tx bun.IDB, d legal.Document) error {
	_, err := tx.NewInsert().Model(&d).Exec(ctx)
	if db.IsUniqueViolation(err) {
		return errDraftChanged
	}
	return err
}

func versionsOf(ctx context.Context, q bun.IDB, kind string) (ds []legal.Document, err error) {
	err = q.NewSelect().Model(&ds).Where("d.kind = ?", kind).Order("d.version DESC").Scan(ctx)
	return ds, err
}

func acceptancesOf(ctx context.Context, q bun.IDB, user string) ([]legal.DocumentAcceptance, error) {
	as := []legal.DocumentAcceptance{}
	err := q.NewRaw("SELECT kind, version, accepted_at, network FROM legal_acceptances WHERE user_id = ? ORDER BY accepted_at DESC, kind, version DESC", user).Scan(ctx, &as)
	return as, err
}

func deleteAcceptancesOf(ctx context.Context, tx bun.IDB, user string) error {
	_, err := tx.NewRaw("DELETE FROM legal_acceptances WHERE user_id = ?", user).Exec(ctx)
	return err
}
