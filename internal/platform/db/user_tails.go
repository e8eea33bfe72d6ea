package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/pressly/goose/v3"

	"lectern/internal/platform/text"
)

// userTails is the migration after which users that were there before can be found by the beginning of a word: what the
// databases call lower case differs, so that it is made in Go.
func userTails(postgres bool) *goose.Migration {
	up := func(ctx context.Context, tx *sql.Tx) error {
		if postgres { // another collation would not find what begins with a text between two others
			if _, err := tx.ExecContext(ctx, `ALTER TABLE user_tails ALTER COLUMN tail TYPE TEXT COLLATE "C"`); err != nil {
				return err
			}
		}
		return fillUserTails(ctx, tx)
	}
	down := func(context.Context, *sql.Tx) error { return nil } // the table goes with the migration before
	return goose.NewGoMigration(44, &goose.GoFunc{RunTx: up}, &goose.GoFunc{RunTx: down})
}

func fillUserTails(ctx context.Context, tx *sql.Tx) (err error) {
	type user struct{ id, name, email string }
	var users []user
	rows, err := tx.QueryContext(ctx, "SELECT id, full_name, email_key FROM users")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var u user
		if err := rows.Scan(&u.id, &u.name, &u.email); err != nil {
			return err
		}
		users = append(users, u)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, u := range users {
		if _, err := tx.ExecContext(ctx, "UPDATE users SET name_key = $1 WHERE id = $2", text.Fold(u.name), u.id); err != nil {
			return fmt.Errorf("name of %s: %w", u.id, err)
		}
		for _, tail := range append(text.SearchKeys(u.name), text.SearchKeys(u.email)...) {
			_, err := tx.ExecContext(ctx, "INSERT INTO user_tails (tail, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", tail, u.id)
			if err != nil {
				return fmt.Errorf("tails of %s: %w", u.id, err)
			}
		}
	}
	return nil
}
