package busy_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/uptrace/bun"

	"lectern/internal/platform/busy"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/consistency"
	"lectern/internal/platform/db"
	"lectern/internal/platform/db/dbtest"
	"lectern/internal/platform/fault"
	"lectern/internal/testapp/soak"
)

func init() { soak.Checks(15, 400) }

var begin = time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)

// fixture is a database with the calendars of some instructors and rooms.
type fixture struct {
	*busy.Calendars
	db     *db.DB
	clock  *clock.Manual
	owners []string
	t      testing.TB
}

func fixtures(t *testing.T) map[string]fixture {
	d, c, ofRooms := dbtest.New(t, os.Getenv("TEST_POSTGRES")), clock.NewManual(begin), clock.NewManual(begin)
	instructors := fixture{busy.NewInstructors(busy.Deps{DB: d, Clock: c}), d, c, nil, t}
	rooms := fixture{busy.NewResources(busy.Deps{DB: d, Clock: ofRooms}), d, ofRooms, nil, t}
	for n := range 3 {
		user, room := fmt.Sprintf("user-%d", n), fmt.Sprintf("room-%d", n)
		instructors.exec(`INSERT INTO users (id, email, email_key, full_name, password_hash, status, created_at, updated_at, last_seen_at) VALUES (?, ?, ?, 'Ann', '', 'active', ?, ?, ?)`,
			user, user+"@x", user+"@x", begin, begin, begin)
		rooms.exec("INSERT INTO resources (id, kind, name, created_at) VALUES (?, 'room', ?, ?)", room, room, begin)
		instructors.owners, rooms.owners = append(instructors.owners, user), append(rooms.owners, room)
	}
	return map[string]fixture{"instructor_busy": instructors, "resource_busy": rooms}
}

func (f fixture) exec(query string, args ...any) {
	f.t.Helper()
	must(f.t, f.tryExec(query, args...))
}

func (f fixture) tryExec(query string, args ...any) error {
	return f.db.InTx(context.Background(), func(tx bun.IDB) error {
		_, err := tx.NewRaw(query, args...).Exec(context.Background())
		return err
	})
}

// replace is Replace in a transaction of its own.
func (f fixture) replace(kind busy.Kind, refs []string, wanted ...busy.Time) (found []busy.Overlap, err error) {
	err = f.InTx(context.Background(), func(tx bun.IDB) (err error) {
		found, err = f.Replace(context.Background(), tx, kind, refs, wanted)
		return err
	})
	return found, err
}

// at is an hour of an owner, some minutes after begin, for a session.
func at(owner, ref string, minutes int) busy.Time {
	from := begin.Add(time.Duration(minutes) * time.Minute)
	return busy.Time{OwnerID: owner, Kind: busy.Session, RefID: ref, Label: ref, FromAt: from, UntilAt: from.Add(time.Hour), StartsAt: from, EndsAt: from.Add(time.Hour)}
}

func (f fixture) all() []busy.Time {
	f.t.Helper()
	taken, err := f.Between(context.Background(), f.db.Reader(), f.owners, begin.AddDate(-1, 0, 0), begin.AddDate(1, 0, 0))
	must(f.t, err)
	return taken
}

func TestReplaceSaysWhatIsInTheWay(t *testing.T) {
	t.Parallel()
	for name, f := range fixtures(t) {
		t.Run(name, func(t *testing.T) {
			a, b := f.owners[0], f.owners[1]
			if found, err := f.replace(busy.Session, nil, at(a, "first", 0), at(b, "first", 0), at(a, "second", 60)); err != nil || len(found) > 0 {
				t.Fatal("times that only touch:", found, err)
			}
			found, err := f.replace(busy.Session, nil, at(b, "third", 300), at(a, "third", 59))
			if err != nil || len(found) != 2 || found[0].With.RefID != "first" || found[1].With.RefID != "second" || found[0].Wanted.RefID != "third" {
				t.Fatal(found, err)
			}
			if n := len(f.all()); n != 3 {
				t.Error("a refused replacement has left", n, "rows")
			}
			found, err = f.replace(busy.Session, nil, at(b, "x", 300), at(b, "y", 330))
			if err != nil || len(found) != 1 || found[0].With.RefID != "x" || len(f.all()) != 3 {
				t.Error("two wanted times that overlap:", found, err)
			}
			if found, err := f.replace(busy.Session, []string{"first"}, at(a, "first", 30)); err != nil || len(found) != 1 || found[0].With.RefID != "second" {
				t.Error("moving onto the neighbour:", found, err)
			}
			if found, err := f.replace(busy.Session, []string{"first", "second"}, at(a, "first", 30), at(a, "second", 90)); err != nil || len(found) > 0 {
				t.Error("moving both:", found, err)
			}
			if got := f.all(); len(got) != 2 || !got[0].FromAt.Equal(begin.Add(30*time.Minute)) {
				t.Error(got)
			}
			if found, err := f.replace(busy.Session, []string{"first", "second"}); err != nil || len(found) > 0 || len(f.all()) > 0 {
				t.Error("giving up both:", found, err, f.all())
			}
			long := at(a, "long", 0)
			long.UntilAt = long.FromAt.Add(busy.Longest + 1)
			if _, err := f.replace(busy.Session, nil, long); err == nil {
				t.Error("a row of more than 26 hours was taken")
			}
		})
	}
}

// A hold blocks until it expires; then it is in nobody's way and is swept. What ended 30 days ago is swept too.
func TestHoldsExpire(t *testing.T) {
	t.Parallel()
	for name, f := range fixtures(t) {
		t.Run(name, func(t *testing.T) {
			hold := at(f.owners[0], "form", 0)
			hold.Kind, hold.ExpiresAt = busy.Hold, new(f.clock.Now().Add(5*time.Minute))
			if found, err := f.replace(busy.Hold, nil, hold); err != nil || len(found) > 0 {
				t.Fatal(found, err)
			}
			if found, err := f.replace(busy.Session, nil, at(f.owners[0], "s", 30)); err != nil || len(found) != 1 || found[0].With.Kind != busy.Hold {
				t.Error(found, err)
			}
			f.clock.Advance(5 * time.Minute)
			if found, err := f.replace(busy.Session, nil, at(f.owners[0], "s", 30)); err != nil || len(found) > 0 {
				t.Error("an expired hold is in the way:", found, err)
			}
			hold.OwnerID, hold.ID = f.owners[1], ""
			if _, err := f.replace(busy.Hold, nil, hold); err != nil {
				t.Fatal(err)
			}
			count := func() (n int) {
				must(t, f.db.Reader().NewRaw("SELECT count(*) FROM "+name).Scan(t.Context(), &n))
				return n
			}
			f.sweep()
			if n := count(); n != 1 {
				t.Error("rows after the first sweep:", n)
			}
			f.clock.Advance(31 * 24 * time.Hour)
			f.sweep()
			if n := count(); n != 0 {
				t.Error("rows a month later:", n)
			}
		})
	}
}

func (f fixture) sweep() {
	for _, sweep := range f.Sweeps() {
		must(f.t, sweep(context.Background()))
	}
}

// Fifty bookings at once of times that overlap, by two servers: exactly one wins, the others are told by which, and nothing fails.
func TestOneOfManyBookingsWins(t *testing.T) {
	t.Parallel()
	for name, f := range fixtures(t) {
		t.Run(name, func(t *testing.T) {
			other := f
			other.Calendars = busy.NewInstructors(busy.Deps{DB: f.db, Clock: f.clock})
			if name == "resource_busy" {
				other.Calendars = busy.NewResources(busy.Deps{DB: f.db, Clock: f.clock})
			}
			var mu sync.Mutex
			var wg sync.WaitGroup
			won, start := 0, make(chan struct{})
			for n := range 50 {
				server := []fixture{f, other}[n%2]
				wg.Go(func() {
					<-start
					// Both calendars, in different orders: without the lock in order of ids they would wait for each other.
					a, b := at(f.owners[n%2], fmt.Sprint(n), n%4*15), at(f.owners[1-n%2], fmt.Sprint(n), n%4*15)
					found, err := server.replace(busy.Session, nil, a, b)
					mu.Lock()
					defer mu.Unlock()
					if err != nil {
						t.Error(err)
					}
					if len(found) == 0 {
						won++
					}
				})
			}
			close(start)
			wg.Wait()
			if rows := f.all(); won != 1 || len(rows) != 2 {
				t.Errorf("%d have won, and hold %d rows", won, len(rows))
			}
			f.mustBeConsistent()
			if hits := f.hits() + other.hits(); hits != 0 {
				t.Error("the code left it to the database", hits, "times")
			}
		})
	}
}

// Code that forgets to ask is refused by the database, whatever wrote the row, and the use case is tried once more.
func TestTheDatabaseRefusesOverlaps(t *testing.T) {
	t.Parallel()
	for name, f := range fixtures(t) {
		t.Run(name, func(t *testing.T) {
			owner := strings.Replace(strings.TrimSuffix(name, "_busy"), "_busy", "", 1) + "_id"
			if _, err := f.replace(busy.Session, nil, at(f.owners[0], "early", 0), at(f.owners[0], "late", 120), at(f.owners[1], "other", 30)); err != nil {
				t.Fatal(err)
			}
			insert := "INSERT INTO " + name + " (id, " + owner + ", kind, ref_id, label, from_at, until_at, starts_at, ends_at) VALUES (?, ?, 'demo', 'raw', '', ?, ?, ?, ?)"
			for _, minutes := range [][2]int{{0, 60}, {-30, 10}, {59, 61}, {10, 20}, {-60, 300}, {60, 121}} {
				from, until := begin.Add(time.Duration(minutes[0])*time.Minute), begin.Add(time.Duration(minutes[1])*time.Minute)
				if err := f.tryExec(insert, db.NewID(), f.owners[0], from, until, from, until); !busy.IsOverlap(err) {
					t.Errorf("minutes %v: %v", minutes, err)
				}
			}
			f.exec(insert, "fits", f.owners[0], begin.Add(time.Hour), begin.Add(2*time.Hour), begin.Add(time.Hour), begin.Add(2*time.Hour))
			for _, change := range []string{
				"UPDATE " + name + " SET from_at = ?, starts_at = ? WHERE id = 'fits'", "UPDATE " + name + " SET " + owner + " = '" + f.owners[0] + "', starts_at = ? WHERE ref_id = 'other' AND ? IS NOT NULL"} {
				if err := f.tryExec(change, begin.Add(30*time.Minute), begin.Add(30*time.Minute)); !busy.IsOverlap(err) {
					t.Errorf("%s: %v", change, err)
				}
			}
			f.exec("UPDATE " + name + " SET label = 'named' WHERE id = 'fits'")
			f.mustBeConsistent()
			tries := 0
			err := f.InTx(t.Context(), func(tx bun.IDB) error {
				tries++
				_, err := tx.NewRaw(insert, db.NewID(), f.owners[0], begin, begin.Add(time.Minute), begin, begin.Add(time.Minute)).Exec(t.Context())
				return err
			})
			if !fault.Is(err, fault.Conflict) || tries != 2 || f.hits() != 2 {
				t.Errorf("%v after %d tries, %v hits", err, tries, f.hits())
			}
			if busy.IsOverlap(errors.New("another")) || busy.IsOverlap(nil) {
				t.Error("any error is an overlap")
			}
		})
	}
}

// Overlapping rows, which only a damaged database has, are found by lectern doctor.
func TestDoctorFindsOverlaps(t *testing.T) {
	t.Parallel()
	for name, f := range fixtures(t) {
		t.Run(name, func(t *testing.T) {
			if _, err := f.replace(busy.Session, nil, at(f.owners[0], "a", 0), at(f.owners[0], "b", 60), at(f.owners[1], "c", 0)); err != nil {
				t.Fatal(err)
			}
			f.mustBeConsistent()
			if f.db.Postgres {
				f.exec("ALTER TABLE " + name + " DROP CONSTRAINT " + name + "_overlap")
			} else {
				f.exec("DROP TRIGGER " + name + "_update")
			}
			f.exec("UPDATE "+name+" SET until_at = ? WHERE ref_id = 'a'", begin.Add(61*time.Minute))
			findings := f.findings()
			if len(findings) != 1 || findings[0].OK || !strings.Contains(findings[0].Text, " and ") {
				t.Error(findings)
			}
		})
	}
}

func (f fixture) findings() (all []consistency.Finding) {
	f.t.Helper()
	for _, check := range f.Checks() {
		found, err := check(context.Background(), consistency.Options{})
		must(f.t, err)
		all = append(all, found...)
	}
	return all
}

func (f fixture) mustBeConsistent() {
	f.t.Helper()
	for _, finding := range f.findings() {
		if !finding.OK {
			f.t.Fatal(finding.Text)
		}
	}
}

func (f fixture) hits() float64 {
	f.t.Helper()
	registry := prometheus.NewRegistry()
	registry.MustRegister(f.BackstopHits())
	families, err := registry.Gather()
	must(f.t, err)
	return families[0].GetMetric()[0].GetCounter().GetValue()
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
