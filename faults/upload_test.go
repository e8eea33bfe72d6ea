package faults

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"
)

// F28: the server is replaced repeatedly in the middle of an upload. A client that retries sees no part fail.
func TestServerReplacedDuringAnUpload(t *testing.T) { everywhere(t, serverReplacedDuringAnUpload) }

func serverReplacedDuringAnUpload(t *testing.T, p *installation) {
	s, by := p.serve(nil)
	listen := strings.TrimPrefix(s.URL, "http://")
	const chunk = 200_000
	content := noise(60*chunk, 28)
	up := begin(t, by, "deploy.mp4", p.course, len(content), chunk)
	sent := make(chan error, 1)
	var parts []part
	go func() {
		sent <- func() error {
			for number := 1; number <= up.TotalChunks; number++ {
				for begun := time.Now(); ; {
					got, a, err := up.putRaw(by, content, number)
					if err == nil && a.Success {
						parts = append(parts, got)
						break
					}
					if err == nil && a.Status != 503 {
						return fmt.Errorf("part %d: %s", number, described(a))
					}
					if time.Since(begun) > patience {
						return fmt.Errorf("part %d does not get through: %w", number, err)
					}
				}
			}
			return nil
		}()
	}()
	replaced := 0
	for {
		if err, ended := ask(sent); ended {
			if err != nil {
				t.Fatal(err)
			}
			break
		}
		if replaced < 3 {
			if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			eventually(t, patience, "the old server has ended", s.ended)
			s, _ = p.serve(nil, "--listen", listen)
			replaced++
		}
	}
	t.Logf("the server was replaced %d times", replaced)
	if a, err := up.complete(by, parts); err != nil || !a.Success {
		t.Fatalf("%v %s", err, described(a))
	}
	p.wantSource(up.VideoID, content)
}

// ask reports whether something has ended, and how.
func ask(ended chan error) (error, bool) {
	select {
	case err := <-ended:
		return err, true
	case <-time.After(time.Millisecond):
		return nil, false
	}
}

// Completing twice concurrently, and aborting at the same time: the upload ends one way or the other, every answer says which, and
// the file exists accordingly.
func TestCompletedTwiceAndAbortedAtOnce(t *testing.T) { everywhere(t, completedTwiceAndAbortedAtOnce) }

func completedTwiceAndAbortedAtOnce(t *testing.T, p *installation) {
	_, by := p.serve(nil)
	content := noise(200_000, 3)
	ends := map[string]int{}
	for range 20 {
		up := begin(t, by, "both.mp4", p.course, len(content), 100_000)
		var parts []part
		for number := 1; number <= 2; number++ {
			got, a, err := up.putRaw(by, content, number)
			if err != nil || !a.Success {
				t.Fatalf("%v %s", err, described(a))
			}
			parts = append(parts, got)
		}
		type end struct {
			answer
			what string
			err  error
		}
		done, gate := make(chan end), make(chan struct{})
		for _, what := range []string{"complete", "complete", "abort"} {
			go func() {
				<-gate
				if what == "complete" {
					a, err := up.complete(by, parts)
					done <- end{a, what, err}
					return
				}
				a, err := by.send("POST", "/video-streaming/abort-upload", map[string]any{"uploadSession": up})
				done <- end{a, what, err}
			}()
		}
		close(gate)
		statuses := map[string][]int{}
		for range 3 {
			e := <-done
			if e.err != nil {
				t.Fatal(e.err)
			}
			statuses[e.what] = append(statuses[e.what], e.Status)
		}
		aborted := statuses["abort"][0] == 200
		for _, status := range statuses["complete"] {
			if want := map[bool]int{false: 200, true: 404}[aborted]; status != want {
				t.Errorf("complete answered %d when abort answered %d", status, statuses["abort"][0])
			}
		}
		if _, there := p.object(source(up.VideoID)); there == aborted {
			t.Errorf("abort answered %d and the file is there: %t", statuses["abort"][0], there)
		}
		if !aborted && statuses["abort"][0] != 409 {
			t.Errorf("abort answered %d", statuses["abort"][0])
		}
		ends[map[bool]string{true: "aborted", false: "completed"}[aborted]]++
	}
	t.Logf("%v", ends)
	p.wantNoLeftovers()
}
