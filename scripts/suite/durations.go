package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// test is one test with its duration.
type test struct {
	name   string
	took   time.Duration
	failed bool
	reason string // what a failed one has said, shortened
}

// reasonLength is how many bytes of what a failed test has said are repeated at the end: some services keep only the last
// kilobyte of a log.
const reasonLength = 300

// shorten returns the beginning of what a failed test has said, in one line, without the colours of a terminal and without
// Go's notes on running, pausing and continuing.
func shorten(said string) string {
	said = strings.Join(strings.Fields(notTheReason.ReplaceAllString(said, "")), " ")
	if len(said) > reasonLength {
		said = strings.ToValidUTF8(said[:reasonLength], "") + "…"
	}
	return said
}

var notTheReason = regexp.MustCompile(`\x1b\[[0-9;]*m|(?m)^=== .*$`)

// event is a line of `go test -json`; see `go doc test2json`.
type event struct {
	Action, Package, Test, Output string
	Elapsed                       float64 // seconds
}

// readEvents writes to out what `go test` would have printed: the packages' results and the output of failed tests. Lines
// that are not events are passed through.
func readEvents(in io.Reader, out io.Writer) (tests []test, err error) {
	type key struct{ pkg, test string }
	printed := map[key]*bytes.Buffer{}                        // by tests that have not ended
	lines, shown := bufio.NewReader(in), bufio.NewWriter(out) // a write error is kept until the next Flush
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) != nil || e.Action == "" {
				shown.Write(line)
			}
			k := key{e.Package, e.Test}
			switch {
			case e.Action == "build-output" || e.Action == "output" && e.Test == "" && e.Output != "PASS\n":
				shown.WriteString(e.Output)
			case e.Action == "output" && e.Test != "":
				if printed[k] == nil {
					printed[k] = &bytes.Buffer{}
				}
				printed[k].WriteString(e.Output)
			case e.Action == "fail" && e.Test == "": // cut off by a panic or a timeout
				for other, text := range printed {
					if other.pkg == e.Package {
						shown.Write(text.Bytes())
						delete(printed, other)
					}
				}
			case (e.Action == "pass" || e.Action == "fail" || e.Action == "skip") && e.Test != "":
				ended := test{failed: e.Action == "fail"}
				if ended.failed && printed[k] != nil {
					shown.Write(printed[k].Bytes())
					ended.reason = shorten(printed[k].String())
				}
				delete(printed, k)
				if ended.failed || !strings.Contains(e.Test, "/") {
					ended.name = strings.TrimPrefix(e.Package, "lectern/") + " " + e.Test
					ended.took = time.Duration(e.Elapsed * float64(time.Second))
					tests = append(tests, ended)
				}
			}
		}
		if unwritten := shown.Flush(); unwritten != nil {
			return tests, unwritten
		}
		if err == io.EOF {
			return tests, nil
		}
		if err != nil {
			return tests, err
		}
	}
}

// readVitest reads the output of Vitest's JSON reporter.
func readVitest(file string) (tests []test, err error) {
	var report struct {
		TestResults []struct {
			Name             string
			AssertionResults []struct {
				Title, Status   string
				Duration        float64 // milliseconds
				FailureMessages []string
			}
		}
	}
	if err := readJSON(file, &report); err != nil {
		return nil, err
	}
	for _, f := range report.TestResults {
		for _, a := range f.AssertionResults {
			tests = append(tests, test{filepath.Base(f.Name) + " " + a.Title, milliseconds(a.Duration), a.Status == "failed", shorten(strings.Join(a.FailureMessages, " "))})
		}
	}
	return tests, nil
}

// suite is a file or a describe block of Playwright's JSON reporter.
type suite struct {
	Suites []suite
	Specs  []struct {
		File, Title string
		Tests       []struct {
			Results []struct {
				Status   string
				Duration float64 // milliseconds
				Errors   []struct{ Message string }
			}
		}
	}
}

func readPlaywright(file string) ([]test, error) {
	var report suite
	if err := readJSON(file, &report); err != nil {
		return nil, err
	}
	return report.tests(), nil
}

func (s suite) tests() (tests []test) {
	for _, spec := range s.Specs {
		for _, t := range spec.Tests {
			for _, r := range t.Results {
				one := test{name: spec.File + " " + spec.Title, took: milliseconds(r.Duration), failed: r.Status != "passed" && r.Status != "skipped"}
				if len(r.Errors) > 0 {
					one.reason = shorten(r.Errors[0].Message)
				}
				tests = append(tests, one)
			}
		}
	}
	for _, inner := range s.Suites {
		tests = append(tests, inner.tests()...)
	}
	return tests
}

func milliseconds(n float64) time.Duration { return time.Duration(n * float64(time.Millisecond)) }

func readJSON(file string, into any) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, into); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}
