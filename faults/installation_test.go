package faults

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	_ "modernc.org/sqlite"
)

// installation is one with a teacher and a course, which one test may break.
type installation struct {
	t        *testing.T
	data     string // folder
	course   string // id
	teacher  string // access token
	env      []string
	postgres string // the database's address; "" on SQLite
	s3       string // the storage's address; "" on the local disk
}

const password = "a teacher's long password"

// template and servers are the installations that all others are copied from, on SQLite and the disk and on PostgreSQL
// and S3: creating one takes a second, a copy some milliseconds.
var template, servers struct {
	sync.Mutex
	installation
	number int       // how many were created
	made   time.Time // the last
}

// templateUse is how long an installation is copied: the access token of its teacher works for 15 minutes, and no test
// takes 10.
const templateUse = 5 * time.Minute

func newInstallation(t *testing.T) *installation {
	t.Helper()
	return newInstallationIn(t, t.TempDir())
}

// newInstallationIn creates an installation in a folder of the test's own, on a disk that it may break.
func newInstallationIn(t *testing.T, dir string) *installation {
	t.Helper()
	template.Lock()
	defer template.Unlock()
	if time.Since(template.made) > templateUse {
		template.number++
		template.installation = makeInstallation(t, filepath.Join(filepath.Dir(binary), fmt.Sprint("template-", template.number)), nil)
		template.made = time.Now()
	}
	p := template.installation
	p.t, p.data = t, filepath.Join(dir, "data")
	if out, err := exec.Command("cp", "-a", template.data, p.data).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	return &p
}

// makeInstallation creates an installation from scratch.
func makeInstallation(t *testing.T, data string, env []string) installation {
	t.Helper()
	p := installation{t: t, data: data, env: env}
	create := exec.Command(binary, "user", "create", "teacher@lectern.test", "--name", "Teacher", "--role", "instructor", "--data", p.data)
	create.Env = append(os.Environ(), env...)
	create.Stdin = strings.NewReader(password)
	if out, err := create.CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	s := serve(t, env, nil, "--no-worker", "--data", p.data)
	c := &client{t: t, base: s.URL + "/api/v1"}
	var signedIn struct{ AccessToken string }
	c.must("POST", "/auth/login", map[string]string{"email": "teacher@lectern.test", "password": password}, &signedIn)
	p.teacher, c.token = signedIn.AccessToken, signedIn.AccessToken
	var course struct{ ID string }
	c.must("POST", "/courses/create", map[string]string{"title": "Faults", "category": "Tests", "course_type": "free"}, &course)
	p.course = course.ID
	s.signal(syscall.SIGTERM)
	<-s.done
	return p
}

// serve runs a server without a worker.
func (p *installation) serve(before []string, args ...string) (*process, *client) {
	p.t.Helper()
	s := serve(p.t, p.env, before, append([]string{"--no-worker", "--data", p.data}, args...)...)
	return s, p.client(s)
}

// client returns the teacher as a client of a server.
func (p *installation) client(s *process) *client { return &client{p.t, s.URL + "/api/v1", p.teacher} }

func (p *installation) worker(env, before []string) *process {
	return start(p.t, slices.Concat(p.env, env), before, "worker", "--encoders", "1", "--data", p.data)
}

// objects returns a folder of the storage.
func (p *installation) objects(names ...string) string {
	return filepath.Join(append([]string{p.data, "objects"}, names...)...)
}

// sourceFile returns the path of a video's file on the disk.
func (p *installation) sourceFile(video string) string { return p.objects("objects", "sources", video) }

// files lists the files in a folder.
func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		if err == nil && !entry.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// texts runs a query with one text column.
func texts(t *testing.T, d *sql.DB, query string, args ...any) (out []string) {
	t.Helper()
	rows, err := d.QueryContext(t.Context(), numbered(d, query), args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// run runs a command of lectern to its end.
func run(before []string, args ...string) (out string, err error) {
	line := append(append([]string{}, before...), append([]string{binary}, args...)...)
	var b bytes.Buffer
	c := exec.Command(line[0], line[1:]...)
	c.Stdout, c.Stderr = &b, &b
	err = c.Run()
	return b.String(), err
}

// strace returns a command prefix that runs a program under strace with this fault. strace counts the calls of each thread
// separately; with --seccomp-bpf it would inject no signals.
func strace(options ...string) []string {
	return append([]string{"strace", "-f", "-qq", "-o", "/dev/null"}, options...)
}

// status requests the processing status of a video.
func status(by *client, video string) (s videoStatus) {
	by.t.Helper()
	by.must("GET", "/video-streaming/"+video+"/status", nil, &s)
	return s
}

type videoStatus struct {
	Status, FailureCode, FailureReason, WaitingBecauseOf string
	Playable                                             bool
	Progress                                             float64
}

// wantNoPath fails when an answer reveals where the server stores things.
func wantNoPath(t *testing.T, data string, a answer) {
	t.Helper()
	for _, secret := range []string{data, "lectern.db", "/tmp/", "objects/", "errno", "fdatasync"} {
		if bytes.Contains(a.Raw, []byte(secret)) {
			t.Errorf("the answer tells %q: %s", secret, a.Raw)
		}
	}
}

// described formats an answer for a test's log.
func described(a answer) string {
	var indented bytes.Buffer
	if json.Compact(&indented, a.Raw) != nil {
		return fmt.Sprintf("%d %.300q", a.Status, a.Raw)
	}
	return fmt.Sprintf("%d %.300s", a.Status, indented.String())
}

func read(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// run runs a command of lectern on the installation to its end.
func (p *installation) run(args ...string) (out string, err error) {
	c := exec.Command(binary, args...)
	c.Env = append(os.Environ(), p.env...)
	b, err := c.CombinedOutput()
	return string(b), err
}
