package busy

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"
)

// tables name what holds the calendars of one kind of owner.
type tables struct{ busy, calendars, owner string }

// columns of a busy time, besides its owner.
const columns = "id, kind, ref_id, label, from_at, until_at, starts_at, ends_at, expires_at"

// rowsOf returns the VALUES of n rows.
func rowsOf(row string, n int) string { return strings.TrimSuffix(strings.Repeat(row+", ", n), ", ") }

func lockCalendars(ctx context.Context, tx bun.IDB, t tables, sorted []string) error {
	args := []any{bun.Ident(t.calendars), bun.Ident(t.owner)}
	for _, owner := range sorted {
		args = append(args, owner)
	}
	args = append(args, bun.Ident(t.owner), bun.Ident(t.calendars))
	_, err := tx.NewRaw("INSERT INTO ? (?, version) VALUES "+rowsOf("(?, 1)", len(sorted))+" ON CONFLICT (?) DO UPDATE SET version = ?.version + 1", args...).Exec(ctx)
	return err
}

func selectOwners(q bun.IDB, t tables, kind Kind, refs []string) *bun.SelectQuery {
	return q.NewSelect().TableExpr("?", bun.Ident(t.busy)).ColumnExpr("DISTINCT ? AS owner", bun.Ident(t.owner)).
		ColumnExpr("? AS calendars", t.calendars).Where("kind = ? AND ref_id IN (?)", kind, bun.List(refs))
}

// ownersOf lists whose calendars in each of some tables have times of the refs of a kind, by one statement.
func ownersOf(ctx context.Context, q bun.IDB, of []tables, kind Kind, refs []string) ([][]string, error) {
	owners := make([][]string, len(of))
	if len(refs) == 0 {
		return owners, nil
	}
	query := selectOwners(q, of[0], kind, refs)
	for _, t := range of[1:] {
		query = query.UnionAll(selectOwners(q, t, kind, refs))
	}
	var rows []struct{ Owner, Calendars string }
	err := query.Scan(ctx, &rows)
	for _, r := range rows {
		at := slices.IndexFunc(of, func(t tables) bool { return t.calendars == r.Calendars })
		owners[at] = append(owners[at], r.Owner)
	}
	return owners, err
}

// makeRoom deletes what the refs of a kind had, and the holds that have expired in the calendars of wanted times.
func makeRoom(ctx context.Context, tx bun.IDB, t tables, kind Kind, refs []string, wanted []Time, now time.Time) error {
	var where []string
	args := []any{bun.Ident(t.busy)}
	if len(refs) > 0 {
		where, args = append(where, "kind = ? AND ref_id IN (?)"), append(args, kind, bun.List(refs))
	}
	if len(wanted) > 0 {
		owners := make([]string, len(wanted))
		for i, w := range wanted {
			owners[i] = w.OwnerID
		}
		owners = slices.Compact(slices.Sorted(slices.Values(owners)))
		where, args = append(where, "? IN (?) AND expires_at <= ?"), append(args, bun.Ident(t.owner), bun.List(owners), now)
	}
	if len(where) == 0 {
		return nil
	}
	_, err := tx.NewRaw("DELETE FROM ? WHERE "+strings.Join(where, " OR "), args...).Exec(ctx)
	return err
}

func insert(ctx context.Context, tx bun.IDB, t tables, times []Time) error {
	if len(times) == 0 {
		return nil
	}
	args := []any{bun.Ident(t.busy), bun.Ident(t.owner)}
	for _, b := range times {
		args = append(args, b.ID, b.Kind, b.RefID, b.Label, b.FromAt.UTC(), b.UntilAt.UTC(), b.StartsAt.UTC(), b.EndsAt.UTC(), b.ExpiresAt, b.OwnerID)
	}
	_, err := tx.NewRaw("INSERT INTO ? ("+columns+", ?) VALUES "+rowsOf("(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", len(times)), args...).Exec(ctx)
	return err
}

func between(ctx context.Context, q bun.IDB, t tables, owners []string, from, until, now time.Time) (taken []Time, err error) {
	return taken, q.NewSelect().TableExpr("?", bun.Ident(t.busy)).ColumnExpr(columns).ColumnExpr("? AS owner_id", bun.Ident(t.owner)).
		Where("? IN (?)", bun.Ident(t.owner), bun.List(owners)).Where("from_at > ? AND from_at < ? AND until_at > ?", from.Add(-Longest).UTC(), until.UTC(), from.UTC()).
		Where("expires_at IS NULL OR expires_at > ?", now).OrderExpr("?, from_at", bun.Ident(t.owner)).Scan(ctx, &taken)
}

// deleteOld deletes what ended long ago, and holds that have expired.
func deleteOld(ctx context.Context, tx bun.IDB, t tables, before, now time.Time) error {
	_, err := tx.NewRaw("DELETE FROM ? WHERE until_at < ? OR expires_at <= ?", bun.Ident(t.busy), before, now).Exec(ctx)
	return err
}

// overlapping returns pairs of rows of one owner that overlap, and how many rows there are. If any rows overlap, two neighbours by start do.
func overlapping(ctx context.Context, q bun.IDB, t tables) (rows int64, pairs []string, err error) {
	err = q.NewSelect().TableExpr("?", bun.Ident(t.busy)).ColumnExpr("count(*)").Scan(ctx, &rows)
	if err != nil {
		return 0, nil, err
	}
	query := strings.ReplaceAll(`SELECT before_id || ' and ' || id FROM (SELECT id, from_at,
			lag(id) OVER w AS before_id, lag(until_at) OVER w AS before_until FROM ? WINDOW w AS (PARTITION BY @ ORDER BY from_at, until_at)) AS pairs
		WHERE before_until > from_at ORDER BY id LIMIT 100`, "@", t.owner)
	return rows, pairs, q.NewRaw(query, bun.Ident(t.busy)).Scan(ctx, &pairs)
}
