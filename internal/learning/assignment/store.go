package assignment

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// insert creates a submission unless its learner has one.
func insert(ctx context.Context, tx bun.IDB, s submission) error {
	s.Score = s.score()
	_, err := tx.NewInsert().Model(&s).On("CONFLICT DO NOTHING").Exec(ctx)
	return err
}

func update(ctx context.Context, tx bun.IDB, s submission) error {
	s.Score = s.score()
	_, err := tx.NewUpdate().Model(&s).WherePK().Exec(ctx)
	return err
}

func byID(ctx context.Context, q bun.IDB, id string) (s submission, err error) {
	return s, db.One(q.NewSelect().Model(&s).Where("s.id = ?", id).Scan(ctx), errNoSubmission)
}

func lockByID(ctx context.Context, tx bun.IDB, id string) (s submission, err error) {
	return s, db.One(db.ForUpdate(tx.NewSelect().Model(&s)).Where("s.id = ?", id).Scan(ctx), errNoSubmission)
}

func submissionOf(ctx context.Context, q bun.IDB, userID, lessonID string) (s submission, err error) {
	return s, db.One(q.NewSelect().Model(&s).Where("s.user_id = ? AND s.lesson_id = ?", userID, lessonID).Scan(ctx), errNoSubmission)
}

func lockOf(ctx context.Context, tx bun.IDB, userID, lessonID string) (s submission, err error) {
	return s, db.One(db.ForUpdate(tx.NewSelect().Model(&s)).Where("s.user_id = ? AND s.lesson_id = ?", userID, lessonID).Scan(ctx), errNoSubmission)
}

func insertVersion(ctx context.Context, tx bun.IDB, v version) error {
	_, err := tx.NewInsert().Model(&v).Exec(ctx)
	return err
}

func versionsOf(ctx context.Context, q bun.IDB, id string) (vs []version, err error) {
	return vs, q.NewSelect().Model(&vs).Where("v.submission_id = ?", id).OrderExpr("v.number DESC").Scan(ctx)
}

func versionOf(ctx context.Context, q bun.IDB, id string, number int64) (v version, err error) {
	return v, db.One(q.NewSelect().Model(&v).Where("v.submission_id = ? AND v.number = ?", id, number).Scan(ctx), errNoSubmission)
}

func insertFile(ctx context.Context, tx bun.IDB, f SubmissionFile) error {
	_, err := tx.NewInsert().Model(&f).Exec(ctx)
	return err
}

func filesOf(ctx context.Context, q bun.IDB, id string) (fs []SubmissionFile, err error) {
	return fs, q.NewSelect().Model(&fs).Where("f.submission_id = ?", id).OrderExpr("f.number, f.id").Scan(ctx)
}

func draftFiles(ctx context.Context, q bun.IDB, id string) (fs []SubmissionFile, err error) {
	return fs, q.NewSelect().Model(&fs).Where("f.submission_id = ? AND f.number = 0", id).Scan(ctx)
}

func fileByID(ctx context.Context, q bun.IDB, id string) (f SubmissionFile, err error) {
	return f, db.One(q.NewSelect().Model(&f).Where("f.id = ?", id).Scan(ctx), errNoFile)
}

// freezeFiles assigns the files of a draft to the version that is being handed in.
func freezeFiles(ctx context.Context, tx bun.IDB, id string, number int64) error {
	_, err := tx.NewRaw("UPDATE submission_files SET number = ? WHERE submission_id = ? AND number = 0", number, id).Exec(ctx)
	return err
}

// deleteDraftFile returns errNoFile if the file is not in the draft.
func deleteDraftFile(ctx context.Context, tx bun.IDB, id, fileID string) error {
	return db.MustChange(ctx, tx.NewRaw("DELETE FROM submission_files WHERE id = ? AND submission_id = ? AND number = 0", fileID, id), errNoFile)
}

// narrowed selects the handed-in submissions of a course.
func narrowed(q bun.IDB, courseID string, f SubmissionFilter) *bun.SelectQuery {
	s := q.NewSelect().TableExpr("submissions AS s").Where("s.course_id = ? AND s.number > 0", courseID)
	if f.LessonID != "" {
		s = s.Where("s.lesson_id = ?", f.LessonID)
	}
	switch f.Status {
	case "":
	case "late":
		s = s.Where("s.late")
	case "to_grade":
		s = s.Where("s.status IN ('submitted', 'pending_review')")
	default:
		s = s.Where("s.status = ?", f.Status)
	}
	if f.byScore() {
		s = s.Where("s.score >= 0")
	}
	return db.WhereUserMatches(s, "s.user_id", f.Search)
}

const rowColumns = "s.id, s.lesson_id, coalesce(p.title, '') AS lesson_title, s.user_id, u.full_name, s.status, s.number, s.late, s.excused, s.submitted_at, s.grade, s.score AS percent"

func named(s *bun.SelectQuery) *bun.SelectQuery {
	return s.Join("JOIN users AS u ON u.id = s.user_id").Join("LEFT JOIN published_lessons AS p ON p.course_id = s.course_id AND p.lesson_id = s.lesson_id").ColumnExpr(rowColumns)
}

// list returns at most limit rows behind a position.
func list(ctx context.Context, q bun.IDB, courseID string, f SubmissionFilter, behind position, limit int64) (rows []SubmissionRow, err error) {
	s := named(narrowed(q, courseID, f)).Limit(limit)
	column, value := "s.submitted_at", any(behind.at)
	if f.byScore() {
		column, value = "s.score", behind.percent
	}
	after, direction := ">", ""
	if f.Order == "newest" || f.Order == "-score" {
		after, direction = "<", " DESC"
	}
	if behind.id != "" {
		s = s.Where("("+column+", s.id) "+after+" (?, ?)", value, behind.id)
	}
	err = s.OrderExpr(column+direction).OrderExpr("s.id"+direction).Scan(ctx, &rows)
	for i := range rows {
		rows[i] = rows[i].scored()
	}
	return rows, err
}

// count counts up to most+1.
func count(ctx context.Context, q bun.IDB, courseID string, f SubmissionFilter, most int64) (n int64, err error) {
	counted := narrowed(q, courseID, f).ColumnExpr("1").Limit(most + 1)
	return n, q.NewSelect().TableExpr("(?) AS c", counted).ColumnExpr("count(*)").Scan(ctx, &n)
}

func rowByID(ctx context.Context, q bun.IDB, id string) (r SubmissionRow, err error) {
	err = named(q.NewSelect().TableExpr("submissions AS s")).Where("s.id = ?", id).Scan(ctx, &r)
	return r.scored(), db.One(err, errNoSubmission)
}

// missing returns the learners enrolled now who have handed in nothing.
func missing(ctx context.Context, q bun.IDB, courseID, lessonID string, limit, offset int64) (ls []MissingLearner, total int64, err error) {
	total, err = q.NewSelect().TableExpr("enrolled_students AS e").Join("JOIN users AS u ON u.id = e.user_id").
		Join("LEFT JOIN submissions AS s ON s.user_id = e.user_id AND s.lesson_id = ?", lessonID).
		ColumnExpr("e.user_id, u.full_name, coalesce(s.excused, ?) AS excused", false).
		Where("e.course_id = ? AND coalesce(s.number, 0) = 0", courseID).
		OrderExpr("u.full_name, e.user_id").Limit(limit).Offset(offset).ScanAndCount(ctx, &ls)
	return ls, total, err
}

func isLearner(ctx context.Context, q bun.IDB, userID, courseID string) (learns bool, err error) {
	return learns, q.NewRaw("SELECT EXISTS (SELECT 1 FROM enrolled_students WHERE user_id = ? AND course_id = ?)", userID, courseID).Scan(ctx, &learns)
}

// erase deletes a user's submissions and removes the user as grader from others'.
func erase(ctx context.Context, tx bun.IDB, userID string) (ids []string, err error) {
	if _, err := tx.NewRaw("UPDATE submissions SET graded_by = NULL WHERE graded_by = ?", userID).Exec(ctx); err != nil {
		return nil, err
	}
	if err := tx.NewRaw("SELECT id FROM submissions WHERE user_id = ?", userID).Scan(ctx, &ids); err != nil {
		return nil, err
	}
	_, err = tx.NewRaw("DELETE FROM submissions WHERE user_id = ?", userID).Exec(ctx)
	return ids, err
}
