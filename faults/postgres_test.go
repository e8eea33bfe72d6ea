package faults

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// postgres is a database server of the test's own, which it may kill.
type postgres struct {
	t         *testing.T
	bin, data string
	port      string
}

func newPostgres(t *testing.T) *postgres {
	t.Helper()
	return newPostgresIn(t, t.TempDir())
}

// newPostgresIn stores the database in a folder of the test's own.
func newPostgresIn(t *testing.T, dir string) *postgres {
	t.Helper()
	if os.Getenv("TEST_POSTGRES") == "" {
		missing(t, "PostgreSQL: scripts/with-postgres go test ./faults")
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil || len(found) == 0 {
		missing(t, "the programs of a PostgreSQL server")
	}
	_, port, _ := strings.Cut(freeAddress(t), ":")
	p := &postgres{t, slices.Max(found), filepath.Join(dir, "cluster"), port}
	if os.Getuid() == 0 { // initdb does not work as root
		owner, err := user.Lookup("postgres")
		if err != nil {
			missing(t, "the user postgres")
		}
		uid, _ := strconv.Atoi(owner.Uid)
		gid, _ := strconv.Atoi(owner.Gid)
		if err := errors.Join(os.Chown(dir, uid, gid), os.Chmod(filepath.Dir(dir), 0o711)); err != nil {
			t.Fatal(err)
		}
	}
	p.do("initdb", "-D", p.data, "-U", "lectern", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	p.start()
	t.Cleanup(func() { _ = p.command("pg_ctl", "-D", p.data, "-m", "immediate", "-w", "stop").Run() }) // it may be dead
	return p
}

func (p *postgres) command(name string, args ...string) *exec.Cmd {
	line := append([]string{filepath.Join(p.bin, name)}, args...)
	if os.Getuid() == 0 {
		line = append([]string{"runuser", "-u", "postgres", "--"}, line...)
	}
	c := exec.Command(line[0], line[1:]...)
	c.Dir = "/"
	return c
}

func (p *postgres) do(name string, args ...string) {
	p.t.Helper()
	if err := p.command(name, args...).Run(); err != nil {
		p.t.Fatalf("%s: %v", name, err)
	}
}

func (p *postgres) start() {
	p.t.Helper()
	options := fmt.Sprintf("-p %s -k %s -c listen_addresses=127.0.0.1 -c fsync=off", p.port, filepath.Dir(p.data)) // only processes die here
	eventually(p.t, patience, "the database server starts", func() bool {                                          // not before the last one's children are gone
		return p.command("pg_ctl", "-D", p.data, "-l", p.data+".log", "-w", "-o", options, "start").Run() == nil
	})
}

// kill ends the server like kill -9.
func (p *postgres) kill() {
	p.t.Helper()
	first, _, _ := strings.Cut(read(p.t, filepath.Join(p.data, "postmaster.pid")), "\n")
	pid, err := strconv.Atoi(first)
	if err == nil {
		err = syscall.Kill(pid, syscall.SIGKILL)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

func (p *postgres) url() string {
	return "postgres://lectern@127.0.0.1:" + p.port + "/postgres?sslmode=disable"
}

// ledger records what was acknowledged.
type ledger struct {
	mu      sync.Mutex
	courses []string // ids
	parts   map[int]part
	odd     []string // unexpected answers
	away    int      // answers that ask for a retry
}

func (l *ledger) note(a answer, err error, done func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case err == nil && a.Success:
		done()
	case err == nil && a.Status == 503:
		l.away++
	default:
		l.odd = append(l.odd, fmt.Sprintf("%v %s", err, described(a)))
	}
}

func (l *ledger) size() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.courses)
}

// F67: PostgreSQL is restarted and then killed under load. While it is away, clients get 503 and no other error, everything
// acknowledged is stored exactly once, and the server continues without a restart.
func TestPostgresRestartedAndKilledUnderLoad(t *testing.T) {
	database := newPostgres(t)
	p := makeInstallation(t, filepath.Join(t.TempDir(), "data"), []string{"LECTERN_DATABASE=" + database.url()})
	s, by := p.serve(nil)
	content := noise(2_000_000, 67)
	up := begin(t, by, "ledger.mp4", p.course, len(content), 10_000)

	l := &ledger{parts: map[int]part{}}
	working, stop := context.WithCancel(t.Context())
	var writers sync.WaitGroup
	for w := range 3 {
		writers.Go(func() {
			for n := 0; working.Err() == nil; n++ {
				a, err := by.send("POST", "/courses/create", map[string]string{"title": fmt.Sprintf("course %d-%d", w, n), "category": "Ledger", "course_type": "free"})
				l.note(a, err, func() { l.courses = append(l.courses, idOf(a)) })
			}
		})
	}
	writers.Go(func() {
		for number := 1; working.Err() == nil; number = number%up.TotalChunks + 1 {
			got, a, err := up.putRaw(by, content, number)
			l.note(a, err, func() { l.parts[number] = got })
		}
	})
	grows := func(what string) {
		t.Helper()
		had, begun := l.size(), time.Now()
		eventually(t, patience, "writes are acknowledged "+what, func() bool { return l.size() > had+20 })
		t.Logf("%.1f s until writes are acknowledged %s", time.Since(begun).Seconds(), what)
	}
	grows("at first")
	database.do("pg_ctl", "-D", database.data, "-m", "fast", "-w", "stop")
	database.start()
	grows("after a restart")
	database.kill()
	database.start()
	grows("after kill -9")
	stop()
	writers.Wait()

	if len(l.odd) > 0 {
		t.Errorf("%d unexpected answers, the first: %s", len(l.odd), l.odd[0])
	}
	if l.away == 0 {
		t.Error("the load did not notice the outage")
	}
	if s.ended() {
		t.Fatal("the server has ended")
	}
	connection, err := pgx.Connect(t.Context(), database.url())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close(t.Context())
	var there int
	if err := connection.QueryRow(t.Context(), "SELECT count(*) FROM courses WHERE id = ANY($1)", l.courses).Scan(&there); err != nil {
		t.Fatal(err)
	}
	slices.Sort(l.courses)
	if distinct := len(slices.Compact(l.courses)); there != distinct || distinct == 0 {
		t.Errorf("%d courses were acknowledged and %d are there", distinct, there)
	}
	if missing := lost(l.parts, up.held(by)); len(missing) > 0 {
		t.Errorf("acknowledged and lost: %v", missing)
	}
	up.sendRest(by, content)
	p.wantSource(up.VideoID, content)
	t.Logf("%d courses and %d parts acknowledged, %d times asked to come again", there, len(l.parts), l.away)
}
