package db

import (
	"context"
	"database/sql"

	"github.com/pressly/goose/v3"
)

// appendOnly is the migration after which the rows of the audit log cannot be changed or removed, whoever tries. It is in Go
// because the databases have no words for a trigger in common.
func appendOnly(postgres bool) *goose.Migration {
	up, down := sqliteAppendOnly, sqliteAnyChange
	if postgres {
		up, down = postgresAppendOnly, postgresAnyChange
	}
	return goose.NewGoMigration(24, &goose.GoFunc{RunTx: executing(up)}, &goose.GoFunc{RunTx: executing(down)})
}

func executing(statements []string) func(context.Context, *sql.Tx) error {
	return func(ctx context.Context, tx *sql.Tx) error {
		for _, statement := range statements {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	}
}

var (
	sqliteAppendOnly = []string{
		"CREATE TRIGGER audit_log_update BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END",
		"CREATE TRIGGER audit_log_delete BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END",
	}
	sqliteAnyChange = []string{"DROP TRIGGER audit_log_update", "DROP TRIGGER audit_log_delete"}

	postgresAppendOnly = []string{
		`CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$`,
		"CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
	}
	postgresAnyChange = []string{"DROP TRIGGER audit_log_append_only ON audit_log", "DROP FUNCTION refuse_change()"}
)
