package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/testapp"
)

// asLectern in the environment turns the test binary into the program, so that tests see its exit and can kill it.
const asLectern = "TEST_AS_LECTERN"

func TestMain(m *testing.M) {
	if os.Getenv(asLectern) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// school is a running server with a teacher of a course, and the machine from which the teacher uploads.
type school struct {
	*testapp.App
	t      *testing.T
	server *httptest.Server
	course string
	cache  string

	mu     sync.Mutex
	asked  map[string]int // requests by method and last part of the path
	before func(line string, times int) (lost bool)
}

func newSchool(t *testing.T) *school {
	s := &school{App: testapp.New(t), t: t, cache: t.TempDir(), asked: map[string]int{}}
	s.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		line := r.Method + " " + r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
		if r.Method == http.MethodPut {
			line = "PUT"
		}
		if s.count(line) {
			_, _ = io.Copy(io.Discard, r.Body) // it ends when its sender does
			<-r.Context().Done()
			return
		}
		s.API.ServeHTTP(w, r)
	}))
	t.Cleanup(s.server.Close)
	teacher := s.account("teacher@lectern.test", "instructor")
	s.course = s.Course(teacher)
	return s
}

const testPassword = "correct horse battery"

func (s *school) account(email, role string) testapp.User {
	s.t.Helper()
	u, err := s.Accounts.Create(s.t.Context(), directory.Registration{FullName: "A", Email: email, Password: testPassword}, access.Role(role))
	if err != nil {
		s.t.Fatal(err)
	}
	return testapp.User{ID: u.ID}
}

// count records a request and reports whether its answer is to be lost.
func (s *school) count(line string) (lost bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked[line]++
	return s.before != nil && s.before(line, s.asked[line])
}

// whenAsked calls before for every request, with its count.
func (s *school) whenAsked(before func(line string, times int) (lost bool)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before = before
}

// times returns how often a request was made.
func (s *school) times(line string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[line]
}

// upload prepares `lectern upload` as that user; the end of ctx kills it.
func (s *school) upload(ctx context.Context, email, password string, arguments ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, os.Args[0], append([]string{"upload", "--course", s.course, "--chunk-size", "1000000"}, arguments...)...)
	c.Env = append(os.Environ(), asLectern+"=1", "LECTERN_SERVER="+s.server.URL, "XDG_CACHE_HOME="+s.cache,
		"LECTERN_EMAIL="+email, "LECTERN_PASSWORD="+password)
	return c
}

// run returns the command's output, messages and exit code.
func run(t *testing.T, c *exec.Cmd) (out, messages string, code int) {
	t.Helper()
	var o, m bytes.Buffer
	c.Stdout, c.Stderr = &o, &m
	err := c.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return o.String(), m.String(), exit.ExitCode()
	}
	if err != nil {
		t.Fatal(err)
	}
	return o.String(), m.String(), 0
}

func clip(name string) string { return filepath.Join("..", "..", "testdata", "clips", name) }

var videoID = regexp.MustCompile(`is video ([0-9a-f-]{36})`)

// arrived fails the test unless the video's source equals the file.
func (s *school) arrived(id, path string) {
	s.t.Helper()
	want, err := os.ReadFile(path)
	if err != nil {
		s.t.Fatal(err)
	}
	source, err := s.Blob.Open(s.t.Context(), "sources/"+id)
	if err != nil {
		s.t.Fatal(err)
	}
	defer source.Close()
	if got, err := io.ReadAll(source); err != nil || !bytes.Equal(got, want) {
		s.t.Errorf("video %s has %d bytes, which are not those of %s; %v", id, len(got), path, err)
	}
}

func TestUploadTakesSeveralFiles(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	files := []string{clip("bbb-1080p-5s.mp4"), clip("bbb-360p-10s.webm")}
	out, messages, code := run(t, s.upload(t.Context(), "teacher@lectern.test", testPassword, files...))
	if code != 0 {
		t.Fatalf("exit %d: %s", code, messages)
	}
	for _, path := range files {
		line := regexp.MustCompile(regexp.QuoteMeta(filepath.Base(path)) + " " + videoID.String()).FindStringSubmatch(out)
		if line == nil {
			t.Fatalf("%s is not mentioned in %q", path, out)
		}
		s.arrived(line[1], path)
	}
	if !strings.Contains(messages, "bbb-1080p-5s.mp4: uploading, 100 %") || s.times("PUT") != 3+1 || s.times("POST logout") != 1 {
		t.Errorf("it said %q in %d PUTs", messages, s.times("PUT"))
	}
}

// The process is killed midway through an upload; acknowledged parts are not sent again.
func TestKilledUploadResumes(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	path := clip("bbb-480p-30s.mp4") // five parts
	ctx, kill := context.WithCancel(t.Context())
	s.whenAsked(func(line string, times int) bool {
		if line == "PUT" && times == 5 { // at most three of them are in flight
			kill()
		}
		return ctx.Err() != nil
	})
	if _, messages, code := run(t, s.upload(ctx, "teacher@lectern.test", testPassword, path)); code != -1 {
		t.Fatalf("it should have been killed; exit %d: %s", code, messages)
	}
	s.whenAsked(nil)
	out, messages, code := run(t, s.upload(t.Context(), "teacher@lectern.test", testPassword, path))
	id := videoID.FindStringSubmatch(out)
	if code != 0 || id == nil {
		t.Fatalf("exit %d: %s %s", code, out, messages)
	}
	s.arrived(id[1], path)
	if s.times("POST initialize-upload") != 1 || s.times("PUT") > 5+3 || s.Count("SELECT count(*) FROM videos") != 1 {
		t.Errorf("it took %d PUTs and %d sessions", s.times("PUT"), s.times("POST initialize-upload"))
	}
	if left, err := filepath.Glob(filepath.Join(s.cache, "lectern", "uploads", "*")); err != nil || len(left) != 0 {
		t.Errorf("left in the cache: %v %v", left, err)
	}
}

func TestUploadErrorsSayWhatToDo(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	s.account("student@lectern.test", "student")
	text := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(text, []byte("no film"), 0o600); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(t.TempDir(), "empty.mp4")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	film := clip("bbb-720p-5s.mp4")
	cases := []struct {
		name, email, password, file string
		code                        int
		says                        string
	}{
		{"a wrong password", "teacher@lectern.test", "wrong wrong wrong", film, 1, "cannot sign in at"},
		{"a student", "student@lectern.test", testPassword, film, 1,
			"bbb-720p-5s.mp4: Access denied. You do not have permission to upload videos. Log in with an account that may upload to this course"},
		{"no video", "teacher@lectern.test", testPassword, text, 1, "notes.txt: Unsupported video format. Convert the video to MP4"},
		{"an empty file", "teacher@lectern.test", testPassword, empty, 1, "empty.mp4: Valid file size is required."},
		{"no file", "teacher@lectern.test", testPassword, "nowhere.mp4", 2, "nowhere.mp4: no such file"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			out, messages, code := run(t, s.upload(t.Context(), c.email, c.password, c.file))
			if code != c.code || !strings.Contains(messages, c.says) || out != "" {
				t.Errorf("exit %d, said %q", code, messages)
			}
			if n := s.Count("SELECT count(*) FROM videos"); n != 0 {
				t.Errorf("%d videos were left", n)
			}
		})
	}
}

func TestUploadWaitsForProcessing(t *testing.T) {
	t.Parallel()
	for status, want := range map[string]struct {
		code int
		says string
	}{
		"completed": {0, "bbb-720p-5s.mp4 is ready to watch"},
		"failed":    {1, "processing ended as failed: The film is broken."},
	} {
		t.Run(status, func(t *testing.T) {
			t.Parallel()
			s := newSchool(t)
			s.whenAsked(func(line string, _ int) bool {
				if line == "GET status" {
					s.Exec("UPDATE videos SET status = ?, failure_reason = 'The film is broken.'", status)
				}
				return false
			})
			out, messages, code := run(t, s.upload(t.Context(), "teacher@lectern.test", testPassword, "--wait", clip("bbb-720p-5s.mp4")))
			if code != want.code || !strings.Contains(out+messages, want.says) {
				t.Errorf("exit %d, said %q and %q", code, out, messages)
			}
		})
	}
}
