package dbtest

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"

	"lectern/internal/platform/db"
)

// database is a copy that tests of this process use one after the other.
type database struct {
	name, source, address string

	frozen bool // it is a Snapshot, and stays as it is
	lent   bool // its test has the open db.DB
	opened *db.DB
	admin  *pgx.Conn // resets it
	shape  string    // of its schema when it was created
}

// open connects, before a test changes anything.
func (d *database) open(ctx context.Context) (*db.DB, error) {
	if d.opened != nil {
		return d.opened, nil
	}
	opened, err := db.Open(ctx, d.address, db.Options{Migrated: true})
	if err != nil {
		return nil, err
	}
	d.opened = opened
	config, err := pgx.ParseConfig(d.address)
	if err != nil {
		return nil, err
	}
	config.RuntimeParams["session_replication_role"] = "replica" // rows are deleted and restored in any order
	config.RuntimeParams["statement_timeout"] = "5000"           // ms: a lock that a test has left behind
	if d.admin, err = pgx.ConnectConfig(ctx, config); err != nil {
		return nil, err
	}
	return opened, d.admin.QueryRow(ctx, shape).Scan(&d.shape)
}

// shape changes with each table, column, index, constraint and trigger that a test changes, and names what it has left running.
const shape = `SELECT concat_ws(' ',
	(SELECT count(*) || ' ' || sum(hashtext(oid || ' ' || xmin)) FROM pg_class WHERE relnamespace = 'public'::regnamespace),
	(SELECT count(*) FROM pg_trigger), (SELECT count(*) FROM pg_constraint), (SELECT count(*) FROM pg_proc),
	(SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'),
	(SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE d.datname = current_database() AND locktype = 'advisory'))`

// reset brings back the rows of the source, and reports whether the database is as good as new.
func (d *database) reset(ctx context.Context) bool {
	if d.opened == nil || d.opened.Check(ctx) != nil { // the test has closed it
		return false
	}
	var now string
	if err := d.admin.QueryRow(ctx, shape).Scan(&now); err != nil || now != d.shape {
		return false
	}
	d.lent = false
	return restoreRows(ctx, d.admin) == nil
}

func (d *database) close(ctx context.Context) (err error) {
	if d.opened != nil {
		err = d.opened.Close()
	}
	if d.admin != nil {
		err = errors.Join(err, d.admin.Close(ctx))
	}
	d.opened, d.admin = nil, nil
	return err
}

// keepRows keeps the rows that a database has now in the schema kept, of which copies are restored.
func keepRows(ctx context.Context, address string) error {
	c, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	_, err = c.Exec(ctx, `DO $$
		DECLARE found text; filled boolean;
		BEGIN
			DROP SCHEMA IF EXISTS kept CASCADE;
			CREATE SCHEMA kept;
			FOR found IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0 LOOP
				EXECUTE format('SELECT EXISTS (SELECT 1 FROM public.%I)', found) INTO filled;
				IF filled THEN EXECUTE format('CREATE TABLE kept.%1$I AS TABLE public.%1$I', found); END IF;
			END LOOP;
		END $$`)
	return errors.Join(err, c.Close(ctx))
}

// restoreRows empties the tables that have pages, and fills them again from kept. VACUUM makes them files without a page, as they
// are in a new database: else a query without ORDER BY gives the rows in another order than there. To ask each of some hundred tables
// for a row would take the server more than all that a test does.
func restoreRows(ctx context.Context, c *pgx.Conn) error {
	filled, err := tablesIn(ctx, c, "public", "pg_relation_size(oid) > 0")
	if err != nil || len(filled) == 0 {
		return err
	}
	kept, err := tablesIn(ctx, c, "kept", "TRUE")
	if err != nil {
		return err
	}
	var clear, restore strings.Builder
	for _, table := range filled {
		clear.WriteString("DELETE FROM public." + table + ";")
	}
	for _, table := range kept {
		restore.WriteString("INSERT INTO public." + table + " OVERRIDING SYSTEM VALUE TABLE kept." + table + ";")
	}
	for _, statement := range []string{clear.String(), "VACUUM public." + strings.Join(filled, ", public."), restore.String()} {
		if _, err := c.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// tablesIn returns the tables of a schema to which a condition on pg_class applies.
func tablesIn(ctx context.Context, c *pgx.Conn, schema, condition string) ([]string, error) {
	rows, err := c.Query(ctx, "SELECT quote_ident(relname) FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r' AND "+condition+" ORDER BY relname", schema)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
