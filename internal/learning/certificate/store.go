package certificate

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
)

func insert(ctx context.Context, tx bun.IDB, c Certificate) error {
	_, err := tx.NewInsert().Model(&c).Exec(ctx)
	return err
}

// insertPaper stores a paper, unless it is there already.
func insertPaper(ctx context.Context, tx bun.IDB, on paper) error {
	_, err := tx.NewInsert().Model(&on).On("CONFLICT (id) DO NOTHING").Exec(ctx)
	return err
}

// paperByID returns the paper of a certificate; nil for the standard one.
func paperByID(ctx context.Context, q bun.IDB, id *string) (*paper, error) {
	if id == nil {
		return nil, nil
	}
	var p paper
	return &p, q.NewSelect().Model(&p).Where("w.id = ?", *id).Scan(ctx)
}

func find(ctx context.Context, q bun.IDB, id string) (c Certificate, err error) {
	return c, db.One(q.NewSelect().Model(&c).Where("k.id = ?", id).Scan(ctx), errNone)
}

func lock(ctx context.Context, tx bun.IDB, id string) (c Certificate, err error) {
	return c, db.One(db.ForUpdate(tx.NewSelect().Model(&c).Where("k.id = ?", id)).Scan(ctx), errNone)
}

func byCode(ctx context.Context, q bun.IDB, code string) (c Certificate, err error) {
	return c, db.One(q.NewSelect().Model(&c).Where("k.code = ?", code).Scan(ctx), errUnknown)
}

func successorOf(ctx context.Context, q bun.IDB, id string) (c Certificate, err error) {
	return c, db.One(q.NewSelect().Model(&c).Where("k.replaces_id = ?", id).Scan(ctx), errNone)
}

func successorCode(ctx context.Context, q bun.IDB, id string) (string, error) {
	c, err := successorOf(ctx, q, id)
	return c.Code, err
}

func ofUser(ctx context.Context, q bun.IDB, user string, limit, offset int64) (cs []Certificate, total int64, err error) {
	total, err = q.NewSelect().Model(&cs).Where("k.user_id = ?", user).OrderExpr("k.issued_at DESC, k.id DESC").Limit(limit).Offset(offset).ScanAndCount(ctx)
	return cs, total, err
}

func inCourse(s *bun.SelectQuery, courseID string, f Filter) *bun.SelectQuery {
	if s = s.Where("k.course_id = ?", courseID); f.Status != "" {
		s = s.Where("k.status = ?", f.Status)
	}
	return s
}

func ofCourse(ctx context.Context, q bun.IDB, courseID string, f Filter, limit, offset int64) (cs []Certificate, err error) {
	cs = []Certificate{}
	return cs, inCourse(q.NewSelect().Model(&cs), courseID, f).OrderExpr("k.issued_at DESC, k.id DESC").Limit(limit).Offset(offset).Scan(ctx)
}

func countOfCourse(ctx context.Context, q bun.IDB, courseID string, f Filter) (rest.Count, error) {
	some := inCourse(q.NewSelect().TableExpr("certificates AS k").ColumnExpr("1"), courseID, f).Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

// withFile selects the certificates of a course that have not been withdrawn.
func withFile(s *bun.SelectQuery, courseID string, f Filter) *bun.SelectQuery {
	return inCourse(s, courseID, f).Where("k.cause <> 'withdrawn'")
}

// sizeOf returns how many files the certificates of a course are, and their size in bytes.
func sizeOf(ctx context.Context, q bun.IDB, courseID string, f Filter) (n, bytes int64, err error) {
	err = withFile(q.NewSelect().TableExpr("certificates AS k").ColumnExpr("count(*)").ColumnExpr("CAST(COALESCE(SUM(k.pdf_size), 0) AS BIGINT)"), courseID, f).Scan(ctx, &n, &bytes)
	return n, bytes, err
}

// filesOf returns certificates of a course behind one, by their ids, with what names their files.
func filesOf(ctx context.Context, q bun.IDB, courseID string, f Filter, after string, limit int64) (cs []Certificate, err error) {
	return cs, withFile(q.NewSelect().Model(&cs).Column("k.id", "k.code", "k.name", "k.issued_at"), courseID, f).Where("k.id > ?", after).OrderExpr("k.id").Limit(limit).Scan(ctx)
}

// setEnd records that a certificate was revoked or superseded.
func setEnd(ctx context.Context, tx bun.IDB, c Certificate) error {
	_, err := tx.NewUpdate().Model(&c).Column("status", "cause", "reason", "ended_at").WherePK().Exec(ctx)
	return err
}

func setAsked(ctx context.Context, tx bun.IDB, c Certificate) error {
	_, err := tx.NewUpdate().Model(&c).Column("asked_at", "asked_name", "asked_reason", "asked_answer").WherePK().Exec(ctx)
	return err
}

func setShown(ctx context.Context, tx bun.IDB, c Certificate) error {
	_, err := tx.NewUpdate().Model(&c).Column("hides_score", "hides_hours").WherePK().Exec(ctx)
	return err
}

func setProposed(ctx context.Context, tx bun.IDB, c Certificate) error {
	_, err := tx.NewUpdate().Model(&c).Column("proposed_at", "proposed_by", "proposed_cause", "proposed_reason").WherePK().Exec(ctx)
	return err
}

// withdraw removes the person from all certificates of a user, and returns which they are.
func withdraw(ctx context.Context, tx bun.IDB, user string, now time.Time) (ids []string, err error) {
	if err := tx.NewSelect().Table("certificates").Column("id").Where("user_id = ?", user).Scan(ctx, &ids); err != nil {
		return nil, err
	}
	_, err = tx.NewUpdate().Table("certificates").
		Set("status = ?, cause = ?, reason = '', name = '', facts = ?, credential = NULL, ended_at = ?, asked_name = '', asked_reason = '', asked_answer = '', proposed_at = NULL, proposed_by = NULL, proposed_cause = '', proposed_reason = '', pdf_sha256 = '', pdf_size = 0", revoked, withdrawn, db.JSON[Facts]{}, now).
		Where("user_id = ?", user).Exec(ctx)
	return ids, err
}

func expire(ctx context.Context, tx bun.IDB, now time.Time) error {
	_, err := tx.NewUpdate().Table("certificates").Set("status = ?", expired).Where("status = 'issued' AND expires_at <= ?", now).Exec(ctx)
	return err
}

// takeReminders returns the valid certificates of whose end the holders are to be reminded, each once.
func takeReminders(ctx context.Context, tx bun.IDB, now time.Time) (ids []string, err error) {
	return ids, tx.NewRaw("UPDATE certificates SET remind_at = NULL WHERE status = 'issued' AND remind_at <= ? RETURNING id", now).Scan(ctx, &ids)
}

// lockEnrollment lets one transaction at a time issue a certificate to a learner of a course.
func lockEnrollment(ctx context.Context, tx bun.IDB, user, courseID string) error {
	var id string
	return db.One(db.ForUpdate(tx.NewSelect().Table("enrollments").Column("id").Where("user_id = ? AND course_id = ?", user, courseID)).Scan(ctx, &id), nil)
}
