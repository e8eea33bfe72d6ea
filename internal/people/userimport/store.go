package userimport

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/sheet"
)

const insertedAtATime = 500 // rows of one statement

func insertImport(ctx context.Context, tx bun.IDB, i UserImport, rows []row) error {
	if _, err := tx.NewInsert().Model(&i).Exec(ctx); err != nil {
		return err
	}
	for some := range slices.Chunk(rows, insertedAtATime) {
		if _, err := tx.NewInsert().Model(&some).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

func countRunning(ctx context.Context, q bun.IDB, admin string) (n int64, err error) {
	return n, q.NewRaw("SELECT count(*) FROM user_imports WHERE admin_id = ? AND state = 'running'", admin).Scan(ctx, &n)
}

const selectImports = "SELECT i.*, u.full_name AS admin_name FROM user_imports AS i JOIN users AS u ON u.id = i.admin_id "

func importsSince(ctx context.Context, q bun.IDB, since time.Time, limit, offset int64) (is []UserImport, total int64, err error) {
	err = q.NewRaw(selectImports+"WHERE i.created_at >= ? ORDER BY i.created_at DESC, i.id DESC LIMIT ? OFFSET ?", since, limit, offset).Scan(ctx, &is)
	if err != nil {
		return nil, 0, err
	}
	return is, total, q.NewRaw("SELECT count(*) FROM user_imports WHERE created_at >= ?", since).Scan(ctx, &total)
}

func importByID(ctx context.Context, q bun.IDB, id string) (i UserImport, err error) {
	return i, db.One(q.NewRaw(selectImports+"WHERE i.id = ?", id).Scan(ctx, &i), errNoImport)
}

// lockImport returns an import whose row is locked until the transaction ends.
func lockImport(ctx context.Context, tx bun.IDB, id string) (i UserImport, err error) {
	return i, db.One(db.ForUpdate(tx.NewSelect().Model(&i).Where("i.id = ?", id)).Scan(ctx), errNoImport)
}

// nextRows returns the rows whose turn it is, in their order.
func nextRows(ctx context.Context, tx bun.IDB, id string, most int) (rows []row, err error) {
	return rows, tx.NewSelect().Model(&rows).Where("r.import_id = ? AND r.outcome = ''", id).OrderExpr("r.position").Limit(int64(most)).Scan(ctx)
}

// noteOutcomes records what became of rows, and counts it.
func noteOutcomes(ctx context.Context, tx bun.IDB, i UserImport, rows []row) error {
	counts := map[string]int64{}
	for _, r := range rows {
		counts[r.Outcome]++
	}
	_, err := tx.NewInsert().Model(&rows).On("CONFLICT (import_id, position) DO UPDATE").Set("user_id = excluded.user_id, email_key = excluded.email_key, cells = excluded.cells").
		Set("outcome = excluded.outcome, columns = excluded.columns, faults = excluded.faults").Exec(ctx)
	if err != nil {
		return err
	}
	_, err = tx.NewRaw(`UPDATE user_imports SET created = created + ?, updated = updated + ?, deactivated = deactivated + ?, existing = existing + ?,
		refused = refused + ? WHERE id = ?`, counts[created], counts[updated], counts[deactivated], counts[existing], counts[refused], i.ID).Exec(ctx)
	return err
}

// endImport ends an import and forgets what the rows said that were not reached.
func endImport(ctx context.Context, tx bun.IDB, id, state, reason string, now time.Time) error {
	if _, err := tx.NewRaw("UPDATE user_imports SET state = ?, reason = ?, finished_at = ? WHERE id = ?", state, reason, now, id).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewRaw("UPDATE user_import_rows SET cells = ?, email_key = '' WHERE import_id = ? AND outcome = ''", db.JSON[*directory.Imported]{}, id).Exec(ctx)
	return err
}

// changesOf returns the first changes of an import. Names are those that accounts have now; who would be created by a dry run has those
// of the sheet.
func changesOf(ctx context.Context, q bun.IDB, id string, most int) (changes []ImportChange, err error) {
	var rows []struct {
		row
		FullName, Email string
	}
	err = q.NewRaw(`SELECT r.*, coalesce(u.full_name, '') AS full_name, coalesce(u.email, '') AS email FROM user_import_rows AS r LEFT JOIN users AS u ON u.id = r.user_id
		WHERE r.import_id = ? AND r.outcome IN ('created', 'updated', 'deactivated') ORDER BY r.position LIMIT ?`, id, most).Scan(ctx, &rows)
	changes = make([]ImportChange, len(rows))
	for at, r := range rows {
		c := ImportChange{Row: r.Line, Outcome: r.Outcome, FullName: r.FullName, Email: r.Email, Columns: []string{}}
		if r.Cells.V != nil {
			c.FullName, c.Email = r.Cells.V.FullName, r.Cells.V.Email
		}
		if r.Columns != "" {
			c.Columns = strings.Split(r.Columns, ",")
		}
		changes[at] = c
	}
	return changes, err
}

// faultsOf returns what is wrong with some rows of an import, after a position, and the position of the last row.
func faultsOf(ctx context.Context, q bun.IDB, id string, after int64, rows int) (faults []sheet.RowFault, last int64, err error) {
	var bad []row
	err = q.NewSelect().Model(&bad).Where("r.import_id = ? AND r.outcome = 'refused' AND r.position > ?", id, after).OrderExpr("r.position").Limit(int64(rows)).Scan(ctx)
	faults = []sheet.RowFault{}
	for _, r := range bad {
		faults, last = append(faults, r.Faults.V...), r.Position
	}
	return faults, last, err
}

// usersOfRows returns the ids of the users of rows, by the keys of their emails and of their student numbers.
func usersOfRows(ctx context.Context, q bun.IDB, rows []sheetRow) (byEmail, byNumber map[string]string, err error) {
	var emails, numbers []string
	for _, r := range rows {
		emails = append(emails, directory.EmailKey(r.Email))
		numbers = append(numbers, directory.StudentNumberKey(r.StudentNumber))
	}
	var found []struct{ ID, EmailKey, StudentNumberKey string }
	err = q.NewRaw(`SELECT id, email_key, '' AS student_number_key FROM users WHERE email_key IN (?)
		UNION ALL SELECT id, '' AS email_key, student_number_key FROM users WHERE student_number_key IN (?)`, bun.List(emails), bun.List(numbers)).Scan(ctx, &found)
	byEmail, byNumber = map[string]string{}, map[string]string{}
	for _, u := range found {
		if u.EmailKey != "" {
			byEmail[u.EmailKey] = u.ID
		}
		if u.StudentNumberKey != "" {
			byNumber[u.StudentNumberKey] = u.ID
		}
	}
	return byEmail, byNumber, err
}

// usersWithRoleAlone lists the active users who have a role and no other.
func usersWithRoleAlone(ctx context.Context, q bun.IDB, role access.Role) (ids []string, err error) {
	return ids, q.NewRaw(`SELECT u.id FROM users AS u WHERE u.status = ? AND u.id IN (SELECT r.user_id FROM user_roles AS r WHERE r.role = ?)
		AND NOT EXISTS (SELECT 1 FROM user_roles AS r WHERE r.user_id = u.id AND r.role <> ?) ORDER BY u.id`, directory.Active, role, role).Scan(ctx, &ids)
}

func deleteImports(ctx context.Context, tx bun.IDB, started, dryStarted time.Time) error {
	_, err := tx.NewRaw("DELETE FROM user_imports WHERE created_at < ? OR created_at < ? AND dry_run", started, dryStarted).Exec(ctx)
	return err
}

func deleteRowsOf(ctx context.Context, tx bun.IDB, user string) error {
	_, err := tx.NewRaw("DELETE FROM user_import_rows WHERE user_id = ? OR email_key = (SELECT email_key FROM users WHERE id = ?)", user, user).Exec(ctx)
	return err
}
