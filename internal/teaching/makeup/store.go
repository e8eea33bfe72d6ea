package makeup

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/teaching/classsession"
)

func sessionOf(ctx context.Context, q bun.IDB, id string) (s classsession.Session, err error) {
	return s, db.One(q.NewSelect().Model(&s).Where("s.id = ?", id).Scan(ctx), errNoSession)
}

// numberOf counts the sessions of the batch of a session until it that take place, as they were planned first: one that was moved keeps its number.
func numberOf(alias string) string {
	return strings.ReplaceAll(`(SELECT count(*) FROM batch_sessions AS x WHERE x.batch_id = s.batch_id AND x.status = 'scheduled'
		AND (x.original_date < s.original_date OR x.original_date = s.original_date AND x.original_start_time <= s.original_start_time))`, " s.", " "+alias+".")
}

// isSame selects sessions s and f that are about the same: by their title, if it names one session in each of their batches, and else by their number.
func isSame() string {
	titled := func(alias string) string {
		return "(SELECT count(*) FROM batch_sessions AS t WHERE t.batch_id = " + alias + ".batch_id AND t.status = 'scheduled' AND lower(t.title) = lower(f.title))"
	}
	return "CASE WHEN f.title <> '' AND " + titled("f") + " = 1 AND " + titled("s") + " = 1 THEN lower(s.title) = lower(f.title) ELSE " + numberOf("s") + " = " + numberOf("f") + " END"
}

// mostChoices limits how many sessions a learner chooses from.
const mostChoices = 50

// selectMakeUps selects sessions s of batches b, as a learner sees them who has missed a session.
func selectMakeUps(q bun.IDB, userID, missedID string) *bun.SelectQuery {
	return q.NewSelect().TableExpr("batch_sessions AS s").Join("JOIN batches AS b ON b.id = s.batch_id").Join("LEFT JOIN users AS i ON i.id = coalesce(s.instructor_id, b.assigned_instructor)").
		ColumnExpr("s.id, s.batch_id, b.batch_name, coalesce(i.full_name, '') AS instructor_name, s.title, s.date, s.start_time, s.end_time, s.timezone, s.starts_at, s.ends_at").
		ColumnExpr("b.capacity - b.enrolled - b.reserved - (SELECT count(*) FROM admitted_guests AS g WHERE g.session_id = s.id) AS free_places").
		ColumnExpr(`(EXISTS (SELECT 1 FROM batch_sessions AS o JOIN batches AS ob ON ob.id = o.batch_id JOIN batch_members AS om ON om.batch_id = o.batch_id AND om.user_id = ? AND om.status IN ('active', 'on_hold')
				WHERE o.id <> ? AND o.status = 'scheduled' AND ob.status <> 'Cancelled' AND o.starts_at < s.ends_at AND o.ends_at > s.starts_at)
			OR EXISTS (SELECT 1 FROM admitted_guests AS og JOIN batch_sessions AS o ON o.id = og.session_id
				WHERE og.user_id = ? AND o.id <> s.id AND o.status = 'scheduled' AND o.starts_at < s.ends_at AND o.ends_at > s.starts_at)) AS overlaps`, userID, missedID, userID)
}

// choices returns the sessions ahead in which a learner can make up another, by time: about the same, of other groups of the course that take place and of which
// they are no member.
func choices(ctx context.Context, q bun.IDB, missed classsession.Session, userID string, now time.Time) (found []MakeUpSession, err error) {
	found = []MakeUpSession{}
	return found, selectMakeUps(q, userID, missed.ID).Join("JOIN batch_sessions AS f ON f.id = ?", missed.ID).Join("JOIN batches AS fb ON fb.id = f.batch_id").
		Where("b.course_id = fb.course_id AND b.id <> fb.id AND b.batch_type = 'group' AND NOT b.archived AND b.status IN ('Upcoming', 'Active')").
		Where("s.status = 'scheduled' AND s.starts_at > ? AND s.started_at IS NULL", now).Where(isSame()).
		Where("NOT EXISTS (SELECT 1 FROM batch_members AS m WHERE m.batch_id = b.id AND m.user_id = ? AND m.status <> 'dropped')", userID).
		Where("NOT EXISTS (SELECT 1 FROM session_guests AS h WHERE h.session_id = s.id AND h.user_id = ?)", userID).
		OrderExpr("s.starts_at, s.id").Limit(mostChoices).Scan(ctx, &found)
}

// placeOf returns the session that a learner has chosen last to make up another, unless it was cancelled or they have lost access to it; nil for none.
func placeOf(ctx context.Context, q bun.IDB, missedID, userID string) (*MakeUpSession, error) {
	m := new(MakeUpSession)
	return db.Optional(m, selectMakeUps(q, userID, missedID).Join("JOIN admitted_guests AS a ON a.session_id = s.id").
		Where("a.for_session_id = ? AND a.user_id = ? AND s.status = 'scheduled' AND b.status <> 'Cancelled'", missedID, userID).OrderExpr("s.starts_at DESC, s.id DESC").Limit(1).Scan(ctx, m))
}

// isEnrolled reports whether a user is enrolled in the course of a batch.
func isEnrolled(ctx context.Context, q bun.IDB, batchID, userID string) (bool, error) {
	return q.NewSelect().TableExpr("enrolled_students AS e").Join("JOIN batches AS b ON b.course_id = e.course_id").Where("b.id = ? AND e.user_id = ?", batchID, userID).Exists(ctx)
}

func insertGuest(ctx context.Context, tx bun.IDB, g guest) error {
	_, err := tx.NewInsert().Model(&g).Exec(ctx)
	return err
}

// guestOf returns a guest of a session, or errNoGuest.
func guestOf(ctx context.Context, q bun.IDB, sessionID, userID string) (g guest, err error) {
	return g, db.One(q.NewSelect().Model(&g).Where("g.session_id = ? AND g.user_id = ?", sessionID, userID).Scan(ctx), errNoGuest)
}

func deleteGuest(ctx context.Context, tx bun.IDB, sessionID, userID string) error {
	return db.MustChange(ctx, tx.NewRaw("DELETE FROM session_guests WHERE session_id = ? AND user_id = ?", sessionID, userID), errNoGuest)
}

func eraseGuest(ctx context.Context, tx bun.IDB, userID string) error {
	_, err := tx.NewRaw("DELETE FROM session_guests WHERE user_id = ?", userID).Exec(ctx)
	return err
}
