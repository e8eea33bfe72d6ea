package main

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

const newCourse = "'00000000-0000-7000-b000-' || substr(CAST(1000000000000 + k.i * 1000000 + c.rowid AS TEXT), 2)"

// enlarge copies each course the given number of times in the SQLite file of one of our servers, which may be running. For
// lists the copies are like real ones: course, teachers and words.
func enlarge(ctx context.Context, dir string, times int) error {
	d, err := openFile(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	tx, err := d.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	columns, err := columnsOf(ctx, tx, "courses")
	if err != nil {
		return err
	}
	others := strings.Join(columns[1:], ", ")
	for _, statement := range []string{
		fmt.Sprintf(`CREATE TEMP TABLE copied AS WITH RECURSIVE k (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < %d)
			SELECT c.id AS old, %s AS new FROM courses AS c CROSS JOIN k`, times-1, newCourse),
		fmt.Sprintf("INSERT INTO courses (id, %s) SELECT n.new, c.%s FROM copied AS n JOIN courses AS c ON c.id = n.old", others, strings.Join(columns[1:], ", c.")),
		"INSERT INTO course_instructors (course_id, user_id) SELECT n.new, i.user_id FROM copied AS n JOIN course_instructors AS i ON i.course_id = n.old",
		`INSERT INTO course_words (word, course_id, published, created_at)
			SELECT w.word, n.new, w.published, w.created_at FROM copied AS n JOIN course_words AS w ON w.course_id = n.old`,
		"UPDATE catalogue SET version = version + 1", // versions the servers' cached counts
	} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%.60s: %w", statement, err)
		}
	}
	return tx.Commit()
}

// columnsOf lists the columns of a table, the id first.
func columnsOf(ctx context.Context, tx *sql.Tx, table string) (columns []string, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT name FROM pragma_table_info(?) ORDER BY name <> 'id', cid", table)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		columns = append(columns, name)
	}
	return columns, rows.Err()
}
