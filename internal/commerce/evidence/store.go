package evidence

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// facts are what a school knows of a disputed payment.
type facts struct {
	School    string
	WrittenAt time.Time
	Dispute   disputed
	Lines     []line
	Documents []issued
	Accepted  []acceptance
	SignIns   []signIn
	Lessons   []studied
	HandedIn  []handedIn
}

type disputed struct {
	Provider, ProviderRef, Reason, Status, Currency      string
	Amount                                               int64
	CreatedAt                                            time.Time
	RespondBy                                            *time.Time
	OrderID, OrderNumber, BuyerID, BuyerName, BuyerEmail string
	Billing                                              db.JSON[billing]
	Total                                                int64
	OrderedAt                                            time.Time
	PaymentRef, Method                                   string
	Paid                                                 int64
	PaidAt                                               time.Time
}

type billing struct{ Name, Company, Address, Region, Country string }

type line struct {
	Title, Kind       string
	Quantity, Charged int64
}

type issued struct {
	Label, Kind string
	IssuedAt    time.Time
	Total       int64
}

type acceptance struct {
	Kind       string
	Version    int64
	AcceptedAt time.Time
	Network    string
}

type signIn struct {
	Network     string
	Count       int64
	First, Last time.Time
}

type studied struct {
	Course, Lesson         string
	Percent, TimeSpent     int64 // percent; seconds
	StartedAt, CompletedAt *time.Time
}

type handedIn struct {
	Course, Lesson string
	SubmittedAt    time.Time
}

// most is how much of each list a document has, so that it stays readable: banks take few pages.
const most = 200

// collect reads the facts of a dispute. errNoDispute.
func collect(ctx context.Context, q bun.IDB, id string) (f facts, err error) {
	err = q.NewSelect().TableExpr("disputes AS d").Join("JOIN orders AS o ON o.id = d.order_id").Join("JOIN users AS u ON u.id = o.buyer_id").Join("JOIN payments AS p ON p.id = d.payment_id").
		ColumnExpr("d.provider, d.provider_ref, d.reason, d.status, d.currency, d.amount, d.created_at, d.respond_by, d.order_id").
		ColumnExpr("o.number AS order_number, o.buyer_id, o.billing, o.total, o.created_at AS ordered_at, u.full_name AS buyer_name, u.email AS buyer_email").
		ColumnExpr("p.provider_ref AS payment_ref, p.method, p.amount AS paid, p.received_at AS paid_at").Where("d.id = ?", id).Scan(ctx, &f.Dispute)
	if err != nil {
		return f, db.One(err, errNoDispute)
	}
	order, buyer := f.Dispute.OrderID, f.Dispute.BuyerID
	for _, part := range []struct {
		into  any
		query string
		args  []any
	}{
		{&f.Lines, "SELECT title, kind, quantity, charged FROM order_lines WHERE order_id = ? ORDER BY position", []any{order}},
		{&f.Documents, "SELECT label, kind, issued_at, total FROM receipts WHERE order_id = ? ORDER BY issued_at, id", []any{order}},
		{&f.Accepted, "SELECT kind, version, accepted_at, network FROM legal_acceptances WHERE user_id = ? ORDER BY accepted_at, kind LIMIT ?", []any{buyer, most}},
		{&f.SignIns, `SELECT network, count(*) AS count, min(at) AS first, max(at) AS last FROM security_events WHERE user_id = ? AND kind = 'signed_in'
			GROUP BY network ORDER BY max(at) DESC LIMIT ?`, []any{buyer, most}},
		{&f.Lessons, `SELECT c.title AS course, coalesce(l.title, '') AS lesson, p.percent, p.time_spent, p.started_at, p.completed_at FROM order_lines AS o
			JOIN lesson_progress AS p ON p.user_id = coalesce((SELECT g.redeemed_by FROM gifts AS g WHERE g.line_id = o.id), o.beneficiary_id) AND p.course_id = o.course_id JOIN courses AS c ON c.id = p.course_id
			LEFT JOIN published_lessons AS l ON l.course_id = p.course_id AND l.lesson_id = p.lesson_id
			WHERE o.order_id = ? AND o.kind = 'course' ORDER BY p.started_at, p.lesson_id LIMIT ?`, []any{order, most}},
		{&f.HandedIn, `SELECT c.title AS course, coalesce(l.title, '') AS lesson, v.submitted_at FROM order_lines AS o
			JOIN submissions AS s ON s.user_id = coalesce((SELECT g.redeemed_by FROM gifts AS g WHERE g.line_id = o.id), o.beneficiary_id) AND s.course_id = o.course_id JOIN submission_versions AS v ON v.submission_id = s.id
			JOIN courses AS c ON c.id = s.course_id LEFT JOIN published_lessons AS l ON l.course_id = s.course_id AND l.lesson_id = s.lesson_id
			WHERE o.order_id = ? AND o.kind = 'course' ORDER BY v.submitted_at, s.id LIMIT ?`, []any{order, most}},
	} {
		if err := q.NewRaw(part.query, part.args...).Scan(ctx, part.into); err != nil {
			return f, err
		}
	}
	return f, nil
}
