package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The runner starts this program again as the supervisor of a section.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == superviseCommand {
		os.Exit(supervise(os.Args[2:]))
	}
	os.Exit(m.Run())
}

func TestScheduleBeginsWithTheLongestAndRespectsOrder(t *testing.T) {
	chosen := []section{{name: "build", seconds: 5}, {name: "short", seconds: 1}, {name: "longest", seconds: 100, after: "build"}, {name: "alone", seconds: 2, after: "not chosen"}}
	var begun []string
	results := schedule(t.Context(), chosen, 1, func(_ context.Context, s section) result {
		begun = append(begun, s.name)
		return result{name: s.name, passed: s.name != "build"}
	})
	if want := []string{"build", "longest", "alone", "short"}; !reflect.DeepEqual(begun, want) {
		t.Errorf("begun in the order %v, want %v", begun, want)
	}
	var order []string
	for _, r := range results {
		order = append(order, r.name)
	}
	if !reflect.DeepEqual(order, names(chosen)) {
		t.Errorf("results in the order %v", order)
	}
}

func TestScheduleRunsSectionsSideBySide(t *testing.T) {
	meet := make(chan struct{})
	schedule(t.Context(), []section{{name: "a"}, {name: "b"}, {name: "c"}, {name: "d"}}, 2, func(_ context.Context, s section) result {
		select { // each waits for another that runs at the same time
		case meet <- struct{}{}:
		case <-meet:
		}
		return result{name: s.name}
	})
}

// A section that cannot run here is no failure, and is not taken for one that has passed either: it says why.
func TestSkippedSectionSaysWhy(t *testing.T) {
	var out bytes.Buffer
	r := runner{dir: t.TempDir(), out: &out}
	res := r.run(t.Context(), section{name: "elsewhere", command: shell(".", "echo no database here; exit 77")})
	if !res.passed || !res.skipped || !strings.Contains(out.String(), "SKIPPED") || !strings.Contains(out.String(), "no database here") {
		t.Errorf("%+v: %s", res, &out)
	}
}

func TestSectionsReferToExistingOnes(t *testing.T) {
	known := names(sections)
	for i, s := range sections {
		for _, earlier := range known[:i] {
			if earlier == s.name {
				t.Errorf("%s is there twice", s.name)
			}
		}
		if s.after != "" && !strings.Contains(" "+strings.Join(known, " ")+" ", " "+s.after+" ") {
			t.Errorf("%s waits for %s, which does not exist", s.name, s.after)
		}
	}
	if _, err := choose([]string{"no-such-section"}); err == nil {
		t.Error("a section that does not exist is run")
	}
}

func TestSoakRunsByItself(t *testing.T) {
	all, err := choose(nil)
	if err != nil {
		t.Fatal(err)
	}
	soak, err := choose([]string{"soak"})
	if err != nil || len(soak) == 0 || len(all)+len(soak) != len(sections) {
		t.Fatal(len(all), len(soak), err)
	}
	if of, whole := recordFile(soak), recordFile(all); of != "bench/soak.md" || whole != "bench/suite.md" {
		t.Error(of, whole)
	}
}

func TestEventsOfGoTest(t *testing.T) {
	in := `{"Action":"start","Package":"lectern/a"}
a line of a script
{"Action":"output","Package":"lectern/a","Test":"TestGood","Output":"said by the good\n"}
{"Action":"pass","Package":"lectern/a","Test":"TestGood","Elapsed":1.5}
{"Action":"output","Package":"lectern/a","Test":"TestBad/inner","Output":"=== RUN   TestBad/inner\n"}
{"Action":"output","Package":"lectern/a","Test":"TestBad/inner","Output":"said by the bad\n"}
{"Action":"fail","Package":"lectern/a","Test":"TestBad/inner","Elapsed":2}
{"Action":"fail","Package":"lectern/a","Test":"TestBad","Elapsed":2}
{"Action":"output","Package":"lectern/a","Test":"TestCutOff","Output":"panic: said by the cut off\n"}
{"Action":"output","Package":"lectern/a","Output":"FAIL\tlectern/a\t4s\n"}
{"Action":"fail","Package":"lectern/a","Elapsed":4}
{"ImportPath":"lectern/b","Action":"build-output","Output":"does not compile\n"}
`
	var out bytes.Buffer
	tests, err := readEvents(strings.NewReader(in), &out)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{"a line of a script": true, "said by the good": false, "said by the bad": true,
		"panic: said by the cut off": true, "FAIL\tlectern/a": true, "does not compile": true} {
		if got := strings.Contains(out.String(), text); got != want {
			t.Errorf("%q printed: %v, want %v", text, got, want)
		}
	}
	if want := []test{{"a TestGood", 1500 * time.Millisecond, false, ""}, {"a TestBad/inner", 2 * time.Second, true, "said by the bad"}, {"a TestBad", 2 * time.Second, true, ""}}; !reflect.DeepEqual(tests, want) {
		t.Errorf("%v", tests)
	}
}

func TestSummaryEndsWithTheFailedTests(t *testing.T) {
	var out bytes.Buffer
	summarize([]result{
		{name: "good", passed: true, tests: []test{{name: "one"}}},
		{name: "bad", tests: []test{{name: "two"}, {name: "three", failed: true, reason: "4 is not 5"}}},
	}, time.Second).print(&out)
	if end := "FAILED bad: three: 4 is not 5\n1 passed, 1 failed, 1 s, 0 s CPU\n"; !strings.HasSuffix(out.String(), end) {
		t.Errorf("%s does not end with %s", &out, end)
	}
}

func TestReportsOfVitestAndPlaywright(t *testing.T) {
	file := filepath.Join(t.TempDir(), "report.json")
	for _, c := range []struct {
		text string
		read func(string) ([]test, error)
		want test
	}{
		{`{"testResults":[{"name":"/x/bell.test.tsx","assertionResults":[{"title":"rings","status":"failed","duration":20.5,"failureMessages":["\u001b[31mno sound\u001b[39m\n  at all"]}]}]}`, readVitest, test{"bell.test.tsx rings", 20500 * time.Microsecond, true, "no sound at all"}},
		{`{"suites":[{"specs":[],"suites":[{"specs":[{"file":"learn.spec.ts","title":"plays","tests":[{"results":[{"status":"timedOut","duration":300,"errors":[{"message":"no picture"}]}]}]}]}]}]}`, readPlaywright, test{"learn.spec.ts plays", 300 * time.Millisecond, true, "no picture"}},
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if tests, err := c.read(file); err != nil || !reflect.DeepEqual(tests, []test{c.want}) {
			t.Errorf("%v %v, want %v", tests, err, c.want)
		}
	}
}

func TestFailedSectionShowsItsOutput(t *testing.T) {
	var out bytes.Buffer
	r := &runner{dir: t.TempDir(), out: &out}
	if res := r.run(t.Context(), section{name: "good", command: shell(".", "echo the good one")}); !res.passed {
		t.Error("the good section has failed")
	}
	if res := r.run(t.Context(), section{name: "bad", command: shell(".", "echo the bad one; echo its error >&2; exit 3")}); res.passed {
		t.Error("the bad section has passed")
	}
	for text, want := range map[string]bool{"the good one": false, "the bad one": true, "its error": true} {
		if got := strings.Contains(out.String(), text); got != want {
			t.Errorf("%q shown: %v, want %v in:\n%s", text, got, want, &out)
		}
	}
}

// detached starts a process in a session of its own, like a server, and writes its id.
func detached(file string) string {
	return "setsid bash -c 'echo $$ >" + file + ".new; mv " + file + ".new " + file + "; exec sleep 98765' & until [ -e " + file + " ]; do :; done; "
}

func TestNothingOutlivesASection(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pid")
	r := &runner{dir: t.TempDir(), out: &bytes.Buffer{}}
	if res := r.run(t.Context(), section{name: "ends", command: shell(".", detached(file)+"exit 0")}); !res.passed {
		t.Fatal("it has failed")
	}
	wantEnded(t, file)
}

func TestInterruptedSectionEnds(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pid")
	ctx, interrupt := context.WithCancel(t.Context())
	go func() {
		defer interrupt()
		for tick := range time.Tick(10 * time.Millisecond) {
			if _, err := os.Stat(file); err == nil || tick.IsZero() {
				return
			}
		}
	}()
	r := &runner{dir: t.TempDir(), out: &bytes.Buffer{}}
	if res := r.run(ctx, section{name: "hangs", command: shell(".", detached(file)+"sleep 98765")}); res.passed {
		t.Error("it has passed")
	}
	wantEnded(t, file)
}

func TestCPUOfDetachedProcessesCounts(t *testing.T) {
	r := &runner{dir: t.TempDir(), out: &bytes.Buffer{}}
	busy := `setsid bash -c 'for ((i = 0; i < 300000; i++)); do :; done' & wait`
	if res := r.run(t.Context(), section{name: "busy", command: shell(".", busy)}); res.cpu < 50*time.Millisecond {
		t.Errorf("%v of CPU counted", res.cpu)
	}
}

func wantEnded(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, 0); err == nil {
		t.Errorf("process %d lives on", pid)
	}
}
