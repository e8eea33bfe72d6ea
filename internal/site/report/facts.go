package report

// fact is a kind of row of which a figure of a day is the sum. The figure and the list of what it was made of are read by the same fact, so
// that they agree.
type fact struct {
	metric   string
	mark     string // kind in report_dirty
	from     string // tables, with f for the row itself
	where    string // which of them count
	at       string // when
	value    string // of a row
	user     string // whom it is about
	course   string // of which course; "" for none
	currency string // "" for what is no money
}

// isLearner excludes those who teach the course: they are no learners of it.
const isLearner = "NOT EXISTS (SELECT 1 FROM course_instructors AS ci WHERE ci.course_id = f.course_id AND ci.user_id = f.user_id)"

const (
	enrolments = "enrollments AS f"
	completed  = "course_progress AS f"
	demos      = "demo_bookings AS f"
	orders     = "orders AS f"
	// moneyEvents are payments and what was given back, which counts less than nothing.
	moneyEvents = `(SELECT p.id, p.order_id, p.amount, p.currency, p.received_at AS at FROM payments AS p
		UNION ALL SELECT r.id, r.order_id, -r.amount, q.currency, r.updated_at FROM refunds AS r JOIN payments AS q ON q.id = r.payment_id WHERE r.status = 'succeeded') AS f
		JOIN orders AS o ON o.id = f.order_id`
)

var facts = []fact{
	{metric: "sign_ups", mark: "users", from: "users AS f", where: "f.email_verified_at IS NOT NULL", at: "f.created_at", value: "1", user: "f.id"},
	{metric: "enrolments", mark: "enrollments", from: enrolments, where: "f.status NOT IN ('invited', 'pending_payment', 'waitlisted') AND " + isLearner, at: "f.created_at", value: "1", user: "f.user_id", course: "f.course_id"},
	{metric: "withdrawals", mark: "enrollments", from: enrolments, where: "f.status = 'withdrawn' AND " + isLearner, at: "f.updated_at", value: "1", user: "f.user_id", course: "f.course_id"},
	{metric: "courses_done", mark: "completions", from: completed, where: "f.completed_at IS NOT NULL AND " + isLearner, at: "f.completed_at", value: "1", user: "f.user_id", course: "f.course_id"},
	{metric: "certificates", mark: "certificates", from: "certificates AS f", where: "f.replaces_id IS NULL", at: "f.issued_at", value: "1", user: "f.user_id", course: "f.course_id"},
	{metric: "revenue", mark: "payments", from: moneyEvents, where: "f.amount <> 0", at: "f.at", value: "f.amount", user: "o.buyer_id", currency: "f.currency"},
	{metric: "orders", mark: "orders", from: orders, where: "f.status <> 'draft'", at: "f.created_at", value: "1", user: "f.buyer_id"},
	{metric: "orders_paid", mark: "orders", from: orders, where: "f.paid_at IS NOT NULL", at: "f.created_at", value: "1", user: "f.buyer_id"},
	{metric: "demos", mark: "demos", from: demos, where: "f.status = 'completed'", at: "f.starts_at", value: "1", user: "f.user_id"},
	{metric: "demos_converted", mark: "demos", from: demos, where: "f.status = 'completed' AND f.converted_enrollment_id IS NOT NULL", at: "f.starts_at", value: "1", user: "f.user_id"},
	{metric: "ai_runs", mark: "runs", from: "ai_runs AS f", where: "f.state <> 'running'", at: "f.began_at", value: "1", user: "f.user_id"},
}

// factOf finds the fact of a metric.
func factOf(metric string) (fact, bool) {
	for _, f := range facts {
		if f.metric == metric {
			return f, true
		}
	}
	return fact{}, false
}

// marked returns the facts that are summed again when a kind of mark is found.
func marked(kind string) (fs []fact) {
	for _, f := range facts {
		if f.mark == kind {
			fs = append(fs, f)
		}
	}
	return fs
}
