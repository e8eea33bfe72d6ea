package faults

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// onPostgres returns an installation on a database server of the test's own, and a connection to it.
func onPostgres(t *testing.T) (installation, *pgx.Conn) {
	t.Helper()
	database := newPostgres(t)
	p := makeInstallation(t, filepath.Join(t.TempDir(), "data"), []string{"LECTERN_DATABASE=" + database.url()})
	c, err := pgx.Connect(t.Context(), database.url())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close(t.Context()) }) // before the server stops; it may be gone
	return p, c
}

func execute(t *testing.T, c *pgx.Conn, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if _, err := c.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

func number(t *testing.T, c *pgx.Conn, query string, args ...any) (n int) {
	t.Helper()
	if err := c.QueryRow(t.Context(), query, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// wantUnavailable fails unless the answer says that the service is unavailable and when to retry, and reveals nothing else.
func wantUnavailable(t *testing.T, p installation, what string, a answer, err error) {
	t.Helper()
	if err != nil || a.Status != 503 || a.Again == "" {
		t.Errorf("%s: %v %s, Retry-After %q", what, err, described(a), a.Again)
	}
	wantNoPath(t, p.data, a)
}

// F67: a table that requests need is locked for longer than anybody waits, and there are more requests than connections.
// All of them get a 503 with Retry-After, whether they wait for the lock or for a connection; readers of other tables are
// served; and what is acknowledged afterwards, without a restart, is stored exactly once.
func TestLockedTableAndTooFewConnections(t *testing.T) {
	t.Parallel() // it waits for locks
	p, c := onPostgres(t)
	s, by := p.serve(nil, "--database-wait", "1s", "--database-connections", "3")
	lock, err := c.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lock.Exec(t.Context(), "LOCK TABLE courses IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	create := func(n int) (answer, error) {
		return by.send("POST", "/courses/create", map[string]string{"title": fmt.Sprintf("Locked %d", n), "category": "Ledger", "course_type": "free"})
	}
	var wait sync.WaitGroup
	for n := range 12 {
		wait.Go(func() {
			a, err := create(n)
			wantUnavailable(t, p, "a write", a, err)
		})
	}
	wait.Wait()
	if log := s.log.String(); !strings.Contains(log, "lock timeout") || !strings.Contains(log, "no connection to the database became free") {
		t.Error("not both timeouts occurred: that of the lock and that of the connection")
	}
	if a, err := by.send("GET", "/profile/me/permissions", nil); err != nil || a.Status != 200 {
		t.Errorf("a request that does not need the table: %v %s", err, described(a))
	}
	if err := lock.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	acknowledged := map[string]bool{}
	for n := range 12 {
		a, err := create(n)
		if err != nil || !a.Success {
			t.Fatalf("afterwards: %v %s", err, described(a))
		}
		acknowledged[idOf(a)] = true
	}
	if there := number(t, c, "SELECT count(*) FROM courses WHERE category = 'Ledger'"); there != 12 || len(acknowledged) != 12 {
		t.Errorf("%d courses were acknowledged and %d are there", len(acknowledged), there)
	}
}

// rollsBack makes PostgreSQL roll back the next transactions that add a job, as after deadlocks and serialization failures:
// before (40P01) and at the commit (40001), in turn. Sequences are not rolled back, so it ends.
var rollsBack = []string{
	"CREATE SEQUENCE broken_early; CREATE SEQUENCE broken_late",
	`CREATE FUNCTION break_early() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF nextval('broken_early') <= 2 THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF; RETURN NEW; END $$`,
	`CREATE FUNCTION break_late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF nextval('broken_late') <= 2 THEN RAISE EXCEPTION 'could not serialize access' USING ERRCODE = '40001'; END IF; RETURN NULL; END $$`,
	"CREATE TRIGGER break_early BEFORE INSERT ON jobs FOR EACH ROW WHEN (NEW.ref <> '') EXECUTE FUNCTION break_early()",
	`CREATE CONSTRAINT TRIGGER break_late AFTER INSERT ON jobs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.ref <> '')
		EXECUTE FUNCTION break_late()`,
}

// F67: PostgreSQL rolls a transaction back by itself (class 40), before or at its commit. The client gets a 503 with
// Retry-After, nothing is left half done, and its retry does the work once.
func TestTransactionRolledBackByTheDatabase(t *testing.T) {
	p, c := onPostgres(t)
	_, by := p.serve(nil)
	content := noise(300_000, 40)
	up := begin(t, by, "rolled back.mp4", p.course, len(content), 100_000)
	var parts []part
	for n := 1; n <= up.TotalChunks; n++ {
		got, a, err := up.putRaw(by, content, n)
		if err != nil || !a.Success {
			t.Fatalf("part %d: %v %s", n, err, described(a))
		}
		parts = append(parts, got)
	}
	execute(t, c, rollsBack...)
	for try := range 4 {
		a, err := up.complete(by, parts)
		wantUnavailable(t, p, fmt.Sprintf("try %d", try+1), a, err)
		if n := number(t, c, "SELECT count(*) FROM jobs WHERE ref = $1", up.VideoID); n != 0 {
			t.Errorf("try %d left %d jobs", try+1, n)
		}
		if n := number(t, c, "SELECT count(*) FROM videos WHERE id = $1 AND status = 'uploading'", up.VideoID); n != 1 {
			t.Errorf("try %d has touched the video", try+1)
		}
	}
	if a, err := up.complete(by, parts); err != nil || !a.Success {
		t.Fatalf("the fifth try: %v %s", err, described(a))
	}
	if n := number(t, c, "SELECT count(*) FROM jobs WHERE ref = $1", up.VideoID); n != 1 {
		t.Errorf("%d jobs for one video", n)
	}
	p.wantSource(up.VideoID, content)
}
