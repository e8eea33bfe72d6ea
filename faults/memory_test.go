package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

const (
	mib = 1 << 20 // bytes

	mostOverIdle    = 20 * mib  // memory that serving a file may take; 32 MiB are promised
	mostForPictures = 300 * mib // memory over idle that decoding a picture may take, one at a time
	heapOverIdle    = 12 * mib  // limit of what Go takes, over the server that has served nothing
	enoughGarbage   = 8         // exports after which the garbage collector has run several times
)

// No file that users send or fetch takes more than 20 MiB of memory over that of the idle server, however large it is and whatever it
// unpacks to; decoding a picture takes at most 300 MiB. The operations are those of the OpenAPI document: a new one that takes or
// gives files fails the test until it has a request here.
//
// Measured is the highest anonymous memory of the process during the request, as the kernel counts it: Go's heap and stacks, SQLite's
// caches, everything but the pages of the program file. What it does not need must not count, or the result would depend on when the
// garbage collector runs. Therefore the server has a limit (GOMEMLIMIT) of what it took before its first request and 12 MiB, as an
// operator may set: beyond it Go collects and gives back at once, but it never refuses. So garbage cannot pass the limit and what is
// really held does, as the picture shows. Idle is a server that has been in use: SQLite's page caches, 2 MB a connection, are full.
func TestMemoryOfFiles(t *testing.T) {
	w := newFileWalk(t)
	requests := w.requests()
	idle := w.idle(requests)
	operations := fileOperations(t, w.server)
	for _, operation := range operations {
		if len(requests[operation]) == 0 {
			t.Errorf("%s takes or gives files, and fileWalk.requests sends it none", operation)
		}
	}
	for operation := range requests {
		if !slices.Contains(operations, operation) {
			t.Errorf("%s has requests here and takes no files", operation)
		}
	}
	for _, r := range inOrder(requests) {
		status, peak, answer := w.measure(r, idle)
		for range 2 { // what is held is held every time, garbage is not
			if peak > r.most() && r.isRepeatable() {
				status, peak, answer = w.measure(r, idle)
			}
		}
		if peak > r.most() {
			t.Errorf("%s %s takes %d MiB over idle, more than %d", r.method, r.path, peak/mib, r.most()/mib)
		}
		if status != r.status {
			t.Errorf("%s %s answers %d, want %d: %.300s", r.method, r.path, status, r.status, answer)
		}
	}
}

// measure sends a request. It returns the status of the answer, the peak of memory above the idle server during the request, in bytes, and the
// beginning of the answer.
func (w *fileWalk) measure(r sentRequest, idle int64) (status int, peak int64, answer string) {
	w.t.Helper()
	before := w.memory("RssAnon") - idle
	w.resetPeak()
	begun := w.cpu()
	status, answer = w.send(r.method, r.fileRequest)
	peak = w.peak() - idle
	w.t.Logf("%5.1f (%5.1f) MiB %5.2f s of CPU: %d %s %.100s", float64(peak)/mib, float64(before)/mib, (w.cpu() - begun).Seconds(), status, r.method, r.path)
	return status, peak, answer
}

// exchangePath is in the paths of operations that take or give files in JSON, or make them from what is stored.
var exchangePath = regexp.MustCompile(`/(import|export|exports|duplicate|templates)(/|$)`)

// fileOperations lists the operations whose body or answer is something else than JSON, and those that exchange files.
func fileOperations(t *testing.T, s *process) (found []string) {
	t.Helper()
	type bodies struct{ Content map[string]json.RawMessage }
	var document struct {
		Paths map[string]map[string]struct {
			RequestBody bodies
			Responses   map[string]bodies
		}
	}
	status, text := fetch(t, s.URL+"/api/openapi.json")
	if err := json.Unmarshal([]byte(text), &document); err != nil || status != 200 {
		t.Fatal(status, err)
	}
	isFile := func(b bodies) bool {
		for kind := range b.Content {
			if kind != "application/json" && kind != "text/event-stream" {
				return true
			}
		}
		return false
	}
	for path, operations := range document.Paths {
		for method, o := range operations {
			takes := isFile(o.RequestBody) || exchangePath.MatchString(path) && method != "delete"
			for _, answer := range o.Responses {
				takes = takes || isFile(answer)
			}
			if takes {
				found = append(found, strings.ToUpper(method)+" "+path)
			}
		}
	}
	return found
}

// fileWalk is an installation with much to fetch, and its server, which has served nothing yet.
type fileWalk struct {
	t *testing.T
	*installation
	server  *process
	chief   *client // administrator and teacher
	student *client
	target  string // id of an empty course of the chief's
	video   string // id
	task    string // id of an assignment that the student works on
	dir     string // for files
}

func newFileWalk(t *testing.T) *fileWalk {
	t.Helper()
	w := &fileWalk{t: t, installation: newInstallation(t), dir: t.TempDir()}
	for _, roles := range [][]string{{"chief", "instructor", "admin"}, {"pupil", "student"}} {
		args := []string{"user", "create", roles[0] + "@lectern.test", "--name", roles[0], "--data", w.data}
		for _, role := range roles[1:] {
			args = append(args, "--role", role)
		}
		create := exec.Command(binary, args...)
		create.Stdin = strings.NewReader(password)
		if out, err := create.CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
	}
	w.server = serve(t, nil, nil, "--data", w.data)
	limit := w.memory("RssAnon") + heapOverIdle
	w.chief, w.student = w.signIn("chief"), w.signIn("pupil")
	w.furnish()
	w.server.signal(syscall.SIGTERM)
	<-w.server.done
	w.fill()
	w.server = serve(t, []string{fmt.Sprint("GOMEMLIMIT=", limit)}, nil, "--data", w.data)
	w.chief, w.student = w.chief.at(w.server), w.student.at(w.server)
	return w
}

func (w *fileWalk) signIn(name string) *client {
	c := &client{t: w.t, base: w.server.URL + "/api/v1"}
	var signedIn struct{ AccessToken string }
	c.must("POST", "/auth/login", map[string]string{"email": name + "@lectern.test", "password": password}, &signedIn)
	c.token = signedIn.AccessToken
	return c
}

// idle returns the anonymous memory of the server in bytes once it holds what it keeps between requests: what is read by the first that
// needs it, such as the fonts of receipts, and the caches of all connections to its database. It is the highest during requests that hold
// little: in a single instant there may be any amount of garbage.
func (w *fileWalk) idle(requests map[string][]fileRequest) int64 {
	for _, r := range inOrder(requests) {
		if r.method == http.MethodGet {
			w.send(r.method, r.fileRequest)
		}
	}
	for before, now := int64(0), w.memory("RssAnon"); now > before+mib; before, now = now, w.memory("RssAnon") {
		var readers sync.WaitGroup
		for range 16 {
			readers.Go(func() { w.send("GET", fileRequest{path: "/users/export"}) })
		}
		readers.Wait()
	}
	w.resetPeak()
	for range enoughGarbage {
		w.send("GET", fileRequest{path: "/users/export"})
	}
	return w.peak()
}

// memory returns a line of the status of the server's process, in bytes (proc_pid_status(5)).
func (w *fileWalk) memory(line string) int64 {
	w.t.Helper()
	status := read(w.t, fmt.Sprintf("/proc/%d/status", w.server.cmd.Process.Pid))
	_, after, found := strings.Cut(status, line+":")
	number, _, _ := strings.Cut(strings.TrimSpace(after), " ")
	kib, err := strconv.ParseInt(number, 10, 64)
	if !found || err != nil {
		w.t.Fatalf("no %s in %s", line, status)
	}
	return kib << 10
}

// cpu returns the CPU time of the server's process so far (proc_pid_stat(5)).
func (w *fileWalk) cpu() time.Duration {
	w.t.Helper()
	stat := read(w.t, fmt.Sprintf("/proc/%d/stat", w.server.cmd.Process.Pid))
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:]) // the first is the third of the line
	user, userErr := strconv.Atoi(fields[11])
	system, systemErr := strconv.Atoi(fields[12])
	if userErr != nil || systemErr != nil {
		w.t.Fatal(stat)
	}
	return time.Duration(user+system) * time.Second / 100 // USER_HZ
}

// resetPeak lets the peak begin anew (proc_pid_clear_refs(5)).
func (w *fileWalk) resetPeak() {
	w.t.Helper()
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", w.server.cmd.Process.Pid), []byte("5"), 0o200); err != nil {
		w.t.Fatal(err)
	}
}

// peak returns the most memory since resetPeak without that of files, such as the program itself.
func (w *fileWalk) peak() int64 {
	return w.memory("VmHWM") - w.memory("RssFile") - w.memory("RssShmem")
}

// send sends a request and reads the answer to its end, of which it returns the beginning.
func (w *fileWalk) send(method string, r fileRequest) (status int, answer string) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), requestTimeout)
	defer cancel()
	var body io.Reader
	if r.body != nil {
		body = r.body()
	}
	request, err := http.NewRequestWithContext(ctx, method, w.chief.base+r.path, body)
	if err != nil {
		w.t.Fatal(err)
	}
	request.ContentLength = r.size
	if r.kind != "" {
		request.Header.Set("Content-Type", r.kind)
	}
	by := w.chief
	if strings.HasPrefix(r.path, "/assignments/"+w.task) {
		by = w.student
	}
	request.Header.Set("Authorization", "Bearer "+by.token)
	request.Header.Set("If-Match", "*")
	response, err := http.DefaultTransport.RoundTrip(request) // redirects lead elsewhere
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	var to io.Writer = io.Discard
	if r.keep != "" {
		kept, err := os.Create(r.keep)
		if err != nil {
			w.t.Fatal(err)
		}
		defer kept.Close()
		to = kept
	}
	var beginning bytes.Buffer
	if _, err := io.Copy(io.MultiWriter(to, &limited{&beginning, 64 << 10}), response.Body); err != nil {
		return response.StatusCode, err.Error()
	}
	return response.StatusCode, beginning.String()
}

// limited keeps the first bytes of what is written to it.
type limited struct {
	to   *bytes.Buffer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	n := min(l.left, len(p))
	l.left -= n
	l.to.Write(p[:n])
	return len(p), nil
}
