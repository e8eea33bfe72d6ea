// Package testapp runs the whole application for one test: on SQLite, or with TEST_POSTGRES=postgres://… on that server;
// with its objects on the disk, or with TEST_S3=s3://bucket?… in that store.
package testapp

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/app"
	"lectern/internal/people/password"
	"lectern/internal/platform/access"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/config"
	"lectern/internal/platform/db"
	"lectern/internal/platform/db/dbtest"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/seal"
	"lectern/internal/platform/sheet"
	"lectern/internal/video/sandbox"
)

// App is the application of one test.
type App struct {
	*app.App
	DB    *db.DB
	Clock *clock.Manual // stands at Start until a test moves it
	Blob  blob.Store
	Deps  app.Deps
	Dir   string // its data folder
	t     *testing.T

	address string // of its database
}

// Start is the time at the beginning of every test.
var Start = time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)

// description of the operations, shared by all applications of a process: making it takes longer than the rest of New.
var description = sync.OnceValue(func() *rest.Description { return app.NewForDocument().API.Description() })

// New is cheap enough to call once per test. changes alter the dependencies before the application is built.
func New(t *testing.T, changes ...func(*app.Deps)) *App {
	t.Helper()
	return on(t, dbtest.Address(t, os.Getenv("TEST_POSTGRES")), changes...)
}

// on is New on the migrated database at an address.
func on(t *testing.T, address string, changes ...func(*app.Deps)) *App {
	t.Helper()
	c, dir := clock.NewManual(Start), t.TempDir()
	master, err := seal.LoadMaster(filepath.Join(dir, "master.json"), "")
	must(t, err)
	p := app.Deps{
		DB: dbtest.Open(t, address), Blob: objects(t, filepath.Join(dir, "objects")), Clock: c,
		Log: slog.New(strict{slog.NewTextHandler(t.Output(), nil), t}), Master: master, Worker: "the test", Description: description(),
		Hasher: app.NewHasher(password.Cost{MemoryKiB: 64, Passes: 1}, nil), // the real one is most of what a test takes, under the race detector all
		Secret: []byte("a secret for tests, 32 bytes long."),
		Tokens: access.Tokens{Key: []byte("a key for tests, 32 bytes long.."), Clock: c, TTL: 15 * time.Minute},
		Config: config.Config{
			Data: dir, LocalURL: "https://lectern.test", UploadSessionTTL: 24 * time.Hour, PlaybackTokenTTL: time.Hour,
			ChunkSize: config.DefaultChunkSize, MaxFileSize: config.DefaultMaxFileSize, Encoders: 1, PaymentProviders: config.PaymentProviders{Test: true},
		},
	}
	for _, change := range changes {
		change(&p)
	}
	return &App{app.New(p), p.DB, c, p.Blob, p, dir, t, address}
}

// strict fails the test when the log reports a mistake of ours that no answer shows.
type strict struct {
	slog.Handler
	t *testing.T
}

// Handle implements slog.Handler.
func (s strict) Handle(ctx context.Context, r slog.Record) error {
	if r.Message == rest.UndocumentedDetails {
		var about []string
		r.Attrs(func(a slog.Attr) bool { about = append(about, a.String()); return true })
		s.t.Errorf("%s: %s: declare it by WithDetails", rest.UndocumentedDetails, strings.Join(about, " "))
	}
	return s.Handler.Handle(ctx, r)
}

// WithMedia lets the application process videos, with the real tools in their sandbox.
func WithMedia(t *testing.T) func(*app.Deps) {
	return func(p *app.Deps) {
		box, err := sandbox.New(t.Context(), sandbox.Options{})
		must(t, err)
		p.Media = box
	}
}

// Clip returns the path of a clip in testdata/clips, for a test in a package of internal/video.
func Clip(name string) string { return filepath.Join("..", "..", "..", "testdata", "clips", name) }

// objects returns an empty store: a folder, or a prefix of its own in the bucket of TEST_S3.
func objects(t *testing.T, dir string) blob.Store {
	t.Helper()
	server := os.Getenv("TEST_S3")
	if server == "" {
		d, err := blob.NewDisk(dir)
		must(t, err)
		return d
	}
	u, err := url.Parse(server)
	must(t, err)
	q := u.Query()
	q.Set("prefix", "t-"+db.NewID()+"/")
	u.RawQuery = q.Encode()
	s, err := blob.NewS3(t.Context(), u.String(), dir)
	must(t, err)
	return s
}

// Exec runs SQL for what no operation can set up.
func (a *App) Exec(query string, args ...any) {
	a.t.Helper()
	must(a.t, a.DB.InTx(a.t.Context(), func(tx bun.IDB) error {
		_, err := tx.NewRaw(query, args...).Exec(a.t.Context())
		return err
	}))
}

// Count runs a query that returns one number.
func (a *App) Count(query string, args ...any) (n int64) {
	a.t.Helper()
	must(a.t, a.DB.Reader().NewRaw(query, args...).Scan(a.t.Context(), &n))
	return n
}

// Work runs all background jobs that are due.
func (a *App) Work() {
	a.t.Helper()
	must(a.t, a.Runner.Drain(a.t.Context()))
}

// Course creates a published course that the user teaches, and returns its id.
func (a *App) Course(teacher User) string {
	a.t.Helper()
	id, now := db.NewID(), a.Clock.Now()
	a.Exec(`INSERT INTO courses (id, title, summary, description, course_type, category, title_key, level, status, created_by, created_at, updated_at)
		VALUES (?, 'Bees', '', '', 'free', 'Nature', 'bees', 'beginner', 'Published', ?, ?, ?)`, id, teacher.ID, now, now)
	a.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", id, teacher.ID)
	return id
}

// Enroll enrols the user in the course.
func (a *App) Enroll(student User, course string) {
	a.t.Helper()
	id, now := db.NewID(), a.Clock.Now()
	a.Exec("INSERT INTO enrollments (id, user_id, course_id, status, created_at, updated_at) VALUES (?, ?, ?, 'active', ?, ?)", id, student.ID, course, now, now)
	a.Exec("INSERT INTO course_grants (id, user_id, course_id, source, source_id, created_at) VALUES (?, ?, ?, 'free', ?, ?)", id, student.ID, course, id, now)
}

// User calls the API. The zero ID is nobody.
type User struct {
	ID  string
	app *App
	who access.Caller
}

// Nobody is a client without a session.
func (a *App) Nobody() User { return User{app: a} }

// User creates a signed-in user with the roles.
func (a *App) User(roles ...access.Role) User {
	a.t.Helper()
	id, session, now := db.NewID(), db.NewID(), a.Clock.Now()
	must(a.t, a.DB.InTx(a.t.Context(), func(tx bun.IDB) error {
		_, err := tx.NewRaw(`INSERT INTO users (id, email, email_key, full_name, password_hash, status, created_at, updated_at, last_seen_at)
			VALUES (?, ?, ?, 'Somebody', '', 'active', ?, ?, ?)`, id, id+"@lectern.test", id+"@lectern.test", now, now, now).Exec(a.t.Context())
		for _, r := range roles {
			if err == nil {
				_, err = tx.NewRaw("INSERT INTO user_roles (user_id, role) VALUES (?, ?)", id, r).Exec(a.t.Context())
			}
		}
		if err != nil {
			return err
		}
		_, err = tx.NewRaw(`INSERT INTO sessions (id, user_id, generation, rotated_at, user_agent, network, created_at, expires_at, revoked_reason, proven_at)
			VALUES (?, ?, 1, ?, 'testapp', '', ?, ?, '', ?)`, session, id, now, now, now.AddDate(100, 0, 0), now).Exec(a.t.Context())
		return err
	}))
	return User{id, a, access.Caller{ID: id, Session: session, Roles: roles}}
}

// On returns the same user on another application that has them: one on a copy of the database (Snapshot).
func (u User) On(a *App) User { return User{u.ID, a, u.who} }

// Token returns a new access token.
func (u User) Token() string {
	token, err := u.app.Deps.Tokens.Sign(u.who)
	must(u.app.t, err)
	return token
}

// Do sends a request and returns the body; another status than want fails the test.
func (u User) Do(method, path, body string, want int) string {
	u.app.t.Helper()
	w := u.Send(method, "/api/v1"+path, body)
	if w.Code != want {
		u.app.t.Errorf("%s %s: %d, want %d: %s", method, path, w.Code, want, w.Body)
	}
	return w.Body.String()
}

// Send is Do for a full path and any status. Edits are made whatever is there (If-Match: *): tests of what two users edit at the same
// time say what they saw, with SendRaw.
func (u User) Send(method, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	if method == http.MethodPut || method == http.MethodPatch || method == http.MethodPost {
		r.Header.Set("If-Match", "*")
	}
	return u.SendRaw(r)
}

// SendRaw sends any request as the user.
func (u User) SendRaw(r *http.Request) *httptest.ResponseRecorder {
	if u.ID != "" {
		r.Header.Set("Authorization", "Bearer "+u.Token())
	}
	w := httptest.NewRecorder()
	u.app.API.ServeHTTP(w, r)
	return w
}

// Read decodes a body.
func Read[T any](t *testing.T, body string) (v T) {
	t.Helper()
	must(t, json.Unmarshal([]byte(body), &v))
	return v
}

// Sheet returns the rows of CSV.
func Sheet(t *testing.T, body io.Reader) (rows []sheet.Row) {
	t.Helper()
	for row, err := range sheet.Read(body) {
		must(t, err)
		rows = append(rows, row)
	}
	return rows
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
