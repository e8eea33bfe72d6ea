package zoommeeting

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

const hostKind = "host_account"

// hostsByUse returns the ids of the hosts, those with the fewest calls on a day first.
func hostsByUse(ctx context.Context, q bun.IDB, day string) (ids []string, err error) {
	return ids, q.NewRaw(`SELECT r.id FROM resources AS r LEFT JOIN host_calls AS c ON c.host_id = r.id AND c.day = ? WHERE r.kind = ?
		ORDER BY coalesce(c.used, 0), r.name`, day, hostKind).Scan(ctx, &ids)
}

// hostName returns the name of a host, or errNoHost.
func hostName(ctx context.Context, q bun.IDB, id string) (name string, err error) {
	return name, db.One(q.NewSelect().Table("resources").Column("name").Where("id = ? AND kind = ?", id, hostKind).Scan(ctx, &name), errNoHost)
}

// spendCall counts a call of a host on a day, and reports whether it had one left.
func spendCall(ctx context.Context, tx bun.IDB, host, day string, limit int64) (bool, error) {
	done, err := tx.NewRaw(`INSERT INTO host_calls (host_id, day, used) VALUES (?, ?, 1)
		ON CONFLICT (host_id, day) DO UPDATE SET used = host_calls.used + 1 WHERE host_calls.used < ?`, host, day, limit).Exec(ctx)
	if err != nil {
		return false, err
	}
	n, err := done.RowsAffected()
	return n > 0, err
}

func listHosts(ctx context.Context, q bun.IDB, day string, now time.Time) (hosts []Host, err error) {
	hosts = []Host{}
	err = q.NewRaw(`SELECT r.id, r.name, coalesce(c.used, 0) AS used_today, ? AS "limit",
			(SELECT count(*) FROM resource_busy AS b WHERE b.resource_id = r.id AND b.until_at > ?) AS ahead
		FROM resources AS r LEFT JOIN host_calls AS c ON c.host_id = r.id AND c.day = ? WHERE r.kind = ? ORDER BY r.name`, callsADay, now, day, hostKind).Scan(ctx, &hosts)
	return hosts, err
}

// insertHost stores a host, or returns errHostKnown.
func insertHost(ctx context.Context, tx bun.IDB, h Host, now time.Time) error {
	done, err := tx.NewRaw("INSERT INTO resources (id, kind, name, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (kind, name) DO NOTHING", h.ID, hostKind, h.Name, now).Exec(ctx)
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); n > 0 || err != nil {
		return err
	}
	return errHostKnown
}

// isHosting reports whether a host has meetings that are not over, or that are still to be deleted.
func isHosting(ctx context.Context, q bun.IDB, id string, now time.Time) (bool, error) {
	return q.NewSelect().Model((*record)(nil)).Where("lm.host_id = ? AND lm.state <> ? AND (lm.ends_at > ? OR lm.state = ?)", id, deleted, now, deleting).Exists(ctx)
}

func deleteHost(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewRaw("DELETE FROM resources WHERE id = ?", id).Exec(ctx)
	return err
}

// deleteOldCalls deletes the counts of days that are over.
func deleteOldCalls(ctx context.Context, tx bun.IDB, before string) error {
	_, err := tx.NewRaw("DELETE FROM host_calls WHERE day < ?", before).Exec(ctx)
	return err
}

// deleteOldMeetings deletes meetings that nobody asks about any more.
func deleteOldMeetings(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("DELETE FROM live_meetings WHERE state IN ('ready', 'deleted') AND ends_at < ?", before).Exec(ctx)
	return err
}
