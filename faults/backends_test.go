package faults

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"lectern/internal/platform/blob"
)

// place is a combination of database and storage.
type place struct {
	name string
	make func(t *testing.T) *installation
}

var places = []place{
	{"SQLite and disk", newInstallation},
	{"PostgreSQL and S3", newInstallationOnServers},
}

// everywhere runs a test on each database and storage, in parallel.
func everywhere(t *testing.T, test func(t *testing.T, p *installation)) {
	for _, at := range places {
		t.Run(at.name, func(t *testing.T) {
			t.Parallel()
			test(t, at.make(t))
		})
	}
}

// templateDatabase is the name of the newest database to copy.
func templateDatabase() string { return fmt.Sprint("faults_template_", servers.number) }

// newInstallationOnServers returns an installation with a database and a prefix of their own on the servers of the tests.
func newInstallationOnServers(t *testing.T) *installation {
	t.Helper()
	database, storage := os.Getenv("TEST_POSTGRES"), os.Getenv("TEST_S3")
	if database == "" || storage == "" {
		missing(t, "PostgreSQL and S3: scripts/with-s3 scripts/with-postgres go test ./faults")
	}
	name := fmt.Sprintf("faults_%d", time.Now().UnixNano())
	servers.Lock()
	defer servers.Unlock()
	if time.Since(servers.made) > templateUse {
		servers.number++
		named := templateDatabase()
		administer(t, database, "CREATE DATABASE "+named)
		env := []string{"LECTERN_DATABASE=" + inDatabase(t, database, named), "LECTERN_STORAGE=" + with(t, storage, "prefix", named+"/")}
		servers.installation = makeInstallation(t, filepath.Join(filepath.Dir(binary), named), env)
		servers.made = time.Now()
	}
	p := servers.installation
	p.t, p.data = t, filepath.Join(t.TempDir(), "data")
	if out, err := exec.Command("cp", "-a", servers.data, p.data).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	administer(t, database, "CREATE DATABASE "+name+" TEMPLATE "+templateDatabase())
	t.Cleanup(func() { administer(t, database, "DROP DATABASE "+name+" WITH (FORCE)") })
	p.standOn(inDatabase(t, database, name), with(t, storage, "prefix", name+"/"))
	return &p
}

// standOn makes the installation use a database and a storage on servers.
func (p *installation) standOn(database, storage string) {
	p.postgres, p.s3 = database, storage
	p.env = []string{"LECTERN_DATABASE=" + database, "LECTERN_STORAGE=" + storage}
}

// administer runs a statement that needs a connection to another database.
func administer(t *testing.T, database, statement string) {
	t.Helper()
	ctx := context.Background() // the test's own context may have ended
	c, err := pgx.Connect(ctx, database)
	if err == nil {
		_, err = c.Exec(ctx, statement)
		_ = c.Close(ctx)
	}
	if err != nil {
		t.Errorf("%s: %v", statement, err)
	}
}

// inDatabase returns the address of another database on the same server.
func inDatabase(t *testing.T, address, name string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}

// database opens the database beside the server.
func (p *installation) database() *sql.DB {
	p.t.Helper()
	driver, address := "sqlite", "file:"+filepath.Join(p.data, "lectern.db")+"?_pragma=busy_timeout(10000)"
	if p.postgres != "" {
		driver, address = "pgx", p.postgres
	}
	d, err := sql.Open(driver, address)
	if err != nil {
		p.t.Fatal(err)
	}
	d.SetMaxOpenConns(1)
	p.t.Cleanup(func() { _ = d.Close() })
	return d
}

// numbered returns a query in the syntax of d's database: PostgreSQL numbers placeholders.
func numbered(d *sql.DB, query string) string {
	if _, ok := d.Driver().(*stdlib.Driver); !ok {
		return query
	}
	parts := strings.Split(query, "?")
	for i := range parts[1:] {
		parts[i] += "$" + strconv.Itoa(i+1)
	}
	return strings.Join(parts, "")
}

// execute changes the database behind the server's back.
func (p *installation) execute(statement string, args ...any) {
	p.t.Helper()
	d := p.database()
	defer d.Close()
	if _, err := d.Exec(numbered(d, statement), args...); err != nil {
		p.t.Fatalf("%s: %v", statement, err)
	}
}

// store opens the storage beside the server.
func (p *installation) store() blob.Store {
	p.t.Helper()
	var s blob.Store
	var err error
	if p.s3 == "" {
		s, err = blob.NewDisk(p.objects())
	} else {
		s, err = blob.NewS3(p.t.Context(), p.s3, p.t.TempDir())
	}
	if err != nil {
		p.t.Fatal(err)
	}
	return s
}

// endpoint returns the address of the S3 server.
func (p *installation) endpoint() string {
	p.t.Helper()
	u, err := url.Parse(p.s3)
	if err != nil {
		p.t.Fatal(err)
	}
	return u.Query().Get("endpoint")
}

// source returns the key of a video's file.
func source(video string) string { return "sources/" + video }

// object reads a stored object, if it exists.
func (p *installation) object(key string) (content []byte, there bool) {
	p.t.Helper()
	o, err := p.store().Open(p.t.Context(), key)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false
	}
	if err != nil {
		p.t.Fatal(err)
	}
	defer o.Close()
	if content, err = io.ReadAll(o); err != nil {
		p.t.Fatal(err)
	}
	return content, true
}

// put stores an object behind the server's back.
func (p *installation) put(key string, content []byte) {
	p.t.Helper()
	if err := p.store().Put(p.t.Context(), key, strings.NewReader(string(content)), int64(len(content))); err != nil {
		p.t.Fatal(err)
	}
}

// take removes an object behind the server's back and returns its content.
func (p *installation) take(key string) (content []byte) {
	p.t.Helper()
	content, there := p.object(key)
	if !there {
		p.t.Fatalf("there is no %s to take away", key)
	}
	if err := p.store().Delete(p.t.Context(), key); err != nil {
		p.t.Fatal(err)
	}
	return content
}

// keys lists the objects under a prefix.
func (p *installation) keys(prefix string) []string {
	p.t.Helper()
	keys, err := p.store().List(p.t.Context(), prefix)
	if err != nil {
		p.t.Fatal(err)
	}
	return keys
}

// wantSource fails unless the file of a video equals the one that was sent.
func (p *installation) wantSource(video string, sent []byte) {
	p.t.Helper()
	got, there := p.object(source(video))
	if !there || sha256.Sum256(got) != sha256.Sum256(sent) {
		p.t.Errorf("the file of %s is not the one that was sent: there %t, %d of %d bytes", video, there, len(got), len(sent))
	}
}

// wantNoLeftovers fails when unfinished uploads, spooled bodies or scratch files are left.
func (p *installation) wantNoLeftovers() {
	p.t.Helper()
	unfinished, err := p.store().Unfinished(p.t.Context())
	if err != nil || len(unfinished) > 0 {
		p.t.Errorf("unfinished uploads are left: %v %v", unfinished, err)
	}
	for _, dir := range []string{p.objects("uploads"), p.objects("temp"), filepath.Join(p.data, "scratch")} {
		if left := files(p.t, dir); len(left) > 0 {
			p.t.Errorf("left behind: %v", left)
		}
	}
	if left, err := filepath.Glob(filepath.Join(p.data, "cache", "copies", "*", "body-*")); err != nil || len(left) > 0 {
		p.t.Errorf("left behind: %v %v", left, err)
	}
}
