package lead

import (
	"context"

	"github.com/uptrace/bun"
)

func counted(q bun.IDB, f LeadFilter) *bun.SelectQuery {
	return narrow(q.NewSelect().TableExpr("leads AS l"), f).Where("l.status <> 'spam'")
}

// counts returns the largest groups of leads by an expression that is not null.
func counts(ctx context.Context, q bun.IDB, f LeadFilter, by string, most int64) (cs []LeadCount, err error) {
	cs = []LeadCount{}
	return cs, counted(q, f).Join("LEFT JOIN courses AS c ON c.id = l.course_id").Where(by+" IS NOT NULL").
		ColumnExpr(by+" AS name, count(*) AS count, sum(CASE WHEN l.status = 'won' THEN 1 ELSE 0 END) AS won").GroupExpr("1").OrderExpr("2 DESC, 1").Limit(most).Scan(ctx, &cs)
}

func contactHours(ctx context.Context, q bun.IDB, f LeadFilter) (hours *int64, err error) {
	return hours, counted(q, f).Where("l.contact_hours IS NOT NULL").ColumnExpr("CAST(round(avg(l.contact_hours)) AS BIGINT)").Scan(ctx, &hours)
}
