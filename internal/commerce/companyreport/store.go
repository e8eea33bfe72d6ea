package companyreport

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/rest"
)

// seatsShown selects the seats of people who belong to a company: of several in a course, the newest.
func seatsShown(q bun.IDB, company string) *bun.SelectQuery {
	return q.NewSelect().TableExpr("seats AS s").Join("JOIN company_people AS p ON p.company_id = s.company_id AND p.user_id = s.user_id AND p.state = 'active'").
		Join("JOIN courses AS c ON c.id = s.course_id").Where("s.company_id = ? AND s.state IN ('active', 'ended')", company).
		Where(`NOT EXISTS (SELECT 1 FROM seats AS o WHERE o.company_id = s.company_id AND o.user_id = s.user_id AND o.course_id = s.course_id AND o.state IN ('active', 'ended')
			AND (o.offered_at, o.id) > (s.offered_at, s.id))`)
}

func progress(ctx context.Context, q bun.IDB, company string, at rest.TimePosition) (all []CompanyProgress, err error) {
	all = []CompanyProgress{}
	err = seatsShown(q, company).Join("JOIN users AS u ON u.id = s.user_id").Join("LEFT JOIN course_progress AS g ON g.user_id = s.user_id AND g.course_id = s.course_id").
		ColumnExpr("s.id AS seat_id, s.user_id, u.full_name, u.email, p.department, s.course_id, c.title AS course_title, s.offered_at, s.taken_at, s.ended_at").
		ColumnExpr("g.percent, g.last_at, g.completed_at").
		Where("(s.offered_at, s.id) < (?, ?)", at.Before, at.ID).OrderExpr("s.offered_at DESC, s.id DESC").Limit(at.Limit).Offset(at.Offset).Scan(ctx, &all)
	for i := range all {
		all[i] = all[i].withoutPrivate()
	}
	return all, err
}

// counted counts the rows of a query, up to rest.MaxCount.
func counted(ctx context.Context, q bun.IDB, s *bun.SelectQuery) (rest.Count, error) {
	n, err := q.NewSelect().TableExpr("(?) AS counted", s.ColumnExpr("1").Limit(rest.MaxCount+1)).Count(ctx)
	return rest.CountUpTo(n), err
}

func poolsShown(q bun.IDB, company string) *bun.SelectQuery {
	return q.NewSelect().TableExpr("seat_pools AS p").Where("p.company_id = ?", company)
}

func usage(ctx context.Context, q bun.IDB, company string, at rest.TimePosition, now time.Time) (all []CompanyUsage, err error) {
	all = []CompanyUsage{}
	err = poolsShown(q, company).ColumnExpr("p.id AS pool_id, p.courses, p.note, p.starts_at, p.ends_at, p.ended_at, p.created_at, p.total").
		Where("(p.created_at, p.id) < (?, ?)", at.Before, at.ID).
		OrderExpr("p.created_at DESC, p.id DESC").Limit(at.Limit).Offset(at.Offset).Scan(ctx, &all)
	if err != nil || len(all) == 0 {
		return all, err
	}
	pools, courses := make([]string, len(all)), []string{""}
	for i, u := range all {
		pools[i] = u.PoolID
		courses = append(courses, u.CoursesRow.V...)
	}
	sums, err := sumsOf(ctx, q, pools, now)
	if err != nil {
		return nil, err
	}
	titles, err := titlesOf(ctx, q, courses)
	if err != nil {
		return nil, err
	}
	for i := range all {
		u := all[i].with(sums[all[i].PoolID], now)
		u.CourseIDs, u.Courses = u.CoursesRow.V, []ReportedCourse{}
		for _, id := range u.CoursesRow.V {
			if title, ok := titles[id]; ok {
				u.Courses = append(u.Courses, ReportedCourse{id, title})
			}
		}
		all[i] = u
	}
	return all, nil
}

// sumsOf returns sums of the seats of pools, by pool. Those who have a seat belong to the company: it ends when they leave.
func sumsOf(ctx context.Context, q bun.IDB, pools []string, now time.Time) (map[string]seatSums, error) {
	var sums []seatSums
	err := q.NewRaw(`SELECT s.pool_id, count(CASE WHEN s.state = 'offered' THEN 1 END) AS offered, count(CASE WHEN s.state = 'active' THEN 1 END) AS taken,
			count(CASE WHEN s.state = 'ended' THEN 1 END) AS ended, count(CASE WHEN s.state = 'active' AND g.completed_at IS NOT NULL THEN 1 END) AS completed,
			count(CASE WHEN s.state = 'active' AND g.completed_at IS NULL AND g.user_id IS NOT NULL THEN 1 END) AS in_progress,
			count(DISTINCT CASE WHEN s.state = 'active' AND g.last_at >= ? THEN s.user_id END) AS active_people
		FROM seats AS s LEFT JOIN course_progress AS g ON g.user_id = s.user_id AND g.course_id = s.course_id WHERE s.pool_id IN (?) AND s.state <> 'released' GROUP BY s.pool_id`,
		now.Add(-recently), bun.List(pools)).Scan(ctx, &sums)
	by := make(map[string]seatSums, len(sums))
	for _, s := range sums {
		by[s.PoolID] = s
	}
	return by, err
}

func titlesOf(ctx context.Context, q bun.IDB, courses []string) (map[string]string, error) {
	var found []ReportedCourse
	err := q.NewRaw("SELECT id, title FROM courses WHERE id IN (?)", bun.List(courses)).Scan(ctx, &found)
	by := make(map[string]string, len(found))
	for _, c := range found {
		by[c.ID] = c.Title
	}
	return by, err
}

// certificatesShown selects what people who belong to a company were issued while they had a seat of it.
func certificatesShown(q bun.IDB, company string) *bun.SelectQuery {
	return q.NewSelect().TableExpr("company_people AS p").Join("JOIN certificates AS k ON k.user_id = p.user_id").
		Where("p.company_id = ? AND p.state = 'active' AND k.status <> 'superseded'", company).
		Where(`EXISTS (SELECT 1 FROM seats AS s WHERE s.company_id = p.company_id AND s.user_id = k.user_id AND s.course_id = k.course_id AND s.taken_at <= k.issued_at
			AND (s.state = 'active' OR s.state = 'ended' AND s.ended_at >= k.issued_at))`)
}

func certificates(ctx context.Context, q bun.IDB, company string, at rest.TimePosition) (all []CompanyCertificate, err error) {
	all = []CompanyCertificate{}
	return all, certificatesShown(q, company).Join("JOIN users AS u ON u.id = k.user_id").
		ColumnExpr("k.id, k.code, k.user_id, u.full_name, u.email, p.department, k.course_id, k.course_title, k.status, k.issued_at, k.expires_at").
		Where("(k.issued_at, k.id) < (?, ?)", at.Before, at.ID).OrderExpr("k.issued_at DESC, k.id DESC").Limit(at.Limit).Offset(at.Offset).Scan(ctx, &all)
}

func spend(ctx context.Context, q bun.IDB, company string) (all []CompanySpend, err error) {
	all = []CompanySpend{}
	return all, q.NewRaw(`SELECT currency, count(*) AS orders, CAST(sum(total) AS BIGINT) AS ordered, CAST(sum(CASE WHEN status = 'pending' THEN total - paid ELSE 0 END) AS BIGINT) AS open,
			CAST(sum(paid) AS BIGINT) AS paid, CAST(sum(refunded) AS BIGINT) AS refunded, CAST(sum(paid - refunded) AS BIGINT) AS spent
		FROM orders WHERE company_id = ? AND status IN ('pending', 'paid', 'partially_refunded', 'refunded') GROUP BY currency ORDER BY currency`, company).Scan(ctx, &all)
}

// billed returns the orders of a company, with their lines and documents.
func billed(ctx context.Context, q bun.IDB, company string, at rest.TimePosition) (all []billedOrder, err error) {
	err = q.NewSelect().Model(&all).Where("o.company_id = ? AND o.status <> 'draft' AND (o.created_at, o.id) < (?, ?)", company, at.Before, at.ID).
		OrderExpr("o.created_at DESC, o.id DESC").Limit(at.Limit).Scan(ctx)
	if err != nil || len(all) == 0 {
		return all, err
	}
	ids, byID := make([]string, len(all)), map[string]*billedOrder{}
	for i := range all {
		ids[i] = all[i].ID
		byID[ids[i]] = &all[i]
	}
	var lines []struct {
		OrderID, Kind, Title string
		Quantity             int64
	}
	if err := q.NewRaw("SELECT order_id, kind, title, quantity FROM order_lines WHERE order_id IN (?) ORDER BY order_id, position", bun.List(ids)).Scan(ctx, &lines); err != nil {
		return nil, err
	}
	for _, l := range lines {
		if l.Kind != "course" {
			l.Title = fmt.Sprintf("%d × %s", l.Quantity, l.Title)
		}
		byID[l.OrderID].Lines = append(byID[l.OrderID].Lines, l.Title)
	}
	var documents []struct{ OrderID, Label string }
	if err := q.NewRaw("SELECT order_id, label FROM receipts WHERE order_id IN (?) ORDER BY order_id, issued_at, id", bun.List(ids)).Scan(ctx, &documents); err != nil {
		return nil, err
	}
	for _, d := range documents {
		byID[d.OrderID].Documents = append(byID[d.OrderID].Documents, d.Label)
	}
	return all, nil
}
