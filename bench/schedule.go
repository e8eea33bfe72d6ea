package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

const (
	scheduleInstructors = 200
	scheduleDays        = 730 // of sessions, half of them past
	scheduleBookers     = 50  // who want one slot at the same moment
)

// scheduleRow measures the calendars of a school with 200 instructors and two years of sessions: free slots for visitors, the calendar of
// those who teach, the move of a series, and visitors who book one slot at the same moment.
func scheduleRow(b *bench) ([]Figure, error) {
	l, file, end, err := b.serveFile("--no-worker")
	if err != nil {
		return nil, err
	}
	defer end()
	t := &timetable{lectern: l, file: file, today: time.Now().UTC().Truncate(24 * time.Hour)}
	if err := t.fill(); err != nil {
		return nil, err
	}
	if err := t.enter(); err != nil {
		return nil, err
	}
	return t.figures(b.pairs)
}

// timetable is a server of many instructors with sessions, on SQLite.
type timetable struct {
	*lectern
	file        *sql.DB
	today       time.Time // midnight in UTC
	instructors []string
	signedIn    []*lectern // as some of them: limits count by account
}

// date is a number of days from today.
func (t *timetable) date(days int) string { return t.today.AddDate(0, 0, days).Format(time.DateOnly) }

// fill makes the instructors: copies of the teacher, with their password and with hours from 8 to 20. Each has four sessions a day.
func (t *timetable) fill() error {
	var hours []string
	for weekday := range 7 {
		hours = append(hours, fmt.Sprintf(`{"weekday":%d,"from":"08:00","until":"20:00"}`, weekday+1))
	}
	rules := json.RawMessage(`{"timezone":"Europe/Berlin","takes_demos":true,"hours":[` + strings.Join(hours, ",") + `]}`)
	if err := t.call(http.MethodPut, "/instructors/me/availability", rules, nil); err != nil {
		return err
	}
	tx, err := t.file.BeginTx(t.ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, statement := range t.statements() {
		if _, err := tx.ExecContext(t.ctx, statement); err != nil {
			return fmt.Errorf("%.60s: %w", statement, err)
		}
	}
	if err := copyRules(t.ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

func (t *timetable) statements() []string {
	const sessions = `INSERT INTO instructor_busy (id, instructor_id, kind, ref_id, label, from_at, until_at, starts_at, ends_at)
		WITH RECURSIVE d (n, day) AS (SELECT 1, date('%[1]s') UNION ALL SELECT n + 1, date('%[1]s', '+' || n || ' days') FROM d WHERE n < %[2]d),
			h (hour) AS (VALUES ('08'), ('10'), ('13'), ('16'))
		SELECT c.new || '-' || d.n || '-' || h.hour, c.new, 'session', c.new || '-' || d.n || '-' || h.hour, 'Session',
			d.day || ' ' || h.hour || ':00:00+00:00', d.day || ' ' || h.hour || ':45:00+00:00', d.day || ' ' || h.hour || ':00:00+00:00', d.day || ' ' || h.hour || ':45:00+00:00'
		FROM copied AS c, d, h ORDER BY c.new, d.n, h.hour`
	return []string{
		fmt.Sprintf(`CREATE TEMP TABLE copied AS WITH RECURSIVE k (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < %d)
			SELECT i, u.id AS old, printf('00000000-0000-7000-b000-%%012d', i) AS new FROM k CROSS JOIN users AS u WHERE u.email_key = '%s'`, scheduleInstructors, teacher),
		`INSERT INTO users (id, email, email_key, email_verified_at, full_name, name_key, password_hash, status, created_at, updated_at)
			SELECT c.new, 'i' || c.i || '@example.org', 'i' || c.i || '@example.org', u.email_verified_at, 'Instructor ' || c.i, 'instructor ' || c.i, u.password_hash,
				u.status, u.created_at, u.updated_at
			FROM copied AS c JOIN users AS u ON u.id = c.old`,
		"INSERT INTO user_roles (user_id, role) SELECT new, 'instructor' FROM copied",
		"INSERT INTO course_instructors (course_id, user_id) SELECT i.course_id, c.new FROM copied AS c JOIN course_instructors AS i ON i.user_id = c.old",
		"INSERT INTO instructor_calendars (instructor_id, version) SELECT new, 1 FROM copied",
		fmt.Sprintf(sessions, t.date(-scheduleDays/2), scheduleDays),
	}
}

// copyRules gives the copies of the teacher the teacher's hours.
func copyRules(ctx context.Context, tx *sql.Tx) error {
	columns, err := columnsOf(ctx, tx, "instructor_rules")
	if err != nil {
		return err
	}
	others := make([]string, 0, len(columns))
	for _, c := range columns {
		if c != "instructor_id" {
			others = append(others, c)
		}
	}
	_, err = tx.ExecContext(ctx, fmt.Sprintf("INSERT INTO instructor_rules (instructor_id, %s) SELECT c.new, r.%s FROM copied AS c JOIN instructor_rules AS r ON r.instructor_id = c.old",
		strings.Join(others, ", "), strings.Join(others, ", r.")))
	return err
}

// enter signs some of the instructors in.
func (t *timetable) enter() error {
	for i := range scheduleInstructors {
		t.instructors = append(t.instructors, fmt.Sprintf("00000000-0000-7000-b000-%012d", i+1))
	}
	for i := range scheduleBookers {
		one, err := t.as(emailOf(i))
		if err != nil {
			return err
		}
		t.signedIn = append(t.signedIn, one)
	}
	return nil
}

// emailOf returns the address of one of the instructors, as fill makes it.
func emailOf(instructor int) string { return fmt.Sprintf("i%d@example.org", instructor+1) }
