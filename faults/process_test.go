// Package faults breaks the real thing: the built binary, its processes, its disks and what it depends on. Every test
// kills, suspends, fills or cuts something and then checks the promises of docs/operations.md.
package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"syscall"
	"testing"
	"time"
)

// binary is the path where TestMain has built the program.
var binary string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "lectern-faults-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		binary = filepath.Join(dir, "lectern")
		build := exec.Command("go", "build", "-o", binary, "lectern/cmd/lectern")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%s\n%v\n", out, err)
			return 1
		}
		flag.Parse()
		if err := flag.Set("test.parallel", "5"); err != nil { // parallel tests here mostly wait: for leases, for stores
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return m.Run()
	}())
}

// patience is how long a condition may take before the test gives up. It limits a failure; a passing test never waits for
// it.
const patience = 3 * time.Minute

// requestTimeout is how long a request may take: far longer than any needs, and shorter than a server that waited for
// something that never happens would take, so it does not depend on other load.
const requestTimeout = time.Minute

// eventually waits until the condition holds.
func eventually(t *testing.T, within time.Duration, what string, holds func() bool) {
	t.Helper()
	deadline := time.NewTimer(within)
	defer deadline.Stop()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-deadline.C:
			t.Fatalf("after %v still not: %s", within, what)
		case <-tick.C:
		}
	}
}

// process is a running lectern.
type process struct {
	t    *testing.T
	cmd  *exec.Cmd
	log  *transcript
	done chan struct{} // closed when it has ended
	URL  string        // of serve
}

// transcript collects the output of a process.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *transcript) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *transcript) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// end returns its last 4 KiB.
func (l *transcript) end() string {
	s := l.String()
	return s[max(0, len(s)-4096):]
}

// start runs lectern, under another program (strace, prlimit) if before names one.
func start(t *testing.T, env []string, before []string, args ...string) *process {
	t.Helper()
	line := append(append([]string{}, before...), append([]string{binary}, args...)...)
	p := &process{t: t, cmd: exec.Command(line[0], line[1:]...), log: &transcript{}, done: make(chan struct{})}
	p.cmd.Stdout, p.cmd.Stderr = p.log, p.log
	p.cmd.Env = append(os.Environ(), env...)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = p.cmd.Wait() // the test checks later how it ended
		close(p.done)
	}()
	t.Cleanup(func() {
		p.kill()
		if t.Failed() {
			t.Logf("%v printed:\n%s", args, p.log.end())
		}
	})
	return p
}

var address = regexp.MustCompile(`Lectern is at (http://\S+)`)

// serve runs a server on a port of its own, unless args name another, and waits until it is ready.
func serve(t *testing.T, env, before []string, args ...string) *process {
	t.Helper()
	p := start(t, env, before, append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
	p.ready()
	return p
}

// ready waits until the server is ready.
func (p *process) ready() {
	t := p.t
	t.Helper()
	eventually(t, patience, "the server is ready", func() bool {
		if p.ended() {
			t.Fatalf("the server has ended:\n%s", p.log)
		}
		m := address.FindStringSubmatch(p.log.String())
		if m == nil {
			return false
		}
		p.URL = m[1]
		r, err := http.Get(p.URL + "/readyz")
		if err != nil {
			return false
		}
		defer r.Body.Close()
		return r.StatusCode == http.StatusOK
	})
}

func (p *process) ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// signal sends a signal to the process and its children.
func (p *process) signal(s syscall.Signal) { _ = syscall.Kill(-p.cmd.Process.Pid, s) } // it may have ended

// kill ends it like a power cut, and waits.
func (p *process) kill() {
	p.signal(syscall.SIGKILL)
	<-p.done
}

// client calls one server as one user.
type client struct {
	t     *testing.T
	base  string
	token string
}

// at returns the same user as a client of another server.
func (c *client) at(p *process) *client { return &client{c.t, p.URL + "/api/v1", c.token} }

// answer is the response to a request.
type answer struct {
	Status  int             `json:"-"`
	Success bool            `json:"success"`
	Code    string          `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
	Raw     []byte          `json:"-"`
	Again   string          `json:"-"` // Retry-After, in seconds
}

// send sends JSON, or bytes as they are; an error when there was no answer.
func (c *client) send(method, path string, body any) (a answer, err error) {
	kind, content := "application/json", []byte(nil)
	switch b := body.(type) {
	case nil:
	case []byte:
		kind, content = "application/octet-stream", b
	default:
		if content, err = json.Marshal(b); err != nil {
			return a, err
		}
	}
	return c.sendBody(context.Background(), method, path, kind, bytes.NewReader(content), int64(len(content)))
}

// sendBody sends a body of this type and length; an error when there was no answer.
func (c *client) sendBody(ctx context.Context, method, path, kind string, body io.Reader, length int64) (a answer, err error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	if length == 0 {
		body = http.NoBody
	}
	r, err := http.NewRequestWithContext(ctx, method, c.base+path, body)
	if err != nil {
		return a, err
	}
	r.ContentLength = length
	r.Header.Set("Content-Type", kind)
	if method == http.MethodPut {
		r.Header.Set("If-Match", "*") // it replaces every version that is there
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return a, err
	}
	defer response.Body.Close()
	if a.Raw, err = io.ReadAll(response.Body); err != nil {
		return a, err
	}
	a.Status, a.Again = response.StatusCode, response.Header.Get("Retry-After")
	if err := json.Unmarshal(a.Raw, &a); err != nil {
		return a, fmt.Errorf("%s %s: %d %.200s", method, path, a.Status, a.Raw)
	}
	return a, nil
}

// must sends a request that has to succeed and decodes the data of the answer.
func (c *client) must(method, path string, body, data any) {
	c.t.Helper()
	a, err := c.send(method, path, body)
	if err == nil && !a.Success {
		err = fmt.Errorf("%d %s", a.Status, a.Raw)
	}
	if err == nil && data != nil {
		err = json.Unmarshal(a.Data, data)
	}
	if err != nil {
		c.t.Fatalf("%s %s: %v", method, path, err)
	}
}
