package complaint

import (
	"context"
	"time"

	"github.com/uptrace/bun"
)

func stats(ctx context.Context, q bun.IDB, from time.Time) (st ComplaintStats, err error) {
	err = q.NewSelect().TableExpr("complaints").Where("created_at >= ?", from).ColumnExpr("count(*) AS opened").
		ColumnExpr("coalesce(sum(CASE WHEN resolved_at IS NOT NULL THEN 1 ELSE 0 END), 0) AS resolved").
		ColumnExpr("coalesce(sum(CASE WHEN was_late THEN 1 ELSE 0 END), 0) AS late").
		ColumnExpr("coalesce(sum(CASE WHEN assigned_to IS NULL AND status IN ('new', 'open') THEN 1 ELSE 0 END), 0) AS unassigned").
		ColumnExpr("CAST(round(avg(first_answer_minutes)) AS BIGINT) AS first_answer_minutes").
		ColumnExpr("CAST(round(avg(resolution_minutes)) AS BIGINT) AS resolution_minutes").
		ColumnExpr("CAST(avg(stars) AS DOUBLE PRECISION) AS stars").Scan(ctx, &st)
	st.From = from
	return st, err
}
