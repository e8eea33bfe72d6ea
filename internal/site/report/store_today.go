package report

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
)

// waiting is a kind of thing that waits for someone: from which rows, and since when each waits.
type waiting struct {
	kind  string
	since string
	from  string // tables and conditions
	args  []any
	id    string // of the thing, where it is shown if there is only one; "" for none
	title string
}

// count is the statement of a kind: the oldest mostToday are counted, so that it costs the same in a school of any size.
func (w waiting) count() (statement string, args []any) {
	id, title := "''", "''"
	if w.id != "" {
		id, title = w.id, w.title
	}
	return "SELECT ? AS kind, count(*) AS count, min(w.since) AS since, CASE WHEN count(*) = 1 THEN max(w.id) ELSE '' END AS id, CASE WHEN count(*) = 1 THEN max(w.title) ELSE '' END AS title FROM (SELECT " +
		w.since + " AS since, " + id + " AS id, " + title + " AS title FROM " + w.from + " ORDER BY 1 LIMIT ?) AS w", append(append([]any{w.kind}, w.args...), mostToday)
}

// todayOf counts what waits, in one statement, and leaves out what does not.
func todayOf(ctx context.Context, q bun.IDB, kinds []waiting) ([]TodayItem, error) {
	items := []TodayItem{}
	statement, all := "", []any(nil)
	for i, w := range kinds {
		one, args := w.count()
		if i > 0 {
			statement += " UNION ALL "
		}
		statement, all = statement+one, append(all, args...)
	}
	var found []TodayItem
	if err := q.NewRaw(statement, all...).Scan(ctx, &found); err != nil {
		return nil, err
	}
	for _, f := range found {
		if f.Count > 0 {
			items = append(items, f)
		}
	}
	return items, nil
}

func waitingForAdmins(now time.Time) []waiting {
	return []waiting{
		{kind: "applications", since: "a.created_at", from: "role_applications AS a WHERE a.status = 'pending'"},
		{kind: "leads", since: "l.created_at", from: "leads AS l WHERE l.status = 'new' AND l.merged_into IS NULL"},
		{kind: "transfers", since: "t.created_at", from: "bank_transfers AS t WHERE t.state IN ('open', 'submitted') AND t.state = 'submitted'"},
		{kind: "held_payments", since: "h.received_at", from: "held_payments AS h WHERE h.decision IS NULL"},
		{kind: "failed_refunds", since: "r.updated_at", from: "refunds AS r WHERE r.status = 'failed' AND r.origin <> 'dispute' AND r.resolved_at IS NULL"},
		{kind: "refund_requests", since: "q.created_at", from: "refund_requests AS q WHERE q.status = 'open'"},
		{kind: "locked_accounts", since: "k.last_at", from: "lockouts AS k WHERE k.locked_until > ? AND k.user_id IS NOT NULL", args: []any{now}},
		{kind: "blog_comments", since: "c.created_at", from: "blog_comments AS c WHERE c.status = 'pending'"},
		{kind: "reported_comments", since: "c.created_at", from: "blog_comments AS c WHERE c.reports > 0 AND c.status = 'published'"},
		{kind: "reported_reviews", since: "r.created_at", from: "course_reviews AS r WHERE r.open_reports > 0"},
		{kind: "posts_to_review", since: "p.review_requested_at", from: "posts AS p WHERE p.review_requested_at IS NOT NULL"},
	}
}

const taughtByCaller = "course_instructors AS i JOIN courses AS c ON c.id = i.course_id AND c.status <> 'archived'"

func waitingForInstructors(who access.Caller, begin, end time.Time) []waiting {
	return []waiting{
		{kind: "sessions", since: "s.starts_at", id: "s.id", title: "b.batch_name", args: []any{begin, end, who.ID, who.ID},
			from: "batch_sessions AS s JOIN batches AS b ON b.id = s.batch_id WHERE s.starts_at >= ? AND s.starts_at < ? AND s.status = 'scheduled' AND (s.instructor_id = ? OR s.instructor_id IS NULL AND b.assigned_instructor = ?)"},
		{kind: "ungraded", since: "s.submitted_at", args: []any{who.ID},
			from: taughtByCaller + " JOIN submissions AS s ON s.course_id = c.id AND s.status IN ('submitted', 'pending_review') WHERE i.user_id = ?"},
		{kind: "unanswered", since: "m.created_at", args: []any{who.ID},
			from: taughtByCaller + " JOIN lesson_comments AS m ON m.course_id = c.id AND m.awaits_answer WHERE i.user_id = ?"},
		{kind: "waitlisted", since: "e.created_at", args: []any{who.ID},
			from: taughtByCaller + " JOIN enrollments AS e ON e.course_id = c.id AND e.status = 'waitlisted' WHERE i.user_id = ?"},
		{kind: "failed_videos", since: "v.updated_at", args: []any{who.ID}, from: "videos AS v WHERE v.owner_id = ? AND v.status = 'failed'"},
	}
}

func waitingForStudents(who access.Caller, now time.Time) []waiting {
	return []waiting{
		{kind: "sessions", since: "s.starts_at", id: "s.id", title: "b.batch_name", args: []any{who.ID, now, now.Add(24 * time.Hour)},
			from: "batch_members AS m JOIN batches AS b ON b.id = m.batch_id JOIN batch_sessions AS s ON s.batch_id = b.id WHERE m.user_id = ? AND m.status = 'active' AND s.ends_at > ? AND s.starts_at < ? AND s.status = 'scheduled'"},
		{kind: "seat_offers", since: "o.offered_at", args: []any{who.ID, now}, from: "batch_waiting AS o WHERE o.user_id = ? AND o.status = 'offered' AND o.offer_until > ?"},
		{kind: "unpaid_orders", since: "o.created_at", args: []any{who.ID, now}, from: "orders AS o WHERE o.buyer_id = ? AND o.status = 'pending' AND o.expires_at > ?"},
		{kind: "grades", since: "s.returned_at", args: []any{who.ID, now.AddDate(0, 0, -7)}, id: "s.lesson_id", title: "c.title",
			from: "submissions AS s JOIN courses AS c ON c.id = s.course_id WHERE s.user_id = ? AND s.returned_at > ?"},
		{kind: "new_certificates", since: "x.issued_at", args: []any{who.ID, now.AddDate(0, 0, -7)}, id: "x.code", title: "x.course_title",
			from: "certificates AS x WHERE x.user_id = ? AND x.status = 'issued' AND x.issued_at > ?"},
	}
}

func waitingForManagers(companies []string, now time.Time) []waiting {
	ids := bun.List(companies)
	return []waiting{
		{kind: "invitations", since: "v.created_at", args: []any{ids, now}, from: "company_invitations AS v WHERE v.company_id IN (?) AND v.state = 'open' AND v.expires_at > ?"},
		{kind: "unused_seats", since: "p.starts_at", args: []any{ids, now.AddDate(0, 0, -30), now}, from: "seat_pools AS p WHERE p.company_id IN (?) AND p.taken < p.total AND p.starts_at < ? AND p.ended_at IS NULL AND (p.ends_at IS NULL OR p.ends_at > ?)"},
		{kind: "idle_members", since: "s.taken_at", args: []any{ids, now.AddDate(0, 0, -30)},
			from: "seats AS s WHERE s.company_id IN (?) AND s.state = 'active' AND s.taken_at < ? AND NOT EXISTS (SELECT 1 FROM course_progress AS g WHERE g.user_id = s.user_id AND g.course_id = s.course_id AND g.started_at IS NOT NULL)"},
		{kind: "certificates_ending", since: "x.expires_at", args: []any{ids, now, now.AddDate(0, 0, 60)},
			from: "seats AS s JOIN certificates AS x ON x.user_id = s.user_id AND x.course_id = s.course_id WHERE s.company_id IN (?) AND s.state = 'active' AND x.status = 'issued' AND x.expires_at > ? AND x.expires_at < ?"},
	}
}
