package announcement

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"
)

// readers selects the users a of an announcement's audience with their receipts r.
func readers(q bun.IDB, id string, to audience) *bun.SelectQuery {
	all := to.people(q, func(s *bun.SelectQuery) *bun.SelectQuery { return s })
	return q.NewSelect().TableExpr("(?) AS a", all).Join("LEFT JOIN announcement_receipts AS r ON r.announcement_id = ? AND r.user_id = a.user_id", id)
}

func summarise(ctx context.Context, q bun.IDB, id string, to audience) (s ReadSummary, err error) {
	err = readers(q, id, to).ColumnExpr("count(*) AS total_targeted, count(r.read_at) AS total_read, count(r.acknowledged_at) AS total_acknowledged").Scan(ctx, &s)
	return s, err
}

// readersOf lists the users who have read an announcement, or those who have not, by name.
func readersOf(ctx context.Context, q bun.IDB, id string, to audience, read bool, limit, offset int64) (found []AnnouncementReader, err error) {
	s := readers(q, id, to).Join("JOIN users AS u ON u.id = a.user_id").Column("u.id", "u.full_name", "u.email", "r.seen_at", "r.read_at", "r.acknowledged_at")
	if read {
		s.Where("r.read_at IS NOT NULL")
	} else {
		s.Where("r.read_at IS NULL")
	}
	found = []AnnouncementReader{}
	err = s.OrderExpr("u.name_key, u.id").Limit(limit).Offset(offset).Scan(ctx, &found)
	return found, err
}

// missing narrows the readers to those whom the announcement still waits for.
func missing(q bun.IDB, r row, to audience) *bun.SelectQuery {
	if r.RequiresAck {
		return readers(q, r.ID, to).Where("r.acknowledged_at IS NULL")
	}
	return readers(q, r.ID, to).Where("r.read_at IS NULL")
}

func countMissing(ctx context.Context, q bun.IDB, r row, to audience) (n int64, err error) {
	err = missing(q, r, to).ColumnExpr("count(*)").Scan(ctx, &n)
	return n, err
}

// nextMissing returns the ids of the users after an id for whom the announcement still waits, in order.
func nextMissing(ctx context.Context, q bun.IDB, r row, to audience, after string, most int64) (found []string, err error) {
	err = missing(q, r, to).ColumnExpr("a.user_id").Where("a.user_id > ?", after).OrderExpr("a.user_id").Limit(most).Scan(ctx, &found)
	return found, err
}

// countBy counts announcements by status, type and priority: name and value of each.
func countBy(ctx context.Context, q bun.IDB, now time.Time) (rows []figure, err error) {
	err = q.NewRaw(`SELECT 'status' AS name, CASE WHEN a.state <> 'released' THEN a.state WHEN a.publish_at > ? THEN 'scheduled' WHEN a.expires_at <= ? THEN 'expired' ELSE 'published' END AS value, count(*) AS count
			FROM announcements AS a GROUP BY 1, 2
		UNION ALL SELECT 'type', a.type, count(*) FROM announcements AS a GROUP BY 1, 2
		UNION ALL SELECT 'priority', a.priority, count(*) FROM announcements AS a GROUP BY 1, 2`, now, now).Scan(ctx, &rows)
	return rows, err
}

// publishedSince returns when announcements were published, from one instant to another.
func publishedSince(ctx context.Context, q bun.IDB, since, until time.Time) (at []time.Time, err error) {
	err = q.NewSelect().TableExpr("announcements AS a").Column("a.publish_at").Where("a.state = 'released' AND a.publish_at > ? AND a.publish_at <= ?", since, until).Scan(ctx, &at)
	return at, err
}

// receiptsOn counts how often announcements were read, or acknowledged, on each of the days: the column says which.
func receiptsOn(ctx context.Context, q bun.IDB, column string, days []time.Time) (counts []int64, err error) {
	parts, args := make([]string, len(days)), []any{}
	for n, day := range days {
		parts[n] = "SELECT ? AS n, count(*) AS count FROM announcement_receipts AS r WHERE r." + column + " >= ? AND r." + column + " < ?"
		args = append(args, n, day, day.AddDate(0, 0, 1))
	}
	err = q.NewRaw("SELECT d.count FROM ("+strings.Join(parts, " UNION ALL ")+") AS d ORDER BY d.n", args...).Scan(ctx, &counts)
	return counts, err
}

// newest returns the announcements that are shown now, the newest first.
func newest(ctx context.Context, q bun.IDB, now time.Time, most int64) (rows []row, err error) {
	s := whereStatus(q.NewSelect().Model(&rows), published, now)
	return rows, s.OrderExpr("a.publish_at DESC, a.id DESC").Limit(most).Scan(ctx)
}

// performances counts, in one statement, whom announcements address now and who of them has read them.
func performances(ctx context.Context, q bun.IDB, of map[string]audience) (map[string]AnnouncementPerformance, error) {
	var found []AnnouncementPerformance
	var parts []string
	var args []any
	for id, to := range of {
		parts, args = append(parts, "SELECT * FROM (?) AS p"), append(args, readers(q, id, to).ColumnExpr("? AS id, count(*) AS addressed, count(r.read_at) AS readers, count(r.acknowledged_at) AS acknowledged", id))
	}
	if len(parts) == 0 {
		return nil, nil
	}
	err := q.NewRaw(strings.Join(parts, " UNION ALL "), args...).Scan(ctx, &found)
	counted := make(map[string]AnnouncementPerformance, len(found))
	for _, p := range found {
		counted[p.ID] = p
	}
	return counted, err
}
