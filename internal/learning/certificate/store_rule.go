package certificate

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// ruleOf returns the rule of a course; nil for none.
func ruleOf(ctx context.Context, q bun.IDB, courseID string) (*Rule, error) {
	var r Rule
	return db.Optional(&r, q.NewSelect().Model(&r).Where("r.course_id = ?", courseID).Scan(ctx))
}

// automaticRules returns the rules by which certificates are issued without anybody's doing.
func automaticRules(ctx context.Context, q bun.IDB) (rules []Rule, err error) {
	return rules, q.NewSelect().Model(&rules).Where("r.auto").OrderExpr("r.course_id").Scan(ctx)
}

// dueWithout returns learners who completed the course, or whose batch ended, after its rule was saved, have waited for long enough, have spent the time and have
// the score and never had a certificate of it: the latest first.
func dueWithout(ctx context.Context, q bun.IDB, r Rule, now time.Time, limit int64) (users []string, err error) {
	s := q.NewSelect().TableExpr("course_completions AS d").Column("d.user_id").Where("d.course_id = ?", r.CourseID)
	at := "d.completed_at"
	if r.Trigger == onBatchEnd {
		s, at = q.NewSelect().TableExpr("(?) AS d", endedBatches(q, r.CourseID)).Column("d.user_id"), "d.ended_at"
	}
	s = s.Where(at+" >= ? AND "+at+" <= ?", r.UpdatedAt, now.AddDate(0, 0, -int(r.HoldDays))).
		Where("EXISTS (SELECT 1 FROM enrolled_students AS e WHERE e.user_id = d.user_id AND e.course_id = ?)", r.CourseID).
		Where("NOT EXISTS (SELECT 1 FROM certificates AS k WHERE k.user_id = d.user_id AND k.course_id = ?)", r.CourseID)
	if r.MinScore > 0 { // rounded half up, as score does
		s = s.Where("(SELECT AVG(l.score) FROM lesson_progress AS l WHERE l.user_id = d.user_id AND l.course_id = ? AND l.score IS NOT NULL) >= ?", r.CourseID, float64(r.MinScore)-0.5)
	}
	if r.MinMinutes > 0 {
		s = s.Where("EXISTS (SELECT 1 FROM course_progress AS p WHERE p.user_id = d.user_id AND p.course_id = ? AND p.time_spent >= ?)", r.CourseID, 60*r.MinMinutes)
	}
	return users, s.OrderExpr(at+" DESC, d.user_id").Limit(limit).Scan(ctx, &users)
}

// lockRule returns the rule of a course, of version 0 for none; nobody else writes it until the transaction ends.
func lockRule(ctx context.Context, tx bun.IDB, courseID string) (r Rule, err error) {
	var id string
	if err := db.ForUpdate(tx.NewSelect().Table("courses").Column("id").Where("id = ?", courseID)).Scan(ctx, &id); err != nil {
		return r, err
	}
	found, err := ruleOf(ctx, tx, courseID)
	if found == nil {
		return Rule{CourseID: courseID, NewRule: suggested}, err
	}
	return *found, err
}

func putRule(ctx context.Context, tx bun.IDB, r Rule) error {
	_, err := tx.NewInsert().Model(&r).On(`CONFLICT (course_id) DO UPDATE SET trigger = excluded.trigger, auto = excluded.auto, min_percent = excluded.min_percent,
		min_score = excluded.min_score, min_minutes = excluded.min_minutes, hold_days = excluded.hold_days, valid_months = excluded.valid_months, remind_days = excluded.remind_days,
		language = excluded.language, template_id = excluded.template_id, signatory = excluded.signatory, version = excluded.version, updated_at = excluded.updated_at`).Exec(ctx)
	return err
}

// endedBatches selects the members of batches of a course that were in one until it was over, with its end: the later of several.
func endedBatches(q bun.IDB, courseID string) *bun.SelectQuery {
	return q.NewSelect().TableExpr("batches AS b").Join("JOIN batch_members AS m ON m.batch_id = b.id").
		ColumnExpr("m.user_id").ColumnExpr("MAX(b.ends_at) AS ended_at").
		Where("b.course_id = ? AND b.status = 'Completed' AND m.status NOT IN ('on_hold', 'dropped')", courseID).GroupExpr("m.user_id")
}

// selectCandidates selects learners of a course with what decides about their certificates.
func selectCandidates(q bun.IDB, courseID string) *bun.SelectQuery {
	of := func(what string) string {
		return "(SELECT " + what + " FROM certificates AS k WHERE k.user_id = e.user_id AND k.course_id = e.course_id)"
	}
	scored := func(what string) string {
		return "(SELECT " + what + " FROM lesson_progress AS l WHERE l.user_id = e.user_id AND l.course_id = e.course_id AND l.score IS NOT NULL)"
	}
	return q.NewSelect().TableExpr("enrolled_students AS e").
		Join("JOIN users AS u ON u.id = e.user_id").
		Join("LEFT JOIN course_progress AS p ON p.user_id = e.user_id AND p.course_id = e.course_id").
		Join("LEFT JOIN course_completions AS d ON d.user_id = e.user_id AND d.course_id = e.course_id").
		Join("LEFT JOIN (?) AS b ON b.user_id = e.user_id", endedBatches(q, courseID)).
		ColumnExpr("e.user_id, u.full_name AS name, p.percent, d.completed_at, b.ended_at, COALESCE(p.time_spent, 0) AS seconds").
		ColumnExpr(scored("CAST(COALESCE(SUM(l.score), 0) AS BIGINT)")+" AS score_sum").ColumnExpr(scored("count(*)")+" AS scored").
		ColumnExpr(of("count(*)")+" AS ever").ColumnExpr(of("COALESCE(MAX(k.cycle), 0)")+" AS cycle").
		ColumnExpr("(SELECT count(*) FROM certificates AS k WHERE k.user_id = e.user_id AND k.course_id = e.course_id AND k.status = 'issued') AS live").
		ColumnExpr("(SELECT count(*) FROM certificates AS k WHERE k.user_id = e.user_id AND k.course_id = e.course_id AND k.status = 'expired' AND k.cycle = "+of("MAX(k.cycle)")+") AS lapsed").
		Where("e.course_id = ?", courseID)
}

// candidates returns learners of a course behind one, by their ids; with ids only those.
func candidates(ctx context.Context, q bun.IDB, courseID string, ids []string, after string, limit int64) (cs []candidate, err error) {
	s := selectCandidates(q, courseID).Where("e.user_id > ?", after)
	if len(ids) > 0 {
		s = s.Where("e.user_id IN (?)", bun.List(ids))
	}
	return cs, s.OrderExpr("e.user_id").Limit(limit).Scan(ctx, &cs)
}

// candidateOf returns a learner of a course; nil for somebody else.
func candidateOf(ctx context.Context, q bun.IDB, courseID, user string) (*candidate, error) {
	var c candidate
	return db.Optional(&c, selectCandidates(q, courseID).Where("e.user_id = ?", user).Scan(ctx, &c))
}

// courseFacts returns what certificates say of a course: its title and the names of its instructors.
func courseFacts(ctx context.Context, q bun.IDB, courseID string) (title string, instructors []string, err error) {
	if err := q.NewSelect().Table("courses").Column("title").Where("id = ?", courseID).Scan(ctx, &title); err != nil {
		return "", nil, err
	}
	return title, instructors, q.NewSelect().TableExpr("course_instructors AS i").Join("JOIN users AS u ON u.id = i.user_id").ColumnExpr("u.full_name").
		Where("i.course_id = ? AND u.full_name <> ''", courseID).OrderExpr("u.full_name, u.id").Scan(ctx, &instructors)
}
