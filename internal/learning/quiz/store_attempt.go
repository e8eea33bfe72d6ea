package quiz

import (
	"context"
	"encoding/json"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/question"
	"lectern/internal/platform/db"
)

// insertAttempt returns false if the user has a running attempt, or another request has just begun the one with this
// number.
func insertAttempt(ctx context.Context, tx bun.IDB, a attempt) (begun bool, err error) {
	return db.Changed(tx.NewInsert().Model(&a).On("CONFLICT DO NOTHING").Exec(ctx))
}

// attemptByID returns errNoAttempt if there is none.
func attemptByID(ctx context.Context, q bun.IDB, id string) (a attempt, err error) {
	return a, db.One(q.NewSelect().Model(&a).Where("a.id = ?", id).Scan(ctx), errNoAttempt)
}

func lockAttempt(ctx context.Context, tx bun.IDB, id string) (a attempt, err error) {
	return a, db.One(db.ForUpdate(tx.NewSelect().Model(&a)).Where("a.id = ?", id).Scan(ctx), errNoAttempt)
}

// runningAttempt returns errNoAttempt if there is none.
func runningAttempt(ctx context.Context, q bun.IDB, userID, lessonID string) (a attempt, err error) {
	return a, db.One(q.NewSelect().Model(&a).Where("a.user_id = ? AND a.lesson_id = ? AND a.status = 'running'", userID, lessonID).Scan(ctx), errNoAttempt)
}

// attemptsOf returns a user's attempts at a quiz without their papers, newest first. There are few.
func attemptsOf(ctx context.Context, q bun.IDB, userID, lessonID string) (as []attempt, err error) {
	return as, q.NewSelect().Model(&as).ExcludeColumn("paper").Where("a.user_id = ? AND a.lesson_id = ?", userID, lessonID).OrderExpr("a.number DESC").Limit(200).Scan(ctx)
}

func updateAttempt(ctx context.Context, tx bun.IDB, a attempt) error {
	_, err := tx.NewUpdate().Model(&a).WherePK().Exec(ctx)
	return err
}

type answerRow struct {
	bun.BaseModel `bun:"table:quiz_answers,alias:w"`

	AttemptID  string `bun:",pk"`
	QuestionID string `bun:",pk"`
	Sequence   int64
	Answer     string
	SavedAt    time.Time
	Outcome    string
}

// saveAnswer stores an answer unless a later one is stored. Of two with the same sequence, the same one wins in
// either order.
func saveAnswer(ctx context.Context, tx bun.IDB, r answerRow) error {
	_, err := tx.NewInsert().Model(&r).On("CONFLICT (attempt_id, question_id) DO UPDATE").
		Set("sequence = excluded.sequence, answer = excluded.answer, saved_at = excluded.saved_at").
		Where("excluded.sequence > w.sequence OR excluded.sequence = w.sequence AND excluded.answer > w.answer").Exec(ctx)
	return err
}

// gradeAnswer records the outcome for a question, also of one left blank, which has no row yet.
func gradeAnswer(ctx context.Context, tx bun.IDB, r answerRow) error {
	_, err := tx.NewInsert().Model(&r).On("CONFLICT (attempt_id, question_id) DO UPDATE").Set("outcome = excluded.outcome").Exec(ctx)
	return err
}

// answersOf returns the answers of an attempt by question.
func answersOf(ctx context.Context, q bun.IDB, attemptID string) (map[string]answerRow, error) {
	var rows []answerRow
	err := q.NewSelect().Model(&rows).Where("w.attempt_id = ?", attemptID).Scan(ctx)
	byQuestion := make(map[string]answerRow, len(rows))
	for _, r := range rows {
		byQuestion[r.QuestionID] = r
	}
	return byQuestion, err
}

func (r answerRow) read() (a question.QuizAnswer, err error) {
	if r.Answer == "" {
		return a, nil
	}
	return a, json.Unmarshal([]byte(r.Answer), &a)
}

// attemptList returns a page of learners' attempts at a quiz, newest first unless the filter says otherwise, with the learners' names.
func attemptList(ctx context.Context, q bun.IDB, lessonID string, f AttemptFilter, behind attemptPosition, limit int64) (rows []QuizAttemptRow, err error) {
	s := f.narrow(q.NewSelect()).TableExpr("quiz_attempts AS a").Join("JOIN users AS u ON u.id = a.user_id").
		ColumnExpr("a.id, a.user_id, u.full_name, a.number, a.status, a.started_at, a.submitted_at, a.timed_out, a.percent, a.passed, a.earned AS exact, a.possible").
		Where("a.lesson_id = ? AND NOT a.trial", lessonID).Limit(limit)
	column, value, after, direction := "a.started_at", any(behind.at), "<", " DESC"
	if f.byScore() {
		column, value = "a.percent", behind.percent
	}
	if f.Sort == "percent" {
		after, direction = ">", ""
	}
	if behind.id != "" || !f.byScore() {
		s.Where("("+column+", a.id) "+after+" (?, ?)", value, behind.id)
	}
	return rows, s.OrderExpr(column+direction).OrderExpr("a.id"+direction).Scan(ctx, &rows)
}

// countAttempts counts up to most+1.
func countAttempts(ctx context.Context, q bun.IDB, lessonID string, f AttemptFilter, most int64) (n int64, err error) {
	counted := f.narrow(q.NewSelect()).TableExpr("quiz_attempts AS a").ColumnExpr("1").Where("a.lesson_id = ? AND NOT a.trial", lessonID).Limit(most + 1)
	return n, q.NewSelect().TableExpr("(?) AS c", counted).ColumnExpr("count(*)").Scan(ctx, &n)
}

func (f AttemptFilter) narrow(s *bun.SelectQuery) *bun.SelectQuery {
	if f.byScore() {
		s = s.Where("a.percent IS NOT NULL")
	}
	if f.User == "" {
		return s
	}
	return s.Where("a.user_id = ?", f.User)
}

// missing returns the learners enrolled now who have submitted nothing.
func missing(ctx context.Context, q bun.IDB, courseID, lessonID string, limit, offset int64) (ls []QuizMissing, total int64, err error) {
	ls = []QuizMissing{}
	of := q.NewSelect().TableExpr("quiz_attempts AS a").ColumnExpr("1").Where("a.user_id = e.user_id AND a.lesson_id = ? AND NOT a.trial", lessonID)
	total, err = q.NewSelect().TableExpr("enrolled_students AS e").Join("JOIN users AS u ON u.id = e.user_id").
		ColumnExpr("e.user_id, u.full_name, EXISTS (?) AS running", of.Clone().Where("a.status = 'running'")).
		Where("e.course_id = ? AND NOT EXISTS (?)", courseID, of.Clone().Where("a.status = 'submitted'")).
		OrderExpr("u.full_name, e.user_id").Limit(limit).Offset(offset).ScanAndCount(ctx, &ls)
	return ls, total, err
}

// learnsIn reports whether a course is open to a user at an instant, by their enrollment.
func learnsIn(ctx context.Context, q bun.IDB, userID, courseID string, now time.Time) (learns bool, err error) {
	open := course.LearnableAt(now)
	return learns, q.NewRaw(`SELECT EXISTS (SELECT 1 FROM enrolled_students AS e JOIN courses AS c ON c.id = e.course_id
		WHERE e.user_id = ? AND e.course_id = ? AND `+open.SQL+")", append([]any{userID, courseID}, open.Args...)...).Scan(ctx, &learns)
}

func nameOf(ctx context.Context, q bun.IDB, userID string) (name string, err error) {
	return name, q.NewRaw("SELECT full_name FROM users WHERE id = ?", userID).Scan(ctx, &name)
}

// counted selects the submitted attempts a of the lesson ?0 that count: those of who is enrolled now, without trials. retained selects
// those of learners whose account was erased since, without their names.
const (
	counted      = ` FROM quiz_attempts AS a JOIN enrolled_students AS e ON e.user_id = a.user_id AND e.course_id = a.course_id`
	countedWhere = ` WHERE a.lesson_id = ?0 AND NOT a.trial AND a.status = 'submitted'`
	retained     = ` FROM retained_attempts AS a JOIN retained_learners AS r ON r.id = a.learner_id AND r.counted`
)

// outcomes counts the outcomes by question, over the attempts that count.
func outcomes(ctx context.Context, q bun.IDB, lessonID string) (rows []outcomeCount, err error) {
	return rows, q.NewRaw(`SELECT o.question_id, o.outcome, count(*) AS n FROM (
			SELECT w.question_id, w.outcome`+counted+` JOIN quiz_answers AS w ON w.attempt_id = a.id`+countedWhere+`
			UNION ALL SELECT w.question_id, w.outcome`+retained+`
				JOIN retained_outcomes AS w ON w.learner_id = a.learner_id AND w.lesson_id = a.lesson_id AND w.number = a.number WHERE a.lesson_id = ?0
		) AS o GROUP BY o.question_id, o.outcome`, lessonID).Scan(ctx, &rows)
}

type outcomeCount struct {
	QuestionID, Outcome string
	N                   int64
}

// figures sums up the attempts that count.
type figures struct{ Attempts, Learners, ErasedLearners, Passed, Average int64 }

func figuresOf(ctx context.Context, q bun.IDB, lessonID string) (f figures, err error) {
	return f, q.NewRaw(`SELECT count(*) AS attempts, count(DISTINCT s.learner) AS learners, count(DISTINCT s.erased) AS erased_learners,
		coalesce(sum(CASE WHEN s.passed THEN 1 ELSE 0 END), 0) AS passed, CAST(coalesce(round(avg(s.percent)), 0) AS BIGINT) AS average FROM (
			SELECT a.user_id AS learner, NULL AS erased, a.passed, a.percent`+counted+countedWhere+`
			UNION ALL SELECT a.learner_id, a.learner_id, a.passed, a.percent`+retained+` WHERE a.lesson_id = ?0
		) AS s`, lessonID).Scan(ctx, &f)
}

// submittedAfter returns the next page of ids of submitted attempts.
func submittedAfter(ctx context.Context, q bun.IDB, lessonID, after string, limit int64) (ids []string, err error) {
	return ids, q.NewRaw("SELECT id FROM quiz_attempts WHERE lesson_id = ? AND status = 'submitted' AND id > ? ORDER BY id LIMIT ?", lessonID, after, limit).Scan(ctx, &ids)
}

func erase(ctx context.Context, tx bun.IDB, userID string) error {
	_, err := tx.NewRaw("DELETE FROM quiz_attempts WHERE user_id = ?", userID).Exec(ctx)
	return err
}
