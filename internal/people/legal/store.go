package legal

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// current selects the newest version of each kind.
const current = "NOT EXISTS (SELECT 1 FROM legal_documents AS n WHERE n.kind = d.kind AND n.version > d.version)"

// Unaccepted returns the newest version of each document that a user must accept.
func Unaccepted(ctx context.Context, q bun.IDB, user string) (ds []Document, err error) {
	err = q.NewSelect().Model(&ds).Where(current).Where("d.kind IN (SELECT m.kind FROM unaccepted_documents AS m WHERE m.user_id = ?)", user).
		Order("d.kind DESC").Scan(ctx)
	return ds, err
}

// ErrNoDocument answers who asks for a document that is not published.
var ErrNoDocument = fault.New(fault.NotFound, "document_not_found", "This document doesn't exist.")

// Find returns a version of a document, 0 for the newest. fault.NotFound.
func Find(ctx context.Context, q bun.IDB, kind string, version int64) (d Document, err error) {
	s := q.NewSelect().Model(&d).Where("d.kind = ?", kind)
	if version != 0 {
		s = s.Where("d.version = ?", version)
	}
	err = s.Order("d.version DESC").Limit(1).Scan(ctx)
	return d, db.One(err, ErrNoDocument)
}

// RequireCurrent returns ErrChanged unless all of these are newest versions.
func RequireCurrent(ctx context.Context, q bun.IDB, accepted []DocumentVersion) error {
	newest, err := Newest(ctx, q)
	if err == nil && slices.ContainsFunc(accepted, func(r DocumentVersion) bool { return !slices.Contains(newest, r) }) {
		err = ErrChanged
	}
	return err
}

// RequireAll returns ErrChanged unless these are the newest versions of all documents, which new users accept.
func RequireAll(ctx context.Context, q bun.IDB, accepted []DocumentVersion) error {
	newest, err := Newest(ctx, q)
	if err == nil && slices.ContainsFunc(newest, func(r DocumentVersion) bool { return !slices.Contains(accepted, r) }) {
		err = ErrChanged
	}
	if err != nil {
		return err
	}
	return RequireCurrent(ctx, q, accepted)
}

// Newest returns the versions that apply: of the terms, then of the privacy policy.
func Newest(ctx context.Context, q bun.IDB) ([]DocumentVersion, error) {
	vs := []DocumentVersion{}
	err := q.NewSelect().Model((*Document)(nil)).Column("d.kind", "d.version").Where(current).Order("d.kind DESC").Scan(ctx, &vs)
	return vs, err
}

type acceptanceRow struct {
	bun.BaseModel `bun:"table:legal_acceptances"`

	UserID string
	DocumentAcceptance
}

// Accept records that a user has accepted versions; those accepted before keep their time.
func Accept(ctx context.Context, tx bun.IDB, user string, accepted []DocumentAcceptance) error {
	if len(accepted) == 0 {
		return nil
	}
	rows := make([]acceptanceRow, len(accepted))
	for i, a := range accepted {
		rows[i] = acceptanceRow{UserID: user, DocumentAcceptance: a}
	}
	_, err := tx.NewInsert().Model(&rows).On("CONFLICT DO NOTHING").Exec(ctx)
	return err
}
