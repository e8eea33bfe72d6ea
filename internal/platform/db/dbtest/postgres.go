package dbtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"lectern/internal/platform/db"
)

// postgres is the server of TEST_POSTGRES as this process uses it.
var postgres = &server{idle: map[string][]*database{}, used: map[string]*database{}}

// server copies databases for tests. Copying one takes the server 50 ms of CPU and reading its catalog on new connections twice that,
// which is most of what a test costs there; so a database that a test has finished with is emptied and given to another one,
// together with its connections.
type server struct {
	prepareOnce sync.Once
	prepareErr  error
	address     string
	process     uint32    // names the databases of this process
	lock        *pgx.Conn // held until the process ends: without it, they are remains

	mu   sync.Mutex
	idle map[string][]*database // by the name of the database that they are copies of
	used map[string]*database   // by address
}

// template is a migrated database on the server of all tests, which nobody may use while it is copied: a test that opens it
// holds templateLock. Each process holds a lock of its own in the class processLock.
const (
	template     = "lectern_tests"
	templateLock = 7405731
	processLock  = 7405732
)

// prepare creates or migrates the template, once for all tests of the process.
func (s *server) prepare(address string) error {
	s.prepareOnce.Do(func() {
		s.address = address
		s.process = rand.Uint32() >> 1 // the server's integers are signed
		s.prepareErr = s.makeTemplate(context.Background())
	})
	return s.prepareErr
}

func (s *server) makeTemplate(ctx context.Context) error {
	c, err := pgx.Connect(ctx, s.address)
	if err != nil {
		return err
	}
	s.lock = c
	if _, err := c.Exec(ctx, fmt.Sprintf("SELECT pg_advisory_lock(%d), pg_advisory_lock(%d, %d)", templateLock, processLock, s.process)); err != nil {
		return err
	}
	if err := dropRemains(ctx, c); err != nil {
		return err
	}
	var there bool
	if err := c.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)", template).Scan(&there); err != nil {
		return err
	}
	if !there {
		if _, err := c.Exec(ctx, "CREATE DATABASE "+template); err != nil {
			return err
		}
	}
	d, err := db.Open(ctx, s.in(template), db.Options{})
	if err != nil {
		return err
	}
	if err := errors.Join(d.Close(), keepRows(ctx, s.in(template))); err != nil {
		return err
	}
	_, err = c.Exec(ctx, "SELECT pg_advisory_unlock($1)", templateLock)
	return err
}

// dropRemains drops the databases of processes that have ended.
func dropRemains(ctx context.Context, c *pgx.Conn) error {
	rows, err := c.Query(ctx, `SELECT datname FROM pg_database
		WHERE CASE WHEN datname ~ '^lectern_test_[0-9]+_[0-9a-f]+$' THEN pg_try_advisory_xact_lock($1, split_part(datname, '_', 3)::int) ELSE FALSE END`, processLock)
	if err != nil {
		return err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	for _, name := range names {
		if err == nil {
			_, err = c.Exec(ctx, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)")
		}
	}
	return err
}

// copy returns the address of a copy of the database until the test ends.
func (s *server) copy(t *testing.T, source string) (address string) {
	t.Helper()
	d := s.take(source)
	if d == nil {
		var err error
		d, err = s.create(context.Background(), source)
		must(t, err)
	}
	s.mu.Lock()
	s.used[d.address] = d
	s.mu.Unlock()
	t.Cleanup(func() { must(t, s.giveBack(context.Background(), d)) }) // the test's own context has ended by then
	return d.address
}

func (s *server) take(source string) *database {
	s.mu.Lock()
	defer s.mu.Unlock()
	idle := s.idle[source]
	if len(idle) == 0 {
		return nil
	}
	s.idle[source] = idle[:len(idle)-1]
	return idle[len(idle)-1]
}

func (s *server) create(ctx context.Context, source string) (*database, error) {
	name := fmt.Sprintf("lectern_test_%d_%s", s.process, strings.ReplaceAll(db.NewID(), "-", ""))
	err := s.do(ctx, func(c *pgx.Conn) error {
		if _, err := c.Exec(ctx, "SELECT pg_advisory_lock_shared($1)", templateLock); err != nil {
			return err
		}
		_, err := c.Exec(ctx, "CREATE DATABASE "+name+" TEMPLATE "+source+" STRATEGY FILE_COPY") // half the CPU of writing it all to the log
		return err
	})
	if err != nil {
		return nil, err
	}
	return &database{name: name, source: source, address: s.in(name)}, nil
}

// connected returns the open database at an address of copy, for the first test that asks.
func (s *server) connected(address string) *db.DB {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.used[address]
	if d == nil || d.lent {
		return nil
	}
	opened, err := d.open(context.Background())
	if err != nil {
		return nil // the caller tries by itself, and fails with the reason
	}
	d.lent = true
	return opened
}

// giveBack empties the database for the next test, or drops it when that cannot be done.
func (s *server) giveBack(ctx context.Context, d *database) error {
	s.mu.Lock()
	delete(s.used, d.address)
	s.mu.Unlock()
	if !d.frozen && d.reset(ctx) {
		s.mu.Lock()
		s.idle[d.source] = append(s.idle[d.source], d)
		s.mu.Unlock()
		return nil
	}
	s.mu.Lock()
	copies := s.idle[d.name]
	delete(s.idle, d.name)
	s.mu.Unlock()
	for _, each := range append(slices.Clone(copies), d) {
		if err := s.drop(ctx, each); err != nil {
			return err
		}
	}
	return nil
}

func (s *server) drop(ctx context.Context, d *database) error {
	return errors.Join(d.close(ctx), s.do(ctx, func(c *pgx.Conn) error {
		_, err := c.Exec(ctx, "DROP DATABASE "+d.name+" WITH (FORCE)")
		return err
	}))
}

// freeze makes a copy the source of further ones. Its own connections are closed.
func (s *server) freeze(t *testing.T, name, address string) error {
	s.mu.Lock()
	d := s.used[address]
	s.mu.Unlock()
	if d == nil {
		return fmt.Errorf("%s is no copy that a test is using", name)
	}
	d.frozen = true
	return errors.Join(d.close(t.Context()), keepRows(t.Context(), address))
}

// do runs a function on a connection of its own, whose end releases its locks.
func (s *server) do(ctx context.Context, do func(c *pgx.Conn) error) error {
	c, err := pgx.Connect(ctx, s.address)
	if err != nil {
		return err
	}
	return errors.Join(do(c), c.Close(ctx))
}

// in returns the address of another database on the same server.
func (s *server) in(name string) string {
	u, err := url.Parse(s.address)
	if err != nil {
		return s.address // connecting has failed already
	}
	u.Path = "/" + name
	return u.String()
}
